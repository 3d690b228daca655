"""Faults of the session of a companion app: its numbers, its store, choosing, time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..watch import links
from ..watch.session import base, records
from ..watch.session.base import Base
from ..watch.session.model import Companion
from ..watch.session.records import App
from .mutant import Mutant, replacing
from .changes import after
from .watch_session_side import SIDE, keeping, skipping, wrapped

INTERVALS = (
    *("SEND_TIMEOUT", "RETRY_INTERVAL", "NEWEST_INTERVAL"),
    *("STATUS_TIMEOUT", "OPEN_TIMEOUT"),
)
COUNTS = ("APP_COUNT", "QUEUE_COUNT", "ATTEMPTS")
PERMANENT = (
    *("success", "unknown", "internalError", "appNotFound", "unsupportedType"),
    *("insufficientMemory", "promptNotDisplayed", "appAlreadyRunning"),
)


def mutants(vectors: list[Json]) -> Iterator[Mutant]:
    """All faults of the session."""
    yield from SIDE.common(vectors)
    yield from SIDE.needless(vectors, "load")
    yield from _numbers()
    yield from _of_store()
    yield from _of_time()


def _numbers() -> Iterator[Mutant]:
    for name in INTERVALS + COUNTS:
        right = getattr(records, name)
        yield from SIDE.constant(name, right - 1, right + 1)
    for value in (base.STORE_RETRY - 1, base.STORE_RETRY + 1):
        plant = Plant(base, "STORE_RETRY", value)
        yield SIDE.mutant(f"STORE_RETRY is {value}", plant)
    yield from SIDE.constant("QUEUE_COUNT", 1)
    for result in records.TEMPORARY:
        others = tuple(other for other in records.TEMPORARY if other != result)
        plant = Plant(records, "TEMPORARY", others)
        yield SIDE.mutant(f"{result} is not temporary", plant)
    for result in PERMANENT[1:]:
        plant = Plant(records, "TEMPORARY", (*records.TEMPORARY, result))
        yield SIDE.mutant(f"{result} is temporary", plant)
    for count in (31, 33):
        plant = Plant(links, "DEVICE_COUNT", count)
        yield SIDE.mutant(f"a list has up to {count} devices", plant)


def _of_store() -> Iterator[Mutant]:
    plant = Plant(Base, "_is_awaited", lambda self, _: self.phase == "loading")
    yield SIDE.mutant("the answer to any load is taken", plant)
    yield skipping(Base, "_store_before_stop", "a stop stores nothing")
    plant = Plant(Base, "_store_before_stop", Base._store)
    yield SIDE.mutant("a stop stores any list", plant)
    for member in ("opening", "offers_installation"):
        name = f"a stop keeps {member}"
        yield wrapped(Base, "_forget", name, keeping(member))
    yield wrapped(Base, "_forget", "tickets begin again after a stop", after(_renumber))
    yield wrapped(Base, "_on_stop", "a stop unregisters nothing", _quiet)
    for member in ("opening", "offers_installation"):
        name = f"an answer keeps {member}"
        yield wrapped(Base, "_on_urlOpened", name, keeping(member))
        name = f"choosing keeps {member}"
        if member == "opening":
            yield wrapped(Base, "_on_chooseDevices", name, keeping(member))
    name = "choosing again ends the offer to install"
    yield wrapped(Base, "_on_chooseDevices", name, after(_withdraw))
    name = "Connect Mobile can be missing twice"
    yield wrapped(Base, "_on_connectMobileMissing", name, keeping("opening"))
    name = "Connect Mobile is installed twice"
    yield wrapped(
        Base, "_on_installConnectMobile", name, keeping("offers_installation")
    )
    plant = Plant(Base, "_is_allowed", lambda *_: True)
    yield SIDE.mutant("any list is loaded", plant)
    plant = Plant(Base, "_is_allowed", _small)
    yield SIDE.mutant("a list may have a device twice", plant)
    name = "the list that waits is forgotten"
    yield wrapped(Base, "_keep", name, keeping("is_outdated"))
    name = "a list is stored again and again"
    yield wrapped(Base, "_store", name, keeping("is_outdated"))
    name = "a store that is due stays due"
    yield wrapped(Base, "_store", name, keeping("store_time"))
    plant = Plant(Base, "_keep", _waiting)
    yield SIDE.mutant("a list waits for the next attempt", plant)
    yield skipping(Base, "_keep", "a new list is not stored")
    name = "a wrong URL starts the session"
    yield wrapped(Base, "_on_urlOpened", name, _starting)
    name = "any host answers"
    yield SIDE.mutant(name, Plant(links, "ANSWER", b"://"))
    name = "an error of a URL has no place"
    yield SIDE.mutant(name, replacing(links, "refuse", _nowhere))


def _renumber(self: Base) -> None:
    self.tickets = 0


def _quiet(stop: Callable[..., None]) -> Callable[..., None]:
    def stop_quietly(self: Base, event: Json) -> None:
        stop(self, event)
        self.effects = []

    return stop_quietly


def _withdraw(self: Base, _: Json) -> None:
    self.offers_installation = False


def _small(_: Base, devices: list[Json]) -> bool:
    return len(devices) <= links.DEVICE_COUNT


def _waiting(self: Base) -> None:
    if self.store is not None:
        self.is_outdated = True
    elif self.store_time is None:
        self._store()


def _starting(opened: Callable[..., None]) -> Callable[..., None]:
    def start(self: Base, event: Json) -> None:
        opened(self, event)
        self.phase = "running"

    return start


def _nowhere(refuse: Callable[..., Any]) -> Callable[..., Any]:
    return lambda code, offset=None: refuse(code, 0)


def _of_time() -> Iterator[Mutant]:
    name = "what is due is done before the event"
    yield SIDE.around("handle", name, _eager)
    name = "messages begin before deadlines are met"
    yield SIDE.mutant(name, Plant(Companion, "_go_on", _begin_first))
    name = "the store is tried again last"
    yield SIDE.mutant(name, Plant(Companion, "_go_on", _store_last))
    name = "apps are looked at from the last to the first"
    yield SIDE.mutant(name, Plant(Companion, "_go_on", _last_first))
    name = "only the first app is looked at"
    yield SIDE.mutant(name, Plant(Companion, "_go_on", _first_only))
    name = "the status is given up before the message ends"
    yield SIDE.around("_meet_deadlines", name, _status_first)
    name = "a message that waits for its device has a deadline"
    yield SIDE.mutant(name, Plant(Companion, "_times", _always))
    name = "only the first app has a deadline"
    yield SIDE.mutant(name, replacing(Companion, "_times", _of_first))
    for what in ("transfer", "status", "opening"):
        name = f"the deadline of a {what} is kept quiet"
        yield SIDE.mutant(name, replacing(Companion, "_times", _hidden(what)))
    name = "time alone does nothing"
    yield SIDE.around("handle", name, _timeless)


def _eager(handle: Callable[..., Json]) -> Callable[..., Json]:
    def hurry(self: Companion, event: Json) -> Json:
        if self.phase != "running" or event["event"] == "timePassed":
            return handle(self, event)
        first = handle(self, {"at": event["at"], "event": "timePassed"})
        step = handle(self, event)
        return step | {"effects": first["effects"] + step["effects"]}

    return hurry


go_on_with_store = Base._go_on


def _begin_first(self: Companion) -> None:
    go_on_with_store(self)
    for app in self.apps:
        self._begin(app)
        self._meet_deadlines(app)


def _store_last(self: Companion) -> None:
    for app in self.apps:
        self._meet_deadlines(app)
        self._begin(app)
    go_on_with_store(self)


def _last_first(self: Companion) -> None:
    go_on_with_store(self)
    for app in reversed(self.apps):
        self._meet_deadlines(app)
        self._begin(app)


def _first_only(self: Companion) -> None:
    go_on_with_store(self)
    for app in self.apps[:1]:
        self._meet_deadlines(app)
        self._begin(app)


def _status_first(meet: Callable[..., None]) -> Callable[..., None]:
    def look(self: Companion, app: App) -> None:
        transfer, app.transfer = app.transfer, None
        meet(self, app)
        app.transfer = transfer
        meet(self, app)

    return look


def _always(self: Companion, app: App) -> list[int | None]:
    waits = (app.transfer, app.status, app.opening)
    return [*(wait.due for wait in waits if wait), app.begin_time()]


def _of_first(times: Callable[..., Any]) -> Callable[..., Any]:
    def look(self: Companion, app: App) -> list[int | None]:
        return times(self, app) if app.json == self.apps[0].json else []

    return look


def _hidden(what: str) -> Callable[..., Any]:
    def make(times: Callable[..., Any]) -> Callable[..., Any]:
        def hide(self: Companion, app: App) -> list[int | None]:
            waiting = getattr(app, what)
            due = waiting.due if waiting else None
            return [time for time in times(self, app) if time != due]

        return hide

    return make


def _timeless(handle: Callable[..., Json]) -> Callable[..., Json]:
    def stand_still(self: Companion, event: Json) -> Json:
        is_idle = event["event"] == "timePassed"
        at = self.now if is_idle else event["at"]
        return handle(self, event | {"at": at})

    return stand_still
