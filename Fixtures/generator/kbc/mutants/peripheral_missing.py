"""Faults of the phone's session: which devices it misses, and who ends the search for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..sessions import peripheral
from ..sessions.peripheral import Peripheral, Place
from .mutant import Mutant, replacing
from .peripheral_losses import SIDE

Change = Callable[[Any], Callable[..., Any]]


def mutants() -> Iterator[Mutant]:
    """The faults."""
    yield from _arrivals()
    yield from _events_that_are_arrivals()
    yield from _events_that_are_not()
    yield from _counts()
    yield from _due_at_once()
    yield from _lost_already()
    yield from _forgotten()
    yield from _bluetooth()


def _owns(session: Peripheral) -> bool:
    return session._has_own_watchdogs()


def _is_navigating(session: Peripheral) -> bool:
    return session.phase in peripheral.NAVIGATING


def _before(change: Callable[..., None]) -> Change:
    """Something happens before a method."""

    def make(method: Any) -> Any:
        def run(session: Peripheral, *given: Any) -> Any:
            if _owns(session):
                change(session, *given)
            return method(session, *given)

        return run

    return make


def _after(change: Callable[..., None]) -> Change:
    """Something happens after a method."""

    def make(method: Any) -> Any:
        def run(session: Peripheral, *given: Any) -> None:
            method(session, *given)
            if _owns(session):
                change(session, *given)

        return run

    return make


def _only(condition: Callable[..., bool]) -> Change:
    """A method runs only if something holds."""

    def make(method: Any) -> Any:
        def run(session: Peripheral, *given: Any) -> None:
            if not _owns(session) or condition(session, *given):
                method(session, *given)

        return run

    return make


def _place_of(session: Peripheral, event: Json) -> Place | None:
    return session._place(event) if _is_navigating(session) else None


def _arrivals() -> Iterator[Mutant]:
    """What an arrival does."""

    def uncounted(session: Peripheral, place: Place) -> None:
        if not place.has_arrived:
            session.missing = min(session.missing, 1)

    name = "nobody is counted: any arrival ends advertising"
    yield SIDE.around("_arrive", name, _before(uncounted))

    def below(arrive: Any) -> Any:
        def take(session: Peripheral, place: Place) -> None:
            is_saved = not place.has_arrived and session.missing <= 0
            missing = session.missing
            arrive(session, place)
            if is_saved:
                session.missing = missing - 1

        return take

    def saved(count: Any) -> Any:
        def add(session: Peripheral, lost: Any) -> None:
            missing = session.missing
            count(session, lost)
            if lost and missing < 0:
                session.missing = max(missing + len(lost), 0)

        return add

    yield SIDE.mutant(
        "arrivals while nobody is missing are set off against later losses",
        replacing(Peripheral, "_arrive", below),
        replacing(Peripheral, "_count", saved),
    )

    def lasting(arrive: Any) -> Any:
        def take(session: Peripheral, place: Place) -> None:
            missing = session.missing
            arrive(session, place)
            session.missing = session.missing or missing

        return take

    name = "the last arrival ends advertising, but the device stays counted"
    yield SIDE.around("_arrive", name, lasting)

    def limited(session: Peripheral, _: Place) -> bool:
        return session.phase != "advertising"

    name = "an arrival does not end advertising that has a limit"
    yield SIDE.around("_arrive", name, _only(limited))

    def unlimited(session: Peripheral, _: Place) -> bool:
        return session.phase != "advertisingAgain"

    name = "an arrival does not end advertising without a limit"
    yield SIDE.around("_arrive", name, _only(unlimited))

    def one_more(session: Peripheral, place: Place) -> None:
        if not place.has_arrived:
            session.missing += session.missing > 1

    name = "of several missing devices none comes back"
    yield SIDE.around("_arrive", name, _before(one_more))


def _again(session: Peripheral, event: Json) -> None:
    """A central that has arrived is about to arrive once more."""
    place = _place_of(session, event)
    if place:
        place.has_arrived = False


def _unnoticed(handler: Any) -> Any:
    """An event is not an arrival."""

    def take(session: Peripheral, event: Json) -> None:
        if not _owns(session):
            return handler(session, event)
        session._arrive = lambda _: None  # type: ignore[method-assign]
        handler(session, event)
        del session._arrive

    return take


def _events_that_are_arrivals() -> Iterator[Mutant]:
    for event in ("subscribed", "read"):
        yield SIDE.around(f"_on_{event}", f"{event} is never an arrival", _unnoticed)

    def with_cccd(read: Any) -> Any:
        unnoticed = _unnoticed(read)

        def take(session: Peripheral, event: Json) -> None:
            has_cccd = session.configuration["hasCCCD"]
            (unnoticed if has_cccd else read)(session, event)

        return take

    name = "with a CCCD a read is no arrival"
    yield SIDE.around("_on_read", name, with_cccd)

    def late(read: Any) -> Any:
        unnoticed = _unnoticed(read)

        def take(session: Peripheral, event: Json) -> None:
            (unnoticed if event["offset"] else read)(session, event)

        return take

    name = "only a read at offset 0 is an arrival"
    yield SIDE.around("_on_read", name, late)

    def answered(read: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            place = _place_of(session, event)
            had_arrived = bool(place and place.has_arrived)
            missing, limit, phase = session.missing, session.limit, session.phase
            read(session, event)
            rejected = [e for e in session.effects if e["effect"] == "reject"]
            if _owns(session) and place and rejected:
                place.has_arrived = had_arrived
                session.missing, session.limit, session.phase = missing, limit, phase
                session.effects[:] = rejected

        return take

    name = "a read that is answered with an error is no arrival"
    yield SIDE.around("_on_read", name, answered)


def _events_that_are_not() -> Iterator[Mutant]:
    for event in ("subscribed", "read"):
        name = f"each {event} is an arrival"
        yield SIDE.around(f"_on_{event}", name, _before(_again))

    def subscribing(session: Peripheral, event: Json) -> None:
        place = _place_of(session, event)
        if place and not place.is_subscribed:
            place.has_arrived = False

    name = "the first subscription is an arrival even after a read"
    yield SIDE.around("_on_subscribed", name, _before(subscribing))

    def unsubscribing(session: Peripheral, event: Json) -> None:
        place = session._place(event)
        if place:
            place.has_arrived = False

    name = "the end of a subscription forgets the arrival"
    yield SIDE.around("_on_unsubscribed", name, _after(unsubscribing))

    def connecting(session: Peripheral, event: Json) -> None:
        place = _place_of(session, event)
        if place:
            session._arrive(place)

    name = "a connection is an arrival"
    yield SIDE.around("_on_connected", name, _after(connecting))

    def refused(session: Peripheral, event: Json) -> None:
        place = _place_of(session, event)
        if place and not session.configuration["hasCCCD"]:
            session._arrive(place)

    name = "a subscription that is refused is an arrival"
    yield SIDE.around("_on_subscribed", name, _after(refused))

    def strange(session: Peripheral, event: Json) -> None:
        if _is_navigating(session) and session._place(event) is None:
            session._arrive(Place(event["central"], 23, 0))

    for event in ("subscribed", "read"):
        name = f"{event} without a place is an arrival"
        yield SIDE.around(f"_on_{event}", name, _after(strange))

    def early(session: Peripheral, event: Json) -> None:
        place = session._place(event)
        if place and not _is_navigating(session):
            place.has_arrived = True

    name = "a read that is not served is an arrival"
    yield SIDE.around("_on_read", name, _after(early))


def _counting(count: Callable[[Peripheral, int, int], int]) -> Change:
    """Devices are counted by another rule: of those missing, and of those lost that had and had not arrived."""

    def make(original: Any) -> Any:
        def add(session: Peripheral, lost: Any) -> None:
            missing = session.missing
            arrived = sum(bool(place and place.has_arrived) for place in lost)
            original(session, lost)
            if lost and _is_navigating(session):
                session.missing = missing
                session.missing = count(session, arrived, len(lost) - arrived)

        return add

    return make


def _counts() -> Iterator[Mutant]:
    """How the lost are counted."""
    rules: dict[str, Callable[[Peripheral, int, int], int]] = {
        "the loss of one that had not arrived always counts": (
            lambda session, arrived, others: session.missing + arrived + others
        ),
        "the loss of one that had not arrived never counts": (
            lambda session, arrived, _: session.missing + arrived
        ),
        "the loss of one that had arrived counts only if none is missing": (
            lambda session, *_: max(session.missing, 1)
        ),
        "of those lost in one event one counts": (
            lambda session, arrived, _: max(session.missing + min(arrived, 1), 1)
        ),
        "those that had arrived are lost before those that had not": (
            lambda session, arrived, _: max(session.missing + arrived, 1)
        ),
        "one that had not arrived counts if it is lost with one that had": (
            lambda session, arrived, others: (
                (session.missing if arrived else max(session.missing, 1))
                + arrived
                + (min(others, 1) if arrived else 0)
            )
        ),
        "each that had not arrived counts if nobody is missing": (
            lambda session, arrived, others: (session.missing or others) + arrived
        ),
        "at most two are missing": (
            lambda session, arrived, others: min(
                max(session.missing, min(others, 1)) + arrived, 2
            )
        ),
        "only those lost last are missing": (
            lambda _, arrived, others: min(others, 1) + arrived
        ),
    }
    for name, rule in rules.items():
        yield SIDE.around("_count", name, _counting(rule))

    def strange(count: Any) -> Any:
        def add(session: Peripheral, lost: Any) -> None:
            missing = session.missing
            certain = [place for place in lost if not place or place.has_arrived]
            count(session, lost)
            if certain and _is_navigating(session):
                session.missing = missing + len(certain)

        return add

    name = "the loss of one without a place always counts"
    yield SIDE.around("_count", name, strange)

    def remembering(connect: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            before = [*session.places]
            connect(session, event)
            memory = session.__dict__.setdefault("memory", set())
            kept = [place.central for place in session._kept()]
            for place in filter(None, before):
                if place.central not in kept and place.has_arrived:
                    memory.add(place.central)

        return take

    def remembered(disconnect: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            disconnect(session, event)
            if event["central"] in session.__dict__.get("memory", ()):
                session.missing += 1

        return take

    yield SIDE.mutant(
        "a central that lost its place has still arrived",
        replacing(Peripheral, "_on_connected", remembering),
        replacing(Peripheral, "_on_disconnected", remembered),
    )

    def inheriting(connect: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            before = [*session.places]
            connect(session, event)
            place = session._place(event)
            former = before[session.places.index(place)]
            if place and former:
                place.has_arrived = former.has_arrived

        return take

    name = "who takes the place of another has arrived with it"
    yield SIDE.around("_on_connected", name, inheriting)

    def joining(connect: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            is_known = any(place.has_arrived for place in session._kept())
            connect(session, event)
            place = session._place(event)
            if place and _owns(session):
                place.has_arrived = is_known

        return take

    name = "only the first device arrives"
    yield SIDE.around("_on_connected", name, joining)


def _due_at_once() -> Iterator[Mutant]:
    def one_by_one(fire: Any) -> Any:
        def check(session: Peripheral) -> None:
            if not _owns(session):
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
            if _is_navigating(session) and _owns(session):
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
    yield SIDE.around("_on_disconnected", name, _before(unfired))
    for event in ("unsubscribed", "mtuChanged"):
        name = f"after {event} a central whose watchdog fired can be lost"
        yield SIDE.around(f"_on_{event}", name, _before(unfired))

    def all_unfired(session: Peripheral, _: Json) -> None:
        for place in session._kept():
            place.has_fired = False

    name = "Bluetooth off loses those whose watchdog has fired too"
    yield SIDE.around("_on_radioOff", name, _before(all_unfired))

    def silent(session: Peripheral, event: Json) -> bool:
        place = session._place(event)
        return not (place and session.objects and place.watchdog is None)

    name = "the end of a link is ignored if its watchdog is idle"
    yield SIDE.around("_on_disconnected", name, _only(silent))

    def advertising(disconnect: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            place = _place_of(session, event)
            disconnect(session, event)
            if _owns(session) and place and place.has_fired:
                session._advertise_again()

        return take

    name = "the end of a link lifts the limit though its watchdog has fired"
    yield SIDE.around("_on_disconnected", name, advertising)

    def found(session: Peripheral, event: Json) -> None:
        place = _place_of(session, event)
        if place and place.has_fired:
            session.missing = max(session.missing - 1, 0)

    name = "a missing device whose link ends is missing no more"
    yield SIDE.around("_on_disconnected", name, _before(found))

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
        replacing(Peripheral, "_lose", _before(fired)),
        replacing(Peripheral, "_on_disconnected", _only(unheard)),
    )

    def renewed(session: Peripheral, event: Json) -> None:
        place = session._place(event)
        if place and event["central"] in session.__dict__.get("fired", ()):
            place.has_fired = True

    yield SIDE.mutant(
        "a central whose watchdog fired can't be lost with its next link",
        replacing(Peripheral, "_lose", _before(fired)),
        replacing(Peripheral, "_on_connected", _after(renewed)),
    )

    def strange(session: Peripheral, lost: Any) -> None:
        if None in lost and session.watchdog is None:
            session.__dict__["strangers"] = session.now

    def certain(session: Peripheral, event: Json) -> bool:
        return bool(session._place(event)) or "strangers" not in session.__dict__

    yield SIDE.mutant(
        "those without a place are lost already once their watchdog has fired",
        replacing(Peripheral, "_lose", _before(strange)),
        replacing(Peripheral, "_on_disconnected", _only(certain)),
    )


def _forgotten() -> Iterator[Mutant]:
    """When an arrival is forgotten, and when it is not."""

    def renewed(session: Peripheral, event: Json) -> None:
        place = session._place(event)
        if place:
            place.has_arrived = False

    name = "a connection that is told once more forgets the arrival"
    yield SIDE.around("_on_connected", name, _after(renewed))

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
            place = _place_of(session, event)
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
    yield SIDE.around("_on_radioOff", name, _after(forgetting))
    name = "Bluetooth off forgets who was missing before"
    yield SIDE.around("_on_radioOff", name, _before(forgetting))

    def once(session: Peripheral, _: Json) -> None:
        if session.__dict__.get("was_off") and session.phase != "radioOff":
            session.places = [None] * peripheral.PLACES
        session.__dict__["was_off"] = True

    name = "Bluetooth goes off a second time and nobody is lost"
    yield SIDE.around("_on_radioOff", name, _before(once))

    def losing(which: Callable[[list[Place]], list[Place]]) -> Change:
        def make(off: Any) -> Any:
            def take(session: Peripheral, event: Json) -> None:
                lost = which(session._kept()) if _owns(session) else []
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
    yield SIDE.around("_on_radioOff", name, _before(somebody))

    def watched(session: Peripheral, _: Json) -> None:
        if session.watchdog is not None:
            session.missing = max(session.missing, 1)

    name = "Bluetooth off loses one without a place too"
    yield SIDE.around("_on_radioOff", name, _before(watched))

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
        replacing(Peripheral, "_begin", _after(beginning)),
        replacing(Peripheral, "_meet_deadlines", _after(meeting)),
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
        replacing(Peripheral, "_on_publish", _after(publishing)),
        replacing(Peripheral, "_on_radioOn", _after(arming)),
    )

    def running(rest: Any) -> Any:
        def enter(session: Peripheral, phase: str) -> None:
            watchdog = session.watchdog if _owns(session) else None
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
        yield SIDE.around("_on_disconnected", name, _before(told))

    def requested(session: Peripheral, _: Json) -> None:
        if session.phase == "advertisingAgain":
            session.phase = "advertising"

    name = "the user's request sets a limit while a device is missing"
    yield SIDE.mutant(
        name, replacing(Peripheral, "_on_startAdvertising", _before(requested))
    )
    plant = Plant(Peripheral, "_count", lambda *_: None)
    yield SIDE.mutant("nobody is ever missing", plant)
