"""The rules of messages that fail, and of intervals (clauses 8.7 and 8.8)."""

from __future__ import annotations

from . import records
from .script import (
    APP,
    OTHER_APP,
    CompanionCollection,
    ready,
)


def add_failure_rules(collection: CompanionCollection) -> None:
    """Adds the rules, in the order of the clauses."""
    _add_failures(collection)
    _add_intervals(collection)


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
