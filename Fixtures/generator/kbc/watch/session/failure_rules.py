"""The rules of messages that fail, and of intervals (clauses 8.7 and 8.8)."""

ROWS = """
8.7 A message in order fails, {unknown|internalError}
  ready; send; send; finish "{unknown|internalError}" -> ended send
& 8.7 A newest message fails, {unknown|internalError}
  ready; newest; finish "{unknown|internalError}", after=1000 -> ended
8.7 A message in order fails, {deviceNotAvailable|deviceIsBusy} [busyAtOnce]
  ready; send; send; finish "{deviceNotAvailable|deviceIsBusy}" -> retrying
& 8.7 A newest message fails, {deviceNotAvailable|deviceIsBusy} [busyAtOnce newestQueued]
  ready; newest; finish "{deviceNotAvailable|deviceIsBusy}", after=1000 -> retrying
& 8.7 A message in order fails, {appNotFound|unsupportedType}
  ready; send; send; finish "{appNotFound|unsupportedType}" -> ended send
& 8.7 A newest message fails, {appNotFound|unsupportedType}
  ready; newest; finish "{appNotFound|unsupportedType}", after=1000 -> ended
8.7 A message in order fails, insufficientMemory
  ready; send; send; finish "insufficientMemory" -> ended send
8.7 A newest message fails, {insufficientMemory|timeout [busyAtOnce newestQueued]}
  ready; newest; finish "{insufficientMemory|timeout}", after=1000 -> {ended|retrying}
& 8.7 A message in order fails, {timeout|maximumRetries} [busyAtOnce sentTwice]
  ready; send; send; finish "{timeout|maximumRetries}" -> ended
8.7 A newest message fails, {maximumRetries [busyAtOnce newestQueued]|promptNotDisplayed}
  ready; newest; finish "{maximumRetries|promptNotDisplayed}", after=1000 -> {retrying|ended}
& 8.7 A message in order fails, {promptNotDisplayed|appAlreadyRunning}
  ready; send; send; finish "{promptNotDisplayed|appAlreadyRunning}" -> ended send
8.7 A newest message fails, appAlreadyRunning
  ready; newest; finish "appAlreadyRunning", after=1000 -> ended
8.7 A newest message is sent again after 2 s
  ready; newest; finish "deviceIsBusy"; until_due -> send
8.7 A message in order that was not delivered is sent again after 2 s
  ready; send; send; finish "deviceIsBusy"; until_due -> send
8.7 A message in order was not delivered twice
  then finish "deviceIsBusy" -> retrying
8.7 A message in order was not delivered three times [retriedForEver]
  then until_due; finish "deviceIsBusy" -> ended
8.7 A message in order that is sent again fails with a timeout [sentTwice]
  ready; send; send; finish "deviceIsBusy"; until_due; finish "timeout" -> ended
8.10 A message in order that waits to be sent again waits for the connection
  ready; send; send; finish "deviceIsBusy"; status "notConnected" -> status
8.10 A message in order is sent again on the next connection
  then wait 2000; connect -> status send
8.7 A newest message has its turn before one in order that is sent again [newestStarves]
  ready; send; newest; send; finish "deviceNotAvailable"; until_due -> send
8.7 A message in order is sent again after the newest one
  then finish -> ended send
8.5 A message that is sent again does not count among those that wait
  ready; 8x(send); finish "deviceIsBusy"; send -> nothing
8.5 8 messages wait after one that is sent again [queueUnbounded]
  then send -> ended
8.4 A message that is sent again ends before those that wait after it
  then unregisterApp app=APP
8.7 The next message in order is sent after 2 s [sentTwice]
  ready; send; send; finish "timeout"; until_due -> send
8.7 An app gets nothing for 2 s after a temporary failure [busyAtOnce]
  ready; send; finish "timeout"; send; newest -> nothing
8.7 Another app is sent messages after a temporary failure
  ready; registerApp app=OTHER_APP; send; finish "timeout"; send app=OTHER_APP -> send
8.7 A newest message has failed once
  ready; newest; finish "deviceIsBusy" -> retrying
8.7 A newest message has failed {twice|three times [retriedForEver]}
  then until_due; finish "deviceIsBusy" -> {retrying|ended}
8.7 The attempts of a new message begin again
  then newest; until_due; finish "deviceIsBusy" -> retrying
8.7 A message is not sent again if a newer one waits
  ready; newest; newest; finish "deviceIsBusy" -> ended
8.7 A newer message replaces one that waits for its next attempt
  ready; newest; finish "deviceIsBusy"; newest -> ended
8.7 A newest message that is sent again takes turns
  ready; newest; send; finish "deviceIsBusy"; until_due; finish -> ended send
8.8 A newest message waits if the last one began less than 1 s ago [newestTooOften]
  ready; newest; finish; newest -> nothing
8.8 Newest messages do not begin less than 1 s apart [newestTooOften]
  then until_due early=1 -> nothing
8.8 Newest messages begin 1 s apart
  ready; newest; finish; newest; until_due -> send
8.8 The interval is counted from the beginning of the last message
  ready; newest; finish after=1000; newest -> send
8.8 Messages in order keep no interval
  ready; newest; 2x(finish; send) -> send
8.8 Each app has an interval of its own
  ready; newest; finish; registerApp app=OTHER_APP; newest app=OTHER_APP -> send
8.8 The interval goes on when the connection ends [newestTooOften]
  ready; newest; finish; newest; status "notConnected"; connect -> status
8.8 The time after a temporary failure goes on when the connection ends [busyAtOnce]
  ready; send; finish "timeout"; send; status "notConnected"; connect -> status
"""
