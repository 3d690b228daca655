"""The grid on which arrows are drawn: a square of 96 units, y down.

Points are whole numbers of steps, 64 in a unit, so that nothing that decides a pixel is
rounded twice: the same drawing gives the same bitmap on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

SIDE = 96
STEPS = 64


class Point(NamedTuple):
    """A point, in steps."""

    x: int
    y: int


class Bounds(NamedTuple):
    """A rectangle, in steps."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def around(cls, points: Iterable[Point], margin: int) -> Bounds:
        """The smallest rectangle that keeps a margin around points."""
        xs, ys = zip(*points)
        return cls(
            min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin
        )


def steps(units: float) -> int:
    """A length in steps. Rounding first to a millionth of a unit hides the last bits of sines."""
    return math.floor(round(units, 6) * STEPS + 0.5)


def at(x: float, y: float) -> Point:
    """A point, from units."""
    return Point(steps(x), steps(y))


def direction(angle: float) -> tuple[float, float]:
    """The unit vector of an angle in degrees, counterclockwise from the right as the rider sees it."""
    radians = math.radians(angle)
    return round(math.cos(radians), 9), round(-math.sin(radians), 9)


def along(x: float, y: float, angle: float, length: float) -> tuple[float, float]:
    """The point, in units, that lies a length from another."""
    dx, dy = direction(angle)
    return x + dx * length, y + dy * length


def units(value: int) -> str:
    """A length in units, as SVG writes it: at most two decimals."""
    return f"{value / STEPS:.2f}".rstrip("0").rstrip(".")
