"""Values that end in a series of numbers or a text (clauses 3.4, 4.1, 5.4)."""

from . import flagged
from .wire import Fields, Reader, put

SKIN_CONTACTS = ("notSupported", "notSupportedButSet", "notDetected", "detected")
QUANTITIES = ("none", "force", "torque", "contradictory")
DIRECTIONS = ("unknown", "tangential", "radial", "lateral")
LARGEST_NARROW_HEART_RATE = 255


def decode_heart_rate(reader: Reader) -> Fields:
    """Heart Rate Measurement."""
    flags = reader.take("u8")
    is_wide = bool(flags & 1)
    found: Fields = {
        "heartRate": reader.take("u16" if is_wide else "u8"),
        "isHeartRateWide": is_wide,
        "skinContact": SKIN_CONTACTS[flags >> 1 & 3],
    }
    if flags & 8:
        found["energyExpended"] = reader.take("u16")
    found["hasRRIntervals"] = bool(flags & 16)
    if flags & 16:
        found["rrIntervals"] = numbers(reader, "u16")
    return found | {"otherFlags": flags & 0xE0}


def encode_heart_rate(fields: Fields) -> bytes:
    """Heart Rate Measurement; a rate that needs two bytes gets them."""
    rate = fields["heartRate"]
    is_wide = fields["isHeartRateWide"] or rate > LARGEST_NARROW_HEART_RATE
    flags = fields["otherFlags"] & 0xE0 | is_wide
    flags |= SKIN_CONTACTS.index(fields["skinContact"]) << 1
    body = put(rate, "u16" if is_wide else "u8")
    if "energyExpended" in fields:
        flags |= 8
        body += put(fields["energyExpended"], "u16")
    if fields["hasRRIntervals"]:
        flags |= 16
        body += series(fields["rrIntervals"], "u16")
    return put(flags, "u8") + body


def decode_power_vector(reader: Reader) -> Fields:
    """Cycling Power Vector."""
    found = flagged.POWER_VECTOR.decode(reader)
    flags = found["otherFlags"]
    found["quantity"] = QUANTITIES[flags >> 2 & 3]
    found["direction"] = DIRECTIONS[flags >> 4 & 3]
    found["otherFlags"] = flags & 0xC0
    if flags & 0x0C:
        found["magnitudes"] = numbers(reader, "s16")
    return found


def encode_power_vector(fields: Fields) -> bytes:
    """Cycling Power Vector."""
    flags = fields["otherFlags"] & 0xC0
    flags |= QUANTITIES.index(fields["quantity"]) << 2
    flags |= DIRECTIONS.index(fields["direction"]) << 4
    head = flagged.POWER_VECTOR.encode(fields | {"otherFlags": flags})
    return head + series(fields.get("magnitudes", []), "s16")


def decode_training_status(reader: Reader) -> Fields:
    """Training Status."""
    flags = reader.take("u8")
    found: Fields = {"status": reader.take("u8"), "flags": flags}
    found["isTextCut"] = bool(flags & 2)
    if flags & 1:
        found["textBytes"] = reader.rest()
    return found


def encode_training_status(fields: Fields) -> bytes:
    """Training Status."""
    text = bytes.fromhex(fields.get("textBytes", ""))
    return put(fields["flags"], "u8") + put(fields["status"], "u8") + text


def numbers(reader: Reader, kind: str) -> list[int]:
    """Numbers of two bytes to the end; an odd byte stays unread."""
    return [reader.take(kind) for _ in range(reader.left // 2)]


def series(values: list[int], kind: str) -> bytes:
    """The numbers' bytes."""
    return b"".join(put(value, kind) for value in values)
