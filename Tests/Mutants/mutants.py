#!/usr/bin/env python3
"""Changes one line of a module at a time, and looks whether a test notices.

    mutants.py [--commit C] [--seed S] [MODULE=COUNT…]   draws changes and tries them
    mutants.py --list                                    numbers and names what it drew
    mutants.py --mutant N                                tries one; 0 changes nothing

Builds a copy of the commit, in .build/mutants, that has all drawn changes in it; a variable
of the environment chooses one. Runs the module's tests, and if they pass those of every
module that depends on it. Goes on where it was stopped. A seed draws the same change in
each commit that has the same line. The exit code is 1 if the tests pass with a change that
survivors.txt does not list, or fail with one that it lists.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

sys.dont_write_bytecode = True

from changes import CHOOSER, Change, all_changes, with_choice  # noqa: E402

REPOSITORY = Path(__file__).resolve().parents[2]
SURVIVORS = Path(__file__).with_name("survivors.txt")
COUNTS = {
    "LinkVocabulary": 5,
    "KomootNav": 40,
    "CyclingSensors": 20,
    "CompanionPairing": 20,
}
VARIABLE = "KNAV_MUTANT"
ROUNDS = 40
# How much longer tests may take with a change, and how long at least and without one.
PATIENCE, LEAST_SECONDS, MOST_SECONDS = 4, 60, 900
ERROR = re.compile(r"^(/\S+\.swift):(\d+):(\d+): error: ", re.MULTILINE)
ISSUE = re.compile(r"\S+ +Test (.+?) recorded an issue")
PASSED = re.compile(r"Test run with [1-9]\d* tests? .*passed")

HEADER = """extern int knav_mutant;
static inline _Bool knav_mutated(int number) { return knav_mutant == number; }
"""
SOURCE = f"""#include "{CHOOSER}.h"
#include <stdlib.h>
int knav_mutant;
__attribute__((constructor)) static void choose(void) {{
    const char *number = getenv("{VARIABLE}");
    knav_mutant = number ? atoi(number) : 0;
}}
"""
DEPENDENCIES = f"""
package.targets.append(.target(name: "{CHOOSER}"))
for target in package.targets where MODULES.contains(target.name) {{
    target.dependencies.append("{CHOOSER}")
}}
"""


class Result(NamedTuple):
    """What came of a target's tests with a change, or with none, whose key is empty."""

    key: str
    target: str
    outcome: str  # passed, killed or late
    by: str
    seconds: float


class Campaign:
    """The copy of one commit, the changes in it, and what came of them."""

    def __init__(self, commit: str, seed: int, counts: dict[str, int]) -> None:
        digest = hashlib.sha256(json.dumps([commit, seed, counts]).encode())
        self.folder = REPOSITORY / ".build/mutants" / digest.hexdigest()[:12]
        self.package = self.folder / "package"
        self.log = self.folder / "results"
        self.seed, self.counts = seed, counts
        drawn = self.folder / "drawn.json"
        if not drawn.exists():
            self._make_copy(commit)
            changes = self._draw()
            swift(self.package, "build", "--build-tests")
            drawn.write_text(json.dumps(changes))
            self.log.touch()
        self.changes = [Change(*change) for change in json.loads(drawn.read_text())]
        lines = self.log.read_text().splitlines()
        results = [Result(*json.loads(line)) for line in lines]
        self.results = {(result.key, result.target): result for result in results}

    def _make_copy(self, commit: str) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        chooser = self.package / "Sources" / CHOOSER
        (chooser / "include").mkdir(parents=True)
        archive = subprocess.check_output(["git", "archive", commit], cwd=REPOSITORY)
        subprocess.run(["tar", "-x"], cwd=self.package, input=archive, check=True)
        (chooser / "include" / f"{CHOOSER}.h").write_text(HEADER)
        (chooser / f"{CHOOSER}.c").write_text(SOURCE)
        manifest = self.package / "Package.swift"
        # A change may well leave something unused, which is a warning.
        text = manifest.read_text().replace(".treatAllWarnings(as: .error),", "")
        text += DEPENDENCIES.replace("MODULES", json.dumps(list(self.counts)))
        manifest.write_text(text)

    def _draw(self) -> list[Change]:
        """At most one change of a line, as many as are wanted that compile together."""
        for module in self.counts:
            swift(self.package, "build", "--target", module)
        path = swift(self.package, "build", "--show-bin-path").strip()
        waiting = {
            module: self._candidates(Path(path, "Modules"), module)
            for module in self.counts
        }
        drawn: list[Change] = []
        for module, count in self.counts.items():
            chosen: list[Change] = []
            sources = {
                file: (self.package / file).read_bytes()
                for file in {change.file for change in waiting[module]}
            }
            for _ in range(ROUNDS):
                missing = count - len(chosen)
                if missing > len(waiting[module]):
                    most = len(chosen) + len(waiting[module])
                    sys.exit(f"mutants: {module} has only {most} lines to change")
                chosen += [waiting[module].pop() for _ in range(missing)]
                failing = self._failing(module, sources, chosen, len(drawn) + 1)
                if not failing:
                    break
                chosen = [change for change in chosen if change not in failing]
            else:
                sys.exit(f"mutants: {module} does not compile after {ROUNDS} rounds")
            drawn += chosen
        return drawn

    def _candidates(self, modules: Path, module: str) -> list[Change]:
        """A change of each line; the last one is the first to draw."""

        def rank(change: Change) -> str:
            return hashlib.sha256(f"{self.seed} {change.key}".encode()).hexdigest()

        ranked = sorted(all_changes(self.package, modules, module), key=rank)
        one_of_a_line: dict[tuple[str, int], Change] = {}
        for change in ranked:
            one_of_a_line.setdefault((change.file, change.line), change)
        return list(reversed(one_of_a_line.values()))

    def _failing(
        self,
        module: str,
        sources: dict[str, bytes],
        chosen: list[Change],
        first: int,
    ) -> set[Change]:
        """Writes a module's sources with changes, and returns those that don't compile."""
        written = {}
        for file, source in sources.items():
            numbered = enumerate(chosen, first)
            inside = {number: one for number, one in numbered if one.file == file}
            text, places = with_choice(source, inside) if inside else (source, [])
            path = self.package / file
            written[str(path)] = text, places
            if path.read_bytes() != text:
                path.write_bytes(text)
        output = swift(self.package, "build", "--target", module, may_fail=True)
        failing = set()
        for path, line, column in ERROR.findall(output):
            text, places = written.get(path, (b"", []))
            lines = text.splitlines(keepends=True)[: int(line) - 1]
            at = sum(map(len, lines)) + int(column) - 1
            around = [place for place in places if place[0] <= at <= place[1]]
            # The error may be later, such as where a variable is read that has no value.
            before = [place for place in places if place[0] <= at][-1:]
            for _, _, number in around or before:
                failing.add(chosen[number - first])
        if output and not failing:
            sys.exit(f"mutants: {module} does not compile:\n{output[-4000:]}")
        return failing

    @cached_property
    def _needs(self) -> dict[str, set[str]]:
        targets = json.loads(swift(self.package, "package", "dump-package"))["targets"]
        return {
            target["name"]: {
                next(iter(need.values()))[0] for need in target["dependencies"]
            }
            for target in targets
        }

    def tests_of(self, module: str) -> list[str]:
        """The test targets that depend on a module: its own, then the fastest ones."""

        def depends(target: str) -> bool:
            needs = self._needs.get(target, ())
            return target == module or any(map(depends, needs))

        def rank(target: str) -> tuple[bool, float, str]:
            return target != f"{module}Tests", self._usual(target), target

        tests = [target for target in self._needs if target.endswith("Tests")]
        return sorted(filter(depends, tests), key=rank)

    def pass_unchanged(self) -> None:
        """Runs all tests without a change."""
        for target in sorted(
            {t for module in self.counts for t in self.tests_of(module)}
        ):
            self._result(0, target)

    def _usual(self, target: str) -> float:
        """How many seconds the tests take without a change."""
        unchanged = self.results.get(("", target))
        return unchanged.seconds if unchanged else 0

    def attempt(self, number: int, *, only_own: bool = False) -> Result:
        """The result of the first tests that fail, or of the last ones."""
        tests = self.tests_of(self.changes[number - 1].module)
        for target in tests[:1] if only_own else tests:
            result = self._result(number, target)
            if result.outcome != "passed":
                break
        return result

    def _result(self, number: int, target: str) -> Result:
        """What came of a target's tests, now or in an earlier run."""
        key = self.changes[number - 1].key if number else ""
        if (key, target) not in self.results:
            if number:
                self._result(0, target)
            limit = max(LEAST_SECONDS, PATIENCE * self._usual(target))
            limit = limit if number else MOST_SECONDS
            result = Result(key, target, *self._run(number, target, limit))
            print(number, *result, flush=True)
            if number == 0 and result.outcome != "passed":
                sys.exit(f"mutants: {target} fails without a change: {result.by}")
            with self.log.open("a") as file:
                file.write(json.dumps(result) + "\n")
            self.results[key, target] = result
        return self.results[key, target]

    def _run(self, number: int, target: str, limit: float) -> tuple[str, str, float]:
        """Runs tests until one fails: outcome, the test that failed, and the seconds."""
        path = self.package / ".build/debug/komoot-navPackageTests.xctest"
        command = [str(path), "--testing-library", "swift-testing"]
        variables = {VARIABLE: str(number), "SWIFT_BACKTRACE": "enable=no"}
        start = time.monotonic()
        run = subprocess.Popen(
            [*command, "--filter", f"^{target}\\."],
            cwd=self.package,
            env=os.environ | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            # Under nohup it would be ignored, but a test sends it.
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
        )
        timer = threading.Timer(limit, os.killpg, (run.pid, signal.SIGKILL))
        timer.start()
        passed, failed = False, ""
        try:
            for line in run.stdout or ():
                passed = passed or bool(PASSED.search(line))
                if issue := ISSUE.match(line):
                    failed = issue[1]
                    break
            else:
                failed = f"exit code {run.wait()}" if run.wait() or not passed else ""
        finally:
            timer.cancel()
            with contextlib.suppress(ProcessLookupError):
                os.killpg(run.pid, signal.SIGKILL)
            run.wait()
        seconds = round(time.monotonic() - start, 1)
        if seconds >= limit:
            return "late", "", seconds
        return "killed" if failed else "passed", failed, seconds


def swift(package: Path, *words: str, may_fail: bool = False) -> str:
    """What a command prints; with `may_fail` nothing unless it failed."""
    run = subprocess.run(["swift", *words], cwd=package, capture_output=True, text=True)
    if may_fail:
        return run.stdout + run.stderr if run.returncode else ""
    if run.returncode:
        output = (run.stdout + run.stderr)[-4000:]
        sys.exit(f"mutants: swift {' '.join(words)} failed:\n{output}")
    return run.stdout


def summarize(campaign: Campaign) -> int:
    """Prints the survivors and how many were killed; the exit code."""
    lines = SURVIVORS.read_text().splitlines()
    listed = {line.split()[0] for line in lines if line and not line.startswith("#")}
    counts: Counter[tuple[str, str]] = Counter()
    wrong = 0
    for number, change in enumerate(campaign.changes, 1):
        outcome = campaign.attempt(number).outcome
        counts[change.module, outcome] += 1
        if (outcome == "passed") != (change.key in listed):
            wrong += 1
            note = "NOT LISTED" if outcome == "passed" else "LISTED, BUT KILLED"
            print(f"{note}: {name(number, change)}")
        elif outcome == "passed":
            print(f"listed: {name(number, change)}")
    for module, count in campaign.counts.items():
        late, passed = counts[module, "late"], counts[module, "passed"]
        print(f"{module}: {count - passed} of {count} killed, {late} by the time limit")
    return int(wrong > 0)


def name(number: int, change: Change) -> str:
    return f"{number} {change.key} {change.file}:{change.line}: {change.text}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("counts", nargs="*", metavar="MODULE=COUNT")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--commit", default="HEAD")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--mutant", type=int, metavar="N")
    arguments = parser.parse_args()
    # So that the tests that run now end too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    revision = ["git", "rev-parse", f"{arguments.commit}^{{commit}}"]
    commit = subprocess.check_output(revision, cwd=REPOSITORY, text=True).strip()
    pairs = (word.split("=") for word in arguments.counts)
    counts = {module: int(count) for module, count in pairs} or COUNTS
    campaign = Campaign(commit, arguments.seed, counts)
    if arguments.list:
        for number, change in enumerate(campaign.changes, 1):
            print(name(number, change))
        return 0
    if arguments.mutant:
        return int(campaign.attempt(arguments.mutant).outcome == "passed")
    if arguments.mutant is None:
        # What kills most changes comes first.
        for number in range(1, len(campaign.changes) + 1):
            campaign.attempt(number, only_own=True)
        return summarize(campaign)
    campaign.pass_unchanged()
    return 0


if __name__ == "__main__":
    sys.exit(main())
