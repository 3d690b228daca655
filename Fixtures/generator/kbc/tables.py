"""Makes the sessions' tables and the page of clauses from the vectors."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from . import clauses
from .evaluate import Json, does_nothing
from .sessions.script import EVENTS, OPERATIONS, PHASES

PAGE = Path("Docs/Sessions.md")
SOURCES = {
    "central": Path("Sources/KomootNav/Session/Central/CentralSession.swift"),
    "peripheral": Path("Sources/KomootNav/Session/Peripheral/PeripheralSession.swift"),
}
NOTHING, LATE, LOSS = "·", "late", "loss"
Cells = dict[tuple[str, str], set[str]]  # event and phase before: outcomes


def cells(vectors: Iterable[Json], side: str) -> Cells:
    """The outcomes of the vectors' last events."""
    found: Cells = {}
    for vector in vectors:
        if vector["operation"] == OPERATIONS[side]:
            key = vector["input"]["events"][-1]["event"], _phase_before(vector)
            found.setdefault(key, set()).add(_outcome(vector["expected"]))
    return found


def gaps(vectors: list[Json]) -> Iterator[str]:
    """Cells without a vector."""
    for side, phases in PHASES.items():
        found = cells(vectors, side)
        for event in EVENTS[side]:
            for phase in phases:
                if (event, phase) not in found:
                    yield f"no vector has {event} while {phase}, {side}"


def table(vectors: list[Json], side: str) -> list[str]:
    """The table: a row for each event, a column for each phase."""
    found = cells(vectors, side)
    phases = PHASES[side]
    order = [NOTHING, LATE, *phases, LOSS]
    lines = [f"| event | {' | '.join(phases)} |", "|---" * (len(phases) + 1) + "|"]
    for event in EVENTS[side]:
        row = [
            " / ".join(sorted(found[event, phase], key=order.index)) for phase in phases
        ]
        lines.append(f"| `{event}` | {' | '.join(row)} |")
    return lines


def rewritten(root: Path, vectors: list[Json]) -> dict[Path, str]:
    """The files that are made from the vectors, as a whole or in part, with their right content."""
    page = (root / PAGE).read_text(encoding="utf-8")
    texts = {}
    for side, path in SOURCES.items():
        lines = table(vectors, side)
        page = _replace_block(page, f"{side}-table", lines)
        source = (root / path).read_text(encoding="utf-8")
        comment = "".join(f"/// {line}\n" for line in lines)
        pattern = rf"(?:/// {side.upper()}-TABLE\n|(?:/// \|.*\n)+)"
        texts[root / path] = _replace(source, pattern, comment, str(path))
    texts[root / clauses.PAGE] = clauses.page(root, vectors)
    return texts | {root / PAGE: page}


def _replace_block(text: str, name: str, lines: list[str]) -> str:
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    pattern = rf"<!-- {name} -->|{begin}\n(?:.*\n)*?{end}"
    block = "\n".join([begin, *lines, end])
    return _replace(text, pattern, block, name)


def _replace(text: str, pattern: str, new: str, what: str) -> str:
    replaced, count = re.subn(pattern, lambda _: new, text)
    if count != 1:
        raise ValueError(f"{what}: {count} places for a table")
    return replaced


def _phase_before(vector: Json) -> str:
    steps = vector["expected"]["steps"]
    return steps[-2]["phase"] if len(steps) > 1 else "stopped"


def _outcome(expected: Json) -> str:
    last = expected["steps"][-1]
    if does_nothing(expected):
        return LATE if last["effects"] else NOTHING
    ended = any(effect["effect"] == "disconnect" for effect in last["effects"])
    return LOSS if ended and last["phase"] == "scanning" else last["phase"]
