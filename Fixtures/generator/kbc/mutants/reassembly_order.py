"""Faults in the order of reads and answers, and in what one read leaves for the next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..evaluate import Json
from ..reassembly import Reader, Reassembly
from ..reference import Refused
from .mutant import Mutant, replacing
from .reassembly import mutant


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of order."""
    yield from _expectations()
    yield from _beginnings()


def _expectations() -> Iterator[Mutant]:
    def near(expect: Any) -> Any:
        def check(self: Reassembly, offset: int) -> None:
            if self.awaits is None or abs(offset - self.awaits) > 1:
                expect(self, offset)

        return check

    name = "an answer for a neighbouring offset is taken"
    yield mutant(name, replacing(Reassembly, "_expect", near))

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
