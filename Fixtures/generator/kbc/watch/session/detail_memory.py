"""Details of clause 8: what is kept and what is forgotten, and how often something is tried."""

from __future__ import annotations

from collections.abc import Callable

from .script import (
    APP,
    BOTH,
    DEVICE,
    OTHER_WATCH,
    STORE_ID,
    WATCH,
    CompanionCollection,
    CompanionScript,
    connected,
    ready,
)

FEW, MANY = 3, 10  # as often as a message is sent at most, and more often
AGES = 1_000_000  # milliseconds, longer than anything that has a limit


def add_memory_details(collection: CompanionCollection) -> None:
    """Adds what is kept and what is forgotten."""
    _add_store(collection)
    _add_unregistering(collection)
    _add_connections(collection)
    _add_choosing(collection)
    _add_time(collection)


def _add_store(collection: CompanionCollection) -> None:
    for count in (FEW, MANY):
        script = CompanionScript().run().answered()
        for _ in range(count - 1):
            script.stored("storeFailed").until_due()
        script.stored("storeFailed")
        title = f"A store that failed {count} times is told, and tried again after 2 s"
        collection.add(title, "8.3", script, effects=["fault"])
    script = CompanionScript().run().answered().wait(AGES)
    title = "The answer of the store is waited for without a limit"
    collection.add(title, "8.3", script, effects=[])


def _unregister_app(script: CompanionScript) -> CompanionScript:
    return script.do("unregisterApp", app=APP).do("registerApp", app=APP)


def _unregister_device(script: CompanionScript) -> CompanionScript:
    return script.do("unregisterDevice", device=DEVICE).register(APP).connect()


def _choose(script: CompanionScript) -> CompanionScript:
    return script.answered("").answered(BOTH).register(APP).connect()


def _restart(script: CompanionScript) -> CompanionScript:
    script.do("stop").do("start").loaded(WATCH, OTHER_WATCH)
    return script.register(APP).connect()


# How an app is unregistered, and registered again.
AGAIN: dict[str, Callable[[CompanionScript], CompanionScript]] = {
    "an app is unregistered": _unregister_app,
    "a device is unregistered": _unregister_device,
    "a device is dropped from the list": _choose,
    "the session is stopped": _restart,
}


def _add_unregistering(collection: CompanionCollection) -> None:
    for words, again in AGAIN.items():
        script = again(ready().send().finish("deviceIsBusy")).send()
        title = f"The time after a temporary failure is forgotten when {words}"
        collection.add(title, "8.8", script, effects=["send"])
        script = again(ready().newest().finish()).newest()
        title = f"The interval of newest messages is forgotten when {words}"
        collection.add(title, "8.8", script, effects=["send"])
        script = again(ready().send().finish()).status("notConnected")
        script.send().newest().connect()
        title = f"The turns are forgotten when {words}"
        collection.add(title, "8.8", script, effects=["status", "send"])
    script = connected().do("requestAppStatus", app=APP).do("unregisterApp", app=APP)
    title = "A question for the status that waits is answered when its app goes"
    collection.add(title, "8.9", script, effects=["appStatus", "unregisterApp"])
    script = connected().do("requestAppStatus", app=APP)
    script.do("unregisterDevice", device=DEVICE)
    effects = ["appStatus", "unregisterApp", "unregisterDevice"]
    title = "A question for the status that waits is answered when its device goes"
    collection.add(title, "8.9", script, effects=effects)


def _add_connections(collection: CompanionCollection) -> None:
    for count in (FEW, MANY):
        script = ready().newest()
        for _ in range(count - 1):
            script.status("notConnected").connect().until_due()
        script.status("notConnected")
        title = f"A newest message waits when {count} connections have ended"
        collection.add(title, "8.10", script, effects=["status"])
    script = ready().newest()
    for _ in range(2):
        script.finish("deviceIsBusy").until_due()
        script.status("notConnected").connect().until_due()
    script.finish("deviceIsBusy")
    title = "Attempts that failed still count on the next connection"
    collection.add(title, "8.10", script, effects=["ended"])
    script = ready().send().send().newest().status("notConnected").connect()
    title = "The turns go on when the connection ends"
    collection.add(title, "8.8", script, effects=["status", "send"])


def _add_choosing(collection: CompanionCollection) -> None:
    def asked(first: str, second: str, **configuration: bool) -> CompanionScript:
        script = ready(**configuration)
        for event in (first, second):
            page = {"app": APP, "storeID": STORE_ID}
            script.do(event, **(page if event == "showStorePage" else {}))
        return script

    choose, page = "chooseDevices", "showStorePage"
    for first, second in ((choose, page), (page, choose), (page, page)):
        script = asked(first, second)
        script.missing(ticket=script.model.opening - 1)
        title = f"Only the last request can find Connect Mobile missing, {first} and {second}"
        collection.add(title, "8.12", script, effects=["fault"])
        script = asked(first, second).missing()
        title = f"The last request finds Connect Mobile missing, {first} and {second}"
        collection.add(title, "8.12", script, effects=["showInstallAlert"])
    script = asked(choose, page, overridesInstallAlert=True).missing()
    script.do("chooseDevices").missing().do("installConnectMobile")
    script.do("installConnectMobile")
    title = "Connect Mobile was missing twice, and is installed once"
    collection.add(title, "8.12", script, effects=["refused"])


def _add_time(collection: CompanionCollection) -> None:
    script = CompanionScript().run(WATCH, OTHER_WATCH).wait(AGES)
    script.do("stop").do("start", after=-AGES).loaded(WATCH)
    script.answered().stored("storeFailed")
    title = "The latest time is kept when the session stops"
    collection.add(title, "8.15", script, effects=["fault"])
