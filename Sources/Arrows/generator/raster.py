"""Turns shapes into a bitmap.

A pixel is set if at least half of it is covered. Coverage is counted at 16 points of the
pixel, with whole numbers only.
"""

from __future__ import annotations

from collections.abc import Sequence

from .grid import SIDE, STEPS, Bounds, Point
from .shapes import Shape

# Points along each side of a pixel.
SAMPLES = 4


def bitmap(shapes: Sequence[Shape], size: int) -> list[list[bool]]:
    """The rows of a square bitmap, from the top; the pixels of a row from the left."""
    pitch, rest = divmod(SIDE * STEPS, size * SAMPLES * 2)
    if rest:
        raise ValueError(f"{size} pixels do not divide the grid")
    places = [[_place(each, n, pitch) for n in range(SAMPLES)] for each in range(size)]
    return [[_covered(shapes, column, row) for column in places] for row in places]


def packed(rows: list[list[bool]]) -> bytes:
    """A bitmap as bytes: most significant bit left, each row filled up to whole bytes."""
    packed = bytearray()
    for row in rows:
        for start in range(0, len(row), 8):
            bits = row[start : start + 8]
            packed.append(sum(bit << (7 - place) for place, bit in enumerate(bits)))
    return bytes(packed)


def _place(pixel: int, sample: int, pitch: int) -> int:
    """Where a sample lies, in steps: the samples are spread evenly, away from the pixel's edge."""
    return (2 * (pixel * SAMPLES + sample) + 1) * pitch


def _covered(shapes: Sequence[Shape], column: list[int], row: list[int]) -> bool:
    near = [shape for shape in shapes if _meets(shape.bounds(), column, row)]
    count = 0
    if near:
        for y in row:
            for x in column:
                point = Point(x, y)
                count += any(shape.contains(point) for shape in near)
    return 2 * count >= SAMPLES**2


def _meets(bounds: Bounds, column: list[int], row: list[int]) -> bool:
    across = bounds.left <= column[-1] and column[0] <= bounds.right
    return across and bounds.top <= row[-1] and row[0] <= bounds.bottom
