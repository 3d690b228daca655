"""Rides of sensors that `knav sensor ride` recorded, as tshark reads them."""

import itertools
import json
import pathlib
import re
import struct
import subprocess
import tempfile
import unittest

from common import KNAV, tshark


def raw_notifications(log: pathlib.Path) -> list[tuple[int, bytes]]:
    """The handle and the value of each notification of a btsnoop file (H4), read without any library."""
    content = log.read_bytes()
    position, found = 16, []
    while position < len(content):
        (size,) = struct.unpack_from(">I", content, position + 4)
        packet = content[position + 24 : position + 24 + size]
        position += 24 + size
        # ACL data, the channel of the Attribute Protocol, a notification.
        if packet[0] == 2 and packet[7:9] == b"\4\0" and packet[9] == 0x1B:
            found.append((struct.unpack_from("<H", packet, 10)[0], packet[12:]))
    return found


class Dissection(unittest.TestCase):
    """Wireshark's dissector and `knav sensor decode` agree on a recorded ride."""

    CSC = "btatt.csc_measurement."
    POWER = "btatt.cycling_power_measurement."
    HEART = "btatt.heart_rate_measurement."
    #: By characteristic: its name for knav, and tshark's fields for each of ours.
    FIELDS = {
        "0x2a5b": (
            "csc",
            {
                CSC + "cumulative_wheel_revolutions": ["cumulativeWheelRevolutions"],
                CSC + "cumulative_crank_revolutions": ["cumulativeCrankRevolutions"],
                CSC + "last_event_time": ["lastWheelEventTime", "lastCrankEventTime"],
            },
        ),
        "0x2a63": (
            "power",
            {
                POWER + "instantaneous_power": ["instantaneousPower"],
                POWER + "wheel_revolution_data_cumulative_wheel_revolutions": [
                    "cumulativeWheelRevolutions"
                ],
                POWER + "wheel_revolution_data_last_wheel_event_time": [
                    "lastWheelEventTime"
                ],
                POWER + "crank_revolution_data_cumulative_crank_revolutions": [
                    "cumulativeCrankRevolutions"
                ],
                POWER + "crank_revolution_data_last_crank_event_time": [
                    "lastCrankEventTime"
                ],
            },
        ),
        "0x2a37": (
            "heart",
            {
                HEART + "value.8": ["heartRate"],
                HEART + "rr_interval": ["rrIntervals"],
            },
        ),
        # Wireshark knows the name of Indoor Bike Data and not its fields.
        "0x2ad2": ("ftms", {}),
        "": ("fec", {}),
    }

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.log = pathlib.Path(folder.name) / "ride.btsnoop"
        course = "--speed 0:0,10:36,90:45,100:0 --cadence 0:60,90:95,92:0,100:0"
        course += (
            " --power 0:-20,50:400 --heart-rate 70 --services csc,power,ftms,fec,heart"
        )
        subprocess.run(
            [KNAV, "sensor", "ride", "--record", str(self.log), *course.split()],
            check=True,
            capture_output=True,
        )

    def test_fields(self) -> None:
        fields = [name for _, names in self.FIELDS.values() for name in names]
        rows = tshark(self.log, "btatt.uuid16", *fields, show="btatt.opcode == 0x1b")
        values = raw_notifications(self.log)
        self.assertEqual(len(rows), 5 * 101)
        ours = {
            kind: self.decoded(name, rows, kind, values)
            for kind, (name, _) in self.FIELDS.items()
        }
        for row in rows:
            kind = row[0].split(",")[0]
            theirs = dict(zip(fields, row[1:], strict=True))
            decoded = next(ours[kind])
            for field, members in self.FIELDS[kind][1].items():
                numbers = [
                    decoded["fields"].get(one, {}).get("value") for one in members
                ]
                self.assertEqual(numbers_of(theirs[field]), flattened(numbers), field)

    def decoded(self, name, rows, kind, values):
        """What knav decodes, value by value."""
        mine = [
            value.hex()
            for row, (_, value) in zip(rows, values, strict=True)
            if row[0].split(",")[0] == kind
        ]
        self.assertEqual(len(mine), 101)
        done = subprocess.run(
            [KNAV, "sensor", "decode", "--json", name, *mine],
            check=True,
            capture_output=True,
            text=True,
        )
        return iter([json.loads(line) for line in done.stdout.splitlines()])

    def test_names(self) -> None:
        """Discovery gives Wireshark each service, each characteristic and each descriptor by name."""
        handles = "btatt.opcode == 0x1b || btatt.opcode == 0x12"
        text = subprocess.run(
            ["tshark", "-r", str(self.log), "-Y", handles],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        names = set(re.findall(r"\(([^()]*: [^()]*)\)$", text, flags=re.MULTILINE))
        for name in (
            "Cycling Speed and Cadence: CSC Measurement",
            "Cycling Power: Cycling Power Measurement",
            "Fitness Machine: Indoor Bike Data",
            "Heart Rate: Heart Rate Measurement",
        ):
            self.assertIn(name, names)
            self.assertIn(f"{name}: Client Characteristic Configuration", names)

    def test_handles(self) -> None:
        """Services follow each other without gaps, and each has one of the notified values."""
        fields = ("btatt.handle", "btatt.group_end_handle")
        services = [
            range(int(first, 0), int(last, 0) + 1)
            for first, last in tshark(self.log, *fields, show="btatt.opcode == 0x11")
        ]
        self.assertEqual(len(services), 5)
        for one, other in itertools.pairwise(services):
            self.assertEqual(one.stop, other.start)
        handles = {handle for handle, _ in raw_notifications(self.log)}
        for service in services:
            self.assertEqual(len(handles & set(service)), 1)

    def test_no_complaints(self) -> None:
        self.assertEqual(tshark(self.log, "frame.number", show="_ws.malformed"), [])
        errors = tshark(
            self.log, "_ws.expert.message", show="_ws.expert.severity == error"
        )
        self.assertEqual(errors, [])


def numbers_of(text: str) -> list[int]:
    """The numbers of a field that may occur several times."""
    return [int(part, 0) for part in text.split(",") if part]


def flattened(values: list) -> list[int]:
    flat: list[int] = []
    for value in values:
        if value is not None:
            flat += value if isinstance(value, list) else [value]
    return flat


if __name__ == "__main__":
    unittest.main()
