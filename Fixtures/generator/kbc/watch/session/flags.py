"""The bugs of a plain session, each explained once (clause 12 of Docs/Watch.md)."""

from ...explained import explained

COMPANION_FLAGS = explained("""
listMerged: missingCheck
  A new list is added to the old one: the app goes on sending to a watch that its user no longer shares.
registrationLost: lostState
  A new list unregisters all watches: messages to a watch that is still shared are lost.
answerBeforeLoadedLost: race
  An answer that comes before the list is loaded is ignored: the choice is lost if the app was ended while its
  user chose.
loadOverwritesAnswer: race
  The list that is loaded replaces an answer that came before it: the user's choice is undone.
unreadableOverwritten: lostState
  A list that can't be loaded is replaced by an empty one: one failed read loses it for ever.
failedStoreForgotten: lostState
  A store that failed is not tried again: the choice is lost at the end of the app.
untrustedAnswerTaken: missingCheck
  An answer of somebody else is taken: any app can replace the list.
sentUnregistered: missingCheck
  A message to an app that is not registered is sent: nobody takes the result.
sentBeforeReady: order
  Messages are sent as soon as the watch is connected: they fail, because it is not ready.
twoAtATime: order
  A message is sent while another is being sent: the watch is busy, and their order is open.
queueUnbounded: missingLimit
  Any number of messages waits for an app: while the watch is away, memory fills up.
newestQueued: order
  Messages of which only the newest counts are all sent: the watch shows instructions that are long over.
newestStarves: order
  Messages in order always go first: as long as there are any, the watch shows an old instruction.
newestTooOften: missingLimit
  The newest message is sent as often as the watch takes it: its battery is soon empty.
sendNeverEnds: missingLimit
  A transfer that the transport never ends is waited for without end: nothing is sent to the app any more.
lateResultCounts: missingCheck
  A result that comes late counts for the next message: one that is lost is reported as sent.
sentTwice: repetition
  A message in order is sent again after a timeout: the watch's app may get it twice.
retriedForEver: missingLimit
  The newest message is sent again without end: a watch that is never free costs the phone its battery.
busyAtOnce: missingLimit
  A busy watch is sent the next message at once: all messages that wait fail in a row.
lostWithConnection: lostState
  The newest message is dropped when the connection ends: the watch shows an old instruction when it is back.
repeatedAfterConnection: repetition
  A message in order is sent again on the next connection: the watch's app may get it twice.
statusNeverEnds: missingLimit
  The status of an app is waited for without end: it can't be asked for again.
batchedStarve: order
  A batch is sent only if nothing else can be: as long as there is, what is batched fills memory, and is late.
batchedUnbounded: missingLimit
  Any number of messages waits for a batch: while the watch is away, memory fills up.
batchOfOneBare: specialCase
  A batch of one message is sent without its array: an app on the watch that reads arrays drops it.
batchTooLarge: missingLimit
  All messages that wait are joined, whatever their size: the watch refuses the batch, and all of them are lost.
batchTooOften: missingLimit
  A batch is sent as often as the watch takes it: nothing is joined, and the watch's battery is soon empty.
batchOrderLost: order
  A batch is filled up with later messages that still fit: a large message comes after those that were handed in
  after it.
batchSentTwice: repetition
  A batch is sent again after a timeout or on the next connection: the watch's app may get all its messages
  twice.
batchHalfEnded: lostState
  Only the first message of a batch ends: the app waits for the others without end.
neverAsked: missingLimit
  A connected watch that nobody calls ready is waited for without end: after Bluetooth was off, nothing is sent any
  more, and nobody is told.
messageProvesNothing: lostState
  A watch that sends a message is not taken for ready: what waits for it is not sent.
messageIsAProof: specialCase
  The second message of a watch that was called away makes it ready without an answer: both may be late, and what is
  sent then fails.
lateAnswerForgotten: lostState
  An answer that comes after 10 s proves nothing: a watch that is always slow is never ready.
askedTooOften: missingLimit
  A watch that does not answer is asked again at the same interval for ever: it costs both batteries.
transferTrickles: missingLimit
  A transfer that goes on by a byte now and then is waited for without end: nothing is sent to the app any more.
""")
