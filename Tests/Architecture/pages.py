#!/usr/bin/env python3
"""Checks what the pages say about the repository.

    pages.py KNAV MANIFEST

KNAV is the built command, MANIFEST the output of `swift package dump-package`. Checks that every path that
is named exists, every link leads somewhere, every list of layouts or phone profiles is complete, the tables
agree with the code, and the tour's modules come in the order in which they import each other.
"""

from __future__ import annotations

import glob
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import vocabularies
from tour import REPOSITORY, tour

# A path from the top of the repository, with the shell's stars and braces.
PATH = re.compile(
    r"(?<![\w./$}-])((?:Sources|Tests|Docs|Fixtures|\.ci)/[\w.+*{},/-]*(?![\w$<%\\]))"
)
# Files that a build writes, which therefore may be missing.
MADE = ("Sources/Ports/C/testee", "Sources/Ports/C/testee-sanitized")
# What the page on development tells to run has to work in a clean clone.
PAGES_OF_COMMANDS = ("Development.md",)
PIN = re.compile(r"[\w-]+==[\w.]+")
INSTALLATION = re.compile(r"pip install ([^`\n]*)")
BUILT = {
    ".build/debug/knav": "swift build --product knav",
    "Sources/Ports/C/testee-sanitized": "make -C Sources/Ports/C sanitized",
}
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]*)\)")
SPOKEN = (".md", ".swift", ".py", ".c", ".h", ".txt")


def tracked() -> Iterator[Path]:
    """All files of the repository that people read, except the fixtures."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in listed.stdout.splitlines():
        path = REPOSITORY / name
        is_script = name.startswith(".ci/") or path.suffix == ""
        if path.is_file() and (path.suffix in SPOKEN or is_script):
            yield path


def missing_paths(path: Path, text: str) -> Iterator[str]:
    """Paths from the top of the repository that do not exist."""
    for match in PATH.finditer(text):
        name = match[1].rstrip(".,-")
        if name.count("{") != name.count("}"):
            continue
        for each in _expanded(name):
            if each not in MADE and not glob.glob(each, root_dir=REPOSITORY):
                yield f"{_place(path, text, match)}: there is no {each}"


def broken_links(path: Path, text: str) -> Iterator[str]:
    """Links of a page to a file or a heading that does not exist."""
    if path.suffix != ".md":
        return
    for match in LINK.finditer(text):
        name, _, anchor = match[1].partition("#")
        if "://" in name:
            continue
        target = path.parent / name if name else path
        if not target.exists():
            yield f"{_place(path, text, match)}: the link {match[1]} leads nowhere"
        elif anchor and anchor not in _anchors(target):
            yield f"{_place(path, text, match)}: {name} has no heading {anchor}"


def incomplete_lists(path: Path, text: str) -> Iterator[str]:
    """Runs of three or more names of a vocabulary that leave one out."""
    if path.name == "CHANGELOG.md":  # its lists were complete at their time
        return
    for known in (vocabularies.layouts(), vocabularies.profiles()):
        # Longest first, so that a name does not match the beginning of a longer one.
        word = "|".join(sorted(known, key=len, reverse=True))
        one = rf"(?<![\w.])[`'\"]?(?:{word})\b[`'\"]?"
        prose = rf"{one}(?:(?: ?\||,| or| and|, or|, and)\s*{one}){{2,}}"
        # In Swift only arrays: a case of a switch may name some.
        array = rf"\[(?:nil, )?\.(?:{word})\b(?:, \.(?:{word})\b){{2,}}"
        run = re.compile(f"{prose}|{array}")
        for match in run.finditer(text):
            lacking = set(known) - set(re.findall(r"\w+", match[0]))
            if lacking:
                names = ", ".join(sorted(lacking))
                yield f"{_place(path, text, match)}: the list leaves out {names}"


def other_tools(path: Path, text: str) -> Iterator[str]:
    """Python packages that the page on development has installed in another version than the gate's."""
    if path.name not in PAGES_OF_COMMANDS:
        return
    gates = {
        pin
        for step in (REPOSITORY / ".ci").iterdir()
        for pin in PIN.findall(step.read_text())
    }
    for match in INSTALLATION.finditer(text):
        for package in match[1].split():
            if package not in gates:
                yield f"{_place(path, text, match)}: .ci does not install {package}"


def unbuilt_programs(path: Path, text: str) -> Iterator[str]:
    """Programs that the page on development runs from a clean clone, before it has said how to build them."""
    if path.name not in PAGES_OF_COMMANDS:
        return
    for name, command in BUILT.items():
        for match in re.finditer(rf"{re.escape(name)}(?![\w-])", text):
            if command not in text[: match.start()]:
                yield f"{_place(path, text, match)}: {name} needs {command} before it"
    # A list's item begins with a command; a sentence may call the program by its name.
    for match in re.finditer(r"^- `knav ", text, re.MULTILINE):
        yield f"{_place(path, text, match)}: in a clean clone there is no knav; write swift run"


def misplaced_modules(manifest: Path) -> Iterator[str]:
    """Modules that the tour names before one that they import."""
    targets = json.loads(manifest.read_text())["targets"]
    order = list(tour())
    for target in targets:
        for dependency in target["dependencies"]:
            name = dependency["byName"][0]
            if target["name"] in order and name in order:
                if order.index(name) > order.index(target["name"]):
                    yield f"the tour has {target['name']} before {name}"


def _expanded(name: str) -> list[str]:
    match = re.search(r"\{([^{}]*)\}", name)
    if match is None:
        return [name]
    head, tail = name[: match.start()], name[match.end() :]
    return [
        each for part in match[1].split(",") for each in _expanded(head + part + tail)
    ]


def _anchors(page: Path) -> set[str]:
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    slugs = {
        re.sub(r"[^\w\- ]", "", each).lower().replace(" ", "-") for each in headings
    }
    return slugs | set(re.findall(r'<a id="([^"]+)">', text))


def _place(path: Path, text: str, match: re.Match[str]) -> str:
    line = text.count("\n", 0, match.start()) + 1
    return f"{path.relative_to(REPOSITORY)}:{line}"


# Each check, and a text in which it must find a fault.
CHECKS: list[tuple[Callable[[Path, str], Iterator[str]], str]] = [
    (missing_paths, "See `Docs/Nowhere.md`."),
    (missing_paths, "See Tests/{Porting,Nowhere}."),
    (broken_links, "[there](Nowhere.md)"),
    (broken_links, "[there](Protocol.md#nowhere)"),
    (incomplete_lists, "--profile published|ios|android"),
    (incomplete_lists, "`published`, `ios` or `android`"),
    (incomplete_lists, "[.published, .ios, .android]"),
    (other_tools, "pip install ruff"),
    (other_tools, "pip install ruff==0.0.1"),
    (unbuilt_programs, "run Sources/Ports/C/testee-sanitized"),
    (unbuilt_programs, "make -C Sources/Ports/C sanitized; .build/debug/knav"),
    (unbuilt_programs, "- `knav decode`: speed"),
]


def blind_checks() -> Iterator[str]:
    """Checks that do not find the fault in their text."""
    page = REPOSITORY / "Docs" / "Development.md"
    for check, text in CHECKS:
        if not any(check(page, text)):
            yield f"{check.__name__} finds nothing in: {text}"


def main() -> int:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    knav, manifest = map(Path, sys.argv[1:])
    faults = [*blind_checks(), *vocabularies.faults(knav)]
    faults += misplaced_modules(manifest)
    files = 0
    own = Path(__file__).resolve().parent
    for path in tracked():
        if path.parent == own:
            continue
        files += 1
        text = path.read_text(encoding="utf-8")
        for check in dict.fromkeys(check for check, _ in CHECKS):
            faults += check(path, text)
    for fault in faults:
        print(f"pages: {fault}", file=sys.stderr)
    print(f"pages: {files} files, faults: {len(faults)}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
