"""Integers on the wire: read in order, and written in order."""

from typing import Any

from ..reference import Refused

Fields = dict[str, Any]

# The sizes in bytes of the integers' types, and which of them are signed.
SIZES = {"u8": 1, "u16": 2, "u24": 3, "u32": 4, "s16": 2}
SIGNED = ("s16",)
LARGEST_PARAMETER = 24  # bytes of a parameter that is kept as it is


class Reader:
    """Reads a value from its first byte on.

    `was_inverted` is how the sensor's last value was read (clause 9.3).
    """

    def __init__(self, data: bytes, was_inverted: bool = False) -> None:
        self.data = data
        self.at = 0
        self.was_inverted = was_inverted

    def take(self, kind: str) -> int:
        """The next integer."""
        end = self.at + SIZES[kind]
        if end > len(self.data):
            raise Refused("truncated", len(self.data))
        taken = self.data[self.at : end]
        self.at = end
        return int.from_bytes(taken, "little", signed=kind in SIGNED)

    def rest(self) -> bytes:
        """All bytes that are left."""
        taken = self.data[self.at :]
        self.at = len(self.data)
        return taken

    @property
    def left(self) -> int:
        """How many bytes are left."""
        return len(self.data) - self.at


def put(value: int, kind: str) -> bytes:
    """One integer's bytes."""
    return value.to_bytes(SIZES[kind], "little", signed=kind in SIGNED)


def parameter(reader: Reader) -> bytes:
    """The rest of a value, if it is short enough to be kept (clause 1.6)."""
    start = reader.at
    taken = reader.rest()
    if len(taken) > LARGEST_PARAMETER:
        raise Refused("oversized", start + LARGEST_PARAMETER)
    return taken
