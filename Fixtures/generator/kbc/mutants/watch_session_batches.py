"""Faults of the session of a companion app: its batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..watch import encoding
from ..watch.session import model, records
from ..watch.session.model import Companion
from ..watch.session.records import App, Batch, Message
from .mutant import Mutant, replacing
from .changes import after
from .watch_session_side import SIDE, wrapped


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of batches."""
    yield from SIDE.constant("BATCHED_COUNT", 63, 65)
    yield from SIDE.constant("BATCH_INTERVAL", 9999, 10_001)
    # Any other order is one of these two, from another kind on.
    yield from SIDE.constant("TURNS", records.TURNS[::-1])
    for kind in records.TURNS[:-1]:
        name = f"{kind} is taken for the kind that was sent before the first"
        yield SIDE.around("_on_registerApp", name, _as_if_after(kind))
    yield from _of_joining()
    yield from _of_times()
    yield from _of_ends()
    for words, is_so in CROWDED.items():
        for kind in records.TURNS:
            name = f"a message is refused while {words}, {kind}"
            yield SIDE.around("_on_send", name, _refusing(kind, is_so))


def _as_if_after(kind: str) -> Callable[..., Any]:
    def make(register: Callable[..., None]) -> Callable[..., None]:
        def register_so(self: Companion, event: Json) -> None:
            count = len(self.apps)
            register(self, event)
            for app in self.apps[count:]:
                app.last_kind = kind

        return register_so

    return make


def _of_joining() -> Iterator[Mutant]:
    for member in ("byte_count", "value_count"):
        name = f"the {member} of a batch is not looked at"
        yield wrapped(App, "count_that_fits", name, _without(member))
    plant = Plant(App, "count_that_fits", _by_sum)
    yield SIDE.mutant("equal texts count twice in a batch", plant)
    name = "a batch has one message less than fits"
    yield wrapped(App, "count_that_fits", name, _one_less)
    plant = Plant(App, "count_that_fits", lambda _: 1)
    yield SIDE.mutant("nothing is joined", plant)
    plant = Plant(records, "array_of", _from_the_last)
    yield SIDE.mutant("a batch begins with its last message", plant)
    plant = Plant(model, "array_of", lambda messages: messages[0].content)
    yield SIDE.mutant("a batched message is checked without its array", plant)
    yield SIDE.around("_refuse", "the array is not counted in a place", _place_inside)
    yield SIDE.around("_begin", "a batch is transient", _transient)
    name = "all that wait have the room of one kind"
    yield wrapped(App, "has_room", name, _common_room)
    name = "no kind has room when one has none"
    yield wrapped(App, "has_room", name, _no_room)


def _without(member: str) -> Callable[..., Any]:
    def make(count: Callable[..., int]) -> Callable[..., int]:
        def look(app: App) -> int:
            limits = app.limits
            app.limits = limits._replace(**{member: 1 << 30})
            found = count(app)
            app.limits = limits
            return found

        return look

    return make


def _by_sum(app: App) -> int:
    size, count = 13, 0
    for message in app.batched:
        size += len(encoding.encode(message.content, app.limits)) - 8
        if size > app.limits.byte_count:
            break
        count += 1
    return max(count, 1)


def _one_less(count: Callable[..., int]) -> Callable[..., int]:
    return lambda app: max(1, count(app) - 1)


def _from_the_last(messages: list[Message]) -> list[Any]:
    return [message.content for message in reversed(messages)]


def _place_inside(refuse: Callable[..., None]) -> Callable[..., None]:
    def tell(self: Companion, event: Json, why: str, **members: Any) -> None:
        error = members.get("error")
        if error and event["delivery"] == "batched" and error["code"] != "oversized":
            members["error"] = error | {"offset": max(0, error["offset"] - 1)}
        refuse(self, event, why, **members)

    return tell


def _transient(begin: Callable[..., None]) -> Callable[..., None]:
    def begin_so(self: Companion, app: App) -> None:
        count = len(self.effects)
        begin(self, app)
        for effect in self.effects[count:]:
            if isinstance(effect["content"], list):
                effect["isTransient"] = True

    return begin_so


def _common_room(has_room: Callable[..., bool]) -> Callable[..., bool]:
    def look(app: App, kind: str = "inOrder") -> bool:
        fresh = sum(message.attempts == 0 for message in app.queue)
        least = records.BATCHED_COUNT if kind == "batched" else records.QUEUE_COUNT
        return has_room(app, kind) and fresh + len(app.batched) < least

    return look


def _no_room(has_room: Callable[..., bool]) -> Callable[..., bool]:
    return lambda app, kind="inOrder": (
        has_room(app, "inOrder") and has_room(app, "batched")
    )


def _of_times() -> Iterator[Mutant]:
    name = "a batch is sent again after 2 s"
    yield wrapped(App, "begin_time_of", name, _early_again)
    name = "a batch is sent again after 2 s the second time"
    yield wrapped(App, "begin_time_of", name, _early_again_later)
    name = "a batch that was sent again begins no interval"
    yield SIDE.around("_begin", name, _resting)
    name = "the interval of batches ends with the connection"
    yield SIDE.around("_on_statusChanged", name, _forgetting)
    name = "the interval of batches is counted from the end"
    yield SIDE.around("_end_transfer", name, after(_from_the_end))
    name = "the interval of batches goes on for an app that is registered again"
    yield SIDE.around("_on_registerApp", name, _remembered)
    for kind in ("inOrder", "newestOnly"):
        name = f"a message ends the interval of batches, {kind}"
        yield SIDE.around("_begin", name, after(_ending(kind)))
        name = f"a message begins the interval of batches, {kind}"
        yield SIDE.around("_begin", name, _after_begin(kind, "batch_end"))
    name = "a batch begins the interval of newest messages"
    yield SIDE.around("_begin", name, _after_begin("batched", "newest_end"))
    name = "all apps share the interval of batches"
    yield SIDE.around("_begin", name, after(_shared))
    yield wrapped(App, "take", "a batch takes no turn", _unseen)
    yield wrapped(App, "take", "a batch that may not begin holds up others", _held_up)


def _early_again(begin_time: Callable[..., Any]) -> Callable[..., Any]:
    def look(app: App, kind: str) -> int | None:
        is_early = kind == "batched" and app.batch and not app.transfer
        return app.pause_end if is_early else begin_time(app, kind)

    return look


def _early_again_later(begin_time: Callable[..., Any]) -> Callable[..., Any]:
    def look(app: App, kind: str) -> int | None:
        is_again = app.batch is not None and app.batch.attempts > 1
        is_early = kind == "batched" and is_again and not app.transfer
        return app.pause_end if is_early else begin_time(app, kind)

    return look


def _resting(begin: Callable[..., None]) -> Callable[..., None]:
    def begin_so(self: Companion, app: App) -> None:
        end = app.batch_end
        begin(self, app)
        if app.transfer and app.transfer.message.attempts > 1:
            app.batch_end = end

    return begin_so


def _forgetting(changed: Callable[..., None]) -> Callable[..., None]:
    def change(self: Companion, event: Json) -> None:
        changed(self, event)
        if event["status"] != "connected":
            for app in self.apps:
                app.batch_end = 0

    return change


def _from_the_end(self: Companion, app: App, _: str) -> None:
    if app.batch_end:
        app.batch_end = self.now + records.BATCH_INTERVAL


def _remembered(register: Callable[..., None]) -> Callable[..., None]:
    def register_again(self: Companion, event: Json) -> None:
        register(self, event)
        app = self.app(event)
        if app and self.tickets > 1:
            app.batch_end = self.now + records.BATCH_INTERVAL

    return register_again


def _ending(kind: str) -> Callable[..., None]:
    def end(_: Companion, app: App) -> None:
        if app.transfer and app.transfer.message.kind == kind:
            app.batch_end = 0

    return end


def _after_begin(kind: str, member: str) -> Callable[..., Any]:
    def begin_interval(self: Companion, app: App) -> None:
        if app.transfer and app.transfer.message.kind == kind:
            setattr(app, member, self.now + records.BATCH_INTERVAL)

    return after(begin_interval)


def _shared(self: Companion, app: App) -> None:
    for other in self.apps:
        other.batch_end = max(other.batch_end, app.batch_end)


def _unseen(take: Callable[..., Any]) -> Callable[..., Any]:
    def take_so(app: App, now: int) -> Message | Batch | None:
        before = app.last_kind
        message = take(app, now)
        if message and message.kind == "batched":
            app.last_kind = before
        return message

    return take_so


def _held_up(take: Callable[..., Any]) -> Callable[..., Any]:
    def wait(app: App, now: int) -> Message | Batch | None:
        is_waiting = app.batched or app.batch
        return None if is_waiting and app.batch_end > now else take(app, now)

    return wait


def _of_ends() -> Iterator[Mutant]:
    for effect in ("progress", "retrying"):
        name = f"only the first message of a batch hears {effect}"
        yield SIDE.around("_tell", name, _first_only(effect))
    name = "the messages of a batch hear in another order"
    yield SIDE.around("_tell", name, _backwards)
    for attempt in (1, 2):
        name = f"a batch grows after attempt {attempt}"
        yield wrapped(App, "_take_out", name, _growing(attempt))
    yield wrapped(App, "_take_out", "a batch that is sent again comes last", _last)
    yield wrapped(App, "join", "attempts are counted for all batches", _weary)
    plant = Plant(Companion, "_is_sent_again", _given_up)
    yield SIDE.mutant("no batch is sent again", plant)
    for name, order in (
        ("those that wait for a batch are dropped first", (0, 2, 1, 3)),
        ("the newest is dropped before those of a batch", (0, 3, 1, 2)),
        ("those of a batch are dropped before those in order", (1, 2, 0, 3)),
    ):
        yield SIDE.mutant(name, Plant(App, "_waiting", _in_order(order)))
    name = "a lost connection drops what is batched"
    yield SIDE.around("_end_transfer_with_connection", name, after(_dropping))
    plant = replacing(Companion, "_end_transfer_with_connection", _once_more)
    yield SIDE.mutant("a batch fails with its connection", plant)


def _first_only(effect: str) -> Callable[..., Any]:
    def make(tell: Callable[..., None]) -> Callable[..., None]:
        def tell_one(
            self: Companion, app: App, message: Any, name: str, **members: Any
        ) -> None:
            heard = message.messages[0] if name == effect else message
            tell(self, app, heard, name, **members)

        return tell_one

    return make


def _backwards(tell: Callable[..., None]) -> Callable[..., None]:
    def tell_all(
        self: Companion, app: App, message: Any, name: str, **members: Any
    ) -> None:
        for one in reversed(message.messages):
            tell(self, app, one, name, **members)

    return tell_all


def _growing(attempt: int) -> Callable[..., Any]:
    def make(take_out: Callable[..., Any]) -> Callable[..., Any]:
        def grow(app: App, kind: str) -> Message | Batch:
            batch = app.batch
            message = take_out(app, kind)
            if kind == "batched" and batch and batch.attempts == attempt:
                message.messages += app.batched
                app.batched = []
            return message

        return grow

    return make


def _last(take_out: Callable[..., Any]) -> Callable[..., Any]:
    def take(app: App, kind: str) -> Message | Batch:
        if kind == "batched" and app.batched:
            return app.join()
        return take_out(app, kind)

    return take


def _weary(join: Callable[..., Batch]) -> Callable[..., Batch]:
    def join_again(app: App) -> Batch:
        batch = join(app)
        if app.pause_end:
            batch.attempts = records.ATTEMPTS - 1
        return batch

    return join_again


def _given_up(self: Companion, app: App, message: Any, result: str) -> bool:
    return message.kind != "batched" and is_sent_again(self, app, message, result)


is_sent_again = Companion._is_sent_again


def _in_order(order: tuple[int, ...]) -> Callable[[App], list[Message]]:
    def waiting(app: App) -> list[Message]:
        again = app.batch.messages if app.batch else []
        kinds = [app.queue, again, app.batched, [app.newest] if app.newest else []]
        return [message for place in order for message in kinds[place]]

    return waiting


def _dropping(self: Companion, app: App) -> None:
    app.batched, app.batch = [], None


def _once_more(end: Callable[..., None]) -> Callable[..., None]:
    def fail(self: Companion, app: App) -> None:
        if app.transfer and app.transfer.message.kind == "batched":
            self._end(app, app.transfer.message, "failed", result="timeout")
            app.transfer = None
        else:
            end(self, app)

    return fail


# Some messages wait already.
CROWDED: dict[str, Callable[[App], Any]] = {
    "batched messages wait": lambda app: len(app.batched) > 1,
    "a batch is sent again": lambda app: app.batch,
    "a batch is being sent": lambda app: (
        app.batched and app.transfer and app.transfer.message.kind == "batched"
    ),
    "all other kinds wait": lambda app: app.queue and app.newest,
}


def _refusing(kind: str, is_so: Callable[[App], Any]) -> Callable[..., Any]:
    def make(send: Callable[..., None]) -> Callable[..., None]:
        def refuse(self: Companion, event: Json) -> None:
            app = self.app(event)
            if app and event["delivery"] == kind and is_so(app):
                return self._refuse(event, "queueFull")
            send(self, event)

        return refuse

    return make
