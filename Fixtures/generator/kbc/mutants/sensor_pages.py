"""Faults of FE-C: in the pages' tables, and of frames."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..evaluate import Json
from ..sensors import fec
from .mutant import Mutant
from .sensor_tables import around, constant


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of FE-C."""
    yield from _pages()
    yield from _frames()


def _pages() -> Iterator[Mutant]:
    for number, (name, parts) in fec.PAGES.items():
        for place, part in enumerate(parts):
            for what, changed in _parts(part):
                row = (*parts[:place], changed, *parts[place + 1 :])
                pages = fec.PAGES | {number: (name, row)}
                yield constant(fec, "PAGES", pages, f"{name} {part.name} {what}")
        if name != "generalData":
            without = {key: row for key, row in fec.PAGES.items() if key != number}
            moved = without | {number ^ 0x80: (name, parts)}
            yield constant(fec, "PAGES", moved, f"{name} has another number")
        if number in fec.CONSTANTS:
            yield constant(fec, "CONSTANTS", {}, "are FF")
    yield constant(fec, "BLANK_LAST_BYTE", (), "is FF")
    yield constant(fec, "LARGEST_POWER", 4095, "is 4095")
    yield around(fec, "_raw", "values wrap around", _wrapping)


def _parts(part: fec.Part) -> Iterator[tuple[str, fec.Part]]:
    if part.width > 1:
        yield "is a bit too narrow", replace(part, width=part.width - 1)
    if not part.words:
        yield "is a bit too high", replace(part, bit=part.bit + 1)
    if part.none is not None:
        yield "is always available", replace(part, none=-1)
    if part.added:
        yield "is sent as it is", replace(part, added=0)
    if part.signed:
        yield "is unsigned", replace(part, signed=False)


def _wrapping(raw: Any) -> Any:
    def write(part: fec.Part, value: Any) -> int:
        if part.added and value is not None:
            return value + part.added & part.mask
        return raw(part, value)

    return write


def _frames() -> Iterator[Mutant]:
    for name, value in (("SYNC", 0xA5), ("LENGTH", 8)):
        yield constant(fec, name, value, f"is {value}")
    yield constant(fec, "checksum", lambda frame: frame[-1], "is not looked at")
    for start in (2, 3, 4, 5):
        make = _checksum_from(start)
        yield around(fec, "checksum", f"checksum from byte {start}", make)
    yield around(fec, "checksum", "checksum without the last byte", _checksum_to_10)
    yield around(fec, "decode_frame", "short frames are filled up", _filled)
    yield around(
        fec, "decode_frame", "the first two bytes are not looked at", _any_head
    )
    yield around(fec, "decode_frame", "wrong checksums are always refused", _strict)
    yield around(fec, "decode_frame", "the message is a broadcast", _broadcast)
    yield around(fec, "decode_frame", "the channel is 5", _channel)
    yield around(fec, "encode_frame", "every frame goes to channel 5", _to_channel_5)


def _checksum_from(start: int) -> Any:
    return lambda checksum: lambda frame: checksum(bytes(start) + frame[start:])


def _checksum_to_10(checksum: Any) -> Any:
    return lambda frame: checksum(frame[:11] + b"\0")


def _filled(decode: Any) -> Any:
    def read(reader: Any, **options: bool) -> Json:
        reader.data = reader.data.ljust(13, b"\0")
        return decode(reader, **options)

    return read


def _any_head(decode: Any) -> Any:
    def read(reader: Any, **options: bool) -> Json:
        reader.data = b"\xa4\x09" + reader.data[2:]
        return decode(reader, **options)

    return read


def _strict(decode: Any) -> Any:
    return lambda reader, **_: decode(reader)


def _broadcast(decode: Any) -> Any:
    return lambda reader, **options: decode(reader, **options) | {"message": 0x4E}


def _channel(decode: Any) -> Any:
    return lambda reader, **options: decode(reader, **options) | {"channel": 5}


def _to_channel_5(encode: Any) -> Any:
    return lambda fields: encode(fields | {"channel": 5})
