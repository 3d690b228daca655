"""Our dissector for Wireshark, on the golden objects and on reads that may be torn."""

import json
import pathlib
import struct
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
SCRIPT = ROOT / "Sources/Ports/Wireshark/komoot.lua"
CHARACTERISTIC = bytes.fromhex("503dd6059bcb4f6eb235270a57483026")[::-1]
FIELDS = ("layout", "identifier", "arrow", "arrow.name", "distance", "street")


class Log:
    """A btsnoop file of a device that finds the characteristic at handle 0x12."""

    def __init__(self) -> None:
        self.bytes = b"btsnoop\0" + struct.pack(">II", 1, 1002)
        self.count = 0
        self.add(b"\x04\x3e\x13\x01\x00\x40\x00\x00\x00" + bytes(14), 3)
        self.say(True, b"\x02\x00\x02")
        self.say(False, b"\x03\x00\x02")
        self.say(True, bytes.fromhex("080100ffff0328"))
        self.say(False, b"\x09\x15\x11\x00\x12\x12\x00" + CHARACTERISTIC)

    def add(self, packet: bytes, flags: int) -> None:
        self.count += 1
        time = 0x00DCDDB30F2F8000 + 1_700_000_000_000_000 + self.count * 1000
        size = len(packet)
        self.bytes += struct.pack(">IIIIQ", size, size, flags, 0, time) + packet

    def say(self, is_sent: bool, att: bytes) -> None:
        """A packet of the Attribute Protocol."""
        l2cap = struct.pack("<HH", len(att), 4) + att
        handle = 0x40 | (0 if is_sent else 0x2000)
        self.add(
            struct.pack("<BHH", 2, handle, len(l2cap)) + l2cap, 0 if is_sent else 1
        )

    def read(self, value: bytes, offset: int = 0) -> None:
        request = struct.pack("<BHH", 0x0C, 0x12, offset) if offset else b"\x0a\x12\0"
        self.say(True, request)
        self.say(False, (b"\x0d" if offset else b"\x0b") + value)

    def dissected(self, *fields: str, show: str = "komoot") -> list[list[str]]:
        with tempfile.NamedTemporaryFile(suffix=".btsnoop") as file:
            file.write(self.bytes)
            file.flush()
            command = ["tshark", "-X", f"lua_script:{SCRIPT}", "-r", file.name]
            command += ["-Y", show, "-T", "fields", "-E", "separator=/t"]
            for field in fields:
                command += ["-e", field]
            done = subprocess.run(
                command, check=True, capture_output=True, text=True, errors="replace"
            )
        if "Lua" in done.stderr:
            raise AssertionError(done.stderr)
        return [line.split("\t") for line in done.stdout.splitlines()]


class Objects(unittest.TestCase):
    def test_golden_objects(self) -> None:
        """Of each golden object that a reader takes as this dissector does: fewer than 20 bytes for the whole."""
        vectors, log = [], Log()
        for path in sorted((ROOT / "Fixtures/codec").glob("*.json")):
            for vector in json.loads(path.read_text())["vectors"]:
                given = vector["input"]
                if vector["operation"] != "decode" or given["layout"] != "auto":
                    continue
                value = bytes.fromhex(given["bytes"])
                is_cut = len(value) >= 20
                if value and is_cut == (given["extent"] == "possiblyCut"):
                    vectors.append(vector)
                    log.read(value)
        self.assertGreater(len(vectors), 100)
        names = [f"komoot.{name}" for name in FIELDS] + ["komoot.truncated"]
        names += ["komoot.oversized", "komoot.ill_formed", "komoot.reserved_not_zero"]
        found = log.dissected(*names, show="komoot")
        self.assertEqual(len(found), len(vectors))
        for vector, fields in zip(vectors, found, strict=True):
            with self.subTest(vector["id"]):
                self.check(vector["expected"], fields)

    def check(self, expected: dict, fields: list[str]) -> None:
        layout, identifier, arrow, name, distance, street, *marks = fields
        short, long, ill, reserved = (mark != "" for mark in marks)
        if error := expected.get("error"):
            is_short = error["code"] == "truncated"
            self.assertEqual((layout, short, long), ("", is_short, not is_short))
            return
        self.assertEqual((short, long, reserved), (False, False, False))
        self.assertEqual(layout, expected["layout"])
        number = expected["identifier"]
        if layout == "legacy":
            self.assertEqual(identifier, number.replace("-", "").lower())
        else:
            self.assertEqual(identifier, int(number).to_bytes(4, "little").hex())
        self.assertEqual((arrow, name), (str(expected["arrow"]), expected["arrowName"]))
        self.assertEqual(distance, str(expected["distanceInMeters"]))
        is_well_formed = "\ufffd" not in expected["street"]
        if is_well_formed and expected["street"].isprintable():
            self.assertEqual(street, expected["street"])
            self.assertFalse(ill)


class Reads(unittest.TestCase):
    FIRST = bytes.fromhex("0403020105d2000000") + b"Am Bach 12345"
    OTHER = bytes.fromhex("0807060505d2000000") + b"Am Berg 12345"

    def torn(self, notified: bytes) -> list[list[str]]:
        log = Log()
        log.read(self.FIRST)
        log.say(False, b"\x1b\x12\x00" + notified)
        log.read(b"67890", offset=22)
        return log.dissected("frame.number", show="komoot.torn")

    def test_torn(self) -> None:
        """A part that came after another object was notified is marked, and one after the same object is not."""
        self.assertEqual(len(self.torn(self.OTHER[:20])), 1)
        self.assertEqual(len(self.torn(self.OTHER[:4])), 1)
        self.assertEqual(self.torn(self.FIRST[:20]), [])

    def test_notifications(self) -> None:
        """An identifier alone is no fault in a notification."""
        log = Log()
        log.say(False, b"\x1b\x12\x00" + self.FIRST[:4])
        [[identifier, short]] = log.dissected("komoot.identifier", "komoot.truncated")
        self.assertEqual((identifier, short), ("04030201", ""))


if __name__ == "__main__":
    unittest.main()
