"""Builds the objects that topics put into their vectors, and the sample values they share."""

import struct
from uuid import UUID

LAYOUTS = ("published", "deployed", "legacy")

IDENTIFIER = 0x3A7C91E5
# From byte 9 on, this UUID, arrow and distance are ASCII or zero: misread as a street, they are well-formed.
UUID_IDENTIFIER = UUID("6F1C8D42-0B7E-4A93-9E5D-31474A72286B")
ARROW = 5
DISTANCE = 120

# Streets that just fit in a usual buffer, or just do not.
BUFFER_SIZES = (62, 63, 64, 65, 79, 80, 95, 96, 98, 99, 127, 128, 255, 256)

# Four bytes a number, so that every part of a long street is different.
LONG_STREET = "".join(f"{number:03d}-" for number in range(128)).encode()


def make(
    layout: str,
    street: bytes = b"",
    *,
    identifier: int = IDENTIFIER,
    uuid: UUID = UUID_IDENTIFIER,
    arrow: int = ARROW,
    distance: int = DISTANCE,
) -> bytes:
    """One whole object, however long."""
    fields = struct.pack("<BI", arrow, distance)
    if layout == "legacy":
        return uuid.bytes + fields + street
    reserved = bytes(12) if layout == "published" else b""
    return struct.pack("<I", identifier) + fields + reserved + street


def make_of_length(layout: str, length: int) -> bytes:
    """The first `length` bytes of an object with a long ASCII street."""
    data = make(layout, LONG_STREET + LONG_STREET)
    assert length <= len(data)
    return data[:length]


def with_byte(data: bytes, offset: int, value: int) -> bytes:
    """The same bytes with one of them changed."""
    changed = bytearray(data)
    changed[offset] = value
    return bytes(changed)
