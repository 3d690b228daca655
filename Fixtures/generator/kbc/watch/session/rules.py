"""The rules of the session, in the order of the clauses: start, store, lists, registering, choosing, time."""

from __future__ import annotations

from . import records
from .base import STORE_RETRY
from .message_rules import add_message_rules
from .script import (
    APP,
    BOTH,
    DEVICE,
    FAR_APP,
    FIRST_TICKET,
    OTHER_APP,
    OTHER_DEVICE,
    STORE_ID,
    UNKNOWN_APP,
    UNKNOWN_DEVICE,
    WATCH,
    WRONG_TICKET,
    CompanionCollection,
    CompanionScript,
    away,
    connected,
    ready,
)


def add_rules(collection: CompanionCollection) -> None:
    """Adds the rules, in the order of the clauses."""
    _add_start(collection)
    _add_store(collection)
    _add_lists(collection)
    add_message_rules(collection)
    _add_registering(collection)
    _add_choosing(collection)
    _add_late(collection)
    _add_time(collection)


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


def _add_lists(collection: CompanionCollection) -> None:
    merged, lost = ["listMerged"], ["registrationLost"]
    script = CompanionScript().run(WATCH).answered(f"d0ID={OTHER_DEVICE}")
    title = "A new list replaces the old one"
    collection.add(title, "8.4", script, effects=["devices", "store"], flags=merged)
    script = ready().send().newest().answered(f"d0ID={OTHER_DEVICE}")
    effects = [
        "ended",
        "ended",
        "unregisterApp",
        "unregisterDevice",
        "devices",
        "store",
    ]
    title = (
        "A device that is not in a new list is dropped with its apps and their messages"
    )
    collection.add(title, "8.4", script, effects=effects, flags=merged)
    script = ready().send().answered()
    title = "A device that is in a new list stays registered, and its message is sent"
    collection.add(title, "8.4", script, effects=["devices", "store"], flags=lost)
    script = ready().send().answered().finish()
    title = "A message to a device that is in a new list ends as usual"
    collection.add(title, "8.4", script, effects=["ended"], flags=lost)
    for state, words in ((away, "away"), (connected, "connected"), (ready, "ready")):
        title = f"A device that is {words} stays so in a new list"
        collection.add(title, "8.4", state().answered(BOTH), flags=lost)
    script = ready().answered(f"d0ID={OTHER_DEVICE}&d1ID={DEVICE}&d1Name=yours")
    title = "A device has the name and the place of the new list"
    collection.add(title, "8.4", script)
    script.do("unregisterDevice", device=DEVICE)
    title = "A device is unregistered with the name of the new list"
    collection.add(title, "8.4", script, effects=["unregisterApp", "unregisterDevice"])
    script = ready().register(FAR_APP, OTHER_DEVICE).answered("")
    title = "An empty list drops all devices, in the order of the old list"
    collection.add(title, "8.4", script)
    script = ready().answered("").answered(BOTH)
    title = "A device that comes back is not registered"
    collection.add(title, "8.4", script, effects=["devices"])
    _add_unregistering(collection)


def _add_unregistering(collection: CompanionCollection) -> None:
    def busy() -> CompanionScript:
        script = ready().do("registerApp", app=OTHER_APP)
        script.do("openApp", app=APP).do("requestAppStatus", app=APP)
        return script.send().send().newest().send(app=OTHER_APP)

    script = busy().do("unregisterDevice", device=DEVICE)
    title = (
        "A device is unregistered after its apps, and each of them after its messages"
    )
    collection.add(title, "8.4", script)
    script = busy().do("unregisterApp", app=APP)
    title = "An app is unregistered after its messages, its status and its opening"
    collection.add(title, "8.4", script)
    script = busy().do("unregisterApp", app=APP).finish()
    title = "Another app goes on when one is unregistered"
    collection.add(title, "8.4", script, effects=["ended"])
    script = (
        ready().register(FAR_APP, OTHER_DEVICE).do("unregisterDevice", device=DEVICE)
    )
    title = "Another device stays when one is unregistered"
    collection.add(title, "8.4", script)
    for event in ("unregisterAllDevices", "stop"):
        script = busy().register(FAR_APP, OTHER_DEVICE).do(event)
        title = f"{event} unregisters the devices in the order of the list"
        collection.add(title, "8.4", script)
    script = ready().do("unregisterDevice", device=DEVICE).register()
    title = "A device that was ready and is registered again is away"
    collection.add(title, "8.4", script)
    script = ready().send().do("unregisterApp", app=APP).do("registerApp", app=APP)
    title = "An app that is registered again has no messages"
    collection.add(title, "8.4", script, effects=["registerApp"])


def _add_registering(collection: CompanionCollection) -> None:
    for event in ("registerDevice", "unregisterDevice"):
        script = ready().do(event, device=UNKNOWN_DEVICE)
        title = f"{event} of a device that is not in the list is refused"
        collection.add(title, "8.11", script, effects=["refused"])
    script = ready().do("registerApp", app=UNKNOWN_APP)
    title = "An app on a device that is not in the list is not registered"
    collection.add(title, "8.11", script, effects=["refused"])
    script = ready().do("registerApp", app=FAR_APP)
    title = "An app on a device that is not registered is not registered"
    collection.add(title, "8.11", script, effects=["refused"])
    script = ready().register(FAR_APP, OTHER_DEVICE)
    title = "The same app on another device is another app"
    collection.add(title, "8.11", script, effects=["registerApp"])
    for count, effect in ((15, "registerApp"), (16, "refused")):
        script = ready(None)
        for number in range(count):
            script.do("registerApp", app=_numbered(number))
        script.do("registerApp", app=APP)
        title = f"{count} apps are registered, and one more: {effect}"
        collection.add(title, "8.11", script, effects=[effect])
    script.do("unregisterApp", app=_numbered(3)).do("registerApp", app=APP)
    title = "An app that is unregistered makes room for another"
    collection.add(title, "8.11", script, effects=["registerApp"])
    flags = ["sentUnregistered"]
    for delivery in ("inOrder", "newestOnly"):
        script = ready().send(delivery, app=OTHER_APP)
        title = f"A message to an app that is not registered is refused, {delivery}"
        collection.add(title, "8.11", script, effects=["ended"], flags=flags)
    script = ready().send(app=FAR_APP)
    title = "A message to the same app on another device is refused"
    collection.add(title, "8.11", script, effects=["ended"], flags=flags)
    for event in ("unregisterApp", "requestAppStatus", "openApp"):
        script = ready().do(event, app=OTHER_APP)
        title = f"{event} of an app that is not registered is refused"
        collection.add(title, "8.11", script, effects=["refused"])


def _numbered(number: int) -> dict[str, str]:
    return {"id": f"A0000000-0000-0000-0000-0000000001{number:02X}", "device": DEVICE}


def _add_choosing(collection: CompanionCollection) -> None:
    for overrides, effect in (
        (False, "showInstallAlert"),
        (True, "needsToInstallConnectMobile"),
    ):
        script = ready(overridesInstallAlert=overrides).do("chooseDevices").missing()
        title = f"Connect Mobile is missing: {effect}"
        collection.add(title, "8.12", script, effects=[effect])
        script = ready(overridesInstallAlert=overrides)
        script.do("showStorePage", app=APP, storeID=STORE_ID).missing()
        title = f"Connect Mobile is missing for a store page: {effect}"
        collection.add(title, "8.12", script, effects=[effect])
        script = ready(overridesInstallAlert=overrides).do("chooseDevices").missing()
        title = f"The app wants to install Connect Mobile after {effect}"
        collection.add(title, "8.12", script.do("installConnectMobile"))

    def missing() -> CompanionScript:
        return ready(overridesInstallAlert=True).do("chooseDevices").missing()

    script = missing().do("installConnectMobile").do("installConnectMobile")
    title = "Connect Mobile is installed once for each time that it is missing"
    collection.add(title, "8.12", script, effects=["refused"])
    script = missing().missing(ticket=missing().model.tickets)
    title = "Connect Mobile is missing once for each request"
    collection.add(title, "8.12", script, effects=["fault"])
    script = missing().do("chooseDevices").do("installConnectMobile")
    title = "An offer to install holds while the user chooses again"
    collection.add(title, "8.12", script, effects=["openAppStore"])
    script = missing().answered().do("installConnectMobile")
    title = "An answer ends the offer to install"
    collection.add(title, "8.12", script, effects=["refused"])
    script = ready().do("chooseDevices")
    ticket = script.model.opening
    script.answered().missing(ticket=ticket)
    title = "An answer ends the wait for Connect Mobile"
    collection.add(title, "8.12", script, effects=["fault"])
    script = ready().do("chooseDevices").do("chooseDevices").missing(ticket=ticket)
    title = "Only the last request can find Connect Mobile missing"
    collection.add(title, "8.12", script, effects=["fault"])
    for rest in ({"isTrusted": False}, {"url": "rides:"}):
        script = ready().do("chooseDevices").answered(**rest).missing()
        title = f"A URL that is not an answer ends no wait, {next(iter(rest))}"
        collection.add(title, "8.12", script, effects=["showInstallAlert"])
    for what, app, effect in (
        ("of an app that is not registered", OTHER_APP, "openStorePage"),
        ("for a device that is not registered", FAR_APP, "openStorePage"),
        ("for a device that is not in the list", UNKNOWN_APP, "refused"),
    ):
        script = ready().do("showStorePage", app=app, storeID=None)
        collection.add(f"The store page {what}", "8.12", script, effects=[effect])
    script = CompanionScript(
        appName="Rides & more", bundleIdentifier="a b", urlScheme="b", libraryVersion=9
    )
    script.run().do("chooseDevices")
    title = "The URL has the parts of the configuration"
    collection.add(title, "8.12", script, effects=["openDeviceSelection"])
    for state in (ready, lambda: CompanionScript().run(WATCH)):
        script = state().answered("", isTrusted=False)
        title = f"An answer that is not trusted is a fault while {script.place}"
        flags = ["untrustedAnswerTaken"]
        collection.add(title, "8.12", script, effects=["fault"], flags=flags)
    for what, url in (
        ("another scheme", "other://device-select-resp"),
        ("a device without an identifier", "rides://device-select-resp?d0Name=a"),
        ("an invalid percent sign", "rides://device-select-resp?a=%"),
    ):
        script = ready().answered(url=url)
        collection.add(
            f"A URL with {what} is a fault", "8.12", script, effects=["fault"]
        )


def _add_late(collection: CompanionCollection) -> None:
    script = CompanionScript().run(WATCH).answered()
    ticket = script.model.store
    script.stored().stored(ticket=ticket)
    title = "A list that is stored twice comes late"
    collection.add(title, "8.13", script, effects=["fault"])
    for event in ("statusChanged", "deviceReady"):
        for device, words in (
            (OTHER_DEVICE, "not registered"),
            (UNKNOWN_DEVICE, "unknown"),
        ):
            members = {"status": "connected"} if event == "statusChanged" else {}
            script = ready().do(event, device=device, **members)
            title = f"{event} of a device that is {words} comes late"
            collection.add(title, "8.13", script, effects=["fault"])
    for app, words in ((OTHER_APP, "another app"), (FAR_APP, "another device")):
        script = ready().do("messageReceived", app=app, content=1)
        title = f"A message of {words} is a fault"
        collection.add(title, "8.13", script, effects=["fault"])
    content = {
        "dictionary": [[0, {"long": "5"}], ["a", [None, True, {"byteArray": "00ff"}]]]
    }
    script = ready().do("messageReceived", app=APP, content=content)
    title = "A message is passed on as it is"
    collection.add(title, "8.13", script, effects=["received"])
    script = ready().send().do("stop").do("start")
    title = "Tickets go on after a stop"
    collection.add(title, "8.13", script, effects=["load"])
    script.loaded(WATCH).register(APP).connect().send().finish(ticket=FIRST_TICKET)
    title = "A ticket from before a stop is late"
    collection.add(title, "8.13", script, effects=["fault"])
    script = ready().do("openApp", app=APP).send()
    script.finish(ticket=script.model.apps[0].opening.ticket)
    title = "A ticket of another request is late"
    collection.add(title, "8.13", script, effects=["fault"])
    script = CompanionScript().send("newestOnly")
    title = "A newest message is refused while the session is stopped"
    collection.add(title, "8.14", script, effects=["ended"])


def _add_time(collection: CompanionCollection) -> None:
    script = ready().send(after=-5)
    title = "An earlier time is taken for the latest"
    collection.add(title, "8.15", script, effects=["send"])
    script = ready().send().finish(after=records.SEND_TIMEOUT)
    title = "A result that comes at the deadline counts"
    collection.add(title, "8.15", script, effects=["ended"])
    script = ready().do("requestAppStatus", app=APP)
    script.app_status(after=records.STATUS_TIMEOUT)
    title = "A status that comes at the deadline counts"
    collection.add(title, "8.15", script, effects=["appStatus"])
    script = ready().do("openApp", app=APP).opened(after=records.OPEN_TIMEOUT)
    title = "An answer to opening that comes at the deadline counts"
    collection.add(title, "8.15", script, effects=["opened"])
    script = ready().send().do("chooseDevices", after=records.SEND_TIMEOUT)
    title = "Any event ends what is due, after it has been taken"
    collection.add(title, "8.15", script, effects=["openDeviceSelection", "ended"])
    script = (
        ready().do("openApp", app=APP).do("requestAppStatus", app=APP).send().send()
    )
    script.newest().answered().stored("storeFailed").wait(60_000)
    title = "What is due is done in order: the store, the message, the status, opening"
    collection.add(title, "8.15", script)
    script = ready().do("requestAppStatus", app=APP)
    script.send(after=records.STATUS_TIMEOUT)
    title = "A status is given up before the next message begins"
    collection.add(title, "8.15", script, effects=["appStatus", "send"])
    script = ready().do("registerApp", app=OTHER_APP).send(app=OTHER_APP).send()
    title = (
        "What is due is done for one app after the other, in the order of registering"
    )
    collection.add(title, "8.15", script.wait(60_000), effects=["ended", "ended"])
    script = (
        ready().send().wait(29_000).do("registerApp", app=OTHER_APP).send(app=OTHER_APP)
    )
    title = "The deadline is the earliest of all apps"
    collection.add(title, "8.15", script, effects=["send"])
    script = ready().newest().finish().newest().status("notConnected")
    title = "A message that waits for its device has no deadline"
    collection.add(title, "8.15", script, effects=["status"])
    script = ready().send()
    script.finish(ticket=WRONG_TICKET, after=records.SEND_TIMEOUT - 1)
    title = "What is late does not move a deadline"
    collection.add(title, "8.15", script, effects=["fault"])
