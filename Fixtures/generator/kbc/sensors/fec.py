"""Frames and pages of FE-C (clause 6)."""

from dataclasses import dataclass
from functools import reduce
from operator import xor

from ..reference import Refused
from .wire import Fields, Reader

FRAME_SIZE = 13
SYNC = 0xA4
LENGTH = 9  # of channel and page
PAGE_SIZE = 8
LARGEST_POWER = 4094  # W; above it comes "not available"


@dataclass(frozen=True)
class Part:
    """A field of a page: its first byte, its bits, and what stands for *not available*.

    `added` is added to the value that is sent. `empty` is what the field holds in a new page.
    """

    name: str
    byte: int
    width: int = 8
    bit: int = 0
    none: int | None = None
    signed: bool = False
    added: int = 0
    words: tuple[str, ...] = ()
    is_flag: bool = False

    @property
    def shift(self) -> int:
        """The lowest bit, counted from the page's first."""
        return 8 * self.byte + self.bit

    @property
    def mask(self) -> int:
        """As many ones as the field has bits."""
        return (1 << self.width) - 1


STATE = (Part("state", 7, 3, 4), Part("lapToggle", 7, 1, 7, is_flag=True))
TARGET_WORDS = ("atTarget", "tooSlow", "tooFast", "limitReached")
# By number: the name, and the fields.
PAGES: dict[int, tuple[str, tuple[Part, ...]]] = {
    16: (
        "generalData",
        (
            Part("equipment", 1, 5),
            Part("elapsedTime", 2),
            Part("distance", 3),
            Part("speed", 4, 16, none=0xFFFF),
            Part("heartRate", 6, none=0xFF),
            Part("heartRateSource", 7, 2),
            Part("hasDistance", 7, 1, 2, is_flag=True),
            Part("isSpeedVirtual", 7, 1, 3, is_flag=True),
            *STATE,
        ),
    ),
    17: (
        "generalSettings",
        (
            Part("cycleLength", 3, none=0xFF),
            Part("incline", 4, 16, none=0x7FFF, signed=True),
            Part("resistance", 6, none=0xFF),
            *STATE,
        ),
    ),
    25: (
        "trainerData",
        (
            Part("eventCount", 1),
            Part("cadence", 2, none=0xFF),
            Part("accumulatedPower", 3, 16),
            Part("power", 5, 12, none=0xFFF),
            Part("needs", 6, 4, 4),
            Part("targetStatus", 7, 2, words=TARGET_WORDS),
            *STATE,
        ),
    ),
    26: (
        "trainerTorque",
        (
            Part("eventCount", 1),
            Part("wheelTicks", 2),
            Part("wheelPeriod", 3, 16),
            Part("accumulatedTorque", 5, 16),
            *STATE,
        ),
    ),
    48: ("basicResistance", (Part("resistance", 7),)),
    49: ("targetPower", (Part("power", 6, 16),)),
    50: (
        "windResistance",
        (
            Part("coefficient", 5, none=0xFF),
            Part("windSpeed", 6, none=0xFF, added=127),
            Part("draftingFactor", 7, none=0xFF),
        ),
    ),
    51: (
        "trackResistance",
        (
            Part("grade", 5, 16, none=0xFFFF, added=20000),
            Part("rollingResistance", 7, none=0xFF),
        ),
    ),
    54: (
        "capabilities",
        (Part("maximumResistance", 5, 16, none=0xFFFF), Part("modes", 7)),
    ),
    55: (
        "userConfiguration",
        (
            Part("userWeight", 1, 16, none=0xFFFF),
            Part("wheelDiameterOffset", 4, 4, none=0xF),
            Part("bicycleWeight", 4, 12, 4, none=0xFFF),
            Part("wheelDiameter", 6, none=0xFF),
            Part("gearRatio", 7, none=0),
        ),
    ),
    70: ("pageRequest", (Part("requestedPage", 6),)),
    71: (
        "commandStatus",
        (
            Part("lastCommand", 1, none=0xFF),
            Part("sequence", 2),
            Part("status", 3),
            Part("data", 4, 32),
        ),
    ),
    80: (
        "manufacturer",
        (
            Part("hardwareRevision", 3),
            Part("manufacturer", 4, 16),
            Part("model", 6, 16),
        ),
    ),
    81: (
        "product",
        (
            Part("supplementalRevision", 2, none=0xFF),
            Part("softwareRevision", 3),
            Part("serialNumber", 4, 32, none=0xFFFFFFFF),
        ),
    ),
}
# The bytes of new pages that are not FF and belong to no field, or to bits that are reserved.
CONSTANTS = {70: {5: 0x80, 7: 1}}
BLANK_LAST_BYTE = (16, 17, 25, 26)


def checksum(frame: bytes) -> int:
    """The exclusive or of all bytes before it (clause 6.2)."""
    return reduce(xor, frame[: FRAME_SIZE - 1])


def decode_frame(reader: Reader, *, verifies: bool = True) -> Fields:
    """A frame and its page."""
    for place, byte in enumerate((SYNC, LENGTH)):
        if reader.take("u8") != byte:
            raise Refused("unexpectedByte", place)
    head = bytes((SYNC, LENGTH))
    frame = head + bytes(reader.take("u8") for _ in range(FRAME_SIZE - len(head)))
    if verifies and frame[-1] != checksum(frame):
        raise Refused("checksumMismatch", FRAME_SIZE - 1)
    page = decode_page(frame[4:-1])
    return {"message": frame[2], "channel": frame[3], "page": page}


def encode_frame(fields: Fields) -> bytes:
    """A frame with its checksum."""
    head = bytes((SYNC, LENGTH, fields["message"], fields["channel"]))
    frame = head + encode_page(fields["page"])
    return frame + bytes((checksum(frame),))


def decode_page(page: bytes) -> Fields:
    """A page's fields; one whose number is not known keeps its bytes."""
    if page[0] not in PAGES:
        return {"kind": "other", "bytes": page}
    name, parts = PAGES[page[0]]
    word = int.from_bytes(page, "little")
    found: Fields = {"kind": name}
    for part in parts:
        raw = word >> part.shift & part.mask
        if raw != part.none:
            found[part.name] = _shown(part, raw)
    return found


def _shown(part: Part, raw: int) -> int | str | bool:
    if part.is_flag:
        return bool(raw)
    if part.words:
        return part.words[raw]
    if part.signed and raw >> part.width - 1:
        return raw - (1 << part.width)
    return raw - part.added


def encode_page(fields: Fields) -> bytes:
    """A page; what it has no field for is FF, or 0 beside a state."""
    if fields["kind"] == "other":
        return bytes.fromhex(fields["bytes"])
    number, parts = next(
        (number, parts)
        for number, (name, parts) in PAGES.items()
        if name == fields["kind"]
    )
    page = bytearray([number] + [0xFF] * (PAGE_SIZE - 1))
    for place, byte in CONSTANTS.get(number, {}).items():
        page[place] = byte
    if number in BLANK_LAST_BYTE:
        page[7] = 0
    word = int.from_bytes(page, "little")
    for part in parts:
        word &= ~(part.mask << part.shift)
        word |= _raw(part, fields.get(part.name)) << part.shift
    return word.to_bytes(PAGE_SIZE, "little")


def _raw(part: Part, value: int | str | bool | None) -> int:
    if value is None:
        assert part.none is not None, part.name
        return part.none
    if isinstance(value, str):
        return part.words.index(value)
    if part.name == "power" and part.none is not None:
        return min(value, LARGEST_POWER)
    if part.added:
        return min(max(value + part.added, 0), part.mask - 1)
    return value & part.mask
