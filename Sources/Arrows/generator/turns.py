"""The arrows of turns and forks, the straight way, and the U-turn."""

from __future__ import annotations

from .pen import OVERLAP, Pen
from .shapes import Shape

# The lower edge of all arrows that begin where the rider is.
BOTTOM = 92
# An arrowhead along the grid: its length and its width. A diagonal one: its two equal sides.
HEAD = (30, 54)
SIDE = 38


def straight(pen: Pen) -> list[Shape]:
    return pen.arrow(pen.heavy, (48, BOTTOM), (48, 4), angle=90, head=(34, 58))


def slight_left(pen: Pen) -> list[Shape]:
    return _diagonal(pen, x=64, tip=(16, 8), angle=135)


def left(pen: Pen) -> list[Shape]:
    x, y = pen.snap(70), pen.snap(36)
    return pen.arrow(pen.heavy, (x, BOTTOM), (x, y), (4, y), angle=180, head=HEAD)


def sharp_left(pen: Pen) -> list[Shape]:
    return _diagonal(pen, x=72, tip=(10, 80), angle=225)


def fork_left(pen: Pen) -> list[Shape]:
    return [
        pen.stroke(pen.heavy / 2, (48, 48), (82, 14)),
        *_diagonal(pen, x=48, tip=(8, 8), angle=135),
    ]


def u_turn(pen: Pen) -> list[Shape]:
    right, left = pen.snap(74), pen.snap(32)
    radius = (right - left) / 2
    center = (left + radius, pen.snap(5) + pen.heavy / 2 + radius)
    into_arc = center[1] - OVERLAP
    return [
        pen.stroke(pen.heavy, (right, BOTTOM), (right, into_arc)),
        pen.arc(pen.heavy, center, radius, 0, 180),
        *pen.arrow(pen.heavy, (left, into_arc), (left, 82), angle=270, head=HEAD),
    ]


def _diagonal(
    pen: Pen, x: float, tip: tuple[float, float], angle: float
) -> list[Shape]:
    """From below up to a corner, and from there in a diagonal to the left."""
    x, end = pen.snap(x), (pen.snap(tip[0]), pen.snap(tip[1]))
    rise = x - end[0]
    corner = (x, end[1] + rise if angle < 180 else end[1] - rise)
    return pen.arrow(
        pen.heavy, (x, BOTTOM), corner, end, angle=angle, head=pen.diagonal_head(SIDE)
    )
