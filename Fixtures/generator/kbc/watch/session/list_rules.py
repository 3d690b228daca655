"""The rules of lists, and of registering devices and apps (clauses 8.4 and 8.11)."""

from __future__ import annotations

from .script import (
    APP,
    BOTH,
    DEVICE,
    FAR_APP,
    OTHER_APP,
    OTHER_DEVICE,
    UNKNOWN_APP,
    UNKNOWN_DEVICE,
    WATCH,
    CompanionCollection,
    CompanionScript,
    away,
    connected,
    ready,
)


def add_list_rules(collection: CompanionCollection) -> None:
    """Adds the rules of lists (8.4)."""
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


def add_registering_rules(collection: CompanionCollection) -> None:
    """Adds the rules of registering (8.11)."""
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
