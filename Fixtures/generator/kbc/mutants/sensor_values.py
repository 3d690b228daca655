"""Faults of reading and writing sensors' values: in each table, in each field, and in the bytes."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..sensors import control, flagged, plain, series, wire
from ..sensors.flagged import Field, Flagged
from .edits import edited
from .mutant import Mutant, replacing

CODING = ("sensorDecode", "sensorEncode")
WRITERS = (flagged, series, plain, control)  # the modules that write integers
OTHER_KINDS = {"u8": "u16", "u16": "u8", "u24": "u32", "u32": "u24", "s16": "u16"}

BYTES = """
missing bytes are zero
  take: => self.data = self.data.ljust(self.at + SIZES[kind], bytes(1))
truncated at byte 0
  take: raise Refused("truncated", len(self.data)) => raise Refused("truncated", 0)
other flags are dropped
  decode: flags & ~self.announcing => 0
other flags are not written
  encode: fields.get("otherFlags", 0) => 0
"""
INVERSIONS = """
any number of bytes is taken for a cadence
  _is_inverted: => return reader.left > self._announced(flags) and not flags & 0xE004
a cadence is expected without its flag
  _is_inverted: => if reader.left == self._announced(flags ^ 1 << self.inverted): return True
a flag once inverted always is
  _is_inverted: => if reader.was_inverted: return True
"""


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of sensors' values."""
    yield from _bytes()
    for name, table in vars(flagged).items():
        if isinstance(table, Flagged):
            yield from _table(name, table)


def _bytes() -> Iterator[Mutant]:
    for table, operations in ((BYTES, CODING), (INVERSIONS, (*CODING, "sensorRide"))):
        for name, plants in edited(table, wire.Reader, Flagged):
            yield Mutant(f"sensors: {name}", operations, tuple(plants))
    for module in WRITERS:
        name = module.__name__.rpartition(".")[2]
        what = f"sensors: {name}: integers are written big-endian"
        yield Mutant(what, CODING, (replacing(module, "put", _reversed_bytes),))
    unreserved = replace(flagged.INDOOR_BIKE_DATA, reserved=0)
    what = "two bytes of a reserved flag are taken for a cadence"
    plant = Plant(flagged, "INDOOR_BIKE_DATA", unreserved)
    yield Mutant(f"sensors: {what}", CODING, (plant,))


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
