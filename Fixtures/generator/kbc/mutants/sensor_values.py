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
    for name, make in (
        ("any number of bytes is taken for a cadence", _any_excess),
        ("a cadence is expected without its flag", _forgiving),
        ("an inverted flag is forgotten", _forgetful),
        ("a flag once inverted always is", _stubborn),
    ):
        rule = replacing(Flagged, "_is_inverted", make)
        operations = (*CODING, "sensorRide")
        yield Mutant(f"sensors: {name}", operations, (rule,))
    what = "what follows a field that was cut is looked for"
    yield _planted(what, Flagged, "decode", _searching)
    unreserved = replace(flagged.INDOOR_BIKE_DATA, reserved=0)
    what = "two bytes of a reserved flag are taken for a cadence"
    plant = Plant(flagged, "INDOOR_BIKE_DATA", unreserved)
    yield Mutant(f"sensors: {what}", CODING, (plant,))


def _planted(name: str, target: Any, member: str, make: Any) -> Mutant:
    return Mutant(f"sensors: {name}", CODING, (replacing(target, member, make),))


def _any_excess(_: Any) -> Any:
    def is_inverted(table: Flagged, flags: int, reader: wire.Reader) -> bool:
        return reader.left > table._announced(flags) and not flags & 0xE004

    return is_inverted


def _forgiving(is_inverted: Any) -> Any:
    def guess(table: Flagged, flags: int, reader: wire.Reader) -> bool:
        fits = reader.left == table._announced(flags ^ 1 << table.inverted)
        return fits or is_inverted(table, flags, reader)

    return guess


def _forgetful(is_inverted: Any) -> Any:
    def forget(table: Flagged, flags: int, reader: wire.Reader) -> bool:
        reader.was_inverted = False
        return is_inverted(table, flags, reader)

    return forget


def _stubborn(is_inverted: Any) -> Any:
    return lambda table, flags, reader: (
        reader.was_inverted or is_inverted(table, flags, reader)
    )


def _searching(_: Any) -> Any:
    def decode(table: Flagged, reader: wire.Reader) -> Json:
        flags = reader.take(table.flags)
        found: Json = {}
        missing = 0
        for field in table.fields:
            if not field.is_announced(flags):
                continue
            if table.may_be_cut and found and reader.left < field.size:
                missing |= 1 << field.bit
            else:
                found[field.name] = flagged._read(field, reader)
        marks = {flagged.MISSING: missing} if missing else {}
        return found | marks | {"otherFlags": flags & ~table.announcing}

    return decode


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
