"""Faults in what the phone's session notifies, and of what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..evaluate import Json
from ..sessions.peripheral import Peripheral
from .mutant import Mutant
from .peripheral_losses import SIDE


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of notifications."""

    def everybody(notify: Any) -> Any:
        def notify_all(session: Peripheral) -> None:
            for place in session._kept():
                place.is_subscribed = True
            notify(session)

        return notify_all

    name = "a central that has not subscribed is notified too"
    yield SIDE.around("_notify_of_publication", name, everybody)
    yield SIDE.around("_repeat", f"{name}, by a repeat", everybody)

    def first(notify: Any) -> Any:
        def notify_all(session: Peripheral) -> None:
            kept = session._kept
            session._kept = lambda: kept()[:1]  # type: ignore[method-assign]
            notify(session)
            del session._kept

        return notify_all

    name = "only one central is notified"
    yield SIDE.around("_notify_of_publication", name, first)
    yield SIDE.around("_repeat", f"{name}, by a repeat", first)

    def shy(notify: Any) -> Any:
        def notify_all(session: Peripheral) -> None:
            if session.phase != "advertisingAgain":
                notify(session)

        return notify_all

    name = "nobody is notified while it advertises again"
    yield SIDE.around("_notify_of_publication", name, shy)
    yield SIDE.around("_repeat", f"{name}, by a repeat", shy)

    def lasting(stop: Any) -> Any:
        def stop_navigation(session: Peripheral, event: Json) -> None:
            subscribed = [place for place in session._kept() if place.is_subscribed]
            stop(session, event)
            for place in subscribed:
                place.is_subscribed = True

        return stop_navigation

    name = "subscriptions outlive the navigation"
    yield SIDE.around("_on_stopNavigation", name, lasting)

    def crowded(connect: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            if session._kept():
                session._do("stopAdvertising")
            connect(session, event)

        return take

    name = "a second central stops advertising by its link alone"
    yield SIDE.around("_on_connected", name, crowded)

    def once(ready: Any) -> Any:
        def retry(session: Peripheral, event: Json) -> None:
            owed = [(place, place.refused) for place in session._kept()]
            ready(session, event)
            for place, refused in owed:
                place.refused = refused

        return retry

    name = "a notification is owed for ever"
    yield SIDE.around("_on_notificationsReady", name, once)

    def early(ready: Any) -> Any:
        def retry(session: Peripheral, event: Json) -> None:
            if session.objects:
                ready(session, event)

        return retry

    name = "a notification stays owed if the queue is ready before there is an object"
    yield SIDE.around("_on_notificationsReady", name, early)

    def quiet(publish: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            repeat = session.repeat
            publish(session, event)
            session.repeat = repeat or session.repeat

        return take

    name = "a publication does not put off the repeat"
    yield SIDE.around("_on_publish", name, quiet)

    def lenient(publish: Any) -> Any:
        def take(session: Peripheral, event: Json) -> None:
            before = len(session.effects)
            publish(session, event)
            session.effects[before:] = [
                effect
                for effect in session.effects[before:]
                if effect.get("fault") != "unpublishable"
            ]

        return take

    name = "a publication that is refused is not reported"
    yield SIDE.around("_on_publish", name, lenient)
