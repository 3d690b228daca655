"""The rules of the status of an app, of opening one, and of connections (clauses 8.9 and 8.10)."""

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


def add_connection_rules(collection: CompanionCollection) -> None:
    """Adds the rules, in the order of the clauses."""
    _add_requests(collection)
    _add_connections(collection)


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
