"""Identifiers: the range of the 4-byte one, and UUIDs of every kind."""

from collections.abc import Iterator
from uuid import UUID

from ..objects import make
from ..vectors import Topic

NUMBERS = {
    0: "zero",
    1: "one, least significant byte first",
    0x01020304: "four different bytes",
    2**31 - 1: "the largest that fits a signed integer",
    2**31: "the smallest that does not fit a signed integer",
    2**32 - 1: "the largest",
}
RECOGNISED_UUIDS = {
    "00000000-0000-4000-8000-000000000000": "the smallest of version 4",
    "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF": "the largest of version 4",
    "01234567-89AB-4CDE-A123-456789ABCDEF": "bytes in the order in which they are written",
}
OTHER_UUIDS = {
    "00000000-0000-0000-0000-000000000000": "the nil UUID",
    "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF": "all bits set",
    "6BA7B810-9DAD-11D1-80B4-00C04FD430C8": "a version-1 UUID",
    "00112233-4455-6677-8899-AABBCCDDEEFF": "a version-6 UUID",
}


def topics() -> Iterator[Topic]:
    """codec/identifier.json"""
    topic = Topic("codec", "identifier")
    for number, what in NUMBERS.items():
        topic.decode(
            f"Identifier {number}: {what}",
            "2.4",
            make("deployed", b"Spreeweg", identifier=number),
        )
    topic.decode(
        "Identifier 4294967295 in a published object",
        "2.4",
        make("published", b"Spreeweg", identifier=2**32 - 1),
        shows={"layout": "published", "identifier": "4294967295"},
    )
    for text, what in RECOGNISED_UUIDS.items():
        topic.decode(
            f"A UUID is recognised: {what}",
            "2.4",
            make("legacy", b"Spreeweg", uuid=UUID(text)),
            shows={"layout": "legacy", "identifier": text},
        )
    for text, what in OTHER_UUIDS.items():
        topic.decode(
            f"Pinned legacy takes any 16 bytes: {what}",
            "3.6",
            make("legacy", b"Spreeweg", uuid=UUID(text)),
            "legacy",
            shows={"identifier": text},
        )
    yield topic
