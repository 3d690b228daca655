"""The page's core in Chromium as a testee: passes each line of the conformance suite to `testee.js` in the page.

    knav conformance run -- python3 Tests/Browser/testee.py PAGE

PAGE is the folder that Sources/Browser/build.py writes.
"""

import asyncio
import json
import pathlib
import sys

from chromium import Chromium

SCRIPT = pathlib.Path(__file__).with_name("testee.js")


async def main(page_folder: str) -> None:
    async with Chromium() as chromium:
        page = await chromium.page(
            pathlib.Path(page_folder, "index.html").resolve().as_uri()
        )
        await page.evaluate(SCRIPT.read_text())
        while line := await asyncio.to_thread(sys.stdin.readline):
            answer = await page.call(
                "async line => Knav.testee(await Knav.core.load(), line)", line
            )
            print(answer, flush=True)


if __name__ == "__main__":
    # A refusal is told as the runner expects it: a word on standard error, and an exit code.
    try:
        asyncio.run(main(sys.argv[1]))
    except (IndexError, json.JSONDecodeError) as error:
        sys.exit(f"testee: {error}")
