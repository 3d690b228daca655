"""The rules of batches: what they are made of, and when they begin (clause 8.16)."""

ROWS = r"""
8.16 The first batched message is sent at once, in an array [batchOfOneBare]
  ready; batched -> send
8.16 A batch of one array is an array in an array [batchOfOneBare]
  away; batched content=[1, 2]; connect -> status send
8.16 Batched messages that waited for the device are sent together
  several -> status send
8.16 A batched message waits while a batch is being sent
  ready; 3x(batched) -> nothing
8.16 What was handed in while a batch was being sent goes together
  then finish after=10000 -> ended send
8.16 A newest message does not end the wait for a batch [batchTooOften]
  ready; batched; finish; many 2; newest; finish -> ended
8.16 Batched messages that were handed in at different times go together
  then until_due -> send
8.16 Each app has batches of its own
  away; registerApp app=OTHER_APP; many 2; batched app=OTHER_APP; batched app=OTHER_APP; connect
    -> status send send
8.16 A batch waits if the last one began less than 10 s ago [batchTooOften]
  several; finish; batched -> nothing
8.16 Batches do not begin less than 10 s apart [batchTooOften]
  then until_due early=1 -> nothing
8.16 Batches begin 10 s apart
  several; finish; batched; batched; until_due -> send
8.16 The interval of batches is counted from the beginning of the last one [batchOfOneBare]
  several; finish after=10000; batched -> send
8.16 The interval of batches goes on when the connection ends [batchTooOften]
  several; finish; batched; status "notConnected"; connect -> status
8.16 An app that is registered again has no interval of before
  several; finish; unregisterApp app=APP; registerApp app=APP; batched -> send
8.16 A batch keeps no interval to another message, {inOrder|newestOnly}
  ready; send "{inOrder|newestOnly}"; finish; batched -> send
& 8.16 Another message keeps no interval to a batch, {inOrder|newestOnly}
  several; finish; send "{inOrder|newestOnly}" -> send
8.16 Each app has an interval of batches of its own
  several; finish; registerApp app=OTHER_APP; batched app=OTHER_APP -> send
8.16 A batch that failed begins the interval, too [batchTooOften]
  several 1; finish "appNotFound"; batched -> nothing
8.16 Two messages have exactly as many bytes, 23
  away maximumByteCount=23; batched content=1; batched content=2; connect
8.16 Two messages have one too many bytes, 22 [batchTooLarge batchOfOneBare]
  away maximumByteCount=22; batched content=1; batched content=2; connect
8.16 The message that did not fit goes with the next batch, bytes
  then finish after=10000 -> ended send
8.16 Two messages have exactly as many bytes of texts, 41
  away maximumByteCount=41; batched content="ab"; batched content="cd"; connect
8.16 Two messages have one too many bytes of texts, 40 [batchTooLarge batchOfOneBare]
  away maximumByteCount=40; batched content="ab"; batched content="cd"; connect
8.16 The message that did not fit goes with the next batch, bytes of texts
  then finish after=10000 -> ended send
8.16 Two messages have exactly as many bytes of equal texts, 36
  away maximumByteCount=36; batched content="ab"; batched content="ab"; connect
8.16 Two messages have one too many bytes of equal texts, 35 [batchTooLarge batchOfOneBare]
  away maximumByteCount=35; batched content="ab"; batched content="ab"; connect
8.16 The message that did not fit goes with the next batch, bytes of equal texts
  then finish after=10000 -> ended send
8.16 Two messages have exactly as many values, 5
  away maximumValueCount=5; batched content=[1]; batched content=[2]; connect
8.16 Two messages have one too many values, 4 [batchTooLarge batchOfOneBare]
  away maximumValueCount=4; batched content=[1]; batched content=[2]; connect
8.16 The message that did not fit goes with the next batch, values
  then finish after=10000 -> ended send
8.16 A small message does not overtake a large one that does not fit [batchTooLarge batchOrderLost]
  away maximumByteCount=40; batched content=1; batched content="a long text"; batched content=3;
    batched content=4; connect
8.16 A large message goes before the small one that was handed in after it [batchOrderLost]
  then finish after=10000 -> ended send
8.16 All messages of a batch have the depth that one of them may have
  away maximumDepth=3; batched content=1; batched content=[2];
    batched content={"dictionary": [[3, 4]]}; connect -> status send
8.16 A batch has 64 messages
  ready; batched; many 64; finish after=10000 -> ended send
8.16 A message that is too large in an array is refused
  ready maximumByteCount=17; batched content=1 -> ended
8.16 A message that would be too large in an array is sent without one
  ready maximumByteCount=17; send content=1 -> send
8.16 A message that is just not too {large|deep} in an array is sent
  ready {maximumByteCount=18|maximumDepth=3}; batched content={1|[1]} -> send
& 8.16 A message that is {too deep|of too many values} in an array is refused
  ready {maximumDepth=2|maximumValueCount=2}; batched content=[1] -> ended
8.16 A message that is just not of too many values in an array is sent
  ready maximumValueCount=3; batched content=[1] -> send
8.16 A batched message with a zero byte in a text is refused
  ready; batched content="a\x00b" -> ended
8.16 A batched message that was refused is in no batch
  away; batched; batched content="\x00"; batched; connect -> status send
8.5 64 messages wait for a batch
  away; many 64 -> nothing
8.5 64 messages wait while a batch is being sent
  ready; many 65 -> nothing
8.5 64 messages wait after a batch that is sent again
  several 2; finish "deviceIsBusy"; many 64 -> nothing
8.5 65 messages wait for a batch [batchedUnbounded]
  away; many 65 -> ended
8.5 65 messages wait while a batch is being sent [batchedUnbounded]
  ready; many 66 -> ended
8.5 65 messages wait after a batch that is sent again [batchedUnbounded]
  several 2; finish "deviceIsBusy"; many 65 -> ended
8.5 One batched message too many that can't be serialised is refused for that
  away; many 64; batched content="\x00" -> ended
8.5 A message in order does not count among those that are batched
  away; many 64; send -> nothing
8.5 A batched message does not count among those in order
  away; 8x(send); batched -> nothing
8.11 A batched message to an app that is not registered is refused [sentUnregistered]
  ready; batched app=OTHER_APP -> ended
8.5 A message in order goes before a batch
  away; newest; batched; send; connect -> status send
8.5 A batch goes after a message in order, before a newest one [batchedStarve]
  then finish -> ended send
8.5 A newest message goes after a batch
  then finish -> ended send
8.5 A batch goes before a newest message [batchedStarve]
  away; newest; batched; connect -> status send
8.5 A newest message goes after a batch, though one in order waits [newestStarves]
  ready; batched; newest; batched; send; finish after=10000 -> ended send
8.5 A message in order goes after a newest one, before a batch
  then newest; finish -> ended send
8.5 A batch that may not begin yet misses its turn
  ready; batched; finish; send; batched; send; newest; finish -> ended send
8.5 A batch that may not begin yet does not hold up messages in order
  ready; batched; finish; send; batched; send; finish -> ended send
8.5 A batch has its turn once it may begin [batchedStarve]
  ready; batched; finish; send; batched; send; finish after=10000 -> ended send
8.16 All messages of a batch hear its result, {success|unknown|internalError} [batchHalfEnded]
  several; finish "{success|unknown|internalError}" -> ended ended ended
8.16 All messages of a batch hear its result, {deviceNotAvailable|unsupportedType [batchHalfEnded]}
  several; finish "{deviceNotAvailable|unsupportedType}"
    -> {retrying retrying retrying|ended ended ended}
& 8.16 All messages of a batch hear its result, {appNotFound|insufficientMemory} [batchHalfEnded]
  several; finish "{appNotFound|insufficientMemory}" -> ended ended ended
& 8.16 All messages of a batch hear its result, {deviceIsBusy|timeout [batchHalfEnded batchSentTwice]}
  several; finish "{deviceIsBusy|timeout}" -> {retrying retrying retrying|ended ended ended}
8.16 All messages of a batch hear its result, maximumRetries [batchHalfEnded batchSentTwice]
  several; finish "maximumRetries" -> ended ended ended
8.16 All messages of a batch hear its result, promptNotDisplayed [batchHalfEnded]
  several; finish "promptNotDisplayed" -> ended ended ended
8.16 All messages of a batch hear its result, appAlreadyRunning [batchHalfEnded]
  several; finish "appAlreadyRunning" -> ended ended ended
8.6 A batch without a result fails after 30 s [batchHalfEnded batchSentTwice sendNeverEnds]
  several; wait 30000 -> ended ended ended
8.16 All messages of a batch hear its progress
  several; progress 5 -> progress progress progress
8.6 The same progress of a batch again is nothing new
  then progress 5, after=1000 -> nothing
8.6 Progress gives a batch another 30 s
  several; progress 5, after=20000; wait 29999 -> nothing
8.7 An app gets nothing for 2 s after a batch that failed for now [busyAtOnce batchHalfEnded]
  several 2; send; finish "timeout" -> ended ended
8.6 A second result of a batch is late
  several 2; finish; finish ticket=2 -> fault
8.16 A batch was not delivered once
  several 2; batched; finish "deviceIsBusy" -> retrying retrying
8.16 A batch is sent again as it was, after {once|twice}
  then batched; until_due -> send
& 8.16 A batch was not delivered {twice|three times [retriedForEver batchHalfEnded]}
  then finish "deviceIsBusy" -> {retrying retrying|ended ended}
8.16 A batch is not sent again within 10 s [batchTooOften]
  several 2; finish "deviceIsBusy"; until_due early=1 -> nothing
8.16 Those that waited are sent after a batch that failed three times
  several 2; batched; 3x(finish "deviceIsBusy"; batched; until_due) -> send
8.16 The attempts of a new batch begin again
  then finish "deviceIsBusy" -> retrying retrying retrying retrying
8.16 Those that waited are sent after a batch that is sent again [batchHalfEnded]
  several 2; batched; finish "deviceIsBusy"; until_due; finish after=10000 -> ended ended send
8.16 A batch that is sent again fails with a timeout [batchSentTwice batchHalfEnded]
  several 2; finish "deviceIsBusy"; until_due; finish "timeout" -> ended ended
8.16 Other messages do not wait for a batch that is sent again
  several 2; finish "deviceIsBusy"; send; newest; until_due -> send
8.16 A newest message has its turn before a batch that is sent again
  several 2; newest; finish "deviceIsBusy", after=9000; until_due -> send
8.16 A batch is sent again after the newest message
  then finish -> ended send
8.16 A batch is sent again after 2 s if its interval is over
  several 2; finish "deviceIsBusy", after=10000; until_due -> send
8.10 All messages of a batch end with its connection [batchSentTwice batchHalfEnded]
  several 2; batched; status "notConnected" -> status ended ended
8.10 Batched messages that have not begun are sent on the next connection [batchSentTwice]
  then wait 10000; connect -> status send
8.10 No batch is sent before the device is ready [sentBeforeReady]
  connected; batched -> nothing
8.10 A batch that waits to be sent again waits for the connection
  several 2; batched; finish "deviceIsBusy"; status "notConnected" -> status
8.10 A batch is sent again on the next connection
  then wait 10000; connect -> status send
8.10 A result of a batch that comes after its connection is late [batchHalfEnded]
  several 2; status "notConnected"; finish ticket=2 -> fault
8.4 {unregisterApp|stop} drops all kinds of messages in order while a batch is sent again
  several 2; batched; newest; newest; send; send; finish "deviceIsBusy", after=10000;
    {unregisterApp app=APP|stop}
8.4 {unregisterApp|stop} drops all kinds of messages in order while a newest message is being sent
  several 2; batched; newest; newest; send; send; finish "deviceIsBusy", after=10000; wait 2000;
    {unregisterApp app=APP|stop}
8.4 {unregisterApp|stop} drops all kinds of messages in order while a batch is being sent
  several 2; batched; newest; send; {unregisterApp app=APP|stop}
8.4 An app that is registered again has no batched messages
  several 2; unregisterApp app=APP; registerApp app=APP -> registerApp
8.6 A result of a batch is late once its app was unregistered
  several 2; batched; unregisterApp app=APP; registerApp app=APP; finish ticket=2 -> fault
8.14 A batched message is refused while the session is stopped
  new; batched -> ended
"""
