"""A file of its own for what is easily read in another way, whatever the phase."""

from __future__ import annotations

from collections.abc import Iterator

from ...vectors import Topic
from .detail_memory import add_memory_details
from .detail_messages import add_message_details
from .detail_order import add_order_details
from .script import PLACES, CompanionCollection


def details() -> Iterator[Topic]:
    """watch/session/details.json"""
    collection = DetailCollection()
    add_order_details(collection)
    add_memory_details(collection)
    add_message_details(collection)
    yield from collection


class DetailCollection(CompanionCollection):
    """The vectors of all phases in one file."""

    def __init__(self) -> None:
        super().__init__()
        self.topics = dict.fromkeys(PLACES, Topic("watch/session", "details"))

    def __iter__(self) -> Iterator[Topic]:
        yield self.topics[PLACES[0]]
