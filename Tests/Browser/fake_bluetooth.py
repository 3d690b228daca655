"""The page's tab Device with a stand-in for Bluetooth, which does things in the order that a test decides."""

import pathlib
import unittest

from chromium import ON_DISK, Chromium

FAKE = pathlib.Path(__file__).with_name("fake_bluetooth.js").read_text()
PANEL = "#panel-device"
MAIN = f"{PANEL} button.primary"


class Fake(unittest.IsolatedAsyncioTestCase):
    """The page in a browser without Bluetooth, which has a stand-in for it."""

    async def asyncSetUp(self) -> None:
        chromium = await self.enterAsyncContext(Chromium())
        self.page = await chromium.page()
        await self.page.language("en-GB")
        await self.prepare()
        await self.page.open(f"{ON_DISK}#device")
        await self.page.until(f"document.querySelector('{PANEL}')?.childElementCount")

    async def prepare(self) -> None:
        await self.page.send("Page.addScriptToEvaluateOnNewDocument", source=FAKE)

    async def run_script(self, script: str) -> None:
        await self.page.evaluate(f"(async () => {{ {script} }})()", gesture=True)
