#!/usr/bin/env python3
"""Answers the conformance suite with a fault that is none of the field bugs that the suite knows.

    unlisted.py DEVICE FAULT

DEVICE is `port`, the Python port with all that it has, or `display`, the harness's example, which knows today's layout
only. FAULT is one of FAULTS. `diagnosis.py` has every one of them judged: the summary must not take it for a bug that it
knows.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

PORTS = Path(__file__).resolve().parents[2] / "Sources" / "Ports"
sys.path += [str(PORTS / path) for path in ("Harness", "Harness/Examples", "Python")]

import kbc_harness  # noqa: E402
from komoot_nav import arrow as arrow_names  # noqa: E402
from komoot_nav import street as texts  # noqa: E402

Fields = dict[str, Any]
LARGEST = 0xFFFF_FFFF


def member(name: str, change: Callable[[Any], Any]) -> Callable[[Fields], Fields]:
    """A fault that changes one member."""
    return lambda fields: {**fields, name: change(fields[name])}


def arrow(change: Callable[[int], int]) -> Callable[[Fields], Fields]:
    return member("arrow", lambda value: change(value) & 0xFF)


def distance(change: Callable[[int], int]) -> Callable[[Fields], Fields]:
    return member("distanceInMeters", lambda value: min(change(value), LARGEST))


def street(change: Callable[[bytes], bytes]) -> Callable[[Fields], Fields]:
    return member("streetBytes", change)


def identifier(change: Callable[[int], int]) -> Callable[[Fields], Fields]:
    # A UUID is left as it is.
    return member(
        "identifier",
        lambda value: change(value) if isinstance(value, int) else value,
    )


def breaking(
    is_hit: Callable[[Fields], bool], how: Callable[[], object]
) -> Callable[[Fields], Fields]:
    def break_down(fields: Fields) -> Fields:
        if is_hit(fields):
            how()
        return fields

    return break_down


def refusing(is_hit: Callable[[Fields], bool], code: str) -> Callable[[Fields], Fields]:
    def refuse(fields: Fields) -> Fields:
        if is_hit(fields):
            raise kbc_harness.Refused(code)
        return fields

    return refuse


def hang() -> None:
    time.sleep(60)


def log() -> None:
    """Writes a line where only answers may come."""
    print("no room for this instruction", flush=True)


def both(
    one: Callable[[Fields], Fields], other: Callable[[Fields], Fields]
) -> Callable[[Fields], Fields]:
    return lambda fields: other(one(fields))


def utf16(text: bytes) -> bytes:
    return text.decode("utf-8", "replace").encode("utf-16-le")


def latin1(text: bytes) -> bytes:
    return text.decode("utf-8", "replace").encode("latin-1", "replace")


FAULTS: dict[str, Callable[[Fields], Fields]] = {
    "arrow: one more": arrow(lambda value: value + 1),
    "arrow: odd ones one more": arrow(lambda value: value + value % 2),
    "arrow: bit 6 set": arrow(lambda value: value | 64),
    "arrow: four bits": arrow(lambda value: value & 15),
    "arrow: 5 and 8 swapped": arrow(lambda value: {5: 8, 8: 5}.get(value, value)),
    "arrow: 15 shown as 2": arrow(lambda value: 2 if value == 15 else value),
    "arrow: at most 30": arrow(lambda value: min(value, 30)),
    "arrow: above 40 becomes 0": arrow(lambda value: value if value <= 40 else 0),
    "arrow: crash above 60": breaking(lambda it: it["arrow"] > 60, os.abort),
    "arrow: crash at 8": breaking(lambda it: it["arrow"] == 8, os.abort),
    "arrow: hang above 31": breaking(lambda it: it["arrow"] > 31, hang),
    "distance: half": distance(lambda value: value // 2),
    "distance: in feet": distance(lambda value: value * 3281 // 1000),
    "distance: at most 65535": distance(lambda value: min(value, 65535)),
    "distance: 16 bits": distance(lambda value: value & 0xFFFF),
    "distance: one more": distance(lambda value: value + 1),
    "distance: to the nearest 10": distance(lambda value: (value + 5) // 10 * 10),
    "distance: above 100 km is 0": distance(
        lambda value: 0 if value > 100_000 else value
    ),
    "distance: crash above 65535": breaking(
        lambda it: it["distanceInMeters"] > 65535, os.abort
    ),
    "distance: hang at 0": breaking(lambda it: it["distanceInMeters"] == 0, hang),
    "identifier: big-endian": identifier(
        lambda value: int.from_bytes(value.to_bytes(4, "little"), "big")
    ),
    "identifier: 16 bits": identifier(lambda value: value & 0xFFFF),
    "identifier: crash at 0": breaking(lambda it: it["identifier"] == 0, os.abort),
    "street: stripped": street(bytes.strip),
    "street: reversed": street(lambda text: text[::-1]),
    "street: first byte lost": street(lambda text: text[1:]),
    "street: last byte lost": street(lambda text: text[:-1]),
    "street: zero byte added": street(lambda text: text + b"\0"),
    "street: upper case": street(bytes.upper),
    "street: ASCII only": street(lambda text: bytes(it for it in text if it < 128)),
    "street: question marks": street(
        lambda text: bytes(it if it < 128 else ord("?") for it in text)
    ),
    "street: Latin-1": street(latin1),
    "street: UTF-16": street(utf16),
    "street: bit 7 lost": street(lambda text: bytes(it & 0x7F for it in text)),
    "street: twice": street(lambda text: text + text if len(text) < 200 else text),
    "street: only the first word": street(lambda text: text.partition(b" ")[0]),
    "street: empty above 60 bytes": street(
        lambda text: text if len(text) <= 60 else b""
    ),
    "street: crash above 60 bytes": breaking(
        lambda it: len(it["streetBytes"]) > 60, os.abort
    ),
    "street: crash if not ASCII": breaking(
        lambda it: not it["streetBytes"].isascii(), os.abort
    ),
    "street: crash if empty": breaking(lambda it: not it["streetBytes"], os.abort),
    "street: refused if empty": refusing(lambda it: not it["streetBytes"], "truncated"),
    "street: refused above 31 bytes": refusing(
        lambda it: len(it["streetBytes"]) > 31, "oversized"
    ),
    "street: refused above 99 bytes": refusing(
        lambda it: len(it["streetBytes"]) > 99, "oversized"
    ),
    "street: refused above 12 bytes": refusing(
        lambda it: len(it["streetBytes"]) > 12, "oversized"
    ),
    "street: hang up to 5 bytes": breaking(
        lambda it: len(it["streetBytes"]) <= 5, hang
    ),
    "street: refused above 200 bytes": refusing(
        lambda it: len(it["streetBytes"]) > 200, "oversized"
    ),
    "street: refused if not ASCII": refusing(
        lambda it: not it["streetBytes"].isascii(), "invalidUTF8"
    ),
    "log: street above 12 bytes": breaking(lambda it: len(it["streetBytes"]) > 12, log),
    "log: street above 31 bytes": breaking(lambda it: len(it["streetBytes"]) > 31, log),
    "log: arrow above 31": breaking(lambda it: it["arrow"] > 31, log),
    "log: arrow above 36": breaking(lambda it: it["arrow"] > 36, log),
    "street: crash above 60 bytes, distance: half": both(
        breaking(lambda it: len(it["streetBytes"]) > 60, os.abort),
        distance(lambda value: value // 2),
    ),
    "street: crash above 60 bytes, arrow: one more": both(
        breaking(lambda it: len(it["streetBytes"]) > 60, os.abort),
        arrow(lambda value: value + 1),
    ),
    "street: crash above 47 bytes, arrow: 5 and 8 swapped": both(
        breaking(lambda it: len(it["streetBytes"]) > 47, os.abort),
        arrow(lambda value: {5: 8, 8: 5}.get(value, value)),
    ),
}


def with_fault(
    function: Callable[..., Fields], fault: Callable[[Fields], Fields]
) -> Callable[..., Fields]:
    """The decoder with a fault in all instructions."""

    def decode(*arguments: object) -> Fields:
        fields = function(*arguments)
        if "streetBytes" not in fields:
            return fields
        wrong = fault(fields)
        # What the port makes of the arrow and the street follows them.
        if "arrowName" in fields and wrong["arrow"] != fields["arrow"]:
            wrong["arrowName"] = arrow_names.name(wrong["arrow"])
        if "street" in fields and wrong["streetBytes"] != fields["streetBytes"]:
            wrong["street"] = texts.text(wrong["streetBytes"])
            first = texts.first_fault(wrong["streetBytes"])
            if first is None or fields["strictErrorOffset"] is None:
                wrong["strictErrorOffset"] = None
        return wrong

    return decode


# Programs that call `kbc_harness.run` when they are imported.
DEVICES = {"display": "decoder", "port": "testee"}


def main() -> int:
    if len(sys.argv) != 3 or sys.argv[1] not in DEVICES or sys.argv[2] not in FAULTS:
        print(__doc__, *FAULTS, sep="\n", file=sys.stderr)
        return 64
    _, device, name = sys.argv
    run = kbc_harness.run

    def run_with_fault(decode: Callable[..., Fields], **others: Any) -> None:
        if "notification" in others:
            others["notification"] = with_fault(others["notification"], FAULTS[name])
        run(with_fault(decode, FAULTS[name]), **others)

    kbc_harness.run = run_with_fault
    import_module(DEVICES[device])
    return 0


if __name__ == "__main__":
    sys.exit(main())
