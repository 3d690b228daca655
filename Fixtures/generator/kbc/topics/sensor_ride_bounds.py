"""Rides: how far a counter can have turned (S.7)."""

from __future__ import annotations

from ..sensors.script import RideScript, SECOND
from ..vectors import Topic


def wheel_bounds(topic: Topic) -> None:
    """Adds the ends of what is believed of a wheel."""
    # 6 s at 40 revolutions a second, and one that was all but complete.
    for title, count, distance in (
        ("As many revolutions as a second and a delay of 5 s allow count", 241, 506100),
        ("One revolution more than they allow is a new beginning", 242, 0),
        ("A count that is set forwards by 1196 within a second is no ride", 1196, 0),
    ):
        topic.sensor_ride(
            title,
            "S.7",
            RideScript()
            .csc(0, wheel=(100, 0))
            .csc(1000, wheel=(100 + count, SECOND))
            .read(1000),
            shows={"speed": None, "distance": distance},
        )
    topic.sensor_ride(
        "What was ridden while a notification was late counts",
        "S.7",
        RideScript()
        .csc(1000, wheel=(10, SECOND))
        .csc(20000, wheel=(20, 2 * SECOND))
        .csc(20000, wheel=(200, 20 * SECOND))
        .read(20000),
        shows={"speed": 21000, "distance": 190 * 2100},
    )


def crank_bounds(topic: Topic) -> None:
    """Adds the ends of what is believed of a crank."""
    # 6 s at 6 revolutions a second, and one that was all but complete.
    for title, count, cadence in (
        ("As many revolutions of a crank as can be believed count", 137, 28500),
        ("One more revolution of a crank is a new beginning", 138, 750),
    ):
        topic.sensor_ride(
            title,
            "S.7",
            RideScript()
            .csc(0, crank=(100, 0))
            .csc(1000, crank=(count, 0))
            .csc(8000, crank=(count + 1, 8 * SECOND))
            .read(8000),
            shows={"cadence": cadence},
        )
