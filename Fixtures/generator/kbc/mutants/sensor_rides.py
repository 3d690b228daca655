"""Faults of the calculator: of counters, of records, of the choice of sources."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..sensors import calculator, counter
from ..sensors.calculator import Calculator, Direct, Distance, Machine
from ..sensors.counter import Counter, Rate
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
            yield _planted(f"{name} is {value}", counter, name, value)
    for name, *values in (
        ("LIFETIME", 4999, 5001),
        ("WHEEL_CLOCK", 1000),
        ("CRANK_CLOCK", 1000, 2048),
        ("BIKE_DISTANCE", 1 << 16),
        ("TRAINER_DISTANCE", 1 << 16, 1 << 7),
    ):
        for value in values:
            yield _planted(f"{name} is {value}", calculator, name, value)
    yield from _counter()
    yield from _records()
    yield from _direct()
    yield from _sources()


def _planted(name: str, target: Any, member: str, value: Any) -> Mutant:
    return Mutant(f"ride: {name}", ONLY, (Plant(target, member, value),))


def _around(name: str, target: Any, member: str, make: Any) -> Mutant:
    return Mutant(f"ride: {name}", ONLY, (replacing(target, member, make),))


def _counter() -> Iterator[Mutant]:
    for name, member, function in COUNTER_FAULTS:
        yield _planted(name, Counter, member, function)
    for name, member, make in COUNTER_CHANGES:
        yield _around(name, Counter, member, make)


def _no_roll_over(self: Counter, event_time: int, elapsed: int) -> int:
    return event_time - self.event_time


def _modulo(self: Counter, event_time: int, elapsed: int) -> int:
    return (event_time - self.event_time) % counter.ROLL_OVER


def _by_receiver(self: Counter, event_time: int, elapsed: int) -> int:
    return elapsed * self.ticks_per_second // 1000


def _rounded_down_turns(self: Counter, event_time: int, elapsed: int) -> int:
    rest = (event_time - self.event_time) % counter.ROLL_OVER
    turns = elapsed * self.ticks_per_second // 1000 // counter.ROLL_OVER
    return rest + turns * counter.ROLL_OVER


def _never_negative(ticks_between: Any) -> Any:
    return lambda self, time, elapsed: ticks_between(self, time, elapsed) % (1 << 40)


def _moving_baseline(measure: Any) -> Any:
    def time_all(self: Counter, event_time: int, at: int) -> None:
        measure(self, event_time, at)
        self.untimed = 0

    return time_all


def _standing_still(measure: Any) -> Any:
    def stop(self: Counter, event_time: int, at: int) -> None:
        if event_time == self.event_time:
            self.last = None
        else:
            measure(self, event_time, at)

    return stop


def _eager(take: Any) -> Any:
    def move(self: Counter, count: int, event_time: int, at: int) -> None:
        take(self, count, event_time, at)
        if self.untimed == 0:
            self.event_time = event_time
            self.event_arrival = max(at, self.event_arrival)

    return move


def _without_time_check(take: Any) -> Any:
    def believe(self: Counter, count: int, event_time: int, at: int) -> None:
        self.arrival = min(self.arrival, at)
        take(self, count, event_time, at)

    return believe


def _counted_backwards(take: Any) -> Any:
    def count_down(self: Counter, count: int, event_time: int, at: int) -> None:
        if self.has_begun and -100 < self.difference(count) < 0:
            self.revolutions += self.difference(count)
        take(self, count, event_time, at)

    return count_down


def _keeping_rate(begin: Any) -> Any:
    def keep(self: Counter, event_time: int, at: int) -> None:
        last = getattr(self, "last", None)
        begin(self, event_time, at)
        self.last = last

    return keep


def _forgetting(lost: Any) -> Any:
    def forget(self: Counter) -> None:
        lost(self)
        self.has_begun = False

    return forget


def _zero_when_lost(rate: Any) -> Any:
    def show(self: Counter, at: int) -> Rate | None:
        return rate(self, at) if self.is_link_up else Rate(Fraction(0))

    return show


def _showing_lost(rate: Any) -> Any:
    def show(self: Counter, at: int) -> Rate | None:
        before, self.is_link_up = self.is_link_up, self.has_begun
        shown = rate(self, at)
        self.is_link_up = before
        return shown

    return show


def _fading(rate: Any) -> Any:
    def fade(self: Counter, at: int) -> Rate | None:
        shown = rate(self, at)
        quiet = at - self.heard
        if shown is None or quiet <= 0 or quiet * shown.value <= 1000:
            return shown
        return Rate(Fraction(1000, quiet))

    return fade


def _marked(rate: Any) -> Any:
    def mark(self: Counter, at: int) -> Rate | None:
        shown = rate(self, at)
        if shown is None or self.last is None:
            return shown
        return Rate(shown.value, self.last.is_average)

    return mark


def _late_arrivals(rate: Any) -> Any:
    return lambda self, at: (
        rate(self, at)
        if at >= self.arrival
        else (Rate(Fraction(0)) if self.is_link_up else None)
    )


COUNTER_FAULTS: tuple[tuple[str, str, Any], ...] = (
    ("event times do not roll over", "ticks_between", _no_roll_over),
    ("event times roll over once", "ticks_between", _modulo),
    ("the receiver's clock is used", "ticks_between", _by_receiver),
    ("roll-overs are rounded down", "ticks_between", _rounded_down_turns),
    ("no average is marked", "is_long", lambda self, elapsed: False),
    ("every speed is an average", "is_long", lambda self, elapsed: True),
    ("a gap over a whole roll-over is an average", "is_long",
     lambda self, elapsed: elapsed >= 2 * self.half_roll_over()),
    ("a gap just above half a roll-over is an average", "is_long",
     lambda self, elapsed: elapsed > self.half_roll_over()),
    ("notifications without an event are not looked at", "slowed", lambda self, rate: rate),
    ("an interval is a second", "note_interval", lambda self, silence: None),
    ("a shorter interval is taken at once", "note_interval",
     lambda self, silence: setattr(self, "interval", min(max(silence, 250), 2000))),
    ("a longer interval is taken by a quarter", "note_interval",
     lambda self, silence: setattr(
         self, "interval", min(max(Fraction(3 * self.interval + silence) / 4, 250), 2000))),
    ("counts do not roll over", "difference", lambda self, count: count - self.count),
    ("a crank's count is a wheel's", "difference",
     lambda self, count: count - self.count
     if self.kind == "crank" else (count - self.count + (1 << 31)) % (1 << 32) - (1 << 31)),
    ("any count is believed", "largest_difference", lambda self, silence: 1 << 60),
    ("the half roll-over is not waited for", "largest_difference",
     lambda self, silence: counter.LARGEST_RATES[self.kind] * silence // 1000 + 1),
    ("a wheel waits as long as a crank", "half_roll_over", lambda self: 32000),
    ("the wait is that of a revolution", "wait",
     lambda self: min(2000 / self.last.value, 5000) if self.last else 5000),
    ("the wait is that of one revolution and one interval", "wait",
     lambda self: min(1000 / self.last.value + self.interval, 5000) if self.last else 5000),
    ("the wait is five seconds", "wait", lambda self: 5000),
    ("an unknown rate is never zero", "wait",
     lambda self: min(2 * (1000 / self.last.value + self.interval), 5000) if self.last else 1 << 60),
)  # fmt: skip
COUNTER_CHANGES: tuple[tuple[str, str, Any], ...] = (
    ("event times never go back", "ticks_between", _never_negative),
    ("revolutions without a time are forgotten", "measure", _moving_baseline),
    ("revolutions without a time stop the speed", "measure", _standing_still),
    ("the baseline follows every notification", "take", _eager),
    ("an earlier arrival is believed", "take", _without_time_check),
    ("rolling backwards shortens the distance", "take", _counted_backwards),
    ("a new beginning keeps the rate", "_begin", _keeping_rate),
    ("a lost link is a new beginning", "link_lost", _forgetting),
    ("a lost link is a standstill", "rate", _zero_when_lost),
    ("a lost link changes nothing", "rate", _showing_lost),
    ("silence slows the wheel down", "rate", _fading),
    ("a standstill keeps the mark of an average", "rate", _marked),
    ("a reading before the latest arrival is zero", "rate", _late_arrivals),
)


def _records() -> Iterator[Mutant]:
    yield _planted("records are never dropped", Record, "discard", lambda self: None)
    yield _around("parts are forgotten", Record, "take", _only_whole)
    yield _around("a repeated field is merged", Record, "take", _merging)
    yield _around("a cut record is dropped", Record, "take", _dropping)
    yield _around("a cut record is shown with the speed", Record, "take", _mixed)


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
    yield _planted("values do not expire", Direct, "value", lambda self, at: self.shown)
    yield _around("values are never cleared", Direct, "set", _only_values)
    yield _planted("distances go on", Distance, "interrupt", lambda self: None)
    yield _around(
        "distances begin at what the machine says", Distance, "take", _absolute
    )
    yield _around("any distance is believed", Distance, "take", _any_distance)
    yield _planted("a lost link keeps a machine's values", Machine, "link_lost",
                   lambda self: self.distance.interrupt())  # fmt: skip
    yield _planted("a lost link keeps all but the wheels", Calculator, "link_lost",
                   lambda self: [one.link_lost() for one in (*self.wheels, *self.cranks)])  # fmt: skip
    yield _around(
        "a lost link keeps power and pulse", Calculator, "link_lost", _keeping
    )


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
    yield _planted("numbers are rounded down", calculator, "nearest", floor)
    yield _planted("numbers are rounded up", calculator, "nearest", ceil)
    yield _planted("a half is rounded down", calculator, "nearest",
                   lambda value: ceil(value - Fraction(1, 2)))  # fmt: skip
    yield _around("the last source comes first", calculator, "first", _last)
    yield _around(
        "the first source is taken, known or not", calculator, "first", _very_first
    )
    for name in ("speed", "distance", "cadence", "power", "heartRate"):
        yield _around(
            f"the {name} is one too high", Calculator, "reading", _one_more(name)
        )
        yield _around(f"the {name} is not shown", Calculator, "reading", _without(name))
    yield _around(
        "a pulse of zero is shown", Calculator, "_take_heart_rate", _zero_pulse
    )
    yield _around(
        "a pulse of zero hides that of a machine", Calculator, "reading", _hidden
    )
    yield _around(
        "refused packets are forgotten", calculator.values, "decode_value", _silent
    )
    yield _around("the circumference is 2105 mm", Calculator, "__init__", _usual_wheel)
    yield _around("unknown characteristics are ignored", Calculator, "take", _ignoring)
    yield _around("distances are added up", Calculator, "_distance", _added)
    yield _around(
        "a page without a distance has one", Calculator, "_take_frame", _always
    )
    yield _around("a refused packet loses the link", Calculator, "take", _losing)


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
