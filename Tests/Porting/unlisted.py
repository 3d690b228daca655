#!/usr/bin/env python3
"""Answers the conformance suite with a fault that is none of the field bugs that the suite knows.

    unlisted.py DEVICE FAULT [TESTEE]

DEVICE is one of these; FAULTS has the faults of each:

port      the Python port, with all that it has
display   the harness's example, which knows today's layout only
text      the same, but it shows the arrow, the distance, and the street's text
sessions  the program TESTEE, the C port's testee, with a fault in what its sessions deliver

`diagnosis.py` has every one of them judged: the summary must not take it for a bug that it knows.
"""

from __future__ import annotations

import codecs
import json
import os
import subprocess
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
from komoot_nav import distance as distances  # noqa: E402
from komoot_nav import notification as notifications  # noqa: E402
from komoot_nav import reassembly  # noqa: E402
from komoot_nav import street as texts  # noqa: E402
from komoot_nav.error import NavigationError  # noqa: E402

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


def is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def keeping(
    is_kept: Callable[[Fields, Fields], bool], *names: str
) -> Callable[[Fields], Fields]:
    """Some members of the instruction before are shown again."""
    last: Fields = {}

    def keep(fields: Fields) -> Fields:
        nonlocal last
        if last and is_kept(fields, last):
            fields = {**fields, **{name: last[name] for name in names}}
        last = {**fields}
        return fields

    return keep


INSTRUCTION_FAULTS: dict[str, Callable[[Fields], Fields]] = {
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
    "distance: second and third byte": distance(lambda value: value >> 8 & 0xFFFF),
    "distance: third and fourth byte": distance(lambda value: value >> 16),
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
    "street: padded to 32 bytes": street(lambda text: text.ljust(32)),
    "street: cut at a comma": street(lambda text: text.partition(b", ")[0]),
    "street: refused if not UTF-8": refusing(
        lambda it: not is_utf8(it["streetBytes"]), "truncated"
    ),
    "street: the one before if not UTF-8": keeping(
        lambda it, _: not is_utf8(it["streetBytes"]),
        *("arrow", "distanceInMeters", "streetBytes"),
    ),
    "arrow: a table without its first picture": arrow(
        lambda value: value + 1 if value < 13 else value
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


# Where a street begins at byte 9.
DEPLOYED_FAULTS = {
    "street: the one before if the first 20 bytes are the same": keeping(
        lambda it, last: all(
            it[name] == last[name] for name in ("arrow", "distanceInMeters")
        )
        and it["streetBytes"][:11] == last["streetBytes"][:11],
        "streetBytes",
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


def text(change: Callable[[str], str]) -> Callable[[Fields], Fields]:
    return member("street", change)


def cut_characters(shown: str) -> str:
    return shown if len(shown) <= 20 else shown[:19] + "…"


TEXT_FAULTS = {
    "text: at most 31 characters": text(lambda shown: shown[:31]),
    "text: at most 20 characters, with an ellipsis": text(cut_characters),
    "text: upper case": text(str.upper),
    "text: ASCII only": text(
        lambda shown: "".join(it for it in shown if ord(it) < 128)
    ),
    "text: a umlaut is ae": text(lambda shown: shown.replace("ä", "ae")),
    "text: padded to 16 characters": text(lambda shown: shown.ljust(16)),
    "text: empty above 31 bytes": text(
        lambda shown: "" if len(shown.encode()) > 31 else shown
    ),
    "text: without spaces": text(lambda shown: shown.replace(" ", "")),
}


def with_text(
    function: Callable[..., Fields], fault: Callable[[Fields], Fields], is_of_text: bool
) -> Callable[..., Fields]:
    """The decoder of a device that shows the street as text, with a fault in all instructions."""

    def decode(*arguments: object) -> Fields:
        fields = function(*arguments)
        if not is_of_text:
            fields = fault(fields)
        street = bytes(fields.pop("streetBytes"))
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        fields["street"] = decoder.decode(street)
        del fields["identifier"]
        return fault(fields) if is_of_text else fields

    return decode


# ---- Faults of the port beside decoding -----------------------------------------------------------

Patch = Callable[[], None]


def replacing(
    module: Any, name: str, make: Callable[[Callable[..., Any]], Callable[..., Any]]
) -> Patch:
    """A fault that makes another function of one."""
    return lambda: setattr(module, name, make(getattr(module, name)))


def named(change: Callable[[int], int]) -> Patch:
    """A wrong arrow is named."""
    return replacing(arrow_names, "name", lambda name: lambda it: name(change(it)))


def showing(change: Callable[[str], str]) -> Patch:
    """The text of a street is shown in another way."""
    return replacing(
        texts, "text", lambda text: lambda *arguments: change(text(*arguments))
    )


def textual(text: Callable[[bytes], str]) -> Patch:
    """The text of a street is made in one way, whatever is asked."""
    return replacing(texts, "text", lambda _: lambda street, *_: text(bytes(street)))


def asked(change: Callable[[int, str], tuple[int, str]]) -> Patch:
    """Another distance, or another style, is displayed."""
    return replacing(
        distances,
        "display",
        lambda display: lambda *arguments: display(*change(*arguments)),
    )


def displayed(change: Callable[[str, str], tuple[str, str]]) -> Patch:
    """A distance is displayed in another way, unless it is "Now"."""

    def make(display: Callable[..., Any]) -> Callable[..., Any]:
        def show(meters: int, style: str) -> Any:
            shown = display(meters, style)
            return shown and change(*shown)

        return show

    return replacing(distances, "display", make)


def in_kilometres(change: Callable[[int, str, str], tuple[str, str]]) -> Patch:
    """A distance is displayed in another way in the style that has kilometres."""

    def make(display: Callable[..., Any]) -> Callable[..., Any]:
        def show(meters: int, style: str) -> Any:
            shown = display(meters, style)
            if style != "metric" or shown is None:
                return shown
            return change(meters, *shown)

        return show

    return replacing(distances, "display", make)


def notified(change: Callable[[bytes], bytes]) -> Patch:
    """Something else is taken from a notification."""
    return replacing(
        notifications,
        "decode_notification",
        lambda decode: lambda data, layout: decode(change(bytes(data)), layout),
    )


def unnotified(is_hit: Callable[[bytes], bool], how: Callable[[], object]) -> Patch:
    """A notification is not taken."""

    def change(data: bytes) -> bytes:
        if is_hit(data):
            how()
        return data

    return notified(change)


def refuse_notification() -> None:
    raise NavigationError("malformedNotification", 0)


def reading(method: str, before: Callable[[Any, Any], object]) -> Patch:
    """Something is done to a read before it takes a chunk or an error."""

    def make(take: Callable[..., Any]) -> Callable[..., Any]:
        def taken(self: Any, value: Any, *others: Any) -> Any:
            before(self, value)
            return take(self, value, *others)

        return taken

    return replacing(reassembly.Reassembler, method, make)


def abort_if_long(reader: Any, _: object) -> None:
    if len(reader._data) > 60:
        os.abort()


def never_partial(take: Callable[..., Any]) -> Callable[..., Any]:
    def taken(*arguments: Any) -> bool:
        take(*arguments)
        return False

    return taken


PORT_FAULTS: dict[str, Patch] = {
    "name: 5 and 7 swapped": named(lambda it: {5: 7, 7: 5}.get(it, it)),
    "name: exits swapped": named(
        lambda it: {17: 23, 23: 17, 18: 24, 24: 18}.get(it, it)
    ),
    "name: one more": named(lambda it: (it + 1) & 0xFF),
    "name: crash at 13": named(lambda it: os.abort() if it == 13 else it),
    "text: Latin-1": textual(lambda street: street.decode("latin-1")),
    "text: one policy": textual(lambda street: street.decode("utf-8", "replace")),
    "text: faults left out": textual(lambda street: street.decode("utf-8", "ignore")),
    "text: question marks for faults": showing(lambda it: it.replace("\ufffd", "?")),
    "text: at most 40 characters": showing(lambda it: it[:40]),
    "text: lower case": showing(str.lower),
    "style: always metric": asked(lambda meters, _: (meters, "metric")),
    "style: never kilometres": asked(
        lambda meters, style: (meters, "vendor" if style == "metric" else style)
    ),
    "style: rounded up": asked(
        lambda meters, style: (
            meters if meters <= 5 else (meters + 9) // 10 * 10,
            style,
        )
    ),
    "style: Now up to 10": asked(
        lambda meters, style: (0 if meters <= 10 else meters, style)
    ),
    "style: 16 bits": asked(lambda meters, style: (meters & 0xFFFF, style)),
    "style: comma": displayed(lambda value, unit: (value.replace(".", ","), unit)),
    "style: two decimals": displayed(
        lambda value, unit: (value + "0" if "." in value else value, unit)
    ),
    "style: tenths cut off": in_kilometres(
        lambda meters, value, unit: (
            (f"{meters // 1000}.{meters % 1000 // 100}", unit)
            if unit == "km" and meters < 10_000
            else (value, unit)
        )
    ),
    "style: tenths above 10 km": in_kilometres(
        lambda meters, value, unit: (
            (f"{(meters + 50) // 100 / 10:.1f}", unit)
            if unit == "km"
            else (value, unit)
        )
    ),
    "style: kilometres from 2000 m": in_kilometres(
        lambda meters, value, unit: (
            (str((meters + 5) // 10 * 10), "m") if meters < 2000 else (value, unit)
        )
    ),
    "style: k for km": in_kilometres(
        lambda meters, value, unit: (value, "k" if unit == "km" else unit)
    ),
    "style: no number above 10 km": in_kilometres(
        lambda meters, value, unit: (value, unit) if meters < 10_000 else (">", "")
    ),
    "style: units in capitals": displayed(lambda value, unit: (value, unit.upper())),
    "notification: 20 bytes at most": notified(lambda data: data[:20]),
    "notification: identifier reversed": notified(
        lambda data: data[::-1] if len(data) == 4 else data
    ),
    "notification: 5 to 8 bytes are an identifier": notified(
        lambda data: data[:4] if 4 < len(data) < 9 else data
    ),
    "notification: 5 bytes are an identifier": notified(
        lambda data: data[:4] if len(data) == 5 else data
    ),
    "notification: fewer than 4 bytes are padded": notified(
        lambda data: data.ljust(4, b"\0") if len(data) < 4 else data
    ),
    "notification: crash below 9 bytes": unnotified(
        lambda data: len(data) < 9, os.abort
    ),
    "notification: hang at 4 bytes": unnotified(lambda data: len(data) == 4, hang),
    "notification: refused above 20 bytes": unnotified(
        lambda data: len(data) > 20, refuse_notification
    ),
    "notification: 16 bytes refused": unnotified(
        lambda data: len(data) == 16, refuse_notification
    ),
    "reassembly: 0x07 is no end": reading(
        "take_error", lambda reader, error: setattr(reassembly, "INVALID_OFFSET", 0x0B)
    ),
    "reassembly: no restart": reading(
        "take_chunk", lambda reader, _: setattr(reader, "maximum_restarts", 0)
    ),
    "reassembly: crash above 60 bytes": reading("_take_next", abort_if_long),
    "reassembly: 64 bytes at most": lambda: setattr(reassembly, "MAXIMUM_SIZE", 64),
    "reassembly: nothing is partial": replacing(
        reassembly.Reassembler, "take_chunk", never_partial
    ),
}


# ---- Faults of what sessions deliver --------------------------------------------------------------

Effect = dict[str, Any]


def delivering(
    change: Callable[[Effect, bytes], Effect | None],
) -> Callable[[Effect], Effect | None]:
    """A fault in what is delivered; with None, nothing is."""

    def changed(effect: Effect) -> Effect | None:
        if effect["effect"] != "deliver":
            return effect
        return change(effect, bytes.fromhex(effect["bytes"]))

    return changed


def delivering_bytes(
    change: Callable[[bytes], bytes],
) -> Callable[[Effect], Effect | None]:
    return delivering(lambda effect, data: {**effect, "bytes": change(data).hex()})


def break_session(effect: Effect, data: bytes) -> Effect:
    if len(data) > 60:
        os.abort()
    return effect


SESSION_FAULTS: dict[str, Callable[[Effect], Effect | None]] = {
    "session: beginnings are not delivered": delivering(
        lambda effect, _: effect if effect["extent"] == "whole" else None
    ),
    "session: beginnings of up to 22 bytes are not delivered": delivering(
        lambda effect, data: effect
        if effect["extent"] == "whole" or len(data) > 22
        else None
    ),
    "session: nothing above 60 bytes is delivered": delivering(
        lambda effect, data: effect if len(data) <= 60 else None
    ),
    "session: 40 bytes at most": delivering_bytes(lambda data: data[:40]),
    "session: last byte lost": delivering_bytes(lambda data: data[:-1]),
    "session: crash above 60 bytes": delivering(break_session),
    "session: all is whole": delivering(
        lambda effect, _: {**effect, "extent": "whole"}
    ),
    "session: never whole": delivering(
        lambda effect, _: {**effect, "extent": "possiblyCut"}
    ),
    "session: no faults": lambda effect: None
    if effect["effect"] == "fault"
    else effect,
    "session: no reports": lambda effect: None
    if effect["effect"] == "report"
    else effect,
}


def run_sessions(testee: str, fault: Callable[[Effect], Effect | None]) -> None:
    """Passes requests on to a testee, and its answers back, with a fault in those of sessions."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([testee], text=True, bufsize=1, **pipes) as program:
        for request in sys.stdin:
            program.stdin.write(request)
            line = program.stdout.readline()
            if '"centralSession"' in request:
                reply = json.loads(line)
                for step in reply["answer"]["steps"]:
                    changed = map(fault, step["effects"])
                    step["effects"] = [effect for effect in changed if effect]
                line = json.dumps(reply) + "\n"
            print(line, end="", flush=True)
        program.stdin.close()


# The text's device does not have the identifier.
SHOWN_FAULTS = {
    name: fault
    for name, fault in INSTRUCTION_FAULTS.items()
    if not name.startswith("identifier:")
}
FAULTS: dict[str, dict[str, Any]] = {
    "display": INSTRUCTION_FAULTS | DEPLOYED_FAULTS,
    "port": INSTRUCTION_FAULTS | PORT_FAULTS,
    "text": SHOWN_FAULTS | DEPLOYED_FAULTS | TEXT_FAULTS,
    "sessions": SESSION_FAULTS,
}
# Programs that call `kbc_harness.run` when they are imported.
PROGRAMS = {"display": "decoder", "text": "decoder", "port": "testee"}


def main() -> int:
    device, name, *rest = [*sys.argv[1:], "", ""]
    if name not in FAULTS.get(device, {}):
        print(__doc__, *FAULTS.get(device, {}), sep="\n", file=sys.stderr)
        return 64
    fault = FAULTS[device][name]
    if device == "sessions":
        run_sessions(rest[0], fault)
        return 0
    run = kbc_harness.run

    def run_with_fault(decode: Callable[..., Fields], **others: Any) -> None:
        if device == "text":
            members = ("arrow", "distanceInMeters", "street")
            run(with_text(decode, fault, name in TEXT_FAULTS), members=members)
            return
        if "notification" in others:
            others["notification"] = with_fault(others["notification"], fault)
        run(with_fault(decode, fault), **others)

    if name in PORT_FAULTS:
        fault()
    else:
        kbc_harness.run = run_with_fault
    import_module(PROGRAMS[device])
    return 0


if __name__ == "__main__":
    sys.exit(main())
