"""The shapes of a drawing. Each says whether a point lies in it, and draws itself as SVG."""

from __future__ import annotations

from dataclasses import dataclass

from .grid import SIDE, STEPS, Bounds, Point, units


def mirrored(point: Point) -> Point:
    """The point on the other side of the grid's vertical middle line."""
    return Point(SIDE * STEPS - point.x, point.y)


def turn(origin: Point, to: Point, point: Point) -> int:
    """Above 0 if `point` lies clockwise of the line from `origin` to `to`, on the screen."""
    return (to.x - origin.x) * (point.y - origin.y) - (to.y - origin.y) * (
        point.x - origin.x
    )


def square(first: Point, second: Point) -> int:
    """The square of the distance between two points."""
    return (first.x - second.x) ** 2 + (first.y - second.y) ** 2


@dataclass(frozen=True)
class Stroke:
    """A line through points: flat ends, round corners."""

    points: tuple[Point, ...]
    width: int

    def contains(self, point: Point) -> bool:
        corners = self.points[1:-1]
        if any(4 * square(corner, point) <= self.width**2 for corner in corners):
            return True
        return any(
            self._beside(start, end, point)
            for start, end in zip(self.points, self.points[1:])
        )

    def _beside(self, start: Point, end: Point, point: Point) -> bool:
        length = square(start, end)
        reach = (point.x - start.x) * (end.x - start.x)
        reach += (point.y - start.y) * (end.y - start.y)
        off = turn(start, end, point)
        return 0 <= reach <= length and 4 * off**2 <= self.width**2 * length

    def bounds(self) -> Bounds:
        return Bounds.around(self.points, (self.width + 1) // 2)

    def mirror(self) -> Stroke:
        return Stroke(tuple(map(mirrored, self.points)), self.width)

    def svg(self) -> str:
        path = " ".join(f"{units(each.x)} {units(each.y)}" for each in self.points)
        return (
            f'<path d="M{path}" fill="none" stroke="currentColor" '
            f'stroke-width="{units(self.width)}" stroke-linejoin="round"/>'
        )


@dataclass(frozen=True)
class Arc:
    """A part of a ring, counterclockwise from the ray through `start` to the ray through `end`.

    Both points lie on the ring's middle line. The part is less than a whole ring.
    """

    center: Point
    radius: int
    start: Point
    end: Point
    width: int

    def contains(self, point: Point) -> bool:
        distance = 4 * square(self.center, point)
        inner, outer = 2 * self.radius - self.width, 2 * self.radius + self.width
        if not inner**2 <= distance <= outer**2:
            return False
        after = turn(self.center, self.start, point) <= 0
        before = turn(self.center, self.end, point) >= 0
        return (after or before) if self.is_large else (after and before)

    @property
    def is_large(self) -> bool:
        """Whether the part is more than half of the ring."""
        return turn(self.center, self.start, self.end) > 0

    def bounds(self) -> Bounds:
        return Bounds.around([self.center], self.radius + (self.width + 1) // 2)

    def mirror(self) -> Arc:
        # The mirror image of counterclockwise is clockwise, so the ends change places.
        return Arc(
            mirrored(self.center),
            self.radius,
            mirrored(self.end),
            mirrored(self.start),
            self.width,
        )

    def svg(self) -> str:
        radius = units(self.radius)
        return (
            f'<path d="M{units(self.start.x)} {units(self.start.y)}'
            f"A{radius} {radius} 0 {int(self.is_large)} 0 "
            f'{units(self.end.x)} {units(self.end.y)}" fill="none" '
            f'stroke="currentColor" stroke-width="{units(self.width)}"/>'
        )


@dataclass(frozen=True)
class Ring:
    """A whole ring."""

    center: Point
    radius: int
    width: int

    def contains(self, point: Point) -> bool:
        distance = 4 * square(self.center, point)
        inner, outer = 2 * self.radius - self.width, 2 * self.radius + self.width
        return inner**2 <= distance <= outer**2

    def bounds(self) -> Bounds:
        return Bounds.around([self.center], self.radius + (self.width + 1) // 2)

    def mirror(self) -> Ring:
        return Ring(mirrored(self.center), self.radius, self.width)

    def svg(self) -> str:
        return (
            f'<circle cx="{units(self.center.x)}" cy="{units(self.center.y)}" '
            f'r="{units(self.radius)}" fill="none" stroke="currentColor" '
            f'stroke-width="{units(self.width)}"/>'
        )


@dataclass(frozen=True)
class Disc:
    """A filled circle."""

    center: Point
    radius: int

    def contains(self, point: Point) -> bool:
        return square(self.center, point) <= self.radius**2

    def bounds(self) -> Bounds:
        return Bounds.around([self.center], self.radius)

    def mirror(self) -> Disc:
        return Disc(mirrored(self.center), self.radius)

    def svg(self) -> str:
        return (
            f'<circle cx="{units(self.center.x)}" cy="{units(self.center.y)}" '
            f'r="{units(self.radius)}" fill="currentColor"/>'
        )


@dataclass(frozen=True)
class Area:
    """A filled convex polygon."""

    corners: tuple[Point, ...]

    def contains(self, point: Point) -> bool:
        around = (*self.corners[1:], self.corners[0])
        turns = [turn(*side, point) for side in zip(self.corners, around)]
        return min(turns) >= 0 or max(turns) <= 0

    def bounds(self) -> Bounds:
        return Bounds.around(self.corners, 0)

    def mirror(self) -> Area:
        return Area(tuple(map(mirrored, self.corners)))

    def svg(self) -> str:
        path = " ".join(f"{units(each.x)} {units(each.y)}" for each in self.corners)
        return f'<path d="M{path}z" fill="currentColor"/>'


Shape = Stroke | Arc | Ring | Disc | Area
