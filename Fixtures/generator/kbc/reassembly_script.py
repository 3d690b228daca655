"""Scripts of reads. Each runs the model as it is built, so that it knows the offsets."""

from __future__ import annotations

from functools import partial
from typing import Any

from .reassembly import Reassembly
from .table import Step


class ReassemblyScript:
    """The events that a radio gives a reassembler, from the beginning of a read."""

    def __init__(self, radio: str = "offsetReads", **configuration: Any) -> None:
        self.given: dict[str, Any] = {"radio": radio, **configuration, "events": []}
        self.model = Reassembly(self.given)

    def do(self, event: str, **members: Any) -> ReassemblyScript:
        """Adds an event."""
        self.given["events"].append({"event": event, **members})
        self.step = self.model.handle(self.given["events"][-1])
        return self

    def take(self, given: Step) -> ReassemblyScript:
        """Takes a step of a table: a method's name, or an event's."""
        method = getattr(self, given.verb, None)
        return given.call(method or partial(self.do, given.verb))

    def begin(self) -> ReassemblyScript:
        """Begins to read."""
        return self.do("begin")

    @property
    def awaited(self) -> int:
        """The awaited offset, or 0."""
        return self.model.awaits or 0

    def value(self, data: bytes, *, at: int | None = None) -> ReassemblyScript:
        """Answers with just these bytes."""
        offset = self.awaited if at is None else at
        return self.do("chunk", offset=offset, bytes=data.hex())

    def error(self, code: int, *, at: int | None = None) -> ReassemblyScript:
        """Answers with an ATT error."""
        offset = self.awaited if at is None else at
        return self.do("error", offset=offset, attError=code)

    def chunk(self, data: bytes, size: int = 22) -> ReassemblyScript:
        """Answers as a phone with one object does."""
        return self.value(data[self.awaited : self.awaited + size])

    def whole(self, data: bytes, size: int = 22) -> ReassemblyScript:
        """Answers until no request is open."""
        while self.model.awaits is not None:
            self.chunk(data, size)
        return self


def reading(radio: str = "offsetReads", **configuration: Any) -> ReassemblyScript:
    """A script in which a read has begun."""
    return ReassemblyScript(radio, **configuration).begin()
