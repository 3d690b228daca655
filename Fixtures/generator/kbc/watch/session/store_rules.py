"""The rules of the session for starting, stopping and storing (clauses 8.2 and 8.3)."""

from __future__ import annotations

from .base import STORE_RETRY
from .script import (
    APP,
    WATCH,
    CompanionCollection,
    CompanionScript,
    ready,
)


def add_store_rules(collection: CompanionCollection) -> None:
    """Adds the rules, in the order of the clauses."""
    _add_start(collection)
    _add_store(collection)


def loading() -> CompanionScript:
    """A session that loads its devices."""
    return CompanionScript().do("start", after=0)


def _add_start(collection: CompanionCollection) -> None:
    title = "An answer that comes before the list is loaded replaces it"
    flags = ["answerBeforeLoadedLost"]
    script = loading().answered()
    collection.add(title, "8.2", script, effects=["devices", "store"], flags=flags)
    title = "What is loaded after an answer comes late"
    flags = ["loadOverwritesAnswer"]
    script = loading().answered().loaded(WATCH, ticket=1)
    collection.add(title, "8.2", script, effects=["fault"], flags=flags)
    script = loading().answered().loaded(event="loadFailed", ticket=1)
    title = "A list that can't be loaded after an answer comes late"
    collection.add(title, "8.2", script, effects=["fault"])
    for what, rest in (
        ("untrusted", {"isTrusted": False}),
        ("wrong", {"url": "rides:"}),
    ):
        script = loading().answered(**rest)
        title = f"A URL that is {what} leaves the session loading"
        collection.add(title, "8.2", script, phase="loading")
        script.loaded(WATCH)
        title = f"The list is loaded after a URL that is {what}"
        collection.add(title, "8.2", script, phase="running")
    script = ready().do("stop").do("start").loaded(WATCH)
    title = "A session that starts again knows no registration"
    collection.add(title, "8.2", script, effects=["devices"])
    script = ready().send().do("stop").do("start").loaded(WATCH)
    title = "A session that starts again knows no message"
    collection.add(title, "8.2", script.register(APP), effects=["registerApp"])
    script = loading().do("stop").loaded(WATCH, ticket=1)
    title = "What is loaded after a stop comes late"
    collection.add(title, "8.2", script, effects=["fault"])
    for event in ("loaded", "loadFailed"):
        script = loading().do("stop").do("start").loaded(event=event, ticket=1)
        title = f"The answer to an earlier start comes late, {event}"
        collection.add(title, "8.2", script, effects=["fault"], phase="loading")
        title = f"The list is loaded after the answer to an earlier start, {event}"
        collection.add(title, "8.2", script.loaded(WATCH), effects=["devices"])
    script = CompanionScript().run(WATCH).do("chooseDevices")
    ticket = script.model.opening
    script.do("stop").do("start").loaded(WATCH).missing(ticket=ticket)
    title = "A stop ends the wait for Connect Mobile"
    collection.add(title, "8.2", script, effects=["fault"])
    script = CompanionScript(overridesInstallAlert=True).run(WATCH).do("chooseDevices")
    script.missing().do("stop").do("start").loaded(WATCH)
    title = "A stop ends the offer to install Connect Mobile"
    collection.add(title, "8.2", script.do("installConnectMobile"), effects=["refused"])
    _add_stop(collection)


def _add_stop(collection: CompanionCollection) -> None:
    def storing() -> CompanionScript:
        return CompanionScript().run(WATCH).answered()

    script = storing().answered("").do("stop")
    title = (
        "A list that waits for the one that is stored is stored when the session stops"
    )
    collection.add(title, "8.2", script, effects=["store"])
    ticket = script.model.tickets
    script = storing().stored("storeFailed").do("stop")
    title = "A list that waits for the next attempt is stored when the session stops"
    collection.add(title, "8.2", script, effects=["store"])
    script.wait(STORE_RETRY)
    title = "A stopped session stores nothing"
    collection.add(title, "8.2", script, effects=[])
    for event in ("stored", "storeFailed"):
        script = storing().answered("").do("stop").stored(event, ticket=ticket)
        title = f"What the store answers after a stop is late, {event}"
        collection.add(title, "8.2", script, effects=["fault"])
    script = storing().do("stop")
    title = "A list that is being stored is not stored again when the session stops"
    collection.add(title, "8.2", script, effects=[])
    script = storing().stored().do("stop")
    title = "A list that is stored is not stored again when the session stops"
    collection.add(title, "8.2", script, effects=[])
    script = ready().answered().stored("storeFailed").do("stop")
    title = "A list is stored after the devices are unregistered"
    effects = ["unregisterApp", "unregisterDevice", "store"]
    collection.add(title, "8.2", script, effects=effects)


def _devices(count: int) -> list[dict[str, str]]:
    return [
        {"id": f"D0000000-0000-0000-0000-{number:012X}", "model": "", "name": ""}
        for number in range(count)
    ]


def _add_store(collection: CompanionCollection) -> None:
    def storing() -> CompanionScript:
        return CompanionScript().run().answered()

    failed = ["failedStoreForgotten"]
    script = storing().stored("storeFailed")
    collection.add("A store that failed is reported", "8.3", script, flags=failed)
    title = "A store that failed is not tried again before 2 s"
    collection.add(
        title, "8.3", storing().stored("storeFailed").until_due(early=1), effects=[]
    )
    title = "A store that failed is tried again after 2 s"
    script = storing().stored("storeFailed").until_due()
    collection.add(title, "8.3", script, effects=["store"], flags=failed)
    title = "A store that failed twice is tried again"
    script.stored("storeFailed")
    collection.add(title, "8.3", script, effects=["fault"], flags=failed)
    title = "Any event tries again a store that is due"
    script = storing().stored("storeFailed").do("start", after=STORE_RETRY)
    collection.add(title, "8.3", script, effects=["store"])
    script = storing().answered("")
    collection.add(
        "A list waits for the one that is stored", "8.3", script, effects=["devices"]
    )
    title = "A list that waited is stored after the one before"
    collection.add(title, "8.3", storing().answered("").stored(), effects=["store"])
    script = storing().answered("").answered().stored()
    title = "Of two lists that wait, the newest is stored"
    collection.add(title, "8.3", script, effects=["store"])
    script = storing().answered("").stored().stored()
    title = "A list that waited is stored once"
    collection.add(title, "8.3", script, effects=[])
    script = storing().answered("").stored("storeFailed").until_due()
    title = "A store that failed is tried again with the newest list"
    collection.add(title, "8.3", script, effects=["store"])
    script = storing().answered("").stored("storeFailed").until_due().stored()
    title = "A list that was stored at last is not stored again"
    collection.add(title, "8.3", script, effects=[])
    script = storing().stored("storeFailed").answered("")
    title = "A list that comes before the next attempt is stored at once"
    collection.add(title, "8.3", script, effects=["devices", "store"])
    script = storing().stored("storeFailed").answered("").wait(STORE_RETRY)
    title = "A list that was stored at once ends the wait for the next attempt"
    collection.add(title, "8.3", script, effects=[])
    title = "A list that can't be loaded is empty, and not written over"
    flags = ["unreadableOverwritten"]
    script = loading().loaded(event="loadFailed")
    collection.add(title, "8.3", script, effects=["fault", "devices"], flags=flags)
    title = "A list of 32 devices is loaded"
    collection.add(
        title, "8.3", CompanionScript().run(*_devices(32)), effects=["devices"]
    )
    for what, devices in (
        ("of 33 devices", _devices(33)),
        ("with a device twice", [WATCH, WATCH]),
    ):
        script = CompanionScript().run(*devices)
        title = f"A list {what} can't be one that was stored"
        collection.add(title, "8.3", script, effects=["fault", "devices"])
    script = loading().loaded(event="loadFailed").answered()
    title = (
        "A list that the user chooses is stored in place of one that can't be loaded"
    )
    collection.add(title, "8.3", script, effects=["devices", "store"])
