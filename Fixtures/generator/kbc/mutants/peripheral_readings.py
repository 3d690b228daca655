"""Faults of the phone's session that keep another reading of its rules: where a sentence could be taken in two ways."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..evaluate import Json
from ..sessions.peripheral import Peripheral
from ..timing import LOST_LINK_INTERVAL, REPEAT_INTERVAL
from .changes import after
from .mutant import Mutant, replacing
from .peripheral_losses import SIDE


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All other readings of the phone's session."""
    yield from _watchdogs()
    yield from _fired_while_off()
    yield from _nothing_published()
    yield from _publications()
    yield from _places()


def _watchdogs() -> Iterator[Mutant]:
    def only_a_read(subscribed: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            has_fired = session.has_fired
            subscribed(session, event)
            session.has_fired = has_fired

        return take

    name = "after the one watchdog has fired, a subscription does not make it idle"
    yield SIDE.around("_on_subscribed", name, only_a_read)

    def armed(publish: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            publish(session, event)
            if session.phase == "radioOff" and not session._has_own_watchdogs():
                session.watchdog = session.now + LOST_LINK_INTERVAL

        return take

    name = "a publication while Bluetooth is off arms the one watchdog"
    yield SIDE.around("_on_publish", name, armed)

    def still_lost(radio_on: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            radio_on(session, event)
            was_lost = session.__dict__.get("was_lost", False)
            if was_lost and session.phase == "advertising":
                session._advertise_again()

        return take

    def losing(radio_off: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            session.was_lost = session.has_fired
            radio_off(session, event)

        return take

    yield SIDE.mutant(
        "what the one watchdog lost is still lost after Bluetooth was off",
        replacing(Peripheral, "_on_radioOn", still_lost),
        replacing(Peripheral, "_on_radioOff", losing),
    )


def _fired_while_off() -> Iterator[Mutant]:
    def firing(meet: Any) -> Any:
        def check(session: Peripheral) -> None:
            for place in session._kept():
                if session.phase == "radioOff" and session._is_due(place.watchdog):
                    place.watchdog = None
                    place.has_fired = True
            meet(session)

        return check

    name = "a watchdog fires while Bluetooth is off"
    yield SIDE.around("_meet_deadlines", name, firing)


def _nothing_published() -> Iterator[Mutant]:
    def invented(object_for: Any) -> Any:
        def find(session: Peripheral, event: Json, place: Any) -> Any:
            found = object_for(session, event, place)
            is_snapshot = session.configuration["serving"] == "snapshotPerRead"
            return b"" if found is None and place and is_snapshot else found

        return find

    name = "a snapshot of no object is empty"
    yield SIDE.around("_object_for", name, invented)

    def notified(ready: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            owed = [place for place in session._kept() if place.refused is not None]
            ready(session, event)
            if not session.objects:
                for place in owed:
                    session._do("notify", central=place.central, bytes="")

        return take

    name = "an empty notification is sent when there is no object"
    yield SIDE.around("_on_notificationsReady", name, notified)

    def later(begin: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            session.now = max(session.now, 1)
            begin(session, event)

        return take

    yield SIDE.around("_on_startNavigation", "time begins at 1 ms", later)


def _publications() -> Iterator[Mutant]:
    def refused(change: Any) -> Any:
        def make(publish: Any) -> Any:
            def take(session: Peripheral, event: Json) -> None:
                publish(session, event)
                if session.effects and session.effects[0].get("fault"):
                    change(session)

            return take

        return make

    def repeat_anew(session: Peripheral) -> None:
        if session.repeat is not None:
            session.repeat = session.now + REPEAT_INTERVAL

    name = "a publication that is refused puts the repeat off"
    yield SIDE.around("_on_publish", name, refused(repeat_anew))

    def forgets(session: Peripheral) -> None:
        session.objects = {}

    name = "a publication that is refused leaves no object"
    yield SIDE.around("_on_publish", name, refused(forgets))

    def named(read: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            place = session._place(event)
            data = session._object_for(event, place)
            read(session, event)
            if place and data is not None and "identifier" in event:
                numbers = {value: key for key, value in session.objects.items()}
                place.snapshot = numbers.get(data, place.snapshot)

        return take

    name = "a read that names an object makes it the snapshot"
    yield SIDE.around("_on_read", name, named)

    def once(publish: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            newest = session.objects.get(session.published, b"")
            if session.phase == "stopped" or newest.hex() != event["bytes"]:
                publish(session, event)

        return take

    name = "the same bytes published again are not a publication"
    yield SIDE.around("_on_publish", name, once)

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

    def heard(session: Peripheral, event: Json) -> None:
        place = session._place(event)
        if place:
            place.heard = session.now

    for event in ("unsubscribed", "mtuChanged", "notificationRefused"):
        name = f"a central that {event} is not quiet"
        yield SIDE.around(f"_on_{event}", name, after(heard))

    for member in ("is_subscribed", "snapshot", "mtu"):

        def kept(connected: Any, member: str = member) -> Any:
            def take(session: Peripheral, event: Json) -> None:
                known = session._place(event)
                connected(session, event)
                if known:
                    place = session._place(event)
                    setattr(place, member, getattr(known, member))

            return take

        name = f"a central that connects once more keeps its {member}"
        yield SIDE.around("_on_connected", name, kept)

    def first(refused: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            place = session._place(event)
            since = place.refused if place else None
            refused(session, event)
            if place and since is not None:
                place.refused = since

        return take

    name = "of two refusals the first one counts"
    yield SIDE.around("_on_notificationRefused", name, first)

    def unsnapped(subscribed: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            subscribed(session, event)
            place = session._place(event)
            if place:
                place.snapshot = 0

        return take

    for event in ("subscribed", "unsubscribed", "mtuChanged"):
        name = f"a central that {event} loses its snapshot"
        yield SIDE.around(f"_on_{event}", name, unsnapped)

    def unsubscribing(changed: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            changed(session, event)
            place = session._place(event)
            if place:
                place.is_subscribed = False

        return take

    name = "another MTU ends a subscription"
    yield SIDE.around("_on_mtuChanged", name, unsubscribing)

    def disconnecting(stop: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            was_up = session.phase != "stopped"
            stop(session, event)
            if was_up:
                session.places = [None] * len(session.places)

        return take

    name = "the end of navigation forgets connections"
    yield SIDE.around("_on_stopNavigation", name, disconnecting)

    def limited(start: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            start(session, event)
            if session.phase == "advertisingAgain":
                session.phase = "advertising"
                session.limit = session.now + 120_000

        return take

    name = "the user limits advertising that had no limit"
    yield SIDE.around("_on_startAdvertising", name, limited)

    def repeated(subscribed: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            subscribed(session, event)
            place = session._place(event)
            if place and place.is_subscribed:
                session._notify(place, session.configuration["notification"])

        return take

    name = "a subscription is answered with a notification"
    yield SIDE.around("_on_subscribed", name, repeated)
