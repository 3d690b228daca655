"""Field bugs of sensors, put into the models."""

from dataclasses import replace
from typing import Any

from ..mutants.edits import edited
from ..planting import Plant
from . import calculator, control, fec, flagged, series
from .counter import Counter
from .flagged import Flagged
from .flags import SENSOR_FLAGS
from .record import Record

BIKE = flagged.INDOOR_BIKE_DATA

EDITS = """
checksumAdds
  checksum: => return sum(frame[1 : FRAME_SIZE - 1]) & 0xFF
checksumWithoutFirstByte
  checksum: frame[: FRAME_SIZE - 1] => frame[1 : FRAME_SIZE - 1]
metabolicEquivalentInOnes
  decode: found[field.name] = _read(field, reader) => found[field.name] = _read(field, reader);;
    if field.name == "metabolicEquivalent": found[field.name] *= 10
  encode: => tenths = fields.get("metabolicEquivalent");;
    if tenths is not None: fields = fields | {"metabolicEquivalent": tenths // 10}
shortValueAccepted
  decode: self.inverted is not None and => False and
  decode: not missing and reader.left => field.bit is None or reader.left
  decode: if self.may_be_cut and found and not is_whole: => if not is_whole:
  decode: if missing: => if False:
  decode_heart_rate: => flags = reader.data[0] if reader.data else 0; energy_end = 5 if flags & 1 else 4;;
    is_cut = flags & 8 and len(reader.data) < energy_end;;
    if is_cut: reader.data = bytes((flags & ~8,)) + reader.data[1:]
crankNeverRollsOver
  Counter.take: => if self.kind == "crank" and self.has_begun and count < self.count:;;
        self.count, self.arrival = count, at; return self._begin(event_time, at)
oneByteCount
  Counter.take: => if self.kind == "wheel": count &= 0xFF
  Counter.take: finally => is_fast = self.kind == "wheel" and event_time;;
    if is_fast: self.last = Rate(Fraction(self.ticks_per_second, event_time))
zeroAtOnce
  slowed: => return rate if self.arrival == self.heard else Rate(Fraction(0))
neverZero
  wait: => return 1 << 60
recordsApart
  Record.take: => return data
"""


def _narrow(name: str, width: int, *numbers: int) -> list[Plant]:
    """A field has another width in these pages."""
    pages = dict(fec.PAGES)
    for number in numbers:
        kind, parts = pages[number]
        pages[number] = (
            kind,
            tuple(
                replace(part, width=width) if part.name == name else part
                for part in parts
            ),
        )
    return [Plant(fec, "PAGES", pages)]


def _bike(name: str, **changes: Any) -> list[Plant]:
    fields = tuple(
        replace(field, **changes) if field.name == name else field
        for field in BIKE.fields
    )
    table = replace(BIKE, fields=fields, inverted=None)
    return [Plant(flagged, "INDOOR_BIKE_DATA", table)]


def _uncut(name: str) -> Plant:
    return Plant(flagged, name, replace(getattr(flagged, name), may_be_cut=False))


def _starting_with_six() -> list[Plant]:
    right = control.MACHINE_CONTROL
    kinds = dict(control.MACHINE_REQUESTS)
    kinds[6] = kinds.pop(7)
    targets = tuple(pair for pair in right.targets if pair[0] != 6)
    wrong = control.Commands(kinds, right.target_kind, targets)
    return [Plant(control, "MACHINE_CONTROL", wrong)]


_FOUND = dict(edited(EDITS, fec, Flagged, series, Counter, Record)) | {
    "fourBitEquipment": _narrow("equipment", 4, 16),
    "twoBitState": _narrow("state", 2, 16, 17, 25, 26),
    "speedFlagLikeTheOthers": _bike("instantaneousSpeed", when=1),
    "cadenceFlagInverted": _bike("instantaneousCadence", when=0),
    "cadenceFlagTrusted": _bike("instantaneousCadence"),
    "resistanceInOneByte": _bike("resistanceLevel", parts=(("", "u8"),)),
    "startIsSix": _starting_with_six(),
    "cutValueRefused": [_uncut("POWER_MEASUREMENT"), _uncut("INDOOR_BIKE_DATA")],
    "powerWheelClock1024": [Plant(calculator, "POWER_WHEEL_CLOCK", 1024)],
    "wheelClock2048": [Plant(calculator, "WHEEL_CLOCK", 2048)],
}
SENSOR_BUGS: dict[str, list[Plant]] = {flag: _FOUND[flag] for flag in SENSOR_FLAGS}
