"""Values of fixed fields: features, locations, ranges (clauses 1.7, 2.3, 3.2, 4.2, 4.3, 5.1, 5.5)."""

from .wire import Fields, Reader, put

Fixed = tuple[tuple[str, str], ...]

CSC_FEATURE: Fixed = (("rawValue", "u16"),)
POWER_FEATURE: Fixed = (("rawValue", "u32"),)
LOCATION: Fixed = (("rawValue", "u8"),)
HEART_RATE_REQUEST: Fixed = (("rawValue", "u8"),)
MACHINE_FEATURE: Fixed = (("measured", "u32"), ("settable", "u32"))
SPEED_RANGE: Fixed = (
    ("minimum", "u16"),
    ("maximum", "u16"),
    ("minimumIncrement", "u16"),
)
SIGNED_RANGE: Fixed = (
    ("minimum", "s16"),
    ("maximum", "s16"),
    ("minimumIncrement", "u16"),
)
BYTE_RANGE: Fixed = (("minimum", "u8"), ("maximum", "u8"), ("minimumIncrement", "u8"))

SUPPORTS = ("unspecified", "notSupported", "supported", "reserved")
NARROW_RANGE_SIZE = 3  # bytes


def decode(table: Fixed, reader: Reader) -> Fields:
    """Reads the fields in order."""
    return {name: reader.take(kind) for name, kind in table}


def encode(table: Fixed, fields: Fields) -> bytes:
    """Writes the fields in order."""
    return b"".join(put(fields[name], kind) for name, kind in table)


def decode_power_feature(reader: Reader) -> Fields:
    """Cycling Power Feature, with its two bits on distributed systems."""
    found = decode(POWER_FEATURE, reader)
    support = SUPPORTS[found["rawValue"] >> 20 & 3]
    return found | {"distributedSystemSupport": support}


def decode_resistance_range(reader: Reader) -> Fields:
    """Supported Resistance Level Range, in the width that its length tells (clause 9.4)."""
    if reader.left == NARROW_RANGE_SIZE:
        return {"width": "narrow"} | decode(BYTE_RANGE, reader)
    return {"width": "wide"} | decode(SIGNED_RANGE, reader)


def encode_resistance_range(fields: Fields) -> bytes:
    """Supported Resistance Level Range."""
    table = BYTE_RANGE if fields["width"] == "narrow" else SIGNED_RANGE
    return encode(table, fields)
