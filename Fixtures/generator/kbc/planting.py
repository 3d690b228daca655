"""Puts faults into the reference codec and the models for a while."""

import inspect
import types
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch


class Crash(Exception):
    """A device that overruns memory or never answers."""


class Plant(NamedTuple):
    """A replacement for a member of a module or a class."""

    target: Any
    name: str
    replacement: Any


def replaced(plants: Iterable[Plant]) -> set[int] | None:
    """The functions that plants replace, by their code's identity; none if they replace anything else."""
    functions = set()
    for plant in plants:
        function = plant.target
        if plant.name != "__code__":
            function = inspect.getattr_static(plant.target, plant.name, None)
        if isinstance(function, property):
            function = function.fget
        if not isinstance(function, types.FunctionType):
            return None
        functions.add(id(function.__code__))
    return functions


@contextmanager
def planted(plants: Iterable[Plant]) -> Iterator[None]:
    """Applies the plants, and puts the originals back afterwards."""
    with ExitStack() as stack:
        for plant in plants:
            stack.enter_context(
                _code(plant.target, plant.replacement)
                if plant.name == "__code__"
                else patch.object(*plant)
            )
        yield


@contextmanager
def _code(function: types.FunctionType, code: types.CodeType) -> Iterator[None]:
    """Gives a function other code. To put the old code back, `patch` would delete the new one first, which fails."""
    original = function.__code__
    function.__code__ = code
    try:
        yield
    finally:
        function.__code__ = original
