"""Faults of the session of a companion app: its apps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..watch.session import records
from ..watch.session.model import Companion
from ..watch.session.records import App, Device, Message
from .mutant import Mutant, replacing
from .watch_session_side import SIDE


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of apps."""
    for member in ("id", "device"):
        plant = Plant(Companion, "app", _found_by(member))
        yield SIDE.mutant(f"apps are told apart by the {member} alone", plant)
    name = "an app is registered twice"
    yield SIDE.mutant(name, replacing(Companion, "_on_registerApp", _twice))
    name = "an app on a device that is not registered is registered"
    yield SIDE.mutant(name, Plant(Device, "is_registered", property(lambda _: True)))
    yield SIDE.around("_on_requestAppStatus", "a status is asked for again", _again)
    yield SIDE.around("_ask_status", "the time for a status begins again", _renewed)
    yield SIDE.around("_on_openApp", "an app is opened twice", _reopening)
    name = "readiness is looked at before opening"
    yield SIDE.around("_on_openApp", name, _readiness_first)
    for event, member in (("appStatusAnswered", "status"), ("openAnswered", "opening")):
        name = f"{event} is for the last app"
        yield SIDE.around(f"_on_{event}", name, _last_app(member))
    name = "the messages of an app end in another order"
    plant = Plant(App, "messages", lambda app: messages_of(app)[::-1])
    yield SIDE.mutant(name, plant)
    for what, index in (("first", 0), ("last", -1)):
        plant = Plant(App, "messages", _without(index))
        yield SIDE.mutant(f"the {what} message of an app never ends", plant)
    name = "an app is unregistered before its messages end"
    yield SIDE.around("_end_app", name, _early_end)
    name = "an app that is unregistered stays"
    yield SIDE.around("_end_app", name, _staying)


messages_of = App.messages


def _found_by(member: str) -> Callable[..., App | None]:
    def find(self: Companion, event: Json) -> App | None:
        wanted = event["app"][member]
        return next((app for app in self.apps if getattr(app, member) == wanted), None)

    return find


def _twice(register: Callable[..., None]) -> Callable[..., None]:
    def register_again(self: Companion, event: Json) -> None:
        if self.app(event):
            self.do("registerApp", app=event["app"])
        else:
            register(self, event)

    return register_again


def _again(request: Callable[..., None]) -> Callable[..., None]:
    def ask(self: Companion, event: Json) -> None:
        app = self.app(event)
        if app:
            app.status = None
        request(self, event)

    return ask


def _renewed(ask: Callable[..., None]) -> Callable[..., None]:
    def ask_late(self: Companion, app: App) -> None:
        app.status.due = self.now + records.STATUS_TIMEOUT
        ask(self, app)

    return ask_late


def _reopening(open_app: Callable[..., None]) -> Callable[..., None]:
    def reopen(self: Companion, event: Json) -> None:
        app = self.app(event)
        if app:
            app.opening = None
        open_app(self, event)

    return reopen


def _readiness_first(open_app: Callable[..., None]) -> Callable[..., None]:
    def look(self: Companion, event: Json) -> None:
        if self.app(event) is None:
            return self.refuse("deviceNotReady")
        open_app(self, event)

    return look


def _last_app(member: str) -> Callable[[Any], Callable[..., None]]:
    def make(answered: Callable[..., None]) -> Callable[..., None]:
        def take(self: Companion, event: Json) -> None:
            waiting = [app for app in self.apps if getattr(app, member)]
            if not waiting:
                return answered(self, event)
            answered(self, event | {"ticket": getattr(waiting[-1], member).ticket})

        return take

    return make


def _without(index: int) -> Callable[[App], list[Message]]:
    def some(app: App) -> list[Message]:
        found = messages_of(app)
        del found[index : index + 1 or None]
        return found

    return some


def _early_end(end: Callable[..., None]) -> Callable[..., None]:
    def end_early(self: Companion, app: App) -> None:
        count = len(self.effects)
        end(self, app)
        added = self.effects[count:]
        self.effects[count:] = added[-1:] + added[:-1]

    return end_early


def _staying(end: Callable[..., None]) -> Callable[..., None]:
    def end_for_now(self: Companion, app: App) -> None:
        end(self, app)
        self.apps.append(app)

    return end_for_now
