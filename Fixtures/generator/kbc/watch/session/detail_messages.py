"""Details of clause 8: turns, attempts, progress, and what a temporary failure does not hold up."""

from __future__ import annotations

from . import records
from .script import APP, CompanionCollection, ready


def add_message_details(collection: CompanionCollection) -> None:
    """Adds details of messages."""
    _add_turns(collection)
    _add_intervals(collection)
    _add_progress(collection)
    _add_pauses(collection)


def _add_turns(collection: CompanionCollection) -> None:
    pause = records.NEWEST_INTERVAL
    script = ready().send().send().newest().finish("deviceIsBusy").until_due()
    script.finish().newest().finish(after=pause)
    title = "A message in order that is sent again takes a turn"
    collection.add(title, "8.8", script, effects=["ended", "send"])
    script = ready().newest().send().finish("deviceIsBusy").until_due().finish()
    script.newest().send()
    script.finish("appNotFound", after=pause)
    title = "A newest message that is sent again takes a turn"
    collection.add(title, "8.8", script, effects=["ended", "send"])
    script = ready().send().send().newest().finish("timeout").until_due()
    title = "A message in order had its turn, though it failed"
    collection.add(title, "8.8", script, effects=["send"])
    script = ready().send().finish().newest().send().newest()
    script.finish("appNotFound", after=pause)
    title = "A newest message had its turn, though it failed"
    collection.add(title, "8.8", script, effects=["ended", "send"])


def _add_intervals(collection: CompanionCollection) -> None:
    script = ready().newest().finish("deviceIsBusy").until_due().finish().newest()
    title = "A newest message keeps the interval to one that was sent again"
    collection.add(title, "8.8", script, effects=[])


def _add_progress(collection: CompanionCollection) -> None:
    for result in records.NOT_DELIVERED:
        script = ready().send().progress(20).finish(result)
        title = f"A message of which all bytes were sent was not delivered, {result}"
        collection.add(title, "8.6", script, effects=["retrying"])
    for delivery in ("inOrder", "newestOnly"):
        script = ready().send(delivery).progress(10).finish("deviceIsBusy").until_due()
        title = f"Progress begins again with the next attempt, {delivery}"
        collection.add(title, "8.6", script.progress(5), effects=["progress"])
    script = ready().send().progress(10).progress(10, 30, after=1000)
    title = "Another total alone is not progress"
    collection.add(title, "8.6", script, effects=[])
    script = ready().send().progress(10).progress(10, 9)
    title = "A total that is less than what was sent is a fault"
    collection.add(title, "8.6", script, effects=["fault"])


def _add_pauses(collection: CompanionCollection) -> None:
    for result in records.TEMPORARY:
        script = ready().do("openApp", app=APP).opened(result).send()
        title = f"A message is sent after an app was not opened, {result}"
        collection.add(title, "8.7", script, effects=["send"])
    script = ready().send().finish("timeout").do("openApp", app=APP)
    title = "An app is opened soon after a temporary failure"
    collection.add(title, "8.7", script, effects=["openApp"])
    script = ready().send().finish("timeout").do("requestAppStatus", app=APP)
    title = "The status of an app is asked for soon after a temporary failure"
    collection.add(title, "8.7", script, effects=["requestAppStatus"])
    script = ready().send().finish("timeout")
    script.status("notConnected").status("connected")
    script.do("requestAppStatus", app=APP).do("deviceReady", device=APP["device"])
    title = "A question that waits is asked soon after a temporary failure"
    collection.add(title, "8.7", script, effects=["status", "requestAppStatus"])
