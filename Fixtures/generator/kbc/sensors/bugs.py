"""Field bugs of sensors, put into the models."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from ..planting import Plant
from . import calculator, control, fec, flagged, series
from .counter import Counter, Rate
from .flagged import Field, Flagged
from .record import Record
from .wire import Fields, Reader

# The right functions, saved before any replacement.
decode = Flagged.decode
encode = Flagged.encode
take = Counter.take
difference = Counter.difference
heart_rate = series.decode_heart_rate
BIKE = flagged.INDOOR_BIKE_DATA


def _adding(frame: bytes) -> int:
    return sum(frame[1 : fec.FRAME_SIZE - 1]) & 0xFF


def _without_first(frame: bytes) -> int:
    checksum = 0
    for byte in frame[1 : fec.FRAME_SIZE - 1]:
        checksum ^= byte
    return checksum


def _page_with_width(number: int, name: str, width: int) -> tuple[str, Any]:
    kind, parts = fec.PAGES[number]
    return kind, tuple(
        fec.Part(
            part.name,
            part.byte,
            width,
            part.bit,
            part.none,
            part.signed,
            part.added,
            part.words,
            part.is_flag,
        )
        if part.name == name
        else part
        for part in parts
    )


def _pages_with_width(numbers: tuple[int, ...], name: str, width: int) -> Any:
    return fec.PAGES | {
        number: _page_with_width(number, name, width) for number in numbers
    }


def _bike(name: str, **changes: Any) -> list[Plant]:
    fields = tuple(
        Field(
            **{
                "name": field.name,
                "parts": field.parts,
                "bit": field.bit,
                "when": field.when,
            }
            | changes
        )
        if field.name == name
        else field
        for field in BIKE.fields
    )
    table = replace(BIKE, fields=fields, inverted=None)
    return [Plant(flagged, "INDOOR_BIKE_DATA", table)]


def _uncut(name: str) -> Plant:
    return Plant(flagged, name, replace(getattr(flagged, name), may_be_cut=False))


def _in_ones(table: Flagged, reader: Reader) -> Fields:
    found = decode(table, reader)
    if "metabolicEquivalent" in found:
        found["metabolicEquivalent"] *= 10
    return found


def _in_ones_written(table: Flagged, fields: Fields) -> bytes:
    if "metabolicEquivalent" in fields:
        tenths = fields["metabolicEquivalent"]
        fields = fields | {"metabolicEquivalent": tenths // 10}
    return encode(table, fields)


def _six() -> dict[int, Any]:
    requests = dict(control.MACHINE_REQUESTS)
    requests[6] = requests.pop(7)
    return requests


def _lenient(table: Flagged, reader: Reader) -> Fields:
    flags = reader.take(table.flags)
    found: Fields = {}
    for field in table.fields:
        is_always_there = field.bit is None
        fits = is_always_there or reader.left >= field.size
        if field.is_announced(flags) and fits:
            found[field.name] = flagged._read(field, reader)
    found["otherFlags"] = flags & ~table.announcing
    return found


def _lenient_heart_rate(reader: Reader) -> Fields:
    flags = reader.data[0] if reader.data else 0
    energy_at = 3 if flags & 1 else 2
    if flags & 8 and len(reader.data) < energy_at + 2:
        # Without its flag the energy is left out, and what there is of it stays unread.
        reader.data = bytes((flags & ~8,)) + reader.data[1:]
    return heart_rate(reader)


def _refusing(self: Counter, count: int, event_time: int, at: int) -> None:
    if self.kind == "crank" and self.has_begun and count < self.count:
        self.count = count
        self.arrival = at
        self._begin(event_time, at)
    else:
        take(self, count, event_time, at)


def _one_byte(self: Counter, count: int, event_time: int, at: int) -> None:
    if self.kind == "wheel":
        count &= 0xFF
    take(self, count, event_time, at)
    if self.kind == "wheel" and event_time:
        self.last = Rate(Fraction(self.ticks_per_second, event_time))


def _zero_at_once(self: Counter, rate: Rate | None) -> Rate | None:
    return rate if self.arrival == self.heard else Rate(Fraction(0))


def _at_once(self: Record, data: Fields) -> Fields:
    return data


SENSOR_BUGS: dict[str, list[Plant]] = {
    "checksumAdds": [Plant(fec, "checksum", _adding)],
    "checksumWithoutFirstByte": [Plant(fec, "checksum", _without_first)],
    "fourBitEquipment": [Plant(fec, "PAGES", _pages_with_width((16,), "equipment", 4))],
    "twoBitState": [
        Plant(fec, "PAGES", _pages_with_width((16, 17, 25, 26), "state", 2))
    ],
    "speedFlagLikeTheOthers": _bike("instantaneousSpeed", when=1),
    "cadenceFlagInverted": _bike("instantaneousCadence", when=0),
    "cadenceFlagTrusted": _bike("instantaneousCadence"),
    "metabolicEquivalentInOnes": [
        Plant(Flagged, "decode", _in_ones),
        Plant(Flagged, "encode", _in_ones_written),
    ],
    "resistanceInOneByte": _bike("resistanceLevel", parts=(("", "u8"),)),
    "startIsSix": [
        Plant(
            control,
            "MACHINE_CONTROL",
            control.Commands(
                _six(),
                control.MACHINE_CONTROL.target_kind,
                tuple(pair for pair in control.MACHINE_CONTROL.targets if pair[0] != 6),
            ),
        )
    ],
    "shortValueAccepted": [
        Plant(Flagged, "decode", _lenient),
        Plant(series, "decode_heart_rate", _lenient_heart_rate),
    ],
    "cutValueRefused": [_uncut("POWER_MEASUREMENT"), _uncut("INDOOR_BIKE_DATA")],
    "crankNeverRollsOver": [Plant(Counter, "take", _refusing)],
    "powerWheelClock1024": [Plant(calculator, "POWER_WHEEL_CLOCK", 1024)],
    "wheelClock2048": [Plant(calculator, "WHEEL_CLOCK", 2048)],
    "oneByteCount": [Plant(Counter, "take", _one_byte)],
    "zeroAtOnce": [Plant(Counter, "slowed", _zero_at_once)],
    "neverZero": [Plant(Counter, "wait", lambda _: 1 << 60)],
    "recordsApart": [Plant(Record, "take", _at_once)],
}
