"""The bugs of a plain implementation of pairing, each explained once (clause 9 of Docs/Pairing.md)."""

from ..explained import explained

PAIRING_FLAGS = explained("""
secondClaimantAccepted: race
  The last claim wins: two clients believe that they are paired.
claimOutlivesItsLink: race
  A claim stays when its link ends: the server waits for a client that remembers nothing.
claimTold: race
  Others are told of a claim that is not stored: a client forgets its server because of somebody who may never
  be paired.
answeredBeforeStored: order
  A claim is confirmed before it is stored: after a crash the client forgets a server that nobody unpaired.
toldBeforeStored: order
  UNPAIRED is told before it is stored: after a crash the server waits for a client that has forgotten it.
namedBeforeStored: order
  A new name is shown before it is stored: after a crash the other end looks for a name that is gone.
failedStoreCounts: order
  A store that failed counts as done: the names are lost at the end of the program.
noReadBack: missingCheck
  The client stores the server's name without reading its own back: it remembers a server that is paired with
  another.
connectedOnceAccepted: missingCheck
  The client is connected as soon as its write is accepted: it shows instructions of a server that may not
  remember it.
forgetsOnError: misreadKind
  An error counts as UNPAIRED: the client forgets a server that only refused it.
neverLooksAgain: missingCheck
  A connected client never reads the paired client name: it stays when it was unpaired.
noLease: missingLimit
  A client counts as connected while its reads are not answered: two clients are shown as connected.
claimNotHeldBack: missingLimit
  A claim is accepted at once after unpairing: the last client is still connected.
noWaitAfterLaunch: missingLimit
  A claim is accepted at once after a launch: a client from before the launch may be connected.
copyAccepted: missingCheck
  The client's name is accepted on another link while the client is connected: its copy takes its place.
anybodyUnpairs: missingCheck
  UNPAIRED is accepted from anybody: a stranger can unpair the client.
linksTakenForOne: missingCheck
  What was read on an earlier link counts, although the radio did not tell its end: the server is paired with a
  client that remembers nothing.
chunksOfTwoValues: missingCheck
  Later chunks are read from the value that is there by then: a name with another's end.
""")
