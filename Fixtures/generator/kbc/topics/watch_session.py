"""The session of a companion app: every event in every phase, and every rule."""

from collections.abc import Iterator

from ..vectors import Topic
from ..watch.session import (
    batch_rules,
    cells,
    connection_rules,
    failure_rules,
    list_rules,
    message_rules,
    readiness_rules,
    script,
    store_rules,
    time_rules,
)
from ..watch.session.script import CompanionCollection

# In the order of the clauses.
RULES = (
    store_rules.ROWS,
    list_rules.ROWS,
    message_rules.ROWS,
    failure_rules.ROWS,
    connection_rules.ROWS,
    list_rules.REGISTERING,
    time_rules.ROWS,
)


def topics() -> Iterator[Topic]:
    """watch/session/*.json"""
    collection = CompanionCollection()
    for table in RULES:
        collection.add_table(table, vars(script), script.ready)
    cells.add_cells(collection)
    # What came later is at the end, because identifiers stay.
    collection.add_table(batch_rules.ROWS, vars(script), script.ready)
    cells.add_batch_cells(collection)
    collection.since = "8.0.0"
    collection.add_table(readiness_rules.ROWS, vars(script), script.ready)
    collection.since = "8.1.0"
    collection.add_table(readiness_rules.DOUBTED_ROWS, vars(script), script.ready)
    yield from collection
