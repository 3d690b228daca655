"""The changes that one line of a Swift source can have, and sources with a choice of them.

The compiler says where each expression starts and ends, so that a change takes all of it.
"""

from __future__ import annotations

import bisect
import hashlib
import json
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

Json = dict[str, Any]
Place = tuple[int, int, str | None]  # start, end, and what else can stand there

CHOOSER = "CMutants"
# Those of the manifest without which the sources do not compile.
SETTINGS = "-swift-version 6 -enable-experimental-feature Lifetimes".split()
SETTINGS += ["-enable-upcoming-feature", "InternalImportsByDefault"]
PAIRS = "< <=, > >=, == !=, + -, += -=, && ||, &+ &-, &+= &-=, min max, true false"
OTHERS: dict[str, str] = {}
for one, other in (pair.split() for pair in PAIRS.split(", ")):
    OTHERS |= {one: other, other: one}
NOTHING, BOOL = "$sytD", "$sSbD"
OPERATOR = re.compile(rb"[<>=!+\-&|]+|min\b|max\b")
NUMBER = re.compile(r"(-?)(0x[\da-fA-F_]+|\d[\d_]*)")
LAST_TOKEN = re.compile(
    rb"-?0x[\da-fA-F_]+|-?\d[\d_]*(\.\d[\d_]*)?([eE][+-]?\d+)?"
    rb'|[$#@]?\w+|`\w+`|"(?!"")([^"\\\n]|\\[^(])*"|[)\]}?!]'
)
# No test of this process could tell.
ENDS_PROGRAM = re.compile(r"(precondition|assert|fatalError)\w*\(")


class Change(NamedTuple):
    """A change; `other` is `None` if a statement is left out."""

    key: str  # the same in all commits whose file has the same line
    module: str
    file: str
    line: int
    start: int
    end: int
    other: str | None
    text: str


def all_changes(package: Path, modules: Path, module: str) -> Iterator[Change]:
    """Every change of a module; the folder `modules` has those that it imports."""
    files = sorted((package / "Sources" / module).rglob("*.swift"))
    command = ["swiftc", "-frontend", "-dump-ast", "-dump-ast-format", "json"]
    command += ["-parse-as-library", *SETTINGS, "-package-name", package.name]
    command += ["-I", str(modules), "-module-name", module]
    with tempfile.TemporaryDirectory() as trees:
        for number, file in enumerate(files):
            command += ["-primary-file", str(file), "-o", f"{trees}/{number}"]
        subprocess.run(command, check=True)
        for number, file in enumerate(files):
            source = file.read_bytes()
            tree = json.loads(Path(trees, str(number)).read_text())
            places = sorted(set(_places(tree, source)), key=str)
            yield from _named(module, str(file.relative_to(package)), source, places)


def _named(
    module: str, file: str, source: bytes, places: list[Place]
) -> Iterator[Change]:
    lines = [match.start() for match in re.finditer(rb"^", source, re.MULTILINE)]
    alike: Counter[str] = Counter()
    for start, end, other in places:
        line = bisect.bisect(lines, start)
        before = source[lines[line - 1] : start].decode().lstrip()
        whole = before + source[start:].split(b"\n", 1)[0].decode()
        old = source[start:end].decode()
        what = f"{file} {whole} {len(before)} {old} {other}"
        key = hashlib.sha256(f"{what} {alike[what]}".encode()).hexdigest()[:12]
        alike[what] += 1
        text = f"{old} -> {other}" if other else f"without {old}"
        text = " ".join(text.split())
        yield Change(key, module, file, line, start, end, other, text)


def _places(node: Any, source: bytes) -> Iterator[Place]:
    for child in node.values() if isinstance(node, dict) else node:
        if isinstance(child, dict | list):
            yield from _places(child, source)
    if isinstance(node, dict):
        text = "" if node.get("implicit") else _text(node, source)
        start = node.get("range", {}).get("start", 0)
        for other in _others(node, text, source) if text else ():
            yield start, start + len(text.encode()), other
        for part, instead in _parts(node, source):
            start = part["range"]["start"]
            yield start, start + len(_text(part, source).encode()), instead


def _others(node: Json, text: str, source: bytes) -> Iterator[str]:
    """What can stand in an expression's place."""
    match node["_kind"]:
        case "binary_expr" | "call_expr":
            at, word = _operator(node, source)
            if word in OTHERS:
                at -= node["range"]["start"]
                raw = text.encode()
                rest = raw[at + len(word) :].decode()
                yield raw[:at].decode() + OTHERS[word] + rest
        case "prefix_unary_expr" if text.startswith("!"):
            yield text[1:]
        case "integer_literal_expr" if number := NUMBER.fullmatch(text):
            value = int(number[2], 0)
            yield from (
                f"{number[1]}{new}" for new in (value + 1, value - 1) if new >= 0
            )
        case "boolean_literal_expr" if text in OTHERS:
            yield OTHERS[text]


def _parts(node: Json, source: bytes) -> Iterator[tuple[Json, str | None]]:
    """The conditions of a statement or expression, and the statements of a body."""
    conditions = [node.get("cond_expr"), *node.get("conditions", [])]
    for part in conditions if node.get("_kind") != "brace_stmt" else ():
        if isinstance(part, dict) and part.get("type") == BOOL:
            # Another change negates all of those already.
            negated = _operator(part, source)[1] in ("==", "!=", "!")
            if (text := _text(part, source)) and not negated:
                yield part, f"!({text})"
    for part in node.get("elements", ()) if node.get("_kind") == "brace_stmt" else ():
        if part.get("_kind") == "return_stmt" and part.get("implicit"):
            part = part.get("result", {})
        if part.get("type") == NOTHING and not part.get("implicit"):
            text = _text(part, source)
            if text and not ENDS_PROGRAM.match(text):
                yield part, None


def _operator(node: Json, source: bytes) -> tuple[int, str]:
    """Where an expression's operator is, or its function `min` or `max`."""
    at = node.get("fn", {}).get("range", {}).get("start", len(source))
    match = OPERATOR.match(source, at)
    return at, match[0].decode() if match else ""


def _text(node: Json, source: bytes) -> str:
    """An expression. The compiler says where it starts, and its last token."""
    if "range" not in node:
        return ""
    start, last = node["range"]["start"], node["range"]["end"]
    token = LAST_TOKEN.match(source, last)
    return source[start : token.end()].decode() if token else ""


def with_choice(
    source: bytes, changes: dict[int, Change]
) -> tuple[bytes, list[tuple[int, int, int]]]:
    """A source that makes the change of the chosen number; where each number stands."""
    text = bytearray(f"public import {CHOOSER}\n".encode())
    places = []

    def write(start: int, end: int, inside: list[tuple[int, Change]]) -> None:
        while inside:
            (number, change), *inside = inside
            nested = [item for item in inside if item[1].start < change.end]
            inside = inside[len(nested) :]
            text.extend(source[start : change.start])
            begin, start, other = len(text), change.end, change.other
            chosen = f"knav_mutated({number})"
            first = f"({chosen} ? ({other}) : (" if other else f"if !{chosen} {{ "
            text.extend(first.encode())
            write(change.start, change.end, nested)
            text.extend(b"))" if other else b" }")
            places.append((begin, len(text), number))
        text.extend(source[start:end])

    # The outer ones first, and a statement before an expression that is all of it.
    write(
        0,
        len(source),
        sorted(
            changes.items(),
            key=lambda item: (item[1].start, -item[1].end, bool(item[1].other)),
        ),
    )
    return bytes(text), places
