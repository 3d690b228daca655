"""Rides: cranks, and gaps between events."""

from __future__ import annotations

from collections.abc import Iterator

from ..sensors.script import POWER_SECOND, RideScript, SECOND
from ..vectors import Topic
from .sensor_ride_bounds import crank_bounds


def topics() -> Iterator[Topic]:
    """sensor/ride-crank.json and ride-gaps.json"""
    yield _crank()
    yield _gaps()


def _crank() -> Topic:
    topic = Topic("sensor", "ride-crank")
    topic.sensor_ride(
        "The first measurement of a crank is a baseline",
        "S.1",
        RideScript().csc(0, crank=(100, 0)).read(0),
        shows={"cadence": None},
    )
    topic.sensor_ride(
        "Three revolutions in two seconds",
        "S.1",
        RideScript()
        .csc(0, crank=(100, 0))
        .csc(2000, crank=(103, 2 * SECOND))
        .read(2000),
        shows={"cadence": 9000},
    )
    for title, clause, first, second in (
        ("The crank's event time rolls over", "S.2", (100, 65000), (102, 488)),
        ("The crank's count rolls over", "S.3", (65535, 0), (1, SECOND)),
        ("The crank's count and time roll over", "S.3", (65534, 65535), (0, 1023)),
    ):
        rolls_over = clause == "S.3"
        topic.sensor_ride(
            title,
            clause,
            RideScript().csc(0, crank=first).csc(1000, crank=second).read(1000),
            flags=["crankNeverRollsOver"] if rolls_over else [],
            shows={"cadence": 12000},
        )
    topic.sensor_ride(
        "The crank's count rolls over in Cycling Power",
        "S.3",
        RideScript()
        .power(0, 200, crank=(65535, 0))
        .power(1000, 210, crank=(1, SECOND))
        .read(1000),
        flags=["crankNeverRollsOver"],
        shows={"cadence": 12000, "power": 210},
    )
    topic.sensor_ride(
        "A crank that is turned backwards is a new beginning",
        "S.7",
        RideScript()
        .csc(0, crank=(100, 0))
        .csc(1000, crank=(101, SECOND))
        .csc(2000, crank=(100, 2 * SECOND))
        .read(2000),
        shows={"cadence": None},
    )
    for title, count, cadence in (
        ("Six revolutions of a crank a second are believed", 106, 36000),
        ("Seven are not", 107, None),
    ):
        topic.sensor_ride(
            title,
            "S.8",
            RideScript()
            .csc(0, crank=(100, 0))
            .csc(1000, crank=(count, SECOND))
            .read(1000),
            shows={"cadence": cadence},
        )
    topic.sensor_ride(
        "A cadence is rounded to the nearest",
        "S.1",
        RideScript().csc(0, crank=(100, 0)).csc(900, crank=(101, 700)).read(900),
        shows={"cadence": 8777},
    )
    crank_bounds(topic)
    return topic


def _gaps() -> Topic:
    topic = Topic("sensor", "ride-gaps")
    for title, clause, at, count, time, speed, average in (
        ("A gap of 31 s", "S.2", 31000, 62, 31 * SECOND, 4200, False),
        ("A gap of 32 s gives an average", "S.12", 32000, 64, 32 * SECOND, 4200, True),
        ("A gap of 40 s", "S.12", 40000, 80, 40 * SECOND, 4200, True),
        ("A gap of 63 s", "S.2", 63000, 126, 63 * SECOND, 4200, True),
        ("A gap of 65 s: the time rolled over", "S.2", 65000, 130, SECOND, 4200, True),
        ("A gap of 64 s: the time is the same", "S.2", 64000, 128, 0, 4200, True),
        (
            "A gap of 300 s: the time rolled over four times",
            "S.2",
            300000,
            600,
            45056,
            4200,
            True,
        ),
        ("A gap of 1000 s", "S.2", 1000000, 2000, 1000 * SECOND % 65536, 4200, True),
    ):
        topic.sensor_ride(
            title,
            clause,
            RideScript().csc(0, wheel=(0, 0)).csc(at, wheel=(count, time)).read(at),
            shows={"speed": speed, "isSpeedAverage": average},
        )
    for title, at, count, ticks, average in (
        ("In Cycling Power a gap of 15 s", 15000, 30, 15 * POWER_SECOND, False),
        (
            "In Cycling Power a gap of 16 s gives an average",
            16000,
            32,
            16 * POWER_SECOND,
            True,
        ),
        (
            "In Cycling Power the time rolls over after 32 s",
            33000,
            66,
            POWER_SECOND,
            True,
        ),
    ):
        topic.sensor_ride(
            title,
            "S.12",
            RideScript()
            .power(0, 100, wheel=(0, 0))
            .power(at, 100, wheel=(count, ticks))
            .read(at),
            flags=["powerWheelClock1024"],
            shows={"speed": 4200, "isSpeedAverage": average},
        )
    after = (
        RideScript()
        .csc(0, wheel=(0, 0))
        .csc(40000, wheel=(80, 40 * SECOND))
        .csc(41000, wheel=(82, 41 * SECOND))
    )
    topic.sensor_ride(
        "The next speed is no average",
        "S.12",
        after.read(41000),
        shows={"speed": 4200, "isSpeedAverage": False},
    )
    topic.sensor_ride(
        "A standstill after an average is no average",
        "S.12",
        RideScript()
        .csc(0, wheel=(0, 0))
        .csc(40000, wheel=(80, 40 * SECOND))
        .read(45000),
        shows={"speed": 0, "isSpeedAverage": False},
    )
    topic.sensor_ride(
        "A bound after an average is no average",
        "S.12",
        RideScript()
        .csc(0, wheel=(0, 0))
        .csc(40000, wheel=(80, 40 * SECOND))
        .csc(41000, wheel=(80, 40 * SECOND))
        .read(41000),
        shows={"speed": 2100, "isSpeedAverage": False},
    )
    topic.sensor_ride(
        "While the link is lost nothing is known but the distance",
        "S.11",
        RideScript()
        .csc(0, wheel=(0, 0), crank=(0, 0))
        .csc(1000, wheel=(2, SECOND), crank=(1, SECOND))
        .lost()
        .read(1000),
        shows={"speed": None, "cadence": None, "distance": 4200},
    )
    topic.sensor_ride(
        "A lost link is no standstill",
        "S.11",
        RideScript()
        .csc(0, wheel=(0, 0))
        .csc(1000, wheel=(2, SECOND))
        .lost()
        .read(60000),
        shows={"speed": None, "distance": 4200},
    )
    for title, at, average in (
        ("After a lost link the first speed is that of the gap", 20000, False),
        ("After a lost link of 50 s the first speed is an average", 50000, True),
    ):
        count = at // 1000
        topic.sensor_ride(
            title,
            "S.11",
            RideScript()
            .csc(0, wheel=(0, 0))
            .csc(1000, wheel=(2, SECOND))
            .lost()
            .csc(at, wheel=(count + 1, count * SECOND % 65536))
            .read(at),
            shows={
                "speed": 2100,
                "distance": (count + 1) * 2100,
                "isSpeedAverage": average,
            },
        )
    topic.sensor_ride(
        "A link lost before the first measurement",
        "S.11",
        RideScript()
        .lost()
        .csc(0, wheel=(0, 0))
        .csc(1000, wheel=(2, SECOND))
        .read(1000),
        shows={"speed": 4200},
    )
    topic.sensor_ride(
        "After a lost link without a revolution the last speed counts on",
        "S.11",
        RideScript()
        .csc(0, wheel=(0, 0))
        .csc(1000, wheel=(2, SECOND))
        .lost()
        .csc(1400, wheel=(2, SECOND))
        .read(1400),
        shows={"speed": 4200},
    )
    topic.sensor_ride(
        "A gap as near to no roll-over as to one has one",
        "S.2",
        RideScript().csc(0, wheel=(0, 0)).csc(32000, wheel=(64, 0)).read(32000),
        shows={"speed": 2100, "isSpeedAverage": True},
    )
    return topic
