"""Faults of the phone's session: which devices it misses, and which arrivals it counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
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
    yield from _arrivals()
    yield from _events_that_are_arrivals()
    yield from _events_that_are_not()
    yield from _counts()


def _arrivals() -> Iterator[Mutant]:
    """What an arrival does."""

    def uncounted(session: Peripheral, place: Place) -> None:
        if not place.has_arrived:
            session.missing = min(session.missing, 1)

    name = "nobody is counted: any arrival ends advertising"
    yield SIDE.around("_arrive", name, before(uncounted))

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
    yield SIDE.around("_arrive", name, only(limited))

    def unlimited(session: Peripheral, _: Place) -> bool:
        return session.phase != "advertisingAgain"

    name = "an arrival does not end advertising without a limit"
    yield SIDE.around("_arrive", name, only(unlimited))

    def one_more(session: Peripheral, place: Place) -> None:
        if not place.has_arrived:
            session.missing += session.missing > 1

    name = "of several missing devices none comes back"
    yield SIDE.around("_arrive", name, before(one_more))


def _again(session: Peripheral, event: Json) -> None:
    """A central that has arrived is about to arrive once more."""
    place = place_of(session, event)
    if place:
        place.has_arrived = False


def _unnoticed(handler: Any) -> Any:
    """An event is not an arrival."""

    def take(session: Peripheral, event: Json) -> None:
        if not owns(session):
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
            place = place_of(session, event)
            had_arrived = bool(place and place.has_arrived)
            missing, limit, phase = session.missing, session.limit, session.phase
            read(session, event)
            rejected = [e for e in session.effects if e["effect"] == "reject"]
            if owns(session) and place and rejected:
                place.has_arrived = had_arrived
                session.missing, session.limit, session.phase = missing, limit, phase
                session.effects[:] = rejected

        return take

    name = "a read that is answered with an error is no arrival"
    yield SIDE.around("_on_read", name, answered)


def _events_that_are_not() -> Iterator[Mutant]:
    for event in ("subscribed", "read"):
        name = f"each {event} is an arrival"
        yield SIDE.around(f"_on_{event}", name, before(_again))

    def subscribing(session: Peripheral, event: Json) -> None:
        place = place_of(session, event)
        if place and not place.is_subscribed:
            place.has_arrived = False

    name = "the first subscription is an arrival even after a read"
    yield SIDE.around("_on_subscribed", name, before(subscribing))

    def unsubscribing(session: Peripheral, event: Json) -> None:
        place = session._place(event)
        if place:
            place.has_arrived = False

    name = "the end of a subscription forgets the arrival"
    yield SIDE.around("_on_unsubscribed", name, after(unsubscribing))

    def connecting(session: Peripheral, event: Json) -> None:
        place = place_of(session, event)
        if place:
            session._arrive(place)

    name = "a connection is an arrival"
    yield SIDE.around("_on_connected", name, after(connecting))

    def refused(session: Peripheral, event: Json) -> None:
        place = place_of(session, event)
        if place and not session.configuration["hasCCCD"]:
            session._arrive(place)

    name = "a subscription that is refused is an arrival"
    yield SIDE.around("_on_subscribed", name, after(refused))

    def strange(session: Peripheral, event: Json) -> None:
        if is_navigating(session) and session._place(event) is None:
            session._arrive(Place(event["central"], 23, 0))

    for event in ("subscribed", "read"):
        name = f"{event} without a place is an arrival"
        yield SIDE.around(f"_on_{event}", name, after(strange))

    def early(session: Peripheral, event: Json) -> None:
        place = session._place(event)
        if place and not is_navigating(session):
            place.has_arrived = True

    name = "a read that is not served is an arrival"
    yield SIDE.around("_on_read", name, after(early))


def _counting(count: Callable[[Peripheral, int, int], int]) -> Change:
    """Devices are counted by another rule: of those missing, and of those lost that had and had not arrived."""

    def make(original: Any) -> Any:
        def add(session: Peripheral, lost: Any) -> None:
            missing = session.missing
            arrived = sum(bool(place and place.has_arrived) for place in lost)
            original(session, lost)
            if lost and is_navigating(session):
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
            if certain and is_navigating(session):
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
            if place and owns(session):
                place.has_arrived = is_known

        return take

    name = "only the first device arrives"
    yield SIDE.around("_on_connected", name, joining)
