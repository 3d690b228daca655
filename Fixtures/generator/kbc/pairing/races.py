"""The races of clause 3, at each end."""

CLIENT = """
3.1 Two claimants: the one that was slower leaves the server
  readingBack; value OTHER; read_names PEER, OTHER, peer=8 @scanning
3.3 A claim without a claimant: nothing is remembered before the claim
  claiming; disconnected -> startScan
3.5 Unpaired while away: the client forgets when it is back
  known "pairedName"; value UNPAIRED @idle
3.6 Unpaired too early: the client that still has its server claims it again
  known "pairedName"; value OWN -> writePairedName
3.7 Slow to leave: the client has left when its lease is over [noLease]
  connected; until_due; wait 6000 @scanning
3.8 A copied device: the copy is refused, and keeps its server [forgetsOnError]
  known "claiming"; failed @scanning
3.9 A rotated name: the server's client of that name is another
  known "pairedName"; value OTHER @idle
3.10 The name before the store: a server with another name is another
  known "serverName"; value OTHER @scanning
3.11 A spoofed name: who has the server's name is taken for it
  known "confirming"; value OWN @connected
"""

SERVER = """
3.1 Two claimants: the second is refused [secondClaimantAccepted]
  unpaired; read 1; read 2; write PEER, 1; write OTHER, 2 -> refuse
3.2 The write's response is lost: the claimant may claim again
  claimed; claim 2 -> accept
3.3 A claim without a claimant: the next client may claim [claimOutlivesItsLink]
  claimed; lost; write OTHER, 2 @claimed
3.4 The response before the store: the second read waits [answeredBeforeStored]
  claimed; read; read after=5000 -> store
3.5 Unpaired while away: the client is told when it is back
  away; unpair; stored; read 1 -> answer
3.6 Unpaired too early: the old name is told while the store fails [toldBeforeStored]
  unpairing; store_fails; read -> answer
3.7 Slow to leave: the next claim waits for the lease [claimNotHeldBack]
  unpairing; stored; write OTHER, 2; wait 6000 -> nothing
3.8 A copied device: the copy is refused while the original is there [copyAccepted]
  paired; claim 2; read 1 -> refuse answer
3.9 A rotated name: a client with a new name is a stranger
  away; write OTHER, 1 -> refuse
3.10 The name before the store: nobody reads it before it is stored [namedBeforeStored]
  new; start; loaded names=None; read characteristic="serverName" -> refuse
3.11 A spoofed name: who writes the client's name is taken for it
  away; write PEER, 5 @paired
"""
