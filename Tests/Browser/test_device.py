"""The tab Device as the display of our phone, through Chromium's own Bluetooth client."""

import asyncio
import re
import unittest

from bluetooth import Nearby, cancel_choice, choose
from bluetoothd import ADAPTER_PATH
from chromium import BLUETOOTH_FLAGS, ON_DISK, Chromium
from common import KNAV, until
from instructions import instruction
from test_hostile import MARKUP, expect_text

PANEL = "#panel-device"
MAIN = f"{PANEL} button.primary"

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
globalThis.statuses = [];
globalThis.shownNow = () => {
    const text = name => document.querySelector(`#panel-device .display-${name}`).textContent.replaceAll('\\u00a0', ' ');
    const spoken = document.querySelector('#panel-device .display [role=status]').textContent;
    return [spoken.split(', ')[0], text('distance'), text('street'), text('status')];
};
new MutationObserver(() => {
    const now = shownNow().slice(0, 3);
    if (JSON.stringify(seen.at(-1)) !== JSON.stringify(now)) seen.push(now);
    const status = shownNow()[3];
    if (statuses.at(-1) !== status) statuses.push(status);
}).observe(document.querySelector('#panel-device .display'), {subtree: true, childList: true, characterData: true});
"""


#: In seconds: long enough for any machine, so that it ends a test only when nothing happens any more.
LONGEST = 30


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

    async def expect_status(self, text: str, seconds: float = LONGEST) -> None:
        await self.page.until(
            f"shownNow()[3] === {text!r}", f"the status “{text}”", seconds
        )

    async def publish_and_expect(
        self,
        street: str | None = None,
        may_go_on: bool = False,
    ) -> None:
        value, (arrow, distance, shown) = self.ride.next(street)
        self.nearby.publish(value)
        end = "…" if may_go_on else ""
        await self.expect_shown([arrow, distance, f"{shown}{end}"])

    async def expect_shown(self, texts: list[str]) -> None:
        is_shown = f"JSON.stringify(shownNow().slice(0, 3)) === JSON.stringify({texts})"
        try:
            await self.page.until(is_shown, f"{texts} on the display", LONGEST)
        except AssertionError as late:
            shown = await self.page.evaluate("shownNow()")
            raise AssertionError(f"{late}; it shows {shown}") from None

    async def happened(self) -> list[str]:
        """What is in the list, oldest first."""
        return await self.page.evaluate(
            "[...document.querySelectorAll('.device-happenings span')].map(one => one.textContent).reverse()"
        )

    async def test_a_street_that_may_go_on(self) -> None:
        """Any object may be the first chunk of more, until something longer has come."""
        await self.begin()
        value, (arrow, distance, street) = self.ride.next("Bergstraße")
        self.nearby.publish(value)
        await self.connect()
        await self.expect_shown([arrow, distance, f"{street}…"])
        await self.publish_and_expect("Große Weinmeisterstraße", may_go_on=True)
        await self.publish_and_expect("Bergstraße")

    async def ride_with_a_lost_link(self) -> None:
        """60 instructions, and a link that is lost in the middle."""
        await self.publish_and_expect_first()
        await self.expect_status("Navigating")
        for _ in range(29):
            await self.publish_and_expect()
        await self.page.evaluate("void (statuses.length = 0)")
        self.nearby.lose_link()
        await self.page.until(
            "statuses.includes('Looking for a phone')", "it looks for it", LONGEST
        )
        await self.publish_and_expect()
        await self.expect_status("Navigating")
        for _ in range(29):
            await self.publish_and_expect()
        self.assertEqual(self.nearby.bluetoothd.links, 2)
        self.assertEqual(self.ride.count, 60)
        happened = await self.happened()
        self.assertEqual(happened.count("Connected"), 2)
        self.assertEqual(happened.count("Connection lost"), 1)
        # It does not only ask at intervals.
        counts = await self.page.evaluate(
            "document.querySelector('.device-happenings').previousSibling.textContent"
        )
        [notifications] = re.findall(r"notifications (\d+)", counts)
        self.assertGreater(int(notifications), 30)

    async def publish_and_expect_first(self) -> None:
        value, texts = self.ride.next()
        self.nearby.publish(value)
        await self.connect()
        await self.expect_shown(texts)

    async def test_a_ride_with_an_iphone(self) -> None:
        await self.begin()
        await self.ride_with_a_lost_link()

    async def test_a_ride_with_android(self) -> None:
        await self.begin("--profile", "android", "--chunks", "readPayload")
        await self.ride_with_a_lost_link()

    async def test_android_without_notifications(self) -> None:
        """It is asked at intervals."""
        await self.begin("--profile", "androidNoCCCD", "--chunks", "readPayload")
        await self.publish_and_expect_first()
        await self.publish_and_expect()
        self.assertIn(
            "No notifications: the page asks at intervals", await self.happened()
        )

    async def test_chunks_of_20_bytes(self) -> None:
        """At the smallest MTU the browser goes on by itself only after full responses: a beginning is shown as one."""
        await self.begin("--profile", "android", "--chunks", "smallestPayload", mtu=23)
        value, (arrow, distance, _) = self.ride.next("Große Weinmeisterstraße")
        self.nearby.publish(value)
        await self.connect()
        await self.expect_shown([arrow, distance, "Große Wein…"])

    async def test_longer_chunks(self) -> None:
        """The browser tells no MTU: what is cut at another size is a beginning, too."""
        await self.begin(
            *("--profile", "android", "--chunks", "notificationPayload"), mtu=50
        )
        street = "Straße des Siebzehnten Juni / Altonaer Straße / Lessingstraße"
        value, (arrow, distance, _) = self.ride.next(street)
        self.nearby.publish(value)
        await self.connect()
        part = value[9:47].decode(errors="ignore")
        await self.expect_shown([arrow, distance, f"{part}…"])
        spoken = "document.querySelector('#panel-device .display [role=status]')"
        self.assertNotIn(part, await self.page.evaluate(f"{spoken}.textContent"))

    async def test_objects_that_are_replaced_all_the_time(self) -> None:
        """In the end the newest is shown, and nothing was shown that was not published."""
        await self.begin(mtu=23)
        await self.publish_and_expect_first()
        published = []
        # The last one has fewer than 20 bytes: also on a new link it is surely whole.
        for _ in range(99):
            value, texts = self.ride.next()
            self.nearby.publish(value)
            published.append(texts)
            await asyncio.sleep(0.013)
        await self.expect_shown(published[-1])
        seen = await self.page.evaluate("seen.slice(2)")
        self.assertTrue(seen)
        for arrow, distance, street in seen:
            begins = [
                texts
                for texts in published
                if texts[:2] == [arrow, distance]
                and texts[2].startswith(street.removesuffix("…"))
            ]
            self.assertTrue(begins, (arrow, distance, street))

    async def test_a_notification_that_is_lost_in_a_read(self) -> None:
        """On Linux Chromium drops one that comes during a read. The object is shown without another."""
        await self.begin("--profile", "ios", "--serving", "snapshotPerRead", mtu=23)
        await self.publish_and_expect_first()
        # Each object is notified once, and by the page's clock it is never time to read without that.
        await self.page.evaluate(
            "(now => { performance.now = () => now; })(performance.now())"
        )
        notify = self.nearby.phone.notified
        notified = []

        def notify_once(value: bytes) -> None:
            if value not in notified:
                notified.append(value)
                notify(value)

        self.nearby.phone.notified = notify_once
        for street in ("y" * 503, "z" * 503) * 3:
            offsets = self.nearby.bluetoothd.offsets
            offsets.clear()
            self.nearby.publish(self.ride.next(street)[0])
            # In the middle of the second read, whose answer is the old object.
            await until(lambda: offsets.count(0) == 2 and offsets[-1] > 200, "a read")
            await self.publish_and_expect("Am Wehr")

    async def test_navigation_ends(self) -> None:
        await self.begin()
        await self.publish_and_expect_first()
        self.nearby.phone.session.send("stopNavigation")
        await self.expect_status("Navigation has ended")
        await self.page.until(
            "shownNow()[2] === 'No instruction'", "no instruction", LONGEST
        )
        self.nearby.phone.session.send("startNavigation")
        await self.expect_status("Connected, waiting for an instruction")
        await self.publish_and_expect(may_go_on=True)
        await self.expect_status("Navigating")

    async def test_a_refused_subscription(self) -> None:
        await self.begin()
        self.nearby.bluetoothd.subscription_errors = [0x0E]
        await self.publish_and_expect_first()
        await self.expect_status("Navigating")
        self.assertIn("The phone refused: 0x0E", await self.happened())
        await self.publish_and_expect()

    async def test_pairing(self) -> None:
        """bluetoothd refuses a read and a subscription until the user has paired the phone."""
        await self.begin()
        self.nearby.bluetoothd.subscription_errors = [0x05] * 3
        self.nearby.bluetoothd.read_errors = [0x05]
        value, texts = self.ride.next()
        self.nearby.publish(value)
        await self.connect()
        await self.expect_status("Pair the phone in the Bluetooth settings")
        await self.expect_shown(texts)
        await self.page.until(
            "!shownNow()[3].startsWith('Pair')", "it is paired", LONGEST
        )
        # The first one may be old by now, and is then shown as such.
        await self.publish_and_expect("x" * 503)
        await self.expect_status("Navigating")

    async def test_reads_that_fail(self) -> None:
        """The fourth in a row ends the link."""
        await self.begin()
        await self.publish_and_expect_first()
        self.nearby.bluetoothd.read_errors = [0x0E] * 4
        await self.publish_and_expect(may_go_on=True)
        self.assertEqual(self.nearby.bluetoothd.links, 2)
        self.assertIn("This page ended the connection", await self.happened())

    async def test_a_phone_that_is_away(self) -> None:
        await self.begin()
        await self.publish_and_expect_first()
        self.nearby.bluetoothd.is_near = False
        self.nearby.lose_link()
        await self.expect_status("Looking for a phone")
        await asyncio.sleep(4)
        self.nearby.bluetoothd.is_near = True
        await self.publish_and_expect(may_go_on=True)
        self.assertIn("Could not connect", await self.happened())

    async def test_bluetooth_is_switched(self) -> None:
        await self.begin()
        await self.publish_and_expect_first()
        self.nearby.bluetoothd.set_powered(False)
        await self.expect_status("Looking for a phone")
        self.nearby.bluetoothd.set_powered(True)
        await self.publish_and_expect(may_go_on=True)

    async def test_the_adapter_goes(self) -> None:
        await self.begin()
        await self.publish_and_expect_first()
        self.nearby.bluetoothd.lose_link()
        self.nearby.bluetoothd.remove(ADAPTER_PATH)
        await self.expect_status("Bluetooth is off")

    async def test_the_user_chooses_nothing_and_disconnects(self) -> None:
        await self.begin()
        value, texts = self.ride.next()
        self.nearby.publish(value)
        await cancel_choice(self.page, self.page.click(MAIN))
        hint = "document.querySelector('#panel-device [role=status]').textContent"
        await self.page.until(f"{hint}.includes('No phone was chosen')")
        await self.connect()
        await self.expect_shown(texts)
        await self.page.click(MAIN)
        await self.expect_status("Not started")
        await until(lambda: not self.nearby.bluetoothd.is_connected, "it disconnects")
        await self.page.click(MAIN)  # Without a chooser.
        await self.expect_shown(texts)
        await self.expect_status("Navigating")

    async def test_hostile_streets(self) -> None:
        await self.begin()
        await self.publish_and_expect_first()
        # What can't be shown, or changes the order of letters, has U+FFFD in its place.
        for street, shown in (
            *((markup, markup) for markup in MARKUP),
            ("a\u202eb\u2066c", "a\ufffdb\ufffdc"),
            ("\x00\x07\x1b[31m", "\ufffd\ufffd\ufffd[31m"),
            ("{reason} $& $1", "{reason} $& $1"),
        ):
            value, (arrow, distance, _) = self.ride.next(street)
            self.nearby.publish(value)
            await self.expect_shown([arrow, distance, shown])
            await expect_text(self.page)
        self.nearby.publish(instruction(0x20000, "") + b"<b>\xc3\xff\xed\xa0\x80</b>")
        await self.page.until("shownNow()[2].includes('<b>')", "the street")
        await expect_text(self.page)

    async def test_a_log(self) -> None:
        """It begins during a connection, pauses, and goes on over a lost link; then knav reads it."""
        await self.begin()
        await self.publish_and_expect_first()
        await self.record(True)
        streets = [f"Straße {number}" for number in range(6)]
        for street in streets[:2]:
            await self.publish_and_expect(street)
        self.nearby.lose_link()
        await self.publish_and_expect(streets[2])
        await self.record(False)
        await self.publish_and_expect("nicht im Protokoll", may_go_on=True)
        await self.record(True)
        await self.publish_and_expect(streets[3])
        await self.page.click(MAIN)
        await self.expect_status("Not started")
        await self.page.click(MAIN)
        for street in streets[4:]:
            await self.publish_and_expect(street)
        await self.page.click(f"{PANEL} .device-options button")
        [file] = await self.chromium.saved()
        self.assertRegex(file.name, r"^komoot-.*\.btsnoop$")
        process = await asyncio.create_subprocess_exec(
            *(KNAV, "capture", "show", file), stdout=asyncio.subprocess.PIPE
        )
        output, _ = await process.communicate()
        text = output.decode()
        self.assertEqual(process.returncode, 0, text)
        for street in streets:
            self.assertIn(street, text)
        self.assertNotIn("nicht im", text)
        self.assertIn(" 0 torn, 0 unproven, 0 unfinished, 0 gaps", text)

    async def record(self, is_on: bool) -> None:
        """Clicks the switch."""
        box = f"[...document.querySelectorAll('{PANEL} .device-options input')].at(-1)"
        await self.page.evaluate(f"{box}.click()")
        self.assertEqual(await self.page.evaluate(f"{box}.checked"), is_on)
        if is_on:
            await self.page.until(
                f"!document.querySelector('{PANEL} .device-options button').disabled"
            )

    async def test_a_hidden_page(self) -> None:
        """It goes on reading, and shows the newest instruction when it is seen again."""
        await self.begin()
        await self.publish_and_expect_first()
        other = await self.chromium.page("about:blank")
        await other.send("Page.bringToFront")
        await self.page.until("document.hidden", "it is hidden")
        reads = len(self.nearby.bluetoothd.offsets)
        await self.publish_and_expect()
        offsets = self.nearby.bluetoothd.offsets
        await until(lambda: len(offsets) > reads + 2, "reads at intervals")
        self.assertEqual(self.nearby.bluetoothd.links, 1)
        await self.page.send("Page.bringToFront")
        await self.publish_and_expect()


if __name__ == "__main__":
    unittest.main()
