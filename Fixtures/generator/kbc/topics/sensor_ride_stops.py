"""Rides: standstills."""

from __future__ import annotations

from collections.abc import Iterator

from ..sensors.script import RideScript, SECOND
from ..vectors import Topic


def topics() -> Iterator[Topic]:
    """sensor/ride-stops.json"""
    yield _stops()


def _stops() -> Topic:
    topic = Topic("sensor", "ride-stops")

    def slow() -> RideScript:
        # A revolution in a second, a notification a second.
        return RideScript().csc(0, wheel=(0, 0)).csc(1000, wheel=(1, SECOND))

    topic.sensor_ride(
        "A wheel that may still be turning",
        "S.10",
        slow().read(4999),
        shows={"speed": 2100},
    )
    topic.sensor_ride(
        "After twice a revolution and an interval it stands still",
        "S.10",
        slow().read(5000),
        flags=["neverZero"],
        shows={"speed": 0, "distance": 2100},
    )
    topic.sensor_ride(
        "A notification without a revolution slows the wheel down",
        "S.9",
        slow().csc(3000, wheel=(1, SECOND)).read(3000),
        flags=["zeroAtOnce"],
        shows={"speed": 1050},
    )
    topic.sensor_ride(
        "A notification without a revolution that says nothing new",
        "S.9",
        slow().csc(2000, wheel=(1, SECOND)).read(2000),
        flags=["zeroAtOnce"],
        shows={"speed": 2100},
    )
    topic.sensor_ride(
        "Silence does not slow the wheel down",
        "S.9",
        slow().csc(2500, wheel=(1, SECOND)).read(4000),
        flags=["zeroAtOnce"],
        shows={"speed": 1400},
    )
    fast = {"flags": ["neverZero"], "shows": {"speed": 0}}
    for title, read, intent in (
        ("A fast wheel is waited for", 3199, {"shows": {"speed": 21000}}),
        ("A fast wheel stands still sooner", 3200, fast),
    ):
        topic.sensor_ride(
            title,
            "S.10",
            RideScript().csc(0, wheel=(0, 0)).csc(1000, wheel=(10, SECOND)).read(read),
            **intent,
        )
    for title, read, intent in (
        (
            "A notification that comes sooner ends the wait sooner: not yet",
            3449,
            {"shows": {"speed": 21000}},
        ),
        ("A notification that comes sooner ends the wait sooner", 3450, fast),
    ):
        topic.sensor_ride(
            title,
            "S.10",
            RideScript()
            .csc(0, wheel=(0, 0))
            .csc(1000, wheel=(10, SECOND))
            .csc(1500, wheel=(15, 1536))
            .read(read),
            **intent,
        )
    for read, speed in ((3200, 16800), (3300, 0)):
        ride = RideScript().csc(0, wheel=(0, 0)).csc(1000, wheel=(8, SECOND))
        for quarter in range(5, 9):
            ride.csc(quarter * 250, wheel=(quarter * 2, quarter * SECOND // 4))
        topic.sensor_ride(
            f"Four notifications a second, read at {read} ms",
            "S.10",
            ride.read(read),
            shows={"speed": speed},
        )
    topic.sensor_ride(
        "An interval is a second before it is known",
        "S.10",
        RideScript().csc(0, wheel=(0, 0)).csc(125, wheel=(1, 128)).read(1825),
        shows={"speed": 16800},
    )
    ride = RideScript().csc(0, wheel=(0, 0))
    for tenth in range(1, 16):
        ride.csc(tenth * 100, wheel=(tenth, tenth * SECOND // 10))
    topic.sensor_ride(
        "The interval is at least a quarter of a second",
        "S.10",
        ride.read(2100),
        shows={"isSpeedAverage": False},
    )
    topic.sensor_ride(
        "Notifications that come more seldom are waited for longer",
        "S.10",
        RideScript().csc(0, wheel=(0, 0)).csc(1500, wheel=(15, 1536)).read(4699),
        shows={"speed": 21000},
    )
    topic.sensor_ride(
        "The interval is at most two seconds",
        "S.10",
        RideScript().csc(0, wheel=(0, 0)).csc(3000, wheel=(30, 3 * SECOND)).read(7200),
        flags=["neverZero"],
        shows={"speed": 0},
    )
    topic.sensor_ride(
        "A longer interval is taken at once",
        "S.10",
        RideScript().csc(0, wheel=(0, 0)).csc(2000, wheel=(20, 2 * SECOND)).read(6199),
        shows={"speed": 21000},
    )
    topic.sensor_ride(
        "A slow crank is waited for",
        "S.10",
        RideScript().csc(0, crank=(0, 0)).csc(2000, crank=(1, 2 * SECOND)).read(6999),
        shows={"cadence": 3000},
    )
    topic.sensor_ride(
        "No more than five seconds are waited",
        "S.10",
        RideScript().csc(0, crank=(0, 0)).csc(2000, crank=(1, 2 * SECOND)).read(7000),
        flags=["neverZero"],
        shows={"cadence": 0},
    )
    topic.sensor_ride(
        "A wheel that never turned stands still after five seconds",
        "S.10",
        RideScript().csc(0, wheel=(7, 0)).csc(1000, wheel=(7, 0)).read(5000),
        flags=["neverZero"],
        shows={"speed": 0},
    )
    topic.sensor_ride(
        "Until then its speed is not known",
        "S.10",
        RideScript().csc(0, wheel=(7, 0)).csc(1000, wheel=(7, 0)).read(4999),
        shows={"speed": None},
    )
    topic.sensor_ride(
        "After a standstill the first speed is that of the whole time",
        "S.4",
        slow()
        .csc(9000, wheel=(1, SECOND))
        .csc(11000, wheel=(2, 11 * SECOND))
        .read(11000),
        shows={"speed": 210, "distance": 4200},
    )
    topic.sensor_ride(
        "A bound is as exact as the arrivals",
        "S.9",
        RideScript()
        .csc(0, wheel=(0, 0))
        .csc(1000, wheel=(10, SECOND))
        .csc(1137, wheel=(10, SECOND))
        .read(1137),
        flags=["zeroAtOnce"],
        shows={"speed": 15328},
    )
    # The waits are 2 * (333 + 1000) ms and 2 * (1000 + 999) ms.
    for title, arrival, count, read, speed in (
        ("A revolution takes whole milliseconds: not yet", 1000, 3, 3665, 6300),
        ("A revolution takes whole milliseconds", 1000, 3, 3666, 0),
        ("An interval has whole milliseconds: not yet", 999, 1, 4996, 2100),
        ("An interval has whole milliseconds", 999, 1, 4997, 0),
    ):
        topic.sensor_ride(
            title,
            "S.10",
            RideScript()
            .csc(0, wheel=(0, 0))
            .csc(arrival, wheel=(count, SECOND))
            .read(read),
            shows={"speed": speed},
        )
    return topic
