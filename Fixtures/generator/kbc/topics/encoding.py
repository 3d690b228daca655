"""Encoding in each layout."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from ..objects import DISTANCE, IDENTIFIER, LAYOUTS, LONG_STREET, UUID_IDENTIFIER, make
from ..reference import STREET_OFFSET, Identifier
from ..table import Names
from ..vectors import Topic


def longest(layout: str, more: int = 0) -> bytes:
    """The longest street that a layout has room for, and some more."""
    return LONG_STREET[: 512 - STREET_OFFSET[layout] + more]


NAMES: Names = {
    "DISTANCE": DISTANCE,
    "IDENTIFIER": IDENTIFIER,
    "UUID": UUID,
    "UUID_IDENTIFIER": UUID_IDENTIFIER,
    "longest": longest,
    "MARKED": "Cafe\u0301weg".encode(),
    "EMOJI": "\U0001f6b2 Weg".encode(),
}
OF_LAYOUT = """
3.7 Without a street, LAYOUT
  write "LAYOUT"
3.7 With a street, LAYOUT
  write "LAYOUT", "Grüner Weg".encode()
3.7 A street with a combining mark keeps it, LAYOUT
  write "LAYOUT", MARKED, 9, 80
3.7 A street with an emoji, LAYOUT
  write "LAYOUT", EMOJI, 12, 40
4.2 Arrow 255, which has no meaning yet, LAYOUT
  write "LAYOUT", b"Hof", 255
3.7 Distance 16909060, four different bytes, LAYOUT
  write "LAYOUT", b"Hof", 5, 0x01020304
3.7 The largest distance, LAYOUT
  write "LAYOUT", b"Hof", 5, 2**32 - 1
3.7 Exactly 512 bytes, LAYOUT
  write "LAYOUT", longest("LAYOUT")
2.2 513 bytes are refused, LAYOUT
  write "LAYOUT", longest("LAYOUT", 1) -> refused="oversized", offset=512
"""
IDENTIFIERS = """
2.4 Identifier {0|2147483648|4294967295}, deployed
  write "deployed", b"", 1, identifier={0|2147483648|4294967295}
3.7 A UUID is refused, {published|deployed}
  write "{published|deployed}", b"", 1, identifier=UUID_IDENTIFIER -> refused="identifierMismatch", offset=0
2.8 Identifier {00000000-0000-0000-0000-000000000000|FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF}, legacy
  write "legacy", b"", 1, identifier=UUID(int={0|2**128 - 1})
3.7 A 4-byte identifier is refused, legacy
  write "legacy", b"", 1, identifier=IDENTIFIER -> refused="identifierMismatch", offset=0
since 3.1.0
10 The width of the identifier is checked before the size, {published|deployed|legacy}
  write "{published|deployed|legacy}", longest("{published|deployed|legacy}", 1),
    identifier={UUID_IDENTIFIER|UUID_IDENTIFIER|IDENTIFIER} -> refused="identifierMismatch", offset=0
5.1 An ill-formed street is written as it is
  write "deployed", x("4772fc6e657220576567")
5.1 A street with a zero byte is written as it is
  write "deployed", b"Weg" + bytes(1) + b" 7"
5.1 A street that begins with zeros is written as it is
  write "deployed", bytes(12) + b"Weg"
"""


class EncodingTopic(Topic):
    """A file of fields to encode."""

    def write(
        self,
        title: str,
        clause: str,
        layout: str,
        street: bytes = b"",
        arrow: int = 5,
        distance: int = DISTANCE,
        identifier: Identifier | None = None,
        **intent: Any,
    ) -> None:
        """Adds fields to encode. If nothing else is meant, the answer is what `make` makes of them."""
        if identifier is None:
            identifier = UUID_IDENTIFIER if layout == "legacy" else IDENTIFIER
        if "refused" not in intent:
            name = "uuid" if layout == "legacy" else "identifier"
            fields = {"arrow": arrow, "distance": distance, name: identifier}
            intent["shows"] = {"bytes": make(layout, street, **fields).hex()}
        self.encode(
            title, clause, layout, identifier, arrow, distance, street, **intent
        )


def topics() -> Iterator[Topic]:
    """codec/encode.json"""
    topic = EncodingTopic("codec", "encode")
    for layout in LAYOUTS:
        topic.add_table(OF_LAYOUT.replace("LAYOUT", layout), NAMES)
    topic.add_table(IDENTIFIERS, NAMES)
    yield topic
