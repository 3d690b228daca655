"""Which files there are, and what is in them."""

from __future__ import annotations

from . import svg, tables
from .drawings import ARROWS, UNKNOWN
from .pen import SIZES, Pen
from .raster import bitmap, packed

# The drawings for the maps of knav.
SWIFT = "../KomootNavRecording/Pictures/ArrowDrawings.swift"
# Folders that hold nothing but generated files.
FOLDERS = ("c", "python", "svg")


def files() -> dict[str, str]:
    """Every generated file by its path below Sources/Arrows."""
    arrows = [UNKNOWN, *ARROWS]
    bitmaps = {
        size: {arrow.name: bitmap(arrow.draw(Pen(size)), size) for arrow in arrows}
        for size in SIZES
    }
    written = {"contact-sheet.svg": svg.contact_sheet(bitmaps)}
    for arrow in arrows:
        written[f"svg/{arrow.name}.svg"] = svg.picture(arrow)
    for size, rows in bitmaps.items():
        data = {name: packed(each) for name, each in rows.items()}
        written[f"c/knav_arrows_{size}.h"] = tables.c_header(size, data)
        written[f"python/knav_arrows_{size}.py"] = tables.python_module(size, data)
    written[SWIFT] = tables.swift_table({a.name: svg.shapes(a) for a in arrows})
    return written
