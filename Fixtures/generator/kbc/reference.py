"""A reference codec: the rules of Docs/Protocol.md, clauses 2 to 7, as plainly as they can be written.

It shares no code with the Swift library, so that the two check each other.
Everything that must be refused raises `Refused`, with an error class and a byte offset.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

Identifier = int | UUID

MAXIMUM_OBJECT_LENGTH = 512  # 2.2
SMALLEST_CUT_LENGTH = 20  # 3.5: a shorter notification is whole
SHORTEST_OBJECT_LENGTH = 9  # 2.9
FIRST_RESERVED_BYTE = 9  # 2.6, `published` only
UUID_LENGTH = 16

IDENTIFIER_LENGTH = {"published": 4, "deployed": 4, "legacy": UUID_LENGTH}
FIELDS_END = {"published": 9, "deployed": 9, "legacy": 21}
STREET_OFFSET = {"published": 21, "deployed": 9, "legacy": 21}


class Refused(Exception):
    """An input that must be refused: the error class and the byte at fault, if it is one."""

    def __init__(self, code: str, offset: int | None) -> None:
        super().__init__(f"{code} at {offset}")
        self.code = code
        self.offset = offset


@dataclass(frozen=True)
class Instruction:
    """One decoded data object."""

    layout: str
    extent: str
    identifier: Identifier
    arrow: int
    distance_in_meters: int
    street: bytes


# Data object (clauses 2 and 3)


def decode(data: bytes, layout: str, extent: str) -> Instruction:
    """Decodes one object. `layout` may be "auto"; `extent` is what the caller knows."""
    if len(data) > MAXIMUM_OBJECT_LENGTH:
        raise Refused("oversized", MAXIMUM_OBJECT_LENGTH)
    if len(data) < SMALLEST_CUT_LENGTH:
        extent = "whole"
    if layout == "auto":
        layout = detect(data, extent)
    needed = STREET_OFFSET[layout] if extent == "whole" else FIELDS_END[layout]
    if len(data) < needed:
        raise Refused("truncated", len(data))
    if layout == "published":
        for offset in range(FIRST_RESERVED_BYTE, min(STREET_OFFSET[layout], len(data))):
            if data[offset] != 0:
                raise Refused("reservedNotZero", offset)
    arrow_offset = IDENTIFIER_LENGTH[layout]
    return Instruction(
        layout=layout,
        extent=extent,
        identifier=identifier_from(data[:arrow_offset]),
        arrow=data[arrow_offset],
        distance_in_meters=int.from_bytes(
            data[arrow_offset + 1 : FIELDS_END[layout]], "little"
        ),
        street=data[STREET_OFFSET[layout] :],
    )


def detect(data: bytes, extent: str) -> str:
    """Tells the layouts apart: `legacy` first, then `published`, else `deployed`."""
    shortest = SMALLEST_CUT_LENGTH if extent == "possiblyCut" else 21
    if len(data) < shortest:
        return "deployed"
    if is_version_4_uuid(data):
        return "legacy"
    if not any(data[FIRST_RESERVED_BYTE : STREET_OFFSET["published"]]):
        return "published"
    return "deployed"


def is_version_4_uuid(data: bytes) -> bool:
    """True when byte 8 carries the UUID variant and byte 6 the version 4."""
    return data[8] & 0xC0 == 0x80 and data[6] >> 4 == 4


def identifier_from(data: bytes) -> Identifier:
    """Reads an identifier from its own bytes: 16 are a UUID, 4 an integer."""
    if len(data) == UUID_LENGTH:
        return UUID(bytes=data)
    return int.from_bytes(data, "little")


def encode(
    layout: str,
    identifier: Identifier,
    arrow: int,
    distance_in_meters: int,
    street: bytes,
) -> bytes:
    """Encodes one object in the given layout."""
    if isinstance(identifier, UUID) != (layout == "legacy"):
        raise Refused("identifierMismatch", 0)
    data = bytearray()
    if isinstance(identifier, UUID):
        data += identifier.bytes
    else:
        data += identifier.to_bytes(4, "little")
    data.append(arrow)
    data += distance_in_meters.to_bytes(4, "little")
    data += bytes(STREET_OFFSET[layout] - len(data))
    data += street
    if len(data) > MAXIMUM_OBJECT_LENGTH:
        raise Refused("oversized", MAXIMUM_OBJECT_LENGTH)
    return bytes(data)


# Notification (clause 7)


def decode_notification(data: bytes, layout: str) -> Identifier | Instruction:
    """Decodes a notification: an identifier alone, or an object that may be cut."""
    length = len(data)
    if layout == "legacy":
        if length == UUID_LENGTH:
            return identifier_from(data)
    else:
        if length == 4:
            return identifier_from(data)
        if layout == "auto" and length == UUID_LENGTH and is_version_4_uuid(data):
            return identifier_from(data)
    if length < SHORTEST_OBJECT_LENGTH:
        raise Refused("malformedNotification", length)
    return decode(data, layout, "possiblyCut")


# Arrow (clause 4)

ARROW_NAMES = """
    reserved0 straight start finish slightLeft left sharpLeft sharpRight right
    slightRight forkRight forkLeft uTurn reserved13 reserved14 roundaboutExitLeft
    roundaboutExitRight roundaboutCounterclockwise1of1 roundaboutCounterclockwise1of2
    roundaboutCounterclockwise1of3 roundaboutCounterclockwise2of2
    roundaboutCounterclockwise2of3 roundaboutCounterclockwise3of3
    roundaboutClockwise1of1 roundaboutClockwise1of2 roundaboutClockwise1of3
    roundaboutClockwise2of2 roundaboutClockwise2of3 roundaboutClockwise3of3
    roundaboutFallback outOfRoute
""".split()


def arrow_name(arrow: int) -> str:
    """The name of a raw arrow value; every value has one."""
    return ARROW_NAMES[arrow] if arrow < len(ARROW_NAMES) else f"reserved{arrow}"


# Street (clause 5)


@dataclass(frozen=True)
class Run:
    """A stretch of bytes: one well-formed sequence, or one maximal subpart of an ill-formed one."""

    start: int
    end: int
    kind: str  # "character", "illFormed", or "incomplete": well-formed so far, but the bytes end


def runs(data: bytes) -> Iterator[Run]:
    """Splits bytes as table 3-7 of the Unicode Standard says."""
    start = 0
    while start < len(data):
        end = start + 1
        allowed = continuation_ranges(data[start])
        kind = "illFormed" if allowed is None else "character"
        for allowed_range in allowed or []:
            if end == len(data):
                kind = "incomplete"
                break
            if data[end] not in allowed_range:
                kind = "illFormed"
                break
            end += 1
        yield Run(start, end, kind)
        start = end


def continuation_ranges(lead: int) -> list[range] | None:
    """The ranges of the bytes that may follow a lead byte; None for a byte that begins no sequence."""
    any_continuation = range(0x80, 0xC0)
    if lead <= 0x7F:
        return []
    if 0xC2 <= lead <= 0xDF:
        return [any_continuation]
    if 0xE0 <= lead <= 0xEF:
        second = {0xE0: range(0xA0, 0xC0), 0xED: range(0x80, 0xA0)}
        return [second.get(lead, any_continuation), any_continuation]
    if 0xF0 <= lead <= 0xF4:
        second = {0xF0: range(0x90, 0xC0), 0xF4: range(0x80, 0x90)}
        return [second.get(lead, any_continuation), any_continuation, any_continuation]
    return None


def first_ill_formed_offset(data: bytes) -> int | None:
    """Where the first ill-formed sequence begins (an incomplete last one counts), or None."""
    return next((run.start for run in runs(data) if run.kind != "character"), None)


def street_text(data: bytes, policy: str) -> str:
    """The street as text under one of the three policies."""
    if policy == "strict":
        offset = first_ill_formed_offset(data)
        if offset is not None:
            raise Refused("invalidUTF8", offset)
    text = ""
    for run in runs(data):
        if run.kind == "character":
            text += data[run.start : run.end].decode("utf-8")
        elif run.kind == "illFormed" or policy == "repair":
            text += "\N{REPLACEMENT CHARACTER}"
    return text


# Distance display (clause 6)

MILE = (1_609_344, 1_000)  # metres as a fraction: 1609.344
YARD = (9_144, 10_000)
FOOT = (3_048, 10_000)


@dataclass(frozen=True)
class Display:
    """A number and its unit, as a rider reads them."""

    value: str
    unit: str


def display(distance_in_meters: int, style: str) -> Display | None:
    """What to show for a distance; None means "Now"."""
    if distance_in_meters <= 5:
        return None
    if style == "vendor":
        return tens(distance_in_meters, (1, 1), "m")
    if style == "metric":
        if distance_in_meters < 995:
            return tens(distance_in_meters, (1, 1), "m")
        return tenths_or_whole(distance_in_meters, (1_000, 1), "km")
    unit, length, limit = {"imperial": ("ft", FOOT, 995), "uk": ("yd", YARD, 875)}[
        style
    ]
    if distance_in_meters * length[1] < limit * length[0]:
        return tens(distance_in_meters, length, unit)
    return tenths_or_whole(distance_in_meters, MILE, "mi")


def tens(meters: int, unit_length: tuple[int, int], unit: str) -> Display:
    """To the nearest 10 of the unit."""
    numerator, denominator = unit_length
    return Display(str(10 * nearest(meters * denominator, 10 * numerator)), unit)


def tenths_or_whole(meters: int, unit_length: tuple[int, int], unit: str) -> Display:
    """Tenths of the unit below 9.95 units, and whole units from there on."""
    numerator, denominator = unit_length
    if meters * denominator * 100 < 995 * numerator:
        tenths = nearest(meters * denominator * 10, numerator)
        return Display(f"{tenths // 10}.{tenths % 10}", unit)
    return Display(str(nearest(meters * denominator, numerator)), unit)


def nearest(numerator: int, denominator: int) -> int:
    """The nearest whole number to a fraction, half up, exactly."""
    return (2 * numerator + denominator) // (2 * denominator)
