"""The bike computer on bleak, with a stand-in for bleak and sensors in memory."""

import asyncio
import os
import struct
import subprocess
import sys
import unittest
from types import SimpleNamespace
from typing import Any
from unittest import mock

import bleak_sensor
from bleak.exc import (
    BleakBluetoothNotAvailableError,
    BleakBluetoothNotAvailableReason,
    BleakError,
    BleakGATTProtocolError,
)
from common import KNAV, until
from knav_pipe import Session
from knav_radio import Unavailable

CSC, POWER = bleak_sensor.MEASUREMENTS[:2]
MACHINE, STATUS = bleak_sensor.ANSWERS
FEATURE, *_ = bleak_sensor.OFFERS.values()
FRAMES, PAGES = bleak_sensor.MEASUREMENTS[-1], bleak_sensor.FEC
# A frame with page 54: a target power can be set.
CAPABILITIES = bytes.fromhex("a4094e05" + "36ffffffffffff02" + "d2")
UNUSED = "00002a5c-0000-1000-8000-00805f9b34fb"


class StandInSensor:
    """A sensor, or a trainer that obeys."""

    def __init__(self, address: str, *characteristics: str) -> None:
        self.device = SimpleNamespace(name="Sensor", address=address)
        self.characteristics = characteristics
        self.is_near = True
        self.client: StandInClient | None = None
        self.written: list[bytes] = []
        #: The first bytes of what it does not let anyone write.
        self.refuses: list[bytes] = []

    @property
    def subscribed(self) -> list[str]:
        return list(self.client.callbacks) if self.client else []

    def notify(self, value: bytes, uuid: str = CSC) -> None:
        assert self.client is not None
        self.client.callbacks[uuid](SimpleNamespace(uuid=uuid), bytearray(value))

    def turn(self, revolutions: int, ticks: int) -> None:
        self.notify(struct.pack("<BIH", 1, revolutions, ticks & 0xFFFF))

    def leave(self) -> None:
        self.is_near = False
        client, self.client = self.client, None
        assert client is not None
        client.lost(client)


class StandInRadio:
    """The sensors around, and what bleak's users do with them."""

    def __init__(self, *sensors: StandInSensor) -> None:
        self.sensors = {sensor.device.address: sensor for sensor in sensors}
        self.is_scanning = False

    async def find_device_by_filter(self, accepts, timeout, service_uuids):
        # BlueZ scans once for each program.
        assert not self.is_scanning
        self.is_scanning = True
        stranger = SimpleNamespace(
            service_uuids=["0000180f-0000-1000-8000-00805f9b34fb"]
        )
        advertisement = SimpleNamespace(service_uuids=[bleak_sensor.SERVICES[0]])
        assert service_uuids == bleak_sensor.SERVICES
        await asyncio.sleep(0.01)
        self.is_scanning = False
        near = [sensor for sensor in self.sensors.values() if sensor.is_near]
        assert not any(accepts(sensor.device, stranger) for sensor in near)
        for sensor in near:
            if accepts(sensor.device, advertisement):
                return sensor.device
        raise BleakError("nobody is here")


class StandInServices:
    def __init__(self, uuids: tuple[str, ...]) -> None:
        self.characteristics = [
            SimpleNamespace(uuid=uuid, properties=[] if uuid == PAGES else ["write"])
            for uuid in (UNUSED, *uuids)
        ]

    def __iter__(self):
        return iter([self])

    def get_characteristic(self, uuid: str):
        return next((one for one in self.characteristics if one.uuid == uuid), None)


class StandInClient:
    radio: StandInRadio

    def __init__(self, device, disconnected_callback, services) -> None:
        assert services == bleak_sensor.SERVICES
        self.sensor = self.radio.sensors[device.address]
        self.lost = disconnected_callback
        self.callbacks: dict = {}
        self.services = StandInServices(self.sensor.characteristics)

    @property
    def is_connected(self) -> bool:
        return self.sensor.client is self

    async def __aenter__(self) -> "StandInClient":
        assert self.sensor.client is None
        self.sensor.client = self
        return self

    async def __aexit__(self, kind, value, trace) -> None:
        self.sensor.client = None

    async def disconnect(self) -> None:
        self.sensor.client = None
        self.lost(self)

    async def start_notify(self, characteristic, callback) -> None:
        assert characteristic.uuid not in self.callbacks
        self.callbacks[characteristic.uuid] = callback

    async def read_gatt_char(self, uuid: str) -> bytearray:
        # A power can be set.
        assert uuid == FEATURE
        return bytearray(struct.pack("<II", 0, 8))

    async def write_gatt_char(self, characteristic, value, response) -> None:
        assert response == (characteristic.uuid == MACHINE)
        if value[:1] in self.sensor.refuses:
            raise BleakGATTProtocolError(0x80)
        self.sensor.written.append(value)
        if characteristic.uuid == MACHINE:
            self.sensor.notify(bytes([0x80, value[0], 1]), MACHINE)
        elif value[4] == 70:
            self.sensor.notify(CAPABILITIES, FRAMES)


class Computer(unittest.IsolatedAsyncioTestCase):
    async def start(self, *sensors: StandInSensor, **numbers: int) -> None:
        radio = StandInClient.radio = StandInRadio(*sensors)
        for name, value in (
            ("BleakScanner", radio),
            ("BleakClient", StandInClient),
            ("RETRY_SECONDS", 0.05),
        ):
            patch = mock.patch.object(bleak_sensor, name, value)
            patch.start()
            self.addCleanup(patch.stop)
        self.session = await Session.start([KNAV, "sensor", "live", "--stdio"])
        self.computer = bleak_sensor.BleakSensor(self.session, **numbers)
        self.readings: list[dict] = []
        self.computer.show = self.readings.append  # type: ignore[method-assign]
        self.task = asyncio.create_task(self.computer.run())

    async def asyncTearDown(self) -> None:
        self.assertEqual(await self.session.close(), 0)
        await self.task

    async def expect(self, what: str, **members: Any) -> None:
        await until(
            lambda: any(members.items() <= one.items() for one in self.readings), what
        )
        self.readings.clear()

    async def test_readings(self) -> None:
        sensor = StandInSensor("1", CSC)
        await self.start(sensor)
        await until(lambda: sensor.subscribed == [CSC], "the subscription")
        sensor.turn(100, 0)
        sensor.turn(102, 512)
        await self.expect("a speed", speed=8420, distance=4210)
        sensor.leave()
        await self.expect("the lost link", speed=None, distance=4210)
        sensor.is_near = True
        await until(lambda: sensor.subscribed == [CSC], "the subscription again")
        sensor.turn(103, 768)
        await self.expect("the distance", distance=6315)

    async def test_several(self) -> None:
        wheel, pedals = StandInSensor("W", CSC), StandInSensor("P", POWER)
        await self.start(wheel, pedals, sensors=2)
        await until(lambda: wheel.subscribed and pedals.subscribed, "both links")
        pedals.notify(struct.pack("<Hh", 0, 200), POWER)
        await self.expect("a power", power=200, sources={"power": "P"})
        wheel.turn(100, 0)
        wheel.turn(102, 512)
        sources = {"power": "P", "speed": "W", "distance": "W"}
        await self.expect("both", power=200, speed=8420, sources=sources)
        pedals.leave()
        await self.expect("the wheel alone", power=None, distance=4210)
        pedals.is_near = True
        await until(lambda: pedals.subscribed, "the pedals again")
        pedals.notify(struct.pack("<Hh", 0, 210), POWER)
        await self.expect("the power again", power=210, distance=4210)

    async def test_machine(self) -> None:
        trainer = StandInSensor("T", FEATURE, MACHINE, STATUS)
        other = StandInSensor("O", CSC, MACHINE)
        other.is_near = False
        await self.start(trainer, other, sensors=2, target=150)
        await self.expect("150 W", effect="report", state="holding", power=150)
        self.assertEqual(trainer.written, [b"\0", b"\5\x96\0"])
        self.assertEqual(trainer.subscribed, [MACHINE, STATUS])
        trainer.leave()
        await self.expect("the lost link", state="disconnected", sensor="T")
        # Another trainer is not controlled.
        other.is_near = True
        await until(lambda: other.subscribed == [CSC], "the other's link")
        trainer.is_near, trainer.refuses = True, [b"\5"]
        await self.expect("a refusal", state="refused", refusal="attError", code=0x80)
        self.assertEqual(other.written, [])

    async def test_fec(self) -> None:
        trainer = StandInSensor("T", FRAMES, PAGES)
        await self.start(trainer, target=150)
        await self.expect("150 W", effect="report", state="holding", power=150)
        # Page 70 asks for page 54; page 49 has the power in quarters of a watt.
        self.assertEqual([page[4] for page in trainer.written], [70, 49])
        self.assertEqual(trainer.written[1][10:12], struct.pack("<H", 600))
        self.assertEqual(trainer.subscribed, [FRAMES])


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


class Options(unittest.TestCase):
    def test_wrong(self) -> None:
        program = os.path.join(
            os.path.dirname(bleak_sensor.__file__), "bleak_sensor.py"
        )
        for option in (["--sensors"], ["--target", "-1"], ["--sensors", "2", "--go"]):
            ended = subprocess.run(
                [sys.executable, program, *option], capture_output=True, timeout=30
            )
            self.assertEqual(ended.returncode, 64, option)


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
            shown.assert_called_with("30.3 km/h  -3 W  0.006 km", file=None, flush=True)
            computer.show({"effect": "fault", "fault": "truncated", "offset": 2})
            shown.assert_called_with("[truncated at byte 2]", file=None, flush=True)
            computer.show({"effect": "report", "state": "holding", "power": 150})
            shown.assert_called_with("[holding]", file=None, flush=True)


if __name__ == "__main__":
    unittest.main()
