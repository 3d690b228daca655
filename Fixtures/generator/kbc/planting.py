"""Puts faults into the reference codec and the models for a while."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch


class Crash(Exception):
    """A device that overruns memory or never answers."""


class Plant(NamedTuple):
    """Something of a module or a class that is replaced."""

    target: Any
    name: str
    replacement: Any


@contextmanager
def planted(plants: Iterable[Plant]) -> Iterator[None]:
    """Replaces what the plants say, and puts it back."""
    with ExitStack() as stack:
        for plant in plants:
            stack.enter_context(
                patch.object(plant.target, plant.name, plant.replacement)
            )
        yield
