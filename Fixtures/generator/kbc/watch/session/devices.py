"""The session's devices: the list, registering, connections (clauses 8.4, 8.10 and 8.11)."""

from __future__ import annotations

from .base import Base
from .records import App, Device, Json


class Devices(Base):
    """The session without what it does for apps."""

    def _end_app(self, app: App) -> None:
        raise NotImplementedError

    def _end_transfer_with_connection(self, app: App) -> None:
        raise NotImplementedError

    def _ask_status(self, app: App) -> None:
        raise NotImplementedError

    def _replace(self, chosen: list[Json]) -> None:
        """Takes a new list in place of the old one (8.4)."""
        old = {device.id: device for device in self.devices}
        for id, device in old.items():
            if all(other["id"] != id for other in chosen):
                self._drop(device)
        self.devices = []
        for device in chosen:
            known = old.get(device["id"], Device(device))
            known.json = device
            self.devices.append(known)
        self.do("devices", devices=chosen)
        self._keep()

    def apps_of(self, device: Device) -> list[App]:
        """The registered apps of a device, in order."""
        return [app for app in self.apps if app.device == device.id]

    def _on_registerDevice(self, event: Json) -> None:
        device = self.device(event["device"])
        if device is None:
            self.refuse("unknownDevice")
        elif not device.is_registered:
            device.phase = "away"
            self.do("registerDevice", device=device.json)

    def _on_unregisterDevice(self, event: Json) -> None:
        device = self.device(event["device"])
        if device is None:
            return self.refuse("unknownDevice")
        self._drop(device)

    def _on_unregisterAllDevices(self, _: Json) -> None:
        for device in self.devices:
            self._drop(device)

    def _drop(self, device: Device) -> None:
        """Unregisters a device and its apps (8.4)."""
        if not device.is_registered:
            return
        for app in self.apps_of(device):
            self._end_app(app)
        self.do("unregisterDevice", device=device.json)
        device.phase = "listed"
        device.status = None

    def _on_statusChanged(self, event: Json) -> None:
        device, status = self.device(event["device"]), event["status"]
        if device is None or not device.is_registered:
            return self.late()
        if device.status == status:
            return
        was_connected = device.status == "connected"
        device.status = status
        device.phase = "connected" if status == "connected" else "away"
        self._tell_status(device)
        if was_connected:
            for app in self.apps_of(device):
                self._end_requests(app)
                self._end_transfer_with_connection(app)

    def _on_deviceReady(self, event: Json) -> None:
        device = self.device(event["device"])
        if device is None or not device.is_registered:
            return self.late()
        if device.phase == "ready":
            return
        device.phase, device.status = "ready", "connected"
        self._tell_status(device)
        for app in self.apps_of(device):
            if app.status:
                self._ask_status(app)

    def _tell_status(self, device: Device) -> None:
        is_ready = device.phase == "ready"
        self.do("status", device=device.id, status=device.status, isReady=is_ready)

    def _end_requests(self, app: App) -> None:
        if app.status:
            self.do("appStatus", app=app.json, status=None)
        if app.opening:
            self.do("opened", app=app.json, result="deviceNotAvailable")
        app.status = app.opening = None
