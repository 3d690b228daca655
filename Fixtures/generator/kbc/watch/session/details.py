"""A file of its own for what is easily read in another way, whatever the phase."""

from collections.abc import Iterator

from ...vectors import Topic
from . import detail_memory, detail_messages, detail_order, script
from .script import PLACES, CompanionCollection


def details() -> Iterator[Topic]:
    """watch/session/details.json"""
    collection = DetailCollection()
    names = vars(script) | vars(detail_order)
    for table in (detail_order.ROWS, detail_memory.ROWS, detail_messages.ROWS):
        collection.add_table(table, names, script.ready)
    yield from collection


class DetailCollection(CompanionCollection):
    """The vectors of all phases in one file."""

    def __init__(self) -> None:
        super().__init__()
        self.topics = dict.fromkeys(PLACES, Topic("watch/session", "details"))

    def __iter__(self) -> Iterator[Topic]:
        yield self.topics[PLACES[0]]
