"""The bridges as programs on Linux: what they show, and how they end."""

import asyncio
import os
import signal
import sys
import tempfile
import unittest
from unittest import mock

from bluetoothd import ADAPTER_PATH, Bluetoothd
from common import KNAV, until
from instructions import instruction, street_of
from knav_pipe import Session
from pipe_phone import PipePhone
from private_bus import PrivateBus

FOLDER = "Sources/Ports/PythonPipe"

#: A knav that greets, and refuses the first line.
REFUSING = """
import json, sys
print(json.dumps({"pipe": 1}), flush=True)
sys.stdin.readline()
print(json.dumps({"refused": {"line": 1, "reason": "unknownEvent"}}), flush=True)
"""

#: A knav of another version.
OTHER_VERSION = "print('{\"pipe\": 2}')"

#: How long the program may take to begin or to end.
SECONDS = 20


class Program:
    """The bridge in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.lines: list[str] = []
        self.complaint = ""
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, *command: str) -> "Program":
        """Starts Python with these arguments."""
        return cls(
            await asyncio.create_subprocess_exec(
                *(sys.executable, *command),
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
            )
        )

    async def end(self) -> int:
        """Waits for the exit status."""
        async with asyncio.timeout(SECONDS):
            await asyncio.shield(self._reading)
        return await self.process.wait()

    async def close(self) -> None:
        if self.process.returncode is None:
            self.process.kill()
        await self._reading

    async def _read(self) -> None:
        assert self.process.stdout is not None and self.process.stderr is not None
        while line := await self.process.stdout.readline():
            self.lines.append(line.decode().strip())
        self.complaint = (await self.process.stderr.read()).decode()
        await self.process.wait()


class BlueZ:
    """The bridge on BlueZ."""

    program = f"{FOLDER}/bluez_device.py"
    package = "dbus-fast"


class Bleak:
    """The bridge on bleak."""

    program = f"{FOLDER}/bleak_device.py"
    package = "bleak"


class Starting(unittest.IsolatedAsyncioTestCase):
    """How a program ends that can't begin."""

    program = ""

    async def expect(self, status: int, complaint: str, *arguments: str) -> None:
        """Starts the program, by default with knav: it says why it ends, in one line."""
        await self.expect_of_python(
            status, complaint, self.program, *(arguments or (KNAV,))
        )

    async def expect_of_python(
        self, status: int, complaint: str, *arguments: str
    ) -> None:
        program = await Program.start(*arguments)
        self.addAsyncCleanup(program.close)
        self.assertEqual(await program.end(), status, program.complaint)
        self.assertIn(complaint, program.complaint)
        self.assertEqual(program.complaint.count("\n"), 1, program.complaint)


class Arguments:
    """They come first, before Bluetooth and even the packages that it needs."""

    async def asyncSetUp(self) -> None:
        bus = await self.enterAsyncContext(PrivateBus())
        await bus.end()

    async def test_help(self) -> None:
        for option in ("-h", "--help"):
            program = await Program.start("-S", self.program, option)
            self.addAsyncCleanup(program.close)
            self.assertEqual(await program.end(), 0)
            self.assertIn("[KNAV...]", program.lines[0])
            self.assertEqual(program.complaint, "")

    async def test_an_unknown_option(self) -> None:
        await self.expect(64, "There is no option --adapter", "--adapter", KNAV)

    async def test_no_knav(self) -> None:
        await self.expect(69, "/no/knav does not run: there is no", "/no/knav")
        for script in (
            "",
            "echo '[]'",
            "echo 1",
            "printf '\\377\\n'",
            "exec cat /dev/zero",
        ):
            with self.subTest(script=script):
                complaint = "sh does not run: it did not greet"
                await self.expect(69, complaint, "sh", "-c", script)

    async def test_what_does_not_greet_is_ended(self) -> None:
        with tempfile.NamedTemporaryFile("r") as file:
            script = 'echo $$ > "$0"; exec >&-; exec sleep 600'
            with self.assertRaises(ValueError):
                await Session.start(["sh", "-c", script, file.name])
            with self.assertRaises(ProcessLookupError):
                os.kill(int(file.read()), 0)

    async def test_no_arguments(self) -> None:
        with mock.patch.dict(os.environ, PATH="/no"):
            await self.expect_of_python(69, "knav does not run", self.program)

    async def test_no_package(self) -> None:
        complaint = f"is missing: pip install {self.package}"
        await self.expect_of_python(69, complaint, "-S", self.program, KNAV)

    async def test_another_version_of_knav(self) -> None:
        complaint = "knav did not understand this program: not version 1"
        await self.expect(70, complaint, sys.executable, "-c", OTHER_VERSION)


class WithoutBluetooth:
    """The program says why it can't begin, and its exit status says what kind of reason it is."""

    async def test_no_bus(self) -> None:
        async with PrivateBus() as bus:
            await bus.end()
            await self.expect(69, f"There is no system bus at {bus.address}: ")
            bus.socket.unlink(missing_ok=True)
            reason = f"{bus.address}: No such file or directory"
            await self.expect(69, f"There is no system bus at {reason}")

    async def test_an_address_that_is_none(self) -> None:
        async with PrivateBus():
            os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = "somewhere"
            await self.expect(69, "There is no system bus at somewhere: ")

    async def test_no_bluetoothd(self) -> None:
        async with PrivateBus():
            await self.expect(69, "bluetoothd does not run")

    async def test_no_permission(self) -> None:
        async with PrivateBus('<deny send_destination="org.bluez"/>') as bus:
            await self.with_bluetoothd(bus)
            await self.expect(77, "Bluetooth is forbidden")

    async def test_no_adapter(self) -> None:
        async with PrivateBus() as bus:
            bluetoothd = await self.with_bluetoothd(bus)
            bluetoothd.objects.clear()
            await self.expect(69, "There is no Bluetooth adapter.")

    async def test_a_refused_line(self) -> None:
        async with PrivateBus() as bus:
            await self.with_bluetoothd(bus)
            complaint = "knav did not understand this program: {'line': 1"
            await self.expect(70, complaint, sys.executable, "-c", REFUSING)

    async def test_bluetooth_is_switched_off(self) -> None:
        """The program says once that it waits, and goes on when Bluetooth is on."""
        async with PrivateBus() as bus:
            bluetoothd = await self.with_bluetoothd(bus)
            bluetoothd.set_powered(False)
            program = await Program.start(self.program, KNAV)
            self.addAsyncCleanup(program.close)
            await until(lambda: "[radioOff]" in program.lines, "it is off", SECONDS)
            await asyncio.sleep(6)  # until it has tried again
            bluetoothd.set_powered(True)
            await until(lambda: bluetoothd.links > 0, "it connects", SECONDS)
            program.process.send_signal(signal.SIGINT)
            self.assertEqual(await program.end(), 0)
            self.assertEqual(program.complaint.count("\n"), 1, program.complaint)
            self.assertIn("Bluetooth is switched off", program.complaint)
            self.assertIn("Waiting.", program.complaint)

    async def with_bluetoothd(self, bus: PrivateBus) -> Bluetoothd:
        phone = await PipePhone.start()
        self.addAsyncCleanup(phone.close)
        bluetoothd = Bluetoothd(bus.address, phone, 23)
        await bluetoothd.start()
        self.addAsyncCleanup(bluetoothd.close)
        return bluetoothd


class BlueZArguments(Arguments, BlueZ, Starting):
    """The arguments of the bridge on BlueZ."""


class BleakArguments(Arguments, Bleak, Starting):
    """The arguments of the bridge on bleak."""


class BlueZWithoutBluetooth(WithoutBluetooth, BlueZ, Starting):
    """The bridge on BlueZ."""

    async def test_an_old_bluetoothd(self) -> None:
        async with PrivateBus() as bus:
            bluetoothd = await self.with_bluetoothd(bus)
            bluetoothd.tells_mtu = False
            await self.expect(69, "BlueZ is older than 5.62")


class BleakWithoutBluetooth(WithoutBluetooth, Bleak, Starting):
    """The bridge on bleak."""


class WithBluetooth:
    """The program runs, until something ends it."""

    async def asyncSetUp(self) -> None:
        self.bus = await self.enterAsyncContext(PrivateBus())
        self.phone = await PipePhone.start("--profile", "ios", "--ending", "empty")
        self.addAsyncCleanup(self.phone.close)
        self.bluetoothd = Bluetoothd(self.bus.address, self.phone, 23)
        await self.bluetoothd.start()
        self.addAsyncCleanup(self.bluetoothd.close)
        self.running = await Program.start(self.program, KNAV)
        self.addAsyncCleanup(self.running.close)
        self.phone.publish(instruction(1, street_of(60, 1)))
        await self.until_line(f"finish 120 m {street_of(60, 1).strip()}")

    async def until_line(self, line: str) -> None:
        await until(lambda: line in self.running.lines, line, SECONDS)

    async def test_bluetooth_is_switched_off_during_a_scan(self) -> None:
        self.bluetoothd.is_near = False
        self.bluetoothd.lose_link()
        await until(lambda: self.bluetoothd.is_discovering, "a scan", SECONDS)
        self.bluetoothd.set_powered(False)
        await self.until_line("[radioOff]")
        self.bluetoothd.set_powered(True)
        self.bluetoothd.is_near = True
        self.phone.session.send("startAdvertising")
        await until(lambda: self.bluetoothd.links == 2, "a link", 4)

    async def test_another_adapter_is_off(self) -> None:
        self.bluetoothd.add_another_adapter(is_powered=False)
        await asyncio.sleep(0.2)
        self.phone.publish(instruction(2, street_of(50, 2)))
        await self.until_line(f"finish 120 m {street_of(50, 2).strip()}")
        self.assertNotIn("[radioOff]", self.running.lines)
        self.assertEqual(self.bluetoothd.links, 1)

    async def test_it_is_interrupted(self) -> None:
        self.running.process.send_signal(signal.SIGINT)
        self.assertEqual(await self.running.end(), 0)
        self.assertEqual(self.running.complaint, "")
        self.assertFalse(self.bluetoothd.is_connected)

    async def test_bluetoothd_ends(self) -> None:
        await self.bluetoothd.close()
        self.assertEqual(await self.running.end(), 69)
        self.assertEqual(self.running.complaint, "bluetoothd has ended.\n")

    async def test_the_bus_ends(self) -> None:
        await self.bus.end()
        self.assertEqual(await self.running.end(), 69)
        self.assertEqual(self.running.complaint, "bluetoothd has ended.\n")


class BlueZWithBluetooth(WithBluetooth, BlueZ, unittest.IsolatedAsyncioTestCase):
    """The bridge on BlueZ."""

    async def test_the_adapter_goes(self) -> None:
        self.bluetoothd.set_powered(False)
        self.bluetoothd.remove(ADAPTER_PATH)
        await self.until_line("[radioOff]")
        self.running.process.send_signal(signal.SIGINT)
        self.assertEqual(await self.running.end(), 0)


class BleakWithBluetooth(WithBluetooth, Bleak, unittest.IsolatedAsyncioTestCase):
    """The bridge on bleak."""

    async def test_the_adapter_goes(self) -> None:
        self.bluetoothd.set_powered(False)
        self.bluetoothd.remove(ADAPTER_PATH)
        self.assertEqual(await self.running.end(), 69)
        self.assertIn("No Bluetooth adapters", self.running.complaint)


if __name__ == "__main__":
    unittest.main()
