"""Faults of FE-C: in the pages' tables, and of frames."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..evaluate import Json
from ..sensors import fec
from .mutant import Mutant
from .sensor_tables import around, constant


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of FE-C."""
    yield from _pages()
    yield from _frames()


def _pages() -> Iterator[Mutant]:
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


def _frames() -> Iterator[Mutant]:
    yield around(fec, "decode_frame", "short frames are filled up", _filled)
    yield around(fec, "decode_frame", "the channel is 5", _channel)


def _filled(decode: Any) -> Any:
    def read(reader: Any, **options: bool) -> Json:
        reader.data = reader.data.ljust(13, b"\0")
        return decode(reader, **options)

    return read


def _channel(decode: Any) -> Any:
    return lambda reader, **options: decode(reader, **options) | {"channel": 5}
