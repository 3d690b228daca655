"""Every event in every phase of the session, of a device and of an app."""

from collections.abc import Callable

from ...table import rows, step
from . import script
from .script import BATCH_STATES, STATES, CompanionCollection, CompanionScript

# Each event, with members that stand for all.
EVENTS = """
8.2 {start|stop}
  {start|stop}
8.12 {chooseDevices|installConnectMobile}
  {chooseDevices|installConnectMobile}
8.4 unregisterAllDevices
  unregisterAllDevices
8.11 registerDevice
  registerDevice device=DEVICE
8.4 unregisterDevice
  unregisterDevice device=DEVICE
8.10 deviceReady
  deviceReady device=DEVICE
8.11 registerApp
  registerApp app=APP
8.4 unregisterApp
  unregisterApp app=APP
8.9 {requestAppStatus|openApp}
  {requestAppStatus|openApp} app=APP
8.2 loaded {nothing|a device}
  loaded {devices=None|WATCH}
8.12 showStorePage
  showStorePage app=APP, storeID=None
8.4 {the devices are|no device is} chosen
  answered {BOTH|""}
8.12 {an untrusted answer|a wrong URL}
  answered {isTrusted=False|url=ANSWER.upper() + "d0ID=1"}
8.10 statusChanged to {connected|away}
  status "{connected|notConnected}"
8.5 send {in order|the newest}
  {send|newest}
8.13 messageReceived
  messageReceived app=APP, content="hello"
8.3 loadFailed
  loaded event="loadFailed"
8.3 {stored|storeFailed}
  stored "{stored|storeFailed}"
8.12 connectMobileMissing
  missing
8.6 progressed
  progress 5
8.6 finished with success
  finish
8.7 finished for now
  finish "deviceIsBusy"
8.6 finished in vain
  finish "appNotFound"
8.9 {appStatusAnswered|openAnswered}
  {app_status|opened}
8.13 progressed with another ticket
  progress 5, ticket=WRONG_TICKET
8.13 {finished|stored} with another ticket
  {finish|stored} ticket=WRONG_TICKET
8.13 loaded with another ticket
  loaded WATCH, ticket=WRONG_TICKET
"""
# The states in which only a device that nobody calls ready is due. The rows of clause 8.17 have its times.
WAITING_FOR_READINESS = (
    "the app is idle, its device away",
    "the app is idle, its device connected",
    "a message waits for its device",
    "batched messages wait for their device",
)
# A cell that is a row of clause 8.17.
LATER = "requestAppStatus while the app is idle, its device connected"


def add_cells(collection: CompanionCollection) -> None:
    """Adds the cells, state by state."""
    for words, state in STATES.items():
        add_events(collection, words, state)
        add_state(collection, words, state)


def add_batch_cells(collection: CompanionCollection) -> None:
    """Adds every event while there are batched messages, and a batched message in every other state."""
    for words, state in STATES.items():
        title = f"send batched while {words}"
        collection.add(title, "8.5", state().batched())
    for words, state in BATCH_STATES.items():
        add_events(collection, words, state)
        collection.add(f"send batched while {words}", "8.5", state().batched())
        add_state(collection, words, state)


def add_events(
    collection: CompanionCollection, words: str, state: Callable[[], CompanionScript]
) -> None:
    """Adds what each event does in a state."""
    for row in rows(EVENTS):
        title = f"{row.title} while {words}"
        if title != LATER:
            happened = state().take(step(row.steps[0], vars(script)))
            collection.add(title, row.clause, happened)


def add_state(
    collection: CompanionCollection, words: str, state: Callable[[], CompanionScript]
) -> None:
    """Adds what time does in a state."""
    waiting = state()
    if words in WAITING_FOR_READINESS:
        return None
    if not waiting.events or waiting.step["deadline"] is None:
        title = f"Time alone does nothing while {words}"
        return collection.add(title, "8.15", waiting.wait(200_000), effects=[])
    title = f"Nothing is due before the deadline while {words}"
    collection.add(title, "8.15", waiting.until_due(early=1), effects=[])
    title = f"timePassed at the deadline while {words}"
    collection.add(title, "8.15", state().until_due())
