"""The rules of what comes late, and of time (clauses 8.13 to 8.15)."""

from __future__ import annotations

from . import records
from .script import (
    APP,
    FAR_APP,
    FIRST_TICKET,
    OTHER_APP,
    OTHER_DEVICE,
    UNKNOWN_DEVICE,
    WATCH,
    WRONG_TICKET,
    CompanionCollection,
    CompanionScript,
    ready,
)


def add_time_rules(collection: CompanionCollection) -> None:
    """Adds the rules, in the order of the clauses."""
    _add_late(collection)
    _add_time(collection)


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
