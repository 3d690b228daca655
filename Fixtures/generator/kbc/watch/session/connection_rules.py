"""The rules of the status of an app, of opening one, and of connections (clauses 8.9 and 8.10)."""

ROWS = """
8.9 The status of an app is {'isInstalled': True, 'version': 65535}
  ready; requestAppStatus app=APP; app_status {"isInstalled": True, "version": 65535}
    -> appStatus
8.9 The status of an app is {'isInstalled': False, 'version': 0}
  ready; requestAppStatus app=APP; app_status {"isInstalled": False, "version": 0} -> appStatus
8.9 The status of an app is None
  ready; requestAppStatus app=APP; app_status None -> noAppStatus
8.9 A status that is being waited for is not asked for again
  ready; requestAppStatus app=APP; requestAppStatus app=APP -> nothing
8.9 There is no status after 10 s [statusNeverEnds]
  ready; requestAppStatus app=APP; wait 10000 -> noAppStatus
8.9 A status is asked for again after 10 s [statusNeverEnds]
  then requestAppStatus app=APP -> requestAppStatus
8.9 A status that comes after 10 s is late
  then app_status ticket=2 -> fault
8.9 A status that was answered is asked for again
  ready; requestAppStatus app=APP; app_status; requestAppStatus app=APP -> requestAppStatus
8.9 The question is asked when the device is ready
  connected; requestAppStatus app=APP; deviceReady device=DEVICE, after=6000 -> status requestAppStatus
8.9 A question that was not asked has no answer after 10 s [statusNeverEnds]
  connected; requestAppStatus app=APP; wait 10000 -> noAppStatus requestAppStatus
8.9 A question that was given up is not asked
  then deviceReady device=DEVICE -> status
8.9 There is no status while the device is away
  away; requestAppStatus app=APP -> noAppStatus
8.9 An app was to be opened: {success|promptNotDisplayed|appAlreadyRunning|timeout}
  ready; openApp app=APP; opened "{success|promptNotDisplayed|appAlreadyRunning|timeout}"
    -> opened
8.9 An app is not opened while it is being opened
  ready; openApp app=APP; openApp app=APP -> refused
8.9 Nothing changes for a device that is ready
  ready; openApp app=APP; status "connected"; deviceReady device=DEVICE -> nothing
8.9 An app has not been opened after 30 s
  ready; openApp app=APP; wait 30000 -> opened
8.9 An answer to opening that comes after 30 s is late
  then opened ticket=2 -> fault
8.9 An app that was opened is opened again
  ready; openApp app=APP; opened; openApp app=APP -> openApp
8.9 An app is not opened while its device is {away|connected}
  {away|connected}; openApp app=APP -> refused
8.9 An answer is for the app of its ticket
  ready; openApp app=APP; registerApp app=OTHER_APP; openApp app=OTHER_APP;
    opened "promptNotDisplayed", ticket=2 -> opened
8.9 A status is for the app of its ticket
  ready; requestAppStatus app=APP; registerApp app=OTHER_APP; requestAppStatus app=OTHER_APP;
    app_status {"isInstalled": True, "version": 65535}, ticket=2 -> appStatus
8.10 No message is sent before the device is ready [sentBeforeReady]
  connected; send -> nothing
8.10 Messages wait until a connected device is ready [sentBeforeReady]
  away; send; newest; status "connected" -> status
8.10 A message in order ends with its connection [repeatedAfterConnection]
  ready; send; status "notConnected" -> status ended
8.10 Messages in order that have not begun are sent on the next connection [repeatedAfterConnection]
  ready; send; send; status "notConnected"; connect -> status send
8.10 A newest message waits for the next connection [lostWithConnection]
  ready; newest; status "notConnected" -> status
8.10 A newest message does not begin again at once [lostWithConnection]
  then connect -> status
8.10 A newest message is sent again on the next connection [lostWithConnection]
  then until_due -> send
8.10 An attempt that ended with its connection does not count
  then finish "timeout"; until_due; finish "timeout" -> retrying
8.10 A message ends with its connection if a newer one waits
  ready; newest; newest; status "notConnected" -> status ended
8.10 A result that comes after its connection is late [repeatedAfterConnection]
  ready; send; status "notConnected"; finish ticket=2 -> fault
8.10 A connection ends with the status {bluetoothNotReady|notFound} [repeatedAfterConnection]
  ready; send; status "{bluetoothNotReady|notFound}" -> status ended
& 8.10 The same status again does nothing, {bluetoothNotReady|notFound}
  then status "{bluetoothNotReady|notFound}" -> nothing
& 8.10 Another status is told while the device is away, after {bluetoothNotReady|notFound}
  then status "notConnected" -> status
8.10 A connection ends with the status invalidDevice [repeatedAfterConnection]
  ready; send; status "invalidDevice" -> status ended
8.10 The same status again does nothing, invalidDevice
  then status "invalidDevice" -> nothing
8.10 Another status is told while the device is away, after invalidDevice
  then status "notConnected" -> status
8.10 The status and opening end with the connection, before the message [repeatedAfterConnection]
  ready; requestAppStatus app=APP; openApp app=APP; send; status "notConnected"
    -> status noAppStatus opened ended
8.10 A question that waits ends with the connection
  connected; requestAppStatus app=APP; status "notConnected" -> status noAppStatus
8.10 A question that ended with its connection is not asked
  then connect -> status
8.10 All messages to a device end with its connection, in the order of the apps [repeatedAfterConnection]
  ready; registerApp app=OTHER_APP; send app=OTHER_APP; send; status "notConnected"
    -> status ended ended
8.10 A message to another device goes on
  ready; register FAR_APP, OTHER_DEVICE; connect OTHER_DEVICE; send app=FAR_APP;
    status "notConnected" -> status
8.10 A device that is connected again is as ready as before
  ready; send; status "connected" -> nothing
8.10 A device that is ready while it is away is connected, too
  away; send; deviceReady device=DEVICE -> status send
8.10 The connection of a device that is ready is nothing new
  then status "connected" -> nothing
8.10 A device that was lost and is ready is connected, too
  ready; status "notFound"; deviceReady device=DEVICE -> status
8.10 When a device is ready, first the questions are asked, then messages are sent
  connected; registerApp app=OTHER_APP; requestAppStatus app=OTHER_APP;
    requestAppStatus app=APP; send; deviceReady device=DEVICE
    -> status requestAppStatus requestAppStatus send
"""
