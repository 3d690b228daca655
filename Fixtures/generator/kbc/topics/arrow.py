"""Arrows with their names: those up to 40, and others at which a table may end."""

from collections.abc import Iterator

from ..objects import LAYOUTS, make
from ..reference import arrow_name
from ..vectors import Topic

STREET = b"Kirchplatz Ost"
IN_EVERY_LAYOUT = (0, 15, 16, 30, 31, 255)
EDGES = (*range(33), 127, 128, 254, 255)
SIZES = (48, 64, 96, 100, 127, 128, 160, 192, 200, 224, 254)
RESERVED = {*range(33, 41)}.union(*((it - 1, it, it + 1) for it in SIZES))


def topics() -> Iterator[Topic]:
    """codec/arrow.json and codec/arrow-reserved.json"""
    topic = Topic("codec", "arrow")
    for arrow in EDGES:
        _add(topic, arrow, "deployed")
    for layout in ("published", "legacy"):
        for arrow in IN_EVERY_LAYOUT:
            _add(topic, arrow, layout)
    yield topic
    reserved = Topic("codec", "arrow-reserved")
    for arrow in sorted(RESERVED - {*EDGES}):
        _add(reserved, arrow, LAYOUTS[arrow % len(LAYOUTS)])
    yield reserved


def _add(topic: Topic, arrow: int, layout: str) -> None:
    name = arrow_name(arrow)
    topic.decode(
        f"Arrow {arrow} is {name}, {layout}",
        "4.1" if arrow <= 30 else "4.2",
        make(layout, STREET, arrow=arrow),
        flags=_flags(arrow),
        shows={"layout": layout, "arrow": arrow},
    )


def _flags(arrow: int) -> list[str]:
    if arrow in (15, 16):
        return ["arrows15And16Swapped"]
    flags = ["signedArrow"] if arrow >= 128 else []
    return [*flags, "arrowTableOverrun"] if arrow >= 31 else flags
