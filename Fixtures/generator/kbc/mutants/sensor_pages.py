"""Faults in the tables of the pages of FE-C."""

from collections.abc import Iterator
from dataclasses import replace

from ..evaluate import Json
from ..sensors import fec
from .mutant import Mutant
from .sensor_tables import constant


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults in these tables."""
    for number, (name, parts) in fec.PAGES.items():
        for place, part in enumerate(parts):
            for what, changed in _parts(part):
                row = (*parts[:place], changed, *parts[place + 1 :])
                pages = fec.PAGES | {number: (name, row)}
                yield constant(fec, "PAGES", pages, f"{name} {part.name} {what}")


def _parts(part: fec.Part) -> Iterator[tuple[str, fec.Part]]:
    if part.width > 1:
        yield "is a bit too narrow", replace(part, width=part.width - 1)
    if not part.words:
        yield "is a bit too high", replace(part, bit=part.bit + 1)
    if part.none is not None:
        yield "is always available", replace(part, none=-1)
    if part.added:
        yield "is sent as it is", replace(part, added=0)
    if part.signed:
        yield "is unsigned", replace(part, signed=False)
