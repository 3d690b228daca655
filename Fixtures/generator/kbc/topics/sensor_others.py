"""Heart rate, features, locations, ranges, training status."""

from __future__ import annotations

from collections.abc import Iterator

from ..sensors import plain
from ..sensors.wire import Fields
from ..vectors import Topic
from .sensor_measurements import add_lengths

HEART = "heartRateMeasurement"
TRAINING = "trainingStatus"
RESISTANCE = "supportedResistanceRange"


def topics() -> Iterator[Topic]:
    """sensor/heart-rate.json, features.json, ranges.json and training-status.json"""
    yield _heart_rate()
    yield _features()
    yield _ranges()
    yield _training()


def _heart_rate() -> Topic:
    topic = Topic("sensor", "heart-rate")
    for title, data in (
        ("One byte", "00ff"),
        ("Two bytes", "010001"),
        ("No signal", "0000"),
        ("No contact with the skin", "0450"),
        ("Contact with the skin", "0650"),
        ("Contact that the sensor can't tell, though its bit is set", "0250"),
        ("Energy expended", "08500102"),
        ("As much energy as can be counted, or more", "0850ffff"),
        ("Intervals, oldest first", "1050000400030180"),
        ("Intervals are announced, and none follows", "1050"),
        ("All fields, and all reserved flags", "ff4801ffff0004ff03"),
    ):
        topic.sensor_decode(title, "4.1", HEART, bytes.fromhex(data))
    for title, data, unread in (
        ("An odd byte after the intervals is left unread", "1050000407", 1),
        ("Bytes without an announcement are left unread", "00500004", 2),
    ):
        shows = {"unreadBytes": unread}
        topic.sensor_decode(title, "1.4", HEART, bytes.fromhex(data), shows=shows)
    add_lengths(topic, HEART, bytes.fromhex("0948010a00"), 0, 1, 2, 3, 4)
    usual: Fields = {
        "heartRate": 72,
        "isHeartRateWide": False,
        "skinContact": "detected",
        "hasRRIntervals": False,
        "otherFlags": 0,
    }
    for title, changes in (
        ("A heart rate is written in one byte", {}),
        ("A heart rate is written in two bytes", {"isHeartRateWide": True}),
        ("A heart rate above 255 is written in two bytes", {"heartRate": 256}),
        (
            "Energy and intervals are written",
            {
                "energyExpended": 513,
                "hasRRIntervals": True,
                "rrIntervals": [1024, 65535],
            },
        ),
        (
            "Reserved flags are written",
            {"otherFlags": 0xE0, "skinContact": "notSupported"},
        ),
    ):
        topic.sensor_encode(title, "4.1", HEART, usual | changes)
    for location in (1, 6, 7):
        topic.sensor_decode(
            f"Body sensor location {location}",
            "4.2",
            "bodySensorLocation",
            bytes((location,)),
        )
    topic.sensor_encode(
        "The chest is written", "4.2", "bodySensorLocation", {"rawValue": 1}
    )
    for name, clause in (("bodySensorLocation", "4.2"), ("heartRateCommand", "4.3")):
        topic.sensor_decode(
            f"No {'location' if clause == '4.2' else 'request'} at all",
            "1.3",
            name,
            b"",
            refused=("truncated", 0),
        )
    topic.sensor_decode("Reset the energy", "4.3", "heartRateCommand", b"\1")
    topic.sensor_decode(
        "A request without a meaning", "4.3", "heartRateCommand", b"\2\3"
    )
    topic.sensor_encode(
        "Reset the energy is written", "4.3", "heartRateCommand", {"rawValue": 1}
    )
    return topic


def _features() -> Topic:
    topic = Topic("sensor", "features")
    for title, clause, name, data in (
        ("Wheel and crank", "2.3", "cscFeature", "0300"),
        ("Several sensor locations, and reserved bits", "2.3", "cscFeature", "0480"),
        ("Every feature of power", "3.2", "cyclingPowerFeature", "ffff0f00"),
        ("Not for a distributed system", "3.2", "cyclingPowerFeature", "08001000"),
        ("For a distributed system", "3.2", "cyclingPowerFeature", "08002000"),
        ("Both bits of a distributed system", "3.2", "cyclingPowerFeature", "000030ff"),
        ("What an indoor bike has", "5.1", "fitnessMachineFeature", "8356000004e00000"),
        ("Reserved bits", "5.1", "fitnessMachineFeature", "00000080010000ff"),
        ("Rear hub", "1.7", "sensorLocation", "0d"),
        ("A reserved location, and a byte after it", "1.7", "sensorLocation", "11ff"),
    ):
        topic.sensor_decode(title, clause, name, bytes.fromhex(data))
    for name, size in (
        ("cscFeature", 2),
        ("cyclingPowerFeature", 4),
        ("fitnessMachineFeature", 8),
        ("fitnessMachineFeature", 4),
        ("sensorLocation", 1),
    ):
        topic.sensor_decode(
            f"{size - 1} bytes are too short for {name}",
            "1.3",
            name,
            bytes(size - 1),
            refused=("truncated", size - 1),
        )
    for title, clause, name, fields in (
        ("Features of CSC are written", "2.3", "cscFeature", {"rawValue": 0x8007}),
        (
            "Features of power are written",
            "3.2",
            "cyclingPowerFeature",
            {"rawValue": 2**32 - 1},
        ),
        (
            "Features of a machine are written",
            "5.1",
            "fitnessMachineFeature",
            {"measured": 0x5683, "settable": 0x80000001},
        ),
        ("A location is written", "1.7", "sensorLocation", {"rawValue": 12}),
    ):
        topic.sensor_encode(title, clause, name, fields)
    return topic


def _ranges() -> Topic:
    topic = Topic("sensor", "ranges")
    tables = (
        ("supportedSpeedRange", plain.SPEED_RANGE, "Speed from 1 to 655.35 km/h"),
        ("supportedInclinationRange", plain.SIGNED_RANGE, "Inclination from -10 %"),
        ("supportedHeartRateRange", plain.BYTE_RANGE, "Heart rate to 255"),
        ("supportedPowerRange", plain.SIGNED_RANGE, "Power from -100 W"),
    )
    for name, table, title in tables:
        fields = {"minimum": 100, "maximum": 255, "minimumIncrement": 3}
        if table is plain.SPEED_RANGE:
            fields["maximum"] = 65535
        if table is plain.SIGNED_RANGE:
            fields |= {"minimum": -100, "maximum": 32767, "minimumIncrement": 40000}
        data = plain.encode(table, fields)
        topic.sensor_decode(title, "5.5", name, data, shows=fields)
        for size in (0, len(data) - 1):
            topic.sensor_decode(
                f"{size} bytes are too short for {name}",
                "1.3",
                name,
                data[:size],
                refused=("truncated", size),
            )
        topic.sensor_encode(f"{title}, written", "5.5", name, fields)
    below = {"minimum": -300, "maximum": -2, "minimumIncrement": 1}
    data = plain.encode(plain.SIGNED_RANGE, below)
    name = "supportedInclinationRange"
    topic.sensor_decode("Inclination to -0.2 %", "5.5", name, data, shows=below)
    _resistance(topic)
    return topic


def _resistance(topic: Topic) -> None:
    for title, data in (
        ("A resistance level of two bytes", "f6ff64000500"),
        ("A resistance level of one byte", "00c805"),
        ("A resistance level of two bytes, and a byte after it", "00006400010007"),
    ):
        topic.sensor_decode(title, "9.4", RESISTANCE, bytes.fromhex(data))
    for size in (0, 1, 2, 4, 5):
        topic.sensor_decode(
            f"{size} bytes are no range of resistance levels",
            "9.4",
            RESISTANCE,
            bytes.fromhex("f6ff64000500")[:size],
            refused=("truncated", size),
        )
    for width, minimum in (("narrow", 0), ("wide", -10)):
        fields = {
            "width": width,
            "minimum": minimum,
            "maximum": 200,
            "minimumIncrement": 5,
        }
        topic.sensor_encode(f"A {width} range is written", "9.4", RESISTANCE, fields)


def _training() -> Topic:
    topic = Topic("sensor", "training-status")
    text = "Höhe".encode()
    for title, data in (
        ("A status alone", b"\0\1"),
        ("A status with a text", b"\1\x0d" + text),
        ("A text that is cut inside a character", b"\3\x0d" + text[:2]),
        ("A text that is announced, and empty", b"\1\3"),
        ("A reserved status and reserved flags", b"\xfc\xff"),
    ):
        topic.sensor_decode(title, "5.4", TRAINING, data)
    topic.sensor_decode(
        "A text that is not announced is left unread",
        "1.4",
        TRAINING,
        b"\0\1" + text,
        shows={"unreadBytes": 5},
    )
    for size in (0, 1):
        topic.sensor_decode(
            f"{size} of 2 bytes are too short",
            "1.3",
            TRAINING,
            b"\0\1"[:size],
            refused=("truncated", size),
        )
    for title, fields in (
        ("A status is written", {"status": 15, "flags": 0}),
        ("A text is written", {"status": 13, "flags": 3, "textBytes": text}),
    ):
        topic.sensor_encode(title, "5.4", TRAINING, fields)
    return topic
