"""Faults of the counters of wheels and cranks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import Any

from ..evaluate import Json
from ..sensors import counter
from ..sensors.counter import Counter, Rate
from .mutant import Mutant
from .sensor_rides import around, planted


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of counters."""
    for name, member, function in COUNTER_FAULTS:
        yield planted(name, Counter, member, function)
    for name, member, make in COUNTER_CHANGES:
        yield around(name, Counter, member, make)


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


def _in_ticks(self: Counter, rate: Rate | None) -> Rate | None:
    quiet = (self.arrival - self.heard) * self.ticks_per_second // 1000
    if rate is None or quiet * rate.value <= self.ticks_per_second:
        return rate
    return Rate(Fraction(self.ticks_per_second, quiet))


def _shorter(self: Counter, event_time: int, elapsed: int) -> int:
    rest = (event_time - self.event_time) % counter.ROLL_OVER
    expected = Fraction(elapsed * self.ticks_per_second, 1000)
    turns = ceil((expected - rest) / counter.ROLL_OVER - Fraction(1, 2))
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
    ("of two times that are as near the shorter counts", "ticks_between", _shorter),
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
    ("a bound is taken in whole ticks", "slowed", _in_ticks),
    ("an interval is a second", "note_interval", lambda self, silence: None),
    ("a shorter interval is taken at once", "note_interval",
     lambda self, silence: setattr(self, "interval", min(max(silence, 250), 2000))),
    ("an interval has parts of a millisecond", "note_interval",
     lambda self, silence: setattr(
         self, "interval",
         min(max(silence, Fraction(3 * self.interval + silence, 4), 250), 2000))),
    ("a revolution takes parts of a millisecond", "period", lambda self, rate: 1000 / rate.value),
    ("a longer interval is taken by a quarter", "note_interval",
     lambda self, silence: setattr(
         self, "interval", min(max(Fraction(3 * self.interval + silence) / 4, 250), 2000))),
    ("counts do not roll over", "difference", lambda self, count: count - self.count),
    ("a crank's count is a wheel's", "difference",
     lambda self, count: count - self.count
     if self.kind == "crank" else (count - self.count + (1 << 31)) % (1 << 32) - (1 << 31)),
    ("any count is believed", "largest_difference", lambda self, silence: 1 << 60),
    ("no notification comes late", "largest_difference",
     lambda self, silence: counter.LARGEST_RATES[self.kind] * silence // 1000 + 1),
    ("a notification comes late by half a roll-over", "largest_difference",
     lambda self, silence: counter.LARGEST_RATES[self.kind]
     * (silence + self.half_roll_over()) // 1000 + 1),
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
