"""The documentation's bridge, with a stand-in for bleak instead of a radio.

The stand-in has the parts of bleak that the bridge uses, and a phone in memory. These tests do not cover
a real radio, or bleak's backends.
"""

import asyncio
import unittest
from unittest import mock

import bleak_device
import bleak_reasons
import knav_radio
from bleak.exc import (
    BleakBluetoothNotAvailableError,
    BleakBluetoothNotAvailableReason,
    BleakError,
    BleakGATTProtocolError,
)
from common import KNAV, until
from instructions import instruction, street_of
from knav_pipe import Session
from knav_radio import Unavailable

#: Bleak says 23 nevertheless, as with BlueZ.
MTU = 50


class StandInPhone:
    """A phone: what it advertises, serves and notifies."""

    def __init__(self) -> None:
        self.object = b""
        self.published: list[bytes] = []
        self.is_near = True
        self.refusals: list[Exception] = []
        self.scan_errors: list[Exception] = []
        self.reads = 0
        self.hangs = False
        self.clients: list["StandInClient"] = []
        self.scanners: list["StandInScanner"] = []

    def publish(self, value: bytes) -> None:
        self.object = value
        self.published.append(value)
        for client in self.clients:
            client.notify(value[:4])

    def leave(self) -> None:
        self.is_near = False
        for client in list(self.clients):
            client.lose()

    def come_back(self) -> None:
        self.is_near = True
        for scanner in self.scanners:
            scanner.look()


class StandInScanner:
    phone: StandInPhone

    def __init__(self, callback, service_uuids) -> None:
        assert service_uuids == [bleak_device.SERVICE]
        self.callback = callback

    async def start(self) -> None:
        if self.phone.scan_errors:
            raise self.phone.scan_errors.pop(0)
        self.phone.scanners.append(self)
        asyncio.get_running_loop().call_soon(self.look)

    async def stop(self) -> None:
        if self in self.phone.scanners:
            self.phone.scanners.remove(self)

    def look(self) -> None:
        if self.phone.is_near and self in self.phone.scanners:
            self.callback("the phone", None)
            self.callback("the phone", None)


class StandInCharacteristic:
    properties = ["read", "notify"]
    obj = ("path", {"MTU": MTU, "NotifyAcquired": False})


class StandInServices:
    characteristic = StandInCharacteristic()

    def get_service(self, uuid: str) -> "StandInServices":
        assert uuid == bleak_device.SERVICE
        return self

    def get_characteristic(self, uuid: str) -> StandInCharacteristic:
        assert uuid == bleak_device.CHARACTERISTIC
        return self.characteristic


class StandInClient:
    phone: StandInPhone
    #: Core Bluetooth has one callback: a notification during a read is taken for the read's answer, and
    #: the answer for a notification.
    one_callback = False
    mtu_size = 23
    services = StandInServices()

    def __init__(self, device, disconnected_callback) -> None:
        assert device == "the phone"
        self.lost = disconnected_callback
        self.callback = None
        self.reading: asyncio.Future[bytearray] | None = None

    async def connect(self) -> None:
        await asyncio.sleep(0.01)
        if not self.phone.is_near:
            raise BleakError("not found")
        self.phone.clients.append(self)

    async def disconnect(self) -> None:
        self.lose()

    def lose(self) -> None:
        if self in self.phone.clients:
            self.phone.clients.remove(self)
            self.lost(self)

    async def start_notify(self, _characteristic, callback, bluez) -> None:
        self.callback = callback

    def notify(self, value: bytes) -> None:
        if self.one_callback and self.reading is not None and not self.reading.done():
            self.reading.set_result(bytearray(value))
        elif self.callback is not None:
            self.callback(None, bytearray(value))

    async def read_gatt_char(self, _characteristic) -> bytearray:
        self.phone.reads += 1
        self.reading = asyncio.get_running_loop().create_future()
        long_read = asyncio.ensure_future(self.long_read())
        long_read.add_done_callback(lambda task: task.cancelled() or task.exception())
        await asyncio.wait(
            [self.reading, long_read], return_when=asyncio.FIRST_COMPLETED
        )
        if not self.reading.done():
            self.reading = None
            return long_read.result()
        value = self.reading.result()
        self.reading = None
        self.notify(await long_read)
        return value

    async def long_read(self) -> bytearray:
        """The system asks for one part after another, and the phone goes on meanwhile."""
        value = bytearray()
        while True:
            await asyncio.sleep(0.001)
            while self.phone.hangs and self in self.phone.clients:
                await asyncio.sleep(0.01)
            if self not in self.phone.clients:
                raise BleakError("disconnected")
            if self.phone.refusals:
                raise self.phone.refusals.pop(0)
            part = self.phone.object[len(value) : len(value) + MTU - 1]
            value += part
            if len(part) < MTU - 1:
                return value


class Bridge(unittest.IsolatedAsyncioTestCase):
    """One bridge, and the phone in memory."""

    one_callback = False

    async def asyncSetUp(self) -> None:
        self.phone = StandInPhone()
        StandInScanner.phone = StandInClient.phone = self.phone
        for name, stand_in in (
            ("BleakScanner", StandInScanner),
            ("BleakClient", StandInClient),
        ):
            patch = mock.patch.object(bleak_device, name, stand_in)
            patch.start()
            self.addCleanup(patch.stop)
        StandInClient.one_callback = self.one_callback
        for module, name in (
            (knav_radio, "RETRY_SECONDS"),
            (bleak_device, "SCAN_SECONDS"),
        ):
            patch = mock.patch.object(module, name, 0.2)
            patch.start()
            self.addCleanup(patch.stop)
        radio = "oneCallback" if self.one_callback else "wholeValues"
        command = [KNAV, "central", "--stdio", "--radio", radio]
        if self.one_callback:
            command.append("--no-subscription")
        self.session = await Session.start(command)
        self.radio = bleak_device.BleakRadio(self.session)
        self.shown: list[dict] = []
        self.radio.show = self.shown.append  # type: ignore[method-assign]
        self.run_task = asyncio.create_task(self.radio.run())

    async def asyncTearDown(self) -> None:
        self.assertEqual(await self.session.close(), 0)
        await self.run_task

    def delivered(self, *extents: str) -> list[bytes]:
        return [
            bytes.fromhex(effect["bytes"])
            for effect in self.shown
            if effect["effect"] == "deliver" and effect["extent"] in extents
        ]

    async def expect(self, value: bytes, what: str) -> None:
        """Waits for all bytes of an object. With one callback a long one is never known to be whole."""
        extents = ["whole", "possiblyCut"] if self.one_callback else ["whole"]
        await until(lambda: self.delivered(*extents)[-1:] == [value], what)
        for whole in self.delivered("whole"):
            self.assertIn(whole, self.phone.published)
        for cut in self.delivered("possiblyCut"):
            self.assertTrue(any(one.startswith(cut) for one in self.phone.published))

    async def test_instructions(self) -> None:
        for number in range(1, 12):
            self.phone.publish(instruction(number, street_of(45 * number, number)))
            await self.expect(self.phone.object, f"instruction {number}")

    async def test_replacement(self) -> None:
        """The phone has another object while the system puts the last one together."""
        self.phone.publish(instruction(1, street_of(400, 1)))
        for number in range(2, 30):
            await asyncio.sleep(0.003)
            self.phone.publish(instruction(number, street_of(400 - number % 3, number)))
        await self.expect(self.phone.object, "the last object")

    async def test_loss(self) -> None:
        self.phone.publish(instruction(1, street_of(200, 1)))
        await self.expect(self.phone.object, "the first object")
        self.phone.leave()
        self.phone.publish(instruction(2, street_of(200, 2)))
        await until(lambda: self.session.state.get("phase") == "scanning", "scanning")
        self.phone.come_back()
        await self.expect(self.phone.object, "the second object")

    async def test_refusals(self) -> None:
        # 0x81 is an application's own error; an error without a number becomes Unlikely Error.
        self.phone.refusals = [
            BleakGATTProtocolError(0x81),
            BleakError("of the system"),
        ]
        self.phone.publish(instruction(1, street_of(200, 1)))
        await self.expect(self.phone.object, "the object after two refusals")
        faults = [effect for effect in self.shown if effect["effect"] == "fault"]
        errors = [
            fault["error"].get("attError") for fault in faults if "error" in fault
        ]
        self.assertEqual(errors, [0x81, 0x0E])

    async def test_radio_that_is_off(self) -> None:
        self.phone.is_near = False
        await until(lambda: self.session.state.get("phase") == "scanning", "scanning")
        self.phone.scan_errors = [BleakError("Bluetooth is off"), OSError("still")]
        self.session.send("radioOff")
        self.session.send("radioOn")
        self.phone.publish(instruction(1, street_of(30, 1)))
        await until(lambda: self.session.state.get("phase") == "radioOff", "it is off")
        self.phone.is_near = True
        await self.expect(self.phone.object, "the object, when it is on again")
        self.assertEqual(self.phone.scan_errors, [])

    async def test_scan_that_ends_untold(self) -> None:
        self.phone.is_near = False
        await until(lambda: len(self.phone.scanners) == 1, "a scan")
        self.phone.scanners.clear()
        self.phone.publish(instruction(1, street_of(30, 1)))
        self.phone.is_near = True
        await self.expect(self.phone.object, "the object, found by the next scan")
        self.assertEqual(self.phone.scanners, [])

    async def test_close_without_a_reader(self) -> None:
        session = await Session.start([KNAV, "central", "--stdio"])
        for _ in range(6000):
            session.send("start")
        self.assertEqual(await asyncio.wait_for(session.close(), 30), 0)

    async def test_read_that_is_never_answered(self) -> None:
        self.phone.hangs = True
        self.phone.publish(instruction(1, street_of(200, 1)))
        await until(lambda: self.phone.reads > 0, "a read")
        await until(lambda: len(self.phone.clients) == 0, "the session ends the link")
        self.phone.hangs = False
        await self.expect(self.phone.object, "the object after a new link")


class BridgeWithOneCallback(Bridge):
    """The same on a system that can't tell notifications from answers."""

    one_callback = True


class WithoutBluetooth(unittest.TestCase):
    """What becomes of each reason why bleak can't scan."""

    def test_reasons(self) -> None:
        reasons = BleakBluetoothNotAvailableReason
        waiting = {reasons.POWERED_OFF, reasons.UNKNOWN}
        denied = {
            reasons.DENIED_BY_USER,
            reasons.DENIED_BY_SYSTEM,
            reasons.DENIED_BY_UNKNOWN,
        }
        for reason in reasons:
            error = BleakBluetoothNotAvailableError("not available", reason)
            if reason in waiting:
                self.assertTrue(bleak_reasons.reason_to_wait(error))
                continue
            with self.assertRaisesRegex(Unavailable, "not available") as raised:
                bleak_reasons.reason_to_wait(error)
            self.assertEqual(raised.exception.status, 77 if reason in denied else 69)

    def test_errors_without_a_reason(self) -> None:
        for error, words in (
            (BleakError("the system says so"), "the system says so"),
            (TimeoutError(), "TimeoutError"),
        ):
            self.assertIn(words, bleak_reasons.reason_to_wait(error))

    def test_the_bus_is_gone(self) -> None:
        for error in (
            ConnectionResetError(104, "reset"),
            BrokenPipeError(),
            EOFError(),
        ):
            with self.assertRaisesRegex(
                Unavailable, "^bluetoothd has ended.$"
            ) as raised:
                bleak_reasons.reason_to_wait(error)
            self.assertEqual(raised.exception.status, 69)


if __name__ == "__main__":
    unittest.main()
