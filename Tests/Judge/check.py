#!/usr/bin/env python3
"""Checks `knav judge`: it must pass good devices and phones, and find each fault.

    check.py KNAV [RUNS]

RUNS is how many seeds each good device is judged by (60), and all phones together. Lines without sense may harm
neither the device in C nor the judge.
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
FAULTY_DEVICE = [sys.executable, "-B", str(HERE / "faulty_device.py")]
FAULTY_PHONE = [sys.executable, "-B", str(HERE / "faulty_phone.py")]
PHONES = ["kit", "published", "ios", "android", "androidNoCCCD"]
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


def end_of(device: subprocess.Popen) -> str:
    """How a program ended, and its last words."""
    words = device.stderr.read().decode(errors="replace")
    return f"it ended with exit code {device.wait()}: {words}"


def harm(program: Path) -> str:
    """What is wrong if events have changed, missing and added bytes; nothing if all is well."""
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
            *[{"event": name} for name in ("stop", "start", "radioOff", "radioOn")],
            {"event": "found", "peer": 1},
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
            return end_of(device)
        while b"deadline" not in (answer := device.stdout.readline()):
            if not answer:
                return end_of(device)
            effect = json.loads(answer)
            ticket, link = effect.get("ticket", ticket), effect.get("link", link)
            shown += effect["effect"] == "deliver"
    device.kill()
    return "" if shown > HOSTILE_LINES / 100 else f"it showed only {shown} values"


def broken_promises(knav: str, runs: int, program: list[str], *options: str) -> list:
    """What a good program is said to break."""
    found = verdict(knav, runs, program, *options)
    if found["brokenRuns"] == 0 and found["runs"] == runs:
        return []
    return [f"{program} breaks {found['broken']} in {found['runs']} runs"]


def wrong_verdicts(
    knav: str, faulty: list[str], words: list[str], *options: str
) -> list:
    """The faults that are not found, or by a promise that they don't break."""
    options = (*options, "--search", "0.01", "--timeout", "1")
    listed = subprocess.run(
        [*faulty, "--list"], capture_output=True, text=True, check=True
    )
    wrong = []
    for line in listed.stdout.splitlines():
        name, *promises = line.split()
        # Most show soon.
        for seeds in (10, SEEDS):
            broken = verdict(knav, seeds, [*faulty, name, *words], *options)["broken"]
            if broken:
                break
        kinds = {each["promise"]: each["firstSeed"] for each in broken}
        if not kinds or kinds.keys() - set(promises):
            wrong.append(f"{name} is judged wrongly: {kinds}")
        print(name, *(f"{promise}:{seed}" for promise, seed in kinds.items()))
    return wrong


def main() -> int:
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    knav, runs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 60
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(folder)
        good = [[sys.executable, "-B", str(DEVICES / "device.py")], [str(program)]]
        for radio in ("offsetReads", "wholeValues", "longReads", "oneCallback"):
            session = [knav, "central", "--stdio", "--clock", "given", "--radio", radio]
            good.append(session)
        for device in good:
            faults += broken_promises(knav, runs, device)
        if end := harm(program):
            faults.append(f"the device in C, told nonsense: {end}")
    for number, profile in enumerate(PHONES):
        phone = [knav, "peripheral", "--stdio", "--clock", "given"]
        phone += ["--profile", profile, "--seed", str(number), "--mtu", "185"]
        faults += broken_promises(knav, runs // len(PHONES), phone, "--phone")
    faults += wrong_verdicts(knav, FAULTY_DEVICE, [])
    faults += wrong_verdicts(knav, FAULTY_PHONE, [knav], "--phone")
    # Whatever a phone says, the judge must end with a verdict.
    wild = verdict(
        knav, SEEDS // 4, [*FAULTY_PHONE, "Wild", knav], "--phone", "--search", "0.1"
    )
    if not wild["broken"]:
        faults.append(f"a wild phone was judged {wild['runs']} times: {wild['broken']}")
    for fault in faults:
        print(f"judge: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
