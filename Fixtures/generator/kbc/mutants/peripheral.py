"""Faults of the phone's session."""

from collections.abc import Iterator
from typing import Any

from ..evaluate import Json
from ..sessions import peripheral
from ..sessions.peripheral import Peripheral
from .mutant import Mutant
from .session import Side

SIDE = Side("peripheral", Peripheral, peripheral)

# Events that may have no immediate effect.
QUIET = (
    "connected",
    "disconnected",
    "mtuChanged",
    "unsubscribed",
    "notificationRefused",
)
# The choices of a configuration, each with another one in its place.
CHOICES = {
    "notification": ("identifier", "object"),
    "retriedNotification": ("identifier", "object"),
    "serving": ("newestAlways", "snapshotPerRead"),
    "ending": ("empty", "invalidOffset", "attributeNotLong"),
    "chunkSize": ("readPayload", "notificationPayload", "smallestPayload"),
    "hasCCCD": (True, False),
    "lossDetection": ("eachCentral", "sharedWatchdog"),
    "repeats": (True, False),
}


def mutants(vectors: list[Json]) -> Iterator[Mutant]:
    """All faults of the phone's session."""
    yield from SIDE.common(vectors)
    yield from _configurations()
    yield from SIDE.needless(vectors, "startAdvertising")
    yield from SIDE.deaf(QUIET)


def _configurations() -> Iterator[Mutant]:
    for name, choices in CHOICES.items():
        for right in choices:
            for wrong in choices:
                if wrong == right:
                    continue

                def make(
                    begin: Any, name: str = name, right: Any = right, wrong: Any = wrong
                ) -> Any:
                    def configure(session: Peripheral, given: Json) -> None:
                        begin(session, given)
                        if session.configuration[name] == right:
                            session.configuration[name] = wrong

                    return configure

                what = f"{name} {right} is taken for {wrong}"
                yield SIDE.around("__init__", what, make)
