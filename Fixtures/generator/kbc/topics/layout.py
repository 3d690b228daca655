"""The three layouts with one set of fields, whole and possibly cut, detected and pinned."""

from collections.abc import Iterator

from ..objects import LAYOUTS, make
from ..vectors import Topic

CLAUSES = {"published": "2.6", "deployed": "2.7", "legacy": "2.8"}

ROWS = """
CLAUSE A whole LAYOUT object is recognised
  decode DATA -> **FIELDS, street=STREET
CLAUSE A whole LAYOUT object, pinned
  decode DATA, "LAYOUT" -> **FIELDS, street=STREET
3.5 A LAYOUT object that may be cut is recognised
  decode DATA, extent="possiblyCut" -> **FIELDS, street=STREET, extent="possiblyCut"
3.5 A LAYOUT object that may be cut, pinned
  decode DATA, "LAYOUT", "possiblyCut" -> **FIELDS, street=STREET, extent="possiblyCut"
2.9 A LAYOUT object without a street, pinned
  decode BARE, "LAYOUT" -> **FIELDS, street=""
"""
STREET = "Rosenthaler Platz"


def topics() -> Iterator[Topic]:
    """codec/layout.json"""
    topic = Topic("codec", "layout")
    for layout in LAYOUTS:
        bare = make(layout, arrow=8, distance=1234)
        names = {
            "STREET": STREET,
            "BARE": bare,
            "DATA": bare + STREET.encode(),
            "FIELDS": {"layout": layout, "arrow": 8, "distanceInMeters": 1234},
        }
        rows = ROWS.replace("CLAUSE", CLAUSES[layout]).replace("LAYOUT", layout)
        topic.add_table(rows, names)
    yield topic
