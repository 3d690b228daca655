"""The rules of the server's end: values, claims, confirmation, unpairing, and what it keeps."""

ROWS = """
1.2 The server's name is read from byte {0|5|16|17} on
  unpaired; read characteristic="serverName", offset={0|5|16|17}
1.3 UNPAIRED is read from byte {1|8|9} on
  unpaired; read; read offset={1|8|9}
4.12 A later chunk is refused if the beginning was not read
  unpaired; read offset=1
2.2 A name of {1|64|65|512} bytes is written
  unpaired; write (LONGEST * 8)[:{1|64|65|512}]
2.2 unpaired in lowercase is a name
  unpaired; write b"unpaired" @claimed
2.2 65 bytes are no name, {claimed|paired|unpairing}
  {claimed|paired|unpairing}; write LONGEST + b"x"
4.9 Nobody is told anything before the own name is stored [namedBeforeStored]
  naming; read
4.9 A server advertises when its own name is stored
  naming; stored @unpaired
4.10 A server tries again to store its own name
  naming; store_fails; until_due -> store
10.3 A server advertises when Bluetooth is on
  new; radioOff; start;
    loaded names={"own": "35413137433046464545303030303031", "peer": "39423030423145354445433044453032"}
    -> show
10.3 A server advertises again when Bluetooth is on again
  paired; radioOff; radioOn -> startAdvertising
4.1 A claim is accepted
  unpaired; claim @claimed
4.2 A second claimant is refused [secondClaimantAccepted]
  claimed; write OTHER, 2 -> refuse
4.2 A claimant can't claim with another name [secondClaimantAccepted]
  claimed; write OTHER, 1 -> refuse
4.1 Nobody else is told of a claim [claimTold]
  claimed; read 2 -> refuse
4.1 A claim ends with its link [claimOutlivesItsLink]
  claimed; lost @unpaired
4.1 After a claim has ended another is accepted at once [claimOutlivesItsLink]
  claimed; read; lost; write OTHER, 2 @claimed
4.1 A claim does not end with another link
  claimed; read; lost 2 -> nothing
4.1 A claim moves to another link of the same name
  claimed; read; claim 2 -> accept
4.1 A claim that moved begins anew
  then read 2 -> answer
4.5 A claim that moved has its full time again
  claimed; wait 30000; claim 2 -> accept
4.1 A claim that moved does not end with its first link
  claimed; claim 2; lost 1 -> nothing
2.5 A claimant takes its claim back
  claimed; write UNPAIRED @unpaired
2.5 Nobody else takes a claim back [anybodyUnpairs]
  claimed; write UNPAIRED, 2 -> refuse
4.2 Another's name is refused, {waiting|pairing|paired|takingOver|unpairing}
  {waiting|pairing|paired|takingOver|unpairing}; write OTHER, 3 -> refuse
4.3 The first read since the claim is answered with the name
  claimed; read -> answer
4.4 The second read has the claim stored, and waits [answeredBeforeStored]
  then read -> store
4.4 Later chunks are not further reads
  claimed; read; read offset=8 @claimed
4.4 Reads of the server name confirm nothing
  claimed; read; read characteristic="serverName" @claimed
4.4 The read is answered when the claim is stored
  pairing; stored @paired
4.10 A failed store confirms no claim [failedStoreCounts]
  pairing; store_fails @pairing
4.10 A claim whose store is tried again is confirmed
  then until_due; stored @paired
4.4 A read is refused while another waits for the store
  pairing; read -> refuse
4.1 Others are refused while a claim is being stored [claimTold]
  pairing; read 2 -> refuse
4.4 A claim is stored although its link is gone
  pairing; lost; stored @paired
4.1 A claimant goes on on another link while its claim is being stored
  pairing; claim 2 -> refuse accept
4.1 A claimant's other link is served when its claim is stored
  then stored @paired
4.4 A read on a claimant's other link waits for the store
  pairing; claim 2; read 2 -> nothing
4.1 A claimant's other link does not end with the first
  pairing; lost; claim 2; lost 1; stored @paired
4.5 A claim is not confirmed by time before 60 s
  claimed; until_due early=1 -> nothing
4.5 A claim is confirmed after 60 s if its link is up
  claimed; until_due -> store
4.5 A read waits while a claim is stored that time confirmed
  then read -> nothing
4.5 A client that never reads is paired when its claim is stored
  claimed; until_due; stored @paired
4.5 A slow second read confirms a claim
  claimed; read after=20000; read after=20000 @pairing
4.5 A claim ends after 60 s if the radio doesn't tell the ends of links
  claimed tellsDisconnections=False; until_due @unpaired
4.5 After a claim that ended by time another is accepted
  then write OTHER, 2 @claimed
4.7 A client counts as {present for|away after} 7 s if the radio doesn't tell
  paired tellsDisconnections=False; read after=3000; until_due early={1|0}
4.5 Who reads the name once may be anybody
  away; read 1 -> answer
4.5 Who reads the name twice is the client
  then read 1 -> answer show
4.5 A link that comes up has read nothing
  away; read 1; lost 1; connected link=1; read 1 -> answer
4.5 A link that comes up has read nothing, even if its end was not told
  away; read 1; connected link=1; read 1 -> answer
4.6 The old name is told until UNPAIRED is stored [toldBeforeStored]
  paired; unpair; read -> answer
4.6 Clients are notified when UNPAIRED is stored
  unpairing; stored @unpaired
4.6 UNPAIRED is told when it is stored
  then read -> answer
4.10 UNPAIRED is stored again after a store that failed
  unpairing; store_fails; until_due -> store
4.6 A client that unpairs waits until that is stored
  paired; write UNPAIRED -> store show
4.6 A client's unpairing is confirmed when it is stored
  then stored @unpaired
4.6 Nobody waits any more when a client's unpairing is stored
  paired; write UNPAIRED; lost; stored @unpaired
10.3 Nobody is answered after Bluetooth was off
  paired; write UNPAIRED; radioOff; stored @unpaired
2.5 A stranger can't unpair [anybodyUnpairs]
  paired; write UNPAIRED, 2 -> refuse
2.5 Nobody unpairs while the client is away [anybodyUnpairs]
  away; write UNPAIRED -> refuse
2.5 A claimant unpairs while its claim is being stored
  pairing; write UNPAIRED @unpairing
4.10 The newest names are stored last
  then stored -> store
4.10 An unpairing that overtook a pairing is confirmed when it is stored
  then stored @unpaired
4.6 The user unpairs while a claim is being stored
  pairing; unpair @unpairing
2.5 The client unpairs while another link waits
  takingOver; write UNPAIRED @unpairing
4.7 A claim is held back after unpairing [claimNotHeldBack]
  unpairing; stored; write OTHER, 2 @waiting
4.7 A claim is {held back for|accepted} 7 s after the name was last told
  paired; read after=3000; unpair; stored; write OTHER, 2, after=1000; until_due early={1|0}
4.7 A name that is told to a stranger counts as told
  unpairing; read 2, after=2000; stored; write OTHER, 2 @waiting
4.7 A claim is not held back if the lease is over already
  paired; wait 7000; unpair; stored; write OTHER, 2 @claimed
4.7 A claim is held back after a launch [noWaitAfterLaunch]
  new; launch; claim @waiting
4.7 A claim is held back for 7 s after a launch
  new; launch; write OTHER, after=7000 @claimed
4.7 A claim is held back after a launch, even if it was paired [noWaitAfterLaunch]
  away; unpair; stored; write OTHER, 2 @waiting
4.7 A server that holds a claim back is unpaired
  waiting; read -> answer
4.1 A claim that is held back moves to another link
  waiting; claim 2 -> refuse
4.1 A claim that moved is accepted on its new link
  then until_due @claimed
4.1 A claim that moved does not end with its old link
  waiting; claim 2; lost 1; until_due @claimed
4.1 A claim that was held back ends with its link
  waiting; lost; write OTHER, 2 @waiting
4.7 The user ends a claim that is held back, and the wait goes on
  waiting; unpair; claim 2 @waiting
4.8 The client's name on another link waits [copyAccepted]
  paired; claim 2 -> nothing
4.8 The client's other link is served when the {lease|first} is {over|gone}
  takingOver; {until_due|lost} @paired
4.8 A copy that left is forgotten
  takingOver; lost 2 @paired
4.8 A third link of the client's name is refused
  takingOver; claim 3 -> refuse
4.8 Who waits may read the name once
  takingOver; read 2 -> answer
4.8 Who waits may not read the name twice
  then read 2 -> refuse
4.8 A stranger is told once who is paired
  paired; read 2 -> answer
4.8 A stranger's second read is refused while the lease runs [copyAccepted]
  then read 2 -> refuse
4.8 A stranger's second read {before|after} the end of the lease
  paired; read 2; read 2, after={6989|6990}
& 4.8 The client's name on another link {before|after} the end of the lease
  paired; claim 2, after={6999|7000}
4.8 Each read of the client begins its lease again
  paired; read after=5000; claim 2, after=5000 @takingOver
4.8 The client may write its name again
  paired; claim -> accept
4.8 Each write of the client begins its lease again
  paired; claim 1, after=5000; claim 2, after=5000 @takingOver
4.8 A client that is back is served at once if its link's end was told
  paired; lost; claim 2 -> accept show
4.6 Nobody is taken for the client while it is being unpaired
  unpairing; claim 2 -> refuse
4.8 A stranger is told once while the client is being unpaired
  unpairing; read 2; read 2 -> refuse
4.12 A value that is read in chunks does not change between them [chunksOfTwoValues]
  unpaired; read 2; claim 1; read 2, offset=4 -> answer
4.12 A name that is read in chunks ends as it began [chunksOfTwoValues]
  paired; read; unpair; stored; read offset=8 -> answer
4.12 A later chunk is of the value that was read last from its beginning
  unpaired; read; claim; read; read offset=8 -> answer
4.12 Four links are told apart
  unpaired; read 9; read 1; read 2; read 3; read 9, offset=4
4.12 A fifth link takes the oldest place
  unpaired; read 9; read 1; read 2; read 3; read 4; read 9, offset=4
4.12 A link that was heard again keeps its place
  unpaired; read 9; read 1; read 9; read 2; read 3; read 4; read 9, offset=4 -> answer
4.12 The client's link keeps its place, claimed
  claimed; read; connected link=2; connected link=3; connected link=4; connected link=5;
    connected link=6; read 1, offset=4 -> answer
4.12 The client's link keeps its place, {paired|unpairing}
  {paired|unpairing}; connected link=2; connected link=3; connected link=4; connected link=5;
    connected link=6; read 1, offset=4 -> answer
4.12 A waiting link keeps its place
  takingOver; read 2; connected link=3; connected link=4; connected link=5; connected link=6;
    read 2, offset=4 -> answer
4.12 A link that is gone has no value
  unpaired; read 1; lost 1; read 1, offset=4 -> refuse
4.12 No link is left after Bluetooth was off
  unpaired; read 1; radioOff; radioOn; read 1, offset=4 -> refuse
10.4 An earlier time is taken for the latest
  unpaired; claim after=-5 -> accept show
"""

UNTOLD = """
4.15 A claimant that reads the server name again is on a new link, if the radio doesn't tell [linksTakenForOne]
  claimed tellsDisconnections=False; read; read characteristic="serverName"; read @claimed
4.15 Two reads after the server name confirm a claim [linksTakenForOne]
  then read @pairing
4.15 The server name does not end a claim, even if the radio doesn't tell
  claimed tellsDisconnections=False; read characteristic="serverName"; write OTHER, 2 -> refuse
4.15 A later chunk of the server name begins nothing
  claimed tellsDisconnections=False; read; read characteristic="serverName", offset=2; read
    @pairing
4.15 A radio that tells the ends of links tells a new link as well
  claimed; read; read characteristic="serverName"; read @pairing
4.15 Who reads the name once on each of two links may be anybody [linksTakenForOne]
  away tellsDisconnections=False; read; read characteristic="serverName"; read -> answer
4.15 A copy is told once on each of its links [linksTakenForOne]
  paired tellsDisconnections=False; read 2; read 2, characteristic="serverName"; read 2
    -> answer
"""
