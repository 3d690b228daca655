"""The rules of messages: their kinds, their turns, and one at a time (clauses 8.5 and 8.6)."""

ROWS = r"""
8.5 A message waits while another is being sent [twoAtATime]
  ready; send; send -> nothing
8.5 A newest message waits while another is being sent [newestQueued]
  ready; newest; newest -> nothing
8.5 A newer message replaces the one that waits [newestQueued]
  then newest -> ended
8.5 Only the newest message is sent [newestQueued]
  then finish after=1000 -> ended send
8.5 The newest of the messages that waited for the device is sent [newestQueued]
  away; newest; newest; connect -> status send
8.5 A newest message is sent as transient [newestQueued]
  ready; newest -> send
8.5 8 messages wait for one app
  away; 8x(send) -> nothing
8.5 8 messages wait while another is being sent
  ready; 9x(send) -> nothing
8.5 9 messages wait for one app [queueUnbounded]
  away; 9x(send) -> ended
8.5 9 messages wait while another is being sent [queueUnbounded]
  ready; 10x(send) -> ended
8.5 Messages to another app wait apart
  away; registerApp app=OTHER_APP; 8x(send); send app=OTHER_APP -> nothing
8.5 A newest message does not count among those in order
  then newest -> nothing
8.5 A message that is {too large|too deep|of too many values} is refused
  ready {maximumByteCount=12|maximumDepth=1|maximumValueCount=1}; send content={1|[1]|[1]}
    -> ended
& 8.5 A message that is just not {too large|too deep|of too many values} is sent
  ready {maximumByteCount=13|maximumDepth=2|maximumValueCount=2}; send content={1|[1]|[1]}
    -> send
8.5 A message with a zero byte in a text is refused
  ready; send content="a\x00b" -> ended
8.5 A newest message that is refused replaces nothing [newestQueued]
  ready; newest; newest; newest content="\x00" -> ended
8.5 One message too many that can't be serialised is refused for that
  away; 8x(send); send content="\x00" -> ended
8.5 A message in order goes first
  away; newest; send; connect -> status send
8.5 A newest message goes after one in order [newestStarves]
  away; send; send; newest; connect; finish -> ended send
8.5 A message in order goes after a newest one, though a newer one waits
  ready; newest; send; newest; finish after=1000 -> ended send
8.5 A newest message has its turn before the next one in order [newestStarves]
  then send; finish -> ended send
8.5 A newest message that may not begin yet does not hold up one in order
  ready; newest; finish; send; newest; send; finish -> ended send
8.5 A newest message has its turn once it may begin [newestStarves]
  ready; newest; finish; send; newest; send; finish after=1000 -> ended send
8.5 Messages in order are sent in order
  ready; 3x(send); finish -> ended send
8.6 Messages to two apps are sent at a time
  ready; registerApp app=OTHER_APP; send; send app=OTHER_APP -> send
8.6 A message without a result fails after 30 s [sendNeverEnds]
  ready; send; wait 30000 -> ended
8.6 A newest message without a result is sent again [sendNeverEnds]
  ready; newest; wait 30000 -> retrying
8.6 Progress gives a message another 30 s
  ready; send; progress 5, after=20000; wait 29999 -> nothing
8.6 A message without progress for 30 s fails [sendNeverEnds]
  then wait 1 -> ended
8.6 The next message is sent after one without a result [sendNeverEnds]
  ready; send; send; wait 30000; until_due -> send
8.6 A late result counts for no other message, success [lateResultCounts]
  then finish "success", ticket=2 -> fault
8.6 A late result counts for no other message, {appNotFound|deviceIsBusy} [lateResultCounts]
  ready; send; send; wait 30000; until_due; finish "{appNotFound|deviceIsBusy}", ticket=2
    -> fault
8.6 Late progress counts for no other message
  ready; send; finish "appNotFound"; send; progress 20, ticket=2 -> fault
8.6 A second result of a message is late
  ready; send; finish; finish ticket=2 -> fault
8.6 Success after a failure is late
  ready; send; finish "appNotFound"; finish ticket=2 -> fault
8.6 A result ends the message with its ticket [lateResultCounts]
  ready; send; registerApp app=OTHER_APP; send app=OTHER_APP; finish ticket=3 -> ended
8.6 Progress of no byte yet
  ready; send; progress 0, 20 -> nothing
8.6 Progress of all bytes
  ready; send; progress 20, 20 -> progress
8.6 Progress of more bytes than there are
  ready; send; progress 21, 20 -> fault
8.6 Progress of as many bytes as can be
  ready; send; progress "4294967295", "4294967295" -> progress
8.6 Progress of bytes of none
  ready; send; progress 20, 0 -> fault
8.6 The same progress again is nothing new
  ready; send; progress 10; progress 10, after=1000 -> nothing
8.6 The same progress again gives a message no more time
  then wait 29000 -> ended
8.6 Progress does not go back
  ready; send; progress 10; progress 9, after=1000 -> fault
8.6 Progress that went back counts for nothing
  then progress 10 -> nothing
8.6 Progress may have another total
  ready; send; progress 10; progress 11, 30 -> progress
8.6 Progress begins again with the next message
  ready; send; send; progress 10; finish; progress 5 -> progress
"""
