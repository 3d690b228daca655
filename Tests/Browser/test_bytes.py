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
