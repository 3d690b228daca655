"""What the session does without any device: its start, its store, choosing, time (clauses 8.1 to 8.3, 8.12 to 8.15)."""

from ...reference import Refused
from ...sessions.machine import Machine
from .. import links
from .records import App, Device, Json

STORE_RETRY = 2000  # milliseconds, 8.3

# What the app asks for. It is refused unless the session runs (8.14).
WISHES = (
    *("chooseDevices", "showStorePage", "installConnectMobile", "registerDevice"),
    *("unregisterDevice", "unregisterAllDevices", "registerApp", "unregisterApp"),
    *("unregisterAllApps", "requestAppStatus", "openApp"),
)


class Base(Machine):
    """The session without its devices."""

    def __init__(self, configuration: Json) -> None:
        super().__init__()
        self.configuration = configuration
        self._forget()

    def _forget(self) -> None:
        self.devices: list[Device] = []
        self.apps: list[App] = []
        self.load: int | None = None  # the ticket of the load that is under way
        self.store: int | None = None  # the ticket of the store that is under way
        self.is_outdated = False  # a newer list has to be stored after it
        self.store_time: int | None = None
        self.opening: int | None = (
            None  # the ticket with which Connect Mobile was opened
        )
        self.offers_installation = False

    def _take(self, event: Json) -> None:
        if self.phase == "running" or event["event"] in ("start", "stop", "timePassed"):
            super()._take(event)
        else:
            self._take_early(event)
        if self.phase == "running":
            self._go_on()

    def step(self) -> Json:
        times = [
            self.store_time,
            *(time for app in self.apps for time in self._times(app)),
            *(self._check_time(device) for device in self.devices),
        ]
        return {
            "effects": self.effects,
            "phase": self.phase,
            "deadline": min((time for time in times if time is not None), default=None),
            "devices": [
                {"id": device.id, "phase": device.phase, "status": device.status}
                for device in self.devices
            ],
            "apps": [{"app": app.json, "phase": app.phase} for app in self.apps],
        }

    def _times(self, app: App) -> list[int | None]:
        raise NotImplementedError

    def _check_time(self, device: Device) -> int | None:
        raise NotImplementedError

    def _on_unregisterAllDevices(self, _: Json) -> None:
        raise NotImplementedError

    def _go_on(self) -> None:
        if self.store_time is not None and self.store_time <= self.now:
            self._store()

    # Starting and stopping

    def _take_early(self, event: Json) -> None:
        """Takes an event while the session does not run (8.14)."""
        name = event["event"]
        if self.phase == "loading" and name in ("loaded", "loadFailed", "urlOpened"):
            getattr(self, f"_on_{name}")(event)
        elif name == "send":
            about = {"app": event["app"], "id": event["id"]}
            self.do("ended", **about, outcome="refused", refusal="notRunning")
        elif name in WISHES or name == "urlOpened":
            self.refuse("notRunning")
        else:
            self.late()

    def _on_start(self, _: Json) -> None:
        if self.phase == "stopped":
            self.phase = "loading"
            self.load = self.new_ticket()
            self.do("load", ticket=self.load)

    def _on_stop(self, event: Json) -> None:
        if self.phase == "running":
            self._on_unregisterAllDevices(event)
            self._store_before_stop()
        self._forget()
        self.phase = "stopped"

    def _is_awaited(self, event: Json) -> bool:
        return self.phase == "loading" and event["ticket"] == self.load

    def _on_loaded(self, event: Json) -> None:
        if not self._is_awaited(event):
            return self.late()
        devices = event["devices"] or []
        if not self._is_allowed(devices):
            return self._on_loadFailed(event)
        self._run(devices)

    def _is_allowed(self, devices: list[Json]) -> bool:
        ids = {device["id"] for device in devices}
        return len(ids) == len(devices) <= links.DEVICE_COUNT

    def _on_loadFailed(self, event: Json) -> None:
        if not self._is_awaited(event):
            return self.late()
        self.fault("unreadableStore")
        self._run([])

    def _run(self, devices: list[Json]) -> None:
        self.phase = "running"
        self.devices = [Device(device) for device in devices]
        self.do("devices", devices=devices)

    # The store: one at a time, and again after one that failed

    def _keep(self) -> None:
        if self.store is None:
            self._store()
        else:
            self.is_outdated = True

    def _store(self) -> None:
        self.store_time = None
        self.is_outdated = False
        self.store = self.new_ticket()
        devices = [device.json for device in self.devices]
        self.do("store", devices=devices, ticket=self.store)

    def _store_before_stop(self) -> None:
        """Stores a list that is neither stored nor being stored (8.2)."""
        if self.is_outdated or self.store_time is not None:
            self._store()

    def _on_stored(self, event: Json) -> None:
        if self.store is None or event["ticket"] != self.store:
            return self.late()
        self.store = None
        if self.is_outdated:
            self._store()

    def _on_storeFailed(self, event: Json) -> None:
        if self.store is None or event["ticket"] != self.store:
            return self.late()
        self.store = None
        self.store_time = self.now + STORE_RETRY
        self.fault("storeFailed")

    # Choosing (8.12)

    def _on_chooseDevices(self, _: Json) -> None:
        self.opening = self.new_ticket()
        url = links.request(self.configuration)
        self.do("openDeviceSelection", url=url, ticket=self.opening)

    def _on_showStorePage(self, event: Json) -> None:
        app = event["app"]
        if self.device(app["device"]) is None:
            return self.refuse("unknownDevice")
        self.opening = self.new_ticket()
        self.do("openStorePage", app=app, storeID=event["storeID"], ticket=self.opening)

    def _on_connectMobileMissing(self, event: Json) -> None:
        if self.opening is None or event["ticket"] != self.opening:
            return self.late()
        self.opening = None
        if self.configuration.get("overridesInstallAlert", False):
            self.offers_installation = True
            self.do("needsToInstallConnectMobile")
        else:
            self.do("showInstallAlert")

    def _on_installConnectMobile(self, _: Json) -> None:
        if not self.offers_installation:
            return self.refuse("notAsked")
        self.offers_installation = False
        self.do("openAppStore")

    def _on_urlOpened(self, event: Json) -> None:
        if not event["isTrusted"]:
            return self.fault("untrustedLink")
        scheme = self.configuration["urlScheme"]
        try:
            answer = links.answer({"url": event["url"], "urlScheme": scheme})
        except Refused as refused:
            error = {"code": refused.code, "offset": refused.offset}
            return self.fault("invalidLink", error=error)
        self.phase = "running"
        self.opening = None
        self.offers_installation = False
        self._replace(answer["devices"])

    def _replace(self, chosen: list[Json]) -> None:
        raise NotImplementedError

    # The session's actions

    def device(self, id: str) -> Device | None:
        """The device of the list with this identifier."""
        return next((device for device in self.devices if device.id == id), None)

    def refuse(self, why: str) -> None:
        """Says why something that the app asked for is not done."""
        self.do("refused", refusal=why)
