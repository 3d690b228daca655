"""Tables of vectors: for each a line with its clause and its title, and below it, indented, what happens.

    C.13 A notification ends the silence [flag]
      ready; rest; wait 1000; notified -> report @ready

What happens are steps, each a verb and its arguments as Python has them, then what the vector is meant to show. Flags,
and `recommended`, are in brackets. A script that begins with `then` goes on where the one before has ended. `3x(…)` are
steps that happen three times. `{a|b}` makes a row for each alternative; a row that begins with `&` takes its
alternatives together with the row before. `since` and a version stand above the rows that came with it.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from .objects import make_of_length

HEAD = re.compile(r"(\S+) (.+?)(?: \[([^]]+)\])?")
ALTERNATIVES = re.compile(r"\{([^{}]*\|[^{}]*)\}")
REPEATED = re.compile(r"(\d+)x\(")

Names = dict[str, Any]


class Row(NamedTuple):
    """A vector: its clause and title, what the brackets say, its steps, and what it is meant to show."""

    clause: str
    title: str
    intent: dict[str, Any]
    goes_on: bool
    steps: list[str]
    meant: str


class Step(NamedTuple):
    """A verb and its arguments."""

    verb: str
    values: tuple[Any, ...]
    members: dict[str, Any]

    def call(self, function: Callable[..., Any]) -> Any:
        """Calls what the verb stands for."""
        return function(*self.values, **self.members)


def rows(text: str) -> Iterator[Row]:
    """The rows of a table."""
    together: list[str] = []
    since: dict[str, str] = {}
    for block in re.split(r"\n(?! )", text.strip("\n")):
        if not block.startswith("& "):
            yield from _expanded(together, since)
            together = []
        if block.startswith("since "):
            since = {"since": block.removeprefix("since ")}
        else:
            together.append(block.removeprefix("& "))
    yield from _expanded(together, since)


def played(row: Row, script: Any, begin: Callable[..., Any], names: Names) -> Any:
    """A script to which a row's steps have happened. A first step that is not among the names is what to `begin` with."""
    steps = [step(text, names) for text in row.steps]
    if not row.goes_on:
        given = steps.pop(0)
        script = given.call(names.get(given.verb) or partial(begin, given.verb))
    for given in steps:
        script.take(given)
    return script


def step(text: str, names: Names) -> Step:
    """Reads a step, in which names stand for values."""
    verb, _, arguments = text.partition(" ")
    return Step(verb, *eval(f"arguments({arguments})", {**WORDS}, names))


def _expanded(blocks: list[str], since: dict[str, str]) -> Iterator[Row]:
    for some in alternatives(blocks):
        for block in some:
            row = _row(block)
            yield row._replace(intent=row.intent | since)


def alternatives(blocks: list[str]) -> Iterator[list[str]]:
    """Texts with each of the alternatives that they have, in all of them the same."""
    counts = {
        match[1].count("|") + 1
        for block in blocks
        for match in ALTERNATIVES.finditer(block)
    }
    if len(counts) > 1:
        raise ValueError(f"not as many alternatives everywhere: {blocks}")
    for place in range(max(counts, default=1)):
        yield [
            ALTERNATIVES.sub(lambda match: match[1].split("|")[place], block)
            for block in blocks
        ]


def _row(block: str) -> Row:
    head, _, rest = block.partition("\n")
    match = HEAD.fullmatch(head)
    if not match:
        raise ValueError(f"no clause and title: {head}")
    clause, title, marks = match.groups()
    words = (marks or "").split()
    intent: dict[str, Any] = {"flags": [word for word in words if word != RECOMMENDED]}
    if RECOMMENDED in words:
        intent["level"] = RECOMMENDED
    script, _, meant = " ".join(rest.split()).partition(" -> ")
    if "->" in script or meant and " @" in script:
        raise ValueError(f"not one arrow, or an arrow and a phase: {script}")
    if " @" in script:
        script, _, phase = script.rpartition(" @")
        meant = f"@{phase}"
    goes_on = script.startswith("then ")
    steps = list(_steps(script.removeprefix("then ")))
    return Row(clause, title, intent, goes_on, steps, meant)


def _steps(script: str) -> Iterator[str]:
    """Splits a script at semicolons, and repeats what is to be repeated."""
    while script:
        repeated = REPEATED.match(script)
        if repeated and int(repeated[1]) < 2:
            raise ValueError(f"nothing is repeated: {script}")
        end = _end(script, repeated.end() if repeated else 0, ")" if repeated else ";")
        if repeated:
            inner = list(_steps(script[repeated.end() : end]))
            yield from inner * int(repeated[1])
            script = script[end + 1 :].removeprefix(";").strip()
        else:
            yield script[:end].strip()
            script = script[end + 1 :].strip()


def _end(script: str, start: int, stop: str) -> int:
    """The place of the first `stop` that is not inside of parentheses or quotes."""
    depth, is_quoted = 0, False
    for place in range(start, len(script)):
        character = script[place]
        is_quoted ^= character == '"'
        if is_quoted:
            continue
        if character == stop and depth == 0:
            return place
        depth += {"(": 1, ")": -1}.get(character, 0)
    return len(script)


def _arguments(*values: Any, **members: Any) -> tuple[tuple[Any, ...], Names]:
    return values, members


RECOMMENDED = "recommended"
# What steps may use beside the names of their session: bytes in hex, and an object of so many bytes.
WORDS: Names = {
    "arguments": _arguments,
    "x": bytes.fromhex,
    "made": partial(make_of_length, "deployed"),
}
