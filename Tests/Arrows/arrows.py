"""What the tests of the arrows share: where things are, and how to read bitmaps and names."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path
from types import ModuleType

REPOSITORY = Path(__file__).resolve().parents[2]
ARROWS = REPOSITORY / "Sources" / "Arrows"
WIRE = REPOSITORY / "Sources" / "KomootNav" / "Wire"
SIZES = (24, 32, 48, 64, 96)
UNKNOWN = "unknown"

sys.path[:0] = [str(ARROWS), str(ARROWS / "python")]

Bitmap = list[list[int]]


def module(size: int) -> ModuleType:
    """The Python module with the bitmaps of a size."""
    return importlib.import_module(f"knav_arrows_{size}")


def values() -> dict[str, int]:
    """The value of each name in Swift, from the declarations."""
    source = (WIRE / "Arrow.swift").read_text(encoding="utf-8")
    found = re.findall(r"static let (\w+) = Arrow\(rawValue: (\d+)\)", source)
    return {name: int(value) for name, value in found}


def reserved() -> dict[str, int]:
    """The value of each reserved name to which the vendor's kit gives a meaning, from the table in the rules."""
    page = (REPOSITORY / "Docs" / "Protocol.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| (\d+) \| `(\w+)` \| reserved \(K: (.+)\) \|$", page, re.MULTILINE
    )
    return {name: int(value) for value, name, meaning in rows if meaning != UNKNOWN}


def drawn() -> dict[str, int]:
    """The value of each name that has a picture of its own."""
    return values() | reserved()


def spoken_names() -> list[str]:
    """The names that Swift gives to arrows, from the switch."""
    source = (WIRE / "Arrow.swift").read_text(encoding="utf-8")
    # Without the glyphs, some of which are numbers in circles.
    return re.findall(r'case \.\w+: "([A-Za-z]\w*)"', source)


def unpacked(data: bytes, size: int) -> Bitmap:
    """A bitmap's rows of pixels, each 0 or 1."""
    width = (size + 7) // 8
    rows = [data[start : start + width] for start in range(0, len(data), width)]
    return [[row[x // 8] >> (7 - x % 8) & 1 for x in range(size)] for row in rows]


def bitmaps(size: int) -> dict[str, Bitmap]:
    """The bitmap of each arrow that has a meaning, and of the unknown one."""
    lookup = module(size).bitmap
    named = {name: lookup(value) for name, value in drawn().items()}
    named[UNKNOWN] = lookup(0)
    return {name: unpacked(data, size) for name, data in named.items()}


def other_side(name: str) -> str:
    """The name of an arrow's mirror image, if it has one; else the name itself."""
    sides = {"Left": "Right", "left": "right", "Clockwise": "Counterclockwise"}
    sides |= {there: here for here, there in sides.items()}
    pattern = "|".join(sorted(sides, key=len, reverse=True))
    return re.sub(pattern, lambda side: sides[side[0]], name)
