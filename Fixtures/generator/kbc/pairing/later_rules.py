"""Rules of both ends that came later. They come after the cells, so that the identifiers of those before stay."""

CLIENT = """
4.11 A peer that was reported while it was avoided is avoided for 5 s
  searching; meet 7; discovered; failed; found peer=7; until_due early=1 -> nothing @scanning
4.11 A peer that was reported while it was avoided is connected to after 5 s
  searching; meet 7; discovered; failed; found peer=7; until_due -> stopScan connect @connecting
4.11 A peer that was not reported while it was avoided is not connected to
  searching; meet 7; discovered; failed; wait 5000 -> nothing @scanning
4.11 What an earlier scan reported does not count
  searching; meet 7; discovered; failed; found peer=7; found peer=8; disconnected; wait 5000
    -> nothing @scanning
4.11 What was reported before Bluetooth was off does not count
  searching; meet 7; discovered; failed; found peer=7; radioOff; radioOn; wait 5000
    -> nothing @scanning
4.11 The peer whose 5 s are over first is connected to, found {7, 8|8, 7}
  searching; meet 7; discovered; failed; meet 8; discovered; failed; found peer={7|8};
    found peer={8|7}; until_due @connecting
4.11 Of two peers whose 5 s end together the first is connected to
  searching; found peer=7, after=0; connected after=0; notDiscovered after=0;
    found peer=8, after=0; connected after=0; notDiscovered after=0; found peer=8; found peer=7;
    until_due @connecting
4.11 A search ends although a peer is still avoided
  searching; meet 7; discovered; failed; wait 27000; meet 8; failed; found peer=8; until_due
    @idle
4.1 A client that is refused to write as well leaves, its server
  known "pairedName"; failed; failed @scanning
4.1 A client whose first read fails otherwise leaves, its server
  known "pairedName"; failed 0x0E @scanning
4.1 A client that is refused to write as well leaves, any server
  pairedName; failed; failed @scanning
4.1 A client whose first read fails otherwise leaves, any server
  pairedName; failed 0x0E @scanning
4.11 A client that was refused twice avoids the peer
  pairedName; failed; failed; found peer=7 -> nothing
4.4 A claimant that is back on another link stores the server's name
  pairedName; failed; written; value OWN -> store
4.14 A claimant that is back has 20 s from its new write
  pairedName; failed; written; value OWN, after=5000; until_due @scanning
3.2 The write's response is lost: the claim is written again
  claiming; until_due; read_names PEER, OWN, peer=8; written -> readPairedName
3.4 The response before the store: a claim that ended is forgotten
  confirming; disconnected; read_names PEER, UNPAIRED, peer=8 -> store disconnect startScan
4.11 A peer {whose link was lost|that was too slow} while the client set up is avoided
  known "discovering"; {disconnected|until_due}; found peer=7 -> nothing @scanning
4.11 A peer whose {claim was lost|services changed} while the client set up is avoided
  claiming; {disconnected|servicesChanged}; found peer=7 -> nothing @scanning
4.11 A peer whose server was forgotten while the client set up is avoided
  confirming; disconnected; read_names PEER, UNPAIRED, peer=8; found peer=8 -> nothing @scanning
4.11 A peer that Bluetooth lost while the client set up is avoided
  claiming; radioOff; radioOn; found peer=7 -> nothing @scanning
4.11 A peer whose link was lost while the client set up is tried after 5 s
  claiming; disconnected; found peer=7; until_due @connecting
4.11 The peer of a client that was connected is not avoided, {disconnected|servicesChanged}
  connected; {disconnected|servicesChanged}; found peer=7 @connecting
4.11 A server that was forgotten while connected is not avoided
  reading; value UNPAIRED; stored; discover; found peer=7 @connecting
4.11 A server that was forgotten in a search for it is not avoided
  known "pairedName"; value UNPAIRED; stored; discover; found peer=7 @connecting
4.11 A peer that the user disconnects is not avoided
  claiming; disconnect; discover; found peer=7 @connecting
4.11 A peer to which no link came up is not avoided
  connecting; disconnected; found peer=7 @connecting
"""

SERVER = """
4.5 Who has read UNPAIRED before may be anybody
  unpaired; read 2; claim; read; read; stored; lost; read 2 -> answer
4.5 Who has read UNPAIRED, and then the name twice, is the client
  then read 2 -> answer show
4.5 Who has read the name of its own claim before may be anybody
  unpaired; read 2; write OTHER, 2; read 2; unpair; claim; read; read; stored; lost; read 2
    -> answer
4.5 Who has read an earlier client's name before may be anybody
  paired; read 2, after=7000; unpair; stored; write OTHER, 3, after=7000; read 3; read 3;
    stored; lost 3; read 2 -> answer
4.8 A stranger that has read UNPAIRED is told who is paired
  unpaired; read 2; claim; read; read; stored; read 2 -> answer
4.8 A stranger that has read UNPAIRED is told once who is paired
  then read 2 -> refuse
4.8 A copy that has read its name in a claim that ended is refused
  claimed; read; unpair; claim 2; read 2; read 2; stored; read 1 -> refuse
4.15 A later chunk is refused on a link that may be new
  paired tellsDisconnections=False; read 2; read 2, characteristic="serverName";
    read 2, offset=4 -> refuse
4.7 A claim is held back after the names could not be read
  unreadable; start; loaded names=None; stored; claim @waiting
4.7 A claim is held back for 7 s after the names could not be read
  then until_due @claimed
4.7 A claim is not held back long after the names could not be read
  unreadable; start; loaded names=None; stored; claim after=7000 @claimed
4.7 A failure that is late does not hold a claim back
  loading; loaded names=None; loadFailed; stored; claim @claimed
since 5.0.0
4.15 Who reads the name once after the client's 7 s may be anybody, even on its link [linksTakenForOne]
  paired tellsDisconnections=False; until_due; read -> answer
4.15 Who reads the name once after the client's 7 s can't unpair it [linksTakenForOne]
  then write UNPAIRED -> refuse
4.15 Who reads the name twice after the client's 7 s is the client
  paired tellsDisconnections=False; until_due; read; read -> answer show
4.15 Who writes the name after the client's 7 s is the client
  paired tellsDisconnections=False; until_due; claim -> accept show
4.15 A later chunk is refused after the client's 7 s [linksTakenForOne]
  paired tellsDisconnections=False; until_due; read offset=8 -> refuse
4.15 A later chunk is answered before the end of 7 s that began again
  paired tellsDisconnections=False; read after=6000; until_due early=1; read offset=8, after=0
    -> answer
4.12 A later chunk is answered after 7 s if the radio tells the ends of links
  paired; read offset=8, after=7000 -> answer
4.15 A link is told once who is paired after another was served instead [linksTakenForOne]
  takingOver tellsDisconnections=False; until_due; read -> answer
4.15 A link is told no second time who is paired after another was served instead
  then read -> refuse
4.8 A link is not told again who is paired if the radio tells the ends of links
  takingOver; until_due; read -> refuse
4.15 A link whose 7 s are over late is told once, {a write|a second read} on another [linksTakenForOne]
  paired tellsDisconnections=False; read 2; {claim|read} 2, after=8000; read -> answer
"""
