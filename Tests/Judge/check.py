#!/usr/bin/env python3
"""Checks `knav judge`: it must pass good devices, and find each fault.

    check.py KNAV [RUNS]

RUNS is how many seeds the good devices are judged by (200). Lines without sense may not harm the device in C.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
DEVICES = HERE.parents[1] / "Sources/Ports/Devices"
FAULTY = [sys.executable, "-B", str(HERE / "faulty_device.py")]
# In which any of the faults shows.
SEEDS = 120
HOSTILE_LINES = 20_000


def verdict(knav: str, seeds: int, device: list[str], *options: str) -> dict:
    """What `knav judge` says."""
    words = ["judge", "--seeds", f"0..<{seeds}", "--format", "json", *options, "--"]
    run = subprocess.run([knav, *words, *device], capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"judge: {device}: exit code {run.returncode}: {run.stderr}")
    found = json.loads(run.stdout)
    found["broken"] = [p for p in found["promises"] if p["verdict"] == "broken"]
    if (run.returncode == 0) != (found["brokenRuns"] == 0):
        sys.exit(f"judge: {device}: exit code {run.returncode} for {found['broken']}")
    return found


def compiled(folder: str) -> Path:
    """The device in C, which stops at an error of memory or arithmetic."""
    program = Path(folder) / "device"
    warnings = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
    sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    subprocess.run(
        [
            "cc",
            "-g",
            "-O1",
            *warnings,
            *sanitizers,
            "-o",
            program,
            DEVICES / "device.c",
        ],
        check=True,
    )
    return program


def harm(program: Path) -> str:
    """What happens if events have changed, missing and added bytes; nothing if all is well."""
    source = random.Random(1)
    device = subprocess.Popen(
        [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    device.stdout.readline()
    link = ticket = 0
    shown = 0
    for number in range(HOSTILE_LINES):
        size = source.choice([0, 1, 19, 20, 22, 512, 513, 900])
        events = [
            {"event": "start"},
            {"event": "found", "peer": 0},
            {"event": "connected", "link": link, "mtu": 23},
            {"event": "discovered", "ticket": ticket, "hasCCCD": True},
            {"event": "subscribed", "ticket": ticket},
            *[{"event": "answered", "ticket": ticket, "bytes": "aB" * size}] * 9,
            {"event": "failed", "ticket": ticket, "attError": 7},
            {"event": "notified", "link": link, "bytes": "00112233"},
            {"event": "timePassed"},
        ]
        event = events[number] if number < 5 else source.choice(events)
        line = bytearray(json.dumps({"at": number, **event}).encode())
        for _ in range(source.choice([0, 0, 1, 3, 20])):
            place = source.randrange(len(line))
            change = source.choices(b'"\\:{}0f\t\1\xff', k=source.randrange(3))
            line[place : place + source.randrange(3)] = bytes(change)
        try:
            device.stdin.write(line + b"\n")
            device.stdin.flush()
        except BrokenPipeError:
            return device.stderr.read().decode(errors="replace")
        while b"deadline" not in (answer := device.stdout.readline()):
            if not answer:
                return device.stderr.read().decode(errors="replace")
            effect = json.loads(answer)
            ticket, link = effect.get("ticket", ticket), effect.get("link", link)
            shown += effect["effect"] == "deliver"
    device.kill()
    return "" if shown > HOSTILE_LINES / 50 else f"it showed only {shown} values"


def main() -> int:
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    knav, runs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 200
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(folder)
        good = [[sys.executable, "-B", str(DEVICES / "device.py")], [str(program)]]
        for radio in ("offsetReads", "wholeValues", "longReads", "oneCallback"):
            session = [knav, "central", "--stdio", "--clock", "given", "--radio", radio]
            good.append(session)
        for device in good:
            found = verdict(knav, runs, device)
            if found["brokenRuns"] > 0 or found["runs"] != runs:
                faults.append(f"{device} breaks {found['broken']}")
        if end := harm(program):
            faults.append(f"the device in C, told nonsense: {end}")
    listed = subprocess.run(
        [*FAULTY, "--list"], capture_output=True, text=True, check=True
    )
    for line in listed.stdout.splitlines():
        name, *promises = line.split()
        options = ("--search", "0.01", "--timeout", "1")
        # Most show soon.
        for seeds in (10, SEEDS):
            broken = verdict(knav, seeds, [*FAULTY, name], *options)["broken"]
            kinds = {each["promise"]: each["firstSeed"] for each in broken}
            if kinds.keys() & set(promises):
                break
        else:
            faults.append(f"{name} is not found: {kinds}")
        print(name, *(f"{promise}:{seed}" for promise, seed in kinds.items()))
    for fault in faults:
        print(f"judge: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
