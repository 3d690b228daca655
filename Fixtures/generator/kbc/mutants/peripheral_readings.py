"""Faults of the phone's session that keep another reading of its rules: where a sentence could be taken in two ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..sessions.peripheral import Peripheral, Place
from ..timing import LOST_LINK_INTERVAL, REPEAT_INTERVAL
from .changes import after, before, knowing, only
from .mutant import Mutant, replacing
from .peripheral_losses import SIDE


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All other readings of the phone's session."""
    yield from _watchdogs()
    yield from _fired_while_off()
    yield from _nothing_published()
    yield from _publications()
    yield from _off()
    yield from _places()
    yield from _uncounted()


def _watchdogs() -> Iterator[Mutant]:
    def had_fired(session: Peripheral, _: Json) -> bool:
        return session.has_fired

    def has_fired(session: Peripheral, fired: bool, _: Json) -> None:
        session.has_fired = fired

    name = "after the one watchdog has fired, a subscription does not make it idle"
    yield SIDE.around("_on_subscribed", name, knowing(had_fired, has_fired))

    def armed(session: Peripheral, _: Json) -> None:
        if session.phase == "radioOff" and not session._has_own_watchdogs():
            session.watchdog = session.now + LOST_LINK_INTERVAL

    name = "a publication while Bluetooth is off arms the one watchdog"
    yield SIDE.around("_on_publish", name, after(armed))

    def still_lost(session: Peripheral, _: Json) -> None:
        was_lost = session.__dict__.get("was_lost", False)
        if was_lost and session.phase == "advertising":
            session._advertise_again()

    def losing(session: Peripheral, _: Json) -> None:
        session.was_lost = session.has_fired

    yield SIDE.mutant(
        "what the one watchdog lost is still lost after Bluetooth was off",
        replacing(Peripheral, "_on_radioOn", after(still_lost)),
        replacing(Peripheral, "_on_radioOff", before(losing)),
    )


def _fired_while_off() -> Iterator[Mutant]:
    def firing(session: Peripheral) -> None:
        for place in session._kept():
            if session.phase == "radioOff" and session._is_due(place.watchdog):
                place.watchdog = None
                place.has_fired = True

    name = "a watchdog fires while Bluetooth is off"
    yield SIDE.around("_meet_deadlines", name, before(firing))


def _nothing_published() -> Iterator[Mutant]:
    def invented(object_for: Any) -> Any:
        def find(session: Peripheral, event: Json, place: Any) -> Any:
            found = object_for(session, event, place)
            is_snapshot = session.configuration["serving"] == "snapshotPerRead"
            return b"" if found is None and place and is_snapshot else found

        return find

    name = "a snapshot of no object is empty"
    yield SIDE.around("_object_for", name, invented)

    def owed(session: Peripheral, _: Json) -> list[Place]:
        return [place for place in session._kept() if place.refused is not None]

    def notified(session: Peripheral, places: list[Place], _: Json) -> None:
        if not session.objects:
            for place in places:
                session._do("notify", central=place.central, bytes="")

    name = "an empty notification is sent when there is no object"
    yield SIDE.around("_on_notificationsReady", name, knowing(owed, notified))

    def later(session: Peripheral, _: Json) -> None:
        session.now = max(session.now, 1)

    yield SIDE.around("_on_startNavigation", "time begins at 1 ms", before(later))


def _publications() -> Iterator[Mutant]:
    def if_refused(change: Callable[[Peripheral], None]) -> Any:
        def run(session: Peripheral, _: Json) -> None:
            if session.effects and session.effects[0].get("fault"):
                change(session)

        return after(run)

    def repeat_anew(session: Peripheral) -> None:
        if session.repeat is not None:
            session.repeat = session.now + REPEAT_INTERVAL

    name = "a publication that is refused puts the repeat off"
    yield SIDE.around("_on_publish", name, if_refused(repeat_anew))

    def forgets(session: Peripheral) -> None:
        session.objects = {}

    name = "a publication that is refused leaves no object"
    yield SIDE.around("_on_publish", name, if_refused(forgets))

    def found(session: Peripheral, event: Json) -> tuple[Place | None, bytes | None]:
        place = session._place(event)
        return place, session._object_for(event, place)

    def named(session: Peripheral, noted: Any, event: Json) -> None:
        place, data = noted
        if place and data is not None and "identifier" in event:
            numbers = {value: key for key, value in session.objects.items()}
            place.snapshot = numbers.get(data, place.snapshot)

    name = "a read that names an object makes it the snapshot"
    yield SIDE.around("_on_read", name, knowing(found, named))

    def is_new(session: Peripheral, event: Json) -> bool:
        newest = session.objects.get(session.published, b"")
        return session.phase == "stopped" or newest.hex() != event["bytes"]

    name = "the same bytes published again are not a publication"
    yield SIDE.around("_on_publish", name, only(is_new))

    def oldest(object_for: Any) -> Any:
        def find(session: Peripheral, event: Json, place: Any) -> Any:
            kept = session.objects
            if "identifier" in event:
                session.objects = dict(enumerate(reversed(kept.values())))
            found = object_for(session, event, place)
            session.objects = kept
            return found

        return find

    name = "of two objects with a named identifier the older one is read"
    yield SIDE.around("_object_for", name, oldest)

    def repeat_first(meet: Any) -> Any:
        def check(session: Peripheral) -> None:
            limit, session.limit = session.limit, None
            meet(session)
            if session.limit is None and session.phase == "advertising":
                session.limit = limit
            meet(session)

        return check

    name = "a repeat comes before the end of advertising"
    yield SIDE.around("_meet_deadlines", name, repeat_first)
    name = "a publication ends what a full queue owes"

    def owing(session: Peripheral, *_: Any) -> None:
        for place in session._kept():
            place.refused = None

    yield SIDE.around("_on_publish", name, after(owing))


def _places() -> Iterator[Mutant]:
    """What a place keeps, and what keeps it."""

    def of_place(change: Callable[[Peripheral, Place], None]) -> Any:
        """Something that happens to an event's place after it."""

        def run(session: Peripheral, event: Json) -> None:
            place = session._place(event)
            if place:
                change(session, place)

        return after(run)

    def heard(session: Peripheral, place: Place) -> None:
        place.heard = session.now

    for event in ("unsubscribed", "mtuChanged", "notificationRefused"):
        name = f"a central that {event} is not quiet"
        yield SIDE.around(f"_on_{event}", name, of_place(heard))

    def place_before(session: Peripheral, event: Json) -> Place | None:
        return session._place(event)

    for member in ("is_subscribed", "snapshot", "mtu"):

        def kept(
            session: Peripheral,
            known: Place | None,
            event: Json,
            member: str = member,
        ) -> None:
            if known:
                setattr(session._place(event), member, getattr(known, member))

        name = f"a central that connects once more keeps its {member}"
        yield SIDE.around("_on_connected", name, knowing(place_before, kept))

    def since(session: Peripheral, event: Json) -> int | None:
        place = session._place(event)
        return place.refused if place else None

    def first(session: Peripheral, since: int | None, event: Json) -> None:
        if since is not None:
            session._place(event).refused = since

    name = "of two refusals the first one counts"
    yield SIDE.around("_on_notificationRefused", name, knowing(since, first))

    def unsnapped(_: Peripheral, place: Place) -> None:
        place.snapshot = 0

    for event in ("subscribed", "unsubscribed", "mtuChanged"):
        name = f"a central that {event} loses its snapshot"
        yield SIDE.around(f"_on_{event}", name, of_place(unsnapped))

    def unsubscribing(_: Peripheral, place: Place) -> None:
        place.is_subscribed = False

    name = "another MTU ends a subscription"
    yield SIDE.around("_on_mtuChanged", name, of_place(unsubscribing))

    def was_up(session: Peripheral, _: Json) -> bool:
        return session.phase != "stopped"

    def disconnecting(session: Peripheral, was_up: bool, _: Json) -> None:
        if was_up:
            session.places = [None] * len(session.places)

    name = "the end of navigation forgets connections"
    yield SIDE.around("_on_stopNavigation", name, knowing(was_up, disconnecting))

    def limited(session: Peripheral, _: Json) -> None:
        if session.phase == "advertisingAgain":
            session.phase = "advertising"
            session.limit = session.now + 120_000

    name = "the user limits advertising that had no limit"
    yield SIDE.around("_on_startAdvertising", name, after(limited))

    def repeated(session: Peripheral, place: Place) -> None:
        if place.is_subscribed:
            session._notify(place, session.configuration["notification"])

    name = "a subscription is answered with a notification"
    yield SIDE.around("_on_subscribed", name, of_place(repeated))


def _off() -> Iterator[Mutant]:
    """What Bluetooth does that is off, once or twice."""

    def had_fired(session: Peripheral, _: Json) -> bool:
        return session.has_fired

    def has_fired(session: Peripheral, fired: bool, _: Json) -> None:
        session.has_fired = fired

    name = "the one watchdog has still fired when Bluetooth was off"
    fired = (knowing(had_fired, has_fired), knowing(had_fired, has_fired))
    yield SIDE.mutant(
        name,
        replacing(Peripheral, "_on_radioOff", fired[0]),
        replacing(Peripheral, "_on_radioOn", fired[1]),
    )

    def is_on(session: Peripheral, _: Json) -> bool:
        return session.phase != "radioOff"

    name = "Bluetooth that is off once more drops no connection"
    yield SIDE.around("_on_radioOff", name, only(is_on))

    def losing(session: Peripheral, _: Json) -> None:
        if session.phase == "radioOff" and session._kept():
            session.missing = max(session.missing, 1)

    name = "whoever connected while Bluetooth is off is lost if it is off once more"
    yield SIDE.around("_on_radioOff", name, before(losing))

    def equal(session: Peripheral, event: Json) -> None:
        place = session._place(event)
        if place is None or event["offset"] == 0:
            return
        taken = session.__dict__.setdefault("taken", {})
        for number, data in session.objects.items():
            if data == taken.get(place.snapshot):
                place.snapshot = number

    def taking(session: Peripheral, _: Json) -> None:
        session.__dict__.setdefault("taken", {}).update(session.objects)

    yield SIDE.mutant(
        "an object that is equal to the snapshot takes its place",
        replacing(Peripheral, "_on_read", before(equal)),
        replacing(Peripheral, "_on_publish", after(taking)),
    )


def _uncounted() -> Iterator[Mutant]:
    """What counts for nothing, and what counts whatever its answer is."""

    def idle(session: Peripheral, _: Json) -> None:
        if not session._has_own_watchdogs():
            session.watchdog = None

    name = "the end of a link makes the one watchdog idle"
    yield SIDE.around("_on_disconnected", name, after(idle))

    def refused(session: Peripheral, event: Json) -> None:
        if session.effects and session.effects[0].get("fault"):
            idle(session, event)

    name = "a subscription that is refused makes the one watchdog idle"
    yield SIDE.around("_on_subscribed", name, after(refused))

    def heard(session: Peripheral, event: Json) -> None:
        place = session._place(event)
        if place:
            place.heard = session.now

    name = "a read that is rejected with 0x01 counts"
    yield SIDE.around("_on_read", name, after(heard))

    def snapshot_before(session: Peripheral, event: Json) -> int:
        place = session._place(event)
        return place.snapshot if place else 0

    def unanswered(session: Peripheral, snapshot: int, event: Json) -> None:
        place = session._place(event)
        data = session.objects.get(place.snapshot) if place else None
        if place and data is not None and event["offset"] > len(data):
            place.snapshot = snapshot

    name = "a read past the end takes no snapshot"
    yield SIDE.around("_on_read", name, knowing(snapshot_before, unanswered))
