"""Compares names and numbers in the code with their copies in the docs, the ports and the tests."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from tour import PAGE, REPOSITORY

TIMING = "Sources/KomootNav/Session/NavigationTiming.swift"
DURATIONS = "Sources/KomootNav/Session/NavigationTiming.swift"
LAYOUT = "Sources/KomootNav/Wire/InstructionLayout.swift"
PROFILE = "Sources/Simulation/Phone/PhoneProfile.swift"
EVENTS = "Sources/KomootNav/Session/{side}/{side}Event.swift"
HEADER = "Sources/CKnav/include/knav.h"
# Where the C interface has each end: header, prefix of its constants, their conversion in Swift, and in the C port
# the session and the testee, with the prefix of its lists.
IN_C = {
    "Central": (HEADER, "KNAV", "central.c", "testee_central.h", ""),
    "Peripheral": (
        *("Sources/CKnav/include/knav_phone.h", "KNAV_PERIPHERAL"),
        *("peripheral.c", "testee_phone.h", "phone_"),
    ),
}


def faults(knav: Path) -> Iterator[str]:
    """Every place that differs from the code."""
    yield from _timing()
    yield from _layouts()
    yield from _profiles()
    yield from _verbs(knav)
    yield from _features()
    yield from _suite()
    for side in ("Central", "Peripheral"):
        yield from _events(side)
    yield from _names_for_displays()


def layouts() -> list[str]:
    return _all(LAYOUT, r"public static var (\w+): InstructionLayout")


def profiles() -> list[str]:
    return _all(PROFILE, r"^    case (\w+)$")


def _timing() -> Iterator[str]:
    swift = {
        _capitals(name): int(value.replace("_", ""))
        for name, value in _all(TIMING, r"static let (\w+): UInt64 = ([\d_]+)")
    }
    durations = _all(
        DURATIONS,
        r"static let (\w+) = Duration\.milliseconds\(\s*Milliseconds\.(\w+)\)",
    )
    for name, source in durations:
        if name != source:
            yield f"{DURATIONS}: {name} is made from {source}"
    yield from _compare(DURATIONS, swift, {_capitals(name) for name, _ in durations})

    path = "Fixtures/generator/kbc/timing.py"
    generator = _all(path, r"^([A-Z_]+) = ([\d_]+)$")
    python = {name: int(value.replace("_", "")) for name, value in generator}
    yield from _compare(path, swift.items(), python.items())

    path = "Docs/Sessions.md"
    rows = _all(path, r"^- `(\w+(?:Interval|Limit|Timeout|Tolerance))`: ([\d.]+) s\b")
    page = {_capitals(name): int(float(value) * 1000) for name, value in rows}
    yield from _compare(path, swift.items(), page.items())

    for path in (
        "Sources/Ports/C/central.h",
        "Sources/Ports/C/peripheral.h",
        "Tests/Porting/refusals.c",
    ):
        port = _all(path, r"\b([A-Z_]+(?:INTERVAL|LIMIT|TIMEOUT|TOLERANCE)) = (\d+)")
        if not port:
            yield f"{path} has no intervals"
        for name, value in port:
            if swift.get(name) != int(value):
                yield f"{path}: {name} is {value}, but {swift.get(name)} in the library"

    usual = {
        HEADER: r"read_timeout_in_ms; /\* (\d+) \*/",
        "Fixtures/README.md": r"`readTimeout` \((\d+)\)",
    }
    for path, pattern in usual.items():
        yield from _compare(path, [str(swift["READ_TIMEOUT"])], _all(path, pattern))


def _layouts() -> Iterator[str]:
    known = layouts()
    places = {
        HEADER: r"^    KNAV_LAYOUT_(?!AUTO)(\w+) =",
        "Docs/Porting.md": r"^\| `(\w+)`, .*\| \d+ \|$",
        "Fixtures/generator/kbc/reference.py": r"^STREET_OFFSET = (\{.*\})",
        "Fixtures/generator/kbc/objects.py": r"^LAYOUTS = (.*)",
        "Fixtures/schema/common.schema.json": r'"layout": \{"enum": (.*?)\}',
        "Sources/Ports/Python/komoot_nav/codec.py": r"(?s)^LAYOUTS = (\{.*?^\})",
        "Sources/Ports/Harness/kbc_harness.h": r"kbc_layout_names\[\] = \{(.*?),\s*NULL",
        "Sources/Ports/Harness/kbc_harness.py": r"^LAYOUTS = (.*)",
        "Tests/Porting/differential.py": r"^LAYOUTS = (.*)",
    }
    for path, pattern in places.items():
        found = _all(path, pattern)
        # A pattern matches one name at a time, or a literal with all names.
        words = [word for text in found for word in re.findall(r"[A-Za-z]\w*", text)]
        names = {word.lower() for word in words} - {"auto"}
        yield from _compare(path, known, names)
    last = _all(HEADER, r"^    KNAV_LAYOUT_(\w+) =")[-1:]
    for path in ("Sources/Ports/C/central.c", "Sources/Ports/C/peripheral.c"):
        largest = _all(path, r"configuration->layout (?:>|<=) KNAV_LAYOUT_(\w+)\b")
        yield from _compare(path, last, largest)


def _profiles() -> Iterator[str]:
    known = profiles()
    path = "Docs/Sessions.md"
    section = _all(path, r"(?s)^## Phones\n(.*)")
    rows = re.findall(r"^\| `(\w+)` \|", "".join(section), re.MULTILINE)
    yield from _compare(path, known, rows)
    yield from _compare(PROFILE, known, _all(PROFILE, r"^/// \| `(\w+)` \|"))
    path = "Tests/Interop/stage.py"
    listed = re.findall(r"\w+", "".join(_all(path, r"^PROFILES = (.*)")))
    yield from _compare(path, known, listed)


def _verbs(knav: Path) -> Iterator[str]:
    """Each command of the help is shown on some page, by its whole name."""
    shown = subprocess.run([knav, "--help"], capture_output=True, text=True, check=True)
    commands = re.search(r"^commands:\n(.*?)\n\n", shown.stdout, re.M | re.S)
    names = re.findall(r"^  (\w+(?: \w+)?)  ", commands[1] if commands else "", re.M)
    users_pages = sorted(set((REPOSITORY / "Docs").glob("*.md")) - {PAGE})
    pages = [REPOSITORY / "README.md", *users_pages]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    if not names:
        yield "'knav --help' lists no commands"
    for name in names:
        if not re.search(rf"\bknav {name}\b", text):
            yield f"neither README.md nor a page in Docs shows 'knav {name}'"


def _features() -> Iterator[str]:
    known = _all(
        "Sources/KomootNavConformance/Testee/Feature.swift", r"^    case (\w+)$"
    )
    path = "Docs/Conformance.md"
    items = _all(path, r"(?s)^Features, and [^\n]*:\n\n(.*?)\n\n")
    names = re.findall(r"^- (.*?): ", "".join(items), re.MULTILINE)
    yield from _compare(path, known, re.findall(r"`(\w+)`", "".join(names)))


def _suite() -> Iterator[str]:
    """The suite's version and size are the same wherever they are written."""
    found = _all("Fixtures/generator/kbc/vectors.py", r'^SUITE_VERSION = "([\d.]+)"$')
    versions = {
        "Sources/KomootNavVectors/VectorSuite.swift": r'currentVersion = "([\d.]+)"',
        "Docs/Conformance.md": r'"suiteVersion":"([\d.]+)"',
        "CHANGELOG.md": r"suite version ([\d.]+)",
    }
    for path, pattern in versions.items():
        yield from _compare(path, found, _all(path, pattern))
    files = [*REPOSITORY.glob("Fixtures/*/*.json")]
    for folder in ("session", "pairing", "watch"):
        files += REPOSITORY.glob(f"Fixtures/{folder}/*/*.json")
    contents = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    count = sum(content.get("count", 0) for content in contents)
    counts = {
        "README.md": r"(\d+) golden cases",
        "Sources/KomootNavConformance/KomootNavConformance.docc/KomootNavConformance.md": r"// (\d+) cases, 0 failures",
    }
    for path, pattern in counts.items():
        yield from _compare(path, [str(count)], _all(path, pattern))


def _events(side: str) -> Iterator[str]:
    source = EVENTS.format(side=side)
    page = _text("Docs/Pipe.md")
    title = "device" if side == "Central" else "phone"
    section = re.search(rf"^## The {title}'s end\n(.*?)^## ", page, re.M | re.S)
    for kind in ("event", "effect"):
        declared = re.search(
            rf"enum {kind.title()}\b.*?\n(.*?)^    }}", _text(source), re.M | re.S
        )
        cases = re.findall(
            r"^        case (\w+)", declared[1] if declared else "", re.M
        )
        table = re.search(
            rf"^\| {kind} \|.*\n\|[-|]+\n((?:\|.*\n)+)",
            section[1] if section else "",
            re.M,
        )
        cells = re.findall(r"^\| (.*?) \|", table[1] if table else "", re.M)
        # An effect's cell lists its members after a colon.
        heads = [cell.split(":")[0] if kind == "effect" else cell for cell in cells]
        names = re.findall(r"`(\w+)`", " ".join(heads))
        yield from _compare(f"Docs/Pipe.md, {side}, {kind}s", cases, names)
        yield from _events_in_c(side, kind, cases)


def _names_for_displays() -> Iterator[str]:
    """The C port has the names of what a session reports, in the order of the header."""
    path = "Sources/Ports/C/display.c"
    for kind, constant in (("STATUS", "statuses"), ("FAULT", "faults")):
        numbered = _all(HEADER, rf"^    KNAV_{kind}_(\w+) = \d+")
        listed = _all(
            path, rf"(?s)^static const KNAV_FLASH char {constant}\[\] =(.*?);"
        )
        names = re.findall(r'"(\w+)\\0"', "".join(listed))
        if not names or [_capitals(name) for name in names] != numbered:
            yield f"{path}: {constant} are not those of {HEADER}, in its order"


def _events_in_c(side: str, kind: str, cases: list[str]) -> Iterator[str]:
    """C numbers the cases from 0, and its testee lists their names in this order."""
    header, prefix, session, testee, lists_prefix = IN_C[side]
    numbered = _all(header, rf"^    {prefix}_{kind.upper()}_(\w+) = (\d+)")
    yield from _compare(f"{header}, {kind}s", map(_capitals, cases), dict(numbered))
    if [int(number) for _, number in numbered] != list(range(len(numbered))):
        yield f"{header} does not number the {kind}s from 0, one after the other"
    if kind == "event":
        path = f"Sources/KnavC/{side}Events.swift"
        converted = _all(path, rf"case {prefix}_EVENT_(\w+)\.byte:\s+return\b")
        yield from _compare(path, dict(numbered), converted)
        path = f"Sources/Ports/C/{session}"
        largest = _all(path, rf"event->kind (?:>|<=) {prefix}_EVENT_(\w+)[);]")
        yield from _compare(path, [numbered[-1][0]], largest)
    path = f"Sources/Ports/C/{testee}"
    names_of_kind = rf"static const char \*const {lists_prefix}{kind}_names\[\]"
    lists = _all(path, rf"(?s)^{names_of_kind} = (.*?);")
    names = re.findall(r'"(\w+)"', "".join(lists))
    if [_capitals(name) for name in names] != [name for name, _ in numbered]:
        yield f"{path}: the names of the {kind}s are not those of {header}, in its order"


def _compare(place: str, known: Iterable[object], found: Iterable[object]) -> Iterator:
    known, found = set(known), set(found)
    if not known:
        yield f"{place}: the code has nothing to compare it with"
    for each in sorted(map(str, known - found)):
        yield f"{place} lacks {each}"
    for each in sorted(map(str, found - known)):
        yield f"{place} has {each}, which the code does not have"


def _capitals(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper()


def _all(path: str, pattern: str) -> list:
    return re.findall(pattern, _text(path), re.MULTILINE)


def _text(path: str) -> str:
    return (REPOSITORY / path).read_text(encoding="utf-8")
