"""Faults of the calculator: of its numbers, of records, of the choice of sources."""

from collections.abc import Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..sensors import calculator, counter
from ..sensors.calculator import Calculator, Ridden, Ride
from .edits import edited
from .mutant import Mutant

ONLY = ("sensorRide",)

SOURCES = """
numbers are rounded up
  nearest: floor(value + Fraction(1, 2)) => -floor(-value)
the last source comes first
  best: => candidates = list(candidates)[::-1]
the last pulse comes first
  first: => candidates = list(candidates)[::-1]
a counter at rest counts
  moves: => return True
a machine at rest counts
  direct: value != 0 and not one.is_average => True
averages are left out
  averages_alone: => return False
a pulse of zero is shown
  _take_heart_rate: fields["heartRate"] => fields["heartRate"] or 1
what makes a source counts
  Ridden.follow: => if source != self.source: self.source, self.latest = source, 0
the distance comes from the best
  distance_source: => last = None
sensors are mixed
  Ride.take: => number = 0
a refused packet takes a place
  Ride.take: => if all(one.number != number for one in self.sensors): self._add(Sensor(number, self.circumference))
a leg alone is not told
  _power: {"isPowerOfOneLeg": True} => {}
a machine's power is a leg's
  _power: => of_leg = lambda power: power and power._replace(rank=1);;
    all_shown = [(sensor, one | {"power": of_leg(one["power"])}) for sensor, one in all_shown]
a refused packet loses the link
  Calculator.take: raise => self.link_lost(); raise
  Calculator.take: fields = values.decode_value(given, self.was_inverted) => try: fields = values.decode_value(given, self.was_inverted);;
    except Refused: self.link_lost(); raise
"""


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
            yield _numbered(counter, name, value)
    for name, *values in (
        ("WHEEL_CLOCK", 1000),
        ("CRANK_CLOCK", 1000, 2048),
        ("BIKE_DISTANCE", 1 << 16),
        ("TRAINER_DISTANCE", 1 << 16, 1 << 7),
        ("LIFETIME", 4999, 5001),
        ("LONGEST_REST", 0, 9999, 10001, 1 << 60),
        ("CAPACITY", 7, 9),
        ("LEFT", (5,), (7,)),
        ("RIGHT", (6,), (8,)),
        ("NO_SIGNAL", (0xFF, 0xFFFF), (0, 0xFFFF), (0, 0xFF), (0, 0xFE, 0xFF, 0xFFFF)),
    ):
        for value in values:
            yield _numbered(calculator, name, value)
    for name, plants in edited(SOURCES, calculator, Calculator, Ridden, Ride):
        yield Mutant(f"ride: {name}", ONLY, tuple(plants))


def _numbered(module: Any, name: str, value: Any) -> Mutant:
    return Mutant(f"ride: {name} is {value}", ONLY, (Plant(module, name, value),))
