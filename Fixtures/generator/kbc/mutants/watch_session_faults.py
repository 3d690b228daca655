"""Faults of the session of a companion app: its store, devices and apps, its messages and batches, turns, orders."""

from collections.abc import Iterator

from ..evaluate import Json
from ..watch.session import records
from ..watch.session.model import Companion
from ..watch.session.records import App, Device
from .edits import edited
from .mutant import Mutant
from .watch_session_side import SIDE

# The store, choosing, and time.
STORE = """
tickets begin again after a stop
  _forget: ... => self.tickets = 0
choosing keeps opening
  _on_chooseDevices: => opening = self.opening
  _on_chooseDevices: finally => self.opening = opening
a wrong URL starts the session
  _on_urlOpened: finally => self.phase = "running"
a store is tried {3|10} times
  _on_storeFailed: finally => self.failures = self.__dict__.get("failures", 0) + 1;;
    if self.failures >= {3|10}: self.store_time = None
a store is tried again once
  _on_storeFailed: finally => if self.__dict__.get("has_failed"): self.store_time = None;; self.has_failed = True
{showStorePage|chooseDevices|showStorePage} does not wait after {chooseDevices|showStorePage|showStorePage}
  _on_chooseDevices: ... => self.__dict__.setdefault("asked", []).append(("chooseDevices", self.opening))
  _on_showStorePage: ... => self.__dict__.setdefault("asked", []).append(("showStorePage", self.opening))
  _on_connectMobileMissing: => asked = self.__dict__.get("asked", [])[-2:];;
    meant = ["{chooseDevices|showStorePage|showStorePage}", "{showStorePage|chooseDevices|showStorePage}"];;
    if [one[0] for one in asked] == meant and self.opening is not None: self.opening = asked[0][1]
what is due is done before the event
  handle: self.effects = [] => self.effects = [];; is_first = event["event"] != "timePassed";;
    if self.phase == "running" and is_first: self._take({"at": event["at"], "event": "timePassed"})
messages begin before deadlines are met
  _go_on: for app in self.apps: => for app in self.apps: self._begin(app); self._meet_deadlines(app);; for app in []:
apps are looked at from the last to the first
  _go_on: in self.apps => in reversed(self.apps)
only the first app is looked at
  _go_on: in self.apps => in self.apps[:1]
only the first app has a deadline
  _times: => if app.json != self.apps[0].json: return []
all deadlines are met before any message begins
  _go_on: self._begin(app) => pass
  _go_on: ... => for app in self.apps: self._begin(app)
apps are looked at by their {identifiers|devices}
  _go_on: => registered, devices = list(self.apps), [device.id for device in self.devices];;
    self.apps.sort(key=lambda app: {app.id|devices.index(app.device)})
  _go_on: finally => self.apps[:] = [app for app in registered if app in self.apps]
a message is serialised before the session runs
  _take_early: =>
    if event["event"] == "send" and event["content"] == chr(0): return self._refuse(event, "unencodable")
"""
DEVICES = """
all apps are on each device
  apps_of: => return list(self.apps)
a device that is away can't be ready
  _on_deviceReady: => device = self.device(event["device"]);; if device and device.phase == "away": return self.late()
the status of any device is taken
  device: , None) => , self.devices[0] if self.devices else None)
registrations survive a stop
  _on_loaded: finally => is_again = self.tickets > 1 or self.__dict__.get("was_loaded"); self.was_loaded = True;;
    for device in self.devices if is_again else []: device.phase = "away"
a device is as ready as before
  _on_registerDevice: finally => device = self.device(event["device"]);;
    if device and self.__dict__.get("was_registered"): device.phase = "ready";; self.was_registered = True
only the first status of a device is told
  _on_statusChanged: => device = self.device(event["device"]);;
    if device and device.status not in (None, "connected"): return
the end of a connection is missed
  _on_statusChanged: => device = self.device(event["device"]);; if device and device.status == "connected": return
devices are {unregistered|dropped from a list} as they were registered
  _on_registerDevice: finally => order = self.__dict__.setdefault("order", []);;
    if event["device"] not in order: order.append(event["device"])
  {_on_unregisterAllDevices|_replace}: => stays = {[]|[one["id"] for one in chosen]};;
    for id in self.__dict__.get("order", []):;;
        if self.device(id) and id not in stays: self._drop(self.device(id))
devices are unregistered as they were loaded
  _run: => self.order = [device["id"] for device in devices]
  _on_unregisterAllDevices: => for id in self.__dict__.get("order", []):;;
        if self.device(id): self._drop(self.device(id))
"""
APPS = """
apps are told apart by the {id|device} alone
  app: app.json == event["app"] => app.{id|device} == event["app"]["{id|device}"]
{appStatusAnswered|openAnswered} is for the last app
  {_on_appStatusAnswered|_on_openAnswered}: => waiting = [app for app in self.apps if app.{status|opening}];;
    if waiting: event = event | {"ticket": waiting[-1].{status|opening}.ticket}
an app has its old messages
  _on_registerApp: finally => app = self.app(event);;
    if app and self.tickets > 1 and not app.messages(): app.queue.append(Message(1, 1, "inOrder"))
all apps count that were ever registered
  _on_registerApp: => count = self.__dict__.get("count", 0);;
    if count >= records.APP_COUNT: return self.refuse("tooManyApps");; self.count = count + 1
apps are counted before the app is known
  _on_registerApp: => is_full = len(self.apps) >= records.APP_COUNT;;
    if is_full and self.app(event): return self.refuse("tooManyApps")
apps are counted for each device
  _on_registerApp: len(self.apps) => len(self.apps_of(device))
{a status is asked for|an app is opened} once
  {_on_requestAppStatus|_on_openApp}: => app = self.app(event);;
    if app and app.__dict__.get("was_asked"): return;; if app: app.was_asked = True
the time after a failure survives {unregisterApp|unregisterDevice|urlOpened|stop}
  handle: => self.event = event["event"]
  _end_app: => notes = self.__dict__.setdefault("notes", {});;
    if self.event == "{unregisterApp|unregisterDevice|urlOpened|stop}": notes[app.id, app.device] = app.pause_end
  _on_registerApp: self.do("registerApp" => app = self.apps[-1];;
    app.pause_end = self.__dict__.get("notes", {}).get((app.id, app.device), app.pause_end);; self.do("registerApp"
the interval of newest messages survives {unregisterApp|unregisterDevice|urlOpened|stop}
  handle: => self.event = event["event"]
  _end_app: => notes = self.__dict__.setdefault("notes", {});;
    if self.event == "{unregisterApp|unregisterDevice|urlOpened|stop}": notes[app.id, app.device] = app.newest_end
  _on_registerApp: self.do("registerApp" => app = self.apps[-1];;
    app.newest_end = self.__dict__.get("notes", {}).get((app.id, app.device), app.newest_end);; self.do("registerApp"
the turn survives {unregisterApp|unregisterDevice|urlOpened|stop}
  handle: => self.event = event["event"]
  _end_app: => notes = self.__dict__.setdefault("notes", {});;
    if self.event == "{unregisterApp|unregisterDevice|urlOpened|stop}": notes[app.id, app.device] = app.last_kind
  _on_registerApp: self.do("registerApp" => app = self.apps[-1];;
    app.last_kind = self.__dict__.get("notes", {}).get((app.id, app.device), app.last_kind);; self.do("registerApp"
a question that waits ends in silence with its app
  _end_app: => if app.status and app.status.ticket is None: app.status = None
opening an app in vain holds up its messages, {deviceNotAvailable|deviceIsBusy|timeout|maximumRetries}
  _on_openAnswered: app.opening = None => app.opening = None;;
    if event["result"] == "{deviceNotAvailable|deviceIsBusy|timeout|maximumRetries}":;;
        app.pause_end = self.now + records.RETRY_INTERVAL
an app is not opened after a temporary failure
  _on_openApp: => app = self.app(event);; if app and app.pause_end > self.now: return self.refuse("deviceNotReady")
a status is not asked for after a temporary failure
  _on_requestAppStatus: => app = self.app(event);;
    if app and app.pause_end > self.now: return self.do("appStatus", app=app.json, status=None)
"""
MESSAGES = """
messages in order are sent from the last
  take: => self.queue.reverse()
  take: finally => self.queue.reverse()
messages in order keep an interval
  _begin: due, limit = => if not message.is_newest: app.pause_end = self.now + records.NEWEST_INTERVAL;; due, limit =
progress goes on with the next message
  _begin: self.do( => app.transfer.sent, app.last_sent = app.__dict__.get("last_sent", 0), 10;; self.do(
a ticket is given again after a timeout
  _end_transfer: finally => self.tickets -= result == "timeout"
attempts are counted for the app
  _on_send: finally => app = self.app(event);;
    if app and app.newest and self.now > records.RETRY_INTERVAL: app.newest.attempts = records.ATTEMPTS - 1
a newest message goes first
  take: => self.last_kind = "batched"
a newest message that waits holds up the others
  take: => if self.newest and self.newest_end > now: return None
a full queue is looked at first
  _on_send: => app = self.app(event); is_full = app and not app.has_room();;
    if is_full and event["delivery"] == "inOrder": return self._refuse(event, "queueFull")
a message replaces one before it is checked
  _on_send: => app = self.app(event);; if app and app.newest and event["delivery"] == "newestOnly":;;
        self._end(app, app.newest, "replaced"); app.newest = None
a newest message waits behind the older
  _on_send: => older = self.app(event) and self.app(event).newest
  _on_send: finally => if older: self.app(event).newest = older
a message is sent again though a newer one waits
  _is_sent_again: app.newest is None => True
a temporary failure holds up all apps
  _end_transfer: finally => for other in self.apps: other.pause_end = max(other.pause_end, app.pause_end)
the interval is counted from the end
  _end_transfer: finally => if app.newest_end: app.newest_end = self.now + records.NEWEST_INTERVAL
the same progress gives more time
  _on_progressed: finally => for app in self.apps:;;
        if app.transfer: app.transfer.due = self.now + records.SEND_TIMEOUT
wrong progress counts
  _on_progressed: finally => for app in self.apps:;;
        if app.transfer and self.effects: app.transfer.sent = int(event["sent"])
the total must stay
  _on_progressed: => if event["total"] not in (20, 0): return self.fault("invalidProgress")
a result may have the ticket of opening
  _sending: => for app in self.apps:;;
        if app.opening and app.transfer and app.opening.ticket == event["ticket"]: return app
a newest message waits for {3|10} connections
  _end_transfer_with_connection: app.newest = message => app.newest = message;;
    message.losses = message.__dict__.get("losses", 0) + 1;;
    if message.losses >= {3|10}: app.newest = None; self._end(app, message, "connectionEnded")
turns begin again with each connection
  _end_transfer_with_connection: finally => app.last_kind = records.TURNS[-1]
a message {in order|of the newest} that is sent again takes no turn
  take: self.last_kind = kind => before, self.last_kind = self.last_kind, kind
  take: return self._take_out(kind) => message = self._take_out(kind);;
    if message.attempts and message.is_newest is {False|True}: self.last_kind = before;; return message
a message {in order|of the newest} that failed had no turn
  take: self.last_kind = kind => self.turn_before, self.last_kind = self.last_kind, kind
  _end_transfer: => is_this = app.transfer.message.is_newest is {False|True}
  _end_transfer: finally => if is_this and result in ("timeout", "appNotFound"): app.last_kind = app.turn_before
a message that was sent {in part|in full} may be there
  _is_sent_again: => if message.__dict__.get("sent", 0) >= {1|20}: return False
  _on_progressed: finally => for app in self.apps:;;
        if app.transfer: app.transfer.message.sent = app.transfer.sent
"""
BATCHES = """
{inOrder|batched} is taken for the kind that was sent before the first
  _on_registerApp: self.do("registerApp" => self.apps[-1].last_kind = "{inOrder|batched}"; self.do("registerApp"
the {byte_count|value_count} of a batch is not looked at
  count_that_fits: => limits, self.limits = self.limits, self.limits._replace({byte_count|value_count}=1 << 30)
  count_that_fits: finally => self.limits = limits
a batch begins with its last message
  array_of: in messages => in reversed(messages)
the array is not counted in a place
  _refuse: => error = members.get("error") if event["delivery"] == "batched" else None;;
    if error and error["code"] != "oversized": members["error"] = error | {"offset": max(0, error["offset"] - 1)}
no kind has room when one has none
  has_room: => fresh = sum(message.attempts == 0 for message in self.queue);;
    if fresh >= QUEUE_COUNT or len(self.batched) >= BATCHED_COUNT: return False
the interval of batches ends with the connection
  _on_statusChanged: finally => for app in self.apps if event["status"] != "connected" else []: app.batch_end = 0
the interval of batches is counted from the end
  _end_transfer: finally => if app.batch_end: app.batch_end = self.now + records.BATCH_INTERVAL
the interval of batches goes on for an app that is registered again
  _on_registerApp: finally => app = self.app(event);;
    if app and self.tickets > 1: app.batch_end = self.now + records.BATCH_INTERVAL
a message ends the interval of batches, {inOrder|newestOnly}
  _begin: finally => kind = app.transfer and app.transfer.message.kind;;
    if kind == "{inOrder|newestOnly}": app.batch_end = 0
a message begins the interval of batches, {inOrder|newestOnly}
  _begin: finally => kind = app.transfer and app.transfer.message.kind;;
    if kind == "{inOrder|newestOnly}": app.batch_end = self.now + records.BATCH_INTERVAL
a batch begins the interval of newest messages
  _begin: finally => kind = app.transfer and app.transfer.message.kind;;
    if kind == "batched": app.newest_end = self.now + records.BATCH_INTERVAL
all apps share the interval of batches
  _begin: finally => for other in self.apps: other.batch_end = max(other.batch_end, app.batch_end)
a batch takes no turn
  take: self.last_kind = kind => self.last_kind = self.last_kind if kind == "batched" else kind
only the first message of a batch hears {progress|retrying}
  _tell: => if effect == "{progress|retrying}": message = message.messages[0]
a batch grows after attempt {1|2}
  _take_out: return batch => if batch and batch.attempts == {1|2}: batch.messages += self.batched; self.batched = [];;
    return batch
attempts are counted for all batches
  join: return batch => batch.attempts = ATTEMPTS - 1 if self.pause_end else 0; return batch
those that wait for a batch are dropped first
  _waiting: again + self.batched => self.batched + again
the newest is dropped before those of a batch
  _waiting: again + self.batched + newest => newest + again + self.batched
a lost connection drops what is batched
  _end_transfer_with_connection: finally => app.batched, app.batch = [], None
a batch fails with its connection
  _end_transfer_with_connection: => message, kind = app.transfer and app.transfer.message, "batched";;
    if message and message.kind == kind: app.transfer = None; return self._end(app, message, "failed", result="timeout")
"""
READINESS = """
a device without a status does not wait
  _on_registerDevice: device.wait_from(self.now) => pass
the wait begins when the device was registered
  _on_statusChanged: return device.wait_from(self.now) => return None
the wait goes on after the connection
  _on_statusChanged: device.wait_from(None) => pass
a status that says not installed proves nothing
  _on_appStatusAnswered: self._hear_answer(app) => event["status"]["isInstalled"] and self._hear_answer(app)
an answer is told before the device is ready
  _on_appStatusAnswered: self._hear_answer(app) => pass
  _on_appStatusAnswered: self.do("appStatus", app=app.json, status=event["status"]) =>
    self.do("appStatus", app=app.json, status=event["status"]);; self._hear_answer(app)
a message is passed on before the device is ready
  _on_messageReceived: self._hear_message(app) => pass
  _on_messageReceived: finally => app = self.app(event);; if app: self._hear_message(app)
a message proves a device that is away
  _hear_message: if device.phase == "away": => if device.phase == "away": self._become_ready(device);;
    if False:
a message says nothing of a device that is away
  _on_messageReceived: self._hear_message(app) => self._hear_answer(app)
a message from a device that is away has it asked after the usual wait
  _hear_message: device.check_time, device.is_doubted = self.now, True => device.wait_from(self.now);;
    device.is_doubted = True
a further message puts off the question
  _hear_message: device.check_time = min( => device.check_time = max(
a further message has it asked at once
  _hear_message: self.now + records.READINESS_CHECK => self.now
a device is doubted on the next connection
  wait_from: self.is_doubted = False => pass
a late answer without a status proves something
  _hear_late_answer: if app.given_up == event["ticket"] and event["status"]: => if app.given_up == event["ticket"]:
a late answer of an earlier connection proves something
  _end_requests: app.given_up = None => pass
only a connected device is never ready
  _readiness_check_failed: if device.check_time is None or => if device.phase == "away" or device.check_time is None or
a device whose status nobody told is unresponsive
  _readiness_check_failed: if device.phase == "connected" and => if
the first app is asked about each time
  _check_readiness: device.check_failures % len(apps) => 0
the session asks though an app asks
  _check_readiness: and not any(app.status for app in apps) => and not all(app.status for app in apps)
only the first question that waits is asked
  _check_readiness: for app in apps: => for app in [app for app in apps if app.status][:1]:
a question waits for the next time
  _check_readiness: if not is_due and device.check_failures == 0: => if not is_due:
one question without an answer is enough
  _readiness_check_failed: or any(other.due == due for other in asked) => or False
a device is told unresponsive {each|no} time
  _readiness_check_failed: and device.check_failures == 0: => and {True|False}:
any question under way excuses a device
  _readiness_check_failed: or any(other.due == due for other in asked) => or asked
the times go on with the next connection
  wait_from: self.check_failures = 0 => pass
the interval is counted from when it was asked
  fail_check: self.check_time = now + => self.check_time = now - 10_000 +
the last interval is 80 s
  fail_check: min(interval, READINESS_CHECK_LIMIT) => interval
a device is not asked after the {first|second|third|fourth|fifth|sixth} question in vain
  _check_readiness: => if device.check_failures == {1|2|3|4|5|6}: return
a device is not asked on the connection after one in vain
  wait_from: => if self.check_failures: self.was_asked_in_vain = True
  _check_readiness: => if device.__dict__.get("was_asked_in_vain") and not device.check_failures: return
a device is asked 5 s after it was registered
  _on_registerDevice: finally => self.start = self.now + records.READINESS_CHECK
  _check_readiness: is_due = => is_due = device.status and self.now >= self.__dict__.get("start", self.now + 1) or
the last app is asked about from then on
  _check_readiness: device.check_failures % len(apps) => min(device.check_failures, len(apps) - 1)
a device that is doubted is not asked again
  _check_readiness: => if device.is_doubted and device.check_failures: return
questions without an answer are counted for the device
  _give_up_status: app.unanswered == => sum(one.unanswered for one in self.apps) ==
the app asks anew
  _on_requestAppStatus: app.status.is_own = False => app.status.is_own = False; app.status.ticket = None;;
    self._ask_status(app)
the time counts from when the app asked
  _ask_status: app.status.due = self.now + records.STATUS_TIMEOUT => pass
what the session asked is told
  _give_up_status: => if app.status.is_own: self.do("noAppStatus", app=app.json, reason="notReady")
what the session asked is told with the connection
  _end_requests: and not app.status.is_own => and True
the answer to the session is told
  _on_appStatusAnswered: if not is_own: => if True:
a silent app is told {each time|after three}
  _give_up_status: app.unanswered == records.SILENT_COUNT => app.unanswered {>= records.SILENT_COUNT|== 3}
an answer does not end silence
  _on_appStatusAnswered: app.unanswered = 0 => pass
the session's questions count for silence
  _give_up_status: elif not question.is_own: => else:
devices are asked from the last to the first
  _go_on: in self.devices => in reversed(self.devices)
devices are asked before the deadlines of apps
  _go_on: => for device in self.devices: self._check_readiness(device)
all apps are unregistered with their devices
  _on_unregisterAllApps: finally => self._on_unregisterAllDevices({})
the limit goes on with the next attempt
  _begin: self.now + records.SEND_LIMIT => message.__dict__.setdefault("limit", self.now + records.SEND_LIMIT)
"""
# A message is refused while some wait already.
CROWDED = {
    "batched messages wait": "len(app.batched) > 1",
    "a batch is sent again": "app.batch",
    "a batch is being sent": (
        'app.batched and app.transfer and app.transfer.message.kind == "batched"'
    ),
    "all other kinds wait": "app.queue and app.newest",
}


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All of these faults."""
    tables = [STORE, DEVICES, APPS, MESSAGES, BATCHES, READINESS]
    kinds = "|".join(records.TURNS)
    for words, condition in CROWDED.items():
        tables.append(
            f"a message is refused while {words}, {{{kinds}}}\n  _on_send: =>"
            f' app = self.app(event) if event["delivery"] == "{{{kinds}}}" else None;;'
            f' if app and {condition}: return self._refuse(event, "queueFull")'
        )
    for table in tables:
        for name, plants in edited(table, Companion, App, Device, records):
            yield SIDE.mutant(name, *plants)
