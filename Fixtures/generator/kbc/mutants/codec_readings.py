"""Faults of the codec that keep another reading of its rules: what is checked first, and which bytes a street may have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from uuid import UUID

from .. import reference
from ..evaluate import Json
from ..reference import Identifier, Refused
from .changes import before
from .codec import DECODING, STREETS
from .mutant import Mutant, replacing

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
LONGEST = reference.MAXIMUM_OBJECT_LENGTH


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All other readings of the codec."""
    yield from _encoding()
    yield from _order()
    yield from _texts()


def _encoding() -> Iterator[Mutant]:
    def encoding(
        name: str,
        condition: Callable[[str, Identifier, int, bytes], bool],
        code: str,
        offset: int,
    ) -> Mutant:
        def refuse(
            layout: str, identifier: Identifier, _: int, distance: int, street: bytes
        ) -> None:
            if condition(layout, identifier, distance, street):
                raise Refused(code, offset)

        plant = replacing(reference, "encode", before(refuse))
        return Mutant(name, ("encode",), (plant,))

    yield encoding(
        "the size is checked before the width of the identifier",
        lambda layout, _, __, street: (
            reference.STREET_OFFSET[layout] + len(street) > LONGEST
        ),
        "oversized",
        LONGEST,
    )
    yield encoding(
        "a UUID of another version is not written",
        lambda _, identifier, __, ___: (
            isinstance(identifier, UUID)
            and not reference.is_version_4_uuid(identifier.bytes)
        ),
        "identifierMismatch",
        0,
    )
    yield encoding(
        "an ill-formed street is not written",
        lambda _, __, ___, street: reference.first_ill_formed_offset(street)
        is not None,
        "invalidUTF8",
        0,
    )
    yield encoding(
        "a street with a zero byte is not written",
        lambda _, __, ___, street: 0 in street,
        "invalidUTF8",
        0,
    )
    yield encoding(
        "an object that would be taken for another layout is not written",
        lambda layout, identifier, distance, street: (
            layout == "deployed" and street[:12] == bytes(12)
        ),
        "reservedNotZero",
        9,
    )

    def repaired(encode: Any) -> Any:
        def check(*fields: Any) -> bytes:
            text = fields[-1].decode("utf-8", "replace")
            return bytes(encode(*fields[:-1], text.encode()))

        return check

    plant = replacing(reference, "encode", repaired)
    yield Mutant(
        "an ill-formed street is repaired when it is written", ("encode",), (plant,)
    )


def _order() -> Iterator[Mutant]:
    """What is checked first when an object is read."""

    def first_of(condition: Callable[[bytes, str], int | None]) -> Callable[[Any], Any]:
        """A reserved byte that is found at fault before anything else is looked at."""

        def check(data: bytes, layout: str, _: str) -> None:
            fault = condition(data, layout)
            if fault is not None:
                raise Refused("reservedNotZero", fault)

        return before(check)

    def reserved(data: bytes) -> int | None:
        offsets = range(9, min(21, len(data)))
        return next((offset for offset in offsets if data[offset]), None)

    orders: dict[str, Callable[[bytes, str], int | None]] = {
        "reserved bytes are checked before the size": lambda data, layout: (
            reserved(data) if layout == "published" and len(data) > LONGEST else None
        ),
        "reserved bytes are checked before the length": lambda data, layout: (
            reserved(data) if layout == "published" and len(data) < 21 else None
        ),
    }
    for name, condition in orders.items():
        plant = replacing(reference, "decode", first_of(condition))
        yield Mutant(name, DECODING, (plant,))

    def bounded(data: bytes, _: str) -> None:
        if len(data) > LONGEST:
            raise Refused("malformedNotification", len(data))

    plant = replacing(reference, "decode_notification", before(bounded))
    name = "a notification of more than 512 bytes is malformed"
    yield Mutant(name, ("notification",), (plant,))

    def last_reserved(decode: Any) -> Any:
        def check(data: bytes, layout: str, extent: str) -> Any:
            try:
                return decode(data, layout, extent)
            except Refused as refused:
                if refused.code == "reservedNotZero":
                    faults = [o for o in range(9, min(21, len(data))) if data[o]]
                    raise Refused(refused.code, faults[-1]) from refused
                raise

        return check

    plant = replacing(reference, "decode", last_reserved)
    yield Mutant("the last reserved byte is at fault", DECODING, (plant,))


def _texts() -> Iterator[Mutant]:
    """Which characters a street may have."""

    def changing(change: Callable[[str], str]) -> Callable[[Any], Any]:
        def make(street_text: Any) -> Any:
            return lambda data, policy: change(street_text(data, policy))

        return make

    texts: dict[str, Callable[[str], str]] = {
        "a byte order mark is dropped": lambda text: text.removeprefix("\ufeff"),
        "noncharacters are repaired": lambda text: "".join(
            REPLACEMENT
            if ord(character) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(character) <= 0xFDEF
            else character
            for character in text
        ),
        "control characters are left out": lambda text: "".join(
            character for character in text if ord(character) >= 0x20
        ),
        "the text ends at a zero byte": lambda text: text.split("\0")[0],
        "blanks around the text are dropped": str.strip,
        "the text is normalised": lambda text: text.replace("e\u0301", "\u00e9"),
        "the text has at most 255 characters": lambda text: text[:255],
    }
    for name, change in texts.items():
        plant = replacing(reference, "street_text", changing(change))
        yield Mutant(name, STREETS, (plant,))

    ranges = reference.continuation_ranges
    for lead, second in ((0xE0, 0xC0), (0xED, 0x80), (0xF0, 0xC0), (0xF4, 0x80)):

        def other(
            byte: int, lead: int = lead, second: int = second
        ) -> list[range] | None:
            allowed = ranges(byte)
            if byte != lead or allowed is None:
                return allowed
            first = allowed[0]
            is_end = second == first.stop
            changed = (
                range(first.start, second + 1)
                if is_end
                else range(second + 1, first.stop)
            )
            return [changed, *allowed[1:]]

        word = "continues" if second == 0xC0 else "does not continue"
        plant = replacing(
            reference, "continuation_ranges", lambda _, other=other: other
        )
        yield Mutant(f"{second:#04x} {word} {lead:#04x}", STREETS, (plant,))

    def with_whole_extent(decode: Any) -> Any:
        def check(data: bytes, layout: str, extent: str) -> Any:
            read = decode(data, layout, extent)
            is_full = len(data) == LONGEST
            return replace(read, extent="whole") if is_full else read

        return check

    plant = replacing(reference, "decode", with_whole_extent)
    yield Mutant("512 bytes are whole, whatever the receiver says", DECODING, (plant,))
