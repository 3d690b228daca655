#!/usr/bin/env python3
"""Gives the C port the field bugs, alone and two at a time, and counts which of them the suite's summary names.

    diagnosis.py KNAV [--every N | --faults] [--sanitized] [--jobs N] [--reports FOLDER] [--record PAGE]

Gives decoders faults that are none of these (`unlisted.py`), and counts which bugs the summary names all the same.

KNAV is the built command. Every decoder is built plainly and with sanitizers. A bug that changes no answer of a decoder
with another bug can't be named, and is not counted: with a table of 31 pictures, a table of 32 changes nothing.
With sanitizers, every vector that names a bug must fail for the decoder that has this one.

Of all pairs, at least 95 % of the bugs must be named with certainty; `missed.txt` beside this script lists those that are
not, and those that are hidden. `--every 120` judges each bug alone and one pair in 120, which may miss only what
the list has, and one in six of the decoders with a fault that is none of the bugs. With `--sanitized`, those with bugs
are not built plainly. `--reports` keeps the suite's reports in a
folder, and reads those that are there already, so that a long run can be continued. `--record`, for all pairs, writes
the list anew, and the table into a page, between its marks. `--faults` judges all decoders with faults that are none of
the bugs, and no other; with it, `--record` renews their row.

The list may not be longer than what leaves 95 % named, by the table in Docs/Conformance.md.

Prints each decoder of which the summary is not perfect, and the table. The exit code is 1 if a vector passes though it
names the bug, if a bug alone is not named, if more are missed than may be, if a bug that is not there is named with
certainty, or if more than one in the mean is named with "perhaps".
"""

from __future__ import annotations

import argparse
import itertools
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from check import (
    REPOSITORY,
    Testees,
    build,
    flagged_vectors,
    judge,
    known_bugs,
    vectors_that_pass,
)
from unlisted import FAULTS

Bugs = tuple[str, ...]
# The verdict, and the answer if there is one.
Answer = tuple[str, object]

LEAST_NAMED = 95  # percent
PAGE = REPOSITORY / "Docs" / "Conformance.md"
MISSED = Path(__file__).with_name("missed.txt")
UNLISTED = Path(__file__).with_name("unlisted.py")
MARKS = ("<!-- diagnosis.py -->", "<!-- /diagnosis.py -->")


@dataclass
class Judged:
    """What the summary says of a decoder."""

    bugs: Bugs
    answers: list[Answer]
    certain: set[str]
    perhaps: set[str]
    # The vectors that name the only bug and pass all the same.
    blind: list[str]
    title: str


@dataclass
class Row:
    """The figures of many decoders."""

    title: str
    decoders: int = 0
    hidden: int = 0
    planted: int = 0
    named: int = 0
    false_certain: int = 0
    false_perhaps: int = 0
    blind: int = 0
    missed: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def add(self, judged: Judged, hidden: set[str]) -> None:
        planted = set(judged.bugs) - hidden
        missed = planted - judged.certain
        false_certain = judged.certain - set(judged.bugs)
        false_perhaps = judged.perhaps - set(judged.bugs)
        # In another run a decoder may be asked more before it is given up, and a hidden bug may show.
        for bug in sorted(set(judged.bugs) - judged.certain):
            self.missed.append(f"{self.title}: {judged.title}: {bug}")
        self.decoders += 1
        self.hidden += len(hidden)
        self.planted += len(planted)
        self.named += len(planted) - len(missed)
        self.false_certain += len(false_certain)
        self.false_perhaps += len(false_perhaps)
        self.blind += len(judged.blind)
        for what, names in (
            ("missed", missed - judged.perhaps),
            ("only perhaps", missed & judged.perhaps),
            ("WRONG", false_certain),
            ("perhaps, wrongly", false_perhaps),
            ("not found by", judged.blind),
        ):
            if names:
                self.faults.append(
                    f"{self.title}: {judged.title}: {what}: {', '.join(sorted(names))}"
                )

    @property
    def cells(self) -> list[str]:
        mean = f"{self.false_perhaps / self.decoders:.2f}"
        named = "–"
        if self.planted:
            named = f"{self.named} ({100 * self.named / self.planted:.1f} %)"
        return [
            *(self.title, str(self.decoders), str(self.planted), str(self.hidden)),
            *(named, str(self.false_certain), mean),
        ]

    @property
    def names_what_is_not_there(self) -> bool:
        return self.false_certain > 0 or self.false_perhaps > self.decoders

    @property
    def names_too_few(self) -> bool:
        return 100 * self.named < LEAST_NAMED * self.planted


def write_whole(path: Path, text: str) -> None:
    """Writes a file whole or not at all."""
    written = path.with_suffix(".new")
    written.write_text(text)
    written.rename(path)


def report_on(
    knav: str,
    testee: Path,
    bugs: Bugs,
    kind: str,
    folder: Path | None,
    *arguments: object,
) -> dict[str, Any]:
    """The suite's report on a decoder with bugs, from the folder if it is there."""
    if folder is None:
        return judge(knav, testee, *bugs, *arguments)
    kept = folder / f"{kind}, {' and '.join(bugs)}.json"
    if not kept.exists():
        write_whole(kept, json.dumps(judge(knav, testee, *bugs, *arguments)))
    return json.loads(kept.read_text())


def named(report: dict[str, Any]) -> tuple[set[str], set[str]]:
    """The bugs that the summary names: with certainty, and with "perhaps"."""
    names: dict[bool, set[str]] = {True: set(), False: set()}
    for finding in report["findings"]:
        names[finding["isCertain"]].add(finding["flag"])
    return names[True], names[False]


def judged(report: dict[str, Any], bugs: Bugs, flagged: dict[str, set[str]]) -> Judged:
    answers = [(case["verdict"], case.get("answer")) for case in report["cases"]]
    blind = vectors_that_pass(report, flagged[bugs[0]]) if len(bugs) == 1 else []
    return Judged(bugs, answers, *named(report), blind, title=" + ".join(bugs))


def are_alike(some: list[Answer], others: list[Answer]) -> bool:
    """Whether two decoders answer alike, as far as both were asked: one that breaks down often is asked less."""
    return all(
        one == other
        for one, other in zip(some, others, strict=True)
        if "notRun" not in (one[0], other[0])
    )


def unlisted(
    knav: str, testee: Path, pool: ThreadPoolExecutor, folder: Path | None, every: int
) -> Row:
    """The row of the decoders with faults that are none of the bugs."""

    def report(which: Bugs) -> dict[str, Any]:
        return report_on(knav, UNLISTED, which, "another fault", folder, testee)

    row = Row("another fault")
    decoders = [(device, name) for device, names in FAULTS.items() for name in names]
    decoders = decoders[::every]
    for which, found in zip(decoders, pool.map(report, decoders), strict=True):
        row.add(Judged((), [], *named(found), [], title=": ".join(which)), set())
    return row


def rows(decoders: Iterable[Judged], kind: str) -> list[Row]:
    """The rows of the decoders with one bug and with two."""
    alone, pairs = Row(f"one bug, {kind}"), Row(f"two bugs, {kind}")
    answers: dict[str, list[Answer]] = {}
    for decoder in decoders:
        if len(decoder.bugs) == 1:
            answers[decoder.bugs[0]] = decoder.answers
            alone.add(decoder, set())
            continue
        one, other = decoder.bugs
        hidden = {
            bug
            for bug, rest in ((one, other), (other, one))
            if are_alike(decoder.answers, answers[rest])
        }
        pairs.add(decoder, hidden)
    return [alone, pairs]


def table(rows: list[Row]) -> str:
    header = [
        *("decoders with", "decoders", "bugs", "bugs that are hidden"),
        "named with certainty",
        *("named so, not there", 'a decoder\'s wrong "perhaps"'),
    ]
    lines = [header, ["---"] * len(header), *(row.cells for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def write_into(page: Path, table: str) -> None:
    """Replaces what stands between the marks."""
    before, begin, rest = page.read_text().partition(MARKS[0])
    _, end, after = rest.partition(MARKS[1])
    if not begin or not end:
        sys.exit(f"{page} has no place for the table: {MARKS[0]} and {MARKS[1]}")
    write_whole(page, f"{before}{begin}\n{table}\n{end}{after}")


def write_row_into(page: Path, row: Row) -> None:
    """Replaces the row of the same title in the table."""
    line = table([row]).splitlines()[-1]
    lines = page.read_text().splitlines(keepends=True)
    places = [at for at, it in enumerate(lines) if it.startswith(f"| {row.title} |")]
    if len(places) != 1:
        sys.exit(f"{page} has no row of {row.title}")
    lines[places[0]] = f"{line}\n"
    write_whole(page, "".join(lines))


def lengths_allowed(page: str) -> dict[str, int]:
    """How many lines the list may have of decoders with two bugs, by their title: those that are hidden, and the share of the
    others that need not be named."""
    rows = re.findall(r"(?m)^\| (two bugs, [^|]+) \| \d+ \| (\d+) \| (\d+) \|", page)
    return {
        title: int(hidden) + int(bugs) * (100 - LEAST_NAMED) // 100
        for title, bugs, hidden in rows
    }


def overlong(missed: Iterable[str]) -> list[str]:
    """What is wrong with the length of the list."""
    allowed = lengths_allowed(PAGE.read_text())
    counts = Counter(line.partition(":")[0] for line in missed)
    return [
        f"{MISSED.name} has {count} lines of {title}: {allowed.get(title, 0)} at most"
        for title, count in counts.items()
        if count > allowed.get(title, 0)
    ]


def is_news(report: dict[str, Any], bugs: Bugs, kind: str) -> bool:
    """Whether a bug is missed that is not known to be. On a busy machine an answer may come too late, so such a decoder
    is judged again, alone, and only that counts."""
    row = f"{'one bug' if len(bugs) == 1 else 'two bugs'}, {kind}: {' + '.join(bugs)}"
    known = MISSED.read_text().splitlines()
    missed = set(bugs) - named(report)[0]
    return any(f"{row}: {bug}" not in known for bug in missed)


def with_bugs(
    given: argparse.Namespace, testees: Testees, flagged: dict[str, set[str]]
) -> list[Row]:
    """The rows of the decoders with the bugs, alone and two at a time."""
    bugs = sorted(flagged)
    pairs = list(itertools.combinations(bugs, 2))[:: given.every]
    decoders: list[Bugs] = [*((bug,) for bug in bugs), *pairs]
    found = []
    # Without sanitizers, a bug may do no harm.
    kinds = [
        ("built plainly", testees.plain, dict.fromkeys(bugs, set())),
        ("with sanitizers", testees.sanitized, flagged),
    ]
    for kind, testee, must_fail in kinds[given.sanitized :]:
        report = partial(report_on, given.knav, testee, kind=kind, folder=given.reports)
        with ThreadPoolExecutor(given.jobs) as pool:
            reports = list(pool.map(report, decoders))
            for place, which in enumerate(decoders):
                if is_news(reports[place], which, kind):
                    reports[place] = judge(given.knav, testee, *which)
            found += rows(
                (
                    judged(report, bugs, must_fail)
                    for report, bugs in zip(reports, decoders, strict=True)
                ),
                kind,
            )
    return found


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("knav")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--faults", action="store_true")
    parser.add_argument("--sanitized", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--reports", type=Path)
    parser.add_argument("--record", type=Path, metavar="PAGE")
    given = parser.parse_args()
    if given.record and (given.every != 1 or given.sanitized) and not given.faults:
        parser.error("only what all pairs show can be recorded")
    flagged = flagged_vectors()
    if known_bugs() != set(flagged):
        sys.exit(f"bugs and flags differ: {sorted(known_bugs() ^ set(flagged))}")
    if given.reports:
        given.reports.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        testees = build(Path(folder) / "c")
        found = [] if given.faults else with_bugs(given, testees, flagged)
        with ThreadPoolExecutor(given.jobs) as pool:
            every = 1 if given.faults else max(given.every // 20, 1)
            found.append(
                unlisted(given.knav, testees.plain, pool, given.reports, every)
            )
    for row in found:
        print(*row.faults, sep="\n", end="\n" if row.faults else "")
    print(table(found))
    missed = [line for row in found for line in row.missed]
    if given.record and given.faults:
        write_row_into(given.record, found[-1])
    elif given.record:
        write_into(given.record, table(found))
        write_whole(MISSED, "".join(f"{line}\n" for line in sorted(missed)))
    known = MISSED.read_text().splitlines()
    problems = overlong(known) + [
        f"not known to be missed: {line}" for line in missed if line not in known
    ]
    print(*problems, sep="\n", end="\n" if problems else "")
    has_failed = bool(problems) or any(
        row.blind > 0 or row.names_what_is_not_there for row in found
    )
    # A few pairs may happen to be those that are missed.
    if given.every == 1:
        has_failed |= any(row.names_too_few for row in found)
    return int(has_failed)


if __name__ == "__main__":
    sys.exit(main())
