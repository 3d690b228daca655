"""Faults of the calculator: of its numbers, of records, of the choice of sources."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..sensors import calculator, counter
from ..sensors.calculator import Calculator, Direct, Distance, Machine
from ..sensors.record import Record
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
    ):
        for value in values:
            yield planted(f"{name} is {value}", calculator, name, value)
    yield from _records()
    yield from _direct()
    yield from _sources()


def planted(name: str, target: Any, member: str, value: Any) -> Mutant:
    """A fault of rides: another value or function."""
    return Mutant(f"ride: {name}", ONLY, (Plant(target, member, value),))


def around(name: str, target: Any, member: str, make: Any) -> Mutant:
    """A fault of rides, made of what is right."""
    return Mutant(f"ride: {name}", ONLY, (replacing(target, member, make),))


def _records() -> Iterator[Mutant]:
    yield planted("records are never dropped", Record, "discard", lambda self: None)
    yield around("parts are forgotten", Record, "take", _only_whole)
    yield around("a repeated field is merged", Record, "take", _merging)
    yield around("a cut record is dropped", Record, "take", _dropping)
    yield around("a cut record is shown with the speed", Record, "take", _mixed)


def _only_whole(take: Any) -> Any:
    def forget(self: Record, data: Json) -> Json | None:
        self.pending = {}
        return take(self, data)

    return forget


def _merging(_: Any) -> Any:
    def merge(self: Record, data: Json) -> Json | None:
        self.pending |= data
        if "instantaneousSpeed" not in data:
            return None
        whole, self.pending = self.pending, {}
        return whole

    return merge


def _dropping(take: Any) -> Any:
    def drop(self: Record, data: Json) -> Json | None:
        record = take(self, data)
        has_speed = record is not None and "instantaneousSpeed" in record
        return record if has_speed else None

    return drop


def _mixed(take: Any) -> Any:
    def mix(self: Record, data: Json) -> Json | None:
        before = dict(self.pending)
        record = take(self, data)
        return record if record is None else before | record

    return mix


def _direct() -> Iterator[Mutant]:
    yield planted("values do not expire", Direct, "value", lambda self, at: self.shown)
    yield around("values are never cleared", Direct, "set", _only_values)
    yield planted("distances go on", Distance, "interrupt", lambda self: None)
    yield around(
        "distances begin at what the machine says", Distance, "take", _absolute
    )
    yield around("any distance is believed", Distance, "take", _any_distance)
    yield planted("a lost link keeps a machine's values", Machine, "link_lost",
                   lambda self: self.distance.interrupt())  # fmt: skip
    yield planted("a lost link keeps all but the wheels", Calculator, "link_lost",
                   lambda self: [one.link_lost() for one in (*self.wheels, *self.cranks)])  # fmt: skip
    yield around("a lost link keeps power and pulse", Calculator, "link_lost", _keeping)


def _only_values(set_value: Any) -> Any:
    def take(self: Direct, value: int | None, at: int) -> None:
        if value is not None:
            set_value(self, value, at)

    return take


def _absolute(take: Any) -> Any:
    def begin(self: Distance, meters: int) -> None:
        is_first = self.total is None
        take(self, meters)
        if is_first:
            self.total = meters

    return begin


def _any_distance(_: Any) -> Any:
    def believe(self: Distance, meters: int) -> None:
        change = 0 if self.latest is None else (meters - self.latest) % self.roll_over
        self.total = (self.total or 0) + change
        self.latest = meters

    return believe


def _keeping(lost: Any) -> Any:
    def keep(self: Calculator) -> None:
        power, pulse = self.power.shown, self.pulse.shown
        lost(self)
        self.power.shown, self.pulse.shown = power, pulse

    return keep


def _sources() -> Iterator[Mutant]:
    yield planted("numbers are rounded down", calculator, "nearest", floor)
    yield planted("numbers are rounded up", calculator, "nearest", ceil)
    yield planted("a half is rounded down", calculator, "nearest",
                   lambda value: ceil(value - Fraction(1, 2)))  # fmt: skip
    yield around("the last source comes first", calculator, "first", _last)
    yield around(
        "the first source is taken, known or not", calculator, "first", _very_first
    )
    for name in ("speed", "distance", "cadence", "power", "heartRate"):
        yield around(
            f"the {name} is one too high", Calculator, "reading", _one_more(name)
        )
        yield around(f"the {name} is not shown", Calculator, "reading", _without(name))
    yield around(
        "a pulse of zero is shown", Calculator, "_take_heart_rate", _zero_pulse
    )
    yield around(
        "a pulse of zero hides that of a machine", Calculator, "reading", _hidden
    )
    yield around(
        "refused packets are forgotten", calculator.values, "decode_value", _silent
    )
    yield around("the circumference is 2105 mm", Calculator, "__init__", _usual_wheel)
    yield around("unknown characteristics are ignored", Calculator, "take", _ignoring)
    yield around("distances are added up", Calculator, "_distance", _added)
    yield planted("a better distance begins anew", Calculator, "_go_on_from",
                   lambda self, distance: None)  # fmt: skip
    yield around(
        "a page without a distance has one", Calculator, "_take_frame", _always
    )
    yield around("a refused packet loses the link", Calculator, "take", _losing)


def _usual_wheel(init: Any) -> Any:
    return lambda self, _: init(self, 2105)


def _last(first: Any) -> Any:
    return lambda candidates: first(list(candidates)[::-1])


def _very_first(_: Any) -> Any:
    return lambda candidates: next(iter(candidates))


def _one_more(name: str) -> Any:
    def make(reading: Any) -> Any:
        def show(self: Calculator, at: int) -> Json:
            shown = reading(self, at)
            return shown | ({name: shown[name] + 1} if name in shown else {})

        return show

    return make


def _without(name: str) -> Any:
    def make(reading: Any) -> Any:
        def show(self: Calculator, at: int) -> Json:
            shown = reading(self, at)
            shown.pop(name, None)
            return shown

        return show

    return make


def _zero_pulse(_: Any) -> Any:
    def take(self: Calculator, fields: Json, at: int) -> None:
        self.pulse.set(fields["heartRate"] or 1, at)

    return take


def _hidden(reading: Any) -> Any:
    def show(self: Calculator, at: int) -> Json:
        shown = reading(self, at)
        if self.pulse.value(at) == 0:
            shown.pop("heartRate", None)
        return shown

    return show


def _silent(decode: Any) -> Any:
    def read(given: Json) -> Json:
        padded = given | {"bytes": given["bytes"] + "00" * 12}
        is_frame = given["value"] == "fecFrame"
        return decode(given | {"verifiesChecksum": False} if is_frame else padded)

    return read


def _ignoring(take: Any) -> Any:
    def ignore(self: Calculator, characteristic: str, data: str, at: int) -> None:
        if characteristic != "cscFeature":
            take(self, characteristic, data, at)

    return ignore


def _added(distance: Any) -> Any:
    def add(self: Calculator) -> int | None:
        begun = [wheel.revolutions for wheel in self.wheels if wheel.has_begun]
        return sum(begun) * self.circumference if begun else distance(self)

    return add


def _always(take: Any) -> Any:
    def read(self: Calculator, fields: Json, at: int) -> None:
        take(self, fields | {"page": fields["page"] | {"hasDistance": True}}, at)

    return read


def _losing(take: Any) -> Any:
    def lose(self: Calculator, characteristic: str, data: str, at: int) -> None:
        try:
            take(self, characteristic, data, at)
        except Exception:
            self.link_lost()
            raise

    return lose
