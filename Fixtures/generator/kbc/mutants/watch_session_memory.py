"""Faults of the session of a companion app that show only in what comes after something else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..watch.session import records
from ..watch.session.model import Companion
from ..watch.session.records import App, Message
from .mutant import Mutant
from .watch_session_side import SIDE


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All of these faults."""
    for method, name, change in (
        ("_on_storeFailed", "a store is tried again once", _once_tried),
        ("_on_loaded", "registrations survive a stop", _registered),
        ("_on_registerDevice", "a device is as ready as before", _as_before),
        ("_on_registerApp", "an app has its old messages", _with_old_messages),
        ("_on_registerApp", "all apps count that were ever registered", _crowded),
        ("_on_requestAppStatus", "a status is asked for once", _ignored_again("asked")),
        ("_on_openApp", "an app is opened once", _ignored_again("opened")),
        (
            "_on_statusChanged",
            "only the first status of a device is told",
            _first_status,
        ),
        ("_on_statusChanged", "the end of a connection is missed", _lasting),
        ("_begin", "messages in order keep an interval", _slow),
        ("_begin", "progress goes on with the next message", _going_on),
        ("_end_transfer", "a ticket is given again after a timeout", _same_ticket),
        ("_on_send", "attempts are counted for the app", _weary),
    ):
        yield SIDE.around(method, name, change)
    plant = Plant(App, "take", _last_in_order)
    yield SIDE.mutant("messages in order are sent from the last", plant)


def _once_tried(failed: Callable[..., None]) -> Callable[..., None]:
    def fail(self: Companion, event: Json) -> None:
        failed(self, event)
        if getattr(self, "has_failed", False):
            self.store_time = None
        self.has_failed = True

    return fail


def _registered(loaded: Callable[..., None]) -> Callable[..., None]:
    def load(self: Companion, event: Json) -> None:
        loaded(self, event)
        if self.tickets > 1 or getattr(self, "was_loaded", False):
            for device in self.devices:
                device.phase = "away"
        self.was_loaded = True

    return load


def _as_before(register: Callable[..., None]) -> Callable[..., None]:
    def register_again(self: Companion, event: Json) -> None:
        register(self, event)
        device = self.device(event["device"])
        if device and getattr(self, "was_registered", False):
            device.phase = "ready"
        self.was_registered = True

    return register_again


def _with_old_messages(register: Callable[..., None]) -> Callable[..., None]:
    def register_again(self: Companion, event: Json) -> None:
        register(self, event)
        app = self.app(event)
        if app and self.tickets > 1 and not app.messages():
            app.queue.append(Message(1, 1, "inOrder"))

    return register_again


def _crowded(register: Callable[..., None]) -> Callable[..., None]:
    def count(self: Companion, event: Json) -> None:
        count = getattr(self, "count", 0)
        if count >= records.APP_COUNT:
            return self.refuse("tooManyApps")
        self.count = count + 1
        register(self, event)

    return count


def _ignored_again(mark: str) -> Callable[[Any], Callable[..., None]]:
    def make(ask: Callable[..., None]) -> Callable[..., None]:
        def ask_once(self: Companion, event: Json) -> None:
            app = self.app(event)
            if app is None or not getattr(app, mark, False):
                ask(self, event)
            if app:
                setattr(app, mark, True)

        return ask_once

    return make


def _first_status(changed: Callable[..., None]) -> Callable[..., None]:
    def change(self: Companion, event: Json) -> None:
        device = self.device(event["device"])
        if device and device.status not in (None, "connected"):
            return
        changed(self, event)

    return change


def _lasting(changed: Callable[..., None]) -> Callable[..., None]:
    def change(self: Companion, event: Json) -> None:
        device = self.device(event["device"])
        if device is None or device.status != "connected":
            changed(self, event)

    return change


def _slow(begin: Callable[..., None]) -> Callable[..., None]:
    def begin_slowly(self: Companion, app: App) -> None:
        before = app.transfer
        begin(self, app)
        transfer = app.transfer
        if transfer and transfer is not before and not transfer.message.is_newest:
            app.pause_end = self.now + records.NEWEST_INTERVAL

    return begin_slowly


def _going_on(begin: Callable[..., None]) -> Callable[..., None]:
    def go_on(self: Companion, app: App) -> None:
        before = app.transfer
        begin(self, app)
        if app.transfer and app.transfer is not before:
            app.transfer.sent = getattr(app, "last_sent", 0)
            app.last_sent = 10

    return go_on


def _same_ticket(end: Callable[..., None]) -> Callable[..., None]:
    def end_late(self: Companion, app: App, result: str) -> None:
        end(self, app, result)
        if result == "timeout":
            self.tickets -= 1

    return end_late


def _weary(send: Callable[..., None]) -> Callable[..., None]:
    def count(self: Companion, event: Json) -> None:
        send(self, event)
        app = self.app(event)
        if app and app.newest and self.now > records.RETRY_INTERVAL:
            app.newest.attempts = records.ATTEMPTS - 1

    return count


def _last_in_order(self: App, now: int) -> Message | None:
    self.queue.reverse()
    message = take_next(self, now)
    self.queue.reverse()
    return message


take_next = App.take
