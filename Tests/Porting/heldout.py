#!/usr/bin/env python3
"""Judges decoders that were written before the summary was tried on them, and counts what it names.

    heldout.py KNAV [--all]

The twenty in `decoders` were written from Docs/Protocol.md and the harness alone, each with two to five bugs that
people make. `bugs.json` has them, and what in the summary names each: the flag of a bug, words of a habit, or the
place of a crash; `true` is what follows from a bug without naming it. Never change a decoder for the summary's sake.
Without --all, only the even ones are judged. The summary has been bettered by what it said of the odd ones; of the even
ones only what it said wrongly was looked at, and what a change of its words touched.

The exit code is 1 if the summary says with certainty what is not so, says more than 0.2 such things a decoder with
"perhaps", no longer names what it named, in each of the words of `bugs.json`, or names less than 85 % of the bugs.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
DECODERS = HERE / "decoders"
REPOSITORY = HERE.parents[1]
HARNESS = REPOSITORY / "Sources/Ports/Harness"
MOST_WRONG_PERHAPS = 0.2
LEAST_NAMED = 0.85


def command(decoder: Path, folder: Path) -> list[str]:
    """Builds a decoder as its device would run it, with sanitizers."""
    if decoder.suffix == ".py":
        return [sys.executable, "-B", str(decoder)]
    program = folder / decoder.stem
    compiler = ["cc", "-std=c11"] if decoder.suffix == ".c" else ["c++", "-std=c++11"]
    options = ["-g", "-funsigned-char", "-fsanitize=address,undefined"]
    options += ["-fno-sanitize-recover=all", f"-I{HARNESS}", "-o", str(program)]
    subprocess.run([*compiler, *options, str(decoder)], check=True)
    return [str(program)]


def statements(knav: str, testee: list[str]) -> tuple[list[str], list[str]]:
    """What the summary says with certainty, and with "perhaps"."""
    words = ["conformance", "run", "--format", "json", "--fixtures"]
    run = subprocess.run(
        [knav, *words, str(REPOSITORY / "Fixtures"), "--", *testee],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(HARNESS)},
    )
    if run.returncode != 1:
        sys.exit(f"{testee}: exit code {run.returncode}: {run.stderr}")
    report = json.loads(run.stdout)
    certain = [each["flag"] for each in report["findings"] if each["isCertain"]]
    certain += [each["words"] for each in report["habits"]]
    certain += [each["place"] for each in report["crashes"] if each.get("place")]
    return certain, [
        each["flag"] for each in report["findings"] if not each["isCertain"]
    ]


def main() -> int:
    knav, *options = sys.argv[1:] or [""]
    if not knav or options not in ([], ["--all"]):
        sys.exit(__doc__)
    decoders = json.loads((DECODERS / "bugs.json").read_text())
    chosen = decoders if options else decoders[1::2]
    faults: list[str] = []
    bug_count = named_count = perhaps_count = 0
    with tempfile.TemporaryDirectory() as folder:
        for entry in chosen:
            name = entry["decoder"]
            testee = command(DECODERS / name, Path(folder))
            certain, perhaps = statements(knav, testee)
            said = certain + perhaps
            known: list[str] = []
            for bug in entry["bugs"]:
                patterns = bug["named"] + bug.get("true", [])
                known += patterns
                bug_count += 1
                lost = [
                    one
                    for one in patterns
                    if not any(re.search(one, text) for text in said)
                ]
                named_count += any(one not in lost for one in bug["named"])
                faults += [
                    f"{name}: {bug['bug']}: no longer said: {one}" for one in lost
                ]
            for text in said:
                if any(re.search(one, text) for one in known):
                    continue
                if text in perhaps:
                    perhaps_count += 1
                else:
                    faults.append(f"{name}: wrong: {text}")
    if perhaps_count > MOST_WRONG_PERHAPS * len(chosen):
        faults.append(f'{perhaps_count} wrong with "perhaps"')
    if named_count < LEAST_NAMED * bug_count:
        faults.append(f"only {named_count} of {bug_count} bugs are named")
    print(
        f"{len(chosen)} decoders, {named_count} of {bug_count} bugs named, "
        f'{perhaps_count} wrong with "perhaps"'
    )
    for fault in faults:
        print(f"heldout: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
