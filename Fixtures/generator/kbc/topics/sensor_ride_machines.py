"""Rides on indoor bikes and trainers."""

from __future__ import annotations

from collections.abc import Iterator

from ..sensors.script import RideScript
from ..vectors import Topic
from .sensor_fec import SUM_BUGS


def topics() -> Iterator[Topic]:
    """sensor/ride-machines.json"""
    yield _machines()


def _machines() -> Topic:
    topic = Topic("sensor", "ride-machines")
    usual = {
        "instantaneousSpeed": 2750,
        "instantaneousCadence": 181,
        "instantaneousPower": 222,
    }
    topic.sensor_ride(
        "An indoor bike's speed, cadence and power",
        "S.14",
        RideScript().bike(0, **usual, heartRate=141, totalDistance=7000).read(0),
        shows={
            "speed": 7639,
            "cadence": 9050,
            "power": 222,
            "distance": 0,
            "heartRate": 141,
        },
    )
    for at, speed in ((4999, 7639), (5000, None)):
        topic.sensor_ride(
            f"An indoor bike's values at {at} ms",
            "S.14",
            RideScript().bike(0, **usual).read(at),
            shows={"speed": speed},
        )
    topic.sensor_ride(
        "A field that a later record leaves out stays until it expires",
        "S.14",
        RideScript().bike(0, **usual).bike(3000, instantaneousSpeed=1000).read(4000),
        shows={"speed": 2778, "cadence": 9050, "power": 222},
    )
    topic.sensor_ride(
        "An indoor bike's distance",
        "S.14",
        RideScript()
        .bike(0, instantaneousSpeed=1, totalDistance=7000)
        .bike(9000, instantaneousSpeed=1, totalDistance=7050)
        .read(9000),
        shows={"distance": 50000},
    )
    for title, first, second, distance in (
        ("An indoor bike's distance rolls over", 2**24 - 10, 5, 15000),
        ("An indoor bike's distance begins again", 9000, 5, 0),
        ("An indoor bike's distance by 40 km", 0, 40000, 40000000),
    ):
        topic.sensor_ride(
            title,
            "S.14",
            RideScript()
            .bike(0, instantaneousSpeed=1, totalDistance=first)
            .bike(9000, instantaneousSpeed=1, totalDistance=second)
            .read(9000),
            shows={"distance": distance},
        )
    topic.sensor_ride(
        "A machine's distance over a lost link does not count",
        "S.11",
        RideScript()
        .bike(0, instantaneousSpeed=1, totalDistance=100)
        .bike(1000, instantaneousSpeed=1, totalDistance=107)
        .lost()
        .bike(9000, instantaneousSpeed=1, totalDistance=150)
        .bike(9500, instantaneousSpeed=1, totalDistance=151)
        .read(9500),
        shows={"distance": 8000},
    )
    topic.sensor_ride(
        "A lost link takes a machine's values",
        "S.11",
        RideScript().bike(0, **usual).lost().read(0),
        shows={"speed": None, "cadence": None, "power": None},
    )
    _records(topic)
    _trainer(topic)
    return topic


def _records(topic: Topic) -> None:
    topic.sensor_ride(
        "A record in two parts is complete with the speed",
        "5.3",
        RideScript()
        .bike(0, instantaneousPower=222)
        .bike(100, instantaneousSpeed=2750)
        .read(100),
        shows={"speed": 7639, "power": 222},
    )
    topic.sensor_ride(
        "A part of a record is not shown",
        "5.3",
        RideScript().bike(0, instantaneousPower=222).read(0),
        flags=["recordsApart"],
        shows={"power": None},
    )
    topic.sensor_ride(
        "A part whose end was lost is dropped when the speed comes",
        "5.3",
        RideScript()
        .bike(0, instantaneousPower=222, heartRate=99)
        .bike(100, instantaneousSpeed=2750, instantaneousPower=5)
        .read(100),
        flags=["recordsApart"],
        shows={"speed": 7639, "power": 5, "heartRate": None},
    )
    topic.sensor_ride(
        "A machine that always says that more follows is shown without a speed",
        "5.3",
        RideScript()
        .bike(0, instantaneousPower=222)
        .bike(1000, instantaneousPower=223)
        .read(1000),
        flags=["recordsApart"],
        shows={"speed": None, "power": 222},
    )
    topic.sensor_ride(
        "A part before a lost link belongs to no record after it",
        "5.3",
        RideScript()
        .bike(0, instantaneousPower=222)
        .lost()
        .bike(100, instantaneousSpeed=2750)
        .read(100),
        shows={"speed": 7639, "power": None},
    )
    topic.sensor_ride(
        "A record in three parts",
        "5.3",
        RideScript()
        .bike(0, instantaneousPower=222)
        .bike(10, instantaneousCadence=180)
        .bike(20, instantaneousSpeed=2750, heartRate=120)
        .read(20),
        shows={"speed": 7639, "power": 222, "cadence": 9000, "heartRate": 120},
    )


def _trainer(topic: Topic) -> None:
    topic.sensor_ride(
        "A trainer's speed and heart rate",
        "S.14",
        RideScript().page(0, "generalData", speed=7639, heartRate=141).read(0),
        flags=SUM_BUGS,
        shows={"speed": 7639, "heartRate": 141, "distance": None},
    )
    topic.sensor_ride(
        "A trainer's cadence and power",
        "S.14",
        RideScript().page(0, "trainerData", cadence=91, power=222).read(0),
        flags=SUM_BUGS,
        shows={"cadence": 9100, "power": 222},
    )
    topic.sensor_ride(
        "A trainer's values that are not available any more",
        "S.14",
        RideScript()
        .page(0, "generalData", speed=7639, heartRate=141)
        .page(0, "trainerData", cadence=91, power=222)
        .page(1000, "generalData")
        .page(1000, "trainerData")
        .read(1000),
        flags=SUM_BUGS,
        shows={"speed": None, "heartRate": None, "cadence": None, "power": None},
    )
    for title, first, second, distance in (
        ("A trainer's distance rolls over", 250, 5, 11000),
        ("A trainer's distance by 127 m", 0, 127, 127000),
        ("A trainer's distance by 128 m is a new beginning", 0, 128, 0),
    ):
        topic.sensor_ride(
            title,
            "S.14",
            RideScript()
            .page(0, "generalData", distance=first, hasDistance=True)
            .page(1000, "generalData", distance=second, hasDistance=True)
            .read(1000),
            flags=SUM_BUGS,
            shows={"distance": distance},
        )
    topic.sensor_ride(
        "An indoor bike comes before a trainer",
        "S.14",
        RideScript()
        .page(0, "generalData", speed=1000, heartRate=90, distance=1, hasDistance=True)
        .page(0, "trainerData", cadence=50, power=60)
        .bike(
            0,
            instantaneousSpeed=2750,
            instantaneousCadence=180,
            instantaneousPower=222,
            heartRate=141,
            totalDistance=9,
        )
        .read(0),
        flags=SUM_BUGS,
        shows={"speed": 7639, "cadence": 9000, "power": 222, "heartRate": 141},
    )
    topic.sensor_ride(
        "A frame with a wrong checksum is refused",
        "6.2",
        RideScript().packet(0, "fecFrame", bytes.fromhex("a4094e051019f62e7a0cff348b")),
        shows={"error": {"code": "checksumMismatch", "offset": 12}},
    )
