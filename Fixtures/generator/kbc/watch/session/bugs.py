"""The bugs of a plain session, put into the model."""

from ...mutants.edits import edited
from ...planting import Plant
from . import records
from .flags import COMPANION_FLAGS
from .model import Companion
from .records import App, Batch, Device

NO_LIMIT = 1 << 30
NUMBERS = {
    "queueUnbounded": ("QUEUE_COUNT", NO_LIMIT),
    "newestTooOften": ("NEWEST_INTERVAL", 0),
    "retriedForEver": ("ATTEMPTS", NO_LIMIT),
    "busyAtOnce": ("RETRY_INTERVAL", 0),
    "batchedUnbounded": ("BATCHED_COUNT", NO_LIMIT),
    "batchTooOften": ("BATCH_INTERVAL", 0),
}
EDITS = """
listMerged
  _replace: => ids = [device["id"] for device in chosen];;
    chosen = chosen + [device.json for device in self.devices if device.id not in ids]
registrationLost
  _replace: => for device in self.devices: self._drop(device)
answerBeforeLoadedLost
  _take_early: => if self.phase == "loading" and event["event"] == "urlOpened": return
loadOverwritesAnswer
  _on_loaded: => if self.phase == "running": return self._run(event["devices"] or [])
unreadableOverwritten
  _on_loadFailed: self._run([]) => self._run([]); self._keep()
failedStoreForgotten
  _on_storeFailed: self.store_time = self.now + STORE_RETRY => pass
untrustedAnswerTaken
  _on_urlOpened: not event["isTrusted"] => False
sentUnregistered
  _on_send: => given = {"app": event["app"], "content": event["content"]};;
    is_transient = event["delivery"] == "newestOnly";;
    if not self.app(event): return self.do("send", **given, isTransient=is_transient, ticket=self.new_ticket())
sentBeforeReady
  _begin: self._phase_of_device(app) != "ready" => self._phase_of_device(app) not in ("connected", "ready")
twoAtATime
  _begin: => first, app.transfer = app.transfer, None
  _begin: finally => app.transfer = app.transfer or first
newestQueued
  _on_send: => if event["delivery"] == "newestOnly": event = event | {"delivery": "inOrder"}
newestStarves
  take: => self.last_kind = "newestOnly"
sendNeverEnds
  _times: waits = (app.transfer, => waits = (
  _meet_deadlines: if app.transfer and app.transfer.due <= self.now: => if False:
lateResultCounts
  _on_finished: self._sending(event) => next((app for app in self.apps if app.transfer), None) or self.late()
sentTwice
  _end_transfer: => is_there = result in records.TEMPORARY and result not in records.NOT_DELIVERED;;
    message = app.transfer.message;; if message.kind == "inOrder" and is_there:;;
        app.transfer, app.pause_end = None, self.now + records.RETRY_INTERVAL;;
        app.queue.insert(0, message);;
        return self.do("retrying", app=app.json, id=message.id, result=result)
lostWithConnection
  _end_transfer_with_connection: => message = app.transfer and app.transfer.message;;
    if message: app.transfer = None; self._end(app, message, "connectionEnded")
repeatedAfterConnection
  _end_transfer_with_connection: => message = app.transfer and app.transfer.message;;
    if message and message.kind == "inOrder": app.transfer = None; app.queue.insert(0, message)
statusNeverEnds
  _times: waits = (app.transfer, app.status, => waits = (app.transfer,
  _meet_deadlines: if app.status and app.status.due <= self.now: => if False:
batchedStarve
  take: => kept = self.batched, self.batch; self.batched, self.batch = [], None;;
    message = self.take(now) if any(kept) else None; self.batched, self.batch = kept;; if message: return message
batchOfOneBare
  content: return array_of(self.messages) => array = array_of(self.messages);;
    return array if len(array) > 1 else array[0]
batchTooLarge
  count_that_fits: => return len(self.batched)
batchOrderLost
  join: => waiting, self.batched, left = self.batched, [], [];; for message in waiting:;;
        self.batched.append(message);;
        if self.count_that_fits() < len(self.batched): left.append(self.batched.pop());;
    batch, self.batched = Batch(self.batched), left;; return batch
batchSentTwice
  _end_transfer: => is_there = result in records.TEMPORARY and result not in records.NOT_DELIVERED;;
    batch = app.transfer.message;; if batch.kind == "batched" and is_there:;;
        app.transfer, app.pause_end, app.batch = None, self.now + records.RETRY_INTERVAL, batch;;
        return self._tell(app, batch, "retrying", result=result)
  _end_transfer_with_connection: => message = app.transfer and app.transfer.message;;
    if message and message.kind == "batched": app.batch, app.transfer = message, None
batchHalfEnded
  _end: => message = message.messages[0]
neverAsked
  _check_time: => return None
  _check_readiness: => return
messageProvesNothing
  _on_messageReceived: self._hear_message(app) => pass
messageIsAProof
  _hear_message: if device.is_doubted: => if False:
lateAnswerForgotten
  _give_up_status: app.given_up = question.ticket => pass
askedTooOften
  fail_check: min(self.check_failures, 4) => 1
transferTrickles
  _on_progressed: min(self.now + records.SEND_TIMEOUT, transfer.limit) => self.now + records.SEND_TIMEOUT
"""
_EDITED = dict(edited(EDITS, Companion, App, Batch, Device))

COMPANION_BUGS: dict[str, list[Plant]] = {
    flag: _EDITED[flag] if flag in _EDITED else [Plant(records, *NUMBERS[flag])]
    for flag in COMPANION_FLAGS
}
