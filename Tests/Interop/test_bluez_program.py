"""The bridge on BlueZ as a program: what it shows, and how it ends."""

import asyncio
import os
import signal
import sys
import unittest

from bluetoothd import ADAPTER_PATH, Bluetoothd
from instructions import instruction, street_of
from pipe_phone import PipePhone
from private_bus import PrivateBus
from radio import until
from stage import KNAV

PROGRAM = "Sources/Ports/PythonPipe/bluez_device.py"

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
        return cls(
            await asyncio.create_subprocess_exec(
                *(sys.executable, PROGRAM, *(command or (KNAV,))),
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


class WithoutBluetooth(unittest.IsolatedAsyncioTestCase):
    """The program says why it can't begin, in one line, and its exit status says what kind of reason it is."""

    async def expect(self, status: int, complaint: str, *command: str) -> None:
        program = await Program.start(*command)
        self.addAsyncCleanup(program.close)
        self.assertEqual(await program.end(), status)
        self.assertIn(complaint, program.complaint)
        self.assertEqual(program.complaint.count("\n"), 1, program.complaint)

    async def test_no_bus(self) -> None:
        async with PrivateBus() as bus:
            await bus.end()
            await self.expect(69, "There is no system bus")

    async def test_an_address_that_is_none(self) -> None:
        async with PrivateBus():
            os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = "somewhere"
            await self.expect(69, "There is no system bus")

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

    async def test_no_knav(self) -> None:
        async with PrivateBus() as bus:
            await self.with_bluetoothd(bus)
            await self.expect(69, "/no/knav does not run", "/no/knav")
            await self.expect(69, "true does not run", "true")

    async def test_an_old_bluetoothd(self) -> None:
        async with PrivateBus() as bus:
            bluetoothd = await self.with_bluetoothd(bus)
            bluetoothd.tells_mtu = False
            await self.expect(69, "BlueZ is older than 5.62")

    async def with_bluetoothd(self, bus: PrivateBus) -> Bluetoothd:
        phone = await PipePhone.start()
        self.addAsyncCleanup(phone.close)
        bluetoothd = Bluetoothd(bus.address, phone, 23)
        await bluetoothd.start()
        self.addAsyncCleanup(bluetoothd.close)
        return bluetoothd


class WithBluetooth(unittest.IsolatedAsyncioTestCase):
    """The program runs, until something ends it."""

    async def asyncSetUp(self) -> None:
        self.bus = await self.enterAsyncContext(PrivateBus())
        self.phone = await PipePhone.start("--profile", "ios", "--ending", "empty")
        self.addAsyncCleanup(self.phone.close)
        self.bluetoothd = Bluetoothd(self.bus.address, self.phone, 23)
        await self.bluetoothd.start()
        self.addAsyncCleanup(self.bluetoothd.close)
        self.program = await Program.start()
        self.addAsyncCleanup(self.program.close)
        self.phone.publish(instruction(1, street_of(60, 1)))
        await self.until_line(f"finish 120 m {street_of(60, 1).strip()}")

    async def until_line(self, line: str) -> None:
        await until(lambda: line in self.program.lines, line, SECONDS)

    async def test_it_is_interrupted(self) -> None:
        self.program.process.send_signal(signal.SIGINT)
        self.assertEqual(await self.program.end(), 0)
        self.assertEqual(self.program.complaint, "")
        self.assertFalse(self.bluetoothd.is_connected)

    async def test_bluetoothd_ends(self) -> None:
        await self.bluetoothd.close()
        self.assertEqual(await self.program.end(), 69)
        self.assertEqual(self.program.complaint, "bluetoothd has ended.\n")

    async def test_the_bus_ends(self) -> None:
        await self.bus.end()
        self.assertEqual(await self.program.end(), 69)
        self.assertEqual(self.program.complaint, "bluetoothd has ended.\n")

    async def test_the_adapter_goes(self) -> None:
        self.bluetoothd.set_powered(False)
        self.bluetoothd.remove(ADAPTER_PATH)
        await self.until_line("[radioOff]")
        self.program.process.send_signal(signal.SIGINT)
        self.assertEqual(await self.program.end(), 0)


if __name__ == "__main__":
    unittest.main()
