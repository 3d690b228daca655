"""Layout detection: both sides of every condition, and layouts pinned against what the bytes look like."""

from collections.abc import Iterator
from uuid import UUID

from ..objects import UUID_IDENTIFIER, make, make_of_length, with_byte
from ..table import Names
from ..vectors import Topic

STREET = b"Bahnhofsplatz Nord"
NAMES: Names = {
    "make": make,
    "with_byte": with_byte,
    "LEGACY": make("legacy", STREET),
    "PUBLISHED": make("published", STREET),
    "DEPLOYED": make("deployed", STREET),
    "SHORTEST": make("published"),
    "FAR": make("deployed", STREET, distance=0x80004000),
    "TOO_LONG": make_of_length("published", 513),
    "STREET": STREET,
    "NIL": UUID(int=0),
    "SEVEN_ZEROS": UUID(bytes=UUID_IDENTIFIER.bytes[:9] + bytes(7)),
}

DETECTION = """
3.2 Version 4 and a variant byte of {80|90|A0|BF} mean legacy
  decode with_byte(LEGACY, 8, 0x{80|90|A0|BF}) -> layout="legacy"
3.2 The variant and a version byte of {40|4F} mean legacy
  decode with_byte(LEGACY, 6, 0x{40|4F}) -> layout="legacy"
3.2 Version 4 with a variant byte of {00|40|7F|C0|FF} is not legacy
  decode with_byte(LEGACY, 8, 0x{00|40|7F|C0|FF}) -> layout="deployed"
3.2 The variant with a version byte of {00|10|3F|50|C4} is not legacy
  decode with_byte(LEGACY, 6, 0x{00|10|3F|50|C4}) -> layout="deployed"
3.5 A byte {8 of 1E|6 of 1A} is not legacy, may be cut
  decode with_byte(LEGACY, {8, 0x1E|6, 0x1A}), extent="possiblyCut" -> layout="deployed"
3.2 {16|17|19|20} bytes with version and variant are too short for legacy, whole
  decode LEGACY[:{16|17|19|20}] -> layout="deployed", extent="whole"
3.2 {21|22} bytes with version and variant are legacy, whole
  decode LEGACY[:{21|22}] -> layout="legacy"
& 3.5 {21|22} bytes with version and variant are legacy, may be cut
  decode LEGACY[:{21|22}], extent="possiblyCut" -> layout="legacy"
3.5 19 bytes with version and variant are whole, so deployed
  decode LEGACY[:19], extent="possiblyCut" -> layout="deployed", extent="whole"
3.2 Legacy comes before published: a UUID with seven zero bytes, arrow 0, distance 0
  decode make("legacy", STREET, uuid=SEVEN_ZEROS, arrow=0, distance=0) -> layout="legacy"
3.3 21 bytes ending in twelve zeros are published
  decode SHORTEST -> layout="published"
3.3 21 zero bytes are published
  decode bytes(21) -> layout="published"
3.3 20 bytes ending in eleven zeros are deployed when whole
  decode SHORTEST[:20] -> layout="deployed"
3.3 9 zero bytes are deployed
  decode bytes(9) -> layout="deployed"
3.3 Byte 9 zero but not the others is deployed when whole
  decode make("deployed", bytes(1) + STREET) -> layout="deployed"
3.3 Eleven zeros and then a street is deployed when whole
  decode make("deployed", bytes(11) + STREET) -> layout="deployed"
3.3 Twelve zeros and then a street is published
  decode make("deployed", bytes(12) + STREET) -> layout="published"
3.3 Thirteen zeros are published with a street that begins with NUL
  decode make("deployed", bytes(13) + STREET) -> layout="published"
3.5 21 bytes ending in twelve zeros are published, may be cut
  decode SHORTEST, extent="possiblyCut" -> layout="published"
3.5 20 zero bytes are published, may be cut
  decode bytes(20), extent="possiblyCut" -> layout="published"
3.5 Byte 9 zero but not the others is deployed, may be cut [recommended]
  decode make("deployed", bytes(1) + STREET), extent="possiblyCut" -> layout="deployed"
3.5 Only byte {20|19, the last,} not zero is deployed, may be cut [recommended]
  decode make("deployed", bytes({11|10}) + b"N"), extent="possiblyCut" -> layout="deployed"
3.5 19 bytes ending in ten zeros are whole, so deployed, may be cut
  decode SHORTEST[:19], extent="possiblyCut" -> layout="deployed"
3.6 Pinned deployed keeps the zeros of a published object as its street
  decode PUBLISHED, "deployed" -> layout="deployed", streetBytes=(bytes(12) + STREET).hex()
3.6 Pinned deployed does not look for a UUID
  decode LEGACY, "deployed" -> layout="deployed"
3.6 Pinned legacy does not look for version and variant
  decode DEPLOYED, "legacy" -> layout="legacy"
3.6 Pinned legacy takes a published object's zeros as part of its fields
  decode PUBLISHED, "legacy" -> layout="legacy", arrow=0, distanceInMeters=0
3.2 A nil UUID is not recognised: detected as deployed
  decode make("legacy", STREET, uuid=NIL) -> layout="deployed"
3.3 A nil UUID with arrow 0 and distance 0 is detected as published
  decode make("legacy", STREET, uuid=NIL, arrow=0, distance=0) -> layout="published"
3.1 A distance of 2147500032 m looks like version and variant: detected as legacy
  decode FAR -> layout="legacy"
3.6 A distance of 2147500032 m is read when deployed is pinned
  decode FAR, "deployed" -> distanceInMeters="2147500032"
3.4 A distance of 2147500032 m in 20 whole bytes cannot be legacy
  decode FAR[:20] -> layout="deployed", distanceInMeters="2147500032"
3.1 A published object with a distance of 2147500032 m is detected as legacy
  decode make("published", STREET, distance=0x80004000) -> layout="legacy"
"""
RESERVED = """
3.3 Byte {9|10|11|12|13|14|15|16|17|18|19|20} is the only one not zero: detected as deployed
  decode with_byte(PUBLISHED, {9|10|11|12|13|14|15|16|17|18|19|20}, 1) -> layout="deployed"
& 2.5 Byte {9|10|11|12|13|14|15|16|17|18|19|20} is the only one not zero: refused when published is pinned
  decode with_byte(PUBLISHED, {9|10|11|12|13|14|15|16|17|18|19|20}, 1), "published"
    -> refused="reservedNotZero", offset={9|10|11|12|13|14|15|16|17|18|19|20}
2.5 The first of several reserved bytes that are not zero is reported
  decode with_byte(with_byte(PUBLISHED, 12, 0x80), 18, 1), "published" -> refused="reservedNotZero", offset=12
2.6 Byte 21 belongs to the street and may be anything
  decode with_byte(PUBLISHED, 21, 1), "published" -> streetBytes=(bytes([1]) + STREET[1:]).hex()
2.5 Byte {9|19} not zero in 20 bytes that may be cut
  decode with_byte(PUBLISHED, {9|19}, 0x20)[:20], "published", "possiblyCut"
    -> refused="reservedNotZero", offset={9|19}
2.5 Byte 20 not zero in 21 bytes that may be cut
  decode with_byte(PUBLISHED, 20, 0x20)[:21], "published", "possiblyCut" -> refused="reservedNotZero", offset=20
since 3.1.0
10 The size is checked before the reserved bytes
  decode with_byte(TOO_LONG, 12, 0x80), "published" -> refused="oversized", offset=512
10 The length is checked before the reserved bytes
  decode with_byte(PUBLISHED, 9, 0x80)[:19], "published" -> refused="truncated", offset=19
"""


def topics() -> Iterator[Topic]:
    """codec/detection.json and codec/reserved-bytes.json"""
    for name, table in (("detection", DETECTION), ("reserved-bytes", RESERVED)):
        topic = Topic("codec", name)
        topic.add_table(table, NAMES)
        yield topic
