"""Builds the scripts of rides: packets, lost links, readings."""

from __future__ import annotations

from typing import Any

from . import fec, flagged
from .wire import Fields

Counts = tuple[int, int]  # cumulative revolutions, last event time

CIRCUMFERENCE = 2100  # mm
SECOND = 1024  # ticks of CSC, and of a crank in Cycling Power
POWER_SECOND = 2048  # ticks of a wheel in Cycling Power


class RideScript:
    """The events of a ride, in order."""

    def __init__(self) -> None:
        self.given: Fields = {"wheelCircumference": CIRCUMFERENCE, "events": []}
        # Whose packets come; all of one sensor if none is named.
        self.number: Fields = {}

    def sensor(self, number: int) -> RideScript:
        """What follows is of this sensor."""
        self.number = {"sensor": number}
        return self

    def located(self, location: int) -> RideScript:
        """The sensor says where it is."""
        return self._add({"event": "located"} | self.number | {"location": location})

    def packet(self, at: int, characteristic: str, data: bytes) -> RideScript:
        """A packet arrives."""
        event = {"event": "packet", "at": at} | self.number
        return self._add(
            event | {"characteristic": characteristic, "bytes": data.hex()}
        )

    def _add(self, event: Fields) -> RideScript:
        self.given["events"].append(event)
        return self

    def circumference(self, millimetres: int) -> RideScript:
        """The wheel has another circumference."""
        self.given["wheelCircumference"] = millimetres
        return self

    def wheel(self, at: int, revolutions: int, time: int) -> RideScript:
        """CSC Measurement of a wheel alone."""
        return self.csc(at, wheel=(revolutions, time))

    def crank(self, at: int, revolutions: int, time: int) -> RideScript:
        """CSC Measurement of a crank alone."""
        return self.csc(at, crank=(revolutions, time))

    def csc(
        self, at: int, wheel: Counts | None = None, crank: Counts | None = None
    ) -> RideScript:
        """CSC Measurement."""
        data = flagged.CSC_MEASUREMENT.encode(_counts(wheel, crank))
        return self.packet(at, "cscMeasurement", data)

    def power(
        self,
        at: int,
        watts: int,
        wheel: Counts | None = None,
        crank: Counts | None = None,
    ) -> RideScript:
        """Cycling Power Measurement."""
        fields = {"instantaneousPower": watts} | _counts(wheel, crank)
        data = flagged.POWER_MEASUREMENT.encode(fields)
        return self.packet(at, "cyclingPowerMeasurement", data)

    def heart(self, at: int, beats: int) -> RideScript:
        """Heart Rate Measurement."""
        return self.packet(at, "heartRateMeasurement", bytes((0, beats)))

    def bike(self, at: int, **fields: Any) -> RideScript:
        """Indoor Bike Data."""
        data = flagged.INDOOR_BIKE_DATA.encode(fields)
        return self.packet(at, "indoorBikeData", data)

    def page(self, at: int, kind: str, **fields: Any) -> RideScript:
        """A page of FE-C."""
        page = {"kind": kind} | PAGES.get(kind, {}) | fields
        frame = {"message": 0x4E, "channel": 5, "page": page}
        return self.packet(at, "fecFrame", fec.encode_frame(frame))

    def lost(self) -> RideScript:
        """The link is lost."""
        return self._add({"event": "linkLost"} | self.number)

    def read(self, at: int) -> RideScript:
        """The display asks what to show."""
        return self._add({"event": "read", "at": at})


# What pages hold that a script does not name.
PAGES: dict[str, Fields] = {
    "generalData": {
        "equipment": 25,
        "elapsedTime": 0,
        "distance": 0,
        "heartRateSource": 0,
        "hasDistance": False,
        "isSpeedVirtual": False,
        "state": 3,
        "lapToggle": False,
    },
    "trainerData": {
        "eventCount": 0,
        "accumulatedPower": 0,
        "needs": 0,
        "targetStatus": "atTarget",
        "state": 3,
        "lapToggle": False,
    },
}


def _counts(wheel: Counts | None, crank: Counts | None) -> Fields:
    found: Fields = {}
    for name, counts in (("wheel", wheel), ("crank", crank)):
        if counts is not None:
            revolutions, time = counts
            found[name] = {"cumulativeRevolutions": revolutions, "lastEventTime": time}
    return found
