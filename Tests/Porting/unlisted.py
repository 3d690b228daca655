#!/usr/bin/env python3
"""Answers the conformance suite with a fault that is none of the field bugs that the suite knows.

    unlisted.py DEVICE FAULT

DEVICE is `port`, the Python port with all that it has, or `display`, a device that knows today's layout only. FAULT is one
of FAULTS. `diagnosis.py` has every one of them judged: the summary must not take it for a bug that it knows.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PORTS = Path(__file__).resolve().parents[2] / "Sources" / "Ports"
sys.path += [str(PORTS / "Harness"), str(PORTS / "Python")]

import kbc_harness  # noqa: E402

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
    "street: refused above 200 bytes": refusing(
        lambda it: len(it["streetBytes"]) > 200, "oversized"
    ),
    "street: refused if not ASCII": refusing(
        lambda it: not it["streetBytes"].isascii(), "invalidUTF8"
    ),
}


def of_display(data: bytes) -> Fields:
    """A right decoder of today's objects."""
    if len(data) > 512:
        raise kbc_harness.Refused("oversized")
    if len(data) < 9:
        raise kbc_harness.Refused("truncated")
    return {
        "identifier": int.from_bytes(data[0:4], "little"),
        "arrow": data[4],
        "distanceInMeters": int.from_bytes(data[5:9], "little"),
        "streetBytes": data[9:],
    }


def run_port(fault: Callable[[Fields], Fields]) -> None:
    """Runs the Python port with a fault in all instructions that it decodes."""
    from komoot_nav import arrow, street

    def wronged(function: Callable[..., Fields]) -> Callable[..., Fields]:
        def decode(*arguments: object) -> Fields:
            fields = function(*arguments)
            if "streetBytes" not in fields:
                return fields
            wrong = fault(fields)
            if wrong["arrow"] != fields["arrow"]:
                wrong["arrowName"] = arrow.name(wrong["arrow"])
            if wrong["streetBytes"] != fields["streetBytes"]:
                wrong["street"] = street.text(wrong["streetBytes"])
                first = street.first_fault(wrong["streetBytes"])
                if first is None or fields["strictErrorOffset"] is None:
                    wrong["strictErrorOffset"] = None
            return wrong

        return decode

    run = kbc_harness.run

    def run_wronged(**device: Any) -> None:
        device["decode"] = wronged(device["decode"])
        device["notification"] = wronged(device["notification"])
        run(**device)

    kbc_harness.run = run_wronged
    import testee  # noqa: F401


DEVICES = ("display", "port")


def main() -> int:
    if len(sys.argv) != 3 or sys.argv[1] not in DEVICES or sys.argv[2] not in FAULTS:
        print(__doc__, *FAULTS, sep="\n", file=sys.stderr)
        return 64
    _, device, name = sys.argv
    fault = FAULTS[name]
    if device == "port":
        run_port(fault)
    else:
        kbc_harness.run(lambda data: fault(of_display(data)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
