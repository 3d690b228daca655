"""Faults in the order of reads and answers, and in what one read leaves for the next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..reassembly import Reader, Reassembly
from ..reference import Refused
from .mutant import Mutant, replacing
from .reassembly import mutant


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of order."""
    yield from _expectations()
    yield from _beginnings()


def _expectations() -> Iterator[Mutant]:
    anything = Plant(Reassembly, "_expect", lambda *_: None)
    yield mutant("an answer for any offset is taken", anything)

    def ending(expect: Any) -> Any:
        def check(self: Reassembly, offset: int) -> None:
            try:
                expect(self, offset)
            except Refused:
                self.is_reading = False
                raise

        return check

    name = "an answer for another offset ends the read"
    yield mutant(name, replacing(Reassembly, "_expect", ending))

    def near(expect: Any) -> Any:
        def check(self: Reassembly, offset: int) -> None:
            if self.awaits is None or abs(offset - self.awaits) > 1:
                expect(self, offset)

        return check

    name = "an answer for a neighbouring offset is taken"
    yield mutant(name, replacing(Reassembly, "_expect", near))

    def silent(expect: Any) -> Any:
        def check(self: Reassembly, offset: int) -> None:
            try:
                expect(self, offset)
            except Refused as refused:
                raise Refused("unexpectedOffset", 0 if offset else 1) from refused

        return check

    name = "the offset of an answer that was not expected is lost"
    yield mutant(name, replacing(Reassembly, "_expect", silent))
    yield mutant(
        "a read can't be cancelled", Plant(Reassembly, "_on_cancel", lambda *_: {})
    )
    yield mutant(
        "the chunk size outlives its link",
        Plant(Reassembly, "_on_forgetChunkSize", lambda *_: {}),
    )

    def kept(begin: Any) -> Any:
        def begin_again(self: Reader) -> None:
            restarts = getattr(self, "restarts", 0)
            begin(self)
            self.restarts = restarts

        return begin_again

    name = "restarts are counted from one read to the next"
    yield mutant(name, replacing(Reader, "begin", kept))

    def going_on(begin: Any) -> Any:
        def begin_again(self: Reassembly, event: Json) -> Json:
            if self.is_reading:
                return {}
            return dict(begin(self, event))

        return begin_again

    name = "a read that goes on can't begin again"
    yield mutant(name, replacing(Reassembly, "_on_begin", going_on))
    idle = Plant(Reassembly, "_on_begin", lambda self, _: self.reader.begin() or {})
    yield mutant("a read does not begin", idle)

    def reading_on(show: Any) -> Any:
        def show_on(self: Reassembly, take: Any, answer: Any) -> Json:
            try:
                return dict(show(self, take, answer))
            finally:
                self.is_reading = True

        return show_on

    name = "a read goes on after its end"
    yield mutant(name, replacing(Reassembly, "_show", reading_on))


def _beginnings() -> Iterator[Mutant]:
    """Faults in what one read leaves for the next."""

    def exhausted(received: Any) -> Any:
        def receive(self: Reader, chunk: bytes) -> str:
            if getattr(self, "is_exhausted", False):
                raise Refused("restartsExhausted", 0)
            try:
                return str(received(self, chunk))
            except Refused as refused:
                self.is_exhausted = refused.code == "restartsExhausted"
                raise

        return receive

    name = "after too many restarts no read succeeds"
    yield mutant(name, replacing(Reader, "received", exhausted))

    def remembering(received: Any) -> Any:
        def receive(self: Reader, chunk: bytes) -> str:
            seen = self.__dict__.setdefault("seen", set())
            if self.stage == "confirming" and self.whole_values and chunk in seen:
                self.first = chunk
            seen.add(chunk)
            return str(received(self, chunk))

        return receive

    name = "two equal whole values prove an object whatever came between"
    yield mutant(name, replacing(Reader, "received", remembering))

    def confirming(begin: Any) -> Any:
        def begin_again(self: Reader) -> None:
            first = getattr(self, "first", b"")
            begin(self)
            if first:
                self.first = first
                self.stage = "confirming"

        return begin_again

    name = "a read that begins again awaits the earlier first chunk"
    yield mutant(name, replacing(Reader, "begin", confirming))

    def counting(begin: Any) -> Any:
        def begin_again(self: Reassembly, event: Json) -> Json:
            was_reading = self.is_reading
            step = begin(self, event)
            self.reader.restarts += was_reading
            return dict(step)

        return begin_again

    name = "a read that begins again counts as a restart"
    yield mutant(name, replacing(Reassembly, "_on_begin", counting))

    def first_ever(received: Any) -> Any:
        def receive(self: Reader, chunk: bytes) -> str:
            if self.stage == "confirming":
                self.first = self.first_ever
            else:
                self.__dict__.setdefault("first_ever", chunk)
            return str(received(self, chunk))

        return receive

    name = "the first chunk of the first read is compared for ever"
    yield mutant(name, replacing(Reader, "received", first_ever))

    def resumed(cancel: Any) -> Any:
        return lambda self, event: self._on_begin(event) or cancel and {}

    name = "a read that is cancelled begins again"
    yield mutant(name, replacing(Reassembly, "_on_cancel", resumed))
