"""The bugs of a plain session, put into the model."""

from __future__ import annotations

from typing import Any

from ...planting import Plant
from . import records
from .base import Base
from .devices import Devices
from .model import Companion
from .records import App, Batch, Device, Json, Message

# The right methods, saved before any replacement.
begin = Companion._begin
end = Companion._end
end_transfer = Companion._end_transfer
end_with_connection = Companion._end_transfer_with_connection
load_failed = Base._on_loadFailed
loaded = Base._on_loaded
meet_deadlines = Companion._meet_deadlines
replace = Devices._replace
send = Companion._on_send
take = App.take
take_early = Base._take_early
times = Companion._times
url_opened = Base._on_urlOpened

NO_LIMIT = 1 << 30


def _merging(self: Devices, chosen: list[Json]) -> None:
    ids = [device["id"] for device in chosen]
    old = [device.json for device in self.devices if device.id not in ids]
    replace(self, chosen + old)


def _dropping(self: Devices, chosen: list[Json]) -> None:
    for device in self.devices:
        self._drop(device)
    replace(self, chosen)


def _deaf(self: Base, event: Json) -> None:
    if self.phase != "loading" or event["event"] != "urlOpened":
        take_early(self, event)


def _overwriting(self: Base, event: Json) -> None:
    if self.phase == "running":
        self._run(event["devices"] or [])
    else:
        loaded(self, event)


def _emptying(self: Base, event: Json) -> None:
    is_awaited = self._is_awaited(event)
    load_failed(self, event)
    if is_awaited:
        self._keep()


def _forgetting(self: Base, event: Json) -> None:
    if self.store is None or event["ticket"] != self.store:
        return self.late()
    self.store = None
    self.fault("storeFailed")


def _trusting(self: Base, event: Json) -> None:
    url_opened(self, event | {"isTrusted": True})


def _sending(self: Companion, event: Json) -> None:
    if self.app(event):
        return send(self, event)
    self.do(
        "send",
        app=event["app"],
        content=event["content"],
        isTransient=event["delivery"] == "newestOnly",
        ticket=self.new_ticket(),
    )


def _impatient(self: Companion, app: App) -> None:
    device: Device | None = self.device(app.device)
    is_early = device is not None and device.phase == "connected"
    if is_early:
        device.phase = "ready"
    begin(self, app)
    if is_early:
        device.phase = "connected"


def _crowding(self: Companion, app: App) -> None:
    first, app.transfer = app.transfer, None
    begin(self, app)
    app.transfer = app.transfer or first


def _queueing(self: Companion, event: Json) -> None:
    is_newest = event["delivery"] == "newestOnly"
    send(self, event | ({"delivery": "inOrder"} if is_newest else {}))


def _in_order_first(self: App, now: int) -> Message | Batch | None:
    self.last_kind = "newestOnly"
    return take(self, now)


def _endless(what: str) -> list[Plant]:
    """Nobody gives up waiting for something."""

    def hidden(self: Companion, app: App) -> list[int | None]:
        waiting = getattr(app, what)
        setattr(app, what, None)
        begin_time = app.begin_time() if what == "transfer" and waiting else None
        found = times(self, app)
        setattr(app, what, waiting)
        return [time for time in found if time != begin_time]

    def patient(self: Companion, app: App) -> None:
        waiting = getattr(app, what)
        setattr(app, what, None)
        meet_deadlines(self, app)
        setattr(app, what, waiting)

    return [
        Plant(Companion, "_times", hidden),
        Plant(Companion, "_meet_deadlines", patient),
    ]


def _any_result(self: Companion, event: Json) -> None:
    for app in self.apps:
        if app.transfer:
            return self._end_transfer(app, event["result"])
    self.late()


def _repeating(self: Companion, app: App, result: str) -> None:
    message = app.transfer.message
    is_there = result in records.TEMPORARY and result not in records.NOT_DELIVERED
    if message.kind != "inOrder" or not is_there:
        return end_transfer(self, app, result)
    app.transfer = None
    app.pause_end = self.now + records.RETRY_INTERVAL
    app.queue.insert(0, message)
    self.do("retrying", app=app.json, id=message.id, result=result)


def _losing(self: Companion, app: App) -> None:
    if app.transfer:
        self._end(app, app.transfer.message, "connectionEnded")
        app.transfer = None


def _putting_back(self: Companion, app: App) -> None:
    if app.transfer and app.transfer.message.kind == "inOrder":
        app.queue.insert(0, app.transfer.message)
        app.transfer = None
    else:
        end_with_connection(self, app)


def _batched_last(self: App, now: int) -> Message | Batch | None:
    kept = self.batched, self.batch
    self.batched, self.batch = [], None
    message = take(self, now)
    self.batched, self.batch = kept
    return message or take(self, now)


def _bare(self: Batch) -> Any:
    array = [message.content for message in self.messages]
    return array if len(array) > 1 else array[0]


def _filling(self: App) -> Batch:
    waiting, self.batched = self.batched, []
    left: list[Message] = []
    for message in waiting:
        self.batched.append(message)
        if self.count_that_fits() < len(self.batched):
            left.append(self.batched.pop())
    batch, self.batched = Batch(self.batched), left
    return batch


def _batch_again(self: Companion, app: App, result: str) -> None:
    batch = app.transfer.message
    is_there = result in records.TEMPORARY and result not in records.NOT_DELIVERED
    if batch.kind != "batched" or not is_there:
        return end_transfer(self, app, result)
    app.transfer = None
    app.pause_end = self.now + records.RETRY_INTERVAL
    app.batch = batch
    self._tell(app, batch, "retrying", result=result)


def _batch_kept(self: Companion, app: App) -> None:
    if app.transfer and app.transfer.message.kind == "batched":
        app.batch = app.transfer.message
        app.transfer = None
    else:
        end_with_connection(self, app)


def _first_alone(
    self: Companion, app: App, message: Message | Batch, outcome: str, **members: Any
) -> None:
    end(self, app, message.messages[0], outcome, **members)


COMPANION_BUGS: dict[str, list[Plant]] = {
    "listMerged": [Plant(Devices, "_replace", _merging)],
    "registrationLost": [Plant(Devices, "_replace", _dropping)],
    "answerBeforeLoadedLost": [Plant(Base, "_take_early", _deaf)],
    "loadOverwritesAnswer": [Plant(Base, "_on_loaded", _overwriting)],
    "unreadableOverwritten": [Plant(Base, "_on_loadFailed", _emptying)],
    "failedStoreForgotten": [Plant(Base, "_on_storeFailed", _forgetting)],
    "untrustedAnswerTaken": [Plant(Base, "_on_urlOpened", _trusting)],
    "sentUnregistered": [Plant(Companion, "_on_send", _sending)],
    "sentBeforeReady": [Plant(Companion, "_begin", _impatient)],
    "twoAtATime": [Plant(Companion, "_begin", _crowding)],
    "queueUnbounded": [Plant(records, "QUEUE_COUNT", NO_LIMIT)],
    "newestQueued": [Plant(Companion, "_on_send", _queueing)],
    "newestStarves": [Plant(App, "take", _in_order_first)],
    "newestTooOften": [Plant(records, "NEWEST_INTERVAL", 0)],
    "sendNeverEnds": _endless("transfer"),
    "lateResultCounts": [Plant(Companion, "_on_finished", _any_result)],
    "sentTwice": [Plant(Companion, "_end_transfer", _repeating)],
    "retriedForEver": [Plant(records, "ATTEMPTS", NO_LIMIT)],
    "busyAtOnce": [Plant(records, "RETRY_INTERVAL", 0)],
    "lostWithConnection": [Plant(Companion, "_end_transfer_with_connection", _losing)],
    "repeatedAfterConnection": [
        Plant(Companion, "_end_transfer_with_connection", _putting_back)
    ],
    "statusNeverEnds": _endless("status"),
    "batchedStarve": [Plant(App, "take", _batched_last)],
    "batchedUnbounded": [Plant(records, "BATCHED_COUNT", NO_LIMIT)],
    "batchOfOneBare": [Plant(Batch, "content", property(_bare))],
    "batchTooLarge": [Plant(App, "count_that_fits", lambda app: len(app.batched))],
    "batchTooOften": [Plant(records, "BATCH_INTERVAL", 0)],
    "batchOrderLost": [Plant(App, "join", _filling)],
    "batchSentTwice": [
        Plant(Companion, "_end_transfer", _batch_again),
        Plant(Companion, "_end_transfer_with_connection", _batch_kept),
    ],
    "batchHalfEnded": [Plant(Companion, "_end", _first_alone)],
}
