"""Faults of the phone's session: when its search for lost devices begins and ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..sessions import peripheral
from ..sessions.peripheral import Peripheral, Place
from .mutant import Mutant, replacing
from .peripheral_changes import (
    Change,
    after,
    before,
    is_navigating,
    only,
    owns,
    place_of,
)
from .peripheral_losses import SIDE


def mutants() -> Iterator[Mutant]:
    """The faults."""
    yield from _due_at_once()
    yield from _lost_already()
    yield from _forgotten()
    yield from _bluetooth()


def _due_at_once() -> Iterator[Mutant]:
    def one_by_one(fire: Any) -> Any:
        def check(session: Peripheral) -> None:
            if not owns(session):
                return fire(session)
            for place in session._kept():
                if session._is_due(place.watchdog):
                    place.watchdog = None
                    return session._lose([place])
            fire(session)

        return check

    name = "of several watchdogs that are due only one fires"
    yield SIDE.around("_fire_watchdogs", name, one_by_one)

    def early(handle: Any) -> Any:
        def take(session: Peripheral, event: Json) -> Any:
            session.now = max(session.now, event["at"])
            session.effects = []
            if is_navigating(session) and owns(session):
                session._fire_watchdogs()
            before = session.effects
            step = handle(session, event)
            return step | {"effects": before + step["effects"]}

        return take

    yield SIDE.around("handle", "the watchdogs come before the event", early)


def _lost_already() -> Iterator[Mutant]:
    """What becomes of a central whose watchdog has fired."""

    def unfired(session: Peripheral, event: Json) -> None:
        if place := session._place(event):
            place.has_fired = False

    name = "the end of a link counts though its watchdog has fired"
    yield SIDE.around("_on_disconnected", name, before(unfired))
    for event in ("unsubscribed", "mtuChanged"):
        name = f"after {event} a central whose watchdog fired can be lost"
        yield SIDE.around(f"_on_{event}", name, before(unfired))

    def all_unfired(session: Peripheral, _: Json) -> None:
        for place in session._kept():
            place.has_fired = False

    name = "Bluetooth off loses those whose watchdog has fired too"
    yield SIDE.around("_on_radioOff", name, before(all_unfired))

    def silent(session: Peripheral, event: Json) -> bool:
        place = session._place(event)
        return not (place and session.objects and place.watchdog is None)

    name = "the end of a link is ignored if its watchdog is idle"
    yield SIDE.around("_on_disconnected", name, only(silent))

    def advertising(disconnect: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            place = place_of(session, event)
            disconnect(session, event)
            if owns(session) and place and place.has_fired:
                session._advertise_again()

        return take

    name = "the end of a link lifts the limit though its watchdog has fired"
    yield SIDE.around("_on_disconnected", name, advertising)

    def found(session: Peripheral, event: Json) -> None:
        place = place_of(session, event)
        if place and place.has_fired:
            session.missing = max(session.missing - 1, 0)

    name = "a missing device whose link ends is missing no more"
    yield SIDE.around("_on_disconnected", name, before(found))

    for event in ("connected", "subscribed", "read"):

        def lasting(handler: Any) -> Any:
            def take(session: Peripheral, event: Json) -> None:
                place = session._place(event)
                has_fired = bool(place and place.has_fired)
                handler(session, event)
                place = session._place(event)
                if place:
                    place.has_fired = place.has_fired or has_fired

            return take

        name = f"{event} does not make good that a watchdog has fired"
        yield SIDE.around(f"_on_{event}", name, lasting)

    def fired(session: Peripheral, lost: Any) -> None:
        memory = session.__dict__.setdefault("fired", set())
        memory.update(place.central for place in lost if place and place.has_fired)

    def unheard(session: Peripheral, event: Json) -> bool:
        if session._place(event):
            return True
        return event["central"] not in session.__dict__.get("fired", ())

    yield SIDE.mutant(
        "a central that lost its place is lost already if its watchdog had fired",
        replacing(Peripheral, "_lose", before(fired)),
        replacing(Peripheral, "_on_disconnected", only(unheard)),
    )

    def renewed(session: Peripheral, event: Json) -> None:
        place = session._place(event)
        if place and event["central"] in session.__dict__.get("fired", ()):
            place.has_fired = True

    yield SIDE.mutant(
        "a central whose watchdog fired can't be lost with its next link",
        replacing(Peripheral, "_lose", before(fired)),
        replacing(Peripheral, "_on_connected", after(renewed)),
    )

    def strange(session: Peripheral, lost: Any) -> None:
        if None in lost and session.watchdog is None:
            session.__dict__["strangers"] = session.now

    def certain(session: Peripheral, event: Json) -> bool:
        return bool(session._place(event)) or "strangers" not in session.__dict__

    yield SIDE.mutant(
        "those without a place are lost already once their watchdog has fired",
        replacing(Peripheral, "_lose", before(strange)),
        replacing(Peripheral, "_on_disconnected", only(certain)),
    )


def _forgotten() -> Iterator[Mutant]:
    """When an arrival is forgotten, and when it is not."""

    def renewed(session: Peripheral, event: Json) -> None:
        place = session._place(event)
        if place:
            place.has_arrived = False

    name = "a connection that is told once more forgets the arrival"
    yield SIDE.around("_on_connected", name, after(renewed))

    def lasting(count: Any) -> Any:
        def add(session: Peripheral, lost: Any) -> None:
            arrived = [place for place in lost if place and place.has_arrived]
            count(session, arrived if arrived else lost)
            for place in arrived:
                place.has_arrived = True

        return add

    name = "a central whose watchdog fired has still arrived"
    yield SIDE.around("_count", name, lasting)

    def silent(read: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            place = place_of(session, event)
            if place and place.__dict__.get("was_lost"):
                place.has_arrived = True
                place.__dict__["was_lost"] = False
            read(session, event)

        return take

    def marking(lose: Any) -> Any:
        def look_for(session: Peripheral, lost: Any) -> None:
            lose(session, lost)
            for place in filter(None, lost):
                place.__dict__["was_lost"] = True

        return look_for

    for event in ("read", "subscribed"):
        yield SIDE.mutant(
            f"{event} is no arrival of a central whose watchdog fired",
            replacing(Peripheral, "_lose", marking),
            replacing(Peripheral, f"_on_{event}", silent),
        )

    def kept(stop: Any) -> Any:
        def end(session: Peripheral, event: Json) -> None:
            missing = session.missing
            stop(session, event)
            session.missing = missing

        return end

    name = "the missing are counted on in the next navigation"
    yield SIDE.around("_on_stopNavigation", name, kept)

    def always(count: Any) -> Any:
        def add(session: Peripheral, lost: Any) -> None:
            phase = session.phase
            session.phase = "serving"
            count(session, lost)
            session.phase = phase

        return add

    name = "a loss counts though nobody navigates or Bluetooth is off"
    yield SIDE.around("_count", name, always)


def _bluetooth() -> Iterator[Mutant]:
    """What the phone makes of Bluetooth being off."""

    def forgetting(session: Peripheral, _: Json) -> None:
        session.missing = 0

    name = "Bluetooth off forgets who is missing"
    yield SIDE.around("_on_radioOff", name, after(forgetting))
    name = "Bluetooth off forgets who was missing before"
    yield SIDE.around("_on_radioOff", name, before(forgetting))

    def once(session: Peripheral, _: Json) -> None:
        if session.__dict__.get("was_off") and session.phase != "radioOff":
            session.places = [None] * peripheral.PLACES
        session.__dict__["was_off"] = True

    name = "Bluetooth goes off a second time and nobody is lost"
    yield SIDE.around("_on_radioOff", name, before(once))

    def losing(which: Callable[[list[Place]], list[Place]]) -> Change:
        def make(off: Any) -> Any:
            def take(session: Peripheral, event: Json) -> None:
                lost = which(session._kept()) if owns(session) else []
                session.places = [*lost, *[None] * peripheral.PLACES]
                off(session, event)
                session.places = [None] * peripheral.PLACES

            return take

        return make

    for name, which in (
        ("nobody is lost when Bluetooth goes off", lambda kept: []),
        ("one central is lost when Bluetooth goes off", lambda kept: kept[:1]),
        (
            "only those that had arrived are lost when Bluetooth goes off",
            lambda kept: [place for place in kept if place.has_arrived],
        ),
        (
            "only those that subscribed are lost when Bluetooth goes off",
            lambda kept: [place for place in kept if place.is_subscribed],
        ),
    ):
        yield SIDE.around("_on_radioOff", name, losing(which))

    def somebody(session: Peripheral, _: Json) -> None:
        if session.phase != "stopped":
            session.missing = max(session.missing, 1)

    name = "Bluetooth off always loses somebody"
    yield SIDE.around("_on_radioOff", name, before(somebody))

    def watched(session: Peripheral, _: Json) -> None:
        if session.watchdog is not None:
            session.missing = max(session.missing, 1)

    name = "Bluetooth off loses one without a place too"
    yield SIDE.around("_on_radioOff", name, before(watched))

    def limited(begin: Any) -> Any:
        def start(session: Peripheral) -> None:
            begin(session)
            if session.phase == "advertisingAgain":
                session.phase = "advertising"
                session.limit = session.now + peripheral.ADVERTISING_LIMIT

        return start

    name = "Bluetooth on again, there is always a limit"
    yield SIDE.around("_begin", name, limited)

    def beginning(session: Peripheral) -> None:
        session.__dict__["hidden"] = session.now + peripheral.ADVERTISING_LIMIT

    def meeting(session: Peripheral) -> None:
        if session.now >= session.__dict__.get("hidden", session.now + 1):
            session._stop_advertising()

    yield SIDE.mutant(
        "the limit of a start counts though a device is missing",
        replacing(Peripheral, "_begin", after(beginning)),
        replacing(Peripheral, "_meet_deadlines", after(meeting)),
    )

    def ticking(radio_on: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            dogs = [(place, place.watchdog) for place in session._kept()]
            radio_on(session, event)
            for place, watchdog in dogs:
                place.watchdog = watchdog

        return take

    name = "Bluetooth on again, a watchdog runs on"
    yield SIDE.around("_on_radioOn", name, ticking)

    def publishing(session: Peripheral, _: Json) -> None:
        session.__dict__["published_while_off"] = session.phase == "radioOff"

    def arming(session: Peripheral, _: Json) -> None:
        if session.__dict__.get("published_while_off"):
            for place in session._kept():
                place.watchdog = session.now + peripheral.LOST_LINK_INTERVAL

    yield SIDE.mutant(
        "a publication while Bluetooth is off arms watchdogs once it is on",
        replacing(Peripheral, "_on_publish", after(publishing)),
        replacing(Peripheral, "_on_radioOn", after(arming)),
    )

    def running(rest: Any) -> Any:
        def enter(session: Peripheral, phase: str) -> None:
            watchdog = session.watchdog if owns(session) else None
            rest(session, phase)
            session.watchdog = watchdog

        return enter

    name = "the watchdog of those without a place outlives the radio"
    yield SIDE.around("_rest", name, running)

    for is_known, whose in ((True, "with"), (False, "without")):

        def told(session: Peripheral, event: Json, is_known: bool = is_known) -> None:
            is_placed = session._place(event) is not None
            if session.phase == "radioOff" and is_placed == is_known:
                session.missing = max(session.missing, 1)

        name = f"the end of a link {whose} a place counts while Bluetooth is off"
        yield SIDE.around("_on_disconnected", name, before(told))

    def requested(session: Peripheral, _: Json) -> None:
        if session.phase == "advertisingAgain":
            session.phase = "advertising"

    name = "the user's request sets a limit while a device is missing"
    yield SIDE.mutant(
        name, replacing(Peripheral, "_on_startAdvertising", before(requested))
    )
    plant = Plant(Peripheral, "_count", lambda *_: None)
    yield SIDE.mutant("nobody is ever missing", plant)
