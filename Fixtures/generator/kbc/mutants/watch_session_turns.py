"""Other readings of the session of a companion app: turns, attempts, progress, pauses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..watch.session import records
from ..watch.session.model import Companion
from ..watch.session.records import App, Message
from .mutant import Mutant, replacing
from .changes import after
from .watch_session_side import SIDE

# What an app keeps of its turns, and what it has before the first.
TURN = "last_kind"
FIRST_TURN = getattr(App, TURN)


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All readings of attempts."""
    yield from _of_turns()
    yield from _of_progress()
    yield from _of_pauses()


def _of_turns() -> Iterator[Mutant]:
    for is_newest, words in ((False, "in order"), (True, "of the newest")):
        name = f"a message {words} that is sent again takes no turn"
        yield SIDE.mutant(name, replacing(App, "take", _turnless(is_newest)))
        name = f"a message {words} that failed had no turn"
        yield SIDE.mutant(
            name,
            replacing(App, "take", _noting_turn),
            replacing(Companion, "_end_transfer", _unlucky(is_newest)),
        )
    name = "only first attempts begin an interval"
    yield SIDE.around("_begin", name, _once)


def _turnless(is_newest: bool) -> Callable[[Any], Callable[..., Any]]:
    def make(take: Callable[..., Any]) -> Callable[..., Any]:
        def take_again(app: App, now: int) -> Message | None:
            before = getattr(app, TURN)
            message = take(app, now)
            if message and message.attempts and message.is_newest == is_newest:
                setattr(app, TURN, before)
            return message

        return take_again

    return make


def _noting_turn(take: Callable[..., Any]) -> Callable[..., Any]:
    def note(app: App, now: int) -> Message | None:
        before = getattr(app, TURN)
        message = take(app, now)
        if message:
            app.turn_before = before
        return message

    return note


def _unlucky(is_newest: bool) -> Callable[[Any], Callable[..., None]]:
    def make(end: Callable[..., None]) -> Callable[..., None]:
        def fail(self: Companion, app: App, result: str) -> None:
            is_this = app.transfer.message.is_newest == is_newest
            end(self, app, result)
            if is_this and result in ("timeout", "appNotFound"):
                setattr(app, TURN, app.turn_before)

        return fail

    return make


def _once(begin: Callable[..., None]) -> Callable[..., None]:
    def begin_again(self: Companion, app: App) -> None:
        before, interval = app.transfer, app.newest_end
        begin(self, app)
        if app.transfer is not before and app.transfer.message.attempts > 1:
            app.newest_end = interval

    return begin_again


def _of_progress() -> Iterator[Mutant]:
    for limit, words in ((1, "in part"), (20, "in full")):
        name = f"a message that was sent {words} may be there"
        yield SIDE.mutant(
            name,
            replacing(Companion, "_is_sent_again", _careful(limit)),
            replacing(Companion, "_on_progressed", after(_noting)),
        )
    name = "progress goes on with the next attempt"
    yield SIDE.mutant(
        name,
        replacing(Companion, "_begin", _going_on),
        replacing(Companion, "_on_progressed", after(_noting)),
    )
    name = "another total is told"
    yield SIDE.around("_on_progressed", name, _retold)
    name = "another total gives more time"
    yield SIDE.around("_on_progressed", name, _longer)
    name = "a total that is too small counts if nothing else changes"
    yield SIDE.around("_on_progressed", name, _small)


def _careful(limit: int) -> Callable[[Any], Callable[..., bool]]:
    def make(is_sent_again: Callable[..., bool]) -> Callable[..., bool]:
        def look(self: Companion, app: App, message: Message, result: str) -> bool:
            if getattr(message, "sent", 0) >= limit:
                return False
            return is_sent_again(self, app, message, result)

        return look

    return make


def _going_on(begin: Callable[..., None]) -> Callable[..., None]:
    def go_on(self: Companion, app: App) -> None:
        before = app.transfer
        begin(self, app)
        if app.transfer is not before:
            app.transfer.sent = getattr(app.transfer.message, "sent", 0)

    return go_on


def _noting(self: Companion, _: Json) -> None:
    for app in self.apps:
        if app.transfer:
            app.transfer.message.sent = app.transfer.sent


def _is_again(self: Companion, event: Json) -> App | None:
    """The app whose progress is told again."""
    for app in self.apps:
        transfer = app.transfer
        if transfer and transfer.ticket == event["ticket"]:
            return app if 0 < transfer.sent == int(event["sent"]) else None
    return None


def _retold(progressed: Callable[..., None]) -> Callable[..., None]:
    def tell(self: Companion, event: Json) -> None:
        app = _is_again(self, event)
        if app and event["total"] not in (10, 20):
            app.transfer.sent -= 1
        progressed(self, event)

    return tell


def _longer(progressed: Callable[..., None]) -> Callable[..., None]:
    def extend(self: Companion, event: Json) -> None:
        app = _is_again(self, event)
        progressed(self, event)
        if app and event["total"] != 20:
            app.transfer.due = self.now + records.SEND_TIMEOUT

    return extend


def _small(progressed: Callable[..., None]) -> Callable[..., None]:
    def skip(self: Companion, event: Json) -> None:
        if _is_again(self, event) is None:
            progressed(self, event)

    return skip


def _of_pauses() -> Iterator[Mutant]:
    for result in records.TEMPORARY:
        name = f"opening an app in vain holds up its messages, {result}"
        yield SIDE.around("_on_openAnswered", name, _resting(result))
    name = "an app is not opened after a temporary failure"
    yield SIDE.around("_on_openApp", name, _closed)
    name = "a status is not asked for after a temporary failure"
    yield SIDE.around("_on_requestAppStatus", name, _unasked)
    name = "a question that waits is not asked after a temporary failure"
    yield SIDE.around("_ask_status", name, _mute)


def _resting(result: str) -> Callable[[Any], Callable[..., None]]:
    def make(answered: Callable[..., None]) -> Callable[..., None]:
        def rest(self: Companion, event: Json) -> None:
            for app in self.apps:
                opening = app.opening
                if opening and opening.ticket == event["ticket"]:
                    if event["result"] == result:
                        app.pause_end = self.now + records.RETRY_INTERVAL
            answered(self, event)

        return rest

    return make


def _closed(open_app: Callable[..., None]) -> Callable[..., None]:
    def look(self: Companion, event: Json) -> None:
        app = self.app(event)
        if app and app.pause_end > self.now:
            return self.refuse("deviceNotReady")
        open_app(self, event)

    return look


def _unasked(request: Callable[..., None]) -> Callable[..., None]:
    def look(self: Companion, event: Json) -> None:
        app = self.app(event)
        if app and app.pause_end > self.now:
            return self.do("appStatus", app=app.json, status=None)
        request(self, event)

    return look


def _mute(ask: Callable[..., None]) -> Callable[..., None]:
    def look(self: Companion, app: App) -> None:
        if app.pause_end <= self.now:
            ask(self, app)

    return look
