"""What each size of a bitmap draws with: how wide its lines are, and where they may lie."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .grid import SIDE, along, at, steps
from .shapes import Arc, Area, Disc, Ring, Shape, Stroke


class Widths(NamedTuple):
    """The widths of lines, in pixels."""

    heavy: float
    """Of a turn."""
    way: float
    """Of the way into a roundabout and out of it. Even, as all lines in the middle of the picture."""
    curve: float
    """Of the way round the ring."""
    rim: float
    """Of the rest of the ring."""
    thin: float
    """Of an exit that is not taken."""
    radius: float
    """Of the ring, up to the middle of its line. With half of `curve`, it ends where a pixel ends."""


# Small pictures have lines that are wider for their size. The SVG pictures are drawn like the last.
WIDTHS = {
    24: Widths(heavy=4, way=4, curve=3, rim=1, thin=2, radius=4.5),
    32: Widths(heavy=6, way=4, curve=4, rim=1.5, thin=2, radius=6),
    48: Widths(heavy=8, way=6, curve=6, rim=2, thin=2, radius=9),
    64: Widths(heavy=10, way=8, curve=8, rim=3, thin=4, radius=12),
    96: Widths(heavy=14, way=12, curve=12, rim=4, thin=6, radius=18),
}

# Sizes of the bitmaps, in pixels.
SIZES = tuple(WIDTHS)

# How far a line goes into the arc that it meets, so that no seam shows when SVG is drawn.
OVERLAP = 1


class Pen:
    """Draws for one size. All lengths are units, all angles degrees, counterclockwise from the right."""

    def __init__(self, size: int) -> None:
        self.pixel = SIDE / size
        in_units = Widths(*(each * self.pixel for each in WIDTHS[size]))
        self.heavy, self.way, self.curve, self.rim, self.thin, self.radius = in_units

    def snap(self, length: float) -> float:
        """The nearest edge between two pixels."""
        return int(length / self.pixel + 0.5) * self.pixel

    def half_snap(self, length: float) -> float:
        """The nearest edge or middle of a pixel."""
        return int(length * 2 / self.pixel + 0.5) * self.pixel / 2

    def stroke(self, width: float, *points: tuple[float, float]) -> Stroke:
        return Stroke(tuple(at(*point) for point in points), steps(width))

    def arc(
        self,
        width: float,
        center: tuple[float, float],
        radius: float,
        start: float,
        end: float,
    ) -> Arc:
        """A part of a ring, counterclockwise from one angle to another."""
        return Arc(
            at(*center),
            steps(radius),
            at(*along(*center, start, radius)),
            at(*along(*center, end, radius)),
            steps(width),
        )

    def ring(self, width: float, center: tuple[float, float], radius: float) -> Ring:
        return Ring(at(*center), steps(radius), steps(width))

    def disc(self, center: tuple[float, float], radius: float) -> Disc:
        return Disc(at(*center), steps(radius))

    def area(self, *corners: tuple[float, float]) -> Area:
        return Area(tuple(at(*corner) for corner in corners))

    def diagonal_head(self, side: float) -> tuple[float, float]:
        """Length and width of a head whose sides run along pixels if it points in a diagonal."""
        root = 2**0.5
        return self.snap(side) / root, self.snap(side) * root

    def head(
        self, tip: tuple[float, float], angle: float, length: float, width: float
    ) -> Area:
        """An arrowhead that points in a direction."""
        base = along(*tip, angle + 180, length)
        return self.area(
            tip,
            along(*base, angle + 90, width / 2),
            along(*base, angle - 90, width / 2),
        )

    def arrow(
        self,
        width: float,
        *points: tuple[float, float],
        angle: float,
        head: tuple[float, float],
    ) -> list[Stroke | Area]:
        """A line whose last point is the tip of an arrowhead of some length and width."""
        tip, length = points[-1], head[0]
        # The line ends inside the head, so that no seam shows.
        end = along(*tip, angle + 180, length * 0.75)
        return [
            self.stroke(width, *points[:-1], end),
            self.head(tip, angle, *head),
        ]


Drawing = Callable[[Pen], list[Shape]]
