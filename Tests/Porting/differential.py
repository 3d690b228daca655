#!/usr/bin/env python3
"""Gives several testees the same random cases and compares their answers.

    differential.py [--cases N] [--seed S] TESTEE [TESTEE…]

A TESTEE is a command line, quoted as one word. The cases are the suite's, changed at random, so that they
reach what the vectors do not. The first testee that has a layer is compared with all others that have it.
If two answers differ or a testee ends, prints the case, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import random
import shlex
import subprocess
import sys
from pathlib import Path

FIXTURES = Path(__file__).resolve().parents[2] / "Fixtures"
sys.dont_write_bytecode = True
sys.path.insert(0, str(FIXTURES / "generator"))

from kbc.documents import load_all  # noqa: E402

OPERATIONS = {
    "decode": "codec",
    "encode": "codec",
    "street": "codec",
    "notification": "notification",
    "reassembly": "reassembly",
    "distance": "distance",
    "centralSession": "session/central",
    "peripheralSession": "session/peripheral",
}
# An operation that not every testee with its layer has.
FEATURES = {"encode": "encode"}
LAYOUTS = ["auto", "published", "deployed", "legacy"]
RADIOS = ["offsetReads", "longReads", "wholeValues", "oneCallback"]
MTUS = [None, 0, 10, 22, 23, 24, 50, 185, 517, 65536]
# What a phone is told; it knows every link's.
PHONE_MTUS = [mtu for mtu in MTUS if mtu is not None]
IDENTIFIERS = [0, 1, 2, 0xFFFFFFFF, "6F1C8D42-0B7E-4A93-9E5D-31474A72286B"]
SETTINGS = {
    "notification": ["identifier", "object"],
    "retriedNotification": ["identifier", "object"],
    "serving": ["newestAlways", "snapshotPerRead"],
    "ending": ["empty", "invalidOffset", "attributeNotLong"],
    "chunkSize": ["readPayload", "notificationPayload", "smallestPayload"],
    "hasCCCD": [True, False],
    "lossDetection": ["eachCentral", "sharedWatchdog"],
    "repeats": [True, False],
}
# What a reassembler may be given; a session makes others of it.
REASSEMBLY_MTUS = [mtu for mtu in MTUS if mtu is None or 23 <= mtu <= 65535]
EDGES = [
    0,
    1,
    0x0A,
    0x2F,
    0x3F,
    0x40,
    0x7F,
    0x80,
    0x9F,
    0xA0,
    0xBF,
    0xC2,
    0xE0,
    0xED,
    0xF0,
    0xF4,
    0xFF,
]
SIZES = [0, 1, 4, 5, 8, 9, 16, 19, 20, 21, 22, 23, 100, 511, 512, 513]


class Testee:
    """A program that speaks the testee protocol."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.process = subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        described = self.ask({"request": "describe", "protocol": 1, "suite": "KBC"})
        self.layers = set(described["layers"])
        self.features = set(described["features"])

    def has(self, operation: str) -> bool:
        feature = FEATURES.get(operation)
        return OPERATIONS[operation] in self.layers and (
            feature is None or feature in self.features
        )

    def ask(self, request: dict) -> dict:
        assert self.process.stdin and self.process.stdout
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            sys.exit(f"{self.command} ended over\n{json.dumps(request)}")
        return json.loads(line)


class Changer:
    """Makes new cases from the suite's."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def data(self, digits: str) -> str:
        data = bytearray.fromhex(digits)
        for _ in range(self.random.randrange(4)):
            place = self.random.randrange(len(data) + 1)
            match self.random.randrange(6):
                case 0 if data:
                    data[place % len(data)] = self.random.choice(EDGES)
                case 1 if data:
                    data[place % len(data)] ^= 1 << self.random.randrange(8)
                case 2:
                    del data[place:]
                case 3:
                    data[place:place] = bytes([self.random.choice(EDGES)])
                case 4:
                    data[place:place] = data[: self.random.choice(SIZES)]
                case _:
                    size = self.random.choice(SIZES)
                    data = (data * (size // max(len(data), 1) + 1))[:size]
        return bytes(data[:1000]).hex()

    def number(self) -> int:
        power = 1 << self.random.randrange(33)
        return min(max(power + self.random.randrange(-3, 4), 0), 0xFFFFFFFF)

    def identifier(self) -> int | str:
        identifier = self.random.choice([*IDENTIFIERS, self.number()])
        is_large = isinstance(identifier, int) and identifier >= 1 << 31
        return str(identifier) if is_large else identifier

    def event(self, event: dict) -> dict:
        event = dict(event)
        for name in event:
            if self.random.randrange(4) > 0:
                continue
            if name == "bytes":
                event[name] = self.data(event[name])
            elif name == "offset":
                event[name] = self.random.choice([*SIZES, event[name]])
            elif name == "attError":
                event[name] = self.random.choice(
                    [0x01, 0x05, 0x07, 0x0A, 0x0B, 0x0E, 0x0F, 0x80]
                )
            elif name in ("ticket", "link"):
                event[name] = self.random.randrange(1, 9)
            elif name == "mtu":
                is_phone = "central" in event
                event[name] = self.random.choice(PHONE_MTUS if is_phone else MTUS)
            elif name == "central":
                event[name] = self.random.randrange(1, 7)
            elif name == "identifier":
                event[name] = self.identifier()
        return event

    def events(self, events: list[dict], others: list[dict]) -> list[dict]:
        changed = [self.event(event) for event in events]
        for _ in range(self.random.randrange(4)):
            place = self.random.randrange(len(changed) + 1)
            match self.random.randrange(4):
                case 0:
                    del changed[place : place + 1]
                case 1:
                    changed[place:place] = changed[place : place + 1]
                case 2:
                    changed[place:place] = [self.event(self.random.choice(others))]
                case _:
                    changed[place:place] = others[: self.random.randrange(6)]
        if any("at" in event for event in changed):
            now = 0
            for place, event in enumerate(changed):
                now += self.random.choice(
                    [0, 1, 10, 490, 500, 1000, 2000, 3999, 4000, 5000, 10000]
                )
                changed[place] = {**event, "at": now}
        return changed

    def reader(self, configuration: dict) -> dict:
        """What reads, another radio now and then."""
        changed = dict(configuration)
        if self.random.randrange(3) == 0:
            changed["radio"] = self.random.choice(RADIOS)
        if self.random.randrange(8) == 0:
            changed["trustsChunkSize"] = True
        return changed

    def phone(self, configuration: dict) -> dict:
        """The phone with other settings now and then."""
        changed = dict(configuration)
        for name, values in SETTINGS.items():
            if self.random.randrange(8) == 0:
                changed[name] = self.random.choice(values)
        return changed

    def case(self, vector: dict, other: dict) -> dict:
        given = dict(vector["input"])
        for name in ("bytes", "streetBytes"):
            if name in given:
                given[name] = self.data(given[name])
        if "layout" in given and self.random.randrange(3) == 0:
            must_name = vector["operation"] == "encode"
            given["layout"] = self.random.choice(LAYOUTS[1:] if must_name else LAYOUTS)
        if "identifier" in given and self.random.randrange(3) == 0:
            given["identifier"] = self.identifier()
        if "arrow" in given and self.random.randrange(3) == 0:
            given["arrow"] = self.random.choice(EDGES)
        if "distanceInMeters" in given and self.random.randrange(2) == 0:
            number = self.number()
            given["distanceInMeters"] = number if number < 1 << 31 else str(number)
        if "events" in given:
            given["events"] = self.events(given["events"], other["input"]["events"])
        if "radio" in given:
            given = self.reader(given)
            mtu = self.random.choice(REASSEMBLY_MTUS)
            if mtu is not None:
                given["mtu"] = mtu
        if "configuration" in given:
            is_phone = vector["operation"] == "peripheralSession"
            change = self.phone if is_phone else self.reader
            given["configuration"] = change(given["configuration"])
        return given


def vectors() -> list[dict]:
    return [
        vector
        for document in load_all(FIXTURES)
        for vector in document["vectors"]
        if vector["operation"] in OPERATIONS
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cases", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("testees", nargs="+")
    arguments = parser.parse_args()

    testees = [Testee(command) for command in arguments.testees]
    changer = Changer(arguments.seed)
    all_vectors = vectors()
    by_operation: dict[str, list[dict]] = {}
    for vector in all_vectors:
        by_operation.setdefault(vector["operation"], []).append(vector)
    compared = 0
    refused = 0
    for number in range(arguments.cases):
        operation = changer.random.choice(list(by_operation))
        same = by_operation[operation]
        given = changer.case(changer.random.choice(same), changer.random.choice(same))
        request = {
            "request": "case",
            "id": f"{arguments.seed}/{number}",
            "operation": operation,
            "input": given,
        }
        answers = [
            (testee, testee.ask(request)["answer"])
            for testee in testees
            if testee.has(operation)
        ]
        first, expected = answers[0]
        refused += "error" in expected
        for testee, answer in answers[1:]:
            compared += 1
            if answer != expected:
                print(json.dumps(request))
                print(f"{first.command}\n    {json.dumps(expected, sort_keys=True)}")
                print(f"{testee.command}\n    {json.dumps(answer, sort_keys=True)}")
                return 1
    print(
        f"{arguments.cases} cases, {compared} comparisons, {refused} refusals: all alike"
    )
    return 0 if compared > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
