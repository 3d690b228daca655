"""Faults in the tables of sensors' values: features and ranges, control points."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..sensors import control, fec, plain, series
from ..sensors.control import Commands
from .edits import edited
from .mutant import Mutant

CODING = ("sensorDecode", "sensorEncode")
OTHER_KINDS = {"u8": "u16", "u16": "u8", "u24": "u16", "u32": "u24", "s16": "u16"}
COMMANDS = ("CSC_CONTROL", "POWER_CONTROL", "MACHINE_CONTROL", "MACHINE_STATUS")
WORDS = (
    (series, "SKIN_CONTACTS"),
    (series, "QUANTITIES"),
    (series, "DIRECTIONS"),
    (plain, "SUPPORTS"),
)

TEXTS = """
no status is written
  encode_training_status: put(fields["status"], "u8") + text => b""
other op codes have no parameter
  Commands.encode: put(fields["opCode"], "u8") + kept => put(fields["opCode"], "u8")
results are one bit
  decode_response: "result": result => "result": result & 7
short frames are filled up
  decode_frame: => reader.data = reader.data.ljust(13, bytes(1))
the channel is 5
  decode_frame: "channel": frame[3] => "channel": 5
"""


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of the tables."""
    yield from _plain()
    for name in COMMANDS:
        yield from _commands(name, getattr(control, name))
    yield from _responses()
    for name, plants in edited(TEXTS, series, Commands, control, fec):
        yield Mutant(f"sensors: {name}", CODING, tuple(plants))
    for module, name in WORDS:
        swapped = getattr(module, name)[::-1]
        yield constant(module, name, swapped, "words in reverse")


def constant(target: Any, name: str, value: Any, what: str) -> Mutant:
    """A fault in a table or a number."""
    return Mutant(f"sensors: {name}: {what}", CODING, (Plant(target, name, value),))


def _plain() -> Iterator[Mutant]:
    for name, table in list(vars(plain).items()):
        if not isinstance(table, tuple) or not isinstance(table[0], tuple):
            continue
        for place, (field, kind) in enumerate(table):
            row = (field, OTHER_KINDS[kind])
            changed = (*table[:place], row, *table[place + 1 :])
            yield constant(plain, name, changed, f"{field} is {OTHER_KINDS[kind]}")
        if len(table) > 1:
            rows = (table[1], table[0], *table[2:])
            yield constant(plain, name, rows, "the first two are swapped")
    yield constant(plain, "NARROW_RANGE_SIZE", 5, "is 5")


def _commands(name: str, commands: Commands) -> Iterator[Mutant]:
    for code, (kind, table) in commands.kinds.items():
        without = {key: row for key, row in commands.kinds.items() if key != code}
        moved = without | {code ^ 0x40: (kind, table)}
        yield constant(control, name, replace(commands, kinds=moved), f"{kind} moved")
    for place, (code, target) in enumerate(commands.targets):
        changed = list(commands.targets)
        changed[place] = (code ^ 0x40, target)
        what = f"target {control.TARGETS[target][0]} moved"
        moved_target = replace(commands, targets=tuple(changed))
        yield constant(control, name, moved_target, what)


def _responses() -> Iterator[Mutant]:
    for code, name in control.NAMES.items():
        without = {key: value for key, value in control.NAMES.items() if key != code}
        moved = without | {code ^ 0x40: name}
        yield constant(control, "NAMES", moved, f"{name} has another code")
    yield constant(
        control,
        "LOCATION_REQUESTS",
        {"speedAndCadence": 3, "cyclingPower": 4},
        "swapped",
    )
    for code, (name, kind) in control.ANSWERS.items():
        other = control.ANSWERS | {code: (name, OTHER_KINDS[kind])}
        yield constant(control, "ANSWERS", other, f"{code} has another type")
    for place, (field, kind) in enumerate(control.DATE):
        rows = list(control.DATE)
        rows[place] = (field, OTHER_KINDS[kind])
        yield constant(control, "DATE", tuple(rows), f"{field} has another type")
