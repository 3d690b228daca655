"""What holds for the whole page and for each of its tabs, as they are when they are opened."""

import asyncio
import base64
import gzip
import html.parser
import pathlib
import re
import tempfile
import unittest

import checks
import logs
from bluetooth import Nearby, choose
from checks import check, expect_none
from chromium import BLUETOOTH_FLAGS, ON_DISK, PAGE, ROOT, Chromium, Served
from devtools import Page
from instructions import instruction

#: In their order.
TABS = ("ride", "bytes", "log", "device")
PICTURES = ROOT / ".build/browser-screenshots"
WIDTHS = (320, 1280, 2560)
#: The width and the height of a phone, in pixels.
PHONE = (360, 740)

#: The most that the page may weigh, in bytes: all its files, also those that it loads later, each compressed with gzip as
#: web servers send it.
LARGEST_PAGE = 160_000
#: The most that the core may weigh: the module as it lies compressed in the page, before base64.
LARGEST_CORE = 24_000
#: The time until a user sees something, from the disk, in milliseconds, and how often it is measured at most: the
#: shortest time is the least disturbed one.
LONGEST_FIRST_PAINT = 200
PAINTS = 30


async def open_tab(page: Page, fragment: str, address: str = ON_DISK) -> None:
    """Opens the page with a tab, and waits until it is there: its name, or what a link says."""
    await page.open("about:blank")
    name = fragment.partition("=")[0]
    await page.open(f"{address}#{fragment}")
    shown = f"document.querySelector('#panel-{name}:not([hidden])')?.childElementCount"
    await page.until(shown, f"the tab {name}")


class Opening(unittest.IsolatedAsyncioTestCase):
    """Opening the page, and what it may ask for."""

    async def test_the_tabs(self) -> None:
        async with Chromium() as chromium:
            page = await chromium.page(ON_DISK)
            await page.until("document.querySelector('[role=tabpanel]:not([hidden])')")
            names = "[...document.querySelectorAll('[role=tab]')].map(one => one.id)"
            self.assertEqual(
                await page.evaluate(names), [f"tab-{name}" for name in TABS]
            )
            chosen = "document.querySelector('[aria-selected=true]').id"
            self.assertEqual(await page.evaluate(chosen), f"tab-{TABS[0]}")

    async def test_from_a_disk(self) -> None:
        async with Chromium() as chromium:
            await self.expect_opening(chromium, ON_DISK)

    async def test_from_a_server(self) -> None:
        async with Served() as address, Chromium() as chromium:
            await self.expect_opening(chromium, address)

    async def expect_opening(self, chromium: Chromium, address: str) -> None:
        folder = address.removesuffix("index.html")
        page = await chromium.page()
        for name in TABS:
            with self.subTest(tab=name):
                await open_tab(page, name, address)
                left = [
                    one
                    for one in page.requests
                    if not one.startswith((folder, "data:", "about:"))
                ]
                expect_none(left, "requests that leave the page's folder")
                page.expect_no_errors()

    async def test_the_first_paint(self) -> None:
        entry = "performance.getEntriesByName('first-contentful-paint')[0]"
        times = []
        async with Chromium() as chromium:
            page = await chromium.page()
            while (
                len(times) < PAINTS and min(times, default=1e9) >= LONGEST_FIRST_PAINT
            ):
                await page.open("about:blank")
                await page.open(ON_DISK)
                times.append(await page.until(f"{entry}?.startTime", "a paint"))
        print(f"first paint after {min(times):.0f} ms", end=" ", flush=True)
        self.assertLess(min(times), LONGEST_FIRST_PAINT)


class Policy(unittest.IsolatedAsyncioTestCase):
    """The page's Content-Security-Policy."""

    #: What must be refused, and the directive that refuses it.
    FORBIDDEN = {
        "add('script', {textContent: 'window.hit = 1'})": "script-src-elem",
        "add('script', {src: 'https://example.com/x.js'})": "script-src-elem",
        "add('img', {src: 'https://example.com/x.png'})": "img-src",
        "add('style', {textContent: 'p { color: red }'})": "style-src-elem",
        "add('p', {}).setAttribute('style', 'color: red')": "style-src-attr",
        "add('p', {}).setAttribute('onclick', 'window.hit = 1')": "script-src-attr",
        "add('iframe', {src: 'https://example.com/'})": "frame-src",
        "fetch('https://example.com/').catch(() => {})": "connect-src",
        "fetch('index.html').catch(() => {})": "connect-src",
        "navigator.sendBeacon('https://example.com/', 'x')": "connect-src",
        "attempt(() => new WebSocket('wss://example.com/'))": "connect-src",
        "attempt(() => new Worker('data:text/javascript,'))": "worker-src",
        "attempt(() => eval('window.hit = 1'))": "script-src",
        "add('form', {action: 'https://example.com/'}).submit()": "form-action",
    }

    async def test_it_is_in_force(self) -> None:
        async with Chromium() as chromium:
            page = await chromium.page(ON_DISK)
            await page.evaluate(
                """void Object.assign(globalThis, {
                    refused: [],
                    add: (tag, properties) => {
                        const element = Object.assign(document.createElement(tag), properties);
                        document.body.append(element);
                        return element;
                    },
                    attempt: what => { try { what(); } catch {} },
                });
                document.addEventListener('securitypolicyviolation',
                    event => refused.push(event.effectiveDirective));"""
            )
            for script, directive in self.FORBIDDEN.items():
                with self.subTest(script):
                    await page.evaluate(f"refused.length = 0; void ({script})")
                    refused = f"refused.includes('{directive}')"
                    await page.until(refused, "a refusal", seconds=3)
            self.assertIsNone(await page.evaluate("globalThis.hit"))
            page.take_errors()

    def test_the_page_has_nothing_inline(self) -> None:
        found: list[str] = []

        class Reader(html.parser.HTMLParser):
            def handle_starttag(self, tag, attributes) -> None:
                for name, value in attributes:
                    if name.startswith("on") or name == "style":
                        found.append(f"{tag} {name}")
                    if name in ("src", "href") and ":" in value and value != "data:,":
                        found.append(f"{tag} {value}")
                if tag == "script" and "src" not in dict(attributes):
                    found.append("a script in the page")

        Reader().feed((PAGE / "index.html").read_text())
        expect_none(found, "inline, or from elsewhere")

    def test_no_script_makes_markup(self) -> None:
        pattern = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|\beval\(|new Function|setHTMLUnsafe"
        found = [
            f"{path.name}: {match}"
            for path in sorted((PAGE / "scripts").glob("*.js"))
            for match in re.findall(pattern, path.read_text())
        ]
        expect_none(found, "markup from texts")


class Sizes(unittest.TestCase):
    """What the built page weighs."""

    def test_the_whole_page(self) -> None:
        files = [path for path in PAGE.rglob("*") if path.is_file()]
        sizes = {
            path.name: len(gzip.compress(path.read_bytes(), 9))
            for path in sorted(files)
        }
        print(f"{sizes}: {sum(sizes.values())} bytes", end=" ", flush=True)
        self.assertLessEqual(sum(sizes.values()), LARGEST_PAGE)

    def test_the_core(self) -> None:
        text = (PAGE / "scripts/page.js").read_text()
        [packed] = re.findall(r'coreModule = "([A-Za-z0-9+/=]+)"', text)
        module = base64.b64decode(packed)
        print(f"{len(module)} bytes", end=" ", flush=True)
        self.assertTrue(gzip.decompress(module).startswith(b"\0asm"))
        self.assertLessEqual(len(module), LARGEST_CORE)


class EachTab(unittest.IsolatedAsyncioTestCase):
    """Each tab as it is when it is opened."""

    async def asyncSetUp(self) -> None:
        chromium = await self.enterAsyncContext(Chromium())
        self.page = await chromium.page()

    async def test_names_for_a_screen_reader(self) -> None:
        for name in TABS:
            with self.subTest(tab=name):
                await open_tab(self.page, name)
                await checks.expect_names(self.page)

    async def test_structure(self) -> None:
        """One heading of the page, one main part, headings in order, and no identifier twice."""
        for name in TABS:
            with self.subTest(tab=name):
                await open_tab(self.page, name)
                found = await check(self.page, "structure()")
                expect_none(found, "parts of the page")

    async def test_width(self) -> None:
        for name in TABS:
            with self.subTest(tab=name):
                await open_tab(self.page, name)
                await checks.expect_fitting(self.page)

    async def test_on_a_phone(self) -> None:
        """Nothing is too wide or too small, and for the first ride nobody needs to scroll."""
        await self.page.size(*PHONE)
        for language in ("en-GB", "de-DE"):
            await self.page.language(language)
            for name in TABS:
                with self.subTest(tab=name, language=language):
                    await open_tab(self.page, name)
                    expect_none(await check(self.page, "sideways()"), "too wide")
                    expect_none(await check(self.page, "crowded()"), "crowded")
            await self.page.open(ON_DISK)
            await self.page.until("document.querySelector('.display')")
            for part in (".display", ".ride-buttons"):
                bottom = f"document.querySelector('{part}').getBoundingClientRect().bottom + scrollY"
                self.assertLess(await self.page.evaluate(bottom), PHONE[1], part)

    async def test_contrast(self) -> None:
        for name in TABS:
            with self.subTest(tab=name):
                await open_tab(self.page, name)
                await checks.expect_contrast(self.page)

    async def test_colours_by_choice(self) -> None:
        """The page's own switch wins over what the system prefers."""
        await open_tab(self.page, TABS[0])
        ground = "getComputedStyle(document.body).backgroundColor"
        colours = {}
        for scheme in ("light", "dark"):
            await self.page.prefer(scheme)
            colours[scheme] = await self.page.evaluate(ground)
        self.assertNotEqual(colours["light"], colours["dark"])
        for scheme, other in (("light", "dark"), ("dark", "light")):
            await self.page.prefer(other)
            await self.page.evaluate(
                f"document.documentElement.dataset.scheme = '{scheme}'"
            )
            self.assertEqual(await self.page.evaluate(ground), colours[scheme])
            found = await check(self.page, f"faint({checks.LEAST_CONTRAST})")
            expect_none(found, f"hard to read in {scheme}")

    async def test_the_tab_key(self) -> None:
        for name in TABS:
            with self.subTest(tab=name):
                await open_tab(self.page, name)
                await checks.expect_keyboard(self.page)

    async def test_the_list_of_tabs(self) -> None:
        """Arrow keys go round, Home and End to the ends; what has the focus is shown."""
        page = self.page
        await open_tab(page, TABS[0])
        order = await page.evaluate(
            "[...document.querySelectorAll('[role=tab]')].map(one => one.id.slice(4))"
        )
        await page.evaluate("document.querySelector('[role=tab]').focus()")
        place = 0
        keys = ["ArrowRight"] * len(order) + ["ArrowLeft"] * 2
        for key in [*keys, "Home", "End", "ArrowRight", "ArrowLeft", "Home"]:
            await page.press(key)
            step = {"ArrowRight": place + 1, "ArrowLeft": place - 1, "Home": 0}
            place = step.get(key, len(order) - 1) % len(order)
            name = order[place]
            await page.until(f"document.activeElement.id == 'tab-{name}'", f"{key}")
            await page.until(
                f"[...document.querySelectorAll('[role=tabpanel]:not([hidden])')].map(one => one.id) == 'panel-{name}'",
                f"the panel {name}",
            )
            selected = "[...document.querySelectorAll('[aria-selected=true]')].map(one => one.id)"
            self.assertEqual(await page.evaluate(selected), [f"tab-{name}"])


class Pictures(unittest.IsolatedAsyncioTestCase):
    """Pictures for people, of each tab when it is opened and in use. Every width shows the same, in the same order."""

    async def asyncSetUp(self) -> None:
        PICTURES.mkdir(parents=True, exist_ok=True)

    async def take(self, page: Page, name: str) -> None:
        outlines = {}
        for width in WIDTHS:
            await page.size(width)
            await asyncio.sleep(0.1)
            outlines[width] = await checks.outline(page)
            for scheme in ("light", "dark"):
                await page.prefer(scheme)
                file = PICTURES / f"{name}-{width}-{scheme}.png"
                file.write_bytes(await page.screenshot())
        for width in WIDTHS:
            self.assertEqual(outlines[width], outlines[WIDTHS[0]])

    async def test_each_tab_as_it_is_opened(self) -> None:
        async with Chromium() as chromium:
            page = await chromium.page()
            for name in TABS:
                with self.subTest(tab=name):
                    await open_tab(page, name)
                    await self.take(page, name)

    async def test_bytes_with_an_error(self) -> None:
        async with Chromium() as chromium:
            page = await chromium.page()
            await open_tab(page, "bytes=0403020105d2000000477266fcdf65")
            await self.take(page, "bytes-in-use")

    async def test_a_ride(self) -> None:
        async with Chromium() as chromium:
            page = await chromium.page()
            await open_tab(page, "ride")
            await page.click("#panel-ride button.primary")
            await page.until(
                "document.querySelector('#panel-ride .display-distance').textContent",
                seconds=60,
            )
            await page.evaluate(
                "[...document.querySelectorAll('#panel-ride button')].find(one => one.textContent == 'Pause').click()"
            )
            await self.take(page, "ride-in-use")

    async def test_a_log(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder) / "ride.btsnoop"
            logs.record(log, "--faults", "light")
            async with Chromium() as chromium:
                page = await chromium.page()
                await open_tab(page, "log")
                await page.choose_files("#panel-log input[type=file]", str(log))
                await page.until("document.querySelector('.log-row')", seconds=60)
                await self.take(page, "log-in-use")

    async def test_a_device(self) -> None:
        async with Nearby() as nearby, Chromium(*BLUETOOTH_FLAGS) as chromium:
            page = await chromium.page()
            await open_tab(page, "device")
            await choose(page, page.click("#panel-device button.primary"))
            nearby.publish(instruction(1, "Große Weinmeisterstraße", 5, 210))
            street = (
                "document.querySelector('#panel-device .display-street').textContent"
            )
            await page.until(f"{street}.startsWith('Große')")
            await self.take(page, "device-in-use")
