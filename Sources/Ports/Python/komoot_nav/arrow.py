"""Arrows: clause 4. A device can keep its pictures in this order."""

NAMES = (
    None,
    "straight",
    "start",
    "finish",
    "slightLeft",
    "left",
    "sharpLeft",
    "sharpRight",
    "right",
    "slightRight",
    "forkRight",
    "forkLeft",
    "uTurn",
    None,
    None,
    "roundaboutExitLeft",
    "roundaboutExitRight",
    "roundaboutCounterclockwise1of1",
    "roundaboutCounterclockwise1of2",
    "roundaboutCounterclockwise1of3",
    "roundaboutCounterclockwise2of2",
    "roundaboutCounterclockwise2of3",
    "roundaboutCounterclockwise3of3",
    "roundaboutClockwise1of1",
    "roundaboutClockwise1of2",
    "roundaboutClockwise1of3",
    "roundaboutClockwise2of2",
    "roundaboutClockwise2of3",
    "roundaboutClockwise3of3",
    "roundaboutFallback",
    "outOfRoute",
)


def name(arrow):
    """The arrow's name, or "reserved" and the number for a value without a meaning yet."""
    known = NAMES[arrow] if 0 <= arrow < len(NAMES) else None
    return known or "reserved%d" % arrow
