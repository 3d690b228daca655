"""Faults of the counters of wheels and cranks."""

from collections.abc import Iterator

from ..evaluate import Json
from ..sensors.counter import Counter
from .edits import edited
from .mutant import Mutant
from .sensor_rides import ONLY

TIMES = """
event times {do not roll over|roll over once}
  ticks_between: => return {event_time - self.event_time|(event_time - self.event_time) % ROLL_OVER}
event times never go back
  ticks_between: return rest + turns * ROLL_OVER => return (rest + turns * ROLL_OVER) % (1 << 40)
of two times that are as near the shorter counts
  ticks_between: floor((expected - rest) / ROLL_OVER + Fraction(1, 2)) =>
    -floor(Fraction(1, 2) - (expected - rest) / ROLL_OVER)
the receiver's clock is used
  ticks_between: => return elapsed * self.ticks_per_second // 1000
roll-overs are rounded down
  ticks_between: turns = => turns = elapsed * self.ticks_per_second // 1000 // ROLL_OVER;; rounded =
{no average is marked|every speed is an average}
  is_long: => return {False|True}
a gap over a whole roll-over is an average
  is_long: => return elapsed >= 2 * self.half_roll_over()
a gap just above half a roll-over is an average
  is_long: >= => >
an interval is a second
  note_interval: => return
a shorter interval is taken at once
  note_interval: (3 * self.interval + silence) // 4 => 0
an interval has parts of a millisecond
  note_interval: (3 * self.interval + silence) // 4 => Fraction(3 * self.interval + silence, 4)
a longer interval is taken by a quarter
  note_interval: max(silence, (3 * self.interval + silence) // 4) => Fraction(3 * self.interval + silence) / 4
a revolution takes parts of a millisecond
  period: // => /
a wheel waits as long as a crank
  half_roll_over: => return 32000
the wait is that of a revolution
  wait: => return min(2000 / self.last.value, 5000) if self.last else 5000
the wait is that of one revolution and one interval
  wait: => return min(1000 / self.last.value + self.interval, 5000) if self.last else 5000
the wait is five seconds
  wait: => return 5000
an unknown rate is never zero
  wait: return LONGEST_WAIT => return 1 << 60
  period: // => /
"""
COUNTS = """
counts do not roll over
  difference: => return count - self.count
a crank's count is a wheel's
  difference: return (count - self.count) % ROLL_OVER => return count - self.count
any count is believed
  largest_difference: => return 1 << 60
{no notification comes late|a notification comes late by half a roll-over}
  largest_difference: LONGEST_DELAY => {0|self.half_roll_over()}
revolutions without a time are forgotten
  measure: finally => self.untimed = 0
revolutions without a time stop the speed
  measure: => if event_time == self.event_time: self.last = None; return
the baseline follows every notification
  take: => given = at
  take: finally => if self.untimed == 0: self.event_time = event_time;;
    if self.untimed == 0: self.event_arrival = max(given, self.event_arrival)
an earlier arrival is believed
  take: => self.arrival = min(self.arrival, at)
a new beginning keeps the rate
  _begin: => last = self.__dict__.get("last")
  _begin: ... => self.last = last
"""
RATES = """
notifications without an event are not looked at
  slowed: => return rate
a bound is taken in whole ticks
  slowed: => quiet = (self.arrival - self.heard - self.interval) * self.ticks_per_second // 1000;;
    if rate is None or quiet * rate.value <= self.ticks_per_second: return rate;;
    return Rate(Fraction(self.ticks_per_second, quiet))
an event on its way is not reckoned with
  slowed: - self.interval =>
a lost link is a new beginning
  link_lost: => self.has_begun = False
a lost link is a standstill
  rate: return None => return Rate(Fraction(0))
a lost link changes nothing
  rate: not self.is_link_up => not self.has_begun
silence slows the wheel down
  rate: => given = at
  rate: return self.slowed => shown, quiet = self.slowed(self.last), given - self.heard - self.interval;;
    if shown and quiet > 0 and quiet * shown.value > 1000: return Rate(Fraction(1000, quiet));; return self.slowed
a standstill keeps the mark of an average
  rate: return Rate(Fraction(0)) => return Rate(Fraction(0), bool(self.last and self.last.is_average))
  rate: return self.slowed => shown = self.slowed(self.last);;
    if shown: return Rate(shown.value, self.last.is_average);; return self.slowed
a reading before the latest arrival is zero
  rate: at = max(at => if at < self.arrival: return Rate(Fraction(0));; at = max(at
"""


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of counters."""
    for table in (TIMES, COUNTS, RATES):
        for name, plants in edited(table, Counter):
            yield Mutant(f"ride: {name}", ONLY, tuple(plants))
