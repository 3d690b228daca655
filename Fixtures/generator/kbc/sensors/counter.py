"""What turns: a counter and its event times become a rate (rules S.1 to S.13), with exact fractions."""

from dataclasses import dataclass
from fractions import Fraction
from math import floor

ROLL_OVER = 1 << 16  # of event times, and of a crank's count
WHEEL_ROLL_OVER = 1 << 32
USUAL_INTERVAL = 1000  # ms
SHORTEST_INTERVAL = 250  # ms
LONGEST_INTERVAL = 2000  # ms
LONGEST_WAIT = 5000  # ms
LONGEST_DELAY = 5000  # ms, of a notification
LARGEST_RATES = {"wheel": 40, "crank": 6}  # revolutions a second


@dataclass(frozen=True)
class Rate:
    """Revolutions a second, and whether that is an average over a long gap."""

    value: Fraction
    is_average: bool = False


class Counter:
    """The wheel or the crank of one service."""

    def __init__(self, kind: str, ticks_per_second: int) -> None:
        self.kind = kind
        self.ticks_per_second = ticks_per_second
        self.revolutions = 0
        self.has_begun = False
        self.is_link_up = False
        self.count = 0
        self.arrival = 0
        self.interval = USUAL_INTERVAL
        self._begin(0, 0)

    def take(self, count: int, event_time: int, at: int) -> None:
        """A measurement arrives."""
        at = max(at, self.arrival)
        silence = at - self.arrival
        self.arrival = at
        self.is_link_up = True
        if not self.has_begun:
            self.has_begun = True
            self.count = count
            self._begin(event_time, at)
            return
        self.note_interval(silence)
        difference = self.difference(count)
        if difference == 0:
            return
        self.count = count
        if difference < 0 or difference > self.largest_difference(silence):
            # Reversed, set or restarted: what follows is measured from here.
            self._begin(event_time, at)
            return
        self.revolutions += difference
        self.untimed += difference
        self.heard = at
        self.measure(event_time, at)

    def link_lost(self) -> None:
        """Nothing is known until the next measurement."""
        self.is_link_up = False

    def rate(self, at: int) -> Rate | None:
        """What is shown at a time; `None` if it is not known."""
        if not self.is_link_up:
            return None
        at = max(at, self.arrival)
        if at - self.heard >= self.wait():
            return Rate(Fraction(0))
        return self.slowed(self.last)

    def slowed(self, rate: Rate | None) -> Rate | None:
        """Notifications without an event: for so long there was less than one revolution, unless one is on its way (S.9)."""
        quiet = self.arrival - self.heard - self.interval
        if rate is None or quiet * rate.value <= 1000:
            return rate
        return Rate(Fraction(1000, quiet))

    def wait(self) -> Fraction | int:
        """How long after the last event it stands still, in milliseconds (S.10)."""
        if self.last is None:
            return LONGEST_WAIT
        return min(2 * (self.period(self.last) + self.interval), LONGEST_WAIT)

    def period(self, rate: Rate) -> Fraction | int:
        """What a revolution takes, in whole milliseconds (S.10)."""
        return 1000 // rate.value

    def note_interval(self, silence: int) -> None:
        """How often notifications come (S.10)."""
        # A shorter one by a quarter of the difference, in whole milliseconds.
        heard = max(silence, (3 * self.interval + silence) // 4)
        self.interval = min(max(heard, SHORTEST_INTERVAL), LONGEST_INTERVAL)

    def difference(self, count: int) -> int:
        """The difference of the counts (S.3)."""
        if self.kind == "crank":
            return (count - self.count) % ROLL_OVER
        half = WHEEL_ROLL_OVER // 2
        return (count - self.count + half) % WHEEL_ROLL_OVER - half

    def largest_difference(self, silence: int) -> int:
        """How far it can have turned since the last arrival (S.7)."""
        time = silence + LONGEST_DELAY
        return LARGEST_RATES[self.kind] * time // 1000 + 1

    def half_roll_over(self) -> int:
        """In milliseconds."""
        return ROLL_OVER // 2 * 1000 // self.ticks_per_second

    def measure(self, event_time: int, at: int) -> None:
        """Times the revolutions since the last event whose time is known (S.1, S.2, S.5, S.8, S.12)."""
        elapsed = at - self.event_arrival
        ticks = self.ticks_between(event_time, elapsed)
        if ticks == 0:
            return
        revolutions = self.untimed
        self._begin(event_time, at)
        if ticks < 0:
            return
        rate = Fraction(revolutions * self.ticks_per_second, ticks)
        if rate <= LARGEST_RATES[self.kind]:
            self.last = Rate(rate, self.is_long(elapsed))

    def is_long(self, elapsed: int) -> bool:
        """Whether the rate is only an average (S.12)."""
        return elapsed >= self.half_roll_over()

    def ticks_between(self, event_time: int, elapsed: int) -> int:
        """The time between the events: of all that the clock may mean, the nearest to the arrivals' (S.2)."""
        rest = (event_time - self.event_time) % ROLL_OVER
        expected = Fraction(elapsed * self.ticks_per_second, 1000)
        turns = floor((expected - rest) / ROLL_OVER + Fraction(1, 2))
        return rest + turns * ROLL_OVER

    def _begin(self, event_time: int, at: int) -> None:
        """A new baseline, without a rate."""
        self.event_time = event_time
        self.event_arrival = at
        self.heard = at  # when the last revolution was heard of, timed or not
        self.untimed = 0
        self.last: Rate | None = None
