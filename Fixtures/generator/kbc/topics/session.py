"""The two sessions: every event in every phase, and every sentence of their rules."""

from __future__ import annotations

from collections.abc import Iterator

from ..sessions import central_cells, peripheral_cells
from ..sessions.script import Collection
from ..vectors import Topic


def topics() -> Iterator[Topic]:
    """session/central/*.json and session/peripheral/*.json"""
    central = Collection("central")
    central_cells.add_cells(central)
    yield from central
    peripheral = Collection("peripheral")
    peripheral_cells.add_cells(peripheral)
    yield from peripheral
