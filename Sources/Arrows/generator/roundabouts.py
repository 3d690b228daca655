"""The arrows of roundabouts, seen from above: the rider comes from below.

The travelled way is heavy. The exits that are not taken, and the rest of the ring, are thin.
"""

from __future__ import annotations

import math

from .grid import along, direction
from .pen import OVERLAP, Drawing, Pen
from .shapes import Shape

BOTTOM = 92
CENTER = (48, 48)
ENTRY = 270
# Where the exits are, in the order in which the rider passes them, by their number.
EXITS = {1: (450,), 2: (405, 495), 3: (360, 450, 540)}


def counterclockwise(taken: int, exits: int) -> Drawing:
    """A roundabout with as many exits, of which one is taken."""

    def draw(pen: Pen) -> list[Shape]:
        radius = pen.radius
        leave = EXITS[exits][taken - 1]
        shapes: list[Shape] = [
            _ray(pen, angle) for angle in EXITS[exits] if angle != leave
        ]
        shapes.append(pen.arc(pen.rim, CENTER, radius, leave, ENTRY + 360))
        shapes.append(pen.stroke(pen.way, (48, BOTTOM), (48, 48 + radius)))
        shapes.append(pen.arc(pen.curve, CENTER, radius, ENTRY, leave))
        # Round ends, where the way turns into the ring and out of it.
        for angle in (ENTRY, leave):
            shapes.append(pen.disc(along(*CENTER, angle, radius), pen.curve / 2))
        return shapes + _way_out(pen, leave)

    return draw


def _ray(pen: Pen, angle: float) -> Shape:
    """An exit that is not taken."""
    start = along(*CENTER, angle, pen.radius)
    length = 52 if angle % 90 else 42
    return pen.stroke(pen.thin, start, along(*CENTER, angle, length))


def _way_out(pen: Pen, angle: float) -> list[Shape]:
    """From the ring to the arrowhead at the exit that is taken."""
    start = along(*CENTER, angle, pen.radius)
    if angle % 90:
        side = pen.snap(40)
        dx, dy = direction(angle)
        tip = (48 + math.copysign(side, dx), 48 + math.copysign(side, dy))
        return pen.arrow(pen.way, start, tip, angle=angle, head=pen.diagonal_head(26))
    # The tip lies half a pixel further out, because its first half pixel is too narrow to be seen.
    tip = along(*CENTER, angle, pen.snap(44) + pen.pixel / 2)
    head = (pen.snap(17) + pen.pixel / 2, 2 * pen.snap(22))
    return pen.arrow(pen.way, start, tip, angle=angle, head=head)


def exit_right(pen: Pen) -> list[Shape]:
    """Out of the ring: there is no way in, because the rider is on it already."""
    center, radius = (pen.snap(32), pen.snap(54)), pen.radius + pen.pixel
    leave = along(*center, 315, radius)
    start = along(*leave, 225, OVERLAP)
    x = pen.snap(90)
    tip = (x, leave[1] - (x - leave[0]))
    return [
        pen.arc(pen.rim, center, radius, -45, 180),
        pen.arc(pen.curve, center, radius, 180, 315),
        *pen.arrow(pen.way, start, tip, angle=45, head=pen.diagonal_head(34)),
    ]


def fallback(pen: Pen) -> list[Shape]:
    """A way in and a ring, but no arrowhead."""
    radius = pen.snap(22)
    return [
        pen.ring(pen.way, CENTER, radius),
        pen.stroke(pen.way, (48, BOTTOM), (48, 48 + radius)),
        *(_ray(pen, angle) for angle in (360, 450, 540)),
    ]


def turning(pen: Pen) -> list[Shape]:
    """Two arrows that turn around an island, as right-hand traffic does."""
    radius, half = pen.snap(28), pen.snap(16)
    shapes: list[Shape] = [pen.disc(CENTER, pen.snap(8))]
    for side, start in ((1, 210), (-1, 30)):
        # Up on the right, and down on the left. The head goes over the end of the line.
        x, base = 48 + side * radius, 48 + side * pen.snap(8)
        shapes.append(pen.arc(pen.curve, CENTER, radius, start, start + 140))
        tip = (x, base - side * pen.snap(20))
        shapes.append(pen.area((x - half, base), (x + half, base), tip))
    return shapes
