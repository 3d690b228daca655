"""Faults of the session of a companion app: its devices and apps, and what it must not remember."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..watch.session import records
from ..watch.session.base import Base
from ..watch.session.devices import Devices
from ..watch.session.model import Companion
from ..watch.session.records import App, Device, Message
from .mutant import Mutant, replacing
from .watch_session_side import SIDE, after, wrapped


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of devices and of apps."""
    yield from _of_devices()
    yield from _of_apps()
    yield from _remembering()


def _of_devices() -> Iterator[Mutant]:
    plant = Plant(Devices, "_replace", _old_words)
    yield SIDE.mutant("a device keeps the name of the old list", plant)
    plant = Plant(Devices, "_replace", _old_order)
    yield SIDE.mutant("devices keep their places", plant)
    name = "devices are dropped after the new list is told"
    yield wrapped(Devices, "_replace", name, _rotated)
    name = "devices are dropped from the last to the first"
    yield SIDE.mutant(name, Plant(Devices, "_on_unregisterAllDevices", _backwards))
    name = "a device that is unregistered keeps its phase"
    yield wrapped(Devices, "_drop", name, after(_still_away))
    name = "a device is unregistered twice"
    yield wrapped(Devices, "_drop", name, _needlessly)
    plant = Plant(Devices, "apps_of", lambda self, _: list(self.apps))
    yield SIDE.mutant("all apps are on each device", plant)
    plant = Plant(Devices, "_end_requests", lambda *_: None)
    yield SIDE.mutant("requests do not end", plant)
    plant = Plant(Devices, "_end_requests", _silently)
    yield SIDE.mutant("requests end in silence", plant)
    plant = Plant(Companion, "_end_transfer_with_connection", lambda *_: None)
    yield SIDE.mutant("a transfer survives its connection", plant)
    plant = Plant(Devices, "_on_statusChanged", _retelling)
    yield SIDE.mutant("each status is news", plant)
    name = "a device is ready once it is connected"
    yield wrapped(Devices, "_on_statusChanged", name, after(_ready_at_once))
    name = "a device that is away can't be ready"
    yield SIDE.mutant(name, replacing(Devices, "_on_deviceReady", _connected_only))
    name = "a device that is ready has the status before"
    yield SIDE.mutant(name, replacing(Devices, "_on_deviceReady", _stale))
    name = "a connection ends with any status"
    yield wrapped(Devices, "_on_statusChanged", name, _ending)
    name = "the status of any device is taken"
    yield wrapped(Base, "device", name, _first_device)
    name = "a device that is ready is told as connected"
    yield SIDE.mutant(name, replacing(Devices, "_tell_status", _unready))


def _old_words(self: Devices, chosen: list[Json]) -> None:
    known = {device.id: device.json for device in self.devices}
    replace_devices(self, [known.get(device["id"], device) for device in chosen])


def _old_order(self: Devices, chosen: list[Json]) -> None:
    order = [device.id for device in self.devices]
    place = {id: number for number, id in enumerate(order)}
    ordered = sorted(chosen, key=lambda device: place.get(device["id"], len(order)))
    replace_devices(self, ordered)


replace_devices = Devices._replace
status_changed = Devices._on_statusChanged


def _rotated(replace: Callable[..., None]) -> Callable[..., None]:
    def rotate(self: Devices, chosen: list[Json]) -> None:
        count = len(self.effects)
        replace(self, chosen)
        added = self.effects[count:]
        is_told = [effect["effect"] in ("devices", "store") for effect in added]
        told = [effect for effect, late in zip(added, is_told, strict=True) if late]
        rest = [effect for effect, late in zip(added, is_told, strict=True) if not late]
        self.effects[count:] = told + rest

    return rotate


def _backwards(self: Devices, _: Json) -> None:
    for device in reversed(self.devices):
        self._drop(device)


def _still_away(_: Devices, device: Device) -> None:
    if device.phase == "listed":
        device.phase = "away"


def _needlessly(drop: Callable[..., None]) -> Callable[..., None]:
    def drop_again(self: Devices, device: Device) -> None:
        if not device.is_registered:
            self.do("unregisterDevice", device=device.json)
        drop(self, device)

    return drop_again


def _silently(_: Devices, app: App) -> None:
    app.status = app.opening = None


def _retelling(self: Devices, event: Json) -> None:
    device = self.device(event["device"])
    if device and device.is_registered and device.status == event["status"]:
        self._tell_status(device)
    else:
        status_changed(self, event)


def _ready_at_once(self: Devices, event: Json) -> None:
    device = self.device(event["device"])
    if device and device.phase == "connected":
        device.phase = "ready"


def _connected_only(ready: Callable[..., None]) -> Callable[..., None]:
    def look(self: Devices, event: Json) -> None:
        device = self.device(event["device"])
        if device and device.phase == "away":
            return self.late()
        ready(self, event)

    return look


def _stale(ready: Callable[..., None]) -> Callable[..., None]:
    def keep(self: Devices, event: Json) -> None:
        device = self.device(event["device"])
        status = device and device.status
        ready(self, event)
        if device:
            device.status = status

    return keep


def _ending(changed: Callable[..., None]) -> Callable[..., None]:
    def change(self: Devices, event: Json) -> None:
        changed(self, event)
        device = self.device(event["device"])
        if device and event["status"] == "connected" and device.phase == "ready":
            for app in self.apps_of(device):
                self._end_transfer_with_connection(app)

    return change


def _first_device(find: Callable[..., Any]) -> Callable[..., Any]:
    def find_any(self: Base, id: str) -> Device | None:
        return find(self, id) or (self.devices[0] if self.devices else None)

    return find_any


def _unready(tell: Callable[..., None]) -> Callable[..., None]:
    def tell_late(self: Devices, device: Device) -> None:
        phase, device.phase = device.phase, "connected"
        tell(self, device)
        device.phase = phase

    return tell_late


def _of_apps() -> Iterator[Mutant]:
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


def _remembering() -> Iterator[Mutant]:
    """Faults that show only in what comes after something else."""
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
            app.queue.append(Message(1, 1, False))

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
