"""What every test needs, whatever the radio: knav, and patience."""

import asyncio
import faulthandler
import json
import os
import subprocess

# A test that hangs ends, and says where it hung.
faulthandler.dump_traceback_later(900, exit=True)

KNAV = os.environ.get("KNAV", ".build/debug/knav")


def knav(*arguments: str) -> list[dict]:
    """The output of a knav command, one object a line."""
    done = subprocess.run(
        [KNAV, *arguments], check=True, capture_output=True, text=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


async def until(condition, what: str, seconds: float = 30) -> None:
    """Waits for a condition, and fails if it takes too long."""
    end = asyncio.get_running_loop().time() + seconds
    while not condition():
        if asyncio.get_running_loop().time() > end:
            raise AssertionError(f"not within {seconds} s: {what}")
        await asyncio.sleep(0.005)
