#!/usr/bin/env python3
"""Checks that a device is judged by what it has.

    parts.py KNAV

KNAV is the built command; `cc` must be there too. Makes devices in C and in Python that know today's layout only, and some
that have only a part of an instruction. Each conforms if it says what it has. Each fails if it says that it has more, or
if it has a bug.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

REPOSITORY = Path(__file__).resolve().parents[2]
HARNESS = REPOSITORY / "Sources" / "Ports" / "Harness"

C_DEVICE = """
#include "kbc_harness.h"
static uint32_t number_at(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}
/* What is shown of a street: U+FFFD for what is not a character, and nothing for one that is cut off at the end. */
static size_t text_of(const uint8_t *bytes, size_t size, char *text)
{
    size_t made = 0, place = 0;
    while (place < size) {
        const uint8_t *at = bytes + place, lead = *at;
        const uint8_t least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
        const uint8_t most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
        size_t length = 0, found = 1;
        if (lead < 0x80) {
            length = 1;
        } else if (lead >= 0xc2 && lead <= 0xf4) {
            length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        }
        while (found < length && place + found < size &&
               at[found] >= (found == 1 ? least : 0x80) && at[found] <= (found == 1 ? most : 0xbf)) {
            found++;
        }
        place += found;
        if (found == length) {
            memcpy(text + made, at, length);
            made += length;
        } else if (length == 0 || place < size) {
            memcpy(text + made, "\\xef\\xbf\\xbd", 3);
            made += 3;
        }
    }
    return made;
}
static kbc_result decode(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    static uint8_t street[512];
    static char text[3 * 512 + 1];
    const size_t room = ROOM;
    if (size > 512) {
        return KBC_OVERSIZED;
    }
    if (size < 9) {
        return KBC_TRUNCATED;
    }
    shown->layout = KBC_DEPLOYED;
    shown->identifier = HAS_IDENTIFIER ? number_at(bytes) : 0;
    shown->arrow = bytes[ARROW_PLACE];
    shown->distance_in_meters = number_at(bytes + 5);
    shown->street_size = size - 9 < room ? size - 9 : room;
    memcpy(street, bytes + 9, shown->street_size);
    shown->street = street;
    if (CUTS_TEXT) {
        shown->street_text_size = text_of(bytes + 9, size - 9, text);
        shown->street_text_size = shown->street_text_size < room ? shown->street_text_size : room;
    } else {
        shown->street_text_size = text_of(street, shown->street_size, text);
    }
    text[shown->street_text_size] = 0;
    if (ENDS_AT_ZERO) {
        shown->street_text_size = strlen(text);
    }
    shown->street_text = GIVES_TEXT ? text : NULL;
    return KBC_OK;
}
static kbc_result notification(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    if (size == 4) {
        shown->is_identifier_only = true;
        shown->identifier = HAS_IDENTIFIER ? number_at(bytes) : 0;
        return KBC_OK;
    }
    return size < 9 ? KBC_MALFORMED_NOTIFICATION : decode(bytes, size, shown);
}
int main(void)
{
    kbc_device device = kbc_device_with(decode);
    device.notification = notification;
    SAYS
    return kbc_run(&device);
}
"""

PYTHON_DEVICE = """
import codecs
import kbc_harness
ROOM, HAS_IDENTIFIER, ARROW_PLACE = {room}, {has_identifier}, {arrow_place}
ENDS_AT_ZERO, CUTS_TEXT = {ends_at_zero}, {cuts_text}
def decode(data, *_):
    if len(data) > 512:
        raise kbc_harness.Refused("oversized")
    if len(data) < 9:
        raise kbc_harness.Refused("truncated")
    street = data[9:][:ROOM]
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(data[9:] if CUTS_TEXT else street)
    if CUTS_TEXT:
        text = text.encode()[:ROOM].decode("utf-8", "replace")
    shown = {{
        "layout": "deployed",
        "identifier": int.from_bytes(data[0:4], "little") if HAS_IDENTIFIER else 0,
        "arrow": data[ARROW_PLACE],
        "distanceInMeters": int.from_bytes(data[5:9], "little"),
        "streetBytes": street,
        "street": text.partition("\\0")[0] if ENDS_AT_ZERO else text,
    }}
    return {{name: shown[name] for name in MEMBERS}}
def notification(data, *_):
    if len(data) == 4:
        return {{"identifier": int.from_bytes(data, "little") if HAS_IDENTIFIER else 0}}
    if len(data) < 9:
        raise kbc_harness.Refused("malformedNotification")
    return decode(data)
ARGUMENTS = dict({says})
MEMBERS = ARGUMENTS.get("members", kbc_harness.USUAL_MEMBERS)
kbc_harness.run(decode=decode, notification=notification, **ARGUMENTS)
"""


class Device(NamedTuple):
    """What a device does, what it says, and whether it conforms."""

    what: str
    conforms: bool
    c: str
    python: str
    room: int = 512
    has_identifier: bool = True
    arrow_place: int = 4
    ends_at_zero: bool = False
    cuts_text: bool = False


NO_STREET = "KBC_HAS_IDENTIFIER | KBC_HAS_ARROW | KBC_HAS_DISTANCE"
DEVICES = [
    Device(
        "today's layout",
        True,
        "",
        "",
    ),
    Device(
        "today's layout, though it says that it has two",
        False,
        "device.published = true; device.members |= KBC_HAS_LAYOUT;",
        "published=True, members=kbc_harness.USUAL_MEMBERS + ('layout',)",
    ),
    Device(
        "no street",
        True,
        f"device.members = {NO_STREET};",
        "members=('identifier', 'arrow', 'distanceInMeters')",
    ),
    Device(
        "no street, and the arrow from the wrong place",
        False,
        f"device.members = {NO_STREET};",
        "members=('identifier', 'arrow', 'distanceInMeters')",
        arrow_place=3,
    ),
    Device(
        "arrow and distance",
        True,
        "device.members = KBC_HAS_ARROW | KBC_HAS_DISTANCE;",
        "members=('arrow', 'distanceInMeters')",
        has_identifier=False,
    ),
    Device(
        "arrow and distance, though it says that it has the identifier",
        False,
        f"device.members = {NO_STREET};",
        "members=('identifier', 'arrow', 'distanceInMeters')",
        has_identifier=False,
    ),
    Device(
        "the street's text",
        True,
        "device.members = KBC_HAS_STREET_TEXT; device.pinned_layouts = true;",
        "members=('street',), pinned_layouts=True",
        has_identifier=False,
        arrow_place=3,
    ),
    Device(
        "the street's text, up to its first zero byte",
        False,
        "device.members = KBC_HAS_STREET_TEXT; device.pinned_layouts = true;",
        "members=('street',), pinned_layouts=True",
        ends_at_zero=True,
    ),
    Device(
        "the street's text, though it says that it has the arrow",
        False,
        "device.members = KBC_HAS_STREET_TEXT | KBC_HAS_ARROW;",
        "members=('street', 'arrow')",
        has_identifier=False,
        arrow_place=3,
    ),
    Device(
        "31 bytes of the street",
        True,
        "device.street_capacity = 31;",
        "street_capacity=31, members=('arrow', 'street', 'streetBytes')",
        room=31,
    ),
    Device(
        "31 bytes of the street, and says nothing of it",
        False,
        "",
        "members=('arrow', 'street', 'streetBytes')",
        room=31,
    ),
    Device(
        "31 bytes of the street, of which it keeps 30",
        False,
        "device.street_capacity = 31;",
        "street_capacity=31, members=('arrow', 'street', 'streetBytes')",
        room=30,
    ),
    Device(
        "31 bytes of the street's text",
        True,
        "device.street_capacity = 31; device.members = KBC_HAS_STREET_TEXT;",
        "street_capacity=31, members=('street',)",
        room=31,
    ),
    *(
        Device(
            f"{room} bytes of the street's text, which may end within a character",
            False,
            f"device.street_capacity = {room}; device.members = KBC_HAS_STREET_TEXT;",
            f"street_capacity={room}, members=('street',)",
            room=room,
            cuts_text=True,
        )
        for room in (40, 64, 255)
    ),
]


def commands(folder: Path, device: Device) -> list[tuple[object, ...]]:
    source, program = folder / "device.c", folder / "device"
    text = C_DEVICE.replace("ROOM", str(device.room)).replace("SAYS", device.c)
    text = text.replace("HAS_IDENTIFIER ?", f"{int(device.has_identifier)} ?")
    text = text.replace("ENDS_AT_ZERO", str(int(device.ends_at_zero)))
    text = text.replace("CUTS_TEXT", str(int(device.cuts_text)))
    text = text.replace("GIVES_TEXT", str(int("STREET_TEXT" in device.c)))
    source.write_text(text.replace("ARROW_PLACE", str(device.arrow_place)))
    subprocess.run(["cc", "-std=c99", "-I", HARNESS, source, "-o", program], check=True)
    script = folder / "device.py"
    script.write_text(PYTHON_DEVICE.format(**device._asdict(), says=device.python))
    return [
        (program,),
        ("env", f"PYTHONPATH={HARNESS}", "python3", "-B", script),
    ]


def fault(knav: str, command: tuple[object, ...], device: Device) -> str | None:
    """What is wrong with the verdict; None if nothing is."""
    fixtures = REPOSITORY / "Fixtures"
    words = [knav, "conformance", "run", "--fixtures", fixtures, "--format", "json"]
    done = subprocess.run([*words, "--", *command], capture_output=True)
    if done.returncode not in (0, 1):
        return done.stderr.decode()
    report = json.loads(done.stdout)
    # Nothing may be left to the device: it declines no case.
    declined = [
        case for case in report["cases"] if "testee says" in case.get("reason", "")
    ]
    if declined:
        return f"{len(declined)} cases are declined: {declined[0]}"
    if report["conforms"] != device.conforms:
        wrong = [case for case in report["cases"] if case["verdict"] == "wrong"]
        return f"it conforms: {report['conforms']}; {wrong[:1]}"
    counts = report["counts"]
    return None if counts["passed"] + counts["failed"] >= 300 else f"{counts}"


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    faults = 0
    with tempfile.TemporaryDirectory() as name:
        for device in DEVICES:
            for command in commands(Path(name), device):
                found = fault(sys.argv[1], command, device)
                if found:
                    faults += 1
                    print(f"parts: {device.what}, {command}: {found}", file=sys.stderr)
    print(f"parts: devices: {len(DEVICES)}, faults: {faults}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
