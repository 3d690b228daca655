"""Faults as changes of the models' text.

    another discovery forgets the chunk size
      _discover: => self.reader.longest_chunk = 0

Above is what the fault is called, below it are changes: in a method, what is replaced and by what. The old text must
occur once. Without it the new one comes first in the method, and last if the old one is `...`. What stands for
`finally` comes after the method, however it ends. `;;` begins another line. `encoding.take` is the method of that
class or module. `{a|b}` makes a fault for each alternative.
"""

from __future__ import annotations

import inspect
import re
import textwrap
import types
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from ..planting import Plant
from ..table import alternatives


def edited(text: str, *models: Any) -> Iterator[tuple[str, list[Plant]]]:
    """The faults of a table, and their names. The methods are those of classes or of modules."""
    for block in re.split(r"\n(?! )", text.strip("\n")):
        for one in alternatives([block]):
            name, *changes = re.split(r"\n  (?! )", one[0])
            yield name, list(_plants(changes, models))


def _plants(changes: list[str], models: tuple[Any, ...]) -> Iterator[Plant]:
    edits: dict[types.FunctionType, list[str]] = defaultdict(list)
    for change in changes:
        method, _, edit = " ".join(change.split("\n    ")).partition(":")
        edits[_function(method, models)].append(edit)
    for function, some in edits.items():
        yield Plant(function, "__code__", _code(function, some))


def _function(name: str, models: tuple[Any, ...]) -> types.FunctionType:
    of, _, method = name.rpartition(".")
    for model in models:
        value = inspect.getattr_static(model, method, None)
        if value is not None and model.__name__.endswith(of):
            return value.fget if isinstance(value, property) else value
    raise ValueError(f"no method {name}")


def _code(function: types.FunctionType, edits: list[str]) -> types.CodeType:
    """The code of a function whose text is changed."""
    source = textwrap.dedent(inspect.getsource(function))
    for edit in edits:
        if "=>" not in edit:
            raise ValueError(f"no change: {edit}")
        old, _, new = (part.strip() for part in edit.partition("=>"))
        source = _changed(
            source, old, [line.removeprefix(" ") for line in new.split(";;")]
        )
    names: dict[str, Any] = {}
    # In a class, as a method that calls `super()` has to be.
    source = "class _Changed:\n" + textwrap.indent(
        source.removeprefix("@property\n"), " "
    )
    exec(source, {**function.__globals__}, names)
    return vars(names["_Changed"])[function.__name__].__code__


def _changed(source: str, old: str, new: list[str]) -> str:
    if old == "...":
        return source + "".join(f"    {line}\n" for line in new)
    if old == "finally":
        head, body = re.split(r"(?<=:)\n(?=    )", source, maxsplit=1)
        after = "".join(f"        {line}\n" for line in new)
        return f"{head}\n    try:\n{textwrap.indent(body, '    ')}    finally:\n{after}"
    if not old:
        head, body = re.split(r"(?<=:)\n(?=    )", source, maxsplit=1)
        return "\n".join([head, *(f"    {line}" for line in new), body])
    if source.count(old) != 1:
        raise ValueError(f"not there once: {old!r} in {source}")
    line = next(line for line in source.split("\n") if old in line)
    indent = " " * (len(line) - len(line.lstrip()))
    return source.replace(old, f"\n{indent}".join(new))
