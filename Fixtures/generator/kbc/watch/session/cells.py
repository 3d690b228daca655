"""Every event in every phase of the session, of a device and of an app."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .script import (
    ANSWER,
    APP,
    BATCH_STATES,
    DEVICE,
    STATES,
    WATCH,
    WRONG_TICKET,
    CompanionCollection,
    CompanionScript,
)

Happening = Callable[[CompanionScript], CompanionScript]

# The states in which only a device that nobody calls ready is due. The rows of clause 8.17 have its times.
WAITING_FOR_READINESS = (
    "the app is idle, its device away",
    "the app is idle, its device connected",
    "a message waits for its device",
    "batched messages wait for their device",
)
# A cell that is a row of clause 8.17.
LATER = "requestAppStatus while the app is idle, its device connected"
# Events without members, and their clauses.
PLAIN = {
    "start": "8.2",
    "stop": "8.2",
    "chooseDevices": "8.12",
    "installConnectMobile": "8.12",
    "unregisterAllDevices": "8.4",
}
OF_DEVICE = {"registerDevice": "8.11", "unregisterDevice": "8.4", "deviceReady": "8.10"}
OF_APP = {
    "registerApp": "8.11",
    "unregisterApp": "8.4",
    "requestAppStatus": "8.9",
    "openApp": "8.9",
}
# Answers that may be awaited: what happens, the clause, and how.
ANSWERS: dict[str, tuple[str, Happening]] = {
    "loadFailed": ("8.3", lambda script: script.loaded(event="loadFailed")),
    "stored": ("8.3", lambda script: script.stored()),
    "storeFailed": ("8.3", lambda script: script.stored("storeFailed")),
    "connectMobileMissing": ("8.12", lambda script: script.missing()),
    "progressed": ("8.6", lambda script: script.progress(5)),
    "finished with success": ("8.6", lambda script: script.finish()),
    "finished for now": ("8.7", lambda script: script.finish("deviceIsBusy")),
    "finished in vain": ("8.6", lambda script: script.finish("appNotFound")),
    "appStatusAnswered": ("8.9", lambda script: script.app_status()),
    "openAnswered": ("8.9", lambda script: script.opened()),
}
LATE: dict[str, Happening] = {
    "progressed": lambda script: script.progress(5, ticket=WRONG_TICKET),
    "finished": lambda script: script.finish(ticket=WRONG_TICKET),
    "stored": lambda script: script.stored(ticket=WRONG_TICKET),
    "loaded": lambda script: script.loaded(WATCH, ticket=WRONG_TICKET),
}


def add_cells(collection: CompanionCollection) -> None:
    """Adds the cells, state by state."""
    for words, state in STATES.items():
        for what, clause, happen in happenings():
            title = f"{what} while {words}"
            if title != LATER:
                collection.add(title, clause, happen(state()))
        add_state(collection, words, state)


def add_batch_cells(collection: CompanionCollection) -> None:
    """Adds every event while there are batched messages, and a batched message in every other state."""
    for words, state in STATES.items():
        title = f"send batched while {words}"
        collection.add(title, "8.5", state().batched())
    for words, state in BATCH_STATES.items():
        for what, clause, happen in happenings():
            collection.add(f"{what} while {words}", clause, happen(state()))
        collection.add(f"send batched while {words}", "8.5", state().batched())
        add_state(collection, words, state)


def happenings() -> Iterator[tuple[str, str, Happening]]:
    """Each event, with members that stand for all."""
    for event, clause in PLAIN.items():
        yield event, clause, lambda script, event=event: script.do(event)
    for event, clause in OF_DEVICE.items():
        yield event, clause, lambda script, event=event: script.do(event, device=DEVICE)
    for event, clause in OF_APP.items():
        yield event, clause, lambda script, event=event: script.do(event, app=APP)
    yield "loaded nothing", "8.2", lambda script: script.loaded(devices=None)
    yield "loaded a device", "8.2", lambda script: script.loaded(WATCH)
    yield (
        "showStorePage",
        "8.12",
        lambda script: script.do("showStorePage", app=APP, storeID=None),
    )
    yield "the devices are chosen", "8.4", lambda script: script.answered()
    yield "no device is chosen", "8.4", lambda script: script.answered("")
    yield "an untrusted answer", "8.12", lambda script: script.answered(isTrusted=False)
    yield (
        "a wrong URL",
        "8.12",
        lambda script: script.answered(url=ANSWER.upper() + "d0ID=1"),
    )
    yield (
        "statusChanged to connected",
        "8.10",
        lambda script: script.status("connected"),
    )
    yield "statusChanged to away", "8.10", lambda script: script.status("notConnected")
    yield "send in order", "8.5", lambda script: script.send()
    yield "send the newest", "8.5", lambda script: script.newest()
    yield (
        "messageReceived",
        "8.13",
        lambda script: script.do("messageReceived", app=APP, content="hello"),
    )
    for what, (clause, happen) in ANSWERS.items():
        yield what, clause, happen
    for what, happen in LATE.items():
        yield f"{what} with another ticket", "8.13", happen


def add_state(
    collection: CompanionCollection, words: str, state: Callable[[], CompanionScript]
) -> None:
    """Adds what time does in a state."""
    script = state()
    if words in WAITING_FOR_READINESS:
        return None
    if not script.events or script.step["deadline"] is None:
        title = f"Time alone does nothing while {words}"
        return collection.add(title, "8.15", script.wait(200_000), effects=[])
    title = f"Nothing is due before the deadline while {words}"
    collection.add(title, "8.15", script.until_due(early=1), effects=[])
    title = f"timePassed at the deadline while {words}"
    collection.add(title, "8.15", state().until_due())
