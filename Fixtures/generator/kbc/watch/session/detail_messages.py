"""Details of clause 8: turns, attempts, progress, and what a temporary failure does not hold up."""

ROWS = """
8.8 A message in order that is sent again takes a turn
  ready; send; send; newest; finish "deviceIsBusy"; until_due; finish; newest; finish after=1000
    -> ended send
8.8 A newest message that is sent again takes a turn
  ready; newest; send; finish "deviceIsBusy"; until_due; finish; newest; send;
    finish "appNotFound", after=1000 -> ended send
8.8 A message in order had its turn, though it failed
  ready; send; send; newest; finish "timeout"; until_due -> send
8.8 A newest message had its turn, though it failed
  ready; send; finish; newest; send; newest; finish "appNotFound", after=1000 -> ended send
8.8 A newest message keeps the interval to one that was sent again
  ready; newest; finish "deviceIsBusy"; until_due; finish; newest -> nothing
8.6 A message of which all bytes were sent was not delivered, {deviceNotAvailable|deviceIsBusy}
  ready; send; progress 20; finish "{deviceNotAvailable|deviceIsBusy}" -> retrying
8.6 Progress begins again with the next attempt, {inOrder|newestOnly}
  ready; send "{inOrder|newestOnly}"; progress 10; finish "deviceIsBusy"; until_due; progress 5
    -> progress
8.6 Another total alone is not progress
  ready; send; progress 10; progress 10, 30, after=1000 -> nothing
8.6 A total that is less than what was sent is a fault
  ready; send; progress 10; progress 10, 9 -> fault
8.7 A message is sent after an app was not opened, {deviceNotAvailable|deviceIsBusy|timeout}
  ready; openApp app=APP; opened "{deviceNotAvailable|deviceIsBusy|timeout}"; send -> send
8.7 A message is sent after an app was not opened, maximumRetries
  ready; openApp app=APP; opened "maximumRetries"; send -> send
8.7 An app is opened soon after a temporary failure
  ready; send; finish "timeout"; openApp app=APP -> openApp
8.7 The status of an app is asked for soon after a temporary failure
  ready; send; finish "timeout"; requestAppStatus app=APP -> requestAppStatus
8.7 A question that waits is asked soon after a temporary failure
  ready; send; finish "timeout"; status "notConnected"; status "connected";
    requestAppStatus app=APP; deviceReady device=DEVICE -> status requestAppStatus
"""
