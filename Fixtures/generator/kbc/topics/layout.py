"""The three layouts with one set of fields, whole and possibly cut, detected and pinned."""

from __future__ import annotations

from collections.abc import Iterator

from ..objects import LAYOUTS, make
from ..vectors import Topic

CLAUSES = {"published": "2.6", "deployed": "2.7", "legacy": "2.8"}
STREET = b"Rosenthaler Platz"


def topics() -> Iterator[Topic]:
    """codec/layout.json"""
    topic = Topic("codec", "layout")
    for layout in LAYOUTS:
        data = make(layout, STREET, arrow=8, distance=1234)
        clause = CLAUSES[layout]
        fields = {"layout": layout, "arrow": 8, "distanceInMeters": 1234}
        with_street = {**fields, "street": "Rosenthaler Platz"}
        topic.decode(
            f"A whole {layout} object is recognised", clause, data, shows=with_street
        )
        topic.decode(
            f"A whole {layout} object, pinned", clause, data, layout, shows=with_street
        )
        topic.decode(
            f"A {layout} object that may be cut is recognised",
            "3.5",
            data,
            extent="possiblyCut",
            shows={**with_street, "extent": "possiblyCut"},
        )
        topic.decode(
            f"A {layout} object that may be cut, pinned",
            "3.5",
            data,
            layout,
            "possiblyCut",
            shows={**with_street, "extent": "possiblyCut"},
        )
        topic.decode(
            f"A {layout} object without a street, pinned",
            "2.9",
            make(layout, arrow=8, distance=1234),
            layout,
            shows={**fields, "street": ""},
        )
    yield topic
