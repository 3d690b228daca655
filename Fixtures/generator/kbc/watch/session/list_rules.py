"""The rules of lists, and of registering devices and apps (clauses 8.4 and 8.11)."""

ROWS = """
8.4 A new list replaces the old one [listMerged]
  new; run WATCH; answered "d0ID=D0000000-0000-0000-0000-000000000002" -> devices store
8.4 A device that is not in a new list is dropped with its apps and their messages [listMerged]
  ready; send; newest; answered "d0ID=D0000000-0000-0000-0000-000000000002" -> ended ended
    unregisterApp unregisterDevice devices store
8.4 A device that is in a new list stays registered, and its message is sent [registrationLost]
  ready; send; answered -> devices store
8.4 A message to a device that is in a new list ends as usual [registrationLost]
  then finish -> ended
8.4 A device that is {away|connected|ready} stays so in a new list [registrationLost]
  {away|connected|ready}; answered BOTH
8.4 A device has the name and the place of the new list
  ready;
    answered "d0ID=D0000000-0000-0000-0000-000000000002&d1ID=D0000000-0000-0000-0000-000000000001&d1Name=yours"
8.4 A device is unregistered with the name of the new list
  then unregisterDevice device=DEVICE -> unregisterApp unregisterDevice
8.4 An empty list drops all devices, in the order of the old list
  ready; register FAR_APP, OTHER_DEVICE; answered ""
8.4 A device that comes back is not registered
  ready; answered ""; answered BOTH -> devices
8.4 A device is unregistered after its apps, and each of them after its messages
  ready; registerApp app=OTHER_APP; openApp app=APP; requestAppStatus app=APP; send; send;
    newest; send app=OTHER_APP; unregisterDevice device=DEVICE
8.4 An app is unregistered after its messages, its status and its opening
  ready; registerApp app=OTHER_APP; openApp app=APP; requestAppStatus app=APP; send; send;
    newest; send app=OTHER_APP; unregisterApp app=APP
8.4 Another app goes on when one is unregistered
  then finish -> ended
8.4 Another device stays when one is unregistered
  ready; register FAR_APP, OTHER_DEVICE; unregisterDevice device=DEVICE
8.4 {unregisterAllDevices|stop} unregisters the devices in the order of the list
  ready; registerApp app=OTHER_APP; openApp app=APP; requestAppStatus app=APP; send; send;
    newest; send app=OTHER_APP; register FAR_APP, OTHER_DEVICE; {unregisterAllDevices|stop}
8.4 A device that was ready and is registered again is away
  ready; unregisterDevice device=DEVICE; register
8.4 An app that is registered again has no messages
  ready; send; unregisterApp app=APP; registerApp app=APP -> registerApp
"""

REGISTERING = """
8.11 {registerDevice|unregisterDevice} of a device that is not in the list is refused
  ready; {registerDevice|unregisterDevice} device=UNKNOWN_DEVICE -> refused
8.11 An app on a device that is not {in the list|registered} is not registered
  ready; registerApp app={UNKNOWN_APP|FAR_APP} -> refused
8.11 The same app on another device is another app
  ready; register FAR_APP, OTHER_DEVICE -> registerApp
8.11 15 apps are registered, and one more: registerApp
  ready None; fill 15;
    registerApp app=APP -> registerApp
8.11 16 apps are registered, and one more: refused
  ready None; fill 16;
    registerApp app=APP -> refused
8.11 An app that is unregistered makes room for another
  then unregisterApp app={"id": "A0000000-0000-0000-0000-000000000103", "device": DEVICE};
    registerApp app=APP -> registerApp
8.11 A message to an app that is not registered is refused, {inOrder|newestOnly} [sentUnregistered]
  ready; send "{inOrder|newestOnly}", app=OTHER_APP -> ended
8.11 A message to the same app on another device is refused [sentUnregistered]
  ready; send app=FAR_APP -> ended
8.11 {unregisterApp|requestAppStatus|openApp} of an app that is not registered is refused
  ready; {unregisterApp|requestAppStatus|openApp} app=OTHER_APP -> refused
"""
