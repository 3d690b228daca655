"""Faults that reassembly and the central's session show: of endings, and how all of them are planted."""

from collections.abc import Iterator

from .. import reassembly
from ..evaluate import Json
from ..planting import Plant
from .mutant import Mutant

ONLY = ("reassembly", "centralSession")


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """Other endings."""
    for endings in ((0x07,), (0x0B,), (0x07, 0x0B, 0x0A), (0x07, 0x0B, 0x0E)):
        codes = ", ".join(f"{code:#04x}" for code in endings)
        plant = Plant(reassembly, "ENDINGS", endings)
        yield mutant(f"the endings are {codes}", plant)


def mutant(name: str, *plants: Plant) -> Mutant:
    """A fault that reassembly and the central's session show."""
    return Mutant(name, ONLY, plants)
