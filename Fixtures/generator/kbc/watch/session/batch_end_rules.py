"""The rules of batches: their results, and what is sent again (clauses 8.4 to 8.7, 8.10 and 8.16)."""

from __future__ import annotations

from . import records
from .script import (
    APP,
    FIRST_TICKET,
    CompanionCollection,
    CompanionScript,
    connected,
    several,
)

PAUSE = records.BATCH_INTERVAL


def add_batch_ends(collection: CompanionCollection) -> None:
    """Adds the rules, in the order of a batch's life."""
    _add_results(collection)
    _add_repeats(collection)
    _add_connections(collection)
    _add_ends(collection)


def _add_results(collection: CompanionCollection) -> None:
    half = ["batchHalfEnded"]
    results = (
        *("success", "unknown", "internalError", "deviceNotAvailable", "appNotFound"),
        *("deviceIsBusy", "unsupportedType", "insufficientMemory", "timeout"),
        *("maximumRetries", "promptNotDisplayed", "appAlreadyRunning"),
    )
    for result in results:
        is_again = result in records.NOT_DELIVERED
        is_there = result in records.TEMPORARY and not is_again
        script = several().finish(result)
        effects = ["retrying" if is_again else "ended"] * 3
        flags = [] if is_again else half
        flags = [*flags, "batchSentTwice"] if is_there else flags
        title = f"All messages of a batch hear its result, {result}"
        collection.add(title, "8.16", script, effects=effects, flags=flags)
    script = several().wait(records.SEND_TIMEOUT)
    title = "A batch without a result fails after 30 s"
    flags = [*half, "batchSentTwice", "sendNeverEnds"]
    collection.add(title, "8.6", script, effects=["ended"] * 3, flags=flags)
    script = several().progress(5)
    title = "All messages of a batch hear its progress"
    collection.add(title, "8.16", script, effects=["progress"] * 3)
    script.progress(5, after=1000)
    title = "The same progress of a batch again is nothing new"
    collection.add(title, "8.6", script, effects=[])
    script = several().progress(5, after=20_000).wait(records.SEND_TIMEOUT - 1)
    title = "Progress gives a batch another 30 s"
    collection.add(title, "8.6", script, effects=[])
    script = several(2).send().finish("timeout")
    title = "An app gets nothing for 2 s after a batch that failed for now"
    effects = ["ended"] * 2
    flags = ["busyAtOnce", *half]
    collection.add(title, "8.7", script, effects=effects, flags=flags)
    script = several(2).finish().finish(ticket=FIRST_TICKET)
    title = "A second result of a batch is late"
    collection.add(title, "8.6", script, effects=["fault"])


def _add_repeats(collection: CompanionCollection) -> None:
    script = several(2).batched()
    for attempt, words in ((1, "once"), (2, "twice"), (3, "three times")):
        is_last = attempt == records.ATTEMPTS
        script.finish("deviceIsBusy")
        title = f"A batch was not delivered {words}"
        effects = ["ended" if is_last else "retrying"] * 2
        flags = ["retriedForEver", "batchHalfEnded"] if is_last else []
        collection.add(title, "8.16", script, effects=effects, flags=flags)
        if not is_last:
            title = f"A batch is sent again as it was, after {words}"
            script.batched().until_due()
            collection.add(title, "8.16", script, effects=["send"])
    script = several(2).finish("deviceIsBusy").until_due(early=1)
    title = "A batch is not sent again within 10 s"
    flags = ["batchTooOften"]
    collection.add(title, "8.16", script, effects=[], flags=flags)
    script = several(2).batched()
    for _ in range(records.ATTEMPTS):
        script.finish("deviceIsBusy").batched().until_due()
    title = "Those that waited are sent after a batch that failed three times"
    collection.add(title, "8.16", script, effects=["send"])
    script.finish("deviceIsBusy")
    title = "The attempts of a new batch begin again"
    collection.add(title, "8.16", script, effects=["retrying"] * 4)
    script = several(2).batched().finish("deviceIsBusy").until_due().finish(after=PAUSE)
    title = "Those that waited are sent after a batch that is sent again"
    effects = ["ended", "ended", "send"]
    flags = ["batchHalfEnded"]
    collection.add(title, "8.16", script, effects=effects, flags=flags)
    script = several(2).finish("deviceIsBusy").until_due().finish("timeout")
    title = "A batch that is sent again fails with a timeout"
    flags = ["batchSentTwice", "batchHalfEnded"]
    collection.add(title, "8.16", script, effects=["ended"] * 2, flags=flags)
    script = several(2).finish("deviceIsBusy").send().newest().until_due()
    title = "Other messages do not wait for a batch that is sent again"
    collection.add(title, "8.16", script, effects=["send"])
    script = several(2).newest().finish("deviceIsBusy", after=PAUSE - 1000).until_due()
    title = "A newest message has its turn before a batch that is sent again"
    collection.add(title, "8.16", script, effects=["send"])
    script.finish()
    title = "A batch is sent again after the newest message"
    collection.add(title, "8.16", script, effects=["ended", "send"])
    script = several(2).finish("deviceIsBusy", after=PAUSE).until_due()
    title = "A batch is sent again after 2 s if its interval is over"
    collection.add(title, "8.16", script, effects=["send"])


def _add_connections(collection: CompanionCollection) -> None:
    twice, half = ["batchSentTwice"], ["batchHalfEnded"]
    script = several(2).batched().status("notConnected")
    title = "All messages of a batch end with its connection"
    effects = ["status", "ended", "ended"]
    flags = [*twice, *half]
    collection.add(title, "8.10", script, effects=effects, flags=flags)
    script.wait(PAUSE).connect()
    title = "Batched messages that have not begun are sent on the next connection"
    effects = ["status", "send"]
    collection.add(title, "8.10", script, effects=effects, flags=twice)
    script = connected().batched()
    title = "No batch is sent before the device is ready"
    flags = ["sentBeforeReady"]
    collection.add(title, "8.10", script, effects=[], flags=flags)
    script = several(2).batched().finish("deviceIsBusy").status("notConnected")
    title = "A batch that waits to be sent again waits for the connection"
    collection.add(title, "8.10", script, effects=["status"])
    script.wait(PAUSE).connect()
    title = "A batch is sent again on the next connection"
    collection.add(title, "8.10", script, effects=["status", "send"])
    script = several(2).status("notConnected").finish(ticket=FIRST_TICKET)
    title = "A result of a batch that comes after its connection is late"
    collection.add(title, "8.10", script, effects=["fault"], flags=half)


def _add_ends(collection: CompanionCollection) -> None:
    def busy() -> CompanionScript:
        script = several(2).batched().newest().newest().send().send()
        return script.finish("deviceIsBusy", after=PAUSE)

    for words, script in (
        ("a batch is sent again", busy()),
        ("a newest message is being sent", busy().wait(records.RETRY_INTERVAL)),
        ("a batch is being sent", several(2).batched().newest().send()),
    ):
        for event in ("unregisterApp", "stop"):
            dropped = script.copy().do(
                event, **({"app": APP} if event == "unregisterApp" else {})
            )
            title = f"{event} drops all kinds of messages in order while {words}"
            collection.add(title, "8.4", dropped)
    script = several(2).do("unregisterApp", app=APP).do("registerApp", app=APP)
    title = "An app that is registered again has no batched messages"
    collection.add(title, "8.4", script, effects=["registerApp"])
    script = several(2).batched().do("unregisterApp", app=APP)
    script.do("registerApp", app=APP).finish(ticket=FIRST_TICKET)
    title = "A result of a batch is late once its app was unregistered"
    collection.add(title, "8.6", script, effects=["fault"])
    script = CompanionScript().batched()
    title = "A batched message is refused while the session is stopped"
    collection.add(title, "8.14", script, effects=["ended"])
