"""The session's devices: the list, registering, connections (clauses 8.4, 8.10 and 8.11)."""

from .base import Base
from . import records
from .records import App, Device, Json, Request


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
            device.wait_from(self.now)
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
        device.wait_from(None)

    def _on_statusChanged(self, event: Json) -> None:
        device, status = self.device(event["device"]), event["status"]
        if device is None or not device.is_registered:
            return self.late()
        if device.status == status:
            return
        device.status = status
        self._tell_status(device, is_ready=False)
        if status == "connected":
            device.phase = "connected"
            return device.wait_from(self.now)
        device.phase = "away"
        device.wait_from(None)
        for app in self.apps_of(device):
            self._end_requests(app, "away")
            self._end_transfer_with_connection(app)

    def _on_deviceReady(self, event: Json) -> None:
        device = self.device(event["device"])
        if device is None or not device.is_registered:
            return self.late()
        if device.phase != "ready":
            self._become_ready(device)

    def _become_ready(self, device: Device) -> None:
        device.phase, device.status = "ready", "connected"
        device.wait_from(None)
        self._tell_status(device, is_ready=True)
        for app in self.apps_of(device):
            self._ask_status(app)

    def _tell_status(self, device: Device, *, is_ready: bool) -> None:
        self.do("status", device=device.id, status=device.status, isReady=is_ready)

    # Readiness that nobody tells (8.17)

    def _hear_answer(self, app: App) -> None:
        device = self.device(app.device)
        if device.check_time is not None:
            self._become_ready(device)

    def _hear_message(self, app: App) -> None:
        device = self.device(app.device)
        if device.is_doubted:
            device.check_time = min(
                device.check_time, self.now + records.READINESS_CHECK
            )
        elif device.check_time is not None:
            self._become_ready(device)
        elif device.phase == "away":
            device.status = None
            device.check_time, device.is_doubted = self.now, True

    def _is_being_asked(self, device: Device) -> bool:
        return any(app.is_asked for app in self.apps_of(device))

    def _check_time(self, device: Device) -> int | None:
        if not self.apps_of(device) or self._is_being_asked(device):
            return None
        return device.check_time

    def _check_readiness(self, device: Device) -> None:
        if device.check_time is None:
            return
        is_due = device.check_time <= self.now
        if not is_due and device.check_failures == 0:
            return
        apps = self.apps_of(device)
        for app in apps:
            self._ask_status(app)
        if is_due and apps and not any(app.status for app in apps):
            app = apps[device.check_failures % len(apps)]
            app.status = Request(self.now + records.STATUS_TIMEOUT, is_own=True)
            self._ask_status(app)

    def _readiness_check_failed(self, device: Device, due: int) -> None:
        asked = [app.status for app in self.apps_of(device) if app.is_asked]
        if device.check_time is None or any(other.due == due for other in asked):
            return
        if device.phase == "connected" and device.check_failures == 0:
            self.do("unresponsive", device=device.id)
        self.fault("neverReady", device=device.id)
        device.fail_check(self.now)

    def _end_requests(self, app: App, reason: str) -> None:
        if app.status and not app.status.is_own:
            self.do("noAppStatus", app=app.json, reason=reason)
        if app.opening:
            self.do("opened", app=app.json, result="deviceNotAvailable")
        app.given_up = None
        app.status = app.opening = None
