"""What a bicycle computer shows of all sensors (rules S.11, S.14)."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from ..reference import Refused
from . import flagged, values
from .counter import Counter, Rate
from .record import Record
from .wire import Fields

WHEEL_CLOCK = 1024  # ticks a second, CSC
POWER_WHEEL_CLOCK = 2048
CRANK_CLOCK = 1024
LIFETIME = 5000  # ms
BIKE_DISTANCE = 1 << 24  # m, where it rolls over
TRAINER_DISTANCE = 1 << 8
NO_SIGNAL = (0, 0xFF, 0xFFFF)  # beats a minute


class Direct:
    """A quantity that a sensor sends as such."""

    def __init__(self) -> None:
        self.shown: int | None = None
        self.arrival = 0

    def set(self, value: int | None, at: int) -> None:
        """Takes a value, or that there is none."""
        self.shown = value
        self.arrival = max(self.arrival, at)

    def value(self, at: int) -> int | None:
        """The value, until it expires."""
        return self.shown if at - self.arrival < LIFETIME else None


class Distance:
    """A distance in metres that rolls over."""

    def __init__(self, roll_over: int) -> None:
        self.roll_over = roll_over
        self.total: int | None = None
        self.latest: int | None = None

    def take(self, meters: int) -> None:
        """Adds what has been ridden since the last one."""
        change = 0
        if self.latest is not None:
            change = (meters - self.latest) % self.roll_over
        if change < self.roll_over // 2:
            self.total = (self.total or 0) + change
        self.latest = meters

    def interrupt(self) -> None:
        """The link is lost: the machine may begin again."""
        self.latest = None


class Machine:
    """What an indoor bike or a trainer sends."""

    def __init__(self, roll_over: int) -> None:
        self.speed, self.cadence = Direct(), Direct()
        self.power, self.heart_rate = Direct(), Direct()
        self.distance = Distance(roll_over)

    def link_lost(self) -> None:
        """Forgets all but the distance."""
        for direct in (self.speed, self.cadence, self.power, self.heart_rate):
            direct.shown = None
        self.distance.interrupt()


class Calculator:
    """Takes packets, and says what to show."""

    def __init__(self, wheel_circumference: int) -> None:
        self.circumference = wheel_circumference
        self.wheels = [
            Counter("wheel", WHEEL_CLOCK),
            Counter("wheel", POWER_WHEEL_CLOCK),
        ]
        self.cranks = [Counter("crank", CRANK_CLOCK), Counter("crank", CRANK_CLOCK)]
        self.power, self.pulse = Direct(), Direct()
        # Whether the machine's last value had its flag inverted (clause 9.3).
        self.was_inverted = False
        self.record = Record()
        self.bike, self.trainer = Machine(BIKE_DISTANCE), Machine(TRAINER_DISTANCE)
        # What had been ridden when the source of the distance began to send.
        self.ridden_before = 0

    def take(self, characteristic: str, data: str, at: int) -> None:
        """A packet arrives."""
        takers = {
            "cscMeasurement": self._take_csc,
            "cyclingPowerMeasurement": self._take_power,
            "heartRateMeasurement": self._take_heart_rate,
            "indoorBikeData": self._take_bike,
            "fecFrame": self._take_frame,
        }
        if characteristic not in takers:
            raise Refused("unknownCharacteristic", 0)
        given = {"value": characteristic, "bytes": data}
        source, distance = self._distance_source(), self._distance()
        fields = values.decode_value(given, self.was_inverted)
        takers[characteristic](fields, at)
        if self._distance_source() != source:
            self._go_on_from(distance or 0)

    def link_lost(self) -> None:
        """Nothing but the distance is known (S.11)."""
        for counter in (*self.wheels, *self.cranks):
            counter.link_lost()
        for direct in (self.power, self.pulse):
            direct.shown = None
        self.record.discard()
        self.bike.link_lost()
        self.trainer.link_lost()

    def reading(self, at: int) -> Fields:
        """What is shown at a time."""
        machines = self.bike, self.trainer
        wheel = first(counter.rate(at) for counter in self.wheels)
        crank = first(counter.rate(at) for counter in self.cranks)
        found: Fields = {"isSpeedAverage": wheel is not None and wheel.is_average}
        shown = {
            "speed": self._speed(wheel)
            if wheel
            else first(machine.speed.value(at) for machine in machines),
            "distance": self._distance(),
            "cadence": nearest(crank.value * 6000)
            if crank
            else first(machine.cadence.value(at) for machine in machines),
            "power": first(
                (
                    self.power.value(at),
                    *(machine.power.value(at) for machine in machines),
                )
            ),
            "heartRate": first(
                None if beats in NO_SIGNAL else beats
                for beats in (
                    self.pulse.value(at),
                    *(machine.heart_rate.value(at) for machine in machines),
                )
            ),
        }
        return found | {
            name: value for name, value in shown.items() if value is not None
        }

    def _speed(self, rate: Rate) -> int:
        return nearest(rate.value * self.circumference)

    def _distances(self) -> list[int | None]:
        machines = (self.bike.distance.total, self.trainer.distance.total)
        return [
            *(
                wheel.revolutions * self.circumference if wheel.has_begun else None
                for wheel in self.wheels
            ),
            *(None if meters is None else meters * 1000 for meters in machines),
        ]

    def _distance_source(self) -> int | None:
        known = (i for i, own in enumerate(self._distances()) if own is not None)
        return next(known, None)

    def _distance(self) -> int | None:
        own = first(self._distances())
        return None if own is None else self.ridden_before + own

    def _go_on_from(self, distance: int) -> None:
        self.ridden_before = distance

    def _take_csc(self, fields: Fields, at: int) -> None:
        self._take_counts(fields, 0, at)

    def _take_power(self, fields: Fields, at: int) -> None:
        self.power.set(fields["instantaneousPower"], at)
        self._take_counts(fields, 1, at)

    def _take_counts(self, fields: Fields, service: int, at: int) -> None:
        for name, counters in (("wheel", self.wheels), ("crank", self.cranks)):
            if name in fields:
                count, time = fields[name].values()
                counters[service].take(count, time, at)

    def _take_heart_rate(self, fields: Fields, at: int) -> None:
        self.pulse.set(fields["heartRate"], at)

    def _take_bike(self, fields: Fields, at: int) -> None:
        self.was_inverted = flagged.INVERTED in fields
        record = self.record.take(fields)
        if record is None:
            return
        # 0.01 km/h is 25/9 mm/s.
        _update(self.bike.speed, record.get("instantaneousSpeed"), Fraction(25, 9), at)
        _update(self.bike.cadence, record.get("instantaneousCadence"), 50, at)
        _update(self.bike.power, record.get("instantaneousPower"), 1, at)
        _update(self.bike.heart_rate, record.get("heartRate"), 1, at)
        if "totalDistance" in record:
            self.bike.distance.take(record["totalDistance"])

    def _take_frame(self, fields: Fields, at: int) -> None:
        page = fields["page"]
        if page["kind"] == "generalData":
            self.trainer.speed.set(page.get("speed"), at)
            self.trainer.heart_rate.set(page.get("heartRate"), at)
            if page["hasDistance"]:
                self.trainer.distance.take(page["distance"])
        elif page["kind"] == "trainerData":
            cadence = page.get("cadence")
            self.trainer.cadence.set(None if cadence is None else cadence * 100, at)
            self.trainer.power.set(page.get("power"), at)


def _update(direct: Direct, value: int | None, factor: Fraction | int, at: int) -> None:
    if value is not None:
        direct.set(nearest(Fraction(value) * factor), at)


def nearest(value: Fraction) -> int:
    """The nearest integer; a half is rounded up."""
    return floor(value + Fraction(1, 2))


def first(candidates):
    """The first value that is known."""
    return next((value for value in candidates if value is not None), None)


def ride(given: Fields) -> list[Fields]:
    """A reading for each read, and the error of each packet that is refused."""
    calculator = Calculator(given["wheelCircumference"])
    steps: list[Fields] = []
    for event in given["events"]:
        if event["event"] == "packet":
            try:
                calculator.take(event["characteristic"], event["bytes"], event["at"])
            except Refused as refused:
                steps.append(
                    {"error": {"code": refused.code, "offset": refused.offset}}
                )
        elif event["event"] == "linkLost":
            calculator.link_lost()
        else:
            steps.append(calculator.reading(event["at"]))
    return steps
