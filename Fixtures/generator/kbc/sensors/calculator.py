"""What a bicycle computer shows of all sensors (rules S.11, S.14, S.15)."""

from fractions import Fraction
from math import floor
from typing import NamedTuple

from ..reference import Refused
from . import flagged, values
from .counter import Counter
from .record import Record
from .wire import Fields

WHEEL_CLOCK = 1024  # ticks a second, CSC
POWER_WHEEL_CLOCK = 2048
CRANK_CLOCK = 1024
LIFETIME = 5000  # ms
LONGEST_REST = 10000  # ms, after which a source that moves is believed more
BIKE_DISTANCE = 1 << 24  # m, where it rolls over
TRAINER_DISTANCE = 1 << 8
NO_SIGNAL = (0, 0xFF, 0xFFFF)  # beats a minute
CAPACITY = 8  # sensors
LEFT, RIGHT = (5, 7), (6, 8)  # locations of cranks and pedals


class Shown(NamedTuple):
    """A value, and how far its source is believed."""

    value: int
    rank: int
    """The place of its service in the order of S.14."""
    is_moving: bool = True
    is_average: bool = False


def best(candidates) -> Shown | None:
    """The first by rank of those that move, else of all. Of two that are equal, the first one."""
    known = [shown for shown in candidates if shown is not None]
    return min(known, key=lambda shown: (not shown.is_moving, shown.rank), default=None)


class Direct:
    """A quantity that a sensor sends as such."""

    def __init__(self) -> None:
        self.shown: int | None = None
        self.is_average = False
        self.arrival = 0

    def set(self, value: int | None, at: int, is_average: bool = False) -> None:
        """Takes a value, or that there is none."""
        self.shown = value
        self.is_average = is_average
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
        self.moved: int | None = None

    def take(self, meters: int, at: int) -> None:
        """Adds what has been ridden since the last one."""
        change = 0
        if self.latest is not None:
            change = (meters - self.latest) % self.roll_over
        if change < self.roll_over // 2:
            self.total = (self.total or 0) + change
            if change:
                self.moved = max(self.moved or 0, at)
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


class Ridden:
    """A distance of which one source after another measures a part."""

    def __init__(self) -> None:
        self.total: int | None = None
        self.source: object = None
        self.latest = 0

    def follow(self, source: object, measured: int) -> None:
        """Adds what the source has measured since the last packet, unless it has just become the source."""
        change = max(measured - self.latest, 0) if source == self.source else 0
        self.total = (self.total or 0) + change
        self.source, self.latest = source, measured


class Calculator:
    """Takes the packets of one sensor, and says what to show."""

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
        self.ridden = Ridden()

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
        fields = values.decode_value(given, self.was_inverted)
        takers[characteristic](fields, at)
        self._follow_distance(at)

    def link_lost(self) -> None:
        """Nothing but the distance is known (S.11)."""
        for counter in (*self.wheels, *self.cranks):
            counter.link_lost()
        for direct in (self.power, self.pulse):
            direct.shown = None
        self.record.discard()
        self.bike.link_lost()
        self.trainer.link_lost()

    def shown(self, at: int) -> dict[str, Shown | None]:
        """What its services show at a time."""
        machines = self.bike, self.trainer
        return {
            "speed": best(
                (
                    *self._rates(self.wheels, self.circumference, at),
                    *(direct(m.speed, i, at) for i, m in enumerate(machines, 2)),
                )
            ),
            "cadence": best(
                (
                    *self._rates(self.cranks, 6000, at),
                    *(direct(m.cadence, i, at) for i, m in enumerate(machines, 2)),
                )
            ),
            "power": first(
                shown(one.value(at), rank, one.is_average)
                for one, rank in (
                    (self.power, 1),
                    (self.bike.power, 2),
                    (self.trainer.power, 3),
                )
            ),
            "heartRate": first(
                None if beats in NO_SIGNAL else shown(beats, rank)
                for beats, rank in (
                    (self.pulse.value(at), -1),
                    *((m.heart_rate.value(at), i) for i, m in enumerate(machines, 2)),
                )
            ),
        }

    def distance(self, at: int) -> Shown | None:
        """All that it has ridden."""
        if self.ridden.source is None:
            return None
        source = self._distances(at)[self.ridden.source]
        return Shown(self.ridden.total, source.rank, source.is_moving)

    def _rates(self, counters: list[Counter], factor: int, at: int):
        for rank, counter in enumerate(counters):
            rate = counter.rate(at)
            if rate is not None:
                value = nearest(rate.value * factor)
                yield Shown(value, rank, moves(counter, at), rate.is_average)

    def _distances(self, at: int) -> list[Shown | None]:
        machines = (self.bike.distance, self.trainer.distance)
        return [
            *(
                Shown(wheel.revolutions * self.circumference, rank, moves(wheel, at))
                if wheel.has_begun
                else None
                for rank, wheel in enumerate(self.wheels)
            ),
            *(
                None
                if machine.total is None
                else Shown(machine.total * 1000, rank, is_recent(machine.moved, at))
                for rank, machine in enumerate(machines, 2)
            ),
        ]

    def _follow_distance(self, at: int) -> None:
        distances = self._distances(at)
        found = distance_source(distances, self.ridden.source)
        if found is not None:
            self.ridden.follow(found, distances[found].value)

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
        quantities = (
            (self.bike.speed, "Speed", Fraction(25, 9)),
            (self.bike.cadence, "Cadence", 50),
            (self.bike.power, "Power", 1),
        )
        is_average = averages_alone(record)
        kind = "average" if is_average else "instantaneous"
        for direct_value, name, factor in quantities:
            value = record.get(kind + name)
            if value is not None:
                direct_value.set(nearest(Fraction(value) * factor), at, is_average)
        if "heartRate" in record:
            self.bike.heart_rate.set(record["heartRate"], at)
        if "totalDistance" in record:
            self.bike.distance.take(record["totalDistance"], at)

    def _take_frame(self, fields: Fields, at: int) -> None:
        page = fields["page"]
        if page["kind"] == "generalData":
            self.trainer.speed.set(page.get("speed"), at)
            self.trainer.heart_rate.set(page.get("heartRate"), at)
            if page["hasDistance"]:
                self.trainer.distance.take(page["distance"], at)
        elif page["kind"] == "trainerData":
            cadence = page.get("cadence")
            self.trainer.cadence.set(None if cadence is None else cadence * 100, at)
            self.trainer.power.set(page.get("power"), at)


class Sensor:
    """One of several sensors."""

    def __init__(self, number: int, circumference: int) -> None:
        self.number = number
        self.calculator = Calculator(circumference)
        self.location: int | None = None
        self.latest = 0

    @property
    def side(self) -> str | None:
        """The leg that it measures, if it measures one."""
        return {LEFT: "left", RIGHT: "right"}.get(
            next((side for side in (LEFT, RIGHT) if self.location in side), None)
        )


class Ride:
    """Takes the packets of several sensors."""

    def __init__(self, wheel_circumference: int) -> None:
        self.circumference = wheel_circumference
        self.sensors: list[Sensor] = []
        self.ridden = Ridden()

    def take(self, number: int, characteristic: str, data: str, at: int) -> None:
        """A packet arrives."""
        known = [sensor for sensor in self.sensors if sensor.number == number]
        sensor = known[0] if known else Sensor(number, self.circumference)
        sensor.calculator.take(characteristic, data, at)
        if not known:
            self._add(sensor)
        sensor.latest = max(sensor.latest, at)
        self._follow_distance(at)

    def locate(self, number: int, location: int) -> None:
        """A sensor says where it is."""
        known = [sensor for sensor in self.sensors if sensor.number == number]
        sensor = known[0] if known else Sensor(number, self.circumference)
        if not known:
            self._add(sensor)
        sensor.location = location

    def _add(self, sensor: Sensor) -> None:
        if len(self.sensors) == CAPACITY:
            self.sensors.remove(min(self.sensors, key=lambda one: one.latest))
        self.sensors.append(sensor)

    def link_lost(self, number: int) -> None:
        """The link to one sensor is lost."""
        for sensor in self.sensors:
            if sensor.number == number:
                sensor.calculator.link_lost()

    def reading(self, at: int) -> Fields:
        """What is shown at a time."""
        all_shown = [(sensor, sensor.calculator.shown(at)) for sensor in self.sensors]
        found: Fields = {"isSpeedAverage": False}
        for name in ("speed", "cadence", "power", "heartRate"):
            value = best(shown[name] for _, shown in all_shown)
            if value is None:
                continue
            found[name] = value.value
            if value.is_average and name != "heartRate":
                found[f"is{name.title()}Average"] = True
        found |= self._power(all_shown)
        if self.ridden.total is not None:
            found["distance"] = self.ridden.total
        return found

    def _power(self, all_shown: list[tuple[Sensor, dict]]) -> Fields:
        """The power of both legs, where two sensors measure one each."""
        value = best(shown["power"] for _, shown in all_shown)
        if value is None or value.rank != 1:
            return {}
        one, _ = next(pair for pair in all_shown if pair[1]["power"] == value)
        others = [
            shown["power"]
            for other, shown in all_shown
            if {one.side, other.side} == {"left", "right"}
        ]
        if not others:
            return {}
        added = others[0]
        if added is None or added.rank != 1:
            return {"isPowerOfOneLeg": True}
        return {"power": max(min(value.value + added.value, 0x7FFF), -0x8000)}

    def _follow_distance(self, at: int) -> None:
        distances = [sensor.calculator.distance(at) for sensor in self.sensors]
        numbers = [sensor.number for sensor in self.sensors]
        last = (
            numbers.index(self.ridden.source) if self.ridden.source in numbers else None
        )
        found = distance_source(distances, last)
        if found is not None:
            self.ridden.follow(numbers[found], distances[found].value)


def distance_source(distances: list[Shown | None], last: int | None) -> int | None:
    """Whose distance counts: the best that moves, else the last one if it has moved, else the best."""
    found = best(distances)
    if found is None:
        return None
    if not found.is_moving and last is not None and distances[last] is not None:
        if distances[last].value > 0:
            return last
    return distances.index(found)


def moves(counter: Counter, at: int) -> bool:
    """Whether it has turned lately."""
    return counter.revolutions > 0 and at - counter.heard < LONGEST_REST


def is_recent(time: int | None, at: int) -> bool:
    """Whether something was lately."""
    return time is not None and at - time < LONGEST_REST


def shown(value: int | None, rank: int, is_average: bool = False) -> Shown | None:
    """A value of a service, if there is one."""
    return None if value is None else Shown(value, rank, is_average=is_average)


def direct(one: Direct, rank: int, at: int) -> Shown | None:
    """A value that is zero at a standstill."""
    value = one.value(at)
    return (
        None
        if value is None
        else Shown(value, rank, value != 0 and not one.is_average, one.is_average)
    )


def averages_alone(record: Fields) -> bool:
    """Whether a machine sends no value of this moment."""
    names = ("instantaneousSpeed", "instantaneousCadence", "instantaneousPower")
    return not any(name in record for name in names)


def nearest(value: Fraction) -> int:
    """The nearest integer; a half is rounded up."""
    return floor(value + Fraction(1, 2))


def first(candidates):
    """The first value that is known."""
    return next((value for value in candidates if value is not None), None)


def ride(given: Fields) -> list[Fields]:
    """A reading for each read, and the error of each packet that is refused."""
    calculator = Ride(given["wheelCircumference"])
    steps: list[Fields] = []
    for event in given["events"]:
        sensor = event.get("sensor", 0)
        if event["event"] == "packet":
            try:
                calculator.take(
                    sensor, event["characteristic"], event["bytes"], event["at"]
                )
            except Refused as refused:
                steps.append(
                    {"error": {"code": refused.code, "offset": refused.offset}}
                )
        elif event["event"] == "located":
            calculator.locate(sensor, event["location"])
        elif event["event"] == "linkLost":
            calculator.link_lost(sensor)
        else:
            steps.append(calculator.reading(event["at"]))
    return steps
