#!/usr/bin/env python3
"""Puts each field bug into the C port and checks that the conformance suite finds it.

    check.py KNAV [FLAG…]

KNAV is the built command. Prints what the suite finds wrong with each bug. The exit code is 1 if the report
does not name a bug, or if a vector that names the bug passes.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

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


def build(flag: str, folder: Path) -> Path:
    """A sanitized testee with the bug."""
    leftovers = shutil.ignore_patterns("testee", "testee-sanitized", "*.o", "*.a")
    shutil.copytree(PORT, folder, ignore=leftovers)
    patch = BUGS / f"{flag}.patch"
    patched = run("patch", "--silent", "-p1", "-d", folder, "-i", patch)
    if patched.returncode != 0:
        sys.exit(f"{patch.name} no longer applies to the port:\n{patched.stdout}")
    made = run(
        *("make", "-s", "-C", folder, "sanitized", "CFLAGS=-O1"),
        *(f"INCLUDE={HEADERS}", f"HARNESS={HARNESS}"),
    )
    if made.returncode != 0:
        sys.exit(f"{flag} does not build:\n{made.stderr}")
    return folder / "testee-sanitized"


def judge(knav: str, testee: Path) -> dict:
    """The suite's report on a testee."""
    judged = run(
        *(knav, "conformance", "run", "--fixtures", FIXTURES),
        *("--timeout", "0.5", "--format", "json", "--", testee),
    )
    if judged.returncode != 1:
        sys.exit(f"{testee}: exit code {judged.returncode}\n{judged.stderr}")
    return json.loads(judged.stdout)


def fault(flag: str, report: dict, flagged: set[str]) -> str | None:
    """What the suite failed to find."""
    verdicts = {case["id"]: case["verdict"] for case in report["cases"]}
    named = {finding["flag"] for finding in report["findings"] if finding["isCertain"]}
    if report["conforms"]:
        return "not found"
    if flag not in named:
        return "not named"
    passed = sorted(id for id in flagged if verdicts[id] == "passed")
    if passed:
        return f"not found by {', '.join(passed)}"
    return None


def main() -> int:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    knav = sys.argv[1]
    flagged = flagged_vectors()
    patched = {path.stem for path in BUGS.glob("*.patch")}
    if patched != set(flagged):
        sys.exit(f"patches and flags differ: {sorted(patched ^ set(flagged))}")
    missed = 0
    for flag in sys.argv[2:] or sorted(flagged):
        with tempfile.TemporaryDirectory() as folder:
            report = judge(knav, build(flag, Path(folder) / "c"))
        problem = fault(flag, report, flagged[flag])
        counts = report["counts"]
        print(f"{flag}: {counts['failed']} failed, {counts['notRun']} not run")
        for finding in report["findings"]:
            certainty = "" if finding["isCertain"] else "perhaps: "
            print(f"    {certainty}{finding['effect']} ({finding['cases']} cases)")
        if problem:
            missed += 1
            print(f"    MISSED: {problem}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
