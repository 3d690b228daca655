"""What users, links, files and phones supply is text: never markup, never a script."""

import pathlib
import tempfile
import unittest
from urllib.parse import quote

from bluetooth import Nearby, choose
from checks import check
from chromium import BLUETOOTH_FLAGS, Chromium
from devtools import Page
from instructions import instruction
from test_page import TABS, open_tab

#: Each would do `window.hit = 1` if it became markup in one way or another.
MARKUP = (
    "<img src=x onerror=window.hit=1>",
    "<script>window.hit=1</script>",
    "\"'><svg onload=window.hit=1>",
    "<iframe srcdoc='<script>parent.hit=1</script>'></iframe>",
    "javascript:window.hit=1",
    "</textarea></title><b>bold</b>",
    "{identifier} ${hit=1} %s &lt;b&gt; &amp; \\u003cb\\u003e",
    "__proto__",
    "constructor",
)
#: Zero, controls, ends of lines, a bell, marks that turn the direction, unseen characters, a lone combining mark.
CONTROLS = "\0\x01\x07\b\t\n\r\x1b[31m\x7f\x85\u200b\u200f\u202e\u2028\u2066\ufeff\u0301\ufffd\U0001f6b4"
LONG = "<b>" * 20_000


async def expect_text(page: Page, before: dict[str, int] | None = None) -> None:
    """Nothing ran, and nothing that could have run came into the page.

    Args:
        page: It was given something hostile.
        before: The kinds of elements of the page in the same state without it.
    """
    if await page.evaluate("typeof hit") != "undefined":
        raise AssertionError("a script ran")
    kinds = await check(page, "kinds()")
    if before is None:
        for kind in ("img", "iframe", "object", "embed", "b"):
            if kind in kinds:
                raise AssertionError(f"markup came into the page: {kind}")
        handlers = [kind for kind in kinds if "on" in kind and kind.endswith("onerror")]
        if handlers:
            raise AssertionError(f"handlers came into the page: {handlers}")
    elif kinds != before:
        raise AssertionError(f"other elements: {kinds}, not {before}")
    page.expect_no_errors()


async def fill(page: Page, number: int, text: str) -> bool:
    """Types into one of the shown fields for text, and presses Enter. False if there are not so many."""
    place = await page.call(
        """number => {
            const fields = [...document.querySelectorAll('input, textarea')].filter(one =>
                one.checkVisibility() && !one.disabled && !one.readOnly &&
                !['checkbox', 'radio', 'range', 'file', 'button'].includes(one.type));
            fields[number]?.focus();
            fields[number]?.select();
            return fields.length;
        }""",
        number,
    )
    if number >= place:
        return False
    await page.type(text)
    await page.press("Enter")
    return True


class Hostile(unittest.IsolatedAsyncioTestCase):
    """Each tab as it is when it is opened."""

    async def asyncSetUp(self) -> None:
        chromium = await self.enterAsyncContext(Chromium())
        self.page = await chromium.page()

    async def test_links(self) -> None:
        shown = "document.querySelectorAll('[role=tabpanel]:not([hidden])').length == 1"
        for name in (*TABS, "nobody", "__proto__", "constructor", ""):
            with self.subTest(tab=name):
                await open_tab(self.page, TABS[0])
                for text in (*MARKUP, CONTROLS, LONG, "%", "%ff", "=", "#", ",,,"):
                    for written in {text, quote(text)}:
                        link = f"{name}={written}"
                        await self.page.call("text => { location.hash = text; }", link)
                        await self.page.until(shown, f"a panel for {link[:60]}")
                        await expect_text(self.page)

    async def test_fields(self) -> None:
        opening = (
            "document.querySelectorAll('details').forEach(one => { one.open = true; })"
        )
        for name in TABS:
            with self.subTest(tab=name):
                await open_tab(self.page, name)
                for text in (*MARKUP, CONTROLS, LONG, "-1", "1e999", "NaN", "9" * 400):
                    await self.page.evaluate(opening)
                    number = 0
                    while await fill(self.page, number, text):
                        await expect_text(self.page)
                        number += 1

    async def test_streets_of_the_bytes_tab(self) -> None:
        """Streets of markup look like streets of other characters, and are there letter by letter."""
        for text in MARKUP:
            with self.subTest(text):
                await self.show_street("x" * len(text))
                before = await check(self.page, "kinds()")
                await self.show_street(text)
                self.assertIn(
                    text, await self.page.evaluate("document.body.textContent")
                )
                await expect_text(self.page, before)
        await self.show_street(CONTROLS)
        await expect_text(self.page)

    async def test_streets_of_a_phone(self) -> None:
        """The same over Bluetooth, in the tab Device."""
        main = "#panel-device button.primary"
        async with Nearby() as nearby, Chromium(*BLUETOOTH_FLAGS) as chromium:
            page = await chromium.page()
            await open_tab(page, "device")
            await choose(page, page.click(main))
            # The first and the last letter show that all of it has come. An ellipsis may follow, as long as nothing proves
            # that there is no more.
            plain = instruction(1, "[" + "x" * 100 + "]")
            nearby.publish(plain)
            shown = (
                "document.querySelector('#panel-device .display-street')"
                ".textContent.replace(/…$/, '')"
            )
            await page.until(f"{shown}.endsWith(']')", "the first street")
            before = await check(page, "kinds()")
            for number, text in enumerate((*MARKUP, CONTROLS), 2):
                street = f"[{text.ljust(100, 'x')}{number}]"
                nearby.publish(instruction(number, street))
                await page.until(f"{shown}.endsWith('{number}]')", f"street {number}")
                if text != CONTROLS:
                    self.assertEqual(await page.evaluate(shown), street)
                for kind in ("img", "script", "svg", "iframe", "b"):
                    kinds = await check(page, "kinds()")
                    self.assertEqual(kinds.get(kind), before.get(kind), kind)
                page.expect_no_errors()

    async def show_street(self, text: str) -> None:
        value = bytes.fromhex("0403020105d2000000") + text.encode()
        await open_tab(self.page, f"bytes={value.hex()}")

    async def test_files(self) -> None:
        """In each chooser of files: names of markup, and contents of all kinds."""
        names = ("<img src=x onerror=window.hit=1>.btsnoop", "‮ <b>.csv", "x.gpx")
        contents = (
            b"",
            b"\0",
            b"btsnoop\0",
            b"btsnoop\0\0\0\0\1\0\0\3\xea" + b"\xff" * 100,
            MARKUP[0].encode(),
            bytes(range(256)) * 4000,
        )
        choosers = 0
        with tempfile.TemporaryDirectory() as folder:
            for name in TABS:
                await open_tab(self.page, name)
                script = "[...document.querySelectorAll('input[type=file]')].map((one, i) => one.dataset.place = i)"
                for place in await self.page.evaluate(script):
                    choosers += 1
                    for number, content in enumerate(contents):
                        file = pathlib.Path(folder) / names[number % len(names)]
                        file.write_bytes(content)
                        with self.subTest(tab=name, content=content[:20]):
                            selector = f"input[data-place='{place}']"
                            await self.page.choose_files(selector, str(file))
                            await self.page.evaluate(
                                "new Promise(done => setTimeout(done, 200))"
                            )
                            await expect_text(self.page)
        self.assertGreater(choosers, 0)
