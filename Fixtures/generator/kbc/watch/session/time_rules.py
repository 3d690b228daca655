"""The rules of what comes late, and of time (clauses 8.13 to 8.15)."""

ROWS = """
8.12 Connect Mobile is missing: {showInstallAlert|needsToInstallConnectMobile}
  ready overridesInstallAlert={False|True}; chooseDevices; missing
    -> {showInstallAlert|needsToInstallConnectMobile}
& 8.12 Connect Mobile is missing for a store page: {showInstallAlert|needsToInstallConnectMobile}
  ready overridesInstallAlert={False|True}; showStorePage app=APP, storeID=STORE_ID; missing
    -> {showInstallAlert|needsToInstallConnectMobile}
& 8.12 The app wants to install Connect Mobile after {showInstallAlert|needsToInstallConnectMobile}
  ready overridesInstallAlert={False|True}; chooseDevices; missing; installConnectMobile
8.12 Connect Mobile is installed once for each time that it is missing
  then installConnectMobile -> refused
8.12 Connect Mobile is missing once for each request
  ready overridesInstallAlert=True; chooseDevices; missing; missing ticket=2 -> fault
8.12 An offer to install holds while the user chooses again
  ready overridesInstallAlert=True; chooseDevices; missing; chooseDevices; installConnectMobile
    -> openAppStore
8.12 An answer ends the offer to install
  ready overridesInstallAlert=True; chooseDevices; missing; answered; installConnectMobile
    -> refused
8.12 An answer ends the wait for Connect Mobile
  ready; chooseDevices; answered; missing ticket=2 -> fault
8.12 Only the last request can find Connect Mobile missing
  ready; chooseDevices; chooseDevices; missing ticket=2 -> fault
8.12 A URL that is not an answer ends no wait, {isTrusted|url}
  ready; chooseDevices; answered {isTrusted=False|url="rides:"}; missing -> showInstallAlert
8.12 The store page {of an app|for a device} that is not registered
  ready; showStorePage app={OTHER_APP|FAR_APP}, storeID=None -> openStorePage
8.12 The store page for a device that is not in the list
  ready; showStorePage app=UNKNOWN_APP, storeID=None -> refused
8.12 The URL has the parts of the configuration
  new appName="Rides & more", bundleIdentifier="a b", urlScheme="b", libraryVersion=9; run;
    chooseDevices -> openDeviceSelection
8.12 An answer that is not trusted is a fault while idle [untrustedAnswerTaken]
  ready; answered "", isTrusted=False -> fault
8.12 An answer that is not trusted is a fault while listed [untrustedAnswerTaken]
  new; run WATCH; answered "", isTrusted=False -> fault
8.12 A URL with {another scheme|a device without an identifier|an invalid percent sign} is a fault
  ready;
    answered url={"other://device-select-resp"|"rides://device-select-resp?d0Name=a"|"rides://device-select-resp?a=%"}
    -> fault
8.13 A list that is stored twice comes late
  new; run WATCH; answered; stored; stored ticket=2 -> fault
8.13 statusChanged of a device that is {not registered|unknown} comes late
  ready; statusChanged device={OTHER_DEVICE|UNKNOWN_DEVICE}, status="connected" -> fault
8.13 deviceReady of a device that is {not registered|unknown} comes late
  ready; deviceReady device={OTHER_DEVICE|UNKNOWN_DEVICE} -> fault
8.13 A message of another {app|device} is a fault
  ready; messageReceived app={OTHER_APP|FAR_APP}, content=1 -> fault
8.13 A message is passed on as it is
  ready;
    messageReceived app=APP, content={"dictionary": [[0, {"long": "5"}], ["a", [None, True, {"byteArray": "00ff"}]]]}
    -> received
8.13 Tickets go on after a stop
  ready; send; stop; start -> load
8.13 A ticket from before a stop is late
  then loaded WATCH; register APP; connect; send; finish ticket=2 -> fault
8.13 A ticket of another request is late
  ready; openApp app=APP; send; finish ticket=2 -> fault
8.14 A newest message is refused while the session is stopped
  new; send "newestOnly" -> ended
8.15 An earlier time is taken for the latest
  ready; send after=-5 -> send
8.15 A result that comes at the deadline counts
  ready; send; finish after=30000 -> ended
8.15 A status that comes at the deadline counts
  ready; requestAppStatus app=APP; app_status after=10000 -> noAppStatus
8.15 An answer to opening that comes at the deadline counts
  ready; openApp app=APP; opened after=30000 -> opened
8.15 Any event ends what is due, after it has been taken
  ready; send; chooseDevices after=30000 -> openDeviceSelection ended
8.15 What is due is done in order: the store, the message, the status, opening
  ready; openApp app=APP; requestAppStatus app=APP; send; send; newest; answered;
    stored "storeFailed"; wait 60000
8.15 A status is given up before the next message begins
  ready; requestAppStatus app=APP; send after=10000 -> noAppStatus send
8.15 What is due is done for one app after the other, in the order of registering
  ready; registerApp app=OTHER_APP; send app=OTHER_APP; send; wait 60000 -> ended ended
8.15 The deadline is the earliest of all apps
  ready; send; wait 29000; registerApp app=OTHER_APP; send app=OTHER_APP -> send
8.15 A message that waits for its device has no deadline
  ready; newest; finish; newest; status "notConnected" -> status
8.15 What is late does not move a deadline
  ready; send; finish ticket=90, after=29999 -> fault
"""
