"""Faults of reassembly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .. import reassembly
from ..evaluate import Json
from ..planting import Plant
from ..reassembly import Reader, Reassembly
from .mutant import Mutant, replacing

ONLY = ("reassembly", "centralSession")


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of reassembly."""
    yield from _endings()
    yield from _proof()
    yield from _showing()


def mutant(name: str, *plants: Plant) -> Mutant:
    """A fault that reassembly and the central's session show."""
    return Mutant(name, ONLY, plants)


def _endings() -> Iterator[Mutant]:
    for endings in ((0x07,), (0x0B,), (0x07, 0x0B, 0x0A), (0x07, 0x0B, 0x0E)):
        codes = ", ".join(f"{code:#04x}" for code in endings)
        plant = Plant(reassembly, "ENDINGS", endings)
        yield mutant(f"the endings are {codes}", plant)

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
    plant = after(lambda reader, chunk: len(chunk) > len(reader.first), "confirming")
    yield mutant("a chunk that is longer than the first is the last", plant)
    plant = after(lambda _, chunk: 0 < len(chunk) < 20, "next")
    yield mutant("only an empty chunk is the end", plant)


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
