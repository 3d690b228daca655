"""Builds the scripts of the session's vectors. Each runs the model as it is built, so that it knows the tickets."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from ...sessions.script import Collection, Script
from .model import Companion
from .records import Json, Request

DEVICE = "D0000000-0000-0000-0000-000000000001"
OTHER_DEVICE = "D0000000-0000-0000-0000-000000000002"
UNKNOWN_DEVICE = "D0000000-0000-0000-0000-000000000003"
STORE_ID = "5A000000-0000-0000-0000-000000000001"
APP = {"id": "A0000000-0000-0000-0000-000000000001", "device": DEVICE}
OTHER_APP = {"id": "A0000000-0000-0000-0000-000000000002", "device": DEVICE}
FAR_APP = {"id": "A0000000-0000-0000-0000-000000000001", "device": OTHER_DEVICE}
UNKNOWN_APP = {"id": "A0000000-0000-0000-0000-000000000001", "device": UNKNOWN_DEVICE}
WATCH = {"id": DEVICE, "model": "Edge", "name": "mine"}
OTHER_WATCH = {"id": OTHER_DEVICE, "model": "", "name": ""}
ANSWER = "rides://device-select-resp?"
BOTH = f"d0ID={DEVICE}&d0Model=Edge&d0Name=mine&d1ID={OTHER_DEVICE}"
SINCE = "3.1.0"
WRONG_TICKET = 90
FIRST_TICKET = 2  # of a session that runs: the load had the one before

# The files. While the session runs: `empty` without a device, else the phase of the first app, else of the first device.
PLACES = (
    *("stopped", "loading", "empty", "listed", "away", "connected", "ready"),
    *("idle", "waiting", "sending"),
)


def place_of(model: Companion) -> str:
    """The file of a vector whose last event happens now."""
    if model.phase != "running":
        return model.phase
    if model.apps:
        return model.apps[0].phase
    return model.devices[0].phase if model.devices else "empty"


class CompanionScript(Script):
    """Events of an app, a store and a transport. A ticket is the awaited one unless another is given."""

    def __init__(self, **configuration: Any) -> None:
        usual = {
            "appName": "Rides",
            "bundleIdentifier": "com.example.rides",
            "urlScheme": "rides",
        }
        super().__init__(Companion(usual | configuration), usual | configuration)
        self.messages = 0

    @property
    def place(self) -> str:
        return place_of(self.model)

    def run(self, *devices: Json) -> CompanionScript:
        """Loads devices that were stored before."""
        return self.do("start", after=0).loaded(*devices)

    def loaded(
        self, *devices: Json, event: str = "loaded", **rest: Any
    ) -> CompanionScript:
        """The store answers, with these devices or in vain."""
        members = {"devices": list(devices)} if event == "loaded" else {}
        ticket = {"ticket": self.model.load or WRONG_TICKET}
        return self.do(event, **(members | ticket | rest))

    def answered(self, query: str = BOTH, **rest: Any) -> CompanionScript:
        """Connect Mobile answers."""
        return self.do(
            "urlOpened", **({"url": ANSWER + query, "isTrusted": True} | rest)
        )

    def status(self, status: str, device: str = DEVICE) -> CompanionScript:
        """The transport tells the status of a device."""
        return self.do("statusChanged", device=device, status=status)

    def register(
        self, app: Json | None = None, device: str = DEVICE
    ) -> CompanionScript:
        """Registers a device, and an app on it."""
        self.do("registerDevice", device=device)
        return self.do("registerApp", app=app) if app else self

    def fill(self, count: int) -> CompanionScript:
        """Registers so many apps of the first device."""
        for number in range(0x100, 0x100 + count):
            app = f"A0000000-0000-0000-0000-{number:012X}"
            self.do("registerApp", app={"id": app, "device": DEVICE})
        return self

    def connect(self, device: str = DEVICE) -> CompanionScript:
        """The device is connected, and ready."""
        return self.status("connected", device).do("deviceReady", device=device)

    def send(
        self,
        delivery: str = "inOrder",
        app: Json = APP,
        content: Any = None,
        **rest: Any,
    ) -> CompanionScript:
        """The app hands a message in. Unless given, its content is its number."""
        self.messages += 1
        given = self.messages if content is None else content
        members = {"id": self.messages, "content": given, "delivery": delivery}
        return self.do("send", app=app, **members, **rest)

    def newest(self, **rest: Any) -> CompanionScript:
        """The app hands in a message of which only the newest counts."""
        return self.send("newestOnly", **rest)

    def batched(self, **rest: Any) -> CompanionScript:
        """The app hands in a message for a batch."""
        return self.send("batched", **rest)

    def many(self, count: int, **rest: Any) -> CompanionScript:
        """The app hands in so many messages for a batch."""
        for _ in range(count):
            self.batched(**rest)
        return self

    def copy(self) -> CompanionScript:
        """The same events, after which others may come."""
        return deepcopy(self)

    def stored(self, event: str = "stored", **rest: Any) -> CompanionScript:
        """The store is done."""
        return self.do(event, **({"ticket": self.model.store or WRONG_TICKET} | rest))

    def missing(self, **rest: Any) -> CompanionScript:
        """Connect Mobile is missing."""
        ticket = self.model.opening or WRONG_TICKET
        return self.do("connectMobileMissing", **({"ticket": ticket} | rest))

    def finish(self, result: str = "success", **rest: Any) -> CompanionScript:
        """The transfer ends."""
        return self.do(
            "finished", **({"ticket": self._transfer(), "result": result} | rest)
        )

    def progress(self, sent: int, total: int = 20, **rest: Any) -> CompanionScript:
        """So many bytes were sent."""
        ticket = {"ticket": self._transfer()}
        return self.do("progressed", **(ticket | {"sent": sent, "total": total} | rest))

    def app_status(self, status: Json | None = None, **rest: Any) -> CompanionScript:
        """The device tells the status of the app."""
        ticket = {"ticket": self._asked("status")}
        return self.do("appStatusAnswered", **(ticket | {"status": status} | rest))

    def opened(self, result: str = "success", **rest: Any) -> CompanionScript:
        """The device tells whether it asks its user."""
        ticket = {"ticket": self._asked("opening")}
        return self.do("openAnswered", **(ticket | {"result": result} | rest))

    def _transfer(self) -> int:
        sending = [app.transfer.ticket for app in self.model.apps if app.transfer]
        return sending[0] if sending else WRONG_TICKET

    def _asked(self, what: str) -> int:
        asked: list[Request] = [
            request for app in self.model.apps if (request := getattr(app, what))
        ]
        return asked[0].ticket or WRONG_TICKET if asked else WRONG_TICKET


def listed(count: int) -> list[Json]:
    """So many devices."""
    return [
        {"id": f"D0000000-0000-0000-0000-{number:012X}", "model": "", "name": ""}
        for number in range(count)
    ]


def ready(app: Json | None = APP, **configuration: Any) -> CompanionScript:
    """A session with two devices, the first of which is ready, and one app on it."""
    return (
        CompanionScript(**configuration).run(WATCH, OTHER_WATCH).register(app).connect()
    )


def away(**configuration: Any) -> CompanionScript:
    """A session with an app on a device that is away."""
    return CompanionScript(**configuration).run(WATCH, OTHER_WATCH).register(APP)


def connected() -> CompanionScript:
    """A session with an app on a device that is connected and not ready."""
    return away().status("connected")


def several(count: int = 3, **configuration: Any) -> CompanionScript:
    """A session in which a batch of so many messages is being sent."""
    return away(**configuration).many(count).connect()


new = CompanionScript

# The states in which each event happens, by what they are called in titles.
STATES = {
    "stopped": lambda: CompanionScript(),
    "loading": lambda: CompanionScript().do("start", after=0),
    "running without devices": lambda: CompanionScript().run(),
    "the device is listed": lambda: CompanionScript().run(WATCH, OTHER_WATCH),
    "the device is away": lambda: CompanionScript().run(WATCH, OTHER_WATCH).register(),
    "the device is connected": lambda: (
        CompanionScript().run(WATCH, OTHER_WATCH).register().status("connected")
    ),
    "the device is ready": lambda: ready(None),
    "the app is idle, its device away": away,
    "the app is idle, its device connected": connected,
    "the app is idle, its device ready": ready,
    "a message waits for its device": lambda: away().send(),
    "a newest message waits for the next attempt": lambda: ready()
    .newest()
    .finish("timeout"),
    "a newest message waits for its interval": lambda: ready()
    .newest()
    .finish()
    .newest(),
    "a message is being sent": lambda: ready().send(),
    "a newest message is being sent": lambda: ready().newest(),
    "messages are being sent and wait": lambda: ready().send().send().newest(),
}


# States with batched messages, by what they are called in titles.
BATCH_STATES: dict[str, Callable[[], CompanionScript]] = {
    "batched messages wait for their device": lambda: away().many(2),
    "a batch is being sent": lambda: several(2),
    "batched messages wait for their interval": lambda: (
        several(2).finish(after=1500).many(2)
    ),
    "a batch waits to be sent again": lambda: (
        several(2).batched().finish("deviceIsBusy", after=1500)
    ),
}


class CompanionCollection(Collection):
    """The vectors of the session, since version 3.1.0 if no other is given."""

    def __init__(self) -> None:
        self.since = SINCE
        super().__init__("companionSession", "watch/session", PLACES)

    def add(self, title: str, clause: str, script: Script, **intent: Any) -> None:
        """Adds a vector."""
        super().add(title, clause, script, **({"since": self.since} | intent))
