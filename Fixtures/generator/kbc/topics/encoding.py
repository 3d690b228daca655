"""Encoding in each layout."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from ..objects import DISTANCE, IDENTIFIER, LAYOUTS, LONG_STREET, UUID_IDENTIFIER, make
from ..reference import STREET_OFFSET
from ..vectors import Topic

LONGEST_STREET = {layout: 512 - offset for layout, offset in STREET_OFFSET.items()}


def topics() -> Iterator[Topic]:
    """codec/encode.json"""
    topic = Topic("codec", "encode")
    for layout in LAYOUTS:
        _add_layout(topic, layout)
    for identifier in (0, 2**31, 2**32 - 1):
        topic.encode(
            f"Identifier {identifier}, deployed",
            "2.4",
            "deployed",
            identifier,
            1,
            DISTANCE,
            b"",
            shows={"bytes": make("deployed", identifier=identifier, arrow=1).hex()},
        )
    for layout in ("published", "deployed"):
        topic.encode(
            f"A UUID is refused, {layout}",
            "3.7",
            layout,
            UUID_IDENTIFIER,
            1,
            DISTANCE,
            b"",
            refused=("identifierMismatch", 0),
        )
    for uuid in (UUID(int=0), UUID(int=2**128 - 1)):
        topic.encode(
            f"Identifier {str(uuid).upper()}, legacy",
            "2.8",
            "legacy",
            uuid,
            1,
            DISTANCE,
            b"",
            shows={"bytes": make("legacy", uuid=uuid, arrow=1).hex()},
        )
    topic.encode(
        "A 4-byte identifier is refused, legacy",
        "3.7",
        "legacy",
        IDENTIFIER,
        1,
        DISTANCE,
        b"",
        refused=("identifierMismatch", 0),
    )
    _add_later(topic)
    yield topic


def _add_later(topic: Topic) -> None:
    """What is refused first, and what is not refused. Since version 3.1.0."""
    for layout in LAYOUTS:
        wrong = IDENTIFIER if layout == "legacy" else UUID_IDENTIFIER
        topic.encode(
            f"The width of the identifier is checked before the size, {layout}",
            "10",
            layout,
            wrong,
            5,
            DISTANCE,
            LONG_STREET[: LONGEST_STREET[layout] + 1],
            refused=("identifierMismatch", 0),
            since="3.1.0",
        )
    streets = {
        "An ill-formed street is written as it is": b"Gr\xfcner Weg",
        "A street with a zero byte is written as it is": b"Weg\x00 7",
        "A street that begins with zeros is written as it is": bytes(12) + b"Weg",
    }
    for title, street in streets.items():
        topic.encode(
            title,
            "5.1",
            "deployed",
            IDENTIFIER,
            5,
            DISTANCE,
            street,
            shows={"bytes": make("deployed", street).hex()},
            since="3.1.0",
        )


def _add_layout(topic: Topic, layout: str) -> None:
    identifier = UUID_IDENTIFIER if layout == "legacy" else IDENTIFIER
    cases = (
        ("Without a street", 5, DISTANCE, b""),
        ("With a street", 5, DISTANCE, "Grüner Weg".encode()),
        ("A street with a combining mark keeps it", 9, 80, "Cafe\u0301weg".encode()),
        ("A street with an emoji", 12, 40, "\U0001f6b2 Weg".encode()),
        ("Arrow 255, which has no meaning yet", 255, DISTANCE, b"Hof"),
        ("Distance 16909060, four different bytes", 5, 0x01020304, b"Hof"),
        ("The largest distance", 5, 2**32 - 1, b"Hof"),
        ("Exactly 512 bytes", 5, DISTANCE, LONG_STREET[: LONGEST_STREET[layout]]),
    )
    for title, arrow, distance, street in cases:
        data = make(layout, street, arrow=arrow, distance=distance)
        topic.encode(
            f"{title}, {layout}",
            "4.2" if title.startswith("Arrow") else "3.7",
            layout,
            identifier,
            arrow,
            distance,
            street,
            shows={"bytes": data.hex()},
        )
    topic.encode(
        f"513 bytes are refused, {layout}",
        "2.2",
        layout,
        identifier,
        5,
        DISTANCE,
        LONG_STREET[: LONGEST_STREET[layout] + 1],
        refused=("oversized", 512),
    )
