"""Faults of reassembly that keep another reading of its rules: where a sentence could be taken in two ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..reassembly import Reader, Reassembly
from ..reference import MAXIMUM_OBJECT_LENGTH, Refused
from .changes import after, at_last, before, if_refused, knowing
from .mutant import Mutant, replacing
from .reassembly import mutant

Condition = Callable[[Reader, bytes], bool]


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All other readings of reassembly."""
    yield from _restarts()
    yield from _exhausted()
    yield from _known_chunk_size()
    yield from _known_values()
    yield from _later_chunks()
    yield from _unexpected()


def _restarts() -> Iterator[Mutant]:
    """Until when a read's restarts are counted."""

    def forget(reassembly: Reassembly, *_: Any) -> None:
        reassembly.reader.restarts = 0

    plant = replacing(Reassembly, "_on_cancel", after(forget))
    yield mutant("a read that is cancelled forgets its restarts", plant)

    def forget_ended(reassembly: Reassembly, *_: Any) -> None:
        if not reassembly.is_reading:
            reassembly.reader.restarts = 0

    plant = replacing(Reassembly, "_show", at_last(forget_ended))
    yield mutant("a read that has ended forgets its restarts", plant)
    plant = replacing(Reassembly, "_on_error", at_last(forget_ended))
    yield mutant("a read that an error has ended forgets its restarts", plant)


def _exhausted() -> Iterator[Mutant]:
    """What an answer counts for that differs when no restart is left."""

    def taking(condition: Condition) -> Plant:
        def make(received: Any) -> Any:
            def receive(self: Reader, chunk: bytes) -> str:
                is_last = self.restarts == self.maximum_restarts
                is_other = self.stage == "confirming" and chunk != self.first
                if is_last and is_other and condition(self, chunk):
                    return self._first_chunk(chunk)
                return str(received(self, chunk))

            return receive

        return replacing(Reader, "received", make)

    conditions: dict[str, Condition] = {
        "a short answer needs no restart": lambda reader, chunk: (
            not reader.whole_values and len(chunk) < 20
        ),
        "an answer of 512 bytes needs no restart": lambda reader, chunk: (
            not reader.goes_on and len(chunk) == MAXIMUM_OBJECT_LENGTH
        ),
        "a first chunk below the known size needs no restart": lambda reader, chunk: (
            20 <= len(chunk) and reader._is_short(chunk)
        ),
    }
    for name, condition in conditions.items():
        yield mutant(name, taking(condition))

    def exhausted_first(reader: Reader, chunk: bytes) -> None:
        is_other = reader.stage == "confirming" and chunk != reader.first
        if is_other and reader.restarts == reader.maximum_restarts:
            raise Refused("restartsExhausted", 0)

    name = "too many restarts come before the size of the answer"
    yield mutant(name, replacing(Reader, "received", before(exhausted_first)))

    def counted(reader: Reader, _: bytes) -> None:
        reader.restarts += reader.stage == "confirming"

    name = "an answer that ends the read counts as a restart"
    yield mutant(name, replacing(Reader, "received", if_refused(counted)))


def _known_chunk_size() -> Iterator[Mutant]:
    """Which chunks make the known chunk size."""

    def sized(change: Callable[[Reader, int, bytes], int]) -> Plant:
        """Changes the known size after each chunk, given what it was before."""

        def make(received: Any) -> Any:
            def receive(self: Reader, chunk: bytes) -> str:
                known = self.longest_chunk
                try:
                    return str(received(self, chunk))
                finally:
                    self.longest_chunk = change(self, known, chunk)

            return receive

        return replacing(Reader, "received", make)

    def latest(_: Reader, __: int, chunk: bytes) -> int:
        return len(chunk)

    def latest_first(reader: Reader, _: int, __: bytes) -> int:
        return len(reader.first)

    changes: dict[str, Callable[[Reader, int, bytes], int]] = {
        "the latest chunk is the known size, be it the check": latest,
        "the latest first chunk is the known size": latest_first,
        "a chunk that ends the read makes the known size": lambda reader, _, chunk: max(
            reader.longest_chunk, len(chunk)
        ),
        "a chunk that exceeds 512 bytes makes the known size": (
            lambda reader, _, chunk: (
                max(reader.longest_chunk, len(chunk))
                if len(reader.data) > MAXIMUM_OBJECT_LENGTH
                else reader.longest_chunk
            )
        ),
    }
    for name, change in changes.items():
        yield mutant(name, sized(change))

    def known_before_next(reader: Reader, _: bytes) -> int | None:
        """The size that stays."""
        return reader.longest_chunk if reader.stage == "next" else None

    def not_later(reader: Reader, known: int | None, _: bytes) -> None:
        if known is not None:
            reader.longest_chunk = known

    name = "later chunks don't make the known size"
    plant = replacing(Reader, "received", knowing(known_before_next, not_later))
    yield mutant(name, plant)

    def is_check(reader: Reader, _: bytes) -> bool:
        return reader.stage == "confirming"

    def overwritten(reader: Reader, was_check: bool, chunk: bytes) -> None:
        if not was_check:
            reader.longest_chunk = len(chunk)

    name = "the latest chunk that is not the check is the known size"
    yield mutant(name, replacing(Reader, "received", knowing(is_check, overwritten)))

    def forget(reader: Reader, *_: Any) -> None:
        reader.longest_chunk = 0

    def forget_all(reassembly: Reassembly, *_: Any) -> None:
        reassembly.reader.longest_chunk = 0

    yield mutant(
        "a read that is cancelled forgets the known size",
        replacing(Reassembly, "_on_cancel", after(forget_all)),
    )

    for method, what in (("refused", "an error"), ("received", "a refused chunk")):
        name = f"{what} that ends the read forgets the known size"
        yield mutant(name, replacing(Reader, method, if_refused(forget)))

    def only_first(is_short: Any) -> Any:
        def check(self: Reader, chunk: bytes) -> bool:
            is_again = self.stage == "confirming"
            return len(chunk) < 20 if is_again else bool(is_short(self, chunk))

        return check

    name = "the known size does not count for the first chunk of another attempt"
    yield mutant(name, replacing(Reader, "_is_short", only_first))

    def of_attempt(reassembly: Reassembly, *_: Any) -> None:
        reassembly.reader.first = b""

    name = "a read forgets the size of its own chunks with the known size"
    yield mutant(name, replacing(Reassembly, "_on_forgetChunkSize", after(of_attempt)))

    def ended(reassembly: Reassembly, *_: Any) -> None:
        reassembly.is_reading = False

    name = "to forget the known size ends the read"
    yield mutant(name, replacing(Reassembly, "_on_forgetChunkSize", after(ended)))


def _known_values() -> Iterator[Mutant]:
    """When a value is compared with the longest one."""

    def compare(reader: Reader, chunk: bytes) -> None:
        is_shorter = len(chunk) < reader.longest_chunk
        reader.__dict__["is_shorter"] = reader.trusts_chunk_size and is_shorter

    def compared(is_whole: Any) -> Any:
        def judge(self: Reader) -> bool:
            known = self.__dict__.get("is_shorter", False)
            return bool(is_whole.fget(self)) or (self.whole_values and known)

        return property(judge)

    yield mutant(
        "a value is compared with longer ones when it comes for the first time",
        replacing(Reader, "_first_chunk", before(compare)),
        replacing(Reader, "is_whole", compared),
    )


def _later_chunks() -> Iterator[Mutant]:
    """What a later chunk is compared with."""

    def ending(is_last: Callable[[Reader, int], bool]) -> Plant:
        """A later chunk is the last if it is shorter than something else."""

        def make(received: Any) -> Any:
            def receive(self: Reader, chunk: bytes) -> str:
                was_next = self.stage == "next"
                if not was_next:
                    self.previous = self.longest = 0
                self.longest = max(getattr(self, "longest", 0), len(self.first))
                is_end = was_next and is_last(self, len(chunk))
                step = str(received(self, chunk))
                self.previous = len(chunk)
                self.longest = max(self.longest, len(chunk))
                if is_end:
                    self.stage = "confirming"
                return step

            return receive

        return replacing(Reader, "received", make)

    readings: dict[str, Callable[[Reader, int], bool]] = {
        "a chunk shorter than the one before it is the last": lambda reader, size: (
            size < getattr(reader, "previous", 0)
        ),
        "a chunk shorter than the longest of the read is the last": (
            lambda reader, size: size < reader.longest
        ),
    }
    for name, is_last in readings.items():
        yield mutant(name, ending(is_last))


def _unexpected() -> Iterator[Mutant]:
    """What comes first: the offset of an answer, or its size."""

    def is_too_long(event: Json) -> bool:
        return len(event["bytes"]) > 2 * MAXIMUM_OBJECT_LENGTH

    def ended(reassembly: Reassembly, event: Json) -> None:
        if is_too_long(event):
            reassembly.is_reading = False
            raise Refused("oversized", MAXIMUM_OBJECT_LENGTH)

    name = "a chunk is too long whatever its offset, and ends the read"
    yield mutant(name, replacing(Reassembly, "_on_chunk", before(ended)))

    def too_long(reassembly: Reassembly, event: Json) -> None:
        if event["offset"] != reassembly.awaits and is_too_long(event):
            raise Refused("oversized", MAXIMUM_OBJECT_LENGTH)

    name = "a chunk that was not asked for is too long"
    yield mutant(name, replacing(Reassembly, "_on_chunk", before(too_long)))

    def counted(reassembly: Reassembly, _: int) -> None:
        reassembly.reader.restarts += reassembly.is_reading

    name = "an answer that was not asked for counts as a restart"
    yield mutant(name, replacing(Reassembly, "_expect", if_refused(counted)))
