#!/usr/bin/env python3
"""Looks for rules that no vector of the suite tests, in the layers of komoot's link.

    ambiguities.py [--layer LAYER]… [--cases N] [--seed S] [--only PART] [--all]

Changes the generator's models in one place at a time: by each fault that the generator plants, and by each change
of their source that `kbc/mutants/source_changes.py` makes. If no vector tells a changed model from the right one, looks for a
random case that does, makes it short and prints it: a port that keeps the other rule passes the suite. Such a rule
needs a vector, and a sentence that can be read in one way only. What no case tells apart is probably the same rule,
and only counted; with --all it is listed. The exit code is 1 if a case was found.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[2]
FIXTURES = REPOSITORY / "Fixtures"
sys.dont_write_bytecode = True
sys.path.insert(0, str(FIXTURES / "generator"))

from chance_cases import Chance  # noqa: E402
from kbc.documents import load_all  # noqa: E402
from kbc.evaluate import OPERATIONS, evaluate  # noqa: E402
from kbc.mutants import source_changes  # noqa: E402
from kbc.mutants.check import all_mutants  # noqa: E402
from kbc.mutants.mutant import Mutant, limited  # noqa: E402
from kbc.planting import planted  # noqa: E402

Json = dict[str, Any]
Case = tuple[str, Json, Json]  # operation, input and right answer

LAYERS = tuple(
    "codec notification reassembly distance session/central session/peripheral".split()
)


def main() -> int:
    arguments = _arguments()
    vectors = _vectors()
    wanted = {
        operation
        for operation, entry in OPERATIONS.items()
        if entry.layer in (arguments.layer or LAYERS)
    }
    others = [
        other
        for other in [*all_mutants(vectors), *source_changes.mutants()]
        if wanted & set(other.operations) and arguments.only in other.name
    ]
    search = Search(vectors, others, wanted, arguments.cases, arguments.seed)
    found = missed = 0
    # The changes are made of functions, which no other way of starting a process can hand over.
    forking = multiprocessing.get_context("fork")
    with forking.Pool(initializer=_share, initargs=(search,)) as processes:
        answers = processes.imap(_look, range(len(others)))
        for other, answer in zip(others, answers, strict=True):
            if answer is None:
                continue
            missed += 1
            found += answer != ""
            if answer or arguments.all:
                print(f"{other.name}\n{answer}", flush=True)
    print(
        f"{len(others)} changed models, {missed} that no vector tells apart,"
        f" {found} of these that a random case does"
    )
    return int(found > 0)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--layer", action="append", choices=LAYERS)
    parser.add_argument("--cases", type=int, default=4000, help="for each operation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="a part of the changes' names")
    parser.add_argument(
        "--all", action="store_true", help="list what is not told apart"
    )
    return parser.parse_args()


def _vectors() -> list[Json]:
    return [
        vector
        for document in load_all(FIXTURES)
        if document["layer"] in LAYERS
        for vector in document["vectors"]
    ]


class Search:
    """Tells changed models from the right one."""

    def __init__(
        self,
        vectors: list[Json],
        others: list[Mutant],
        operations: set[str],
        cases: int,
        seed: int,
    ) -> None:
        self.others = others
        self.vectors: list[Case] = [
            (vector["operation"], vector["input"], vector["expected"])
            for vector in vectors
        ]
        chance = Chance(seed)
        self.cases: list[Case] = [
            (operation, given, evaluate(operation, given))
            for operation in sorted(operations)
            for given in (chance.case(operation) for _ in range(cases))
        ]

    def look(self, number: int) -> str | None:
        """None if a vector tells the model apart; else a random case that does, or nothing."""
        other = self.others[number]
        with planted(other.plants):
            if any(self._tell_apart(other, self.vectors)):
                return None
            case = next(self._tell_apart(other, self.cases), None)
        return "" if case is None else _described(other, *_shortest(other, *case))

    @staticmethod
    def _tell_apart(other: Mutant, cases: list[Case]) -> Iterator[tuple[str, Json]]:
        """The cases that the changed model, which is in place, answers in another way."""
        for operation, given, expected in cases:
            if operation in other.operations and _answer(operation, given) != expected:
                yield operation, given


def _answer(operation: str, given: Json) -> Json:
    """What a model answers; a breakdown is an answer of its own."""
    try:
        with limited():
            return evaluate(operation, given)
    except Exception as error:  # noqa: BLE001  a changed model may break down
        return {"breakdown": repr(error)}


def _differ(other: Mutant, operation: str, given: Json) -> bool:
    expected = _answer(operation, given)
    if "breakdown" in expected:
        return False
    with planted(other.plants):
        return _answer(operation, given) != expected


def _shortest(other: Mutant, operation: str, given: Json) -> tuple[str, Json]:
    """A case that still tells the models apart, without the events that it does not need."""
    place = len(given.get("events", ()))
    while place > 0:
        place -= 1
        events = [*given["events"]]
        del events[place]
        fewer = given | {"events": events}
        if events and _differ(other, operation, fewer):
            given, place = fewer, min(place, len(events))
    return operation, given


def _described(other: Mutant, operation: str, given: Json) -> str:
    expected = _answer(operation, given)
    with planted(other.plants):
        answer = _answer(operation, given)
    if "steps" not in expected or "steps" not in answer:
        return (
            f"  {operation} {json.dumps(given)}\n  right {expected}\n  other {answer}"
        )
    rest = {name: value for name, value in given.items() if name != "events"}
    lines = [f"  {operation} {json.dumps(rest)}"]
    for event, right, wrong in zip(
        given["events"], expected["steps"], answer["steps"], strict=True
    ):
        lines.append(f"  {json.dumps(event)}")
        if right != wrong:
            return "\n".join([*lines, f"  right {right}", f"  other {wrong}"])
    return "\n".join(lines)


# The search of this process: only it can be reached from a function without state.
_searches: list[Search] = []


def _share(search: Search) -> None:
    _searches.append(search)


def _look(number: int) -> str | None:
    return _searches[0].look(number)


if __name__ == "__main__":
    sys.exit(main())
