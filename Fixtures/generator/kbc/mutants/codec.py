"""Faults of the codec: objects, notifications, streets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from uuid import UUID

from .. import reference
from ..evaluate import Json
from ..planting import Plant
from ..reference import Instruction, Refused, Run
from .mutant import Mutant, replacing

DECODING = ("decode", "notification")
STREETS = ("decode", "notification", "street")


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of the codec."""
    yield from _fields()
    yield from _lengths()
    yield from _detection()
    yield from _streets()
    yield from _encoding()
    yield from _notifications()


def _reference(name: str, operations: tuple[str, ...], **changes: Any) -> Mutant:
    plants = tuple(
        Plant(reference, target, change) for target, change in changes.items()
    )
    return Mutant(name, operations, plants)


def _decoded(name: str, change: Callable[[Instruction], Instruction]) -> Mutant:
    def make(decode: Any) -> Any:
        return lambda *given: change(decode(*given))

    return Mutant(name, DECODING, (replacing(reference, "decode", make),))


def _fields() -> Iterator[Mutant]:
    yield _decoded(
        "the distance is one too great",
        lambda read: replace(read, distance_in_meters=read.distance_in_meters + 1),
    )
    yield _decoded(
        "the distance has 31 bits",
        lambda read: replace(
            read, distance_in_meters=read.distance_in_meters & 0x7FFF_FFFF
        ),
    )
    yield _decoded(
        "the arrow has five bits", lambda read: replace(read, arrow=read.arrow & 0x1F)
    )
    yield _decoded(
        "the arrow is one too small",
        lambda read: replace(read, arrow=max(read.arrow - 1, 0)),
    )
    yield _decoded(
        "the identifier is read most significant byte first",
        lambda read: replace(read, identifier=_swapped(read.identifier)),
    )
    yield _decoded(
        "a reserved arrow becomes 0",
        lambda read: replace(read, arrow=read.arrow if read.arrow <= 30 else 0),
    )
    yield _decoded(
        "blanks around the street are dropped",
        lambda read: replace(read, street=read.street.strip()),
    )
    yield _decoded(
        "the street ends at a zero byte",
        lambda read: replace(read, street=read.street.split(b"\0")[0]),
    )
    for limit in (22, 64, 255):
        yield _decoded(
            f"the street has at most {limit} bytes",
            lambda read, limit=limit: replace(read, street=read.street[:limit]),
        )
    yield _decoded(
        "the street loses its last byte",
        lambda read: replace(read, street=read.street[:-1]),
    )
    yield _decoded("every object is whole", lambda read: replace(read, extent="whole"))
    yield _decoded(
        "every object may be cut", lambda read: replace(read, extent="possiblyCut")
    )


def _swapped(identifier: int | UUID) -> int | UUID:
    if isinstance(identifier, UUID):
        return UUID(bytes=identifier.bytes[::-1])
    return int.from_bytes(identifier.to_bytes(4, "little"), "big")


def _lengths() -> Iterator[Mutant]:
    both = (*DECODING, "encode")
    yield _reference("513 bytes are an object", both, MAXIMUM_OBJECT_LENGTH=513)
    yield _reference("512 bytes are not an object", both, MAXIMUM_OBJECT_LENGTH=511)
    yield _reference("any length is an object", both, MAXIMUM_OBJECT_LENGTH=10**6)
    for size in (19, 21):
        name = f"whatever is shorter than {size} bytes is whole"
        yield _reference(name, DECODING, SMALLEST_CUT_LENGTH=size)
    for layout in reference.STREET_OFFSET:
        for change in (-1, 1):
            offset = reference.STREET_OFFSET[layout] + change
            offsets = reference.STREET_OFFSET | {layout: offset}
            name = f"the street of {layout} begins at byte {offset}"
            yield _reference(name, DECODING, STREET_OFFSET=offsets)
    ends = reference.FIELDS_END | {"legacy": 20}
    name = "the fields of legacy end at byte 20"
    yield _reference(name, DECODING, FIELDS_END=ends)

    def padded(decode: Any) -> Any:
        def decode_padded(data: bytes, layout: str, extent: str) -> Instruction:
            try:
                return decode(data, layout, extent)
            except Refused as refused:
                if refused.code != "truncated":
                    raise
                return decode(data.ljust(21, b"\0"), layout, extent)

        return decode_padded

    name = "bytes that are missing are taken to be zero"
    yield Mutant(name, DECODING, (replacing(reference, "decode", padded),))
    yield from _refusals()


def _refusals() -> Iterator[Mutant]:
    for code in ("truncated", "oversized", "reservedNotZero", "malformedNotification"):

        def moved(function: Any, code: str = code) -> Any:
            def refuse_elsewhere(*given: Any) -> Any:
                try:
                    return function(*given)
                except Refused as refused:
                    if refused.code == code:
                        raise Refused(code, refused.offset + 1) from None
                    raise

            return refuse_elsewhere

        name = f"the offset of {code} is one too great"
        decode = replacing(reference, "decode", moved)
        notification = replacing(reference, "decode_notification", moved)
        where = notification if code == "malformedNotification" else decode
        yield Mutant(name, DECODING, (where,))


def _detection() -> Iterator[Mutant]:
    yield _reference(
        "a UUID of any version is an identifier",
        DECODING,
        is_version_4_uuid=lambda data: data[8] & 0xC0 == 0x80,
    )
    yield _reference(
        "a UUID of any variant is an identifier",
        DECODING,
        is_version_4_uuid=lambda data: data[6] >> 4 == 4,
    )
    yield _reference("no bytes are a UUID", DECODING, is_version_4_uuid=lambda _: False)
    for wrong in ("published", "deployed", "legacy"):

        def never(detect: Any, wrong: str = wrong) -> Any:
            def detect_otherwise(data: bytes, extent: str) -> str:
                layout = detect(data, extent)
                other = "published" if wrong == "deployed" else "deployed"
                return other if layout == wrong else str(layout)

            return detect_otherwise

        name = f"the layout {wrong} is never detected"
        yield Mutant(name, DECODING, (replacing(reference, "detect", never),))
    name = "byte 9 alone tells published"
    yield _reference(name, DECODING, detect=_detect_by_one_byte)
    name = "reserved bytes begin at byte 10"
    yield _reference(name, DECODING, FIRST_RESERVED_BYTE=10)


def _detect_by_one_byte(data: bytes, extent: str) -> str:
    if len(data) < (20 if extent == "possiblyCut" else 21):
        return "deployed"
    if reference.is_version_4_uuid(data):
        return "legacy"
    return "published" if data[9] == 0 else "deployed"


def _streets() -> Iterator[Mutant]:
    def split(change: Callable[[Run, bytes], list[Run]]) -> Plant:
        def make(runs: Any) -> Any:
            return lambda data: (
                new for run in list(runs(data)) for new in change(run, data)
            )

        return replacing(reference, "runs", make)

    def bytewise(run: Run, _: bytes) -> list[Run]:
        if run.kind == "character":
            return [run]
        return [Run(place, place + 1, run.kind) for place in range(run.start, run.end)]

    def incomplete_is_wrong(run: Run, _: bytes) -> list[Run]:
        kind = "illFormed" if run.kind == "incomplete" else run.kind
        return [Run(run.start, run.end, kind)]

    def wrong_is_incomplete(run: Run, _: bytes) -> list[Run]:
        kind = "incomplete" if run.kind == "illFormed" else run.kind
        return [Run(run.start, run.end, kind)]

    streets = {
        "each byte of an ill-formed sequence is shown as one": bytewise,
        "an incomplete last sequence is ill-formed like any other": incomplete_is_wrong,
        "ill-formed sequences are left out": wrong_is_incomplete,
    }
    for name, change in streets.items():
        yield Mutant(name, STREETS, (split(change),))
    leads: dict[str, Callable[[int], bool]] = {
        "0xC0 and 0xC1 begin a sequence": lambda lead: lead in (0xC0, 0xC1),
        "0xF5 begins a sequence": lambda lead: lead == 0xF5,
    }
    for name, is_lead in leads.items():
        yield _leads(name, lambda lead, is_lead=is_lead: is_lead(lead))
    for lead in (0xE0, 0xED, 0xF0, 0xF4):
        yield _any_continuation(lead)

    def one_less(first: Any) -> Any:
        def shifted(data: bytes) -> int | None:
            offset = first(data)
            return None if offset is None else offset + 1

        return shifted

    name = "the place of the first ill-formed sequence is one too great"
    plant = replacing(reference, "first_ill_formed_offset", one_less)
    yield Mutant(name, STREETS, (plant,))
    name = "nothing is ill-formed for the policy strict"
    plant = Plant(reference, "first_ill_formed_offset", lambda _: None)
    yield Mutant(name, STREETS, (plant,))
    for before, after in (
        ("strict", "repair"),
        ("repair", "dropIncompleteTail"),
        ("dropIncompleteTail", "repair"),
    ):

        def exchanged(text: Any, before: str = before, after: str = after) -> Any:
            return lambda data, policy: text(
                data, after if policy == before else policy
            )

        name = f"the policy {before} is {after}"
        plant = replacing(reference, "street_text", exchanged)
        yield Mutant(name, STREETS, (plant,))

    def ascii_only(text: Any) -> Any:
        return lambda data, policy: (
            text(data, policy).encode("ascii", "replace").decode()
        )

    name = "characters that are not ASCII become question marks"
    yield Mutant(name, STREETS, (replacing(reference, "street_text", ascii_only),))

    def shortened(text: Any) -> Any:
        return lambda data, policy: text(data, policy)[:-1]

    name = "the text loses its last character"
    yield Mutant(name, STREETS, (replacing(reference, "street_text", shortened),))

    def longer(text: Any) -> Any:
        return lambda data, policy: text(data, policy) + "\0"

    name = "the text keeps a terminator"
    yield Mutant(name, STREETS, (replacing(reference, "street_text", longer),))


def _leads(name: str, is_lead: Callable[[int], bool]) -> Mutant:
    def make(ranges: Any) -> Any:
        return lambda lead: [range(0x80, 0xC0)] if is_lead(lead) else ranges(lead)

    plant = replacing(reference, "continuation_ranges", make)
    return Mutant(name, STREETS, (plant,))


def _any_continuation(lead: int) -> Mutant:
    def make(ranges: Any) -> Any:
        def lenient(byte: int) -> Any:
            allowed = ranges(byte)
            return [range(0x80, 0xC0)] * len(allowed) if byte == lead else allowed

        return lenient

    plant = replacing(reference, "continuation_ranges", make)
    return Mutant(f"anything continues {lead:#04x}", STREETS, (plant,))


def _encoding() -> Iterator[Mutant]:
    def encoded(change: Callable[[bytes, str], bytes]) -> Plant:
        def make(encode: Any) -> Any:
            return lambda layout, *rest: change(encode(layout, *rest), layout)

        return replacing(reference, "encode", make)

    changes: dict[str, Callable[[bytes, str], bytes]] = {
        "the last byte is not written": lambda data, _: data[:-1],
        "a terminator is written": lambda data, _: data + b"\0",
        "reserved bytes are not written": lambda data, layout: (
            data[:9] + data[21:] if layout == "published" else data
        ),
        "the identifier is written most significant byte first": lambda data, layout: (
            data if layout == "legacy" else data[3::-1] + data[4:]
        ),
    }
    for name, change in changes.items():
        yield Mutant(name, ("encode",), (encoded(change),))

    def lenient(encode: Any) -> Any:
        def encode_anyway(layout: str, identifier: Any, *rest: Any) -> bytes:
            if isinstance(identifier, UUID) != (layout == "legacy"):
                identifier = UUID(int=0) if layout == "legacy" else 0
            return bytes(encode(layout, identifier, *rest))

        return encode_anyway

    name = "an identifier of the wrong width is written as zero"
    yield Mutant(name, ("encode",), (replacing(reference, "encode", lenient),))


def _notifications() -> Iterator[Mutant]:
    only = ("notification",)
    for length in (8, 10):
        name = f"the shortest object that is notified has {length} bytes"
        yield _reference(name, only, SHORTEST_OBJECT_LENGTH=length)

    def whole(notification: Any) -> Any:
        def decode_whole(data: bytes, layout: str) -> Any:
            payload = notification(data, layout)
            if isinstance(payload, Instruction):
                return reference.decode(data, layout, "whole")
            return payload

        return decode_whole

    name = "a notified object is never cut"
    yield Mutant(name, only, (replacing(reference, "decode_notification", whole),))

    def other_identifier(notification: Any) -> Any:
        def decode_swapped(data: bytes, layout: str) -> Any:
            payload = notification(data, layout)
            return payload if isinstance(payload, Instruction) else _swapped(payload)

        return decode_swapped

    name = "a bare identifier is read most significant byte first"
    plant = replacing(reference, "decode_notification", other_identifier)
    yield Mutant(name, only, (plant,))
    for length, word in ((4, "four"), (16, "sixteen")):

        def refused(notification: Any, length: int = length) -> Any:
            def refuse(data: bytes, layout: str) -> Any:
                if len(data) == length:
                    raise Refused("malformedNotification", length)
                return notification(data, layout)

            return refuse

        name = f"a notification of {word} bytes is malformed"
        plant = replacing(reference, "decode_notification", refused)
        yield Mutant(name, only, (plant,))
