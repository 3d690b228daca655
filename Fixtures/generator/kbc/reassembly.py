"""A model of reassembly, how one object is read: clauses 8.3 to 8.11 of Docs/Protocol.md."""

from __future__ import annotations

from typing import Any

from .reference import MAXIMUM_OBJECT_LENGTH, Refused

SMALLEST_PAYLOAD = 20
ENDINGS = (0x07, 0x0B)
MAXIMUM_RESTARTS = 8

Json = dict[str, Any]


class Reader:
    """Puts an object together. `received` and `refused` say what comes next:
    "read", "partial" or "complete"; a read that fails raises `Refused`."""

    def __init__(self, radio: str, maximum_restarts: int, trusts_chunk_size: bool):
        self.whole_values = radio == "wholeValues"
        self.maximum_restarts = maximum_restarts
        self.trusts_chunk_size = trusts_chunk_size
        self.longest_chunk = 0
        self.begin()

    def begin(self) -> None:
        self.stage = "first"
        self.restarts = 0
        self.first = b""
        self.data = b""

    @property
    def offset(self) -> int:
        """The offset of the next request."""
        return len(self.data) if self.stage == "next" else 0

    def received(self, chunk: bytes) -> str:
        if self.stage == "confirming":
            if chunk == self.first:
                return "complete"
            if len(chunk) > MAXIMUM_OBJECT_LENGTH:
                raise Refused("oversized", MAXIMUM_OBJECT_LENGTH)
            if self.restarts == self.maximum_restarts:
                raise Refused("restartsExhausted", 0)
            self.restarts += 1
            return self._first_chunk(chunk)
        if self.stage == "first":
            return self._first_chunk(chunk)
        self.data += chunk
        if len(self.data) > MAXIMUM_OBJECT_LENGTH:
            raise Refused("oversized", MAXIMUM_OBJECT_LENGTH)
        self.longest_chunk = max(self.longest_chunk, len(chunk))
        if len(chunk) < len(self.first) or len(self.data) == MAXIMUM_OBJECT_LENGTH:
            self.stage = "confirming"
        return "read"

    def refused(self, error: int) -> str:
        """Takes an error: at a later offset, two errors end the object."""
        if self.stage == "next" and error in ENDINGS:
            self.stage = "confirming"
            return "read"
        raise Refused("attError", self.offset)

    @property
    def shown(self) -> bytes:
        """The part of the first chunk that surely belongs to one object."""
        return self.first[:SMALLEST_PAYLOAD] if self.whole_values else self.first

    def _first_chunk(self, chunk: bytes) -> str:
        if len(chunk) > MAXIMUM_OBJECT_LENGTH:
            raise Refused("oversized", MAXIMUM_OBJECT_LENGTH)
        self.first = self.data = chunk
        if self.whole_values:
            self.stage = "confirming"
            return "partial"
        is_short = self.trusts_chunk_size and len(chunk) < self.longest_chunk
        self.longest_chunk = max(self.longest_chunk, len(chunk))
        if (
            len(chunk) < SMALLEST_PAYLOAD
            or len(chunk) == MAXIMUM_OBJECT_LENGTH
            or is_short
        ):
            return "complete"
        self.stage = "next"
        return "partial"


class Reassembly:
    """A reader that is given events, which may be wrong."""

    def __init__(self, given: Json) -> None:
        self.reader = Reader(
            given["radio"],
            given.get("maximumRestarts", MAXIMUM_RESTARTS),
            given.get("trustsChunkSize", False),
        )
        self.is_reading = False

    @property
    def awaits(self) -> int | None:
        """The offset of the awaited request."""
        return self.reader.offset if self.is_reading else None

    def handle(self, event: Json) -> Json:
        """Takes an event; returns the step that it leads to."""
        try:
            shown = getattr(self, f"_on_{event['event']}")(event)
        except Refused as refused:
            error: Json = {"code": refused.code, "offset": refused.offset}
            if refused.code == "attError":
                error["attError"] = event["attError"]
            shown = {"error": error}
        return {"awaits": self.awaits, "restarts": self.reader.restarts, **shown}

    def _on_begin(self, _: Json) -> Json:
        self.reader.begin()
        self.is_reading = True
        return {}

    def _on_cancel(self, _: Json) -> Json:
        self.is_reading = False
        return {}

    def _on_forgetChunkSize(self, _: Json) -> Json:
        self.reader.longest_chunk = 0
        return {}

    def _on_chunk(self, event: Json) -> Json:
        self._expect(event["offset"])
        return self._show(self.reader.received, bytes.fromhex(event["bytes"]))

    def _on_error(self, event: Json) -> Json:
        self._expect(event["offset"])
        return self._show(self.reader.refused, event["attError"])

    def _expect(self, offset: int) -> None:
        if offset != self.awaits:
            raise Refused("unexpectedOffset", offset)

    def _show(self, take: Any, answer: Any) -> Json:
        """What can be shown after an answer; a refusal ends the read."""
        try:
            step = take(answer)
        except Refused:
            self.is_reading = False
            raise
        if step == "partial":
            return {"partial": self.reader.shown.hex()}
        if step == "complete":
            self.is_reading = False
            return {"object": self.reader.data.hex()}
        return {}
