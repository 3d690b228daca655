"""Notifications: every short length under each layout, cut sizes, identifiers, cut characters."""

from __future__ import annotations

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
from ..vectors import Topic

# What fits in a notification at an ATT_MTU of 23, of 50, of 185 and above 514; and one byte too many.
CUT_SIZES = (20, 47, 182, 512)
SHORT_LENGTHS = (*range(25), 43, 44, 45, 511)
PINNED_LENGTHS = {
    "published": (3, 4, 8, 9, 16, 19, 20, 21),
    "deployed": (4, 5, 8, 9, 16, 20),
    "legacy": (0, 4, 8, 9, 15, 16, 17, 19, 20, 21, 24),
}
CHARACTERS = ("ß", "€", "\U0001f6b2")


def topics() -> Iterator[Topic]:
    """notification/length.json, pinned.json, identifier.json, cut.json and utf8.json"""
    yield _lengths()
    yield _pinned()
    yield _identifiers()
    yield _cut()
    yield _cut_characters()


def _short_length_flags(length: int) -> list[str]:
    if length == 4:
        return ["identifierNotificationAsObject"]
    return ["shortNotificationAccepted"] if 5 <= length <= 8 else []


def _malformed(topic: Topic, title: str, data: bytes, layout: str) -> None:
    topic.notification(
        title,
        "7.4",
        data,
        layout,
        flags=_short_length_flags(len(data)),
        refused=("malformedNotification", len(data)),
    )


def _lengths() -> Topic:
    topic = Topic("notification", "length")
    for length in SHORT_LENGTHS:
        data = make("deployed", LONG_STREET)[:length]
        if length == 4:
            topic.notification(
                "4 bytes are an identifier",
                "7.1",
                data,
                flags=_short_length_flags(length),
                shows={"kind": "identifier"},
            )
        elif length < 9:
            _malformed(topic, f"{length} bytes are malformed", data, "auto")
        else:
            extent = "whole" if length < 20 else "possiblyCut"
            topic.notification(
                f"{length} bytes are an object, {extent}",
                "7.3",
                data,
                shows={"kind": "instruction", "layout": "deployed", "extent": extent},
            )
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


def _pinned() -> Topic:
    topic = Topic("notification", "pinned")
    for layout in LAYOUTS:
        data = make(layout, LONG_STREET)
        for length in PINNED_LENGTHS[layout]:
            _add_pinned(topic, layout, data[:length])
    return topic


def _add_pinned(topic: Topic, layout: str, data: bytes) -> None:
    length = len(data)
    if length == (16 if layout == "legacy" else 4):
        topic.notification(
            f"{length} bytes are an identifier, pinned {layout}",
            "7.2" if layout == "legacy" else "7.1",
            data,
            layout,
            shows={"kind": "identifier"},
        )
    elif length < 9:
        _malformed(
            topic, f"{length} bytes are malformed, pinned {layout}", data, layout
        )
    elif length < (20 if layout == "published" else STREET_OFFSET[layout]):
        topic.notification(
            f"{length} bytes are too short for an object, pinned {layout}",
            "7.3",
            data,
            layout,
            refused=("truncated", length),
        )
    else:
        topic.notification(
            f"{length} bytes are an object, pinned {layout}",
            "7.3",
            data,
            layout,
            shows={"kind": "instruction", "layout": layout},
        )


def _identifiers() -> Topic:
    topic = Topic("notification", "identifier")
    for number in (0, 1, 2**31 - 1, 2**31, 2**32 - 1):
        topic.notification(
            f"Identifier {number}",
            "7.1",
            number.to_bytes(4, "little"),
            flags=["identifierNotificationAsObject"],
            shows={"kind": "identifier"},
        )
    for text in (
        str(UUID_IDENTIFIER).upper(),
        "00000000-0000-4000-8000-000000000000",
        "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF",
    ):
        topic.notification(
            f"Legacy identifier {text}",
            "7.2",
            UUID(text).bytes,
            shows={"kind": "identifier", "identifier": text},
        )
    for text, why in (
        ("6F1C8D42-0B7E-3A93-9E5D-31474A72286B", "with version 3"),
        ("6F1C8D42-0B7E-5A93-9E5D-31474A72286B", "with version 5"),
        ("6F1C8D42-0B7E-4A93-1E5D-31474A72286B", "with variant 1"),
        ("6F1C8D42-0B7E-4A93-CE5D-31474A72286B", "with variant C"),
        ("00000000-0000-0000-0000-000000000000", "of the nil UUID"),
    ):
        data = UUID(text).bytes
        topic.notification(
            f"16 bytes {why} are a deployed object",
            "7.2",
            data,
            shows={"kind": "instruction", "layout": "deployed"},
        )
        topic.notification(
            f"16 bytes {why} are an identifier when legacy is pinned",
            "7.2",
            data,
            "legacy",
            shows={"kind": "identifier", "identifier": text},
        )
    data = UUID_IDENTIFIER.bytes
    for layout in ("deployed", "published"):
        topic.notification(
            f"16 bytes with version and variant are not an identifier, pinned {layout}",
            "7.2",
            data,
            layout,
            **(
                {"refused": ("truncated", 16)}
                if layout == "published"
                else {"shows": {"kind": "instruction", "layout": "deployed"}}
            ),
        )
    for length in (15, 17, 19):
        topic.notification(
            f"{length} bytes with version and variant are a deployed object",
            "7.2",
            make("legacy", LONG_STREET)[:length],
            shows={"kind": "instruction", "layout": "deployed"},
        )
    return topic


def _cut() -> Topic:
    topic = Topic("notification", "cut")
    for layout in LAYOUTS:
        data = make(layout, LONG_STREET + LONG_STREET, arrow=22, distance=350)
        for size in CUT_SIZES:
            if layout == "legacy" and size == 20:
                topic.notification(
                    "A legacy object cut to 20 bytes ends within its distance",
                    "7.3",
                    data[:size],
                    refused=("truncated", 20),
                )
                continue
            topic.notification(
                f"A {layout} object cut to {size} bytes",
                "7.3",
                data[:size],
                shows={"layout": layout, "extent": "possiblyCut", "arrow": 22},
            )
        topic.notification(
            f"513 bytes are too many, {layout}",
            "2.2",
            data[:513],
            refused=("oversized", 512),
        )
    topic.notification(
        "A published object of exactly 21 bytes has no street",
        "7.3",
        make("published", arrow=22, distance=350),
        shows={"layout": "published", "extent": "possiblyCut", "street": ""},
    )
    topic.notification(
        "A legacy object of exactly 21 bytes has no street",
        "7.3",
        make("legacy", arrow=22, distance=350),
        shows={"layout": "legacy", "extent": "possiblyCut", "street": ""},
    )
    topic.notification(
        "A published object with byte 9 not zero is refused when pinned",
        "2.5",
        make("deployed", b"Nordweg 10 A"),
        "published",
        refused=("reservedNotZero", 9),
    )
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
