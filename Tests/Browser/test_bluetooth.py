"""Chromium's Bluetooth client against the stand-in for bluetoothd, without our page.

If the page's Device tab fails and these pass, the page is at fault.
"""

import asyncio
import pathlib
import unittest

from bluetooth import Nearby, cancel_choice, choose
from bluetoothd import ADAPTER_PATH
from chromium import BLUETOOTH_FLAGS, Chromium
from common import until
from devtools import ScriptError
from instructions import instruction

PAGE = pathlib.Path(__file__).with_name("radio.html").as_uri()


class Radio(unittest.IsolatedAsyncioTestCase):
    """One page, and a phone."""

    async def begin(self, *phone: str, mtu: int = 185) -> None:
        self.nearby = await self.enterAsyncContext(Nearby(*phone, mtu=mtu))
        chromium = await self.enterAsyncContext(Chromium(*BLUETOOTH_FLAGS))
        self.page = await chromium.page(PAGE)

    async def connect(self) -> None:
        await choose(self.page, self.page.click("#ask"))
        await self.page.until("device", "a device")
        await self.page.evaluate("connect()")

    async def read(self) -> bytes:
        return bytes.fromhex(await self.page.evaluate("read()"))

    async def expect_value(self, value: bytes) -> None:
        text = (
            f"seen.some(([what, value]) => what == 'value' && value == '{value.hex()}')"
        )
        await self.page.until(text, f"a value of {len(value)} bytes")

    async def test_reads_and_notifications(self) -> None:
        await self.begin()
        self.nearby.publish(instruction(1, "Bergstraße"))
        await self.connect()
        for number, size in enumerate((9, 20, 21, 184, 185, 368, 511, 512), 2):
            value = instruction(number, "x" * (size - 9))
            self.nearby.publish(value)
            await self.expect_value(value[:4])
            self.assertEqual(await self.read(), value)

    async def test_values_at_the_smallest_mtu(self) -> None:
        await self.begin(mtu=23)
        await self.connect()
        for number, size in enumerate((9, 21, 22, 44, 512)):
            value = instruction(number, "x" * (size - 9))
            self.nearby.publish(value)
            await self.expect_value(value[:4])
            self.assertEqual(await self.read(), value)

    async def test_the_same_bytes_are_notified_twice(self) -> None:
        await self.begin()
        await self.connect()
        value = instruction(1)
        for count in (1, 2, 3):
            self.nearby.publish(value)
            text = f"seen.filter(([, value]) => value == '{value[:4].hex()}').length"
            await self.page.until(f"{text} == {count}", f"notification {count}")
            self.assertEqual(await self.read(), value)

    async def test_a_lost_link(self) -> None:
        await self.begin()
        await self.connect()
        for number in range(1, 4):
            value = instruction(number, "x" * 200)
            self.nearby.publish(value)
            await self.expect_value(value[:4])
            self.assertEqual(await self.read(), value)
            self.nearby.lose_link()
            lost = f"seen.filter(([what]) => what == 'lost').length == {number}"
            await self.page.until(lost, "the page is told")
            await asyncio.sleep(1)  # Chromium disconnects late.
            await self.page.evaluate("connect()")
        self.assertEqual(self.nearby.bluetoothd.links, 4)

    async def test_a_link_that_is_lost_during_a_read(self) -> None:
        await self.begin(mtu=23)
        await self.connect()
        self.nearby.publish(instruction(1, "x" * 503))
        reading = asyncio.create_task(self.read())
        await until(lambda: len(self.nearby.bluetoothd.offsets) > 5, "chunks")
        self.nearby.lose_link()
        with self.assertRaisesRegex(ScriptError, "NetworkError|NotSupportedError"):
            await reading

    async def test_without_a_cccd(self) -> None:
        await self.begin("--profile", "androidNoCCCD", "--chunks", "readPayload")
        self.nearby.publish(instruction(1, "x" * 100))
        with self.assertRaisesRegex(ScriptError, "NotSupportedError"):
            await self.connect()
        self.assertEqual(await self.read(), self.nearby.phone.published[0])

    async def test_an_error_of_the_phone(self) -> None:
        await self.begin()
        self.nearby.publish(instruction(1))
        await self.connect()
        self.nearby.bluetoothd.read_errors = [0x81]
        with self.assertRaisesRegex(ScriptError, "NotSupportedError"):
            await self.read()
        self.assertEqual(await self.read(), self.nearby.phone.published[0])

    async def test_pairing(self) -> None:
        """Chromium pairs by itself when the phone asks for it, and asks again."""
        await self.begin()
        self.nearby.publish(instruction(1))
        await self.connect()
        self.nearby.bluetoothd.read_errors = [0x08]
        self.assertEqual(await self.read(), self.nearby.phone.published[0])
        self.assertEqual(self.nearby.bluetoothd.pairings, 1)

    async def test_the_user_chooses_nothing(self) -> None:
        await self.begin()
        await cancel_choice(self.page, self.page.click("#ask"))
        await self.page.until("seen.length", "an answer")
        self.assertEqual(
            await self.page.evaluate("seen"), [["refused", "NotFoundError"]]
        )

    async def test_the_adapter_goes(self) -> None:
        await self.begin()
        available = "navigator.bluetooth.getAvailability()"
        self.assertTrue(await self.page.evaluate(available))
        self.nearby.bluetoothd.remove(ADAPTER_PATH)
        await self.page.until(f"{available}.then(is => !is)", "there is no adapter")

    async def test_bluetooth_is_switched_off(self) -> None:
        await self.begin()
        await self.connect()
        self.nearby.bluetoothd.set_powered(False)
        await self.page.until("seen.some(([what]) => what == 'lost')", "it is lost")
        with self.assertRaisesRegex(ScriptError, "InvalidStateError"):
            await self.page.evaluate("connect()")
