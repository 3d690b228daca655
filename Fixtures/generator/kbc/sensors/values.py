"""The values of characteristics, by name: how each is read and written."""

from collections.abc import Callable
from typing import Any, NamedTuple

from . import control, fec, flagged, plain, series
from .wire import Fields, Reader


class Value(NamedTuple):
    """One kind of value."""

    decode: Callable[[Reader], Fields]
    encode: Callable[[Fields], bytes]


def _table(name: str) -> Value:
    """A value with flags. The table is looked up when it is used, so that a fault can replace it."""
    return Value(
        lambda reader: getattr(flagged, name).decode(reader),
        lambda fields: getattr(flagged, name).encode(fields),
    )


def _fixed(name: str) -> Value:
    return Value(
        lambda reader: plain.decode(getattr(plain, name), reader),
        lambda fields: plain.encode(getattr(plain, name), fields),
    )


def _commands(name: str) -> Value:
    return Value(
        lambda reader: getattr(control, name).decode(reader),
        lambda fields: getattr(control, name).encode(fields),
    )


def _functions(module: Any, name: str) -> Value:
    return Value(
        lambda reader: getattr(module, f"decode_{name}")(reader),
        lambda fields: getattr(module, f"encode_{name}")(fields),
    )


VALUES: dict[str, Value] = {
    "cscMeasurement": _table("CSC_MEASUREMENT"),
    "cscFeature": _fixed("CSC_FEATURE"),
    "sensorLocation": _fixed("LOCATION"),
    "scControlPointRequest": _commands("CSC_CONTROL"),
    "controlPointResponse": _functions(control, "response"),
    "cyclingPowerMeasurement": _table("POWER_MEASUREMENT"),
    "cyclingPowerVector": _functions(series, "power_vector"),
    "cyclingPowerFeature": Value(
        lambda reader: plain.decode_power_feature(reader),
        _fixed("POWER_FEATURE").encode,
    ),
    "cyclingPowerRequest": _commands("POWER_CONTROL"),
    "heartRateMeasurement": _functions(series, "heart_rate"),
    "bodySensorLocation": _fixed("LOCATION"),
    "heartRateCommand": _fixed("HEART_RATE_REQUEST"),
    "fitnessMachineFeature": _fixed("MACHINE_FEATURE"),
    "indoorBikeData": _table("INDOOR_BIKE_DATA"),
    "trainingStatus": _functions(series, "training_status"),
    "supportedSpeedRange": _fixed("SPEED_RANGE"),
    "supportedInclinationRange": _fixed("SIGNED_RANGE"),
    "supportedResistanceRange": _functions(plain, "resistance_range"),
    "supportedHeartRateRange": _fixed("BYTE_RANGE"),
    "supportedPowerRange": _fixed("SIGNED_RANGE"),
    "fitnessMachineCommand": _commands("MACHINE_CONTROL"),
    "fitnessMachineStatus": _commands("MACHINE_STATUS"),
    "fecFrame": _functions(fec, "frame"),
}


def decode_value(given: Fields, was_inverted: bool = False) -> Fields:
    """Reads a value: its fields, and how many bytes are left unread (clause 1.4).

    `was_inverted` is how the sensor's last value was read (clause 9.3).
    """
    reader = Reader(bytes.fromhex(given["bytes"]), was_inverted)
    if given.get("verifiesChecksum", True):
        fields = VALUES[given["value"]].decode(reader)
    else:
        fields = fec.decode_frame(reader, verifies=False)
    return fields | ({"unreadBytes": reader.left} if reader.left else {})


def encode_value(given: Fields) -> bytes:
    """Writes a value from its fields."""
    return VALUES[given["value"]].encode(given["fields"])
