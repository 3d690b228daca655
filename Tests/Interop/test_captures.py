"""Captures that we write, as Wireshark's dissector reads them."""

import pathlib
import subprocess
import tempfile
import unittest

from common import KNAV, knav, tshark, until
from instructions import instruction, street_of
from stage import PROFILES, Stage

RIDES = pathlib.Path(__file__).parents[2] / "Fixtures/rides"

FIELDS = (
    "btatt.opcode",
    "btatt.handle",
    "btatt.offset",
    "btatt.value",
    "btatt.client_rx_mtu",
    "btatt.server_rx_mtu",
    "btatt.req_opcode_in_error",
    "btatt.error_code",
    "btatt.starting_handle",
    "btatt.ending_handle",
    "btatt.uuid16",
    "btatt.characteristic_configuration_client.notification",
)
#: The packets that hold a short UUID; for others tshark fills in what it remembers of a handle.
WITH_UUID = ("0x05", "0x06", "0x08", "0x09")

SENT, RECEIVED = "0x00", "0x01"
SERVICE = "71c1e128d92f4fa8a2b20f171db3436c"
Packet = dict[str, str]


def tshark_version() -> str:
    command = ["tshark", "--version"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout.split()[2]


def dissected(log: pathlib.Path) -> list[Packet]:
    """The packets of the Attribute Protocol, each with the fields that it has."""
    packets = []
    for values in tshark(log, "hci_h4.direction", *FIELDS, show="btatt"):
        packet = {"direction": values[0]}
        for field, value in zip(FIELDS, values[1:], strict=True):
            if field == "btatt.uuid16":
                value = value.split(",")[0] if values[1] in WITH_UUID else ""
            if value:
                packet[field.removeprefix("btatt.")] = value
        packets.append(packet)
    return packets


def hexadecimal(number: int, digits: int = 4) -> str:
    return f"0x{number:0{digits}x}"


class Expectation:
    """The packets that the events of a device's log describe."""

    def __init__(self, request: str, response: str) -> None:
        self.request = request
        self.response = response
        self.packets: list[Packet] = []
        self.handle = 0
        #: The connections that wait for a read's answer.
        self.waiting: set[int] = set()

    def add(self, direction: str, opcode: int, **fields: str) -> None:
        fields["opcode"] = hexadecimal(opcode, 2)
        self.packets.append({"direction": direction, **fields})

    def take(self, event: dict) -> None:
        handle = hexadecimal(self.handle)
        if event["event"] == "requested":
            self.waiting.add(event["connection"])
        elif event["event"] in ("chunk", "failed", "connected"):
            self.waiting.discard(event["connection"])
        match event["event"]:
            case "mtuAgreed":
                # A side has one open request at a time: while a read waits, the phone asks.
                sides = [self.request, self.response]
                if event["connection"] in self.waiting:
                    sides.reverse()
                self.add(sides[0], 0x02, client_rx_mtu=str(event["mtu"]))
                self.add(sides[1], 0x03, server_rx_mtu=str(event["mtu"]))
            case "discovered":
                self.handle = event["handle"]
                self.discover()
            case "subscribed":
                self.subscribe()
            case "requested" if event["offset"] == 0:
                self.add(self.request, 0x0A, handle=handle)
            case "requested":
                self.add(self.request, 0x0C, handle=handle, offset=str(event["offset"]))
            case "chunk" | "notified":
                opcode = 0x1B if event["event"] == "notified" else 0x0D
                if event.get("offset") == 0:
                    opcode = 0x0B
                value = {"value": event["bytes"]} if event["bytes"] else {}
                self.add(self.response, opcode, handle=handle, **value)
            case "failed":
                self.add(
                    self.response,
                    0x01,
                    handle=handle,
                    req_opcode_in_error="0x0c" if event["offset"] else "0x0a",
                    error_code=hexadecimal(event["attError"], 2),
                )
            case "connected" | "disconnected":
                pass
            case other:
                raise AssertionError(other)

    def discover(self) -> None:
        """The service and its characteristic."""
        first, declaration, value, last = (
            hexadecimal(self.handle + place) for place in (-2, -1, 0, 1)
        )
        little_endian = bytes.fromhex(SERVICE)[::-1].hex()
        self.add(
            self.request,
            0x06,
            starting_handle="0x0001",
            ending_handle="0xffff",
            uuid16="0x2800",
            value=little_endian,
        )
        self.add(self.response, 0x07, handle=first)
        self.add(
            self.request,
            0x08,
            starting_handle=first,
            ending_handle=last,
            uuid16="0x2803",
        )
        self.add(self.response, 0x09, handle=f"{declaration},{value}", uuid16="0x2803")

    def subscribe(self) -> None:
        """The CCCD is found at the handle after the value, and written."""
        cccd = hexadecimal(self.handle + 1)
        self.add(self.request, 0x04, starting_handle=cccd, ending_handle=cccd)
        self.add(self.response, 0x05, handle=cccd, uuid16="0x2902")
        name = "characteristic_configuration_client.notification"
        self.add(self.request, 0x12, handle=cccd, **{name: "1"})
        self.add(self.response, 0x13, handle=cccd)


class Comparison(unittest.TestCase):
    """Field by field, for every packet of the Attribute Protocol."""

    #: How many Read Blob Responses without bytes there were.
    empty_count = 0

    def compare(
        self, log: pathlib.Path, host: str = "central", subscribes: bool = True
    ) -> int:
        directions = (SENT, RECEIVED) if host == "central" else (RECEIVED, SENT)
        expectation = Expectation(*directions)
        packets = dissected(log)
        subscriptions = 0
        for event in knav("capture", "show", "--events", "--json", str(log)):
            subscriptions += event["event"] == "subscribed"
            expectation.take(event)
        self.assertEqual(subscriptions > 0, subscribes)
        self.assertEqual(len(packets), len(expectation.packets))
        for number, (theirs, ours) in enumerate(
            zip(packets, expectation.packets, strict=True), start=1
        ):
            self.assertEqual(theirs, ours, f"packet {number} of {log.name}")
        # tshark 4.0 calls a Read Blob Response without bytes malformed, and so Docs/Captures.md says. It is
        # valid: it says that the offset is the value's length.
        empty = [
            packet
            for packet in expectation.packets
            if packet["opcode"] == "0x0d" and "value" not in packet
        ]
        complaints = tshark(
            log,
            "btatt.opcode",
            "btatt.value",
            show="_ws.malformed || _ws.expert.severity == error",
        )
        expected = [["0x0d", ""]] * len(empty)
        if tshark_version().startswith("4.0."):
            self.assertEqual(complaints, expected)
        else:
            self.assertIn(complaints, ([], expected))
        self.empty_count += len(empty)
        return len(packets)


class Rides(Comparison):
    """Simulated rides."""

    def ride(
        self, ride: str, profile: str, mtu: int, faults: str, seed: int = 1
    ) -> None:
        with (
            self.subTest(ride=ride, profile=profile),
            tempfile.TemporaryDirectory() as folder,
        ):
            log = pathlib.Path(folder) / "ride.btsnoop"
            command = [KNAV, "ride", "--record", str(log), "--mtu", str(mtu)]
            command += ["--profile", profile, "--faults", faults]
            command += ["--seed", str(seed), str(RIDES / ride)]
            subprocess.run(command, check=True, capture_output=True)
            subscribes = profile != "androidNoCCCD"
            self.assertGreater(self.compare(log, subscribes=subscribes), 20)

    def test_profiles(self) -> None:
        for profile in PROFILES:
            for mtu, faults in ((23, "none"), (185, "light"), (517, "heavy")):
                self.ride("city-loop.csv", profile, mtu, faults)

    def test_empty_answers(self) -> None:
        """An answer of 33 bytes holds some objects, and this seed's phone ends them with an empty one."""
        self.ride("city-loop.csv", "published", 34, "none", seed=3)
        self.assertGreater(self.empty_count, 0)

    def test_streets(self) -> None:
        for ride in (
            "long-streets.csv",
            "scripts.csv",
            "roundabouts.csv",
            "country-road.csv",
        ):
            self.ride(ride, "ios", 50, "none")


class Pipes(Comparison, unittest.IsolatedAsyncioTestCase):
    """The same for recordings of a pipe, with handles that we did not choose."""

    async def test_records(self) -> None:
        async with Stage(50) as stage:
            phone = await stage.our_phone("--profile", "ios")
            device = await stage.our_device()
            device.session.send("start")
            phone.session.send("startNavigation")
            for number in range(1, 4):
                phone.publish(instruction(number, street_of(60 * number, number)))
                await until(
                    lambda: device.whole and device.whole[-1] == phone.published[-1],
                    f"instruction {number}",
                )
            await stage.close()
            self.assertGreater(self.compare(stage.records["device"]), 20)
            self.assertGreater(self.compare(stage.records["phone"], "peripheral"), 20)


class Forms(unittest.TestCase):
    """The same log in every form that editcap writes."""

    def reads(self, log: pathlib.Path) -> list[dict]:
        reads = list(knav("capture", "show", "--json", str(log)))
        for read in reads:
            # Where the packets are in the file.
            read.pop("fileOffset", None)
        return reads

    def test_forms(self) -> None:
        for profile in PROFILES:
            with tempfile.TemporaryDirectory() as name, self.subTest(profile=profile):
                folder = pathlib.Path(name)
                log = folder / "ride.btsnoop"
                command = [KNAV, "ride", "--record", str(log), "--profile", profile]
                command += ["--faults", "light", str(RIDES / "city-loop.csv")]
                subprocess.run(command, check=True, capture_output=True)
                expected = self.reads(log)
                self.assertGreater(len(expected), 20)
                # editcap keeps the direction before each packet, or leaves it out.
                for form in ("pcap", "nsecpcap", "pcapng"):
                    for link in ([], ["-T", "bluetooth-h4"]):
                        other = folder / "other"
                        edit = ["editcap", "-F", form, *link, str(log), str(other)]
                        subprocess.run(edit, check=True, capture_output=True)
                        self.assertEqual(self.reads(other), expected, f"{form} {link}")

    def test_redacted(self) -> None:
        """A copy is the same in pcapng, to us and to the dissector."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            log = folder / "ride.btsnoop"
            command = [KNAV, "ride", "--record", str(log), str(RIDES / "city-loop.csv")]
            subprocess.run(command, check=True, capture_output=True)
            copies = [folder / "copy.btsnoop", folder / "copy.pcapng"]
            for copy in copies:
                command = [KNAV, "capture", "redact", str(log), str(copy)]
                subprocess.run(command, check=True, capture_output=True)
            self.assertEqual(copies[1].read_bytes()[:4], b"\x0a\x0d\x0d\x0a")
            self.assertGreater(len(self.reads(copies[0])), 20)
            self.assertEqual(self.reads(copies[1]), self.reads(copies[0]))
            self.assertEqual(dissected(copies[1]), dissected(copies[0]))


if __name__ == "__main__":
    unittest.main()
