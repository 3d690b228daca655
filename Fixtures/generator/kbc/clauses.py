"""Makes the page that leads from each clause to the vectors that prove it, and says what each flag means."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .evaluate import Json
from .flags import FLAGS

PAGE = Path("Fixtures/Clauses.md")
EXAMPLES = 3
WORDS = 8

# The pages with clauses, and the beginnings of the ids of the vectors that name them.
PAGES = {
    "Protocol": ("CODEC", "NOTIFICATION", "REASSEMBLY", "DISTANCE"),
    "Sessions": ("SESSION-CENTRAL", "SESSION-PERIPHERAL"),
    "Sensors": ("SENSOR",),
    "Pairing": ("PAIRING-CLIENT", "PAIRING-SERVER"),
    "Watch": ("WATCH", "WATCH-SESSION"),
}
PAGE_OF = {group: name for name, groups in PAGES.items() for group in groups}

ANCHOR = r'(?:<a id="(?P<anchor>[^"]+)"></a>)?'
LABEL = r"(?:\d+|[CPS])\.\d+"
# A paragraph that begins with its bold label, or a section.
CLAUSE = re.compile(
    rf"^(?:{ANCHOR}\*\*(?P<label>{LABEL})(?: (?P<title>[^*]+))?\*\*(?P<rest>.*)"
    r"|## (?P<section>\d+) (?P<name>.+))$",
    re.MULTILINE,
)

BEGINNING = f"""\
# Clauses and flags

For each clause that a port has to keep: how many vectors name it, and up to {EXAMPLES} of them. Those that
were worked out by hand come first, then one of each topic. Run one with `knav conformance run --case ID`.

A vector names the one clause that decides its answer, and needs others too. A clause without a vector states a fact,
a reason or a promise, is carried out by other clauses (those of timing by the rules of the sessions), or is about what
questions and answers can't show. The list after each table has them all. [Flags](#flags) says what each field bug does.

`generate.py --tables` writes this page, and `generate.py --check` fails if it is out of date.
"""


@dataclass(frozen=True)
class Clause:
    """A clause of a page, or one of its sections, which some vectors name as a whole."""

    label: str
    title: str
    anchor: str  # empty if the page has none for it

    @property
    def is_section(self) -> bool:
        return "." not in self.label


def clauses(text: str) -> list[Clause]:
    """The clauses and sections of a page."""
    found = []
    for match in CLAUSE.finditer(text):
        if match["section"]:
            anchor = f"clause-{match['section']}"
            linked = anchor if f'"{anchor}"' in text else ""
            found.append(Clause(match["section"], match["name"], linked))
        else:
            title = (match["title"] or "").rstrip(".:,") or _beginning(match["rest"])
            found.append(Clause(match["label"], title, match["anchor"] or ""))
    return found


def unknown(root: Path, vectors: list[Json]) -> Iterator[str]:
    """Vectors that name a clause that their page does not have."""
    known = {name: {clause.label for clause in _read(root, name)} for name in PAGES}
    for vector in vectors:
        name = _page_of(vector)
        if vector["clause"] not in known[name]:
            yield f"{vector['id']}: {name}.md has no clause {vector['clause']}"


def page(root: Path, vectors: list[Json]) -> str:
    """The page's text."""
    parts = [BEGINNING.rstrip()]
    for name in PAGES:
        named: dict[str, list[Json]] = {}
        for vector in vectors:
            if _page_of(vector) == name:
                named.setdefault(vector["clause"], []).append(vector)
        known = _read(root, name)
        parts.append(f"\n## {name}\n")
        parts.append("| clause | | vectors | such as |\n|---|---|---|---|")
        parts += [
            _row(name, clause, named[clause.label])
            for clause in known
            if clause.label in named
        ]
        bare = [
            _link(name, clause)
            for clause in known
            if not clause.is_section and clause.label not in named
        ]
        parts.append(f"\nWithout a vector: {', '.join(bare) or 'none'}.")
    parts.append("\n## Flags\n")
    parts.append("| flag | bug type | what goes wrong |\n|---|---|---|")
    parts += [
        f"| `{name}` | {entry['bugType']} | {entry['effect']} |"
        for name, entry in FLAGS.items()
    ]
    return "\n".join(parts) + "\n"


def _row(name: str, clause: Clause, vectors: list[Json]) -> str:
    some = ", ".join(f"`{vector['id']}`" for vector in _examples(vectors))
    return f"| {_link(name, clause)} | {clause.title} | {len(vectors)} | {some} |"


def _examples(vectors: list[Json]) -> list[Json]:
    """Those that were worked out by hand, then the first of each topic; the required ones before the others, and what must work
    before what must be refused."""
    kinds: set[str] = set()
    firsts = []
    for vector in vectors:
        topic = vector["id"].rpartition("/")[0]
        kind = f"{topic} {'/BI-' in vector['id']}"
        if vector["provenance"] != "generated" or kind not in kinds:
            firsts.append(vector)
        kinds.add(kind)
    firsts.sort(key=_rank)
    return firsts[:EXAMPLES]


def _rank(vector: Json) -> tuple[bool, bool, bool]:
    return (
        vector["provenance"] == "generated",
        vector["level"] != "required",
        "/BI-" in vector["id"],
    )


def _beginning(text: str) -> str:
    """A few words of a clause without a title."""
    words = re.sub(r"\s*\([A-Z][^)]*\)", "", text).split()
    shown = " ".join(words[:WORDS])
    return shown if len(words) <= WORDS else f"{shown} …"


def _link(name: str, clause: Clause) -> str:
    anchor = f"#{clause.anchor}" if clause.anchor else ""
    return f"[{clause.label}](../Docs/{name}.md{anchor})"


def _read(root: Path, name: str) -> list[Clause]:
    return clauses((root / "Docs" / f"{name}.md").read_text(encoding="utf-8"))


def _page_of(vector: Json) -> str:
    return PAGE_OF[vector["id"].split("/")[1]]
