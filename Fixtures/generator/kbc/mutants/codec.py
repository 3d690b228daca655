"""Faults of the codec: objects, notifications, streets, distances. Some keep another reading of a rule."""

from collections.abc import Iterator

from .. import reference
from ..evaluate import Json
from ..planting import Plant
from .edits import edited
from .mutant import Mutant

DECODING = ("decode", "notification")
STREETS = ("decode", "notification", "street")

OBJECTS = """
the distance has 31 bits
  decode: distance_in_meters= => distance_in_meters=0x7FFF_FFFF &
blanks around the street are dropped
  decode: street=data[STREET_OFFSET[layout] :] => street=data[STREET_OFFSET[layout] :].strip()
the street has at most {22|64|255} bytes
  decode: street=data[STREET_OFFSET[layout] :] => street=data[STREET_OFFSET[layout] :][:{22|64|255}]
every object is whole
  decode: extent=extent => extent="whole"
512 bytes are whole, whatever the receiver says
  decode: extent=extent => extent="whole" if len(data) == MAXIMUM_OBJECT_LENGTH else extent
the offset of {truncated|oversized|reservedNotZero} is one too great
  decode: raise Refused("{truncated|oversized|reservedNotZero}", =>
    raise Refused("{truncated|oversized|reservedNotZero}", 1 +
the offset of malformedNotification is one too great
  decode_notification: raise Refused("malformedNotification", => raise Refused("malformedNotification", 1 +
reserved bytes are checked before the {size|length}
  decode: => is_wrong = layout == "published" and len(data) {> MAXIMUM_OBJECT_LENGTH|< 21};;
    faults = [at for at in range(9, min(21, len(data))) if data[at]];;
    if is_wrong and faults: raise Refused("reservedNotZero", faults[0])
the last reserved byte is at fault
  decode: raise Refused("reservedNotZero", => last = max(at for at in range(9, min(21, len(data))) if data[at]);;
    raise Refused("reservedNotZero", last + 0 *
the layout {published|deployed|legacy} is never detected
  decode: layout = detect(data, extent) => layout = detect(data, extent);;
    if layout == "{published|deployed|legacy}": layout = "deployed" if layout != "deployed" else "published"
byte 9 alone tells published
  detect: not any(data[FIRST_RESERVED_BYTE : STREET_OFFSET["published"]]) => data[9] == 0
"""
TEXTS = """
each byte of an ill-formed sequence is shown as one
  runs: yield Run(start, end, kind) => if kind == "character": yield Run(start, end, kind);;
    else: yield from [Run(place, place + 1, kind) for place in range(start, end)]
an incomplete last sequence is ill-formed like any other
  runs: kind = "incomplete" => kind = "illFormed"
ill-formed sequences are left out
  runs: Run(start, end, kind) => Run(start, end, "incomplete" if kind == "illFormed" else kind)
{0xC0 and 0xC1 begin|0xF5 begins} a sequence
  continuation_ranges: => if lead in {(0xC0, 0xC1)|(0xF5,)}: return [range(0x80, 0xC0)]
anything continues {0xe0|0xed|0xf0|0xf4}
  continuation_ranges: => if lead == {0xe0|0xed|0xf0|0xf4}: return [range(0x80, 0xC0)] * {2|2|3|3}
0xc0 continues {0xe0|0xf0}
  continuation_ranges: {0xE0: range(0xA0|0xF0: range(0x90}, 0xC0) => {0xE0: range(0xA0|0xF0: range(0x90}, 0xC1)
0x80 does not continue {0xed|0xf4}
  continuation_ranges: {0xED|0xF4}: range(0x80 => {0xED|0xF4}: range(0x81
the text keeps a terminator
  street_text: return text => return text + chr(0)
a byte order mark is dropped
  street_text: return text => return text.removeprefix(chr(0xFEFF))
noncharacters are repaired
  street_text: return text => is_none = lambda one: one & 0xFFFE == 0xFFFE or 0xFDD0 <= one <= 0xFDEF;;
    return "".join(chr(0xFFFD) if is_none(ord(one)) else one for one in text)
control characters are left out
  street_text: return text => return "".join(one for one in text if one >= " ")
the text ends at a zero byte
  street_text: return text => return text.split(chr(0))[0]
blanks around the text are dropped
  street_text: return text => return text.strip()
the text is printed as a format
  street_text: return text => return text.replace("%s", "").replace("%n", "")
the text is escaped for a page
  street_text: return text => return text.replace("&", "&amp;").replace("<", "&lt;")
{number|at|dollar} signs are doubled
  street_text: return text => return text.replace("{#|@|$}", "{#|@|$}" * 2)
no-break spaces become blanks
  street_text: return text => return text.replace(chr(0xA0), " ")
the text is normalised
  street_text: return text => return text.replace("e" + chr(0x301), chr(0xE9))
the text has at most 255 characters
  street_text: return text => return text[:255]
"""
WRITTEN = """
the last byte is not written
  encode: bytes(data) => bytes(data[:-1])
a terminator is written
  encode: bytes(data) => bytes(data) + bytes(1)
reserved bytes are not written
  encode: bytes(data) => bytes(data[:9] + data[21:] if layout == "published" else data)
the identifier is written most significant byte first
  encode: identifier.to_bytes(4, "little") => identifier.to_bytes(4, "big")
the size is checked before the width of the identifier
  encode: => if STREET_OFFSET[layout] + len(street) > MAXIMUM_OBJECT_LENGTH:;;
        raise Refused("oversized", MAXIMUM_OBJECT_LENGTH)
a UUID of another version is not written
  encode: => is_uuid = isinstance(identifier, UUID);;
    if is_uuid and not is_version_4_uuid(identifier.bytes): raise Refused("identifierMismatch", 0)
{an ill-formed street|a street with a zero byte} is not written
  encode: => if {first_ill_formed_offset(street) is not None|0 in street}: raise Refused("invalidUTF8", 0)
an object that would be taken for another layout is not written
  encode: => if layout == "deployed" and street[:12] == bytes(12): raise Refused("reservedNotZero", 9)
an ill-formed street is repaired when it is written
  encode: => street = street.decode("utf-8", "replace").encode()
"""
NOTIFIED = """
a notified object is never cut
  decode_notification: "possiblyCut" => "whole"
a notification of more than 512 bytes is malformed
  decode_notification: => if len(data) > MAXIMUM_OBJECT_LENGTH: raise Refused("malformedNotification", len(data))
"""
DISTANCES = """
a half is rounded down
  nearest: + denominator => + denominator - 1
everything is rounded {down|up}
  nearest: => return {numerator // denominator|-(-numerator // denominator)}
whole kilometres have 16 bits
  display: tenths_or_whole(distance_in_meters, (1_000, 1) => tenths_or_whole(distance_in_meters % 65_536_000, (1_000, 1)
a foot is {0.305 m|a metre by 3.28|a metre by 840 / 256}
  display: FOOT => {(305, 1000)|(100, 328)|(256, 840)}
a yard is {0.914 m|a metre by 1.094|a metre by 280 / 256}
  display: YARD => {(914, 1000)|(1000, 1094)|(256, 280)}
a mile is {1609 m|1609.34 m|a kilometre by 0.62137|a kilometre by 0.621371}
  display: MILE => {(1609, 1)|(160_934, 100)|(10**8, 62_137)|(10**9, 621_371)}
"""
TABLES = {
    OBJECTS: DECODING,
    TEXTS: STREETS,
    WRITTEN: ("encode",),
    NOTIFIED: ("notification",),
    DISTANCES: ("distance",),
}


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of the codec."""
    for table, operations in TABLES.items():
        for name, plants in edited(table, reference):
            yield Mutant(name, operations, tuple(plants))
    for layout, right in reference.STREET_OFFSET.items():
        for offset in (right - 1, right + 1):
            offsets = reference.STREET_OFFSET | {layout: offset}
            name = f"the street of {layout} begins at byte {offset}"
            plant = Plant(reference, "STREET_OFFSET", offsets)
            yield Mutant(name, DECODING, (plant,))
    ends = reference.FIELDS_END | {"legacy": 20}
    name = "the fields of legacy end at byte 20"
    yield Mutant(name, DECODING, (Plant(reference, "FIELDS_END", ends),))
