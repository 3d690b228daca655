"""The field bugs, put into the reference codec and the models one at a time.

Every vector that names a bug must catch it. `wrong_answers.py` says what an implementation with the bug answers.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from typing import Any

from . import reference
from .evaluate import Json, evaluate
from .pairing.bugs import PAIRING_BUGS
from .planting import Crash, Plant, planted
from .reading_bugs import READING_BUGS
from .reference import Display, Identifier, Instruction, Refused
from .sensors.bugs import SENSOR_BUGS
from .watch.bugs import WATCH_BUGS
from .watch.session.bugs import COMPANION_BUGS

Replacements = dict[str, Callable[..., Any]]
Change = Callable[[Instruction, bytes], Instruction]

# The right functions, saved before any replacement.
arrow_name = reference.arrow_name
decode = reference.decode
decode_notification = reference.decode_notification
display = reference.display
encode = reference.encode
street_text = reference.street_text

# The units that are rounded to ten, with their lengths in metres as fractions, and the unit of each style.
UNITS = {"m": (1, 1), "ft": reference.FOOT, "yd": reference.YARD}
SMALL_UNITS = {"vendor": "m", "metric": "m", "imperial": "ft", "uk": "yd"}


def caught(bugs: Iterable[str], operation: str, given: Json) -> Iterator[str]:
    """The bugs that change the answer to an input, in a way that `wrongAnswers` can say."""
    expected = evaluate(operation, given)
    for bug in bugs:
        with planted(BUGS[bug]):
            try:
                answer = evaluate(operation, given)
            except Crash:
                yield bug
            else:
                if answer != expected and None not in answer.values():
                    yield bug


def _after_decoding(*changes: Change) -> Replacements:
    def decode_and_change(data: bytes, layout: str, extent: str) -> Instruction:
        instruction = decode(data, layout, extent)
        for change in changes:
            instruction = change(instruction, data)
        return instruction

    return {"decode": decode_and_change}


def _with_distance(read: Callable[[bytes], int]) -> Change:
    def change(instruction: Instruction, data: bytes) -> Instruction:
        end = reference.FIELDS_END[instruction.layout]
        return replace(instruction, distance_in_meters=read(data[end - 4 : end]))

    return change


def _crashing_when(condition: Callable[[Instruction], bool]) -> Change:
    def change(instruction: Instruction, data: bytes) -> Instruction:
        if condition(instruction):
            raise Crash
        return instruction

    return change


def _shifted(places: int) -> Replacements:
    """All fields are read this many bytes too late; past the end there is zero."""

    def change(instruction: Instruction, data: bytes) -> Instruction:
        late = data[places:].ljust(reference.FIELDS_END[instruction.layout], b"\0")
        arrow_offset = reference.IDENTIFIER_LENGTH[instruction.layout]
        end = reference.FIELDS_END[instruction.layout]
        return replace(
            instruction,
            identifier=reference.identifier_from(late[:arrow_offset]),
            arrow=late[arrow_offset],
            distance_in_meters=int.from_bytes(late[arrow_offset + 1 : end], "little"),
            street=instruction.street[places:],
        )

    return _after_decoding(change)


def _known_arrow_name(arrow: int) -> str:
    known = arrow < len(reference.ARROW_NAMES)
    return reference.ARROW_NAMES[arrow if known else 1]


def swapped_names() -> list[Plant]:
    """Only the names of two arrows are swapped."""
    return _plants({"arrow_name": lambda arrow: arrow_name(_swapped(arrow))})


def _swapped(arrow: int) -> int:
    return {15: 16, 16: 15}.get(arrow, arrow)


def _identifier_refused(data: bytes, layout: str) -> Identifier | Instruction:
    payload = decode_notification(data, layout)
    if isinstance(payload, int):
        raise Refused("malformedNotification", len(data))
    return payload


def _object_refused(data: bytes, layout: str) -> Identifier | Instruction:
    with suppress(Refused):
        payload = decode_notification(data, layout)
        if isinstance(payload, Identifier):
            return payload
    raise Refused("malformedNotification", len(data))


def _big_endian_encode(
    layout: str, identifier: Any, arrow: int, distance: int, street: bytes
) -> bytes:
    swapped = int.from_bytes(distance.to_bytes(4, "big"), "little")
    return encode(layout, identifier, arrow, swapped, street)


def _signed(byte: int) -> int:
    return byte - 256 if byte >= 128 else byte


def _sign_extended(data: bytes) -> int:
    value = 0
    for place, byte in enumerate(data):
        value |= _signed(byte) << 8 * place
    return value % 2**32


def _signed_sum(data: bytes) -> int:
    return sum(_signed(byte) << 8 * place for place, byte in enumerate(data)) % 2**32


def added_signed_bytes() -> list[Plant]:
    """The bytes of the distance are signed, and added up."""
    return _in_turn(_with_distance(_signed_sum))


def _reading_past_the_end(lengths: range) -> Replacements:
    def padded(data: bytes) -> bytes:
        return data.ljust(9, b"\xaa") if len(data) in lengths else data

    return {
        "decode": lambda data, *rest: decode(padded(data), *rest),
        "decode_notification": lambda data, layout: decode_notification(
            padded(data), layout
        ),
    }


def _crashing_at_the_fields_end(instruction: Instruction, data: bytes) -> Instruction:
    if len(data) <= reference.FIELDS_END[instruction.layout]:
        raise Crash
    return instruction


def _crashing_past_the_end(lengths: range) -> Replacements:
    def read(data: bytes, layout: str) -> Identifier | Instruction:
        if len(data) in lengths:
            raise Crash
        return decode_notification(data, layout)

    return {"decode_notification": read}


def _all_or_nothing(data: bytes, policy: str) -> str:
    if reference.first_ill_formed_offset(data) is None:
        return street_text(data, policy)
    return ""


def _without_carry(meters: int, style: str) -> Display | None:
    shown = display(meters, style)
    if shown is None or shown.unit != "km":
        return shown
    return Display(f"{meters // 1000}.{reference.nearest(meters % 1000, 100)}", "km")


def _unit_before_rounding(meters: int, style: str) -> Display | None:
    return display(meters, "vendor" if meters < 1000 else style)


def _rounded_down(meters: int, style: str) -> Display | None:
    shown = display(meters, style)
    if shown is None or shown.unit != "m":
        return shown
    return Display(str(meters // 10 * 10), "m")


def _never_now(meters: int, style: str) -> Display | None:
    unit = SMALL_UNITS[style]
    return display(meters, style) or reference.tens(meters, UNITS[unit], unit)


def _unrounded(meters: int, style: str) -> Display | None:
    shown = display(meters, style)
    if shown is None or shown.unit not in UNITS:
        return shown
    numerator, denominator = UNITS[shown.unit]
    return Display(str(reference.nearest(meters * denominator, numerator)), shown.unit)


def _displayed(bugs: tuple[str, str]) -> list[Plant]:
    """Two bugs of what is displayed, one after the other."""

    def show(meters: int, style: str) -> Display | None:
        if "thousandMetres" in bugs and meters < 1000:
            style = "vendor"
        shown = (_never_now if "neverNow" in bugs else display)(meters, style)
        for bug in bugs:
            if shown and bug == "tenthsAsHundredths" and shown.unit == "km":
                shown = _without_carry(meters, style)
            if shown and bug == "roundedDown" and shown.unit == "m":
                shown = Display(str(meters // 10 * 10), "m")
            if shown and bug == "distanceNotRounded" and shown.unit in UNITS:
                numerator, denominator = UNITS[shown.unit]
                value = reference.nearest(meters * denominator, numerator)
                shown = Display(str(value), shown.unit)
        return shown

    return _plants({"display": show})


# By how many bytes fields are read too late; the first is what the flag's vectors are checked with.
SHIFTS = (1, 2, 3, 4, 8, 12)


def shifted(places: int) -> list[Plant]:
    """All fields are read this many bytes too late."""
    return _plants(_shifted(places))


def _plants(replacements: Replacements) -> list[Plant]:
    return [Plant(reference, name, function) for name, function in replacements.items()]


def _in_turn(*changes: Change) -> list[Plant]:
    return _plants(_after_decoding(*changes))


# What changes an instruction that was decoded.
CHANGES: dict[str, Change] = {
    "byte21Trap": lambda instruction, data: replace(instruction, street=data[21:]),
    "bigEndianDistance": _with_distance(lambda data: int.from_bytes(data, "big")),
    "distanceByteDropped": _with_distance(
        lambda data: int.from_bytes(data[:3], "little")
    ),
    "signedDistanceBytes": _with_distance(_sign_extended),
    # A negative index reads what lies before the table.
    "signedArrow": _crashing_when(lambda read: _signed(read.arrow) < 0),
    "arrowTableOverrun": _crashing_when(
        lambda read: read.arrow >= len(reference.ARROW_NAMES)
    ),
    "arrowTableOverrun32": _crashing_when(lambda read: read.arrow >= 32),
    "arrowTableOverrun37": _crashing_when(lambda read: read.arrow >= 37),
    "arrows15And16Swapped": lambda instruction, _: replace(
        instruction, arrow=_swapped(instruction.arrow)
    ),
    "streetOverflow11": _crashing_when(lambda read: len(read.street) >= 11),
    "streetOverflow13": _crashing_when(lambda read: len(read.street) >= 13),
    "streetOverflow22": _crashing_when(lambda read: len(read.street) >= 22),
    "streetOverflow32": _crashing_when(lambda read: len(read.street) >= 32),
    "streetOverflow100": _crashing_when(lambda read: len(read.street) >= 100),
    "shortStreetLoops": _crashing_when(lambda read: len(read.street) <= 10),
    "unterminatedStreet": lambda instruction, _: replace(
        instruction, street=instruction.street.split(b"\0")[0] + b"?"
    ),
}

DISPLAY_BUGS: dict[str, Replacements] = {
    "tenthsAsHundredths": {"display": _without_carry},
    "thousandMetres": {"display": _unit_before_rounding},
    "distanceNotRounded": {"display": _unrounded},
    "roundedDown": {"display": _rounded_down},
    "neverNow": {"display": _never_now},
}

CODEC_BUGS: dict[str, Replacements] = {
    **{bug: _after_decoding(change) for bug, change in CHANGES.items()},
    "bigEndianDistance": {
        **_after_decoding(CHANGES["bigEndianDistance"]),
        "encode": _big_endian_encode,
    },
    "fieldsShifted": _shifted(SHIFTS[0]),
    "unknownArrowShown": {"arrow_name": _known_arrow_name},
    "identifierNotificationAsObject": _reading_past_the_end(range(4, 5)),
    "shortNotificationAccepted": _reading_past_the_end(range(5, 9)),
    "identifierNotificationIgnored": {"decode_notification": _identifier_refused},
    "onlyIdentifierNotifications": {"decode_notification": _object_refused},
    "cutSequenceDropsStreet": {"street_text": _all_or_nothing},
    **DISPLAY_BUGS,
}

# What reads memory that is not its own, and crashes if that is noticed.
READERS: dict[str, list[Plant]] = {
    "unterminatedStreet": _in_turn(_crashing_when(lambda _: True)),
    "fieldsShifted": _in_turn(_crashing_at_the_fields_end),
    "identifierNotificationAsObject": _plants(_crashing_past_the_end(range(4, 5))),
    "shortNotificationAccepted": _plants(_crashing_past_the_end(range(5, 9))),
}

# Pairs of bugs of which the first changes what the second has to do with.
TOGETHER: dict[tuple[str, str], list[Plant]] = {
    **{
        ("byte21Trap", bug): _in_turn(CHANGES["byte21Trap"], CHANGES[bug])
        for bug in (
            *("streetOverflow11", "streetOverflow13", "streetOverflow22"),
            *("streetOverflow32", "streetOverflow100"),
            *("shortStreetLoops", "unterminatedStreet"),
        )
    },
    ("bigEndianDistance", "distanceByteDropped"): _in_turn(
        _with_distance(lambda data: int.from_bytes(data[1:], "big"))
    ),
    ("bigEndianDistance", "signedDistanceBytes"): _in_turn(
        _with_distance(lambda data: _sign_extended(data[::-1]))
    ),
    ("distanceByteDropped", "signedDistanceBytes"): _in_turn(
        _with_distance(lambda data: _sign_extended(data[:3]))
    ),
    **{bugs: _displayed(bugs) for bugs in combinations(DISPLAY_BUGS, 2)},
}

# What each bug replaces.
BUGS: dict[str, list[Plant]] = (
    {bug: _plants(replacements) for bug, replacements in CODEC_BUGS.items()}
    | READING_BUGS
    | SENSOR_BUGS
    | PAIRING_BUGS
    | WATCH_BUGS
    | COMPANION_BUGS
)
