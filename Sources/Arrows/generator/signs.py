"""The signs that are not turns: start, finish, point of interest, off the route, unknown."""

from __future__ import annotations

import math
from itertools import product

from .grid import along
from .pen import OVERLAP, Pen
from .shapes import Shape


def start(pen: Pen) -> list[Shape]:
    """Straight on, from a ring."""
    radius = pen.half_snap(12)
    y = pen.snap(92) - radius - pen.thin / 2
    return [
        pen.ring(pen.thin, (48, y), radius),
        *pen.arrow(pen.heavy, (48, y - radius), (48, 4), angle=90, head=(32, 54)),
    ]


def finish(pen: Pen) -> list[Shape]:
    """A chequered flag."""
    pole, top, cell = pen.snap(16), pen.snap(8), pen.snap(16)
    left = pole + pen.thin / 2
    right, bottom, edge = left + 4 * cell, top + 3 * cell, pen.thin / 2
    shapes: list[Shape] = [pen.stroke(pen.thin, (pole, 4), (pole, 92))]
    for row, column in product(range(3), range(4)):
        if (row + column) % 2:
            x, y = left + column * cell, top + (row + 0.5) * cell
            shapes.append(pen.stroke(cell, (x, y), (x + cell, y)))
    for y in (top + edge / 2, bottom - edge / 2):
        shapes.append(pen.stroke(edge, (left, y), (right, y)))
    right -= edge / 2
    return [*shapes, pen.stroke(edge, (right, top), (right, bottom))]


def point_of_interest(pen: Pen) -> list[Shape]:
    """A pin, as on a map."""
    center, inner, outer = (48, pen.snap(36)), pen.snap(12), pen.snap(32)
    tip = (48, 92)
    # The sides of the pin touch its round head.
    aside = math.degrees(math.acos(outer / (tip[1] - center[1])))
    sides = (along(*center, 270 + turn, outer) for turn in (aside, -aside))
    return [
        pen.ring(outer - inner, center, (outer + inner) / 2),
        pen.area(*sides, tip),
    ]


def out_of_route(pen: Pen) -> list[Shape]:
    """A cross beside a dashed line, which is the route."""
    x = pen.snap(16)
    cx, cy, r = pen.snap(60), 48, pen.snap(24)
    return [
        *(pen.stroke(pen.thin, (x, y), (x, y + 20)) for y in (4, 38, 72)),
        pen.stroke(pen.heavy, (cx - r, cy - r), (cx + r, cy + r)),
        pen.stroke(pen.heavy, (cx - r, cy + r), (cx + r, cy - r)),
    ]


def unknown(pen: Pen) -> list[Shape]:
    """A question mark."""
    center, radius = (48, pen.snap(30)), 19
    # The line goes on in the direction in which the arc ends, down to the middle.
    end = along(*center, -45, radius)
    corner = (48, end[1] + end[0] - 48)
    return [
        pen.arc(pen.heavy, center, radius, -45, 180),
        pen.stroke(pen.heavy, (48, 69), corner, along(*end, 45, OVERLAP)),
        pen.disc((48, 84), 8),
    ]
