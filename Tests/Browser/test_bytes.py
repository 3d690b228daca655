"""The tab Bytes: what it keeps in the address, and what it costs."""

import unittest

from chromium import Chromium
from test_page import open_tab

IDENTIFIER = "bytes=04030201,notification"


class Bytes(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        chromium = await self.enterAsyncContext(Chromium())
        self.page = await chromium.page()
        await open_tab(self.page, IDENTIFIER)

    async def test_the_address_holds_the_bytes_again_after_another_tab(self) -> None:
        await self.page.click("#tab-ride")
        await self.page.until("location.hash.startsWith('#ride')")
        await self.page.click("#tab-bytes")
        await self.page.until(f"location.hash === '#{IDENTIFIER}'")

    async def test_the_copied_link_holds_the_bytes(self) -> None:
        await self.page.evaluate(
            """Object.defineProperty(navigator, 'clipboard', {
                value: { writeText: async (text) => { globalThis.copied = text; } },
            })"""
        )
        await self.page.click(".bytes-options button")
        await self.page.until(f"globalThis.copied.endsWith('#{IDENTIFIER}')")

    async def test_a_message_does_not_come_back_with_the_language(self) -> None:
        await self.page.evaluate(
            """(() => {
                const element = document.createElement('p');
                document.body.append(element);
                Knav.dom.say(element, 'bytes.copied');
                Knav.dom.hush(element);
                Knav.texts.language = 'de';
                globalThis.hushed = element.textContent;
            })()"""
        )
        self.assertEqual(await self.page.evaluate("hushed"), "")

    async def test_the_keys_of_the_browser_stay_with_it(self) -> None:
        """Alt with an arrow goes back: the tabs must not take it."""
        taken = """(modifiers) => {
            const event = new KeyboardEvent('keydown', {
                key: 'ArrowRight', bubbles: true, cancelable: true, ...modifiers,
            });
            document.querySelector('#tab-bytes').dispatchEvent(event);
            return event.defaultPrevented;
        }"""
        for name in ("altKey", "ctrlKey", "metaKey"):
            self.assertFalse(await self.page.call(taken, {name: True}), name)
        self.assertTrue(await self.page.call(taken, {}))

    async def test_the_memory_of_the_core_is_used_again(self) -> None:
        grown = await self.page.evaluate(
            """Knav.core.load().then((core) => {
                const size = () => core.memory.exports.memory.buffer.byteLength;
                const before = size();
                for (let length = 0; length < 500; length += 1) core.streetText(new Uint8Array(length).fill(65));
                for (let round = 0; round < 500; round += 1) core.peripheral({ layout: 'deployed' }).free();
                return size() - before;
            })"""
        )
        self.assertLessEqual(grown, 65536)

    async def said(self, digits: str) -> str:
        """What the tab says of these digits."""
        await self.page.call(
            """digits => {
                const input = document.querySelector('#panel-bytes textarea');
                input.value = digits;
                input.dispatchEvent(new Event('input'));
            }""",
            digits,
        )
        return await self.page.evaluate(
            "document.querySelector('#panel-bytes').innerText"
        )

    async def test_digits_as_people_write_them(self) -> None:
        object_ = "0403020105d2000000416d205061726b"
        pairs = [object_[i : i + 2] for i in range(0, len(object_), 2)]
        for text in (
            object_.upper(),
            " ".join(pairs),
            ":".join(pairs),
            ", ".join(f"0x{pair}" for pair in pairs),
            "b'" + "".join(f"\\x{pair}" for pair in pairs) + "'",
            f"<{object_}>",
        ):
            with self.subTest(text=text):
                self.assertIn("Am Park", await self.said(text))

    async def test_what_can_not_be_read(self) -> None:
        self.assertIn("“z” is not a hexadecimal digit", await self.said("0z"))
        self.assertIn("“1” is not a hexadecimal", await self.said('b"\\x0412\\x05"'))
        self.assertIn("only one digit: “4”", await self.said("01 02 4"))
        await open_tab(self.page, "bytes=04030201,object")
        self.assertIn("choose “a notification”", await self.said("04030201"))
        self.assertNotIn("choose “a", await self.said("0403020105"))

    async def test_no_link_without_bytes(self) -> None:
        await self.said("zz")
        await self.page.click(".bytes-options button")
        await self.page.until(
            "document.querySelector('.bytes-options').innerText.includes('no bytes')"
        )

    async def test_the_examples_are_what_they_say(self) -> None:
        buttons = (
            "[...document.querySelectorAll('#panel-bytes .row[role=group] button')]"
        )
        names = await self.page.evaluate(f"{buttons}.map(one => one.textContent)")
        said = {}
        for place, name in enumerate(names):
            await self.page.evaluate(f"{buttons}[{place}].click()")
            said[name] = await self.page.evaluate(
                "document.querySelector('#panel-bytes').innerText"
            )
        self.assertIn("Size in bytes: 20", said["A street cut inside a letter"])
        self.assertIn("at byte 19", said["A street cut inside a letter"])
        self.assertIn("From byte 11 on", said["A street in Latin-1"])
        for name in ("What phones send", "By the document", "Before 2016"):
            self.assertIn("Turn left, 210\u00a0m, Große Weinmeisterstraße", said[name])
