"""Rides: what a wheel and a crank show."""

from __future__ import annotations

from collections.abc import Iterator

from ..sensors.script import RideScript, SECOND
from ..vectors import Topic
from .sensor_ride_bounds import wheel_bounds


def topics() -> Iterator[Topic]:
    """sensor/ride-wheel.json"""
    yield _wheel()


def _wheel() -> Topic:
    topic = Topic("sensor", "ride-wheel")
    topic.sensor_ride(
        "The first measurement is a baseline",
        "S.1",
        RideScript().csc(0, wheel=(100, 0)).read(0),
        shows={"distance": 0},
    )
    topic.sensor_ride(
        "Three revolutions in a second",
        "S.1",
        RideScript().csc(0, wheel=(100, 0)).csc(1000, wheel=(103, SECOND)).read(1000),
        flags=["wheelClock2048", "oneByteCount"],
        shows={"speed": 6300, "distance": 6300},
    )
    topic.sensor_ride(
        "A speed is rounded to the nearest",
        "S.1",
        RideScript(2105).csc(0, wheel=(0, 0)).csc(900, wheel=(3, 1000)).read(900),
        shows={"speed": 6467},
    )
    topic.sensor_ride(
        "A half is rounded up",
        "S.1",
        RideScript(1025).csc(0, wheel=(0, 0)).csc(1000, wheel=(1, 2048)).read(1000),
        shows={"speed": 513},
    )
    for title, clause, first, second in (
        ("The event time rolls over", "S.2", (100, 65000), (103, 488)),
        ("The count rolls over", "S.3", (2**32 - 1, 0), (2, SECOND)),
        ("Both roll over", "S.3", (2**32 - 2, 65535), (1, 1023)),
        ("The count passes 2147483647", "S.3", (2**31 - 1, 0), (2**31 + 2, SECOND)),
    ):
        topic.sensor_ride(
            title,
            clause,
            RideScript().csc(0, wheel=first).csc(1000, wheel=second).read(1000),
            flags=["oneByteCount"],
            shows={"speed": 6300, "distance": 6300},
        )
    two = RideScript().csc(0, wheel=(10, 0)).csc(1000, wheel=(13, SECOND))
    topic.sensor_ride(
        "A repeated notification changes nothing",
        "S.4",
        two.csc(1010, wheel=(13, SECOND)).read(1010),
        flags=["zeroAtOnce"],
        shows={"speed": 6300},
    )
    topic.sensor_ride(
        "After a repeated notification the speed is measured from the event",
        "S.4",
        RideScript()
        .csc(0, wheel=(10, 0))
        .csc(1000, wheel=(13, SECOND))
        .csc(1010, wheel=(13, SECOND))
        .csc(2000, wheel=(15, 2 * SECOND))
        .read(2000),
        shows={"speed": 4200, "distance": 10500},
    )
    topic.sensor_ride(
        "A clock sent in place of an event is not an event",
        "S.4",
        RideScript()
        .csc(0, wheel=(10, 0))
        .csc(1000, wheel=(11, SECOND))
        .csc(2000, wheel=(11, 2 * SECOND))
        .csc(3000, wheel=(12, 3 * SECOND))
        .read(3000),
        shows={"speed": 1050, "distance": 4200},
    )
    topic.sensor_ride(
        "Revolutions without a time count for the distance alone",
        "S.5",
        RideScript()
        .csc(0, wheel=(10, 0))
        .csc(1000, wheel=(13, SECOND))
        .csc(2000, wheel=(16, SECOND))
        .read(2000),
        shows={"speed": 6300, "distance": 12600},
    )
    topic.sensor_ride(
        "Revolutions without a time are timed with the next ones",
        "S.5",
        RideScript()
        .csc(0, wheel=(10, 0))
        .csc(1000, wheel=(13, SECOND))
        .csc(2000, wheel=(16, SECOND))
        .csc(3000, wheel=(19, 3 * SECOND))
        .read(3000),
        shows={"speed": 6300, "distance": 18900},
    )
    topic.sensor_ride(
        "Revolutions without a time are no standstill",
        "S.5",
        RideScript()
        .csc(0, wheel=(10, 0))
        .csc(1000, wheel=(13, SECOND))
        .csc(2000, wheel=(16, SECOND))
        .csc(3000, wheel=(19, SECOND))
        .read(3500),
        shows={"speed": 6300},
    )
    _backwards(topic)
    return topic


def _backwards(topic: Topic) -> None:
    topic.sensor_ride(
        "A wheel that rolls backwards has no speed, and the distance stays",
        "S.6",
        RideScript()
        .csc(0, wheel=(10, 0))
        .csc(1000, wheel=(13, SECOND))
        .csc(2000, wheel=(12, 2 * SECOND))
        .read(2000),
        shows={"speed": None, "distance": 6300},
    )
    topic.sensor_ride(
        "What is ridden after rolling backwards counts",
        "S.6",
        RideScript()
        .csc(0, wheel=(10, 0))
        .csc(1000, wheel=(13, SECOND))
        .csc(2000, wheel=(12, 2 * SECOND))
        .csc(3000, wheel=(14, 3 * SECOND))
        .read(3000),
        shows={"speed": 4200, "distance": 10500},
    )
    for title, count in (
        ("A count set to zero is a new beginning", 0),
        ("A count set to a large number is a new beginning", 3000000000),
    ):
        topic.sensor_ride(
            title,
            "S.7",
            RideScript()
            .csc(0, wheel=(100000, 0))
            .csc(1000, wheel=(100003, SECOND))
            .csc(2000, wheel=(count, 2 * SECOND))
            .csc(3000, wheel=(count + 2, 3 * SECOND))
            .read(3000),
            shows={"speed": 4200, "distance": 10500},
        )
    topic.sensor_ride(
        "A count that is set by half of all numbers is a new beginning",
        "S.7",
        RideScript()
        .csc(0, wheel=(2**31 + 100, 0))
        .csc(1000, wheel=(103, SECOND))
        .read(1000),
        shows={"speed": None, "distance": 0},
    )
    topic.sensor_ride(
        "At a new beginning the speed is not known",
        "S.7",
        RideScript()
        .csc(0, wheel=(100000, 0))
        .csc(1000, wheel=(100003, SECOND))
        .csc(2000, wheel=(0, 2 * SECOND))
        .read(2000),
        shows={"speed": None, "distance": 6300},
    )
    topic.sensor_ride(
        "An event time that went back: the distance counts",
        "S.8",
        RideScript()
        .csc(0, wheel=(10, 0))
        .csc(1000, wheel=(13, SECOND))
        .csc(2000, wheel=(16, 1000))
        .read(2000),
        shows={"speed": None, "distance": 12600},
    )
    topic.sensor_ride(
        "After an event time that went back the speed is measured again",
        "S.8",
        RideScript()
        .csc(0, wheel=(10, 0))
        .csc(1000, wheel=(13, SECOND))
        .csc(2000, wheel=(16, 1000))
        .csc(3000, wheel=(18, 1000 + SECOND))
        .read(3000),
        shows={"speed": 4200, "distance": 16800},
    )
    for title, count, speed in (
        ("Forty revolutions a second are believed", 50, 84000),
        ("Forty-one are not", 51, None),
    ):
        topic.sensor_ride(
            title,
            "S.8",
            RideScript()
            .csc(0, wheel=(10, 0))
            .csc(1000, wheel=(count, SECOND))
            .read(1000),
            shows={"speed": speed, "distance": (count - 10) * 2100},
        )
    topic.sensor_ride(
        "Half a second of delay does not matter",
        "S.2",
        RideScript().csc(0, wheel=(10, 0)).csc(1500, wheel=(13, SECOND)).read(1500),
        shows={"speed": 6300},
    )
    topic.sensor_ride(
        "Two notifications at one time",
        "S.2",
        RideScript().csc(1000, wheel=(10, 0)).csc(1000, wheel=(13, SECOND)).read(1000),
        shows={"speed": 6300},
    )
    topic.sensor_ride(
        "An arrival before the latest counts as the latest",
        "S.13",
        RideScript()
        .csc(0, wheel=(10, 0))
        .csc(2000, wheel=(13, SECOND))
        .csc(500, wheel=(16, 2 * SECOND))
        .read(5000),
        shows={"speed": 6300, "distance": 12600},
    )
    topic.sensor_ride(
        "A reading before the latest arrival is that of the arrival",
        "S.13",
        RideScript().csc(8000, wheel=(10, 0)).csc(9000, wheel=(13, SECOND)).read(0),
        shows={"speed": 6300},
    )
    wheel_bounds(topic)
