"""Other readings of the session of a companion app: what is kept, and how often something is tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..watch.session import base
from ..watch.session.base import Base
from ..watch.session.model import Companion
from ..watch.session.records import App
from .mutant import Mutant, replacing
from .changes import after
from .watch_session_side import SIDE, wrapped
from .watch_session_turns import FIRST_TURN, TURN

# What ends the registration of an app, and what might be kept then.
ENDS = ("unregisterApp", "unregisterDevice", "urlOpened", "stop")
KEPT = {
    "pause_end": "the time after a failure",
    "newest_end": "the interval of newest messages",
    TURN: "the turn",
}
LATE = 30_000  # milliseconds


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All readings of what is kept."""
    yield from _of_store()
    yield from _of_apps()
    yield from _of_connections()
    yield from _of_choosing()
    name = "a stop forgets the latest time"
    yield wrapped(Base, "_forget", name, after(_timeless))


def _timeless(self: Base) -> None:
    self.now = 0


def _of_store() -> Iterator[Mutant]:
    for count in (3, 10):
        name = f"a store is tried {count} times"
        yield wrapped(Base, "_on_storeFailed", name, _tried(count))
    name = "the third failure of a store is not told"
    yield wrapped(Base, "_on_storeFailed", name, _quiet)
    name = "a store waits longer from its third failure on"
    yield wrapped(Base, "_on_storeFailed", name, after(_patient))
    name = "a store that is not answered has failed"
    yield SIDE.around("handle", name, _given_up)


def _count(self: Base) -> int:
    """How often the store has failed."""
    self.failures = getattr(self, "failures", 0) + 1
    return self.failures


def _tried(limit: int) -> Callable[[Any], Callable[..., None]]:
    def make(failed: Callable[..., None]) -> Callable[..., None]:
        def fail(self: Base, event: Json) -> None:
            failed(self, event)
            if _count(self) >= limit:
                self.store_time = None

        return fail

    return make


def _quiet(failed: Callable[..., None]) -> Callable[..., None]:
    def fail(self: Base, event: Json) -> None:
        failed(self, event)
        if _count(self) >= 3:
            self.effects.pop()

    return fail


def _patient(self: Base, _: Json) -> None:
    if _count(self) >= 3 and self.store_time is not None:
        self.store_time += base.STORE_RETRY


def _given_up(handle: Callable[..., Json]) -> Callable[..., Json]:
    def give_up(self: Base, event: Json) -> Json:
        is_late = event["at"] >= self.now + LATE and event["event"] == "timePassed"
        if is_late and self.store is not None:
            event = event | {"event": "storeFailed", "ticket": self.store}
        return handle(self, event)

    return give_up


def _of_apps() -> Iterator[Mutant]:
    for member, words in KEPT.items():
        for end in ENDS:
            name = f"{words} survives {end}"
            yield SIDE.mutant(
                name,
                replacing(Companion, "handle", _knowing),
                replacing(Companion, "_end_app", _noting(member, end)),
                replacing(Companion, "_on_registerApp", _recalling(member)),
            )
    name = "a question that waits ends in silence with its app"
    yield SIDE.around("_end_app", name, _silent)


def _knowing(handle: Callable[..., Json]) -> Callable[..., Json]:
    def know(self: Companion, event: Json) -> Json:
        self.event = event["event"]
        return handle(self, event)

    return know


def _noting(member: str, end: str) -> Callable[[Any], Callable[..., None]]:
    def make(end_app: Callable[..., None]) -> Callable[..., None]:
        def note(self: Companion, app: App) -> None:
            if self.event == end:
                notes = vars(self).setdefault("notes", {})
                notes[app.id, app.device] = getattr(app, member)
            end_app(self, app)

        return note

    return make


def _recalling(member: str) -> Callable[[Any], Callable[..., None]]:
    def make(register: Callable[..., None]) -> Callable[..., None]:
        def recall(self: Companion, event: Json) -> None:
            is_new = self.app(event) is None
            register(self, event)
            app = self.app(event)
            notes = getattr(self, "notes", {})
            if is_new and app and (app.id, app.device) in notes:
                setattr(app, member, notes[app.id, app.device])

        return recall

    return make


def _silent(end_app: Callable[..., None]) -> Callable[..., None]:
    def end(self: Companion, app: App) -> None:
        if app.status and app.status.ticket is None:
            app.status = None
        end_app(self, app)

    return end


def _of_connections() -> Iterator[Mutant]:
    for count in (3, 10):
        name = f"a newest message waits for {count} connections"
        yield SIDE.around("_end_transfer_with_connection", name, _weary(count))
    name = "attempts begin again with each connection"
    yield SIDE.around("_end_transfer_with_connection", name, after(_fresh))
    name = "turns begin again with each connection"
    yield SIDE.around("_end_transfer_with_connection", name, after(_first))


def _weary(limit: int) -> Callable[[Any], Callable[..., None]]:
    def make(end: Callable[..., None]) -> Callable[..., None]:
        def tire(self: Companion, app: App) -> None:
            message = app.transfer.message if app.transfer else None
            end(self, app)
            if message is None or message is not app.newest:
                return
            message.losses = getattr(message, "losses", 0) + 1
            if message.losses >= limit:
                app.newest = None
                self._end(app, message, "connectionEnded")

        return tire

    return make


def _fresh(_: Companion, app: App) -> None:
    if app.newest:
        app.newest.attempts = 0


def _first(_: Companion, app: App) -> None:
    setattr(app, TURN, FIRST_TURN)


def _of_choosing() -> Iterator[Mutant]:
    name = "Connect Mobile is installed as often as it was missing"
    yield SIDE.mutant(
        name,
        replacing(Base, "_on_connectMobileMissing", _offering),
        replacing(Base, "_on_installConnectMobile", _installing),
    )
    choose, page = "chooseDevices", "showStorePage"
    for first, second in ((choose, page), (page, choose), (page, page)):
        noting = [
            replacing(Base, f"_on_{event}", _waiting(event)) for event in (choose, page)
        ]
        missing = replacing(Base, "_on_connectMobileMissing", _any_of(first, second))
        name = f"{second} leaves the wait of {first}"
        yield SIDE.mutant(name, *noting, missing)
        missing = replacing(Base, "_on_connectMobileMissing", _not_of(first, second))
        name = f"{second} does not wait after {first}"
        yield SIDE.mutant(name, *noting, missing)


def _offering(missing: Callable[..., None]) -> Callable[..., None]:
    def offer(self: Base, event: Json) -> None:
        before = self.offers_installation
        missing(self, event)
        if before and self.offers_installation:
            self.offers = getattr(self, "offers", 0) + 1

    return offer


def _installing(install: Callable[..., None]) -> Callable[..., None]:
    def go_on(self: Base, event: Json) -> None:
        install(self, event)
        if getattr(self, "offers", 0):
            self.offers -= 1
            self.offers_installation = True

    return go_on


def _waiting(what: str) -> Callable[[Any], Callable[..., None]]:
    def make(ask: Callable[..., None]) -> Callable[..., None]:
        def wait(self: Base, event: Json) -> None:
            ask(self, event)
            if self.opening is not None:
                asked = vars(self).setdefault("asked", [])
                asked.append((what, self.opening))

        return wait

    return make


def _any_of(first: str, second: str) -> Callable[[Any], Callable[..., None]]:
    """The ticket of the request before the last is taken, too."""

    def make(missing: Callable[..., None]) -> Callable[..., None]:
        def take(self: Base, event: Json) -> None:
            earlier = _earlier(self, first, second)
            if earlier is not None and event["ticket"] == earlier:
                event = event | {"ticket": self.opening}
            missing(self, event)

        return take

    return make


def _not_of(first: str, second: str) -> Callable[[Any], Callable[..., None]]:
    """Only the ticket of the request before the last is taken."""

    def make(missing: Callable[..., None]) -> Callable[..., None]:
        def take(self: Base, event: Json) -> None:
            earlier = _earlier(self, first, second)
            if earlier is not None and self.opening is not None:
                self.opening = earlier
            missing(self, event)

        return take

    return make


def _earlier(self: Base, first: str, second: str) -> int | None:
    """The ticket of the request before the last, if they were these two."""
    (*_, earlier, last) = [("", None)] * 2 + getattr(self, "asked", [])
    return earlier[1] if (earlier[0], last[0]) == (first, second) else None
