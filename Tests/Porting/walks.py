"""Compares a testee with the generator's models in sessions to which anything happens."""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any, Protocol

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Fixtures" / "generator"))

from kbc.evaluate import evaluate  # noqa: E402

Json = dict[str, Any]
Mark = tuple[str, str]  # an operation, and something that happened in it


class Walk(Protocol):
    """A session, and the events that happened to it."""

    operation: str
    events: list[Json]

    @property
    def given(self) -> Json:
        """The input of the case."""


def ask(testee: subprocess.Popen[str], number: int, walk: Walk) -> Json | None:
    """What the testee answers; None if it has ended."""
    case = {"request": "case", "id": str(number), "operation": walk.operation}
    testee.stdin.write(json.dumps(case | {"input": walk.given}) + "\n")
    testee.stdin.flush()
    line = testee.stdout.readline()
    return json.loads(line).get("answer") if line else None


def difference(walk: Walk, expected: Json, answer: Json | None) -> str:
    """The events up to the first step that differs."""
    steps = (answer or {}).get("steps", [])
    for number, right in enumerate(expected["steps"]):
        wrong = steps[number] if number < len(steps) else None
        if wrong != right:
            events = "\n".join(map(json.dumps, walk.events[: number + 1]))
            return f"{events}\nthe model: {right}\nthe testee: {wrong}"
    return f"the testee: {answer}"


def compare(
    make: Callable[[Random], Walk],
    marks: Callable[[Walk, Json], Iterable[Mark]],
    all_marks: Iterable[Mark],
) -> int:
    """Runs the walks that the command line asks for; returns the exit code.

    Something in `all_marks` that no step has is a failure.
    """
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("testee")
    arguments = parser.parse_args()
    command = shlex.split(arguments.testee)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    seen: Counter[Mark] = Counter()
    with subprocess.Popen(command, **pipes) as testee:
        for number in range(arguments.cases):
            walk = make(Random(arguments.seed << 32 | number))
            expected = evaluate(walk.operation, walk.given)
            answer = ask(testee, number, walk)
            if answer != expected:
                print(f"case {number}, {walk.operation}")
                print(difference(walk, expected, answer))
                return 1
            for step in expected["steps"]:
                seen.update(marks(walk, step))
    for mark in all_marks:
        print(f"{' '.join(mark)}: {seen[mark]} steps")
        if not seen[mark]:
            return 1
    return 0
