"""The session of a companion app: what is easily read in another way."""

from collections.abc import Iterator

from ..vectors import Topic
from ..watch.session import details


def topics() -> Iterator[Topic]:
    """watch/session/details.json"""
    yield from details.details()
