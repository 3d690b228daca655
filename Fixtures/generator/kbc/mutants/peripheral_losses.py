"""Faults of the phone's session when a device is lost or a notification refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..sessions import peripheral
from ..sessions.peripheral import Peripheral, Place
from .changes import after
from .mutant import Mutant, replacing
from .session import Side

SIDE = Side("peripheral", Peripheral, peripheral)


def mutants() -> Iterator[Mutant]:
    """The faults."""
    yield from _arming()
    yield from _without_a_place()
    yield from _ends_of_links()
    yield from _outliving()
    yield from _debts()


def _watched(session: Peripheral) -> list[Place]:
    """The places that have a watchdog of their own."""
    return session._kept() if session._has_own_watchdogs() else []


def _arm(keeper: Any, session: Peripheral) -> None:
    keeper.watchdog = session.now + peripheral.LOST_LINK_INTERVAL


def _after(
    method: str, name: str, change: Callable[[Peripheral, Json], None]
) -> Mutant:
    """An event does something more."""
    return SIDE.around(method, name, after(change))


def _keeping(method: str, member: str, name: str, first: int = 0) -> Mutant:
    """An event leaves a member of the places as it was, from the place with this number on."""

    def make(handler: Any) -> Any:
        def handle(session: Peripheral, event: Json) -> None:
            before = [(place, getattr(place, member)) for place in _watched(session)]
            handler(session, event)
            for place, value in before[first:]:
                setattr(place, member, value)

        return handle

    return SIDE.around(method, name, make)


def _arming() -> Iterator[Mutant]:
    for event in ("subscribed", "read"):
        name = f"{event} does not arm a device's watchdog"
        yield _keeping(f"_on_{event}", "watchdog", name)
    name = "a publication arms no device's watchdog"
    yield _keeping("_on_publish", "watchdog", name)
    name = "a publication arms only one device's watchdog"
    yield _keeping("_on_publish", "watchdog", name, first=1)

    def first_only(publish: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            places = _watched(session) if session.objects else []
            before = [(place, place.watchdog) for place in places]
            publish(session, event)
            for place, watchdog in before:
                place.watchdog = watchdog

        return take

    name = "only the first object arms a device's watchdog"
    yield SIDE.around("_on_publish", name, first_only)

    def if_all_are(publish: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            places = _watched(session)
            before = [(place, place.watchdog) for place in places]
            publish(session, event)
            if any(watchdog is not None for _, watchdog in before):
                for place, watchdog in before:
                    place.watchdog = watchdog

        return take

    name = "a publication arms idle watchdogs only if all are idle"
    yield SIDE.around("_on_publish", name, if_all_are)

    def unarmed(session: Peripheral, event: Json) -> None:
        if place := session._place(event):
            place.watchdog = None

    name = "connected does not arm a device's watchdog"
    yield _after("_on_connected", name, unarmed)

    def arming_all(session: Peripheral, _: Json) -> None:
        for place in _watched(session):
            if place.watchdog is not None:
                _arm(place, session)

    for event in ("publish", "subscribed", "read"):
        name = f"{event} puts off the watchdogs of all devices"
        yield _after(f"_on_{event}", name, arming_all)

    def arming_idle(session: Peripheral, _: Json) -> None:
        for place in _watched(session):
            if place.watchdog is None and session.phase in peripheral.NAVIGATING:
                _arm(place, session)

    name = "a publication arms the watchdog of a lost device"
    yield _after("_on_publish", name, arming_idle)

    def early(hear: Any) -> Any:
        def note(session: Peripheral, place: Place) -> None:
            hear(session, place)
            if session._has_own_watchdogs():
                _arm(place, session)

        return note

    name = "a device's watchdog is armed before there is an object"
    yield SIDE.around("_hear", name, early)

    def marking(lose: Any) -> Any:
        def look_for(session: Peripheral, lost: Any) -> None:
            lose(session, lost)
            for place in filter(None, lost):
                place.__dict__["was_lost"] = True

        return look_for

    def only_once(hear: Any) -> Any:
        def note(session: Peripheral, place: Place) -> None:
            hear(session, place)
            if "was_lost" in place.__dict__:
                place.watchdog = None

        return note

    yield SIDE.mutant(
        "a device that was lost can't be lost again",
        replacing(Peripheral, "_lose", marking),
        replacing(Peripheral, "_hear", only_once),
    )

    def inheriting(connect: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            before = _watched(session)
            connect(session, event)
            for place in before:
                if place not in session.places and place.central != event["central"]:
                    session.watchdog = place.watchdog

        return take

    name = "the watchdog of a device outlives its place"
    yield SIDE.around("_on_connected", name, inheriting)

    def limit_first(meet: Any) -> Any:
        def check(session: Peripheral) -> None:
            if session.limit is not None and session.now >= session.limit:
                session._stop_advertising()
            meet(session)

        return check

    name = "the limit comes before the watchdog"
    yield SIDE.around("_meet_deadlines", name, limit_first)


def _without_a_place() -> Iterator[Mutant]:
    """The watchdog of the centrals without a place."""

    def arming(session: Peripheral, _: Json) -> None:
        if session._has_own_watchdogs() and session.phase in peripheral.NAVIGATING:
            _arm(session, session)

    def calming(session: Peripheral, _: Json) -> None:
        if session._has_own_watchdogs():
            session.watchdog = None

    for event in ("publish", "read"):
        name = f"{event} arms the watchdog of those without a place"
        yield _after(f"_on_{event}", name, arming)
    for event in ("subscribed", "read"):
        name = f"{event} stops the watchdog of those without a place"
        yield _after(f"_on_{event}", name, calming)


def _ends_of_links() -> Iterator[Mutant]:
    """What the phone does when it is told that a device is gone."""

    def placed(handler: Any) -> Any:
        def handle(session: Peripheral, event: Json) -> None:
            if session._place(event):
                handler(session, event)

        return handle

    name = "the end of a link without a place is ignored"
    yield SIDE.around("_on_disconnected", name, placed)

    def alone(handler: Any) -> Any:
        def handle(session: Peripheral, event: Json) -> None:
            phase = session.phase
            handler(session, event)
            if session._kept() and session.phase != phase == "serving":
                session.effects.clear()
                session.phase = phase

        return handle

    name = "a device that is gone is not missed while another is connected"
    yield SIDE.around("_on_disconnected", name, alone)

    def everywhere(session: Peripheral, _: Json) -> None:
        if session.phase in peripheral.NAVIGATING:
            session._advertise_again()

    name = "the end of a link counts, whatever is configured"
    yield _after("_on_disconnected", name, everywhere)

    def without_object(advertise: Any) -> Any:
        def begin(session: Peripheral) -> None:
            if session.objects:
                advertise(session)

        return begin

    name = "before there is an object no device is lost"
    yield SIDE.around("_advertise_again", name, without_object)

    def limited(advertise: Any) -> Any:
        def begin(session: Peripheral) -> None:
            if session.phase != "advertising":
                advertise(session)

        return begin

    name = "a loss leaves the user's limit"
    yield SIDE.around("_advertise_again", name, limited)


def _outliving() -> Iterator[Mutant]:
    for member in ("watchdog", "has_fired", "has_arrived"):
        name = f"{member} of a device outlives the navigation"
        yield _keeping("_on_stopNavigation", member, name)


def _debts() -> Iterator[Mutant]:
    def sparing(notify: Any) -> Any:
        def notify_others(session: Peripheral) -> None:
            owed = [place for place in session._kept() if place.refused is not None]
            for place in owed:
                place.is_subscribed = False
            notify(session)
            for place in owed:
                place.is_subscribed = True

        return notify_others

    name = "a repeat leaves out whoever is owed a notification"
    yield SIDE.around("_repeat", name, sparing)
    name = "publications leave out whoever is owed a notification, for ever"
    yield SIDE.around("_notify_of_publication", name, sparing)

    def forgiving(notify: Any) -> Any:
        def notify_all(session: Peripheral) -> None:
            for place in session._kept():
                place.refused = None
            notify(session)

        return notify_all

    name = "a publication leaves nobody out"
    yield SIDE.around("_notify_of_publication", name, forgiving)

    for shift, word in ((1, "short"), (0, "long")):

        def mistaken(notify: Any, shift: int = shift) -> Any:
            def notify_due(session: Peripheral) -> None:
                end = session.now - peripheral.REPEAT_INTERVAL
                for place in session._kept():
                    if place.refused == end + shift:
                        place.refused = end + 1 - shift
                notify(session)

            return notify_due

        name = f"a debt keeps publications away for 1 ms too {word}"
        yield SIDE.around("_notify_of_publication", name, mistaken)

    def expiring(ready: Any) -> Any:
        def retry(session: Peripheral, event: Json) -> None:
            for place in session._kept():
                refused = place.refused
                if refused is not None:
                    if session.now - refused >= peripheral.REPEAT_INTERVAL:
                        place.refused = None
            ready(session, event)

        return retry

    name = "a queue that is ready late notifies nobody"
    yield SIDE.around("_on_notificationsReady", name, expiring)

    def remembering(notify: Any) -> Any:
        def notify_one(session: Peripheral, place: Place, form: str) -> None:
            refused = place.refused
            notify(session, place, form)
            place.refused = refused

        return notify_one

    name = "a notification settles no debt"
    yield SIDE.around("_notify", name, remembering)
    for method, kept in (
        ("_on_subscribed", "a new subscription settles no debt"),
        ("_on_notificationRefused", "only the first refusal counts"),
    ):

        def lasting(handler: Any) -> Any:
            def take(session: Peripheral, event: Json) -> None:
                place = session._place(event)
                refused = place and place.refused
                handler(session, event)
                if place and refused is not None:
                    place.refused = refused

            return take

        yield SIDE.around(method, kept, lasting)
    yield _after(
        "_on_notificationRefused",
        "a refusal does what is due",
        lambda session, _: session._meet_deadlines(),
    )
