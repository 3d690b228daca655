"""Faults of the session of a companion app: its devices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..watch.session.base import Base
from ..watch.session.devices import Devices
from ..watch.session.model import Companion
from ..watch.session.records import App, Device
from .mutant import Mutant, replacing
from .changes import after
from .watch_session_side import SIDE, wrapped


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of devices."""
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
