"""Rides: what is shown of packets, roll-overs, repeats, stops, lost links."""

from __future__ import annotations

from collections.abc import Iterator

from ..sensors.script import RideScript
from ..vectors import Topic

SECOND = 1024  # ticks of CSC, and of a crank in Cycling Power
POWER_SECOND = 2048  # ticks of a wheel in Cycling Power


def topics() -> Iterator[Topic]:
    """sensor/ride-wheel.json, ride-crank.json, ride-gaps.json, ride-stops.json, ride-sources.json"""
    yield _wheel()
    yield _crank()
    yield _gaps()
    yield _stops()
    yield _sources()
    yield _machines()


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
    # 33 s at 40 revolutions a second, and one that was all but complete.
    for title, count, distance in (
        ("As many revolutions as can be believed count", 1421, 1321 * 2100),
        ("One more is a new beginning", 1422, 0),
    ):
        topic.sensor_ride(
            title,
            "S.7",
            RideScript()
            .csc(0, wheel=(100, 0))
            .csc(1000, wheel=(count, SECOND))
            .read(1000),
            shows={"speed": None, "distance": distance},
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
    # 33 s at 6 revolutions a second, and one that was all but complete.
    for title, count in (
        ("As many revolutions of a crank as can be believed", 299),
        ("One revolution of a crank more is a new beginning", 300),
    ):
        topic.sensor_ride(
            title,
            "S.7",
            RideScript()
            .csc(0, crank=(100, 0))
            .csc(1000, crank=(count, 0))
            .csc(2000, crank=(count + 1, 62 * SECOND))
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
    return topic


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
    return topic


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
        shows={"speed": 6300, "cadence": 12000, "distance": 0},
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
    return topic


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
        shows={"speed": 7639, "heartRate": 141, "distance": None},
    )
    topic.sensor_ride(
        "A trainer's cadence and power",
        "S.14",
        RideScript().page(0, "trainerData", cadence=91, power=222).read(0),
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
        shows={"speed": 7639, "cadence": 9000, "power": 222, "heartRate": 141},
    )
    topic.sensor_ride(
        "A frame with a wrong checksum is refused",
        "6.2",
        RideScript().packet(0, "fecFrame", bytes.fromhex("a4094e051019f62e7a0cff348b")),
        shows={"error": {"code": "checksumMismatch", "offset": 12}},
    )
