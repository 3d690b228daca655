"""Faults of the session of a companion app: its messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..watch import encoding
from ..watch.session import model, records
from ..watch.session.model import Companion
from ..watch.session.records import App, Message
from .mutant import Mutant, replacing
from .changes import after
from .watch_session_side import SIDE


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of messages."""
    for change, name in (
        (
            lambda app: setattr(app, "last_kind", "batched"),
            "a newest message goes first",
        ),
        (_toggle, "messages take the other turn"),
        (lambda app: setattr(app, "newest_end", 0), "newest messages keep no interval"),
        (lambda app: setattr(app, "pause_end", 0), "nothing waits after a failure"),
    ):
        yield SIDE.mutant(name, replacing(App, "take", _before_take(change)))
    name = "a newest message that waits holds up the others"
    yield SIDE.mutant(name, replacing(App, "take", _held_up))
    plant = Plant(encoding, "encode", lambda *_: b"")
    yield SIDE.mutant("any message is taken", plant)
    plant = Plant(model.wire, "limits_of", lambda _: model.wire.Limits())
    yield SIDE.mutant("the configuration's limits are ignored", plant)
    yield SIDE.around("_on_send", "a full queue is looked at first", _full_first)
    yield SIDE.around("_on_send", "a message replaces one before it is checked", _hasty)
    yield SIDE.around("_on_send", "a replaced message ends in silence", _mute)
    yield SIDE.around("_on_send", "a newest message waits behind the older", _older)
    plant = Plant(Companion, "_is_sent_again", _sent_again)
    yield SIDE.mutant("a message is sent again though a newer one waits", plant)
    plant = Plant(Companion, "_is_sent_again", lambda *_: False)
    yield SIDE.mutant("no message is sent again", plant)
    plant = Plant(Companion, "_is_sent_again", _delivered)
    yield SIDE.mutant("no message in order is sent again", plant)
    name = "a message in order that is sent again comes last"
    yield SIDE.around("_end_transfer", name, _last)
    plant = Plant(App, "has_room", _counting_all)
    yield SIDE.mutant("a message that is sent again takes room", plant)
    name = "an attempt counts though its connection ended"
    yield SIDE.around("_end_transfer_with_connection", name, _counting)
    name = "the newest message before replaces the newer"
    yield SIDE.around("_end_transfer_with_connection", name, _reviving)
    name = "a temporary failure holds up all apps"
    yield SIDE.around("_end_transfer", name, after(_pause_all))
    name = "each failure holds up the app"
    yield SIDE.around("_end_transfer", name, after(_pause))
    name = "the interval is counted from the end"
    yield SIDE.around("_end_transfer", name, after(_interval))
    yield SIDE.around("_on_progressed", "all progress is believed", _believed)
    yield SIDE.around("_on_progressed", "the same progress gives more time", _longer)
    yield SIDE.around("_on_progressed", "progress gives no more time", _shorter)
    yield SIDE.around("_on_progressed", "wrong progress counts", _spoilt)
    yield SIDE.around("_on_progressed", "the total must stay", _same_total)
    yield SIDE.around(
        "_sending", "a result may have the ticket of opening", _any_ticket
    )
    yield SIDE.around("_begin", "a connected device is sent nothing", _unlucky)


def _toggle(app: App) -> None:
    place = records.TURNS.index(app.last_kind) + 1
    app.last_kind = records.TURNS[place % len(records.TURNS)]


def _counting_all(app: App, kind: str) -> bool:
    is_batched = kind == "batched"
    return has_room(app, kind) if is_batched else len(app.queue) < records.QUEUE_COUNT


has_room = App.has_room


def _before_take(change: Callable[[App], None]) -> Callable[..., Any]:
    def make(take: Callable[..., Any]) -> Callable[..., Any]:
        def changed(app: App, now: int) -> Message | None:
            change(app)
            return take(app, now)

        return changed

    return make


def _held_up(take: Callable[..., Any]) -> Callable[..., Any]:
    def wait(app: App, now: int) -> Message | None:
        return None if app.newest and app.newest_end > now else take(app, now)

    return wait


def _full_first(send: Callable[..., None]) -> Callable[..., None]:
    def look(self: Companion, event: Json) -> None:
        app = self.app(event)
        is_full = app is not None and not app.has_room()
        if is_full and event["delivery"] == "inOrder":
            return self._refuse(event, "queueFull")
        send(self, event)

    return look


def _hasty(send: Callable[..., None]) -> Callable[..., None]:
    def replace(self: Companion, event: Json) -> None:
        app = self.app(event)
        if app and app.newest and event["delivery"] == "newestOnly":
            self._end(app, app.newest, "replaced")
            app.newest = None
        send(self, event)

    return replace


def _mute(send: Callable[..., None]) -> Callable[..., None]:
    def replace(self: Companion, event: Json) -> None:
        app = self.app(event)
        if app and event["delivery"] == "newestOnly":
            app.newest = None
        send(self, event)

    return replace


def _older(send: Callable[..., None]) -> Callable[..., None]:
    def keep(self: Companion, event: Json) -> None:
        app = self.app(event)
        older = app.newest if app else None
        send(self, event)
        if app and older:
            app.newest = older

    return keep


def _sent_again(self: Companion, app: App, message: Message, result: str) -> bool:
    newer, app.newest = app.newest, None
    is_again = is_sent_again(self, app, message, result)
    app.newest = newer
    return is_again


def _delivered(self: Companion, app: App, message: Message, result: str) -> bool:
    return message.is_newest and is_sent_again(self, app, message, result)


is_sent_again = Companion._is_sent_again


def _last(end: Callable[..., None]) -> Callable[..., None]:
    def put_last(self: Companion, app: App, result: str) -> None:
        message = app.transfer.message
        end(self, app, result)
        if app.queue and app.queue[0] is message:
            app.queue.append(app.queue.pop(0))

    return put_last


def _counting(end: Callable[..., None]) -> Callable[..., None]:
    def count(self: Companion, app: App) -> None:
        if app.transfer:
            app.transfer.message.attempts += 1
        end(self, app)

    return count


def _reviving(end: Callable[..., None]) -> Callable[..., None]:
    def revive(self: Companion, app: App) -> None:
        if app.transfer and app.transfer.message.is_newest:
            app.newest = None
        end(self, app)

    return revive


def _pause_all(self: Companion, app: App, _: str) -> None:
    for other in self.apps:
        other.pause_end = max(other.pause_end, app.pause_end)


def _pause(self: Companion, app: App, result: str) -> None:
    if result != "success":
        app.pause_end = self.now + records.RETRY_INTERVAL


def _interval(self: Companion, app: App, _: str) -> None:
    if app.newest_end:
        app.newest_end = self.now + records.NEWEST_INTERVAL


def _believed(progressed: Callable[..., None]) -> Callable[..., None]:
    def believe(self: Companion, event: Json) -> None:
        for app in self.apps:
            if app.transfer:
                app.transfer.sent = -1
        progressed(self, event)

    return believe


def _longer(progressed: Callable[..., None]) -> Callable[..., None]:
    def extend(self: Companion, event: Json) -> None:
        progressed(self, event)
        for app in self.apps:
            if app.transfer:
                app.transfer.due = self.now + records.SEND_TIMEOUT

    return extend


def _shorter(progressed: Callable[..., None]) -> Callable[..., None]:
    def keep(self: Companion, event: Json) -> None:
        dues = [app.transfer and app.transfer.due for app in self.apps]
        progressed(self, event)
        for app, due in zip(self.apps, dues, strict=True):
            if app.transfer:
                app.transfer.due = due

    return keep


def _spoilt(progressed: Callable[..., None]) -> Callable[..., None]:
    def count(self: Companion, event: Json) -> None:
        progressed(self, event)
        for app in self.apps:
            if app.transfer and self.effects:
                app.transfer.sent = int(event["sent"])

    return count


def _same_total(progressed: Callable[..., None]) -> Callable[..., None]:
    def check(self: Companion, event: Json) -> None:
        if event["total"] not in (20, 0):
            return self.fault("invalidProgress")
        progressed(self, event)

    return check


def _any_ticket(sending: Callable[..., Any]) -> Callable[..., Any]:
    def find(self: Companion, event: Json) -> App | None:
        for app in self.apps:
            if app.opening and app.transfer and app.opening.ticket == event["ticket"]:
                return app
        return sending(self, event)

    return find


def _unlucky(begin: Callable[..., None]) -> Callable[..., None]:
    def skip(self: Companion, app: App) -> None:
        if app.json != self.apps[0].json:
            return
        begin(self, app)

    return skip
