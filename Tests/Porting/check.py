#!/usr/bin/env python3
"""Gives the C port each field bug, one at a time, and checks that the conformance suite finds it.

    check.py KNAV [FLAG…]

KNAV is the built command. Prints what the suite finds wrong with each bug. The exit code is 1 if the report
does not name a bug, or if a vector that names the bug passes.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

REPOSITORY = Path(__file__).resolve().parents[2]
PORT = REPOSITORY / "Sources" / "Ports" / "C"
HEADERS = REPOSITORY / "Sources" / "CKnav" / "include"
HARNESS = REPOSITORY / "Sources" / "Ports" / "Harness"
BUGS = REPOSITORY / "Tests" / "Porting" / "bugs"
FIXTURES = REPOSITORY / "Fixtures"
# The layers that the port has.
LAYERS = ("codec", "notification", "reassembly", "distance", "session/central")


def flagged_vectors() -> dict[str, set[str]]:
    """The vectors that name each flag, without those of layers that the port lacks."""
    flagged: dict[str, set[str]] = {}
    for path in FIXTURES.glob("**/*.json"):
        document = json.loads(path.read_text())
        if not isinstance(document, dict) or document.get("layer") not in LAYERS:
            continue
        for vector in document["vectors"]:
            for flag in vector["flags"]:
                flagged.setdefault(flag, set()).add(vector["id"])
    return flagged


def run(*command: object, **options: object) -> subprocess.CompletedProcess[str]:
    words = [str(word) for word in command]
    return subprocess.run(words, capture_output=True, text=True, **options)


class Testees(NamedTuple):
    """The port's testee, which takes the names of the bugs that it is to have."""

    plain: Path
    sanitized: Path


def build(folder: Path) -> Testees:
    """Builds the port with the bugs in a folder that does not exist."""
    leftovers = shutil.ignore_patterns("testee", "testee-sanitized", "*.o", "*.a")
    shutil.copytree(PORT, folder, ignore=leftovers)
    for source in ("bugs.h", "bugs.c"):
        shutil.copy(BUGS / source, folder)
    patched = run("patch", "--silent", "-p1", "-d", folder, "-i", BUGS / "port.patch")
    if patched.returncode != 0:
        sys.exit(f"port.patch no longer applies to the port:\n{patched.stdout}")
    made = run(
        *("make", "-s", "-C", folder, "all", "sanitized", "CFLAGS=-O1"),
        *(f"INCLUDE={HEADERS}", f"HARNESS={HARNESS}"),
    )
    if made.returncode != 0:
        sys.exit(f"the port with bugs does not build:\n{made.stderr}")
    return Testees(folder / "testee", folder / "testee-sanitized")


def known_bugs() -> set[str]:
    """The bugs that the patched port can have."""
    listed = (BUGS / "bugs.h").read_text().partition("#define BUGS(of)")[2]
    return set(re.findall(r"\bof\((\w+)\)", listed.partition("\n\n")[0]))


# The runner's exit code if a testee does not say in time what it is.
DOES_NOT_DESCRIBE_ITSELF = 69


# Where a crash is in the source takes a sanitizer ten times as long as the rest, and nobody reads it here.
ENVIRONMENT = {
    **os.environ,
    "ASAN_OPTIONS": "symbolize=0",
    "UBSAN_OPTIONS": "symbolize=0",
}


def judge(knav: str, testee: Path, *flags: str) -> dict:
    """The suite's report on a testee that has some bugs. On a busy machine, a start may come too late: then it is tried again."""
    for _ in range(3):
        judged = run(
            *(knav, "conformance", "run", "--fixtures", FIXTURES),
            *("--timeout", "2", "--format", "json", "--", testee, *flags),
            env=ENVIRONMENT,
        )
        if judged.returncode != DOES_NOT_DESCRIBE_ITSELF:
            break
    if judged.returncode != 1:
        sys.exit(
            f"{testee} {' '.join(flags)}: exit code {judged.returncode}\n{judged.stderr}"
        )
    return json.loads(judged.stdout)


def vectors_that_pass(report: dict, vectors: set[str]) -> list[str]:
    """Those of the vectors that pass."""
    verdicts = {case["id"]: case["verdict"] for case in report["cases"]}
    return sorted(id for id in vectors if verdicts[id] == "passed")


def fault(flag: str, report: dict, flagged: set[str]) -> str | None:
    """What the suite failed to find."""
    named = {finding["flag"] for finding in report["findings"] if finding["isCertain"]}
    if report["conforms"]:
        return "not found"
    if flag not in named:
        return "not named"
    if passed := vectors_that_pass(report, flagged):
        return f"not found by {', '.join(passed)}"
    return None


def is_missed(knav: str, testee: Path, flag: str, flagged: set[str]) -> bool:
    """Judges the testee with a bug, prints what the suite finds, and says whether it misses the bug."""
    report = judge(knav, testee, flag)
    problem = fault(flag, report, flagged)
    counts = report["counts"]
    print(f"{flag}: {counts['failed']} failed, {counts['notRun']} not run")
    for finding in report["findings"]:
        certainty = "" if finding["isCertain"] else "perhaps: "
        print(f"    {certainty}{finding['effect']} ({finding['cases']} cases)")
    if problem:
        print(f"    MISSED: {problem}")
    return problem is not None


def main() -> int:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    flagged = flagged_vectors()
    if known_bugs() != set(flagged):
        sys.exit(f"bugs and flags differ: {sorted(known_bugs() ^ set(flagged))}")
    with tempfile.TemporaryDirectory() as folder:
        testee = build(Path(folder) / "c").sanitized
        flags = sys.argv[2:] or sorted(flagged)
        missed = [is_missed(sys.argv[1], testee, flag, flagged[flag]) for flag in flags]
    return int(any(missed))


if __name__ == "__main__":
    sys.exit(main())
