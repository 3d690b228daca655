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
static kbc_result decode(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    static uint8_t street[512];
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
def decode(data, *_):
    if len(data) > 512:
        raise kbc_harness.Refused("oversized")
    if len(data) < 9:
        raise kbc_harness.Refused("truncated")
    street = data[9:][:ROOM]
    shown = {{
        "layout": "deployed",
        "identifier": int.from_bytes(data[0:4], "little") if HAS_IDENTIFIER else 0,
        "arrow": data[ARROW_PLACE],
        "distanceInMeters": int.from_bytes(data[5:9], "little"),
        "streetBytes": street,
        "street": codecs.getincrementaldecoder("utf-8")("replace").decode(street),
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
    c: str | None
    python: str | None
    room: int = 512
    has_identifier: bool = True
    arrow_place: int = 4


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
        None,
        "members=('street',)",
        has_identifier=False,
        arrow_place=3,
    ),
    Device(
        "the street's text, though it says that it has the arrow",
        False,
        None,
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
        None,
        "street_capacity=31, members=('street',)",
        room=31,
    ),
]


def commands(folder: Path, device: Device) -> list[tuple[object, ...]]:
    found: list[tuple[object, ...]] = []
    if device.c is not None:
        source = folder / "device.c"
        text = C_DEVICE.replace("ROOM", str(device.room)).replace("SAYS", device.c)
        text = text.replace("HAS_IDENTIFIER ?", f"{int(device.has_identifier)} ?")
        source.write_text(text.replace("ARROW_PLACE", str(device.arrow_place)))
        program = folder / "device"
        subprocess.run(
            ["cc", "-std=c99", "-I", HARNESS, source, "-o", program], check=True
        )
        found.append((program,))
    if device.python is not None:
        script = folder / "device.py"
        script.write_text(PYTHON_DEVICE.format(**device._asdict(), says=device.python))
        found.append(("env", f"PYTHONPATH={HARNESS}", "python3", "-B", script))
    return found


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
