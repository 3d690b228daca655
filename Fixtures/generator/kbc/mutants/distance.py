"""Faults of the distance that a rider reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import reference
from ..evaluate import Json
from ..planting import Plant
from ..reference import Display
from .mutant import Mutant, replacing

ONLY = ("distance",)


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of the distance display."""
    for limit in (4, 6):
        yield _shown(f"now is up to {limit} m", _now(limit))
    for name, nearest in ROUNDINGS.items():
        yield Mutant(name, ONLY, (Plant(reference, "nearest", nearest),))
    yield _shown("an imperial mile is a UK mile's unit", _unit("mi", "km"))
    yield _shown("feet are called yards", _unit("ft", "yd"))
    yield _shown("the unit is left out", lambda shown, _: _with_unit(shown, ""))
    yield _shown("every distance is shown in metres", _in_metres)
    for name, number, value in LENGTHS:
        yield Mutant(name, ONLY, (Plant(reference, number, value),))
    yield _shown("tenths are never shown", _without_tenths)
    yield _shown("nothing is near enough to be now", _never_now)


ROUNDINGS: dict[str, Any] = {
    "a half is rounded down": lambda n, d: (2 * n + d - 1) // (2 * d),
    "everything is rounded down": lambda n, d: n // d,
    "everything is rounded up": lambda n, d: -(-n // d),
}
LENGTHS = [
    ("a mile has 1609 m", "MILE", (1609, 1)),
    ("a nautical mile is a mile", "MILE", (1852, 1)),
    ("a yard is a metre", "YARD", (1, 1)),
    ("a foot has 0.3 m", "FOOT", (3, 10)),
]


def _shown(name: str, change: Any) -> Mutant:
    def make(display: Any) -> Any:
        return lambda meters, style: change(display(meters, style), (meters, style))

    return Mutant(name, ONLY, (replacing(reference, "display", make),))


def _now(limit: int) -> Any:
    def change(shown: Display | None, given: tuple[int, str]) -> Display | None:
        if given[0] <= limit:
            return None
        return shown or Display("0", "m")

    return change


def _never_now(shown: Display | None, given: tuple[int, str]) -> Display:
    return shown or Display(str(given[0]), "m")


def _with_unit(shown: Display | None, unit: str) -> Display | None:
    return shown and Display(shown.value, unit)


def _unit(right: str, wrong: str) -> Any:
    return lambda shown, _: (
        _with_unit(shown, wrong) if shown and shown.unit == right else shown
    )


def _in_metres(shown: Display | None, given: tuple[int, str]) -> Display | None:
    return shown and Display(str(given[0]), "m")


def _without_tenths(shown: Display | None, _: Any) -> Display | None:
    return shown and Display(shown.value.split(".")[0], shown.unit)
