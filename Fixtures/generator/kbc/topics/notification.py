"""Notifications: every short length under each layout, cut sizes, identifiers, cut characters."""

from collections.abc import Iterator
from uuid import UUID

from ..objects import (
    BUFFER_SIZES,
    LAYOUTS,
    LONG_STREET,
    UUID_IDENTIFIER,
    make,
    make_of_length,
)
from ..reference import STREET_OFFSET
from ..table import Names
from ..vectors import Topic

CHARACTERS = ("ß", "€", "\U0001f6b2")
LONGER = {
    layout: make(layout, LONG_STREET + LONG_STREET, arrow=22, distance=350)
    for layout in LAYOUTS
}
NAMES: Names = {
    "UUID": UUID,
    "ID": UUID_IDENTIFIER.bytes,
    "PUBLISHED": make("published", LONG_STREET),
    "DEPLOYED": make("deployed", LONG_STREET),
    "LEGACY": make("legacy", LONG_STREET),
    "LONGER": LONGER,
    "make": make,
}

LENGTHS = """
7.4 {0|1|2|3} bytes are malformed
  notification DEPLOYED[:{0|1|2|3}] -> refused="malformedNotification", offset={0|1|2|3}
7.1 4 bytes are an identifier [identifierNotificationAsObject]
  notification DEPLOYED[:4] -> kind="identifier"
7.4 {5|6|7|8} bytes are malformed [shortNotificationAccepted]
  notification DEPLOYED[:{5|6|7|8}] -> refused="malformedNotification", offset={5|6|7|8}
7.3 {9|10|11|12|13|14|15|16|17|18|19} bytes are an object, whole
  notification DEPLOYED[:{9|10|11|12|13|14|15|16|17|18|19}] -> kind="instruction", layout="deployed", extent="whole"
7.3 {20|21|22|23|24|43|44|45|511} bytes are an object, possiblyCut
  notification DEPLOYED[:{20|21|22|23|24|43|44|45|511}]
    -> kind="instruction", layout="deployed", extent="possiblyCut"
"""
PINNED = """
7.4 3 bytes are malformed, pinned published
  notification PUBLISHED[:3], "published" -> refused="malformedNotification", offset=3
7.1 4 bytes are an identifier, pinned published
  notification PUBLISHED[:4], "published" -> kind="identifier"
7.4 8 bytes are malformed, pinned published [shortNotificationAccepted]
  notification PUBLISHED[:8], "published" -> refused="malformedNotification", offset=8
7.3 {9|16|19} bytes are too short for an object, pinned published
  notification PUBLISHED[:{9|16|19}], "published" -> refused="truncated", offset={9|16|19}
7.3 {20|21} bytes are an object, pinned published
  notification PUBLISHED[:{20|21}], "published" -> kind="instruction", layout="published"
7.1 4 bytes are an identifier, pinned deployed
  notification DEPLOYED[:4], "deployed" -> kind="identifier"
7.4 {5|8} bytes are malformed, pinned deployed [shortNotificationAccepted]
  notification DEPLOYED[:{5|8}], "deployed" -> refused="malformedNotification", offset={5|8}
7.3 {9|16|20} bytes are an object, pinned deployed
  notification DEPLOYED[:{9|16|20}], "deployed" -> kind="instruction", layout="deployed"
7.4 0 bytes are malformed, pinned legacy
  notification b"", "legacy" -> refused="malformedNotification", offset=0
7.4 {4|8} bytes are malformed, pinned legacy [{identifierNotificationAsObject|shortNotificationAccepted}]
  notification LEGACY[:{4|8}], "legacy" -> refused="malformedNotification", offset={4|8}
7.3 {9|15} bytes are too short for an object, pinned legacy
  notification LEGACY[:{9|15}], "legacy" -> refused="truncated", offset={9|15}
7.2 16 bytes are an identifier, pinned legacy
  notification LEGACY[:16], "legacy" -> kind="identifier"
7.3 {17|19|20} bytes are too short for an object, pinned legacy
  notification LEGACY[:{17|19|20}], "legacy" -> refused="truncated", offset={17|19|20}
7.3 {21|24} bytes are an object, pinned legacy
  notification LEGACY[:{21|24}], "legacy" -> kind="instruction", layout="legacy"
"""
IDENTIFIERS = """
7.1 Identifier {0|1|2147483647|2147483648|4294967295} [identifierNotificationAsObject]
  notification ({0|1|2147483647|2147483648|4294967295}).to_bytes(4, "little") -> kind="identifier"
"""
UUIDS = """
7.2 Legacy identifier TEXT
  notification UUID("TEXT").bytes -> kind="identifier", identifier="TEXT"
"""
OTHER_UUIDS = """
7.2 16 bytes WHY are a deployed object
  notification UUID("TEXT").bytes -> kind="instruction", layout="deployed"
7.2 16 bytes WHY are an identifier when legacy is pinned
  notification UUID("TEXT").bytes, "legacy" -> kind="identifier", identifier="TEXT"
"""
LIKE_UUIDS = """
7.2 16 bytes with version and variant are not an identifier, pinned deployed
  notification ID, "deployed" -> kind="instruction", layout="deployed"
7.2 16 bytes with version and variant are not an identifier, pinned published
  notification ID, "published" -> refused="truncated", offset=16
7.2 {15|17|19} bytes with version and variant are a deployed object
  notification LEGACY[:{15|17|19}] -> kind="instruction", layout="deployed"
"""
# What fits in a notification at an ATT_MTU of 23, of 50, of 185 and above 514; and one byte too many.
CUT = """
7.3 A published object cut to {20|47|182|512} bytes
  notification LONGER["published"][:{20|47|182|512}] -> layout="published", extent="possiblyCut", arrow=22
2.2 513 bytes are too many, published
  notification LONGER["published"][:513] -> refused="oversized", offset=512
7.3 A deployed object cut to {20|47|182|512} bytes
  notification LONGER["deployed"][:{20|47|182|512}] -> layout="deployed", extent="possiblyCut", arrow=22
2.2 513 bytes are too many, deployed
  notification LONGER["deployed"][:513] -> refused="oversized", offset=512
7.3 A legacy object cut to 20 bytes ends within its distance
  notification LONGER["legacy"][:20] -> refused="truncated", offset=20
7.3 A legacy object cut to {47|182|512} bytes
  notification LONGER["legacy"][:{47|182|512}] -> layout="legacy", extent="possiblyCut", arrow=22
2.2 513 bytes are too many, legacy
  notification LONGER["legacy"][:513] -> refused="oversized", offset=512
7.3 A {published|legacy} object of exactly 21 bytes has no street
  notification LONGER["{published|legacy}"][:21] -> layout="{published|legacy}", extent="possiblyCut", street=""
2.5 A published object with byte 9 not zero is refused when pinned
  notification make("deployed", b"Nordweg 10 A"), "published" -> refused="reservedNotZero", offset=9
"""


def topics() -> Iterator[Topic]:
    """notification/length.json, pinned.json, identifier.json, cut.json and utf8.json"""
    yield _lengths()
    pinned = Topic("notification", "pinned")
    pinned.add_table(PINNED, NAMES)
    yield pinned
    yield _identifiers()
    cut = Topic("notification", "cut")
    cut.add_table(CUT, NAMES)
    yield cut
    yield _cut_characters()


def _lengths() -> Topic:
    topic = Topic("notification", "length")
    topic.add_table(LENGTHS, NAMES)
    for size in BUFFER_SIZES:
        data = make_of_length("deployed", size + 9)
        topic.notification(
            f"{size + 9} bytes: a street of {size}, about as long as a usual buffer",
            "7.3",
            data,
            shows={
                "kind": "instruction",
                "layout": "deployed",
                "extent": "possiblyCut",
                "streetBytes": data[9:].hex(),
            },
        )
    return topic


def _identifiers() -> Topic:
    topic = Topic("notification", "identifier")
    topic.add_table(IDENTIFIERS, NAMES)
    for text in (
        str(UUID_IDENTIFIER).upper(),
        "00000000-0000-4000-8000-000000000000",
        "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF",
    ):
        topic.add_table(UUIDS.replace("TEXT", text), NAMES)
    for text, why in (
        ("6F1C8D42-0B7E-3A93-9E5D-31474A72286B", "with version 3"),
        ("6F1C8D42-0B7E-5A93-9E5D-31474A72286B", "with version 5"),
        ("6F1C8D42-0B7E-4A93-1E5D-31474A72286B", "with variant 1"),
        ("6F1C8D42-0B7E-4A93-CE5D-31474A72286B", "with variant C"),
        ("00000000-0000-0000-0000-000000000000", "of the nil UUID"),
    ):
        table = OTHER_UUIDS.replace("TEXT", text).replace("WHY", why)
        topic.add_table(table, NAMES)
    topic.add_table(LIKE_UUIDS, NAMES)
    return topic


def _cut_characters() -> Topic:
    topic = Topic("notification", "utf8")
    for layout, size in (("deployed", 20), ("published", 47), ("legacy", 182)):
        for character in CHARACTERS:
            encoded = character.encode()
            for kept in range(1, len(encoded)):
                length = size - STREET_OFFSET[layout] - kept
                before = ("Südallee " * 20).encode()[:length]
                street = before.decode(errors="ignore")
                if len(street.encode()) < length:
                    before = b"S" * (length - len(street.encode())) + street.encode()
                topic.notification(
                    f"The last of {size} bytes is byte {kept} of a character of {len(encoded)}, {layout}",
                    "7.3",
                    make(layout, before + encoded[:kept]),
                    flags=["cutSequenceDropsStreet"],
                    shows={
                        "street": before.decode(),
                        "strictErrorOffset": size - kept,
                    },
                )
    return topic
