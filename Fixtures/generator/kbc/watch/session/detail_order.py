"""Details of clause 8: what comes first, of devices, of apps, and of reasons to refuse something."""

from .script import (
    APP,
    DEVICE,
    OTHER_APP,
    OTHER_DEVICE,
    OTHER_WATCH,
    WATCH,
    CompanionScript,
    ready,
)

ROWS = """
8.4 {unregisterAllDevices|stop} takes the devices as they are listed, not as they were registered
  backwards OTHER_DEVICE, DEVICE; {unregisterAllDevices|stop}
& 8.4 {unregisterAllDevices|stop} takes the devices as they are listed now
  backwards DEVICE, OTHER_DEVICE; answered SWAPPED; {unregisterAllDevices|stop}
8.4 A new list drops devices as they were listed, not as they were registered
  backwards OTHER_DEVICE, DEVICE; answered ""
8.4 Apps are dropped as they were registered, not by their identifiers
  backwards DEVICE; send; send app=OTHER_APP; unregisterDevice device=DEVICE
8.10 What ends with a connection ends for one app after the other
  backwards DEVICE; requestAppStatus app=APP; openApp app=APP; send;
    requestAppStatus app=OTHER_APP; openApp app=OTHER_APP; send app=OTHER_APP;
    status "notConnected" -> status noAppStatus opened ended noAppStatus opened ended
8.10 Apps are served as they were registered, not by their identifiers
  backwards DEVICE; status "notConnected"; status "connected"; requestAppStatus app=APP;
    requestAppStatus app=OTHER_APP; send; send app=OTHER_APP; deviceReady device=DEVICE
    -> status requestAppStatus requestAppStatus send send
8.15 What is due for apps is done as they were registered
  backwards DEVICE; send; send app=OTHER_APP; wait 60000 -> ended ended
8.15 What is due for apps is not done as their devices are listed
  backwards OTHER_DEVICE, DEVICE; send; send app=FAR_APP; wait 60000 -> ended ended
8.15 A message of an app begins before anything is due for the next app
  ready; registerApp app=OTHER_APP; newest; finish; newest; send app=OTHER_APP; wait 60000
    -> send ended
8.15 All deadlines of an app come before those of the next
  ready; registerApp app=OTHER_APP; openApp app=APP; openApp app=OTHER_APP;
    requestAppStatus app=OTHER_APP; requestAppStatus app=APP; send; send app=OTHER_APP; wait 60000
    -> ended noAppStatus opened ended noAppStatus opened
8.11 A message that can't be serialised, to an app that is not registered
  ready; send app=OTHER_APP, content=chr(0) -> ended
8.11 A message that can't be serialised, while the session is stopped
  new; send content=chr(0) -> ended
8.11 A message that can't be serialised, while the session is loading
  new; start after=0; send content=chr(0) -> ended
8.11 A 17th app, on a device that is not {in the list|registered}
  crowded 16; registerApp app={UNKNOWN_APP|FAR_APP} -> refused
8.11 One of 16 apps is registered again
  crowded 16; registerApp app=numbered(7) -> nothing
8.11 One app too many, with {8|15|16} on the first device
  divided {8|15|16}; registerApp app=numbered(16, OTHER_DEVICE) -> refused
8.11 A device that is unregistered makes room for apps on another
  then unregisterDevice device=DEVICE; registerApp app=numbered(16, OTHER_DEVICE) -> registerApp
"""
SWAPPED = f"d0ID={OTHER_DEVICE}&d1ID={DEVICE}"


def backwards(*devices: str) -> CompanionScript:
    """A session with two devices, whose apps are registered from the last to the first."""
    script = CompanionScript().run(WATCH, OTHER_WATCH)
    for device in devices:
        script.register(OTHER_APP | {"device": device}, device)
        script.do("registerApp", app=APP | {"device": device}).connect(device)
    return script


def crowded(count: int) -> CompanionScript:
    """A session with so many apps on the first device."""
    script = ready(None)
    for number in range(count):
        script.do("registerApp", app=numbered(number))
    return script


def divided(count: int) -> CompanionScript:
    """A session with 16 apps, so many of them on the first device and the others on another."""
    script = crowded(count).register(device=OTHER_DEVICE)
    for number in range(16 - count):
        script.do("registerApp", app=numbered(number, OTHER_DEVICE))
    return script


def numbered(number: int, device: str = DEVICE) -> dict[str, str]:
    """One of many apps."""
    return {"id": f"A0000000-0000-0000-0000-0000000001{number:02X}", "device": device}
