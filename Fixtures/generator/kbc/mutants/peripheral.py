"""Faults of the phone's session."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..sessions import peripheral
from ..sessions.peripheral import Peripheral
from . import peripheral_losses, peripheral_missing, peripheral_search
from .mutant import Mutant, replacing
from .peripheral_losses import SIDE

INTERVALS = ("REPEAT_INTERVAL", "LOST_LINK_INTERVAL", "ADVERTISING_LIMIT")
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
}


def mutants(vectors: list[Json]) -> Iterator[Mutant]:
    """All faults of the phone's session."""
    yield from SIDE.common(vectors)
    for name in INTERVALS:
        value = getattr(peripheral, name)
        yield from SIDE.constant(name, value - 1, value + 1)
    yield from SIDE.constant("KEPT", 9, 11)
    yield from SIDE.constant("PLACES", 3, 5)
    yield from _configurations()
    yield from SIDE.needless(vectors, "startAdvertising")
    yield from SIDE.deaf(QUIET)
    yield from _timers()
    yield from _advertising()
    yield from peripheral_losses.mutants()
    yield from peripheral_missing.mutants()
    yield from peripheral_search.mutants()


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


def _timers() -> Iterator[Mutant]:
    """Each timer, a millisecond early and a millisecond late."""
    for timer in ("limit", "repeat", "watchdog"):
        for shift, word in ((1, "early"), (0, "late")):

            def make(meet: Any, timer: str = timer, shift: int = shift) -> Any:
                def check(session: Peripheral) -> None:
                    for kept in (session, *session._kept()):
                        if getattr(kept, timer, None) == session.now + shift:
                            setattr(kept, timer, session.now + 1 - shift)
                    meet(session)

                return check

            name = f"the {timer} is 1 ms {word}"
            yield SIDE.around("_meet_deadlines", name, make)

    def catching_up(meet: Any) -> Any:
        def check(session: Peripheral) -> None:
            due = session.repeat
            meet(session)
            while due is not None and session.now >= due + peripheral.REPEAT_INTERVAL:
                session._repeat()
                due += peripheral.REPEAT_INTERVAL

        return check

    name = "a late repeat is caught up on"
    yield SIDE.around("_meet_deadlines", name, catching_up)

    def firing_once(meet: Any) -> Any:
        def check(session: Peripheral) -> None:
            due = session.watchdog
            if due is not None and session.now >= due:
                if session.__dict__.get("has_ever_fired"):
                    session.watchdog = None
                    session.has_fired = True
                session.has_ever_fired = True
            meet(session)

        return check

    name = "the watchdog fires only once"
    yield SIDE.around("_meet_deadlines", name, firing_once)
    yield _second_limit()
    yield _second_watchdog()


def _second_limit() -> Mutant:
    """The time limit of the user's first request counts too."""

    def wishing(wish: Any) -> Any:
        def start(session: Peripheral, event: Json) -> None:
            session.first_limit = session.limit
            wish(session, event)

        return start

    def meeting(meet: Any) -> Any:
        def check(session: Peripheral) -> None:
            meet(session)
            first = session.__dict__.get("first_limit")
            if first is not None and session.now >= first:
                session._stop_advertising()

        return check

    return SIDE.mutant(
        "an earlier limit still counts after a later one was set",
        replacing(Peripheral, "_on_startAdvertising", wishing),
        replacing(Peripheral, "_meet_deadlines", meeting),
    )


def _second_watchdog() -> Mutant:
    """The watchdog keeps running after a subscription."""

    def subscribing(subscribe: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            session.hidden = session.watchdog
            subscribe(session, event)

        return take

    def meeting(meet: Any) -> Any:
        def check(session: Peripheral) -> None:
            meet(session)
            hidden = session.__dict__.get("hidden")
            if hidden is not None and session.now >= hidden:
                session._do("startAdvertising")

        return check

    return SIDE.mutant(
        "the watchdog fires though a central subscribed",
        replacing(Peripheral, "_on_subscribed", subscribing),
        replacing(Peripheral, "_meet_deadlines", meeting),
    )


def _advertising() -> Iterator[Mutant]:
    stop = Plant(Peripheral, "_stop_advertising", lambda _: None)
    yield SIDE.mutant("advertising never stops", stop)

    def unarmed(publish: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            watchdog = session.watchdog
            publish(session, event)
            session.watchdog = watchdog

        return take

    yield SIDE.around("_on_publish", "the first publication arms nothing", unarmed)

    def rearming(publish: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            publish(session, event)
            if session.phase in peripheral.NAVIGATING:
                session.watchdog = session.now + peripheral.LOST_LINK_INTERVAL

        return take

    yield SIDE.around("_on_publish", "every publication arms the watchdog", rearming)

    def kept(subscribe: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            watchdog = session.watchdog
            subscribe(session, event)
            session.watchdog = watchdog

        return take

    name = "a subscription leaves the watchdog armed"
    yield SIDE.around("_on_subscribed", name, kept)

    def unlimited(begin: Any) -> Any:
        def start(session: Peripheral, *rest: Any) -> None:
            begin(session, *rest)
            session.limit = None

        return start

    for method in ("_begin", "_on_startAdvertising"):
        yield SIDE.around(method, f"{method} sets no limit", unlimited)

    def limited(meet: Any) -> Any:
        def check(session: Peripheral) -> None:
            before = session.phase
            meet(session)
            if session.phase == "advertisingAgain" != before:
                session.limit = session.now + peripheral.ADVERTISING_LIMIT

        return check

    name = "advertising again has a limit"
    yield SIDE.around("_meet_deadlines", name, limited)

    def remembered(rest: Any) -> Any:
        def stop_all(session: Peripheral, phase: str) -> None:
            fired = session.has_fired
            rest(session, phase)
            session.has_fired = fired

        return stop_all

    yield SIDE.around(
        "_rest", "a lost link is remembered after navigation stops", remembered
    )

    def cached(handler: Any) -> Any:
        def stop_navigation(session: Peripheral, event: Json) -> None:
            objects = session.objects
            handler(session, event)
            session.objects = objects

        return stop_navigation

    name = "objects outlive the end of navigation"
    yield SIDE.around("_on_stopNavigation", name, cached)

    def known(handler: Any) -> Any:
        def lose(session: Peripheral, event: Json) -> None:
            places = session.places
            handler(session, event)
            session.places = places

        return lose

    yield SIDE.around("_on_radioOff", "centrals outlive the radio", known)
