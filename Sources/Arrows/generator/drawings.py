"""All arrows: value, name, title and drawing."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from . import roundabouts, signs, turns
from .pen import Drawing


class Arrow(NamedTuple):
    """One arrow. `value` is the byte on the wire, or None for the sign that stands for all others."""

    value: int | None
    name: str
    title: str
    draw: Drawing


def mirror(draw: Drawing) -> Drawing:
    """The mirror image of a drawing."""
    return lambda pen: [shape.mirror() for shape in draw(pen)]


# The ways through a roundabout in the order of their values: which exit is taken, and of how many.
WAYS = ((1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3))


def _roundabouts() -> list[Arrow]:
    sides: list[tuple[int, str, str, Callable[[Drawing], Drawing]]] = [
        (17, "roundaboutCounterclockwise", "counter-clockwise", lambda draw: draw),
        (23, "roundaboutClockwise", "clockwise", mirror),
    ]
    return [
        Arrow(
            first + offset,
            f"{name}{taken}of{exits}",
            f"Roundabout, {way}: exit {taken} of {exits}",
            side(roundabouts.counterclockwise(taken, exits)),
        )
        for first, name, way, side in sides
        for offset, (taken, exits) in enumerate(WAYS)
    ]


# Shown for every value that has no meaning.
UNKNOWN = Arrow(None, "unknown", "Unknown", signs.unknown)

# Every arrow that has a meaning, in the order of the values. Two of them are reserved, and only the vendor's kit
# says what they mean.
ARROWS = [
    Arrow(1, "straight", "Straight on", turns.straight),
    Arrow(2, "start", "Start", signs.start),
    Arrow(3, "finish", "Finish", signs.finish),
    Arrow(4, "slightLeft", "Slight left", turns.slight_left),
    Arrow(5, "left", "Left", turns.left),
    Arrow(6, "sharpLeft", "Sharp left", turns.sharp_left),
    Arrow(7, "sharpRight", "Sharp right", mirror(turns.sharp_left)),
    Arrow(8, "right", "Right", mirror(turns.left)),
    Arrow(9, "slightRight", "Slight right", mirror(turns.slight_left)),
    Arrow(10, "forkRight", "Right at the fork", mirror(turns.fork_left)),
    Arrow(11, "forkLeft", "Left at the fork", turns.fork_left),
    Arrow(12, "uTurn", "U-turn", turns.u_turn),
    Arrow(13, "reserved13", "Point of interest", signs.point_of_interest),
    Arrow(14, "reserved14", "Roundabout, not described", roundabouts.turning),
    Arrow(
        15,
        "roundaboutExitLeft",
        "Leave the roundabout to the left",
        mirror(roundabouts.exit_right),
    ),
    Arrow(
        16,
        "roundaboutExitRight",
        "Leave the roundabout to the right",
        roundabouts.exit_right,
    ),
    *_roundabouts(),
    Arrow(29, "roundaboutFallback", "Roundabout", roundabouts.fallback),
    Arrow(30, "outOfRoute", "Out of route", signs.out_of_route),
]

# How many values a table of arrows has: the largest value with a meaning, and 0.
VALUES = max(arrow.value or 0 for arrow in ARROWS) + 1


def positions() -> list[int]:
    """For each value from 0, the place of its picture in a list that begins with `UNKNOWN`."""
    places = {arrow.value: place for place, arrow in enumerate(ARROWS, start=1)}
    return [places.get(value, 0) for value in range(VALUES)]
