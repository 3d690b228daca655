"""Layout detection: both sides of every condition, and layouts pinned against what the bytes look like."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from ..objects import UUID_IDENTIFIER, make, make_of_length, with_byte
from ..vectors import Topic

STREET = b"Bahnhofsplatz Nord"
VERSION_BYTE = 6
VARIANT_BYTE = 8
RESERVED_BYTES = range(9, 21)


def topics() -> Iterator[Topic]:
    """codec/detection.json and codec/reserved-bytes.json"""
    topic = Topic("codec", "detection")
    _add_version_and_variant(topic)
    _add_legacy_lengths(topic)
    _add_zero_runs(topic)
    _add_pinned_against_the_bytes(topic)
    _add_broken_assumptions(topic)
    yield topic
    yield _reserved_bytes()


def _add_version_and_variant(topic: Topic) -> None:
    whole = make("legacy", STREET)
    for value in (0x80, 0x90, 0xA0, 0xBF):
        topic.decode(
            f"Version 4 and a variant byte of {value:02X} mean legacy",
            "3.2",
            with_byte(whole, VARIANT_BYTE, value),
            shows={"layout": "legacy"},
        )
    for value in (0x40, 0x4F):
        topic.decode(
            f"The variant and a version byte of {value:02X} mean legacy",
            "3.2",
            with_byte(whole, VERSION_BYTE, value),
            shows={"layout": "legacy"},
        )
    for value in (0x00, 0x40, 0x7F, 0xC0, 0xFF):
        topic.decode(
            f"Version 4 with a variant byte of {value:02X} is not legacy",
            "3.2",
            with_byte(whole, VARIANT_BYTE, value),
            shows={"layout": "deployed"},
        )
    for value in (0x00, 0x10, 0x3F, 0x50, 0xC4):
        topic.decode(
            f"The variant with a version byte of {value:02X} is not legacy",
            "3.2",
            with_byte(whole, VERSION_BYTE, value),
            shows={"layout": "deployed"},
        )
    for offset, value in ((VARIANT_BYTE, 0x1E), (VERSION_BYTE, 0x1A)):
        topic.decode(
            f"A byte {offset} of {value:02X} is not legacy, may be cut",
            "3.5",
            with_byte(whole, offset, value),
            extent="possiblyCut",
            shows={"layout": "deployed"},
        )


def _add_legacy_lengths(topic: Topic) -> None:
    whole = make("legacy", STREET)
    for length in (16, 17, 19, 20):
        topic.decode(
            f"{length} bytes with version and variant are too short for legacy, whole",
            "3.2",
            whole[:length],
            shows={"layout": "deployed", "extent": "whole"},
        )
    for length in (21, 22):
        topic.decode(
            f"{length} bytes with version and variant are legacy, whole",
            "3.2",
            whole[:length],
            shows={"layout": "legacy"},
        )
        topic.decode(
            f"{length} bytes with version and variant are legacy, may be cut",
            "3.5",
            whole[:length],
            extent="possiblyCut",
            shows={"layout": "legacy"},
        )
    topic.decode(
        "19 bytes with version and variant are whole, so deployed",
        "3.5",
        whole[:19],
        extent="possiblyCut",
        shows={"layout": "deployed", "extent": "whole"},
    )
    topic.decode(
        "Legacy comes before published: a UUID with seven zero bytes, arrow 0, distance 0",
        "3.2",
        make(
            "legacy",
            STREET,
            uuid=UUID(bytes=UUID_IDENTIFIER.bytes[:9] + bytes(7)),
            arrow=0,
            distance=0,
        ),
        shows={"layout": "legacy"},
    )


def _add_zero_runs(topic: Topic) -> None:
    shortest = make("published")
    cases = (
        ("21 bytes ending in twelve zeros are published", shortest, "published"),
        (
            "21 zero bytes are published",
            bytes(21),
            "published",
        ),
        (
            "20 bytes ending in eleven zeros are deployed when whole",
            shortest[:20],
            "deployed",
        ),
        ("9 zero bytes are deployed", bytes(9), "deployed"),
        (
            "Byte 9 zero but not the others is deployed when whole",
            make("deployed", b"\0" + STREET),
            "deployed",
        ),
        (
            "Eleven zeros and then a street is deployed when whole",
            make("deployed", bytes(11) + STREET),
            "deployed",
        ),
        (
            "Twelve zeros and then a street is published",
            make("deployed", bytes(12) + STREET),
            "published",
        ),
        (
            "Thirteen zeros are published with a street that begins with NUL",
            make("deployed", bytes(13) + STREET),
            "published",
        ),
    )
    for title, data, layout in cases:
        topic.decode(title, "3.3", data, shows={"layout": layout})
    cut_cases = (
        ("21 bytes ending in twelve zeros are published", shortest, "published"),
        ("20 zero bytes are published", bytes(20), "published"),
        (
            "Byte 9 zero but not the others is deployed",
            make("deployed", b"\0" + STREET),
            "deployed",
        ),
        (
            "Only byte 20 not zero is deployed",
            make("deployed", bytes(11) + b"N"),
            "deployed",
        ),
        (
            "Only byte 19, the last, not zero is deployed",
            make("deployed", bytes(10) + b"N"),
            "deployed",
        ),
        (
            "19 bytes ending in ten zeros are whole, so deployed",
            shortest[:19],
            "deployed",
        ),
    )
    for title, data, layout in cut_cases:
        # A street that begins with NUL breaks assumption 3.1. No phone sends one, but only such a
        # street reveals a decoder that looks at byte 9 alone.
        begins_with_nul = layout == "deployed" and len(data) >= 20
        topic.decode(
            f"{title}, may be cut",
            "3.5",
            data,
            extent="possiblyCut",
            level="recommended" if begins_with_nul else "required",
            shows={"layout": layout},
        )


def _add_pinned_against_the_bytes(topic: Topic) -> None:
    topic.decode(
        "Pinned deployed keeps the zeros of a published object as its street",
        "3.6",
        make("published", STREET),
        "deployed",
        shows={"layout": "deployed", "streetBytes": (bytes(12) + STREET).hex()},
    )
    topic.decode(
        "Pinned deployed does not look for a UUID",
        "3.6",
        make("legacy", STREET),
        "deployed",
        shows={"layout": "deployed"},
    )
    topic.decode(
        "Pinned legacy does not look for version and variant",
        "3.6",
        make("deployed", STREET),
        "legacy",
        shows={"layout": "legacy"},
    )
    topic.decode(
        "Pinned legacy takes a published object's zeros as part of its fields",
        "3.6",
        make("published", STREET),
        "legacy",
        shows={"layout": "legacy", "arrow": 0, "distanceInMeters": 0},
    )
    topic.decode(
        "A nil UUID is not recognised: detected as deployed",
        "3.2",
        make("legacy", STREET, uuid=UUID(int=0)),
        shows={"layout": "deployed"},
    )
    topic.decode(
        "A nil UUID with arrow 0 and distance 0 is detected as published",
        "3.3",
        make("legacy", STREET, uuid=UUID(int=0), arrow=0, distance=0),
        shows={"layout": "published"},
    )


def _add_broken_assumptions(topic: Topic) -> None:
    far = make("deployed", STREET, distance=0x80004000)
    topic.decode(
        "A distance of 2147500032 m looks like version and variant: detected as legacy",
        "3.1",
        far,
        shows={"layout": "legacy"},
    )
    topic.decode(
        "A distance of 2147500032 m is read when deployed is pinned",
        "3.6",
        far,
        "deployed",
        shows={"distanceInMeters": "2147500032"},
    )
    topic.decode(
        "A distance of 2147500032 m in 20 whole bytes cannot be legacy",
        "3.4",
        far[:20],
        shows={"layout": "deployed", "distanceInMeters": "2147500032"},
    )
    topic.decode(
        "A published object with a distance of 2147500032 m is detected as legacy",
        "3.1",
        make("published", STREET, distance=0x80004000),
        shows={"layout": "legacy"},
    )


def _reserved_bytes() -> Topic:
    topic = Topic("codec", "reserved-bytes")
    whole = make("published", STREET)
    for offset in RESERVED_BYTES:
        data = with_byte(whole, offset, 0x01)
        topic.decode(
            f"Byte {offset} is the only one not zero: detected as deployed",
            "3.3",
            data,
            shows={"layout": "deployed"},
        )
        topic.decode(
            f"Byte {offset} is the only one not zero: refused when published is pinned",
            "2.5",
            data,
            "published",
            refused=("reservedNotZero", offset),
        )
    topic.decode(
        "The first of several reserved bytes that are not zero is reported",
        "2.5",
        with_byte(with_byte(whole, 12, 0x80), 18, 0x01),
        "published",
        refused=("reservedNotZero", 12),
    )
    topic.decode(
        "Byte 21 belongs to the street and may be anything",
        "2.6",
        with_byte(whole, 21, 0x01),
        "published",
        shows={"streetBytes": (b"\x01" + STREET[1:]).hex()},
    )
    for offset, length in ((9, 20), (19, 20), (20, 21)):
        topic.decode(
            f"Byte {offset} not zero in {length} bytes that may be cut",
            "2.5",
            with_byte(whole, offset, 0x20)[:length],
            "published",
            "possiblyCut",
            refused=("reservedNotZero", offset),
        )
    topic.decode(
        "The size is checked before the reserved bytes",
        "10",
        with_byte(make_of_length("published", 513), 12, 0x80),
        "published",
        refused=("oversized", 512),
        since="3.1.0",
    )
    topic.decode(
        "The length is checked before the reserved bytes",
        "10",
        with_byte(whole, 9, 0x80)[:19],
        "published",
        refused=("truncated", 19),
        since="3.1.0",
    )
    return topic
