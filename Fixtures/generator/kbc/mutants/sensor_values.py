"""Faults of reading and writing sensors' values: in each table, in each field, and in the bytes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..reference import Refused
from ..sensors import control, flagged, plain, series, wire
from ..sensors.flagged import Field, Flagged
from .mutant import Mutant, replacing

CODING = ("sensorDecode", "sensorEncode")
WRITERS = (flagged, series, plain, control)  # the modules that write integers
OTHER_KINDS = {"u8": "u16", "u16": "u8", "u24": "u32", "u32": "u24", "s16": "u16"}


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of sensors' values."""
    yield from _bytes()
    for name, table in vars(flagged).items():
        if isinstance(table, Flagged):
            yield from _table(name, table)


def _bytes() -> Iterator[Mutant]:
    yield _planted("missing bytes are zero", wire.Reader, "take", _zeros)
    yield _planted("truncated at byte 0", wire.Reader, "take", _at_zero)
    for module in WRITERS:
        name = module.__name__.rpartition(".")[2]
        what = f"{name}: integers are written big-endian"
        yield _planted(what, module, "put", _reversed_bytes)
    yield _planted("other flags are dropped", Flagged, "decode", _bare)
    yield _planted("other flags are not written", Flagged, "encode", _written_bare)


def _planted(name: str, target: Any, member: str, make: Any) -> Mutant:
    return Mutant(f"sensors: {name}", CODING, (replacing(target, member, make),))


def _zeros(take: Any) -> Any:
    def read(reader: wire.Reader, kind: str) -> int:
        reader.data = reader.data.ljust(reader.at + wire.SIZES[kind], b"\0")
        return take(reader, kind)

    return read


def _at_zero(take: Any) -> Any:
    def read(reader: wire.Reader, kind: str) -> int:
        try:
            return take(reader, kind)
        except Refused as refused:
            raise Refused(refused.code, 0) from refused

    return read


def _reversed_bytes(put: Any) -> Any:
    return lambda value, kind: put(value, kind)[::-1]


def _table(name: str, table: Flagged) -> Iterator[Mutant]:
    def fault(what: str, changed: Flagged) -> Mutant:
        return Mutant(f"{name}: {what}", CODING, (Plant(flagged, name, changed),))

    fields = table.fields
    for place, field in enumerate(fields):
        others = fields[:place], fields[place + 1 :]

        def instead(
            *new: Field, others: tuple[tuple[Field, ...], ...] = others
        ) -> Flagged:
            return replace(table, fields=(*others[0], *new, *others[1]))

        yield fault(f"{field.name} is left out", instead())
        if field.bit is not None:
            other_bit = replace(field, bit=field.bit ^ 1)
            yield fault(f"{field.name} has the other flag", instead(other_bit))
            inverted = replace(field, when=1 - field.when)
            yield fault(f"{field.name} has its flag inverted", instead(inverted))
        for number, (part, kind) in enumerate(field.parts):
            if kind in OTHER_KINDS:
                parts = list(field.parts)
                parts[number] = (part, OTHER_KINDS[kind])
                other_kind = replace(field, parts=tuple(parts))
                what = f"{field.name} {part}".strip()
                yield fault(f"{what} is {OTHER_KINDS[kind]}", instead(other_kind))
        if place + 1 < len(fields):
            swapped = (*fields[:place], fields[place + 1], field, *fields[place + 2 :])
            yield fault(
                f"{field.name} comes one field late", replace(table, fields=swapped)
            )


def _bare(decode: Any) -> Any:
    return lambda table, reader: decode(table, reader) | {"otherFlags": 0}


def _written_bare(encode: Any) -> Any:
    return lambda table, fields: encode(table, fields | {"otherFlags": 0})
