"""The session of a companion app: every event in every phase, and every rule."""

from __future__ import annotations

from collections.abc import Iterator

from ..vectors import Topic
from ..watch.session import batch_rules, cells, rules
from ..watch.session.script import CompanionCollection


def topics() -> Iterator[Topic]:
    """watch/session/*.json"""
    collection = CompanionCollection()
    rules.add_rules(collection)
    cells.add_cells(collection)
    # What came later is at the end, because identifiers stay.
    batch_rules.add_batches(collection)
    yield from collection
