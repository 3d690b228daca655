"""Rides: who is shown of several sensors."""

from __future__ import annotations

from collections.abc import Iterator

from ..sensors.script import POWER_SECOND, SECOND, RideScript
from ..vectors import Topic


def topics() -> Iterator[Topic]:
    """sensor/ride-sources.json"""
    yield _sources()


def _sources() -> Topic:
    topic = Topic("sensor", "ride-sources")

    def both() -> RideScript:
        # 2 revolutions a second by CSC, 3 by power; cadences of 60 and 120.
        return (
            RideScript()
            .csc(0, wheel=(0, 0), crank=(0, 0))
            .power(0, 100, wheel=(0, 0), crank=(0, 0))
            .csc(1000, wheel=(2, SECOND), crank=(1, SECOND))
            .power(1000, 150, wheel=(3, POWER_SECOND), crank=(2, SECOND))
        )

    topic.sensor_ride(
        "CSC comes before Cycling Power, and nothing is added",
        "S.14",
        both().read(1000),
        shows={"speed": 4200, "distance": 4200, "cadence": 6000, "power": 150},
    )
    topic.sensor_ride(
        "A wheel of Cycling Power alone",
        "S.14",
        RideScript()
        .power(0, 100, wheel=(0, 0))
        .power(1000, 150, wheel=(3, POWER_SECOND))
        .read(1000),
        flags=["powerWheelClock1024"],
        shows={"speed": 6300, "distance": 6300, "power": 150},
    )
    topic.sensor_ride(
        "Where CSC has no speed yet that of Cycling Power is shown",
        "S.14",
        RideScript()
        .power(0, 100, wheel=(0, 0), crank=(0, 0))
        .power(1000, 150, wheel=(3, POWER_SECOND), crank=(2, SECOND))
        .csc(1000, wheel=(0, 0), crank=(0, 0))
        .read(1000),
        flags=["powerWheelClock1024"],
        shows={"speed": 6300, "cadence": 12000, "distance": 6300},
    )
    topic.sensor_ride(
        "A standstill is a value",
        "S.14",
        both().power(6000, 150, wheel=(18, 6 * POWER_SECOND)).read(6000),
        shows={"speed": 0},
    )
    for at, power in ((5999, 150), (6000, None)):
        topic.sensor_ride(
            f"A power at {at - 1000} ms",
            "S.14",
            RideScript().power(1000, 150).read(at),
            shows={"power": power},
        )
    topic.sensor_ride(
        "A negative power",
        "S.14",
        RideScript().power(0, -7).read(0),
        shows={"power": -7},
    )
    for at, beats in ((4999, 140), (5000, None)):
        topic.sensor_ride(
            f"A heart rate at {at} ms",
            "S.14",
            RideScript().heart(0, 140).read(at),
            shows={"heartRate": beats},
        )
    topic.sensor_ride(
        "A heart rate of zero is none",
        "S.14",
        RideScript().heart(0, 140).heart(1000, 0).read(1000),
        shows={"heartRate": None},
    )
    topic.sensor_ride(
        "Where a strap has no signal the machine's heart rate is shown",
        "S.14",
        RideScript().bike(0, instantaneousSpeed=0, heartRate=99).heart(0, 0).read(0),
        shows={"heartRate": 99},
    )
    topic.sensor_ride(
        "A strap comes before a machine",
        "S.14",
        RideScript().heart(0, 140).bike(0, instantaneousSpeed=0, heartRate=99).read(0),
        shows={"heartRate": 140},
    )
    topic.sensor_ride(
        "A wheel comes before a machine",
        "S.14",
        both()
        .bike(
            1000,
            instantaneousSpeed=3600,
            instantaneousCadence=200,
            instantaneousPower=9,
        )
        .read(1000),
        shows={"speed": 4200, "cadence": 6000, "power": 150},
    )
    topic.sensor_ride(
        "After a lost link power and heart rate are not known",
        "S.11",
        RideScript().power(0, 100).heart(0, 140).lost().read(0),
        shows={"power": None, "heartRate": None},
    )
    topic.sensor_ride(
        "A feature has nothing to show",
        "S.14",
        RideScript().packet(0, "cscFeature", b"\3\0"),
    )
    topic.sensor_ride(
        "A packet that is refused changes nothing",
        "1.3",
        RideScript()
        .csc(0, wheel=(0, 0))
        .csc(1000, wheel=(2, SECOND))
        .packet(1500, "cscMeasurement", b"\1\2")
        .read(1500),
        flags=["shortValueAccepted"],
        shows={"speed": 4200},
    )
    topic.sensor_ride(
        "A packet that is too short is refused",
        "1.3",
        RideScript()
        .csc(0, wheel=(0, 0))
        .packet(1500, "cyclingPowerMeasurement", b"\1\2"),
        shows={"error": {"code": "truncated", "offset": 2}},
    )
    topic.sensor_ride(
        "Nothing has come",
        "S.1",
        RideScript().read(0),
        shows={"speed": None, "distance": None},
    )
    rolling = (
        RideScript()
        .bike(0, instantaneousSpeed=3600, totalDistance=500)
        .bike(1000, instantaneousSpeed=3600, totalDistance=510)
    )
    topic.sensor_ride(
        "A wheel that begins after an indoor bike goes on from its distance",
        "S.14",
        rolling.csc(1500, wheel=(7, 0)).csc(2500, wheel=(9, SECOND)).read(2500),
        shows={"speed": 4200, "distance": 14200},
    )
    topic.sensor_ride(
        "Each better source goes on from the distance of the one before",
        "S.14",
        RideScript()
        .page(0, "generalData", hasDistance=True, distance=10)
        .page(500, "generalData", hasDistance=True, distance=14)
        .bike(600, instantaneousSpeed=3600, totalDistance=500)
        .bike(1600, instantaneousSpeed=3600, totalDistance=510)
        .power(1700, 100, wheel=(0, 0))
        .power(2700, 100, wheel=(3, POWER_SECOND))
        .csc(2800, wheel=(7, 0))
        .csc(3800, wheel=(9, SECOND))
        .read(3800),
        shows={"distance": 4000 + 10000 + 6300 + 4200},
    )
    topic.sensor_ride(
        "What a machine rides after a wheel has begun is not added",
        "S.14",
        RideScript()
        .csc(0, wheel=(7, 0))
        .bike(100, instantaneousSpeed=3600, totalDistance=500)
        .csc(1000, wheel=(9, SECOND))
        .bike(1100, instantaneousSpeed=3600, totalDistance=510)
        .read(1100),
        shows={"distance": 4200},
    )
    return topic
