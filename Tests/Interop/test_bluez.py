"""Both bridges for Linux against a stand-in for bluetoothd, with our phone as the phone.

The bridge on BlueZ reads at offsets. The one on bleak runs with bleak's own backend for BlueZ.
"""

import asyncio
import unittest
from unittest import mock

import bleak_device
import bluetoothd
import bluez_bus
import bluez_device
from bluetoothd import CHARACTERISTIC_PATH, Bluetoothd, BusError
from bluez_bus import BlueZ
from bluez_errors import att_error
from common import KNAV, until
from dbus_fast import Message
from dbus_fast.aio import MessageBus
from instructions import instruction, street_of
from knav_pipe import Session
from knav_radio import Radio, Unavailable
from pipe_phone import PipePhone
from private_bus import PrivateBus

#: A phone that ends each object as Bluetooth says.
PHONE = ("--profile", "ios", "--ending", "empty")


def sized(size: int, number: int) -> bytes:
    """An object of this size."""
    return instruction(number, street_of(size - 9, number))


class Bridge(unittest.IsolatedAsyncioTestCase):
    """A phone, bluetoothd, and a device with one of the bridges as its radio."""

    is_given_up = False

    async def expect_to_give_up(self, complaint: str) -> None:
        self.is_given_up = True
        async with asyncio.timeout(10):
            with self.assertRaisesRegex(Unavailable, complaint):
                await self.running
        self.expect_no_torn()

    async def begin(self, *phone: str, mtu: int = 23) -> None:
        bus = await self.enterAsyncContext(PrivateBus())
        self.bus = bus
        self.phone = await PipePhone.start(*(phone or PHONE))
        self.addAsyncCleanup(self.phone.close)
        self.bluetoothd = Bluetoothd(bus.address, self.phone, mtu)
        await self.bluetoothd.start()
        self.addAsyncCleanup(self.bluetoothd.close)
        radio = await self.radio()
        self.shown: list[dict] = []
        radio.show = self.shown.append  # type: ignore[method-assign]
        self.running = asyncio.create_task(radio.run())

        async def end() -> None:
            self.assertEqual(await self.session.close(), 0)
            if not self.is_given_up:
                await self.running

        self.addAsyncCleanup(end)

    async def radio(self) -> Radio:
        raise NotImplementedError

    async def start_session(self, radio: str) -> None:
        command = [KNAV, "central", "--stdio", "--radio", radio]
        self.session = await Session.start(command)
        send = self.session.send
        self.told: list[dict] = []

        def record(event: str, **members: object) -> None:
            self.told.append({"event": event, **members})
            send(event, **members)

        self.session.send = record  # type: ignore[method-assign]

    def events(self, name: str) -> list[dict]:
        """What the radio told the session."""
        return [one for one in self.told if one["event"] == name]

    def delivered(self, extent: str) -> list[bytes]:
        return [
            bytes.fromhex(effect["bytes"])
            for effect in self.shown
            if effect["effect"] == "deliver" and effect["extent"] == extent
        ]

    @property
    def statuses(self) -> list[str]:
        return [one["status"] for one in self.shown if one["effect"] == "report"]

    async def publish(self, value: bytes, seconds: float = 3) -> None:
        """Publishes an object, and expects it whole before the device would read unasked."""
        self.phone.publish(value)
        await self.expect(value, seconds)

    async def expect(self, value: bytes, seconds: float = 10) -> None:
        await until(
            lambda: value in self.delivered("whole"), f"{len(value)} bytes", seconds
        )
        self.expect_no_torn()

    def was_published(self, part: bytes) -> bool:
        return any(part in published for published in self.phone.published)

    def expect_no_torn(self) -> None:
        for whole in self.delivered("whole"):
            self.assertIn(whole, self.phone.published)

    def lose_link(self) -> None:
        self.bluetoothd.lose_link()
        self.phone.session.send("startAdvertising")

    async def until_phase(self, phase: str, seconds: float = 10) -> None:
        await until(lambda: self.session.state.get("phase") == phase, phase, seconds)


class OverBlueZ(Bridge):
    """The bridge that reads at offsets."""

    async def radio(self) -> Radio:
        bluez = await BlueZ.start()
        self.addAsyncCleanup(bluez.close)
        await self.start_session(bluez_device.RADIO)
        return bluez_device.BlueZRadio(self.session, bluez)


class OverBleak(Bridge):
    """The bridge on bleak, which reads whole values."""

    async def radio(self) -> Radio:
        await self.start_session(bleak_device.RADIO)
        return bleak_device.BleakRadio(self.session)


class Both:
    """What holds for both bridges."""

    async def test_all_sizes_at_mtu_23(self) -> None:
        await self.begin(mtu=23)
        for number, size in enumerate((9, 21, 22, 44, 200, 512)):
            await self.publish(sized(size, number))

    async def test_all_sizes_at_mtu_185(self) -> None:
        await self.begin(mtu=185)
        for number, size in enumerate((9, 21, 184, 368, 200, 512)):
            await self.publish(sized(size, number))

    async def test_a_quiet_phone(self) -> None:
        """The answer to a read is not a reason to read again."""
        await self.begin()
        await self.publish(sized(60, 1))
        reads = self.bluetoothd.offsets.count(0)
        await asyncio.sleep(1.5)
        self.assertLessEqual(self.bluetoothd.offsets.count(0), reads + 1)
        self.assertEqual(len(self.events("notified")), self.bluetoothd.notifications)

    async def test_replacement(self) -> None:
        """The phone has another object between two chunks."""
        await self.begin("--profile", "ios", "--serving", "newestAlways")

        def torn() -> int:
            answers = [bytes(one["bytes"]) for one in self.events("answered")]
            return sum(not self.was_published(one) for one in answers)

        # How many it takes depends on how fast the machine is.
        for number in range(1, 600):
            self.phone.publish(sized(150 + number % 3, number))
            await asyncio.sleep(0.011)
            if number >= 59 and torn() > 3:
                break
        await self.expect(self.phone.published[-1])
        self.assertGreater(torn(), 3)

    async def test_loss(self) -> None:
        await self.begin()
        await self.publish(sized(100, 1))
        connections = await self.bluetoothd.connections()
        self.bluetoothd.is_near = False
        self.lose_link()
        await self.until_phase("scanning", seconds=2)
        self.phone.publish(sized(100, 2))
        self.bluetoothd.is_near = True
        await self.expect(self.phone.published[-1])
        await self.publish(sized(100, 3))
        self.assertEqual(self.bluetoothd.links, 2)
        self.assertEqual(await self.bluetoothd.connections(), connections)

    async def test_loss_during_a_read(self) -> None:
        await self.begin()
        self.phone.publish(sized(500, 1))
        await until(lambda: len(self.bluetoothd.offsets) > 5, "chunks")
        self.lose_link()
        await self.expect(self.phone.published[-1])

    async def test_failing_connections(self) -> None:
        await self.begin()
        self.bluetoothd.failing_connections = 3
        self.phone.publish(sized(100, 1))
        await self.expect(self.phone.published[-1])
        self.assertEqual(self.bluetoothd.failing_connections, 0)

    async def test_errors_keep_their_codes(self) -> None:
        await self.begin()
        codes = [0x81, 0x06, 0x11]
        self.bluetoothd.read_errors = list(codes)
        self.phone.publish(sized(100, 1))
        await self.expect(self.phone.published[-1])
        told = [one["error"] for one in self.shown if one["effect"] == "fault"]
        self.assertEqual([error["attError"] for error in told], codes)

    async def test_pairing(self) -> None:
        await self.begin()
        self.bluetoothd.subscription_errors = [0x0F]
        self.phone.publish(sized(100, 1))
        await until(lambda: "pairingRequired" in self.statuses, "the rider is told")
        await self.expect(self.phone.published[-1])
        await until(lambda: self.statuses[-1] == "navigating", "the subscription")
        await self.publish(sized(100, 2))

    async def test_end_of_navigation(self) -> None:
        await self.begin()
        await self.publish(sized(100, 1))
        self.phone.session.send("stopNavigation")
        await self.until_phase("scanning")
        self.phone.session.send("startNavigation")
        await self.publish(sized(100, 2), seconds=10)

    async def test_without_a_subscription(self) -> None:
        await self.begin("--profile", "androidNoCCCD", "--chunks", "readPayload")
        await self.publish(sized(100, 1), seconds=10)
        await self.publish(sized(100, 2), seconds=10)

    async def test_an_ending_with_invalid_offset(self) -> None:
        await self.check_ending("invalidOffset")

    async def test_an_ending_with_attribute_not_long(self) -> None:
        await self.check_ending("attributeNotLong")

    async def check_ending(self, ending: str) -> None:
        """bluetoothd then says nothing of full chunks: the device shows nothing, and goes on."""
        await self.begin("--profile", "ios", "--ending", ending)
        self.phone.publish(sized(44, 1))
        await until(lambda: len(self.bluetoothd.offsets) > 5, "reads")
        for extent in ("whole", "possiblyCut"):
            self.assertEqual(self.delivered(extent), [])
        await self.publish(sized(45, 2), seconds=10)

    async def test_another_program_has_acquired_the_notifications(self) -> None:
        """The device reads without a subscription."""
        await self.begin()
        self.bluetoothd.is_acquired_by_another = True
        await self.publish(sized(100, 1), seconds=10)
        await self.publish(sized(90, 2), seconds=10)
        self.assertEqual([one["attError"] for one in self.events("failed")], [0x0E])
        self.assertEqual(self.events("subscribed") + self.events("notified"), [])


class BlueZBoth(Both, OverBlueZ):
    """The bridge on BlueZ."""


class BleakBoth(Both, OverBleak):
    """The bridge on bleak."""


class BlueZOnly(OverBlueZ):
    """What reading at offsets makes possible."""

    async def test_a_phone_that_answers_in_twenties(self) -> None:
        await self.begin("--profile", "android", "--chunks", "smallestPayload")
        for number, size in enumerate((20, 48, 60, 300)):
            await self.publish(sized(size, number))
        self.assertIn(280, self.bluetoothd.offsets)

    async def test_an_answer_of_several_chunks(self) -> None:
        await self.begin(mtu=50)
        await self.publish(sized(400, 1))
        self.assertIn(8 * 49, self.bluetoothd.offsets)

    async def test_the_mtu_changes(self) -> None:
        await self.begin()
        await self.publish(sized(400, 1))
        self.bluetoothd.change_mtu(185)
        await self.publish(sized(400, 2))
        self.assertEqual([one["mtu"] for one in self.events("connected")], [23])
        self.assertEqual([one["mtu"] for one in self.events("mtuChanged")], [185])

    async def test_bluetooth_is_switched_off(self) -> None:
        await self.begin()
        await self.publish(sized(100, 1))
        self.bluetoothd.set_powered(False)
        await self.until_phase("radioOff")
        await asyncio.sleep(0.2)  # until the scan has failed that began before
        self.phone.publish(sized(100, 2))
        self.phone.session.send("startAdvertising")
        self.bluetoothd.set_powered(True)
        await self.expect(self.phone.published[-1], seconds=4)

    async def test_a_refused_subscription_that_is_never_answered(self) -> None:
        """As with BlueZ 5.66: the device gives the link up, and then reads without a subscription."""
        await self.begin()
        self.bluetoothd.forgets_refusals = True
        self.bluetoothd.subscription_errors = [0x05]
        self.phone.publish(sized(100, 1))
        await self.expect(self.phone.published[-1], seconds=15)
        self.assertEqual(self.bluetoothd.links, 2)

    async def test_the_service_goes(self) -> None:
        await self.begin()
        await self.publish(sized(100, 1))
        self.phone.session.send("stopNavigation")
        await until(lambda: "ended" in self.statuses, "the rider is told", 3)

    async def test_another_program_has_started_notifications(self) -> None:
        """They change the value that bluetoothd keeps: a read at an offset could end with their bytes."""
        await self.begin("--profile", "android", "--chunks", "smallestPayload")
        self.bluetoothd.is_started_by_another = True
        self.phone.publish(sized(25, 1))
        await self.expect(self.phone.published[-1])
        self.assertEqual(self.events("subscribed"), [])
        self.phone.publish(sized(25, 2))
        await self.expect_to_give_up("Another program reads")

    async def test_another_program_has_started_notifications_during_a_read(
        self,
    ) -> None:
        await self.begin("--profile", "android", "--chunks", "smallestPayload")
        self.bluetoothd.is_started_by_another = True
        notified = self.phone.notified
        answers: list[int] = []

        def count(value: bytes) -> None:
            answers.append(len(self.events("answered")))
            notified(value)

        self.phone.notified = count
        self.phone.publish(sized(500, 1))
        await until(lambda: len(self.bluetoothd.offsets) > 5, "chunks")
        with mock.patch.object(bluetoothd, "REQUEST_SECONDS", 0.3):
            await asyncio.sleep(0.05)  # until a slow read is under way
            self.phone.publish(sized(500, 2))
            await self.expect_to_give_up("Another program reads")
        self.assertEqual(len(self.events("answered")), answers[-1])

    async def test_another_program_reads(self) -> None:
        await self.begin()
        await self.publish(sized(100, 1))
        await self.until_phase("ready")
        other = await MessageBus(self.bus.address).connect()
        self.addCleanup(other.disconnect)
        await other.call(
            Message(
                destination="org.bluez",
                path=CHARACTERISTIC_PATH,
                interface="org.bluez.GattCharacteristic1",
                member="ReadValue",
                signature="a{sv}",
                body=[{}],
            )
        )
        await self.expect_to_give_up("Another program reads")


class BleakOnly(OverBleak):
    """What reading whole values makes impossible."""

    async def test_a_phone_that_answers_in_twenties(self) -> None:
        """bluetoothd takes the first chunk for all of the object: the device shows a beginning."""
        await self.begin("--profile", "android", "--chunks", "smallestPayload")
        self.phone.publish(sized(48, 1))
        beginning = self.phone.published[0][:20]
        await until(lambda: beginning in self.delivered("possiblyCut"), "20 bytes")
        await until(lambda: self.bluetoothd.offsets == [0, 0], "a second read", 10)
        await self.until_phase("ready")
        self.assertEqual(self.delivered("whole"), [])

    async def test_bluetooth_is_switched_off(self) -> None:
        await self.begin()
        await self.publish(sized(100, 1))
        self.bluetoothd.set_powered(False)
        await self.until_phase("radioOff")
        self.bluetoothd.set_powered(True)
        self.phone.session.send("startAdvertising")
        await self.publish(sized(100, 2), seconds=10)

    async def test_another_program_has_started_notifications(self) -> None:
        """A read from the beginning has only its own bytes."""
        await self.begin()
        self.bluetoothd.is_started_by_another = True
        for number, size in enumerate((100, 25, 60)):
            await self.publish(sized(size, number), seconds=10)
        self.assertEqual(self.events("notified"), [])
        self.assertGreater(self.bluetoothd.notifications, 0)

    async def test_bleak_could_only_start_notifications(self) -> None:
        """It would then tell each answer to a read as a notification: the device does not subscribe."""
        await self.begin()
        self.bluetoothd.tells_acquired = False
        await self.publish(sized(100, 1), seconds=10)
        await self.publish(sized(90, 2), seconds=10)
        self.assertEqual([one["attError"] for one in self.events("failed")], [0x06])
        self.assertEqual(self.events("notified"), [])

    async def test_the_mtu_grows(self) -> None:
        """A chunk of MTU - 3 bytes is a beginning, and would look whole at the old MTU."""
        await self.begin("--profile", "android", "--chunks", "notificationPayload")
        self.phone.publish(sized(19, 1))
        await self.expect(self.phone.published[-1])
        self.bluetoothd.change_mtu(185)
        self.phone.publish(sized(300, 2))
        beginning = self.phone.published[-1][:182]
        await until(lambda: beginning in self.delivered("possiblyCut"), "182 bytes")
        await self.until_phase("ready")
        self.expect_no_torn()
        self.assertEqual([one["mtu"] for one in self.events("connected")], [23])
        self.assertEqual([one["mtu"] for one in self.events("mtuChanged")], [185])


class Silence(unittest.IsolatedAsyncioTestCase):
    """Who does not answer is named."""

    async def expect(self, complaint: str) -> None:
        async with asyncio.timeout(5):
            with self.assertRaisesRegex(Unavailable, complaint):
                await BlueZ.start()

    async def test_of_the_bus(self) -> None:
        async def say_nothing(
            reader: asyncio.StreamReader, writer: asyncio.StreamWriter
        ) -> None:
            self.addCleanup(writer.close)
            await reader.read()

        async with PrivateBus() as bus:
            await bus.end()
            bus.socket.unlink(missing_ok=True)
            server = await asyncio.start_unix_server(say_nothing, bus.socket)
            with mock.patch.object(bluez_bus, "BUS_SECONDS", 0.2):
                await self.expect(f"The system bus at {bus.address} does not answer")
            server.close()

    async def test_of_bluetoothd(self) -> None:
        async with PrivateBus() as bus:
            silent = await MessageBus(bus.address).connect()
            self.addCleanup(silent.disconnect)
            await silent.request_name("org.bluez")
            silent.add_message_handler(lambda _message: True)
            with mock.patch.object(bluez_bus, "BLUETOOTHD_SECONDS", 0.2):
                await self.expect("bluetoothd does not answer")


class Errors(unittest.TestCase):
    """What becomes of an ATT error on its way through bluetoothd."""

    def test_codes(self) -> None:
        for code in range(0x01, 0x100):
            error = BusError.of_att(code)
            expected = 0x05 if code in (0x0C, 0x0F) else code
            self.assertEqual(att_error(error.name, error.text), expected)

    def test_errors_that_are_not_the_phones(self) -> None:
        for name, text in (
            ("org.bluez.Error.Failed", "Not connected"),
            ("org.bluez.Error.Failed", "Operation failed with ATT error: 0x"),
            ("org.bluez.Error.NotPermitted", "Notify acquired"),
            ("org.bluez.Error.InvalidArguments", "Invalid arguments in method call"),
            ("org.freedesktop.DBus.Error.NotSupported", ""),
            ("", ""),
        ):
            self.assertEqual(att_error(name, text), 0x0E)


if __name__ == "__main__":
    unittest.main()
