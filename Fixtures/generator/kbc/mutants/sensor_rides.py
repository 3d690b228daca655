"""Faults of the calculator: of its numbers, of records, of the choice of sources."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..sensors import calculator, counter
from ..sensors.calculator import Calculator
from .mutant import Mutant, replacing

ONLY = ("sensorRide",)


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of rides."""
    for name, *values in (
        ("SHORTEST_INTERVAL", 1, 1000),
        ("LONGEST_INTERVAL", 1000, 10000),
        ("LONGEST_WAIT", 4000, 4999, 5001, 10000),
        ("USUAL_INTERVAL", 250, 2000),
        ("WHEEL_ROLL_OVER", 1 << 31, 1 << 40),
        ("LARGEST_RATES", {"wheel": 39, "crank": 6}, {"wheel": 40, "crank": 5}),
        ("LARGEST_RATES", {"wheel": 41, "crank": 6}, {"wheel": 40, "crank": 7}),
    ):
        for value in values:
            yield planted(f"{name} is {value}", counter, name, value)
    for name, *values in (
        ("LIFETIME", 4999, 5001),
        ("WHEEL_CLOCK", 1000),
        ("CRANK_CLOCK", 1000, 2048),
        ("BIKE_DISTANCE", 1 << 16),
        ("TRAINER_DISTANCE", 1 << 16, 1 << 7),
        ("NO_SIGNAL", (0xFF, 0xFFFF), (0, 0xFFFF), (0, 0xFF), (0, 0xFE, 0xFF, 0xFFFF)),
    ):
        for value in values:
            yield planted(f"{name} is {value}", calculator, name, value)
    yield from _sources()


def planted(name: str, target: Any, member: str, value: Any) -> Mutant:
    """A fault of rides: another value or function."""
    return Mutant(f"ride: {name}", ONLY, (Plant(target, member, value),))


def around(name: str, target: Any, member: str, make: Any) -> Mutant:
    """A fault of rides, made of what is right."""
    return Mutant(f"ride: {name}", ONLY, (replacing(target, member, make),))


def _sources() -> Iterator[Mutant]:
    yield planted("numbers are rounded up", calculator, "nearest", ceil)
    yield around("the last source comes first", calculator, "first", _last)
    yield around(
        "a pulse of zero is shown", Calculator, "_take_heart_rate", _zero_pulse
    )
    yield around("distances are added up", Calculator, "_distance", _added)
    yield around("a refused packet loses the link", Calculator, "take", _losing)


def _last(first: Any) -> Any:
    return lambda candidates: first(list(candidates)[::-1])


def _zero_pulse(_: Any) -> Any:
    def take(self: Calculator, fields: Json, at: int) -> None:
        self.pulse.set(fields["heartRate"] or 1, at)

    return take


def _added(distance: Any) -> Any:
    def add(self: Calculator) -> int | None:
        begun = [wheel.revolutions for wheel in self.wheels if wheel.has_begun]
        return sum(begun) * self.circumference if begun else distance(self)

    return add


def _losing(take: Any) -> Any:
    def lose(self: Calculator, characteristic: str, data: str, at: int) -> None:
        try:
            take(self, characteristic, data, at)
        except Exception:
            self.link_lost()
            raise

    return lose
