"""The tab Device as the display of our phone, through Chromium's own Bluetooth client."""

import asyncio
import unittest

from bluetooth import Nearby, cancel_choice, choose
from chromium import BLUETOOTH_FLAGS, ON_DISK, Chromium
from instructions import instruction

MAIN = "#panel-device button.primary"
DISPLAY = "#panel-device .display"

#: Arrows by their numbers, and what a display says of them.
ARROWS = {4: "Bear left", 5: "Turn left", 8: "Turn right", 9: "Bear right"}
#: Distances in metres, and what a display shows of them.
DISTANCES = {0: "Now", 80: "80 m", 400: "400 m", 1200: "1.2 km", 12000: "12 km"}
#: Streets of objects of all sizes; one of 20 bytes comes after longer ones, because alone it may be cut.
STREETS = (
    "x" * 503,
    "Große Weinmeisterstraße",
    "",
    "Am Wehr",
    "Bergstraße",
    "улица Маршала Жукова",
)

#: Notes each text that the display shows, as long as it is complete.
NOTE = """
globalThis.seen = [];
globalThis.shownNow = () => {
    const text = name => document.querySelector(`#panel-device .display-${name}`).textContent.replaceAll('\\u00a0', ' ');
    const spoken = document.querySelector('#panel-device .display [role=status]').textContent;
    return [spoken.split(', ')[0], text('distance'), text('street'), text('status')];
};
new MutationObserver(() => {
    const now = shownNow().slice(0, 3);
    if (JSON.stringify(seen.at(-1)) !== JSON.stringify(now)) seen.push(now);
}).observe(document.querySelector('#panel-device .display'), {subtree: true, childList: true, characterData: true});
"""


class Ride:
    """Instructions of a ride: bytes, and what a display shows of them."""

    def __init__(self) -> None:
        self.count = 0

    def next(self, street: str | None = None) -> tuple[bytes, list[str]]:
        number = self.count
        self.count += 1
        arrow = list(ARROWS)[number % len(ARROWS)]
        metres = list(DISTANCES)[number % len(DISTANCES)]
        name = STREETS[number % len(STREETS)] if street is None else street
        value = instruction(0x10000 + number, name, arrow, metres)
        return value, [ARROWS[arrow], DISTANCES[metres], name]


class Device(unittest.IsolatedAsyncioTestCase):
    """One page, and a phone."""

    async def begin(self, *phone: str, mtu: int = 185) -> None:
        self.ride = Ride()
        self.nearby = await self.enterAsyncContext(Nearby(*phone, mtu=mtu))
        chromium = await self.enterAsyncContext(Chromium(*BLUETOOTH_FLAGS))
        self.chromium = chromium
        self.page = await chromium.page()
        await self.page.language("en-GB")
        await self.page.open(f"{ON_DISK}#device")
        await self.page.until(f"document.querySelector('{MAIN}')", "the tab")
        await self.page.evaluate(NOTE)

    async def connect(self) -> None:
        await choose(self.page, self.page.click(MAIN))

    async def expect_status(self, text: str, seconds: float = 10) -> None:
        await self.page.until(
            f"shownNow()[3] === {text!r}", f"the status “{text}”", seconds
        )

    async def publish_and_expect(
        self, street: str | None = None, seconds: float = 5
    ) -> None:
        value, texts = self.ride.next(street)
        self.nearby.publish(value)
        await self.expect_shown(texts, seconds)

    async def expect_shown(self, texts: list[str], seconds: float = 5) -> None:
        is_shown = f"JSON.stringify(shownNow().slice(0, 3)) === JSON.stringify({texts})"
        try:
            await self.page.until(is_shown, f"{texts} on the display", seconds)
        except AssertionError as late:
            shown = await self.page.evaluate("shownNow()")
            raise AssertionError(f"{late}; it shows {shown}") from None

    async def happened(self) -> list[str]:
        """What is in the list, oldest first."""
        return await self.page.evaluate(
            "[...document.querySelectorAll('.device-happenings span')].map(one => one.textContent).reverse()"
        )

    async def test_a_street_that_may_go_on(self) -> None:
        """20 bytes may be the first chunk of more, until something longer has come."""
        await self.begin()
        value, (arrow, distance, street) = self.ride.next("Bergstraße")
        self.nearby.publish(value)
        await self.connect()
        await self.expect_shown([arrow, distance, f"{street}…"], 10)
        await self.publish_and_expect("Große Weinmeisterstraße")
        await self.publish_and_expect("Bergstraße")

    async def ride_with_a_lost_link(self) -> None:
        """60 instructions, and a link that is lost in the middle."""
        await self.publish_and_expect_first()
        await self.expect_status("Navigating")
        for _ in range(29):
            await self.publish_and_expect()
        self.nearby.lose_link()
        await self.expect_status("Looking for a phone", 2)
        await self.publish_and_expect(seconds=10)
        await self.expect_status("Navigating")
        for _ in range(29):
            await self.publish_and_expect()
        self.assertEqual(self.nearby.bluetoothd.links, 2)
        self.assertEqual(self.ride.count, 60)
        happened = await self.happened()
        self.assertEqual(happened.count("Connected"), 2)
        self.assertEqual(happened.count("Connection lost"), 1)

    async def publish_and_expect_first(self) -> None:
        value, texts = self.ride.next()
        self.nearby.publish(value)
        await self.connect()
        await self.expect_shown(texts, 10)

    async def test_a_ride_with_an_iphone(self) -> None:
        await self.begin()
        await self.ride_with_a_lost_link()

    async def test_a_ride_with_android(self) -> None:
        await self.begin("--profile", "android", "--chunks", "readPayload")
        await self.ride_with_a_lost_link()
