"""The rules of a device that nobody calls ready, of a silent app, and of a transfer without end (8.6, 8.9, 8.17)."""

ROWS = """
8.17 The question for a status waits for the device to be ready
  connected; requestAppStatus app=APP -> nothing
8.17 A connected device that nobody calls ready is not asked before 5 s [neverAsked]
  connected; until_due early=1 -> nothing
8.17 A connected device that nobody calls ready is asked after 5 s [neverAsked]
  connected; until_due -> requestAppStatus
8.17 A device that answers is ready [neverAsked]
  then app_status {"isInstalled": True, "version": 3} -> status
8.17 A device that has no such app and says so is ready
  connected; until_due; app_status {"isInstalled": False, "version": 0} -> status
8.17 A message that waits is sent when the device has answered [neverAsked]
  connected; send; until_due; app_status {"isInstalled": True, "version": 3} -> status send
8.17 A message from the watch makes a connected device ready [messageProvesNothing]
  connected; send; messageReceived app=APP, content=1 -> status received send
8.17 A message from the watch makes a device ready whose status nobody told [messageProvesNothing]
  away; messageReceived app=APP, content=1 -> status received
8.17 A device that is away and from which a message comes is asked at once [messageProvesNothing]
  away; status "notConnected"; messageReceived app=APP, content=1 -> received requestAppStatus
8.17 A device that was away and answers is ready
  then app_status {"isInstalled": True, "version": 3} -> status
8.17 A device that was away and does not answer is asked again
  away; status "notConnected"; messageReceived app=APP, content=1; until_due -> fault
8.17 A device that was away is away again when the transport says so
  away; status "notConnected"; messageReceived app=APP, content=1; status "notConnected"
    -> status
8.17 A message of an app that is not registered proves nothing
  connected; messageReceived app=OTHER_APP, content=1 -> fault
8.17 A device whose status nobody tells is asked 5 s after it was registered [neverAsked]
  away; until_due -> requestAppStatus
8.17 A device whose status nobody tells and that answers is ready
  then app_status {"isInstalled": True, "version": 3} -> status
8.17 A device that is not connected is not asked
  away; status "notConnected"; wait 200000 -> nothing
8.17 A device without an app is not asked
  new; run WATCH, OTHER_WATCH; register; status "connected"; wait 200000 -> nothing
8.17 A device that nobody calls ready is asked when it has an app, if its time has passed
  then registerApp app=APP -> registerApp requestAppStatus
8.17 A device that does not answer within 10 s is told, and once more [neverAsked]
  connected; until_due; until_due -> unresponsive fault
8.17 A device that does not answer is asked again after 10 s
  then until_due -> requestAppStatus
8.17 A device is told unresponsive once
  then app_status -> fault
8.17 A device is asked again after 20 s [askedTooOften]
  then until_due -> requestAppStatus
8.17 A device is asked again after 40 s [askedTooOften]
  then app_status; until_due -> requestAppStatus
8.17 A device is asked again after 60 s, the fourth time [askedTooOften]
  then app_status; until_due -> requestAppStatus
8.17 A device is asked again after 60 s, the fifth time [askedTooOften]
  then app_status; until_due -> requestAppStatus
8.17 A device is asked again after 60 s, the sixth time [askedTooOften]
  then app_status; until_due -> requestAppStatus
8.17 A device that answers at last is ready
  then app_status {"isInstalled": True, "version": 3} -> status
8.17 The times begin anew with each connection
  connected; 4x(until_due; app_status); status "notConnected"; status "connected"; until_due
    -> requestAppStatus
8.17 An unresponsive device is told anew with each connection
  then app_status -> unresponsive fault
8.17 The wait begins when the device is connected, not when it was registered
  away; wait 4000; status "connected"; wait 4999 -> nothing
8.17 A connection that is told again does not begin the wait anew
  connected; statusChanged device=DEVICE, status="connected", after=4000; until_due -> requestAppStatus
8.17 A device that is called ready while it is asked is ready
  connected; until_due; deviceReady device=DEVICE -> status
8.17 What it then answers is told nobody
  then app_status {"isInstalled": True, "version": 3} -> nothing
8.17 What a ready device does not answer to the session is told nobody
  connected; until_due; deviceReady device=DEVICE; until_due -> nothing
8.17 A device that is lost while it is asked
  connected; until_due; status "notConnected" -> status
8.17 An answer that comes after the connection is late
  then app_status {"isInstalled": True, "version": 3}, ticket=2 -> fault
8.17 An app that is unregistered while its device is asked is told nothing
  connected; until_due; unregisterApp app=APP -> unregisterApp
8.17 Another app is asked about when the one that was is unregistered
  connected; registerApp app=OTHER_APP; until_due; unregisterApp app=APP
    -> unregisterApp requestAppStatus
8.17 Another app is asked about each time
  connected; registerApp app=OTHER_APP; until_due; app_status; until_due -> requestAppStatus
8.17 The first app is asked about again after the last
  then app_status; until_due -> requestAppStatus
8.17 The status that the app waits for is asked for
  connected; registerApp app=OTHER_APP; requestAppStatus app=OTHER_APP; wait 4980
    -> requestAppStatus
8.17 The answer is told after the device is ready
  then app_status {"isInstalled": True, "version": 3} -> status appStatus
8.17 All questions that wait are asked
  connected; registerApp app=OTHER_APP; requestAppStatus app=OTHER_APP; requestAppStatus app=APP;
    wait 4970 -> requestAppStatus requestAppStatus
8.17 One of two questions without an answer proves nothing
  then app_status -> noAppStatus
8.17 Two questions without an answer are one that failed
  then app_status -> noAppStatus unresponsive fault
8.17 A question is asked at once after one that failed
  connected; until_due; app_status; requestAppStatus app=APP -> requestAppStatus
8.17 Such a question without an answer has failed, too
  then until_due -> noAppStatus fault
8.17 The app joins the question that the session asks
  connected; until_due; requestAppStatus app=APP -> nothing
8.17 The time of a question that the app joined counts from when the session asked
  connected; until_due; requestAppStatus app=APP, after=6000; wait 3999 -> nothing
8.17 A question that the session asked and the app joined ends for both
  then wait 1 -> noAppStatus unresponsive fault
8.17 An answer that comes too late is one [lateAnswerForgotten]
  connected; until_due; until_due; app_status {"isInstalled": True, "version": 3}, ticket=2
    -> fault status
8.17 A late answer without a status is none
  connected; until_due; until_due; app_status ticket=2 -> fault
8.17 A late answer of the connection before is none
  connected; until_due; until_due; status "notConnected"; status "connected";
    app_status {"isInstalled": True, "version": 3}, ticket=2 -> fault
8.17 A message that waits is sent after a late answer
  connected; send; until_due; until_due; app_status {"isInstalled": True, "version": 3}, ticket=2
    -> fault status send
8.17 A late answer of a ready device is late
  ready; requestAppStatus app=APP; until_due;
    app_status {"isInstalled": True, "version": 3}, ticket=2 -> fault
8.17 A question that was asked later does not excuse a device
  connected; registerApp app=OTHER_APP; requestAppStatus app=APP; until_due;
    requestAppStatus app=OTHER_APP, after=200; wait 9800 -> noAppStatus unresponsive fault
8.17 The answer is for the app, too
  connected; until_due; requestAppStatus app=APP; app_status {"isInstalled": True, "version": 3}
    -> status appStatus
8.17 A device whose status nobody told has none while it is asked
  away; until_due; requestAppStatus app=APP -> noAppStatus
8.17 Devices are asked in the order of the list, after the deadlines of apps
  new; run WATCH, OTHER_WATCH; register FAR_APP, OTHER_DEVICE; register APP;
    wait 6000 -> requestAppStatus requestAppStatus
8.17 A device that is chosen again goes on waiting
  connected; answered after=2000; until_due -> requestAppStatus
8.9 The status is unknown because the device is {away|connected}
  {away|connected}; requestAppStatus app=APP; wait 10000
8.9 The status is unknown because the app is unregistered, {unregisterDevice device=DEVICE|unregisterAllDevices|stop}
  ready; requestAppStatus app=APP; {unregisterDevice device=DEVICE|unregisterAllDevices|stop}
8.9 Two questions in a row without an answer are told
  ready; 2x(requestAppStatus app=APP; app_status) -> noAppStatus fault
8.9 A third one is not told again
  then requestAppStatus app=APP; until_due -> noAppStatus
8.9 An answer between them counts
  ready; requestAppStatus app=APP; app_status; requestAppStatus app=APP;
    app_status {"isInstalled": True, "version": 1}; requestAppStatus app=APP; app_status
    -> noAppStatus
8.9 The questions of each app are counted
  ready; registerApp app=OTHER_APP; requestAppStatus app=APP; app_status;
    requestAppStatus app=OTHER_APP; app_status -> noAppStatus
8.9 A device that was not ready is not a silent app
  ready; requestAppStatus app=APP; app_status; status "notConnected"; status "connected";
    until_due; requestAppStatus app=APP; app_status -> noAppStatus unresponsive fault
8.4 All apps are unregistered, and their devices stay
  ready; registerApp app=OTHER_APP; send app=OTHER_APP; requestAppStatus app=APP;
    unregisterAllApps -> noAppStatus unregisterApp ended unregisterApp
8.4 An app is registered again on a device that stayed ready
  then registerApp app=APP -> registerApp
8.14 unregisterAllApps while the session is {stopped|loading}
  new; {wait 1|start}; unregisterAllApps -> refused
8.4 unregisterAllApps without an app
  ready None; unregisterAllApps -> nothing
8.6 A message that makes progress has failed after 120 s [transferTrickles]
  ready; send; progress 1, 90, after=29000; progress 2, 90, after=29000;
    progress 3, 90, after=29000; progress 4, 90, after=29000; wait 4000 -> ended
8.6 A message that makes progress has not failed before 120 s
  ready; send; progress 1, 90, after=29000; progress 2, 90, after=29000;
    progress 3, 90, after=29000; progress 4, 90, after=29000; wait 3999 -> nothing
8.6 A newest message that trickles is sent again
  ready; newest; progress 1, 90, after=29000; progress 2, 90, after=29000;
    progress 3, 90, after=29000; progress 4, 90, after=29000; wait 4000 -> retrying
8.6 Each attempt has its 120 s
  then until_due; progress 1, 90, after=29000; progress 2, 90, after=29000; wait 29999
    -> nothing
8.15 A status that comes at the deadline is told
  ready; requestAppStatus app=APP;
    app_status {"isInstalled": True, "version": 1}, after=10000 -> appStatus
8.9 What a device does not answer to the session does not count for the app
  connected; until_due; deviceReady device=DEVICE; until_due; requestAppStatus app=APP; app_status
    -> noAppStatus
8.9 The time for a status counts from when it is asked for [statusNeverEnds]
  connected; requestAppStatus app=APP; deviceReady device=DEVICE, after=4000; wait 10000
    -> noAppStatus
8.9 A status may come 10 s after it was asked for
  connected; requestAppStatus app=APP; deviceReady device=DEVICE, after=4000; wait 9999 -> nothing
8.4 unregisterAllApps while the device is listed
  new; run WATCH; unregisterAllApps -> nothing
8.4 unregisterAllApps while the device is {away|connected}
  {away|connected}; unregisterAllApps -> unregisterApp
8.4 unregisterAllApps while a message waits
  away; send; unregisterAllApps -> ended unregisterApp
"""

DOUBTED_ROWS = """
8.17 A second message proves nothing of a device that was called away [messageIsAProof]
  away; status "notConnected"; 2x(messageReceived app=APP, content=1) -> received
8.17 Nor does one that comes when the device was asked in vain [messageIsAProof]
  away; status "notConnected"; messageReceived app=APP, content=1; until_due;
    messageReceived app=APP, content=1 -> received
8.17 A further message has the device asked 5 s later
  away; status "notConnected"; messageReceived app=APP, content=1; until_due;
    messageReceived app=APP, content=1; wait 5000 -> requestAppStatus
8.17 A further message has it asked no sooner
  away; status "notConnected"; messageReceived app=APP, content=1; until_due;
    messageReceived app=APP, content=1; wait 4999 -> nothing
8.17 A further message does not put off the question
  away; status "notConnected"; messageReceived app=APP, content=1; until_due;
    messageReceived app=APP, content=1, after=9000; wait 1000 -> requestAppStatus
8.17 A device that was called away and answers too late is ready
  away; status "notConnected"; messageReceived app=APP, content=1; until_due;
    app_status {"isInstalled": True, "version": 3}, ticket=2 -> fault status
8.17 A device that was called away and asked is connected when the transport says so
  away; status "notConnected"; messageReceived app=APP, content=1; status "connected";
    messageReceived app=APP, content=1 -> status received
8.17 A device that is called away again is asked again after the next message
  away; status "notConnected"; messageReceived app=APP, content=1; status "notConnected";
    2x(messageReceived app=APP, content=1) -> received
"""
