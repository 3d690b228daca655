"""The bike computer on bleak, with a stand-in for bleak and a sensor in memory."""

import asyncio
import os
import struct
import subprocess
import sys
import unittest
from types import SimpleNamespace
from unittest import mock

import bleak_sensor
from bleak.exc import (
    BleakBluetoothNotAvailableError,
    BleakBluetoothNotAvailableReason,
    BleakError,
)
from common import KNAV, until
from knav_pipe import Session
from knav_radio import Unavailable

CSC, FEATURE = bleak_sensor.MEASUREMENTS[0], "00002a5c-0000-1000-8000-00805f9b34fb"


class StandInSensor:
    """A sensor for speed, and what bleak's users do with it."""

    def __init__(self) -> None:
        self.is_near = True
        self.client: StandInClient | None = None
        self.subscribed: list[str] = []

    async def find(self, accepts, timeout, service_uuids):
        stranger = SimpleNamespace(
            service_uuids=["0000180f-0000-1000-8000-00805f9b34fb"]
        )
        assert not accepts(None, stranger)
        advertisement = SimpleNamespace(service_uuids=[bleak_sensor.SERVICES[0]])
        assert accepts(None, advertisement) and service_uuids == bleak_sensor.SERVICES
        await asyncio.sleep(0.01)
        if not self.is_near:
            raise BleakError("nobody is here")
        return SimpleNamespace(name="Sensor", address="1")

    def notify(self, revolutions: int, ticks: int) -> None:
        assert self.client is not None and self.client.callback is not None
        value = bytearray(struct.pack("<BIH", 1, revolutions, ticks & 0xFFFF))
        self.client.callback(SimpleNamespace(uuid=CSC), value)

    def leave(self) -> None:
        self.is_near = False
        self.subscribed.clear()
        client, self.client = self.client, None
        assert client is not None
        client.lost(client)


class StandInClient:
    sensor: StandInSensor

    def __init__(self, device, disconnected_callback, services) -> None:
        assert device.name == "Sensor" and services == bleak_sensor.SERVICES
        self.lost = disconnected_callback
        self.callback = None
        characteristics = [SimpleNamespace(uuid=uuid) for uuid in (FEATURE, CSC)]
        self.services = [SimpleNamespace(characteristics=characteristics)]

    async def __aenter__(self) -> "StandInClient":
        self.sensor.client = self
        return self

    async def __aexit__(self, kind, value, trace) -> None:
        self.sensor.client = None

    async def start_notify(self, characteristic, callback) -> None:
        self.callback = callback
        self.sensor.subscribed.append(characteristic.uuid)


class Computer(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.sensor = StandInClient.sensor = StandInSensor()
        scanner = SimpleNamespace(find_device_by_filter=self.sensor.find)
        for name, value in (
            ("BleakScanner", scanner),
            ("BleakClient", StandInClient),
            ("RETRY_SECONDS", 0.05),
        ):
            patch = mock.patch.object(bleak_sensor, name, value)
            patch.start()
            self.addCleanup(patch.stop)
        self.session = await Session.start([KNAV, "sensor", "live", "--stdio"])
        self.computer = bleak_sensor.BleakSensor(self.session)
        self.readings: list[dict] = []
        self.computer.show = self.readings.append  # type: ignore[method-assign]
        self.task = asyncio.create_task(self.computer.run())

    async def asyncTearDown(self) -> None:
        self.assertEqual(await self.session.close(), 0)
        await self.task

    async def expect(self, what: str, **members: int | None) -> None:
        await until(
            lambda: any(members.items() <= one.items() for one in self.readings), what
        )
        self.readings.clear()

    async def test_readings(self) -> None:
        await until(lambda: self.sensor.subscribed == [CSC], "the subscription")
        self.sensor.notify(100, 0)
        self.sensor.notify(102, 512)
        await self.expect("a speed", speed=8420, distance=4210)
        self.sensor.leave()
        await self.expect("the lost link", speed=None, distance=4210)
        self.sensor.is_near = True
        await until(lambda: self.sensor.subscribed == [CSC], "the subscription again")
        self.sensor.notify(103, 768)
        await self.expect("the distance", distance=6315)


class WithoutBluetooth(unittest.IsolatedAsyncioTestCase):
    """What a rider is told who has no Bluetooth."""

    async def test_reasons(self) -> None:
        reasons = BleakBluetoothNotAvailableReason
        for reason, status in (
            (reasons.NO_BLUETOOTH, 69),
            (reasons.DENIED_BY_USER, 77),
        ):
            session = await Session.start([KNAV, "sensor", "live", "--stdio"])
            error = BleakBluetoothNotAvailableError("not there", reason)
            scanner = mock.Mock(find_device_by_filter=mock.AsyncMock(side_effect=error))
            with mock.patch.object(bleak_sensor, "BleakScanner", scanner):
                with self.assertRaisesRegex(Unavailable, "not there") as raised:
                    async with asyncio.timeout(10):
                        await bleak_sensor.BleakSensor(session).run()
            self.assertEqual(raised.exception.status, status)
            self.assertEqual(await session.close(), 0)

    @unittest.skipUnless(sys.platform == "linux", "there is a bus on Linux only")
    def test_no_bus(self) -> None:
        for program in ("bleak_sensor", "bleak_device", "bluez_device"):
            folder = os.path.dirname(bleak_sensor.__file__)
            ended = subprocess.run(
                [sys.executable, os.path.join(folder, f"{program}.py"), KNAV],
                env=os.environ
                | {"DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere/system_bus_socket"},
                capture_output=True,
                text=True,
                timeout=30,
            )
            self.assertEqual(ended.returncode, 69, program)
            self.assertRegex(ended.stderr, r"^There is no system bus at unix:.*\n$")


class Words(unittest.TestCase):
    """What a rider is shown."""

    def test_words(self) -> None:
        computer = bleak_sensor.BleakSensor(mock.Mock())
        names = ("speed", "cadence", "power", "heartRate", "distance")
        reading: dict = dict.fromkeys(names)
        with mock.patch("builtins.print") as shown:
            computer.show(reading)
            shown.assert_not_called()
            computer.show(reading | {"speed": 8420, "distance": 6315, "power": -3})
            shown.assert_called_with("30.3 km/h  -3 W  0.006 km", flush=True)
            computer.show({"effect": "fault", "fault": "truncated", "offset": 2})
            shown.assert_called_with("[truncated at byte 2]", flush=True)


if __name__ == "__main__":
    unittest.main()
