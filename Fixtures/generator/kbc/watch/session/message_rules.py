"""The rules of messages, of the status of an app, of opening one, and of connections (clauses 8.5 to 8.10)."""

from __future__ import annotations

from . import records
from .script import (
    APP,
    FAR_APP,
    FIRST_TICKET,
    OTHER_APP,
    OTHER_DEVICE,
    CompanionCollection,
    CompanionScript,
    away,
    connected,
    ready,
)


def add_message_rules(collection: CompanionCollection) -> None:
    """Adds the rules, in the order of the clauses."""
    _add_kinds(collection)
    _add_turns(collection)
    _add_one_at_a_time(collection)
    _add_progress(collection)
    _add_failures(collection)
    _add_intervals(collection)
    _add_requests(collection)
    _add_connections(collection)


def _add_kinds(collection: CompanionCollection) -> None:
    queued = ["newestQueued"]
    script = ready().send().send()
    title = "A message waits while another is being sent"
    collection.add(title, "8.5", script, effects=[], flags=["twoAtATime"])
    script = ready().newest().newest()
    title = "A newest message waits while another is being sent"
    collection.add(title, "8.5", script, effects=[], flags=queued)
    script.newest()
    title = "A newer message replaces the one that waits"
    collection.add(title, "8.5", script, effects=["ended"], flags=queued)
    script = ready().newest().newest().newest().finish(after=records.NEWEST_INTERVAL)
    title = "Only the newest message is sent"
    collection.add(title, "8.5", script, effects=["ended", "send"], flags=queued)
    script = away().newest().newest().connect()
    title = "The newest of the messages that waited for the device is sent"
    collection.add(title, "8.5", script, effects=["status", "send"], flags=queued)
    script = ready().newest()
    title = "A newest message is sent as transient"
    collection.add(title, "8.5", script, effects=["send"], flags=queued)
    for count, effects in ((8, []), (9, ["ended"])):
        script = away()
        for _ in range(count):
            script.send()
        flags = ["queueUnbounded"] if count > records.QUEUE_COUNT else []
        title = f"{count} messages wait for one app"
        collection.add(title, "8.5", script, effects=effects, flags=flags)
        script = ready()
        for _ in range(count + 1):
            script.send()
        title = f"{count} messages wait while another is being sent"
        collection.add(title, "8.5", script, effects=effects, flags=flags)
    script = away().do("registerApp", app=OTHER_APP)
    for _ in range(records.QUEUE_COUNT):
        script.send()
    title = "Messages to another app wait apart"
    collection.add(title, "8.5", script.send(app=OTHER_APP), effects=[])
    title = "A newest message does not count among those in order"
    collection.add(title, "8.5", script.newest(), effects=[])
    for member, limit, content, what in (
        ("maximumByteCount", 12, 1, "too large"),
        ("maximumDepth", 1, [1], "too deep"),
        ("maximumValueCount", 1, [1], "of too many values"),
    ):
        script = ready(**{member: limit}).send(content=content)
        title = f"A message that is {what} is refused"
        collection.add(title, "8.5", script, effects=["ended"])
        script = ready(**{member: limit + 1}).send(content=content)
        title = f"A message that is just not {what} is sent"
        collection.add(title, "8.5", script, effects=["send"])
    script = ready().send(content="a\0b")
    title = "A message with a zero byte in a text is refused"
    collection.add(title, "8.5", script, effects=["ended"])
    script = ready().newest().newest().newest(content="\0")
    title = "A newest message that is refused replaces nothing"
    collection.add(title, "8.5", script, effects=["ended"], flags=queued)
    script = away()
    for _ in range(records.QUEUE_COUNT):
        script.send()
    title = "One message too many that can't be serialised is refused for that"
    collection.add(title, "8.5", script.send(content="\0"), effects=["ended"])


def _add_turns(collection: CompanionCollection) -> None:
    pause = records.NEWEST_INTERVAL
    starves = ["newestStarves"]
    script = away().newest().send().connect()
    title = "A message in order goes first"
    collection.add(title, "8.5", script, effects=["status", "send"])
    script = away().send().send().newest().connect().finish()
    title = "A newest message goes after one in order"
    collection.add(title, "8.5", script, effects=["ended", "send"], flags=starves)
    script = ready().newest().send().newest().finish(after=pause)
    title = "A message in order goes after a newest one, though a newer one waits"
    collection.add(title, "8.5", script, effects=["ended", "send"])
    script.send().finish()
    title = "A newest message has its turn before the next one in order"
    collection.add(title, "8.5", script, effects=["ended", "send"], flags=starves)
    script = ready().newest().finish().send().newest().send().finish()
    title = "A newest message that may not begin yet does not hold up one in order"
    collection.add(title, "8.5", script, effects=["ended", "send"])
    script = ready().newest().finish().send().newest().send().finish(after=pause)
    title = "A newest message has its turn once it may begin"
    collection.add(title, "8.5", script, effects=["ended", "send"], flags=starves)
    script = ready().send().send().send().finish()
    title = "Messages in order are sent in order"
    collection.add(title, "8.5", script, effects=["ended", "send"])


def _add_one_at_a_time(collection: CompanionCollection) -> None:
    endless, late = ["sendNeverEnds"], ["lateResultCounts"]
    script = ready().do("registerApp", app=OTHER_APP).send().send(app=OTHER_APP)
    title = "Messages to two apps are sent at a time"
    collection.add(title, "8.6", script, effects=["send"])
    script = ready().send().wait(records.SEND_TIMEOUT)
    title = "A message without a result fails after 30 s"
    collection.add(title, "8.6", script, effects=["ended"], flags=endless)
    script = ready().newest().wait(records.SEND_TIMEOUT)
    title = "A newest message without a result is sent again"
    collection.add(title, "8.6", script, effects=["retrying"], flags=endless)
    script = ready().send().progress(5, after=20_000).wait(records.SEND_TIMEOUT - 1)
    title = "Progress gives a message another 30 s"
    collection.add(title, "8.6", script, effects=[])
    script.wait(1)
    title = "A message without progress for 30 s fails"
    collection.add(title, "8.6", script, effects=["ended"], flags=endless)
    script = ready().send().send().wait(records.SEND_TIMEOUT).until_due()
    title = "The next message is sent after one without a result"
    collection.add(title, "8.6", script, effects=["send"], flags=endless)
    for result in ("success", "appNotFound", "deviceIsBusy"):
        script = ready().send().send().wait(records.SEND_TIMEOUT).until_due()
        script.finish(result, ticket=FIRST_TICKET)
        title = f"A late result counts for no other message, {result}"
        collection.add(title, "8.6", script, effects=["fault"], flags=late)
    script = (
        ready().send().finish("appNotFound").send().progress(20, ticket=FIRST_TICKET)
    )
    title = "Late progress counts for no other message"
    collection.add(title, "8.6", script, effects=["fault"])
    script = ready().send().finish().finish(ticket=FIRST_TICKET)
    title = "A second result of a message is late"
    collection.add(title, "8.6", script, effects=["fault"])
    script = ready().send().finish("appNotFound").finish(ticket=FIRST_TICKET)
    title = "Success after a failure is late"
    collection.add(title, "8.6", script, effects=["fault"])
    script = ready().send().do("registerApp", app=OTHER_APP).send(app=OTHER_APP)
    script.finish(ticket=FIRST_TICKET + 1)
    title = "A result ends the message with its ticket"
    collection.add(title, "8.6", script, effects=["ended"], flags=late)


def _add_progress(collection: CompanionCollection) -> None:
    for sent, total, effects, what in (
        (0, 20, [], "no byte yet"),
        (20, 20, ["progress"], "all bytes"),
        (21, 20, ["fault"], "more bytes than there are"),
        ("4294967295", "4294967295", ["progress"], "as many bytes as can be"),
        (20, 0, ["fault"], "bytes of none"),
    ):
        title = f"Progress of {what}"
        collection.add(
            title, "8.6", ready().send().progress(sent, total), effects=effects
        )
    script = ready().send().progress(10).progress(10, after=1000)
    title = "The same progress again is nothing new"
    collection.add(title, "8.6", script, effects=[])
    script.wait(records.SEND_TIMEOUT - 1000)
    title = "The same progress again gives a message no more time"
    collection.add(title, "8.6", script, effects=["ended"])
    script = ready().send().progress(10).progress(9, after=1000)
    title = "Progress does not go back"
    collection.add(title, "8.6", script, effects=["fault"])
    script.progress(10)
    title = "Progress that went back counts for nothing"
    collection.add(title, "8.6", script, effects=[])
    script = ready().send().progress(10).progress(11, 30)
    title = "Progress may have another total"
    collection.add(title, "8.6", script, effects=["progress"])
    script = ready().send().send().progress(10).finish().progress(5)
    title = "Progress begins again with the next message"
    collection.add(title, "8.6", script, effects=["progress"])


def _add_failures(collection: CompanionCollection) -> None:
    results = (
        *(
            "unknown",
            "internalError",
            "deviceNotAvailable",
            "appNotFound",
            "deviceIsBusy",
        ),
        *("unsupportedType", "insufficientMemory", "timeout", "maximumRetries"),
        *("promptNotDisplayed", "appAlreadyRunning"),
    )
    for result in results:
        is_temporary = result in records.TEMPORARY
        is_again = result in records.NOT_DELIVERED
        flags = ["busyAtOnce"] if is_temporary else []
        flags += ["sentTwice"] if is_temporary and not is_again else []
        script = ready().send().send().finish(result)
        effects = ["ended"] if is_temporary else ["ended", "send"]
        effects = ["retrying"] if is_again else effects
        title = f"A message in order fails, {result}"
        collection.add(title, "8.7", script, effects=effects, flags=flags)
        flags = ["busyAtOnce", "newestQueued"] if is_temporary else []
        script = ready().newest().finish(result, after=records.NEWEST_INTERVAL)
        effects = ["retrying"] if is_temporary else ["ended"]
        title = f"A newest message fails, {result}"
        collection.add(title, "8.7", script, effects=effects, flags=flags)
    script = ready().newest().finish("deviceIsBusy").until_due()
    title = "A newest message is sent again after 2 s"
    collection.add(title, "8.7", script, effects=["send"])
    _add_not_delivered(collection)
    script = ready().send().send().finish("timeout").until_due()
    title = "The next message in order is sent after 2 s"
    collection.add(title, "8.7", script, effects=["send"], flags=["sentTwice"])
    script = ready().send().finish("timeout").send().newest()
    title = "An app gets nothing for 2 s after a temporary failure"
    collection.add(title, "8.7", script, effects=[], flags=["busyAtOnce"])
    script = ready().do("registerApp", app=OTHER_APP).send().finish("timeout")
    script.send(app=OTHER_APP)
    title = "Another app is sent messages after a temporary failure"
    collection.add(title, "8.7", script, effects=["send"])
    script = ready().newest()
    for attempt, words in ((1, "once"), (2, "twice"), (3, "three times")):
        is_last = attempt == records.ATTEMPTS
        script.finish("deviceIsBusy")
        title = f"A newest message has failed {words}"
        flags = ["retriedForEver"] if is_last else []
        effects = ["ended"] if is_last else ["retrying"]
        collection.add(title, "8.7", script, effects=effects, flags=flags)
        if not is_last:
            script.until_due()
    script.newest().until_due().finish("deviceIsBusy")
    title = "The attempts of a new message begin again"
    collection.add(title, "8.7", script, effects=["retrying"])
    script = ready().newest().newest().finish("deviceIsBusy")
    title = "A message is not sent again if a newer one waits"
    collection.add(title, "8.7", script, effects=["ended"])
    script = ready().newest().finish("deviceIsBusy").newest()
    title = "A newer message replaces one that waits for its next attempt"
    collection.add(title, "8.7", script, effects=["ended"])
    script = ready().newest().send().finish("deviceIsBusy").until_due().finish()
    title = "A newest message that is sent again takes turns"
    collection.add(title, "8.7", script, effects=["ended", "send"])


def _add_not_delivered(collection: CompanionCollection) -> None:
    script = ready().send().send()
    for attempt, words in ((1, "once"), (2, "twice"), (3, "three times")):
        is_last = attempt == records.ATTEMPTS
        script.finish("deviceIsBusy")
        title = f"A message in order was not delivered {words}"
        flags = ["retriedForEver"] if is_last else []
        effects = ["ended"] if is_last else ["retrying"]
        collection.add(title, "8.7", script, effects=effects, flags=flags)
        if attempt == 1:
            title = "A message in order that was not delivered is sent again after 2 s"
            collection.add(title, "8.7", script.until_due(), effects=["send"])
        elif not is_last:
            script.until_due()
    script = ready().send().send().finish("deviceIsBusy").until_due().finish("timeout")
    title = "A message in order that is sent again fails with a timeout"
    collection.add(title, "8.7", script, effects=["ended"], flags=["sentTwice"])
    script = ready().send().send().finish("deviceIsBusy").status("notConnected")
    title = "A message in order that waits to be sent again waits for the connection"
    collection.add(title, "8.10", script, effects=["status"])
    title = "A message in order is sent again on the next connection"
    script.wait(records.RETRY_INTERVAL).connect()
    collection.add(title, "8.10", script, effects=["status", "send"])
    script = ready().send().newest().send().finish("deviceNotAvailable").until_due()
    title = "A newest message has its turn before one in order that is sent again"
    collection.add(title, "8.7", script, effects=["send"], flags=["newestStarves"])
    script.finish()
    title = "A message in order is sent again after the newest one"
    collection.add(title, "8.7", script, effects=["ended", "send"])
    script = ready().send()
    for _ in range(records.QUEUE_COUNT - 1):
        script.send()
    script.finish("deviceIsBusy").send()
    title = "A message that is sent again does not count among those that wait"
    collection.add(title, "8.5", script, effects=[])
    flags = ["queueUnbounded"]
    title = "8 messages wait after one that is sent again"
    collection.add(title, "8.5", script.send(), effects=["ended"], flags=flags)
    script.do("unregisterApp", app=APP)
    title = "A message that is sent again ends before those that wait after it"
    collection.add(title, "8.4", script)


def _add_intervals(collection: CompanionCollection) -> None:
    often = ["newestTooOften"]
    script = ready().newest().finish().newest()
    title = "A newest message waits if the last one began less than 1 s ago"
    collection.add(title, "8.8", script, effects=[], flags=often)
    script.until_due(early=1)
    title = "Newest messages do not begin less than 1 s apart"
    collection.add(title, "8.8", script, effects=[], flags=often)
    script = ready().newest().finish().newest().until_due()
    title = "Newest messages begin 1 s apart"
    collection.add(title, "8.8", script, effects=["send"])
    script = ready().newest().finish(after=records.NEWEST_INTERVAL).newest()
    title = "The interval is counted from the beginning of the last message"
    collection.add(title, "8.8", script, effects=["send"])
    script = ready().newest().finish().send().finish().send()
    title = "Messages in order keep no interval"
    collection.add(title, "8.8", script, effects=["send"])
    script = ready().newest().finish().do("registerApp", app=OTHER_APP)
    script.newest(app=OTHER_APP)
    title = "Each app has an interval of its own"
    collection.add(title, "8.8", script, effects=["send"])
    script = ready().newest().finish().newest().status("notConnected").connect()
    title = "The interval goes on when the connection ends"
    collection.add(title, "8.8", script, effects=["status"], flags=often)
    script = ready().send().finish("timeout").send().status("notConnected").connect()
    title = "The time after a temporary failure goes on when the connection ends"
    collection.add(title, "8.8", script, effects=["status"], flags=["busyAtOnce"])


def _add_requests(collection: CompanionCollection) -> None:
    endless = ["statusNeverEnds"]
    status = {"isInstalled": True, "version": 65535}

    def asked() -> CompanionScript:
        return ready().do("requestAppStatus", app=APP)

    for given in (status, {"isInstalled": False, "version": 0}, None):
        title = f"The status of an app is {given}"
        collection.add(title, "8.9", asked().app_status(given), effects=["appStatus"])
    script = asked().do("requestAppStatus", app=APP)
    title = "A status that is being waited for is not asked for again"
    collection.add(title, "8.9", script, effects=[])
    title = "There is no status after 10 s"
    script = asked().wait(records.STATUS_TIMEOUT)
    collection.add(title, "8.9", script, effects=["appStatus"], flags=endless)
    script.do("requestAppStatus", app=APP)
    title = "A status is asked for again after 10 s"
    collection.add(title, "8.9", script, effects=["requestAppStatus"], flags=endless)
    script.app_status(ticket=FIRST_TICKET)
    title = "A status that comes after 10 s is late"
    collection.add(title, "8.9", script, effects=["fault"])
    script = asked().app_status().do("requestAppStatus", app=APP)
    title = "A status that was answered is asked for again"
    collection.add(title, "8.9", script, effects=["requestAppStatus"])
    script = connected().do("requestAppStatus", app=APP)
    title = "The question for a status waits for the device to be ready"
    collection.add(title, "8.9", script, effects=[])
    script.do("deviceReady", device=APP["device"], after=6000)
    title = "The question is asked when the device is ready"
    collection.add(title, "8.9", script, effects=["status", "requestAppStatus"])
    script.wait(4000)
    title = "The time for a status counts from when the app asked for it"
    collection.add(title, "8.9", script, effects=["appStatus"], flags=endless)
    script = connected().do("requestAppStatus", app=APP).wait(records.STATUS_TIMEOUT)
    title = "A question that was not asked has no answer after 10 s"
    collection.add(title, "8.9", script, effects=["appStatus"], flags=endless)
    script.do("deviceReady", device=APP["device"])
    title = "A question that was given up is not asked"
    collection.add(title, "8.9", script, effects=["status"])
    script = away().do("requestAppStatus", app=APP)
    title = "There is no status while the device is away"
    collection.add(title, "8.9", script, effects=["appStatus"])

    def opening() -> CompanionScript:
        return ready().do("openApp", app=APP)

    for result in ("success", "promptNotDisplayed", "appAlreadyRunning", "timeout"):
        title = f"An app was to be opened: {result}"
        collection.add(title, "8.9", opening().opened(result), effects=["opened"])
    script = opening().do("openApp", app=APP)
    title = "An app is not opened while it is being opened"
    collection.add(title, "8.9", script, effects=["refused"])
    script = opening().status("connected").do("deviceReady", device=APP["device"])
    title = "Nothing changes for a device that is ready"
    collection.add(title, "8.9", script, effects=[])
    script = opening().wait(records.OPEN_TIMEOUT)
    title = "An app has not been opened after 30 s"
    collection.add(title, "8.9", script, effects=["opened"])
    script.opened(ticket=FIRST_TICKET)
    title = "An answer to opening that comes after 30 s is late"
    collection.add(title, "8.9", script, effects=["fault"])
    script = opening().opened().do("openApp", app=APP)
    title = "An app that was opened is opened again"
    collection.add(title, "8.9", script, effects=["openApp"])
    for state in (away, connected):
        script = state().do("openApp", app=APP)
        title = f"An app is not opened while its device is {script.step['devices'][0]['phase']}"
        collection.add(title, "8.9", script, effects=["refused"])
    script = opening().do("registerApp", app=OTHER_APP).do("openApp", app=OTHER_APP)
    script.opened("promptNotDisplayed", ticket=FIRST_TICKET)
    title = "An answer is for the app of its ticket"
    collection.add(title, "8.9", script, effects=["opened"])
    script = (
        asked().do("registerApp", app=OTHER_APP).do("requestAppStatus", app=OTHER_APP)
    )
    title = "A status is for the app of its ticket"
    collection.add(
        title,
        "8.9",
        script.app_status(status, ticket=FIRST_TICKET),
        effects=["appStatus"],
    )


def _add_connections(collection: CompanionCollection) -> None:
    early, lost = ["sentBeforeReady"], ["lostWithConnection"]
    repeated = ["repeatedAfterConnection"]
    script = connected().send()
    title = "No message is sent before the device is ready"
    collection.add(title, "8.10", script, effects=[], flags=early)
    script = away().send().newest().status("connected")
    title = "Messages wait until a connected device is ready"
    collection.add(title, "8.10", script, effects=["status"], flags=early)
    script = ready().send().status("notConnected")
    title = "A message in order ends with its connection"
    collection.add(title, "8.10", script, effects=["status", "ended"], flags=repeated)
    script = ready().send().send().status("notConnected").connect()
    title = "Messages in order that have not begun are sent on the next connection"
    collection.add(title, "8.10", script, effects=["status", "send"], flags=repeated)
    script = ready().newest().status("notConnected")
    title = "A newest message waits for the next connection"
    collection.add(title, "8.10", script, effects=["status"], flags=lost)
    script.connect()
    title = "A newest message does not begin again at once"
    collection.add(title, "8.10", script, effects=["status"], flags=lost)
    script.until_due()
    title = "A newest message is sent again on the next connection"
    collection.add(title, "8.10", script, effects=["send"], flags=lost)
    script.finish("timeout").until_due().finish("timeout")
    title = "An attempt that ended with its connection does not count"
    collection.add(title, "8.10", script, effects=["retrying"])
    script = ready().newest().newest().status("notConnected")
    title = "A message ends with its connection if a newer one waits"
    collection.add(title, "8.10", script, effects=["status", "ended"])
    script = ready().send().status("notConnected").finish(ticket=FIRST_TICKET)
    title = "A result that comes after its connection is late"
    collection.add(title, "8.10", script, effects=["fault"], flags=repeated)
    for status in ("bluetoothNotReady", "notFound", "invalidDevice"):
        script = ready().send().status(status)
        title = f"A connection ends with the status {status}"
        collection.add(
            title, "8.10", script, effects=["status", "ended"], flags=repeated
        )
        script.status(status)
        title = f"The same status again does nothing, {status}"
        collection.add(title, "8.10", script, effects=[])
        script.status("notConnected")
        title = f"Another status is told while the device is away, after {status}"
        collection.add(title, "8.10", script, effects=["status"])
    script = ready().do("requestAppStatus", app=APP).do("openApp", app=APP).send()
    script.status("notConnected")
    title = "The status and opening end with the connection, before the message"
    effects = ["status", "appStatus", "opened", "ended"]
    collection.add(title, "8.10", script, effects=effects, flags=repeated)
    script = connected().do("requestAppStatus", app=APP).status("notConnected")
    title = "A question that waits ends with the connection"
    collection.add(title, "8.10", script, effects=["status", "appStatus"])
    script.connect()
    title = "A question that ended with its connection is not asked"
    collection.add(title, "8.10", script, effects=["status"])
    script = ready().do("registerApp", app=OTHER_APP).send(app=OTHER_APP).send()
    title = "All messages to a device end with its connection, in the order of the apps"
    effects = ["status", "ended", "ended"]
    collection.add(
        title, "8.10", script.status("notConnected"), effects=effects, flags=repeated
    )
    script = (
        ready().register(FAR_APP, OTHER_DEVICE).connect(OTHER_DEVICE).send(app=FAR_APP)
    )
    title = "A message to another device goes on"
    collection.add(title, "8.10", script.status("notConnected"), effects=["status"])
    script = ready().send().status("connected")
    title = "A device that is connected again is as ready as before"
    collection.add(title, "8.10", script, effects=[])
    script = away().send().do("deviceReady", device=APP["device"])
    title = "A device that is ready while it is away is connected, too"
    collection.add(title, "8.10", script, effects=["status", "send"])
    script.status("connected")
    title = "The connection of a device that is ready is nothing new"
    collection.add(title, "8.10", script, effects=[])
    script = ready().status("notFound").do("deviceReady", device=APP["device"])
    title = "A device that was lost and is ready is connected, too"
    collection.add(title, "8.10", script, effects=["status"])
    script = connected().do("registerApp", app=OTHER_APP)
    script.do("requestAppStatus", app=OTHER_APP).do("requestAppStatus", app=APP)
    script.send().do("deviceReady", device=APP["device"])
    title = (
        "When a device is ready, first the questions are asked, then messages are sent"
    )
    effects = ["status", "requestAppStatus", "requestAppStatus", "send"]
    collection.add(title, "8.10", script, effects=effects)
