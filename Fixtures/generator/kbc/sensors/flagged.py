"""Values that begin with flags, which announce the fields that follow (clauses 2.1, 3.1, 3.4, 4.1, 5.2)."""

from dataclasses import dataclass

from .wire import SIZES, Fields, Reader, put

# The name of the member that is there, and true, if a machine inverts a flag; and of the flags of fields that were cut
# off, if any were.
INVERTED = "isCadenceFlagInverted"
MISSING = "missingFlags"


@dataclass(frozen=True)
class Field:
    """A field: a number, or several under one name.

    `bit` is the flag that announces it; `None` for a field that is always there. `when` is the flag's value
    if the field is there.
    """

    name: str
    parts: tuple[tuple[str, str], ...]
    bit: int | None = None
    when: int = 1

    def is_announced(self, flags: int) -> bool:
        """Whether the flags say that the field follows."""
        return self.bit is None or flags >> self.bit & 1 == self.when

    @property
    def size(self) -> int:
        """How many bytes it has."""
        kinds = [kind for _, kind in self.parts]
        return 3 if "angles" in kinds else sum(SIZES[kind] for kind in kinds)


@dataclass(frozen=True)
class Flagged:
    """A value with flags: their type, and the fields in their order.

    `inverted` is the flag that some machines invert (clause 9.3); `reserved` are the flags that may announce fields
    of a later version. A value that `may_be_cut` needs only its first field (clause 9.12).
    """

    flags: str
    fields: tuple[Field, ...]
    inverted: int | None = None
    reserved: int = 0
    may_be_cut: bool = False

    def decode(self, reader: Reader) -> Fields:
        """Reads the flags and the fields that they announce."""
        flags = reader.take(self.flags)
        marks: Fields = {}
        if self.inverted is not None and self._is_inverted(flags, reader):
            marks[INVERTED] = True
            flags ^= 1 << self.inverted
        found: Fields = {}
        missing = 0
        for field in self.fields:
            if not field.is_announced(flags):
                continue
            is_whole = not missing and reader.left >= field.size
            if self.may_be_cut and found and not is_whole:
                missing |= 1 << field.bit
            else:
                found[field.name] = _read(field, reader)
        if missing:
            marks[MISSING] = missing
        return found | marks | {"otherFlags": flags & ~self.announcing}

    def _is_inverted(self, flags: int, reader: Reader) -> bool:
        """Whether the length tells that the flag is inverted, or does not tell, and the last value's was."""
        excess = reader.left - self._announced(flags)
        if excess == 0:
            return False
        inverse = flags ^ 1 << self.inverted
        fits_with_more = excess > 0 and reader.left == self._announced(inverse)
        return reader.was_inverted or fits_with_more and not flags & self.reserved

    def _announced(self, flags: int) -> int:
        """How many bytes follow the flags."""
        return sum(field.size for field in self.fields if field.is_announced(flags))

    def encode(self, fields: Fields) -> bytes:
        """Writes the flags and the fields that are there."""
        flags = 0
        body = b""
        for field in self.fields:
            is_there = field.name in fields
            if field.bit is not None and is_there == bool(field.when):
                flags |= 1 << field.bit
            if is_there:
                body += _write(field, fields[field.name])
        after_all = -1 << flags.bit_length()
        flags |= fields.get(MISSING, 0) & self.announcing & after_all
        if self.inverted is not None and INVERTED in fields:
            flags ^= 1 << self.inverted
        flags |= fields.get("otherFlags", 0) & ~self.announcing
        return put(flags, self.flags) + body

    @property
    def announcing(self) -> int:
        """The flags that announce a field."""
        bits = {field.bit for field in self.fields if field.bit is not None}
        return sum(1 << bit for bit in bits)


def _read(field: Field, reader: Reader) -> Fields | int:
    if field.parts[0][1] == "angles":
        packed = reader.take("u24")
        return {"maximum": packed & 0xFFF, "minimum": packed >> 12}
    if not field.parts[0][0]:
        return reader.take(field.parts[0][1])
    return {name: reader.take(kind) for name, kind in field.parts}


def _write(field: Field, value: Fields | int) -> bytes:
    if isinstance(value, int):
        return put(value, field.parts[0][1])
    if field.parts[0][1] == "angles":
        return put(value["maximum"] | value["minimum"] << 12, "u24")
    return b"".join(put(value[name], kind) for name, kind in field.parts)


def number(name: str, kind: str, bit: int | None = None, when: int = 1) -> Field:
    """A field of one number."""
    return Field(name, (("", kind),), bit, when)


def several(name: str, bit: int, **parts: str) -> Field:
    """A field of several numbers."""
    return Field(name, tuple(parts.items()), bit)


def _wheel(bit: int) -> Field:
    return several("wheel", bit, cumulativeRevolutions="u32", lastEventTime="u16")


def _crank(bit: int) -> Field:
    return several("crank", bit, cumulativeRevolutions="u16", lastEventTime="u16")


CSC_MEASUREMENT = Flagged("u8", (_wheel(0), _crank(1)))


def _extremes(name: str, bit: int, kind: str) -> Field:
    return several(name, bit, maximum=kind, minimum=kind)


POWER_MEASUREMENT = Flagged(
    "u16",
    (
        number("instantaneousPower", "s16"),
        number("pedalPowerBalance", "u8", 0),
        number("accumulatedTorque", "u16", 2),
        _wheel(4),
        _crank(5),
        _extremes("forceMagnitudes", 6, "s16"),
        _extremes("torqueMagnitudes", 7, "s16"),
        _extremes("angles", 8, "angles"),
        number("topDeadSpotAngle", "u16", 9),
        number("bottomDeadSpotAngle", "u16", 10),
        number("accumulatedEnergy", "u16", 11),
    ),
    may_be_cut=True,
)
POWER_VECTOR = Flagged(
    "u8", (_crank(0), number("firstCrankMeasurementAngle", "u16", 1))
)
INDOOR_BIKE_DATA = Flagged(
    "u16",
    (
        number("instantaneousSpeed", "u16", 0, when=0),
        number("averageSpeed", "u16", 1),
        number("instantaneousCadence", "u16", 2),
        number("averageCadence", "u16", 3),
        number("totalDistance", "u24", 4),
        number("resistanceLevel", "s16", 5),
        number("instantaneousPower", "s16", 6),
        number("averagePower", "s16", 7),
        several("expendedEnergy", 8, total="u16", perHour="u16", perMinute="u8"),
        number("heartRate", "u8", 9),
        number("metabolicEquivalent", "u8", 10),
        number("elapsedTime", "u16", 11),
        number("remainingTime", "u16", 12),
    ),
    inverted=2,
    reserved=0xE000,
    may_be_cut=True,
)
