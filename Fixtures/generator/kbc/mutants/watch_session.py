"""Faults of the session of a companion app: its numbers, and what any session can have."""

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..watch import links
from ..watch.session import records
from .mutant import Mutant, replacing
from .watch_session_side import SIDE

PERMANENT = (
    *("success", "unknown", "internalError", "appNotFound", "unsupportedType"),
    *("insufficientMemory", "promptNotDisplayed", "appAlreadyRunning"),
)


def mutants(vectors: list[Json]) -> Iterator[Mutant]:
    """All faults of the session."""
    yield from SIDE.common(vectors)
    yield from SIDE.needless(vectors, "load")
    yield from _numbers()


def _numbers() -> Iterator[Mutant]:
    yield from SIDE.constant("QUEUE_COUNT", 1)
    for result in records.TEMPORARY:
        others = tuple(other for other in records.TEMPORARY if other != result)
        plant = Plant(records, "TEMPORARY", others)
        yield SIDE.mutant(f"{result} is not temporary", plant)
    for result in PERMANENT[1:]:
        plant = Plant(records, "TEMPORARY", (*records.TEMPORARY, result))
        yield SIDE.mutant(f"{result} is temporary", plant)
    name = "an error of a URL has no place"
    yield SIDE.mutant(name, replacing(links, "refuse", _nowhere))


def _nowhere(refuse: Callable[..., Any]) -> Callable[..., Any]:
    return lambda code, offset=None: refuse(code, 0)
