"""Measurements with flags: each field alone, all together, every length, reserved flags."""

from collections.abc import Iterator
from typing import Any

from ..bugs import caught
from ..sensors import flagged
from ..sensors.flagged import Field, Flagged
from ..sensors.wire import SIZES, Fields
from ..table import Names
from ..vectors import INTENTS, Topic

CSC = "cscMeasurement"
POWER = "cyclingPowerMeasurement"
VECTOR = "cyclingPowerVector"
BIKE = "indoorBikeData"
CUTS_SINCE = "6.0.0"  # values that are cut
CUT_BUGS = ["shortValueAccepted", "cutValueRefused"]
SPEED_BUGS = ["speedFlagLikeTheOthers", "cadenceFlagInverted"]

# For these fields, what a vector with one of them alone shows besides.
BIKE_BUGS = {
    "resistanceLevel": ["resistanceInOneByte"],
    "metabolicEquivalent": ["metabolicEquivalentInOnes"],
}
NAMES: Names = {
    "WHEEL": {"cumulativeRevolutions": 2**32 - 1, "lastEventTime": 65535},
    "CRANK": {"cumulativeRevolutions": 66, "lastEventTime": 287},
}

CSC_REST = """
1.4 Two bytes after the fields are left unread
  read "0242001f01a5b6" -> unreadBytes=2
2.1 The crank alone is written, with a reserved flag
  write crank=CRANK, otherFlags=64
2.1 The wheel alone is written
  write wheel=WHEEL, otherFlags=0
2.1 Wheel and crank are written
  write wheel=WHEEL, crank=CRANK, otherFlags=0
2.1 A measurement of nothing is written
  write otherFlags=0
"""
VECTOR_READ = """
3.4 Nothing but flags
  read "00"
3.4 The crank
  read "0142001f01"
3.4 The first angle
  read "025a01"
3.4 Forces along the tangent
  read "140a00f6ff"
3.4 Radial torques of a crank and an angle
  read "2b42001f015a0100800100ff7f"
3.4 A lateral direction without magnitudes
  read "30"
3.4 An announcement of no forces
  read "04"
3.4 Both quantities at once
  read "0c01000200"
3.4 Reserved flags are kept
  read "c0"
3.4 An odd byte after the magnitudes is left unread
  read "040a00f6ff07" -> unreadBytes=1
1.4 Bytes without a quantity are left unread
  read "000a00" -> unreadBytes=2
"""
VECTOR_WRITTEN = """
3.4 A vector is written
  write crank=CRANK, firstCrankMeasurementAngle=346, quantity="torque", direction="lateral", otherFlags=128,
    magnitudes=[-32768, 1, 32767]
3.4 A vector of nothing is written
  write quantity="none", direction="unknown", otherFlags=0
"""
BIKE_REST = """
5.3 A part of a record is written [speedFlagLikeTheOthers cadenceFlagInverted]
  write instantaneousCadence=180, otherFlags=0
since 5.1.0
9.3 Two bytes that are not announced are the cadence [cadenceFlagTrusted]
  read "0000be0ab400" -> isCadenceFlagInverted=True
9.3 {A byte that is not announced is|Three bytes are} none
  read "0000be0ab4{|0007}" -> unreadBytes={1|3}
9.3 Two bytes {after a cadence|that a reserved flag may announce} are none
  read "{0400be0ab4000708|0020be0ab400}" -> unreadBytes=2
9.3 An inverted flag is written {with|without} a cadence [cadenceFlagTrusted]
  write instantaneousSpeed=2750, isCadenceFlagInverted=True, {instantaneousCadence=180, |}otherFlags=0
"""
BIKE_CUT = """
since 6.0.0
9.12 A value that is cut in its first field is refused
  read "0500b4" -> refused="truncated", offset=3
9.12 A field after one that was cut is not there [shortValueAccepted cutValueRefused]
  read "0003be0a5001" -> missingFlags=0x300, unreadBytes=2
"""


class SensorTopic(Topic):
    """A file of sensors' values, most `of` one kind. Its methods are verbs of tables."""

    def __init__(self, name: str, value: str = "") -> None:
        super().__init__("sensor", name)
        self.value = value

    def read(
        self, title: str, clause: str, data: str, of: str = "", **intent: Any
    ) -> None:
        """Adds bytes to read, in hex."""
        value = of or self.value
        self.sensor_decode(title, clause, value, bytes.fromhex(data), **intent)

    def write(self, title: str, clause: str, of: str = "", **members: Any) -> None:
        """Adds fields to write."""
        intent = {name: members.pop(name) for name in INTENTS if name in members}
        self.sensor_encode(title, clause, of or self.value, members, **intent)


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
    topic = SensorTopic("csc", CSC)
    for title, data in (
        ("Wheel and crank", "03393000007b0042001f01"),
        ("The wheel alone", "01393000007b00"),
        ("The crank alone", "0242001f01"),
        ("Flags alone announce nothing", "00"),
        ("Reserved flags are kept", "fc"),
        ("The largest numbers", "03ffffffffffffffffffff"),
        ("A wheel above 2147483647 revolutions", "01000000800100"),
    ):
        topic.read(title, "2.1", data)
    both = bytes.fromhex("03393000007b0042001f01")
    add_lengths(topic, CSC, both, 0, 1, 4, 6, 7, 8, 10)
    topic.add_table(CSC_REST, NAMES)
    return topic


def _power() -> Topic:
    topic = Topic("sensor", "power")
    table = flagged.POWER_MEASUREMENT
    fields = all_fields(table)
    for field in table.fields[1:]:
        some = {"instantaneousPower": 250, field.name: fields[field.name]}
        title = f"Power and{words(' ' + field.name)}"
        topic.sensor_decode(title, "3.1", POWER, table.encode(some))
    full = table.encode(fields | {"otherFlags": 0xF00A})
    topic.sensor_decode("Every field and every flag", "3.1", POWER, full)
    for watts in (0, -1, 32767, -32768):
        data = table.encode({"instantaneousPower": watts})
        shows = {"instantaneousPower": watts}
        topic.sensor_decode(f"{watts} W", "3.1", POWER, data, shows=shows)
    for flags, title in (
        (2, "The balance would be the left pedal's"),
        (8, "The torque would be the crank's"),
        (0x1000, "The offset needs compensation"),
        (0xE000, "Reserved flags"),
    ):
        data = table.encode({"instantaneousPower": 1, "otherFlags": flags})
        topic.sensor_decode(title, "3.1", POWER, data, shows={"otherFlags": flags})
    add_lengths(topic, POWER, full, 0, 1, 3)
    title = "A byte after the fields is left unread"
    topic.sensor_decode(title, "1.4", POWER, full + b"\7")
    every = fields | {"otherFlags": 0xF00A}
    topic.sensor_encode("Every field is written", "3.1", POWER, every)
    for field in table.fields[1:]:
        some = {"instantaneousPower": -5, field.name: fields[field.name]}
        title = f"Power and{words(' ' + field.name)} are written"
        topic.sensor_encode(title, "3.1", POWER, some | {"otherFlags": 0})
    add_cuts(topic, POWER, full, 4, 7, 12, 20, 21, 25, 27, 33)
    return topic


def _vector() -> Topic:
    topic = SensorTopic("power-vector", VECTOR)
    topic.add_table(VECTOR_READ, NAMES)
    add_lengths(topic, VECTOR, bytes.fromhex("0342001f015a01"), 0, 4, 6)
    topic.add_table(VECTOR_WRITTEN, NAMES)
    return topic


def _bike() -> Topic:
    topic = SensorTopic("indoor-bike", BIKE)
    table = flagged.INDOOR_BIKE_DATA
    fields = all_fields(table)
    for field in table.fields:
        speed = {"instantaneousSpeed": 2750}
        title = "The speed alone"
        if field.name != "instantaneousSpeed":
            title = f"Speed and{words(' ' + field.name)}"
        data = table.encode(speed | {field.name: fields[field.name]})
        bugs = SPEED_BUGS + BIKE_BUGS.get(field.name, [])
        topic.sensor_decode(title, "5.2", BIKE, data, flags=bugs)
    full = table.encode(fields | {"otherFlags": 0xE000})
    every = [*SPEED_BUGS, "resistanceInOneByte", "metabolicEquivalentInOnes"]
    title = "Every field and every reserved flag"
    topic.sensor_decode(title, "5.2", BIKE, full, flags=every)
    power = {"instantaneousPower": -1, "heartRate": 99}
    for title, some in (
        ("More data follow: no speed", {}),
        ("More data follow: cadence", {"instantaneousCadence": 180}),
        ("More data follow: power and heart rate", power),
    ):
        data = table.encode(some)
        topic.sensor_decode(title, "5.3", BIKE, data, flags=["speedFlagLikeTheOthers"])
    missing = {"total": 65535, "perHour": 65535, "perMinute": 255}
    data = table.encode({"instantaneousSpeed": 0, "expendedEnergy": missing})
    topic.sensor_decode("Energies that are not available", "5.2", BIKE, data)
    add_lengths(topic, BIKE, full, 0, 1, 3)
    title = "Three bytes after the fields are left unread"
    topic.sensor_decode(title, "1.4", BIKE, full + b"\7\7\7", flags=every)
    bugs = [*SPEED_BUGS, "metabolicEquivalentInOnes"]
    given = fields | {"otherFlags": 0xE000}
    topic.sensor_encode("Every field is written", "5.2", BIKE, given, flags=bugs)
    for name in fields:
        some = {"instantaneousSpeed": 2750, name: fields[name], "otherFlags": 0}
        title = f"Speed and{words(' ' + name)} are written"
        topic.sensor_encode(title, "5.2", BIKE, some, flags=SPEED_BUGS)
    topic.add_table(BIKE_REST, NAMES)
    add_cuts(topic, BIKE, full, 5, 9, 12, 14, 20, 22, 26, 29)
    topic.add_table(BIKE_CUT, NAMES)
    return topic
