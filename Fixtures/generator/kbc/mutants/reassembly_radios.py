"""Faults of reassembly with radios that go on by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .. import reassembly
from ..evaluate import Json
from ..planting import Plant
from ..reassembly import Reader
from .mutant import Mutant, replacing
from .reassembly import ONLY


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of radios that go on by themselves."""
    yield from _mistaken_radios()
    yield from _long_reads()
    yield from _extents()


def _mutant(name: str, *plants: Plant) -> Mutant:
    return Mutant(name, ONLY, plants)


def _mistaken_radios() -> Iterator[Mutant]:
    for right, wrong in (
        ("longReads", "offsetReads"),
        ("longReads", "wholeValues"),
        ("wholeValues", "offsetReads"),
        ("wholeValues", "longReads"),
        ("oneCallback", "offsetReads"),
        ("oneCallback", "longReads"),
        ("offsetReads", "longReads"),
    ):

        def mistaken(init: Any, right: str = right, wrong: str = wrong) -> Any:
            def begin(self: Reader, radio: str, *rest: Any) -> None:
                init(self, wrong if radio == right else radio, *rest)

            return begin

        name = f"{right} are taken for {wrong}"
        yield _mutant(name, replacing(Reader, "__init__", mistaken))


def _long_reads() -> Iterator[Mutant]:
    def first(change: Callable[[Reader, bytes, str], str]) -> Plant:
        """Changes what a long read makes of a first answer."""

        def make(first_chunk: Any) -> Any:
            def take(self: Reader, chunk: bytes) -> str:
                step = str(first_chunk(self, chunk))
                is_long = self.goes_on and not self.whole_values
                return change(self, chunk, step) if is_long else step

            return take

        return replacing(Reader, "_first_chunk", make)

    def doubting(reader: Reader, chunk: bytes, step: str) -> str:
        if step == "complete":
            reader.stage = "confirming"
            return "partial"
        return step

    yield _mutant("an answer of fewer than 20 bytes is checked", first(doubting))

    def of_radio(is_whole_value: bool) -> Plant:
        def shown(self: Reader) -> bytes:
            hides = self.goes_on and self.whole_values != is_whole_value
            return self.first[: reassembly.SMALLEST_PAYLOAD] if hides else self.first

        return Plant(Reader, "shown", property(shown))

    yield _mutant("all of a long read's first answer is shown", of_radio(False))

    def unended(refused: Any) -> Any:
        def refuse(self: Reader, error: int) -> str:
            if self.goes_on and self.stage == "next":
                raise reassembly.Refused("attError", self.offset)
            return str(refused(self, error))

        return refuse

    name = "an error does not end a long read's object"
    yield _mutant(name, replacing(Reader, "refused", unended))

    def by_beginning(received: Any) -> Any:
        def receive(self: Reader, chunk: bytes) -> str:
            is_check = self.stage == "confirming" and self.goes_on
            if is_check and chunk[:20] == self.first[:20]:
                chunk = self.first
            return str(received(self, chunk))

        return receive

    name = "an answer is checked by its first 20 bytes"
    yield _mutant(name, replacing(Reader, "received", by_beginning))


def _extents() -> Iterator[Mutant]:
    for overhead in (1, 2, 4):
        name = f"a value MTU - {overhead} long may be cut, in place of MTU - 3"
        yield _mutant(name, Plant(reassembly, "NOTIFICATION_OVERHEAD", overhead))
    wrongs: dict[str, Callable[[Reader, int, bool], bool]] = {
        "any value that came twice is whole": lambda _, __, ___: True,
        "no value but a short one is whole": lambda _, length, __: length < 20,
        "a value of 19 bytes may be cut": lambda _, length, right: (
            right and length != 19
        ),
        "a value of 512 bytes may be cut": lambda _, length, right: (
            right and length != 512
        ),
        "a value of 20 bytes is whole": lambda _, length, right: right or length == 20,
        "a value of 20 bytes is whole at a large MTU": lambda reader, length, right: (
            right or length == 20 and (reader.mtu or 0) > 23
        ),
        "a value of 22 bytes is whole at any known MTU": (
            lambda reader, length, right: right or length == 22 and bool(reader.mtu)
        ),
        "a value of 22 bytes is whole at a large MTU": (
            lambda reader, length, right: right
            or length == 22
            and (reader.mtu or 0) > 25
        ),
        "a value of 22 bytes may always be cut": lambda _, length, right: (
            right and length != 22
        ),
        "a value of 23 bytes may be cut": lambda _, length, right: (
            right and length != 23
        ),
        "a value of 21 bytes may be cut": lambda _, length, right: (
            right and length != 21
        ),
        "a value MTU - 1 long may be cut": lambda reader, length, right: (
            right and length != (reader.mtu or 0) - 1
        ),
        "a value MTU - 3 or longer may be cut": lambda reader, length, right: (
            right and (length < 20 or length < (reader.mtu or 0) - 3 or length == 512)
        ),
        "a value longer than MTU - 3 is whole, no other": lambda reader,
        length,
        right: (right and (length < 20 or length > (reader.mtu or 0) - 3)),
        "at an unknown MTU every value but 20 bytes is whole": (
            lambda reader, length, right: right or reader.mtu is None and length != 20
        ),
        "an unknown MTU is 23": lambda reader, length, right: (
            right or reader.mtu is None and length > 20
        ),
        "at an unknown MTU nothing is whole": lambda reader, _, right: (
            right and reader.mtu is not None
        ),
        "with one callback the told MTU is trusted": lambda reader, length, right: (
            right or _is_told(reader, length > _notified(reader) and length != 22)
        ),
        "with one callback 22 bytes are whole at MTU 23": lambda reader,
        length,
        right: (right or _is_told(reader, length == 22 and reader.mtu == 23)),
        "with one callback 22 bytes are whole below MTU - 3": lambda reader,
        length,
        right: (right or _is_told(reader, length == 22 < _notified(reader))),
        "with one callback MTU - 3 bytes are whole": lambda reader, length, right: (
            right or _is_told(reader, 22 < length == _notified(reader))
        ),
        "with one callback a value MTU - 2 long is whole": lambda reader,
        length,
        right: (right or _is_told(reader, 22 < length == _notified(reader) + 1)),
        "with one callback a value MTU - 4 long may be cut": lambda reader,
        length,
        right: (right and not _is_told(reader, length == _notified(reader) - 1)),
        "with one callback no known MTU tells anything": lambda reader, length, right: (
            right and not _is_told(reader, 20 <= length < _notified(reader))
        ),
        "with one callback 512 bytes may be cut": lambda reader, length, right: (
            right and not _is_told(reader, length == 512)
        ),
        "with one callback MTU - 3 bytes are never known": lambda reader,
        length,
        right: (right and not _is_told(reader, 512 > length >= _notified(reader) > 20)),
        "a told MTU is the least that it can be": lambda reader, length, right: (
            right and not (reader.mtu and 512 > length >= max(20, _notified(reader)))
        ),
    }
    for name, wrong in wrongs.items():
        right = Reader.__dict__["is_whole"].fget

        def is_whole(self: Reader, wrong: Any = wrong, right: Any = right) -> bool:
            if not self.whole_values:
                return True
            return bool(wrong(self, len(self.data), right(self)))

        yield _mutant(name, Plant(Reader, "is_whole", property(is_whole)))


def _notified(reader: Reader) -> int:
    return (reader.mtu or 0) - reassembly.NOTIFICATION_OVERHEAD


def _is_told(reader: Reader, condition: bool) -> bool:
    """Whether the condition holds, for a radio with one callback that has told an MTU."""
    return reader.has_one_callback and reader.mtu is not None and condition
