"""Other readings of the session of a companion app: orders, counts and reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..watch.session import records
from ..watch.session.base import Base
from ..watch.session.devices import Devices
from ..watch.session.model import Companion
from ..watch.session.records import App, Device
from .mutant import Mutant, replacing
from .watch_session_side import SIDE, wrapped


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All readings of what comes first."""
    yield from _of_devices()
    yield from _of_apps()
    yield from _of_reasons()
    yield from _of_counts()


def _of_devices() -> Iterator[Mutant]:
    remember = replacing(Devices, "_on_registerDevice", _noting)
    for method, words in (
        ("_on_unregisterAllDevices", "unregistered"),
        ("_replace", "dropped from a list"),
    ):
        name = f"devices are {words} as they were registered"
        yield SIDE.mutant(name, remember, replacing(Devices, method, _dropping_first))
    name = "devices are unregistered as they were loaded"
    loaded = replacing(Base, "_run", _noting_all)
    unregister = replacing(Devices, "_on_unregisterAllDevices", _dropping_first)
    yield SIDE.mutant(name, loaded, unregister)


def _noting(register: Callable[..., None]) -> Callable[..., None]:
    def note(self: Devices, event: Json) -> None:
        register(self, event)
        order = vars(self).setdefault("order", [])
        if event["device"] not in order:
            order.append(event["device"])

    return note


def _noting_all(run: Callable[..., None]) -> Callable[..., None]:
    def note(self: Devices, devices: list[Json]) -> None:
        self.order = [device["id"] for device in devices]
        run(self, devices)

    return note


def _dropping_first(go_on: Callable[..., None]) -> Callable[..., None]:
    """Drops what is to go in the order that was noted."""

    def drop(self: Devices, given: Any) -> None:
        stays = [one["id"] for one in given] if isinstance(given, list) else []
        for id in getattr(self, "order", []):
            device = self.device(id)
            if device and id not in stays:
                self._drop(device)
        go_on(self, given)

    return drop


def _of_apps() -> Iterator[Mutant]:
    for method, words in (
        ("_drop", "dropped"),
        ("_on_statusChanged", "told of the end of a connection"),
        ("_on_deviceReady", "asked for their status"),
    ):
        name = f"apps are {words} by their identifiers"
        yield wrapped(Devices, method, name, _sorting(_by_id))
    for key, words in ((_by_id, "identifiers"), (_by_device, "devices")):
        name = f"apps are looked at by their {words}"
        yield SIDE.around("_go_on", name, _sorting(key))
    name = "all requests of a connection end before all messages"
    yield SIDE.mutant(name, replacing(Devices, "_on_statusChanged", _requests_first))
    name = "all deadlines are met before any message begins"
    yield SIDE.mutant(name, Plant(Companion, "_go_on", _deadlines_first))
    name = "all messages end before any status is given up"
    yield SIDE.mutant(name, Plant(Companion, "_go_on", _messages_first))


def _by_id(_: Companion, app: App) -> str:
    return app.id


def _by_device(self: Companion, app: App) -> int:
    return [device.id for device in self.devices].index(app.device)


def _sorting(key: Callable[..., Any]) -> Callable[[Any], Callable[..., None]]:
    """Sorts the apps while something is done."""

    def make(method: Callable[..., None]) -> Callable[..., None]:
        def sort(self: Companion, *rest: Any) -> None:
            registered = list(self.apps)
            self.apps.sort(key=lambda app: key(self, app))
            method(self, *rest)
            self.apps[:] = [app for app in registered if app in self.apps]

        return sort

    return make


def _requests_first(changed: Callable[..., None]) -> Callable[..., None]:
    def change(self: Companion, event: Json) -> None:
        count = len(self.effects)
        changed(self, event)
        added = self.effects[count:]
        self.effects[count:] = sorted(added, key=lambda one: one["effect"] == "ended")

    return change


go_on_with_store = Base._go_on


def _deadlines_first(self: Companion) -> None:
    go_on_with_store(self)
    for app in self.apps:
        self._meet_deadlines(app)
    for app in self.apps:
        self._begin(app)


def _messages_first(self: Companion) -> None:
    go_on_with_store(self)
    for app in self.apps:
        if app.transfer and app.transfer.due <= self.now:
            self._end_transfer(app, "timeout")
    for app in self.apps:
        self._meet_deadlines(app)
        self._begin(app)


def _of_reasons() -> Iterator[Mutant]:
    name = "a message is serialised before its app is looked for"
    yield SIDE.around("_on_send", name, _serialised)
    name = "a message is serialised before the session runs"
    yield wrapped(Base, "_take_early", name, _serialised_early)
    for before, words in (
        (_is_unknown, "the device is looked for"),
        (_is_unregistered, "the device is registered"),
        (_is_known, "the app is known"),
    ):
        name = f"apps are counted before {words}"
        yield SIDE.around("_on_registerApp", name, _counting(before))


def _serialised(send: Callable[..., None]) -> Callable[..., None]:
    def look(self: Companion, event: Json) -> None:
        if self.app(event) is None and event["content"] == "\0":
            return self._refuse(event, "unencodable")
        send(self, event)

    return look


def _serialised_early(take: Callable[..., None]) -> Callable[..., None]:
    def look(self: Companion, event: Json) -> None:
        if event["event"] == "send" and event["content"] == "\0":
            return self._refuse(event, "unencodable")
        take(self, event)

    return look


def _is_unknown(device: Device | None, _: App | None) -> bool:
    return device is None


def _is_unregistered(device: Device | None, _: App | None) -> bool:
    return device is not None and not device.is_registered


def _is_known(_: Device | None, app: App | None) -> bool:
    return app is not None


def _counting(is_met: Callable[..., bool]) -> Callable[[Any], Callable[..., None]]:
    def make(register: Callable[..., None]) -> Callable[..., None]:
        def count(self: Companion, event: Json) -> None:
            device = self.device(event["app"]["device"])
            is_full = len(self.apps) >= records.APP_COUNT
            if is_full and is_met(device, self.app(event)):
                return self.refuse("tooManyApps")
            register(self, event)

        return count

    return make


def _of_counts() -> Iterator[Mutant]:
    name = "apps are counted for each device"
    yield SIDE.around("_on_registerApp", name, _per_device)
    name = "apps of a device that is unregistered are still counted"
    yield SIDE.around("_on_registerApp", name, _never_fewer)


def _per_device(register: Callable[..., None]) -> Callable[..., None]:
    def count(self: Companion, event: Json) -> None:
        device = self.device(event["app"]["device"])
        others = [app for app in self.apps if device and app.device != device.id]
        self.apps = [app for app in self.apps if app not in others]
        register(self, event)
        self.apps = others + self.apps

    return count


def _never_fewer(register: Callable[..., None]) -> Callable[..., None]:
    def count(self: Companion, event: Json) -> None:
        most = max(getattr(self, "most", 0), len(self.apps))
        self.most = most
        if most >= records.APP_COUNT and not self.apps:
            return self.refuse("tooManyApps")
        register(self, event)

    return count
