"""Heart rate, features, locations, ranges, training status."""

from collections.abc import Iterator

from ..sensors import plain
from ..sensors.wire import Fields
from ..vectors import Topic
from .sensor_measurements import SensorTopic, add_lengths

HEART = "heartRateMeasurement"
TRAINING = "trainingStatus"
RESISTANCE = "supportedResistanceRange"

HEART_REST = """
1.4 An odd byte after the intervals is left unread
  read "1050000407" -> unreadBytes=1
1.4 Bytes without an announcement are left unread
  read "00500004" -> unreadBytes=2
"""
HEART_OTHERS = """
4.2 Body sensor location {1|6|7}
  read "0{1|6|7}", of="bodySensorLocation"
4.2 The chest is written
  write of="bodySensorLocation", rawValue=1
1.3 No {location|request} at all
  read "", of="{bodySensorLocation|heartRateCommand}" -> refused="truncated", offset=0
4.3 Reset the energy
  read "01", of="heartRateCommand"
4.3 A request without a meaning
  read "0203", of="heartRateCommand"
4.3 Reset the energy is written
  write of="heartRateCommand", rawValue=1
"""
FEATURES_WRITTEN = """
2.3 Features of CSC are written
  write of="cscFeature", rawValue=0x8007
3.2 Features of power are written
  write of="cyclingPowerFeature", rawValue=2**32 - 1
5.1 Features of a machine are written
  write of="fitnessMachineFeature", measured=0x5683, settable=0x80000001
1.7 A location is written
  write of="sensorLocation", rawValue=12
"""
RESISTANCES = """
9.4 A resistance level of two bytes
  read "f6ff64000500"
9.4 A resistance level of one byte
  read "00c805"
9.4 A resistance level of two bytes, and a byte after it
  read "00006400010007"
9.4 {0|1|2|4|5} bytes are no range of resistance levels
  read "f6ff64000500"[:2 * {0|1|2|4|5}] -> refused="truncated", offset={0|1|2|4|5}
9.4 A {narrow|wide} range is written
  write width="{narrow|wide}", minimum={0|-10}, maximum=200, minimumIncrement=5
"""
TRAINING_READ = """
5.4 A status alone
  read "0001"
5.4 A status with a text
  read "010d 48c3b66865"
5.4 A text that is cut inside a character
  read "030d 48c3"
5.4 A text that is announced, and empty
  read "0103"
5.4 A reserved status and reserved flags
  read "fcff"
1.4 A text that is not announced is left unread
  read "0001 48c3b66865" -> unreadBytes=5
1.3 {0|1} of 2 bytes are too short
  read "{|00}" -> refused="truncated", offset={0|1}
"""


def topics() -> Iterator[Topic]:
    """sensor/heart-rate.json, features.json, ranges.json and training-status.json"""
    yield _heart_rate()
    yield _features()
    yield _ranges()
    yield _training()


def _heart_rate() -> Topic:
    topic = SensorTopic("heart-rate", HEART)
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
        topic.read(title, "4.1", data)
    topic.add_table(HEART_REST, {})
    add_lengths(topic, HEART, bytes.fromhex("0948010a00"), 0, 1, 2, 3, 4)
    usual: Fields = {
        "heartRate": 72,
        "isHeartRateWide": False,
        "skinContact": "detected",
        "hasRRIntervals": False,
        "otherFlags": 0,
    }
    intervals = {"hasRRIntervals": True, "rrIntervals": [1024, 65535]}
    reserved = {"otherFlags": 0xE0, "skinContact": "notSupported"}
    for title, changes in (
        ("A heart rate is written in one byte", {}),
        ("A heart rate is written in two bytes", {"isHeartRateWide": True}),
        ("A heart rate above 255 is written in two bytes", {"heartRate": 256}),
        ("Energy and intervals are written", {"energyExpended": 513} | intervals),
        ("Reserved flags are written", reserved),
    ):
        topic.sensor_encode(title, "4.1", HEART, usual | changes)
    topic.add_table(HEART_OTHERS, {})
    return topic


def _features() -> Topic:
    topic = SensorTopic("features")
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
        topic.read(title, clause, data, name)
    for name, size in (
        ("cscFeature", 2),
        ("cyclingPowerFeature", 4),
        ("fitnessMachineFeature", 8),
        ("fitnessMachineFeature", 4),
        ("sensorLocation", 1),
    ):
        short = size - 1
        title = f"{short} bytes are too short for {name}"
        topic.read(title, "1.3", "00" * short, name, refused=("truncated", short))
    topic.add_table(FEATURES_WRITTEN, {})
    return topic


def _ranges() -> Topic:
    topic = SensorTopic("ranges", RESISTANCE)
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
            short = f"{size} bytes are too short for {name}"
            refused = "truncated", size
            topic.sensor_decode(short, "1.3", name, data[:size], refused=refused)
        topic.sensor_encode(f"{title}, written", "5.5", name, fields)
    below = {"minimum": -300, "maximum": -2, "minimumIncrement": 1}
    data = plain.encode(plain.SIGNED_RANGE, below)
    name = "supportedInclinationRange"
    topic.sensor_decode("Inclination to -0.2 %", "5.5", name, data, shows=below)
    topic.add_table(RESISTANCES, {})
    return topic


def _training() -> Topic:
    topic = SensorTopic("training-status", TRAINING)
    topic.add_table(TRAINING_READ, {})
    text = "Höhe".encode()
    for title, fields in (
        ("A status is written", {"status": 15, "flags": 0}),
        ("A text is written", {"status": 13, "flags": 3, "textBytes": text}),
    ):
        topic.sensor_encode(title, "5.4", TRAINING, fields)
    return topic
