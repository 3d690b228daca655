"""Details of clause 8: what comes first, of devices, of apps, and of reasons to refuse something."""

from __future__ import annotations

from .script import (
    APP,
    DEVICE,
    FAR_APP,
    OTHER_APP,
    OTHER_DEVICE,
    OTHER_WATCH,
    UNKNOWN_APP,
    WATCH,
    CompanionCollection,
    CompanionScript,
    ready,
)

# Devices and apps are registered here from the last to the first of their list, or by their identifiers.
BACKWARDS = (OTHER_DEVICE, DEVICE)
SWAPPED = f"d0ID={OTHER_DEVICE}&d1ID={DEVICE}"


def add_order_details(collection: CompanionCollection) -> None:
    """Adds what comes first."""
    _add_devices(collection)
    _add_apps(collection)
    _add_times(collection)
    _add_reasons(collection)
    _add_counts(collection)


def listed() -> CompanionScript:
    """A session with two devices."""
    return CompanionScript().run(WATCH, OTHER_WATCH)


def backwards(*devices: str) -> CompanionScript:
    """A session whose apps are registered from the last to the first."""
    script = listed()
    for device in devices:
        script.register(OTHER_APP | {"device": device}, device)
        script.do("registerApp", app=APP | {"device": device}).connect(device)
    return script


def _add_devices(collection: CompanionCollection) -> None:
    for event in ("unregisterAllDevices", "stop"):
        script = backwards(*BACKWARDS).do(event)
        title = (
            f"{event} takes the devices as they are listed, not as they were registered"
        )
        collection.add(title, "8.4", script)
        script = backwards(DEVICE, OTHER_DEVICE).answered(SWAPPED).do(event)
        title = f"{event} takes the devices as they are listed now"
        collection.add(title, "8.4", script)
    script = backwards(*BACKWARDS).answered("")
    title = "A new list drops devices as they were listed, not as they were registered"
    collection.add(title, "8.4", script)


def _add_apps(collection: CompanionCollection) -> None:
    script = backwards(DEVICE).send().send(app=OTHER_APP)
    script.do("unregisterDevice", device=DEVICE)
    title = "Apps are dropped as they were registered, not by their identifiers"
    collection.add(title, "8.4", script)
    script = backwards(DEVICE)
    for app in (APP, OTHER_APP):
        script.do("requestAppStatus", app=app).do("openApp", app=app).send(app=app)
    script.status("notConnected")
    title = "What ends with a connection ends for one app after the other"
    effects = ["status", *["noAppStatus", "opened", "ended"] * 2]
    collection.add(title, "8.10", script, effects=effects)
    script = backwards(DEVICE).status("notConnected").status("connected")
    script.do("requestAppStatus", app=APP).do("requestAppStatus", app=OTHER_APP)
    script.send().send(app=OTHER_APP).do("deviceReady", device=DEVICE)
    title = "Apps are served as they were registered, not by their identifiers"
    effects = ["status", *["requestAppStatus"] * 2, *["send"] * 2]
    collection.add(title, "8.10", script, effects=effects)


def _add_times(collection: CompanionCollection) -> None:
    script = backwards(DEVICE).send().send(app=OTHER_APP).wait(60_000)
    title = "What is due for apps is done as they were registered"
    collection.add(title, "8.15", script, effects=["ended", "ended"])
    script = backwards(*BACKWARDS).send().send(app=FAR_APP).wait(60_000)
    title = "What is due for apps is not done as their devices are listed"
    collection.add(title, "8.15", script, effects=["ended", "ended"])
    script = ready().do("registerApp", app=OTHER_APP)
    script.newest().finish().newest().send(app=OTHER_APP).wait(60_000)
    title = "A message of an app begins before anything is due for the next app"
    collection.add(title, "8.15", script, effects=["send", "ended"])
    script = ready().do("registerApp", app=OTHER_APP)
    script.do("openApp", app=APP).do("openApp", app=OTHER_APP)
    script.do("requestAppStatus", app=OTHER_APP).do("requestAppStatus", app=APP)
    script.send().send(app=OTHER_APP).wait(60_000)
    title = "All deadlines of an app come before those of the next"
    effects = ["ended", "noAppStatus", "opened"] * 2
    collection.add(title, "8.15", script, effects=effects)


def _add_reasons(collection: CompanionCollection) -> None:
    script = ready().send(app=OTHER_APP, content="\0")
    title = "A message that can't be serialised, to an app that is not registered"
    collection.add(title, "8.11", script, effects=["ended"])
    for words, script in (
        ("stopped", CompanionScript()),
        ("loading", CompanionScript().do("start", after=0)),
    ):
        title = f"A message that can't be serialised, while the session is {words}"
        collection.add(title, "8.11", script.send(content="\0"), effects=["ended"])
    script = crowded(16).do("registerApp", app=UNKNOWN_APP)
    title = "A 17th app, on a device that is not in the list"
    collection.add(title, "8.11", script, effects=["refused"])
    script = crowded(16).do("registerApp", app=FAR_APP)
    title = "A 17th app, on a device that is not registered"
    collection.add(title, "8.11", script, effects=["refused"])


def _add_counts(collection: CompanionCollection) -> None:
    script = crowded(16).do("registerApp", app=numbered(7))
    title = "One of 16 apps is registered again"
    collection.add(title, "8.11", script, effects=[])
    for count in (8, 15, 16):
        script = crowded(count).register(device=OTHER_DEVICE)
        for number in range(16 - count):
            script.do("registerApp", app=numbered(number, OTHER_DEVICE))
        script.do("registerApp", app=numbered(16, OTHER_DEVICE))
        title = f"One app too many, with {count} on the first device"
        collection.add(title, "8.11", script, effects=["refused"])
    script.do("unregisterDevice", device=DEVICE)
    script.do("registerApp", app=numbered(16, OTHER_DEVICE))
    title = "A device that is unregistered makes room for apps on another"
    collection.add(title, "8.11", script, effects=["registerApp"])


def crowded(count: int) -> CompanionScript:
    """A session with so many apps on the first device."""
    script = ready(None)
    for number in range(count):
        script.do("registerApp", app=numbered(number))
    return script


def numbered(number: int, device: str = DEVICE) -> dict[str, str]:
    """One of many apps."""
    return {"id": f"A0000000-0000-0000-0000-0000000001{number:02X}", "device": device}
