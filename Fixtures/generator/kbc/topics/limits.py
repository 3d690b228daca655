"""Where the buffers and the tables of devices end: streets and arrows around their sizes."""

from collections.abc import Iterator

from ..objects import make
from ..reference import arrow_name
from ..vectors import Topic

LAYOUTS = ("published", "deployed")
STREET = b"Rue des Tanneurs et des Tisserands du Faubourg, pres du Pont Neuf, direction Centre-ville, piste cyclable"
# Buffers for streets, and how many pictures a table of arrows has.
BUFFERS = (11, 13, 22, 32, 100)
TABLES = (31, 32, 37, 128)
SHORT_STREETS = (b"", b"Quai")


def topics() -> Iterator[Topic]:
    """codec/limits.json"""
    topic = Topic("codec", "limits")
    for layout in LAYOUTS:
        for size in sorted({size + more for size in BUFFERS for more in (-1, 0, 1)}):
            _add_street(topic, layout, size)
        for arrow in sorted({size + more for size in TABLES for more in (-1, 0, 1)}):
            for street in SHORT_STREETS:
                _add_arrow(topic, layout, arrow, street)
    yield topic


def _add_street(topic: Topic, layout: str, size: int) -> None:
    topic.decode(
        f"A street of {size} bytes, {layout}",
        "2.3",
        make(layout, STREET[:size], distance=75),
        flags=[f"streetOverflow{room}" for room in BUFFERS if size >= room],
        shows={"layout": layout, "streetBytes": STREET[:size].hex()},
    )


def _add_arrow(topic: Topic, layout: str, arrow: int, street: bytes) -> None:
    shown = street.decode() or "no street"
    topic.decode(
        f"Arrow {arrow} is {arrow_name(arrow)}, {shown}, {layout}",
        "4.1" if arrow <= 30 else "4.2",
        make(layout, street, arrow=arrow, distance=75),
        flags=_flags(arrow),
        shows={"layout": layout, "arrow": arrow},
    )


def _flags(arrow: int) -> list[str]:
    flags = {
        "arrowTableOverrun": 31,
        "arrowTableOverrun32": 32,
        "arrowTableOverrun37": 37,
        "signedArrow": 128,
    }
    return [flag for flag, first in flags.items() if arrow >= first]
