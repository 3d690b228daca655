"""Measurements with flags: each field alone, all together, every length, reserved flags."""

from __future__ import annotations

from collections.abc import Iterator

from ..bugs import caught
from ..sensors import flagged
from ..sensors.flagged import Field, Flagged
from ..sensors.wire import SIZES, Fields
from ..vectors import Topic

CSC = "cscMeasurement"
POWER = "cyclingPowerMeasurement"
VECTOR = "cyclingPowerVector"
BIKE = "indoorBikeData"
HABITS_SINCE = "5.1.0"  # machines that invert a flag
CUTS_SINCE = "6.0.0"  # values that are cut
CUT_BUGS = ["shortValueAccepted", "cutValueRefused"]

# For each field of these, the bugs that a vector with it alone shows.
BIKE_BUGS = {
    "instantaneousSpeed": ["speedFlagLikeTheOthers", "cadenceFlagInverted"],
    "averageSpeed": ["speedFlagLikeTheOthers", "cadenceFlagInverted"],
    "instantaneousCadence": ["speedFlagLikeTheOthers", "cadenceFlagInverted"],
    "resistanceLevel": [
        "speedFlagLikeTheOthers",
        "cadenceFlagInverted",
        "resistanceInOneByte",
    ],
    "metabolicEquivalent": [
        "speedFlagLikeTheOthers",
        "cadenceFlagInverted",
        "metabolicEquivalentInOnes",
    ],
}


def topics() -> Iterator[Topic]:
    """sensor/csc.json, power.json and indoor-bike.json"""
    yield _csc()
    yield _power()
    yield _vector()
    yield _bike()


def words(name: str) -> str:
    """A field's name as words."""
    return "".join(
        f" {letter.lower()}" if letter.isupper() else letter for letter in name
    )


def sample(field: Field, start: int) -> Fields | int:
    """A value of which every byte is another one, and negative if it has a sign."""
    if field.parts[0][1] == "angles":
        return {"maximum": 0xABC, "minimum": 0x123}
    values = {}
    for name, kind in field.parts:
        data = bytes((start + place) % 256 for place in range(SIZES[kind]))
        signed = kind.startswith("s")
        if signed:
            data = data[:-1] + bytes((data[-1] | 0x80,))
        values[name] = int.from_bytes(data, "little", signed=signed)
        start += SIZES[kind]
    return values.get("", values)


def all_fields(table: Flagged) -> Fields:
    """A value with every field."""
    starts = range(0x81, 0x81 + 16 * len(table.fields), 16)
    pairs = zip(table.fields, starts, strict=True)
    return {field.name: sample(field, start) for field, start in pairs}


def add_lengths(topic: Topic, value: str, data: bytes, *sizes: int) -> None:
    """Adds a value that ends too early. Who leaves missing fields out needs those that are always there."""
    for size in sizes:
        given = {"value": value, "bytes": data[:size].hex()}
        topic.sensor_decode(
            f"{size} of {len(data)} bytes are too short",
            "1.3",
            value,
            data[:size],
            flags=list(caught(["shortValueAccepted"], "sensorDecode", given)),
            refused=("truncated", size),
        )


def add_cuts(topic: Topic, value: str, data: bytes, *sizes: int) -> None:
    """Adds a value that is cut behind its first field, decoded and written."""
    for size in sizes:
        topic.sensor_decode(
            f"{size} of {len(data)} bytes",
            "9.12",
            value,
            data[:size],
            flags=CUT_BUGS,
            since=CUTS_SINCE,
        )
    fields = topic.vectors[-1]["expected"]
    for title, changes in (
        ("A cut value is written", {}),
        ("A field that is there is not missing", {"missingFlags": 0xFFFF}),
    ):
        bare = {name: fields[name] for name in fields if name != "unreadBytes"}
        topic.sensor_encode(title, "9.12", value, bare | changes, since=CUTS_SINCE)


def _csc() -> Topic:
    topic = Topic("sensor", "csc")
    for title, data in (
        ("Wheel and crank", "03393000007b0042001f01"),
        ("The wheel alone", "01393000007b00"),
        ("The crank alone", "0242001f01"),
        ("Flags alone announce nothing", "00"),
        ("Reserved flags are kept", "fc"),
        ("The largest numbers", "03ffffffffffffffffffff"),
        ("A wheel above 2147483647 revolutions", "01000000800100"),
    ):
        topic.sensor_decode(title, "2.1", CSC, bytes.fromhex(data))
    both = bytes.fromhex("03393000007b0042001f01")
    add_lengths(topic, CSC, both, 0, 1, 4, 6, 7, 8, 10)
    topic.sensor_decode(
        "Two bytes after the fields are left unread",
        "1.4",
        CSC,
        bytes.fromhex("0242001f01a5b6"),
        shows={"unreadBytes": 2},
    )
    crank = {"cumulativeRevolutions": 66, "lastEventTime": 287}
    wheel = {"cumulativeRevolutions": 2**32 - 1, "lastEventTime": 65535}
    for title, fields in (
        (
            "The crank alone is written, with a reserved flag",
            {"crank": crank, "otherFlags": 64},
        ),
        ("The wheel alone is written", {"wheel": wheel, "otherFlags": 0}),
        (
            "Wheel and crank are written",
            {"wheel": wheel, "crank": crank, "otherFlags": 0},
        ),
        ("A measurement of nothing is written", {"otherFlags": 0}),
    ):
        topic.sensor_encode(title, "2.1", CSC, fields)
    return topic


def _power() -> Topic:
    topic = Topic("sensor", "power")
    table = flagged.POWER_MEASUREMENT
    fields = all_fields(table)
    for field in table.fields[1:]:
        some = {"instantaneousPower": 250, field.name: fields[field.name]}
        topic.sensor_decode(
            f"Power and{words(' ' + field.name)}", "3.1", POWER, table.encode(some)
        )
    full = table.encode(fields | {"otherFlags": 0xF00A})
    topic.sensor_decode("Every field and every flag", "3.1", POWER, full)
    for watts in (0, -1, 32767, -32768):
        data = table.encode({"instantaneousPower": watts})
        shows = {"instantaneousPower": watts}
        topic.sensor_decode(f"{watts} W", "3.1", POWER, data, shows=shows)
    for flags, what in (
        (2, "The balance would be the left pedal's"),
        (8, "The torque would be the crank's"),
        (0x1000, "The offset needs compensation"),
        (0xE000, "Reserved flags"),
    ):
        data = table.encode({"instantaneousPower": 1, "otherFlags": flags})
        topic.sensor_decode(what, "3.1", POWER, data, shows={"otherFlags": flags})
    add_lengths(topic, POWER, full, 0, 1, 3)
    topic.sensor_decode(
        "A byte after the fields is left unread", "1.4", POWER, full + b"\7"
    )
    topic.sensor_encode(
        "Every field is written", "3.1", POWER, fields | {"otherFlags": 0xF00A}
    )
    for field in table.fields[1:]:
        some = {"instantaneousPower": -5, field.name: fields[field.name]}
        topic.sensor_encode(
            f"Power and{words(' ' + field.name)} are written",
            "3.1",
            POWER,
            some | {"otherFlags": 0},
        )
    add_cuts(topic, POWER, full, 4, 7, 12, 20, 21, 25, 27, 33)
    return topic


def _vector() -> Topic:
    topic = Topic("sensor", "power-vector")
    for title, data in (
        ("Nothing but flags", "00"),
        ("The crank", "0142001f01"),
        ("The first angle", "025a01"),
        ("Forces along the tangent", "140a00f6ff"),
        ("Radial torques of a crank and an angle", "2b42001f015a0100800100ff7f"),
        ("A lateral direction without magnitudes", "30"),
        ("An announcement of no forces", "04"),
        ("Both quantities at once", "0c01000200"),
        ("Reserved flags are kept", "c0"),
    ):
        topic.sensor_decode(title, "3.4", VECTOR, bytes.fromhex(data))
    topic.sensor_decode(
        "An odd byte after the magnitudes is left unread",
        "3.4",
        VECTOR,
        bytes.fromhex("040a00f6ff07"),
        shows={"unreadBytes": 1},
    )
    topic.sensor_decode(
        "Bytes without a quantity are left unread",
        "1.4",
        VECTOR,
        bytes.fromhex("000a00"),
        shows={"unreadBytes": 2},
    )
    add_lengths(topic, VECTOR, bytes.fromhex("0342001f015a01"), 0, 4, 6)
    topic.sensor_encode(
        "A vector is written",
        "3.4",
        VECTOR,
        {
            "crank": {"cumulativeRevolutions": 66, "lastEventTime": 287},
            "firstCrankMeasurementAngle": 346,
            "quantity": "torque",
            "direction": "lateral",
            "otherFlags": 128,
            "magnitudes": [-32768, 1, 32767],
        },
    )
    topic.sensor_encode(
        "A vector of nothing is written",
        "3.4",
        VECTOR,
        {"quantity": "none", "direction": "unknown", "otherFlags": 0},
    )
    return topic


def _bike() -> Topic:
    topic = Topic("sensor", "indoor-bike")
    table = flagged.INDOOR_BIKE_DATA
    fields = all_fields(table)
    usual = BIKE_BUGS["averageSpeed"]
    for field in table.fields:
        speed = {"instantaneousSpeed": 2750}
        what = "The speed alone"
        if field.name != "instantaneousSpeed":
            what = f"Speed and{words(' ' + field.name)}"
        data = table.encode(speed | {field.name: fields[field.name]})
        bugs = BIKE_BUGS.get(field.name, usual)
        topic.sensor_decode(what, "5.2", BIKE, data, flags=bugs)
    full = table.encode(fields | {"otherFlags": 0xE000})
    every = [*BIKE_BUGS["resistanceLevel"], "metabolicEquivalentInOnes"]
    title = "Every field and every reserved flag"
    topic.sensor_decode(title, "5.2", BIKE, full, flags=every)
    for title, some in (
        ("More data follow: no speed", {}),
        ("More data follow: cadence", {"instantaneousCadence": 180}),
        (
            "More data follow: power and heart rate",
            {"instantaneousPower": -1, "heartRate": 99},
        ),
    ):
        data = table.encode(some)
        topic.sensor_decode(title, "5.3", BIKE, data, flags=["speedFlagLikeTheOthers"])
    missing = {"total": 65535, "perHour": 65535, "perMinute": 255}
    data = table.encode({"instantaneousSpeed": 0, "expendedEnergy": missing})
    topic.sensor_decode("Energies that are not available", "5.2", BIKE, data)
    add_lengths(topic, BIKE, full, 0, 1, 3)
    title = "Three bytes after the fields are left unread"
    topic.sensor_decode(title, "1.4", BIKE, full + b"\7\7\7", flags=every)
    topic.sensor_encode(
        "Every field is written",
        "5.2",
        BIKE,
        fields | {"otherFlags": 0xE000},
        flags=[*usual, "metabolicEquivalentInOnes"],
    )
    for name in fields:
        some = {"instantaneousSpeed": 2750, name: fields[name], "otherFlags": 0}
        bugs = [
            bug for bug in BIKE_BUGS.get(name, usual) if bug != "resistanceInOneByte"
        ]
        topic.sensor_encode(
            f"Speed and{words(' ' + name)} are written",
            "5.2",
            BIKE,
            some,
            flags=bugs[:2],
        )
    topic.sensor_encode(
        "A part of a record is written",
        "5.3",
        BIKE,
        {"instantaneousCadence": 180, "otherFlags": 0},
        flags=usual,
    )
    _inverted(topic)
    add_cuts(topic, BIKE, full, 5, 9, 12, 14, 20, 22, 26, 29)
    given = bytes.fromhex("0500b4")
    topic.sensor_decode(
        "A value that is cut in its first field is refused",
        "9.12",
        BIKE,
        given,
        refused=("truncated", 3),
        since=CUTS_SINCE,
    )
    topic.sensor_decode(
        "A field after one that was cut is not there",
        "9.12",
        BIKE,
        bytes.fromhex("0003be0a5001"),
        flags=CUT_BUGS,
        shows={"missingFlags": 0x300, "unreadBytes": 2},
        since=CUTS_SINCE,
    )
    return topic


def _inverted(topic: Topic) -> None:
    """Values of machines that invert the flag for the cadence."""
    trusted = ["cadenceFlagTrusted"]
    for title, data, unread in (
        ("Two bytes that are not announced are the cadence", "0000be0ab400", 0),
        ("A byte that is not announced is none", "0000be0ab4", 1),
        ("Three bytes are none", "0000be0ab40007", 3),
        ("Two bytes after a cadence are none", "0400be0ab4000708", 2),
        ("Two bytes that a reserved flag may announce are none", "0020be0ab400", 2),
    ):
        topic.sensor_decode(
            title,
            "9.3",
            BIKE,
            bytes.fromhex(data),
            flags=[] if unread else trusted,
            shows={"unreadBytes": unread}
            if unread
            else {"isCadenceFlagInverted": True},
            since=HABITS_SINCE,
        )
    for title, fields in (
        ("An inverted flag is written with a cadence", {"instantaneousCadence": 180}),
        ("An inverted flag is written without a cadence", {}),
    ):
        given = {"instantaneousSpeed": 2750, "isCadenceFlagInverted": True}
        topic.sensor_encode(
            title,
            "9.3",
            BIKE,
            given | fields | {"otherFlags": 0},
            flags=trusted,
            since=HABITS_SINCE,
        )
