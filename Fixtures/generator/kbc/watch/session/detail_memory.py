"""Details of clause 8: what is kept and what is forgotten, and how often something is tried."""

ROWS = """
8.3 A store that failed 3 times is told, and tried again after 2 s
  new; run; answered; 2x(stored "storeFailed"; until_due); stored "storeFailed" -> fault
8.3 A store that failed 10 times is told, and tried again after 2 s
  then 7x(until_due; stored "storeFailed") -> fault
8.3 The answer of the store is waited for without a limit
  new; run; answered; wait 1000000 -> nothing
8.8 The time after a temporary failure is forgotten when an app is unregistered
  ready; send; finish "deviceIsBusy"; unregisterApp app=APP; registerApp app=APP; send -> send
8.8 The interval of newest messages is forgotten when an app is unregistered
  ready; newest; finish; unregisterApp app=APP; registerApp app=APP; newest -> send
8.8 The turns are forgotten when an app is unregistered
  ready; send; finish; unregisterApp app=APP; registerApp app=APP; status "notConnected"; send;
    newest; connect -> status send
8.8 The time after a temporary failure is forgotten when a device is unregistered
  ready; send; finish "deviceIsBusy"; unregisterDevice device=DEVICE; register APP; connect;
    send -> send
8.8 The interval of newest messages is forgotten when a device is unregistered
  ready; newest; finish; unregisterDevice device=DEVICE; register APP; connect; newest -> send
8.8 The turns are forgotten when a device is unregistered
  ready; send; finish; unregisterDevice device=DEVICE; register APP; connect;
    status "notConnected"; send; newest; connect -> status send
8.8 The time after a temporary failure is forgotten when a device is dropped from the list
  ready; send; finish "deviceIsBusy"; answered ""; answered BOTH; register APP; connect; send
    -> send
8.8 The interval of newest messages is forgotten when a device is dropped from the list
  ready; newest; finish; answered ""; answered BOTH; register APP; connect; newest -> send
8.8 The turns are forgotten when a device is dropped from the list
  ready; send; finish; answered ""; answered BOTH; register APP; connect; status "notConnected";
    send; newest; connect -> status send
8.8 The time after a temporary failure is forgotten when the session is stopped
  ready; send; finish "deviceIsBusy"; stop; start; loaded WATCH, OTHER_WATCH; register APP;
    connect; send -> send
8.8 The interval of newest messages is forgotten when the session is stopped
  ready; newest; finish; stop; start; loaded WATCH, OTHER_WATCH; register APP; connect; newest
    -> send
8.8 The turns are forgotten when the session is stopped
  ready; send; finish; stop; start; loaded WATCH, OTHER_WATCH; register APP; connect;
    status "notConnected"; send; newest; connect -> status send
8.9 A question for the status that waits is answered when its app goes
  connected; requestAppStatus app=APP; unregisterApp app=APP -> noAppStatus unregisterApp
8.9 A question for the status that waits is answered when its device goes
  connected; requestAppStatus app=APP; unregisterDevice device=DEVICE
    -> noAppStatus unregisterApp unregisterDevice
8.10 A newest message waits when 3 connections have ended
  ready; newest; 2x(status "notConnected"; connect; until_due); status "notConnected" -> status
8.10 A newest message waits when 10 connections have ended
  then 7x(connect; until_due; status "notConnected") -> status
8.10 Attempts that failed still count on the next connection
  ready; newest; 2x(finish "deviceIsBusy"; until_due; status "notConnected"; connect;
    until_due); finish "deviceIsBusy" -> ended
8.8 The turns go on when the connection ends
  ready; send; send; newest; status "notConnected"; connect -> status send
8.12 Only the last request can find Connect Mobile missing, chooseDevices and showStorePage
  ready; chooseDevices; showStorePage app=APP, storeID=STORE_ID; missing ticket=2 -> fault
8.12 The last request finds Connect Mobile missing, chooseDevices and showStorePage
  ready; chooseDevices; showStorePage app=APP, storeID=STORE_ID; missing -> showInstallAlert
8.12 Only the last request can find Connect Mobile missing, showStorePage and chooseDevices
  ready; showStorePage app=APP, storeID=STORE_ID; chooseDevices; missing ticket=2 -> fault
8.12 The last request finds Connect Mobile missing, showStorePage and chooseDevices
  ready; showStorePage app=APP, storeID=STORE_ID; chooseDevices; missing -> showInstallAlert
8.12 Only the last request can find Connect Mobile missing, showStorePage and showStorePage
  ready; showStorePage app=APP, storeID=STORE_ID; showStorePage app=APP, storeID=STORE_ID;
    missing ticket=2 -> fault
8.12 The last request finds Connect Mobile missing, showStorePage and showStorePage
  ready; showStorePage app=APP, storeID=STORE_ID; showStorePage app=APP, storeID=STORE_ID;
    missing -> showInstallAlert
8.12 Connect Mobile was missing twice, and is installed once
  ready overridesInstallAlert=True; chooseDevices; showStorePage app=APP, storeID=STORE_ID;
    missing; chooseDevices; missing; installConnectMobile; installConnectMobile -> refused
8.15 The latest time is kept when the session stops
  new; run WATCH, OTHER_WATCH; wait 1000000; stop; start after=-1000000; loaded WATCH; answered;
    stored "storeFailed" -> fault
"""
