"""A phone in reach of Chromium's own Bluetooth client, and the chooser with which a user picks it."""

import asyncio
from collections.abc import Awaitable

from bluetoothd import Bluetoothd
from devtools import SECONDS, Page
from pipe_phone import PipePhone
from private_bus import PrivateBus

#: A phone that ends each object as Bluetooth says.
PHONE = ("--profile", "ios", "--ending", "empty")


class Nearby:
    """A system bus, bluetoothd on it, and a phone that navigates. Start Chromium within it."""

    def __init__(self, *phone: str, mtu: int = 185) -> None:
        self._arguments = phone or PHONE
        self._mtu = mtu
        self._bus = PrivateBus()

    async def __aenter__(self) -> "Nearby":
        await self._bus.__aenter__()
        self.phone = await PipePhone.start(*self._arguments)
        self.bluetoothd = Bluetoothd(self._bus.address, self.phone, self._mtu)
        await self.bluetoothd.start()
        return self

    async def __aexit__(self, kind, value, trace) -> None:
        await self.bluetoothd.close()
        await self.phone.close()
        await self._bus.__aexit__(kind, value, trace)

    def publish(self, instruction: bytes) -> None:
        self.phone.publish(instruction)

    def lose_link(self) -> None:
        """The link is lost, and the phone advertises again."""
        self.bluetoothd.lose_link()
        self.phone.session.send("startAdvertising")


async def choose(page: Page, asking: Awaitable[object]) -> None:
    """Does what makes the page ask for a device, and chooses the first one that is found.

    Only a click of a user's will do: `page.click(…)`. With `page.evaluate(…, gesture=True)`, Chromium now and then
    asks for the gesture before it knows of it.
    """
    await _answer(page, asking, is_chosen=True)


async def cancel_choice(page: Page, asking: Awaitable[object]) -> None:
    """The same, but the user closes the chooser."""
    await _answer(page, asking, is_chosen=False)


async def _answer(page: Page, asking: Awaitable[object], is_chosen: bool) -> None:
    await page.send("DeviceAccess.enable")
    prompts = page.events("DeviceAccess.deviceRequestPrompted")
    while not prompts.empty():
        prompts.get_nowait()  # They are of an earlier choice.
    await asking
    try:
        async with asyncio.timeout(SECONDS):
            prompt = await prompts.get()
            while not prompt["devices"]:  # Each device that is found makes another.
                prompt = await prompts.get()
    except TimeoutError:
        raise AssertionError("no device was offered") from None
    if is_chosen:
        device = prompt["devices"][0]["id"]
        await page.send("DeviceAccess.selectPrompt", id=prompt["id"], deviceId=device)
    else:
        await page.send("DeviceAccess.cancelPrompt", id=prompt["id"])
