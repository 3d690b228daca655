#!/usr/bin/env python3
"""Writes every picture and bitmap of the arrows from the drawings in `generator`.

    python3 Sources/Arrows/generate.py           # writes c, python, svg and contact-sheet.svg
    python3 Sources/Arrows/generate.py --check   # fails if a file differs, is missing or is left over

Docs/Arrows.md says how to use them, and how to change an arrow. Needs only Python's standard library.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from generator.files import FOLDERS, files  # noqa: E402

ROOT = Path(__file__).resolve().parent


def left_over(expected: dict[str, str]) -> list[str]:
    """Files in the generated folders that no drawing makes."""
    found = [
        path.relative_to(ROOT).as_posix()
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]
    return sorted(set(found) - set(expected))


def differing(expected: dict[str, str]) -> list[str]:
    """Files that are missing, or do not hold what the drawings make."""
    return [
        name
        for name, text in expected.items()
        if not (ROOT / name).is_file()
        or (ROOT / name).read_bytes() != text.encode("utf-8")
    ]


def check(expected: dict[str, str]) -> None:
    faults = [f"{name} differs" for name in differing(expected)]
    faults += [f"{name} is left over" for name in left_over(expected)]
    if faults:
        for fault in faults:
            print(f"arrows: {fault}", file=sys.stderr)
        sys.exit("arrows: run 'python3 Sources/Arrows/generate.py'")
    print(f"arrows: {len(expected)} files are up to date")


def write(expected: dict[str, str]) -> None:
    for name in left_over(expected):
        (ROOT / name).unlink()
    for name, text in expected.items():
        (ROOT / name).parent.mkdir(exist_ok=True)
        (ROOT / name).write_text(text, encoding="utf-8", newline="\n")
    print(f"arrows: {len(expected)} files written")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    arguments = parser.parse_args()
    (check if arguments.check else write)(files())


if __name__ == "__main__":
    main()
