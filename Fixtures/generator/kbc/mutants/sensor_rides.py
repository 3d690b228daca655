"""Faults of the calculator: of its numbers, of records, of the choice of sources."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..sensors import calculator, counter
from ..sensors.calculator import Calculator, Ridden, Ride
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
        ("LONGEST_REST", 0, 9999, 10001, 1 << 60),
        ("CAPACITY", 7, 9),
        ("LEFT", (5,), (7,)),
        ("RIGHT", (6,), (8,)),
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
    yield around("the last source comes first", calculator, "best", _last)
    yield around("the last pulse comes first", calculator, "first", _last)
    yield planted("a counter at rest counts", calculator, "moves", lambda *_: True)
    yield around("a machine at rest counts", calculator, "direct", _moving)
    yield planted("averages are left out", calculator, "averages_alone", _never)
    yield around(
        "a pulse of zero is shown", Calculator, "_take_heart_rate", _zero_pulse
    )
    yield around("what makes a source counts", Ridden, "follow", _counting)
    yield around(
        "the distance comes from the best", calculator, "distance_source", _best
    )
    yield around("a lost link takes all values", Ride, "link_lost", _losing_all)
    yield around("sensors are mixed", Ride, "take", _mixing)
    yield around("a refused packet takes a place", Ride, "take", _placing)
    yield around("a leg alone is not told", Ride, "_power", _not_telling)
    yield around("a machine's power is a leg's", Ride, "_power", _any_leg)
    yield around("a refused packet loses the link", Calculator, "take", _losing)


def _last(first: Any) -> Any:
    return lambda candidates: first(list(candidates)[::-1])


def _zero_pulse(_: Any) -> Any:
    def take(self: Calculator, fields: Json, at: int) -> None:
        self.pulse.set(fields["heartRate"] or 1, at)

    return take


def _never(_: Json) -> bool:
    return False


def _moving(direct: Any) -> Any:
    def show(one: Any, rank: int, at: int) -> Any:
        shown = direct(one, rank, at)
        return shown and shown._replace(is_moving=True)

    return show


def _counting(follow: Any) -> Any:
    def count(self: Ridden, source: object, measured: int) -> None:
        if source != self.source:
            self.source, self.latest = source, 0
        follow(self, source, measured)

    return count


def _best(_: Any) -> Any:
    def source(distances: list[Any], last: int | None) -> int | None:
        found = calculator.best(distances)
        return None if found is None else distances.index(found)

    return source


def _losing_all(link_lost: Any) -> Any:
    def lose(self: Ride, number: int) -> None:
        for sensor in self.sensors:
            link_lost(self, sensor.number)

    return lose


def _mixing(take: Any) -> Any:
    return lambda self, number, *packet: take(self, 0, *packet)


def _placing(take: Any) -> Any:
    def place(self: Ride, number: int, *packet: Any) -> None:
        if all(sensor.number != number for sensor in self.sensors):
            self._add(calculator.Sensor(number, self.circumference))
        take(self, number, *packet)

    return place


def _not_telling(power: Any) -> Any:
    def tell(self: Ride, shown: Any) -> Json:
        return {
            name: value
            for name, value in power(self, shown).items()
            if name != "isPowerOfOneLeg"
        }

    return tell


def _any_leg(power: Any) -> Any:
    def add(self: Ride, all_shown: Any) -> Json:
        return power(
            self,
            [
                (
                    sensor,
                    shown
                    | {"power": shown["power"] and shown["power"]._replace(rank=1)},
                )
                for sensor, shown in all_shown
            ],
        )

    return add


def _losing(take: Any) -> Any:
    def lose(self: Calculator, characteristic: str, data: str, at: int) -> None:
        try:
            take(self, characteristic, data, at)
        except Exception:
            self.link_lost()
            raise

    return lose
