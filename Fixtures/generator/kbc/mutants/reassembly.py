"""Faults of reassembly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .. import reassembly
from ..evaluate import Json
from ..planting import Plant
from ..reassembly import Reader, Reassembly
from ..reference import Refused
from .mutant import Mutant, replacing

ONLY = ("reassembly", "centralSession")


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of reassembly."""
    yield from _sizes()
    yield from _endings()
    yield from _proof()
    yield from _showing()


def mutant(name: str, *plants: Plant) -> Mutant:
    """A fault that reassembly and the central's session show."""
    return Mutant(name, ONLY, plants)


def _sizes() -> Iterator[Mutant]:
    for size in (19, 21, 22):
        name = f"a first chunk below {size} bytes is the whole object"
        plant = Plant(reassembly, "SMALLEST_PAYLOAD", size)
        yield mutant(name, plant)
    for size in (511, 513):
        name = f"an object has at most {size} bytes"
        plant = Plant(reassembly, "MAXIMUM_OBJECT_LENGTH", size)
        yield mutant(name, plant)

    def forgetful(received: Any) -> Any:
        def receive(self: Reader, chunk: bytes) -> str:
            self.trusts_chunk_size = True
            return str(received(self, chunk))

        return receive

    def doubting(received: Any) -> Any:
        def receive(self: Reader, chunk: bytes) -> str:
            self.trusts_chunk_size = False
            return str(received(self, chunk))

        return receive

    name = "a short first chunk is never trusted"
    yield mutant(name, replacing(Reader, "received", doubting))
    name = "a short first chunk is always trusted"
    yield mutant(name, replacing(Reader, "received", forgetful))

    def bytewise(offset: Any) -> Any:
        return property(lambda self: max(offset.fget(self) - 1, 0))

    plant = Plant(Reader, "offset", bytewise(Reader.__dict__["offset"]))
    yield mutant("the next offset is one too small", plant)
    later = property(lambda self: len(self.data) + 1 if self.stage == "next" else 0)
    yield mutant("the next offset is one too great", Plant(Reader, "offset", later))


def _endings() -> Iterator[Mutant]:
    for endings in ((0x07,), (0x0B,), (0x07, 0x0B, 0x0A), (0x07, 0x0B, 0x0E)):
        codes = ", ".join(f"{code:#04x}" for code in endings)
        plant = Plant(reassembly, "ENDINGS", endings)
        yield mutant(f"the endings are {codes}", plant)
    every = tuple(range(256))
    yield mutant("every error is an ending", Plant(reassembly, "ENDINGS", every))

    def anywhere(refused: Any) -> Any:
        def refuse(self: Reader, error: int) -> str:
            if error in (0x07, 0x0B):
                self.stage = "confirming"
                return "read"
            return str(refused(self, error))

        return refuse

    name = "an ending counts at every offset"
    yield mutant(name, replacing(Reader, "refused", anywhere))

    def after(condition: Callable[[Reader, bytes], bool], stage: str) -> Any:
        def make(received: Any) -> Any:
            def receive(self: Reader, chunk: bytes) -> str:
                was_next = self.stage == "next"
                step = received(self, chunk)
                if was_next and condition(self, chunk):
                    self.stage = stage
                return str(step)

            return receive

        return replacing(Reader, "received", make)

    plant = after(lambda _, chunk: not chunk, "next")
    yield mutant("an empty chunk is not the end", plant)
    plant = after(lambda reader, chunk: len(chunk) == len(reader.first), "confirming")
    yield mutant("every second chunk is the last", plant)
    plant = after(lambda reader, chunk: len(chunk) > len(reader.first), "confirming")
    yield mutant("a chunk that is longer than the first is the last", plant)
    plant = after(lambda _, chunk: 0 < len(chunk) < 20, "next")
    yield mutant("only an empty chunk is the end", plant)
    plant = after(lambda reader, _: len(reader.data) == 512, "next")
    yield mutant("512 bytes are not the end", plant)


def _proof() -> Iterator[Mutant]:
    def comparing(equal: Callable[[bytes, bytes], bool]) -> Plant:
        def make(received: Any) -> Any:
            def receive(self: Reader, chunk: bytes) -> str:
                if self.stage == "confirming" and equal(chunk, self.first):
                    chunk = self.first
                return str(received(self, chunk))

            return receive

        return replacing(Reader, "received", make)

    comparisons: dict[str, Callable[[bytes, bytes], bool]] = {
        "only the identifier of the first chunk is compared": lambda a, b: a[:4]
        == b[:4],
        "only the length of the first chunk is compared": lambda a, b: len(a) == len(b),
        "the first byte of the first chunk is not compared": lambda a, b: a[1:]
        == b[1:],
        "the last byte of the first chunk is not compared": lambda a, b: (
            len(a) == len(b) and a[:-1] == b[:-1]
        ),
        "a beginning of the first chunk counts as the same": lambda a, b: (
            len(a) >= 20 and b.startswith(a)
        ),
        "a longer first chunk counts as the same": lambda a, b: a.startswith(b),
        "an empty first chunk counts as the same": lambda a, _: not a,
    }
    for name, equal in comparisons.items():
        yield mutant(name, comparing(equal))

    def confirmed(change: Callable[[Reader], None]) -> Plant:
        def make(first_chunk: Any) -> Any:
            def take(self: Reader, chunk: bytes) -> str:
                if self.stage == "confirming":
                    change(self)
                return str(first_chunk(self, chunk))

            return take

        return replacing(Reader, "_first_chunk", make)

    def uncounted(reader: Reader) -> None:
        reader.restarts -= 1

    def counted_twice(reader: Reader) -> None:
        reader.restarts += 1

    yield mutant("restarts are not counted", confirmed(uncounted))
    yield mutant("restarts are counted twice", confirmed(counted_twice))

    def failing(received: Any) -> Any:
        def receive(self: Reader, chunk: bytes) -> str:
            if self.stage == "confirming" and chunk != self.first:
                raise Refused("restartsExhausted", 0)
            return str(received(self, chunk))

        return receive

    name = "an object that changes ends the read at once"
    yield mutant(name, replacing(Reader, "received", failing))

    def limit(change: int) -> Plant:
        def make(init: Any) -> Any:
            def begin(self: Reader, radio: str, restarts: int, *rest: Any) -> None:
                init(self, radio, max(restarts + change, 0), *rest)

            return begin

        return replacing(Reader, "__init__", make)

    yield mutant("one restart more is allowed", limit(1))
    yield mutant("one restart fewer is allowed", limit(-1))

    def once(received: Any) -> Any:
        def receive(self: Reader, chunk: bytes) -> str:
            step = received(self, chunk)
            return "complete" if self.whole_values else str(step)

        return receive

    name = "one whole value is enough"
    yield mutant(name, replacing(Reader, "received", once))


def _showing() -> Iterator[Mutant]:
    def shown(change: Callable[[Json], Json]) -> Plant:
        def make(show: Any) -> Any:
            return lambda self, take, answer: change(dict(show(self, take, answer)))

        return replacing(Reassembly, "_show", make)

    changes: dict[str, Callable[[Json], Json]] = {
        "a partial object is not shown": lambda step: {
            name: value for name, value in step.items() if name != "partial"
        },
        "a partial object is shown as whole": lambda step: {
            {"partial": "object"}.get(name, name): value for name, value in step.items()
        },
        "the object loses its last byte": lambda step: {
            name: value[:-2] if name == "object" else value
            for name, value in step.items()
        },
    }
    for name, change in changes.items():
        yield mutant(name, shown(change))
    everything = Plant(Reader, "shown", property(lambda self: self.first))
    yield mutant("all of a first whole value is shown", everything)

    def stale(first_chunk: Any) -> Any:
        def take(self: Reader, chunk: bytes) -> str:
            old = self.data
            step = first_chunk(self, chunk)
            if len(old) > len(self.data):
                self.data = self.data + old[len(self.data) :]
            return str(step)

        return take

    name = "the rest of a longer object stays after a shorter one"
    yield mutant(name, replacing(Reader, "_first_chunk", stale))
