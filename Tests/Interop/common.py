"""What every test needs, whatever the radio: knav, and patience."""

import asyncio
import faulthandler
import json
import os
import pathlib
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


def tshark(log: pathlib.Path, *fields: str, show: str = "") -> list[list[str]]:
    """The fields of the packets that pass a filter."""
    command = ["tshark", "-r", str(log), "-T", "fields", "-E", "separator=/t"]
    for field in fields:
        command += ["-e", field]
    if show:
        command += ["-Y", show]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return [line.split("\t") for line in done.stdout.splitlines()]


async def until(condition, what: str, seconds: float = 30) -> None:
    """Waits for a condition, and fails if it takes too long."""
    end = asyncio.get_running_loop().time() + seconds
    while not condition():
        if asyncio.get_running_loop().time() > end:
            raise AssertionError(f"not within {seconds} s: {what}")
        await asyncio.sleep(0.005)
