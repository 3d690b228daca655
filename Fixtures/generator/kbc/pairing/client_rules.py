"""The rules of the client's end: names, discovery, pairing, the lease, unpairing."""

ROWS = """
2.2 A server's name has {1 byte|64 bytes}
  serverName; value {x("78")|LONGEST}
& 2.2 A paired client name has {1 byte|64 bytes}
  pairedName; value {x("78")|LONGEST} @scanning
2.2 A server's name of {65 bytes|512 bytes|UNPAIRED} is none
  serverName; value {LONGEST + b"x"|LONGEST * 8|UNPAIRED} @scanning
2.2 65 bytes are no paired client name, {pairedName|readingBack|confirming}
  {pairedName|readingBack|confirming}; value LONGEST + b"x"
2.2 unpaired in lowercase is a name
  pairedName; value b"unpaired"
2.2 A name that begins with the own one is another
  pairedName; value OWN + b"0"
1.7 A discovery goes on for 30 s
  searching None; until_due early=1 -> nothing
1.7 A discovery ends after 30 s
  searching None; until_due
1.7 A search for the server goes on for 30 s
  searching; until_due early=1 -> nothing
1.7 A search for the server ends after 30 s
  searching PEER; until_due
1.7 A discovery that is over does not go on after a lost link
  discovering; wait 9000; discovered; wait 9000; value PEER; wait 9000; value UNPAIRED;
    wait 3000; disconnected @idle
1.7 A discovery ends after 30 s, even while Bluetooth is off
  searching None; wait 29000; radioOff; until_due @idle
1.10 Nobody is connected to without a name
  idle; connect -> nothing
1.10 A paired client discovers nobody
  pairedIdle; discover -> nothing
2.4 A client whose link is lost searches
  connected; disconnected @scanning
2.4 A client whose link was lost searches without a limit
  then wait 3600000 -> nothing @scanning
2.4 After a launch a paired client waits for its user
  pairedIdle; wait 3600000 -> nothing @idle
10.3 A search goes on when Bluetooth is on again
  searching None; radioOff; radioOn @scanning
10.3 A search begins when Bluetooth is on again
  idle; radioOff; radioOn; discover @scanning
10.3 A search waits for Bluetooth
  idle; radioOff; discover @waiting
1.4 A client claims a server that {is unpaired|has its name}
  pairedName; value {UNPAIRED|OWN} -> writePairedName
1.4 A client leaves a server that is paired with another
  pairedName; value OTHER @scanning
4.3 A write that is accepted is read back [noReadBack connectedOnceAccepted]
  claiming; written -> readPairedName
4.3 A client that reads {another's name|UNPAIRED} back is not paired
  readingBack; value {OTHER|UNPAIRED} @scanning
4.4 A client that reads its name back stores the server's
  readingBack; value OWN -> store
4.4 A client reads once more when the server's name is stored
  remembering; stored -> readPairedName
4.4 A client is connected when it has the second answer
  confirming; value OWN @connected
4.4 A server that is remembered already is not stored again
  known "readingBack"; value OWN -> readPairedName
4.13 A server that was about to be remembered is forgotten when the link is lost
  remembering; disconnected
4.13 A server whose store has failed is forgotten when the link is lost
  remembering; store_fails; disconnected
4.13 A server that is remembered stays so when the link is lost
  confirming; disconnected @scanning
4.13 A store of a server that is forgotten by then is followed by another
  remembering; disconnected; do "stored", ticket=7
4.10 A store that failed is tried again after 2 s [failedStoreCounts]
  remembering; store_fails; until_due -> store
4.10 A failed store confirms nothing [failedStoreCounts]
  remembering; store_fails -> fault
4.9 A client whose name is stored at last can discover
  naming; store_fails; until_due; stored @idle
4.9 Nobody is discovered before the own name is stored [namedBeforeStored]
  naming; discover -> nothing
1.5 A client forgets its server when it reads UNPAIRED, {readingBack|confirming}
  known "{readingBack|confirming}"; value UNPAIRED @idle
& 1.5 A client forgets its server when it reads another's name, {readingBack|confirming}
  known "{readingBack|confirming}"; value OTHER @idle
4.11 A client that is refused keeps its server, serverName [forgetsOnError]
  known "serverName"; failed @scanning
4.13 A client {whose link is lost|that hears nothing} keeps its server, serverName
  known "serverName"; {disconnected|until_due} @scanning
4.11 A client that is refused keeps its server, pairedName [forgetsOnError]
  known "pairedName"; failed @settingUp
4.13 A client whose link is lost keeps its server, {pairedName|claiming}
  known "{pairedName|claiming}"; disconnected @scanning
& 4.13 A client that hears nothing keeps its server, {pairedName|claiming}
  known "{pairedName|claiming}"; until_due @scanning
4.11 A client that is refused keeps its server, {readingBack|confirming} [forgetsOnError]
  known "{readingBack|confirming}"; failed @scanning
& 4.13 A client whose link is lost keeps its server, {readingBack|confirming}
  known "{readingBack|confirming}"; disconnected @scanning
& 4.13 A client that hears nothing keeps its server, {readingBack|confirming}
  known "{readingBack|confirming}"; until_due @scanning
4.13 A value that is not a name makes no client forget, {serverName|pairedName|readingBack}
  known "{serverName|pairedName|readingBack}"; value b"" @scanning
4.13 A value that is not a name makes no client forget, confirming
  known "confirming"; value b"" @scanning
4.11 A peer that was left is not tried at once, {pairedName|readingBack}
  {pairedName|readingBack}; value OTHER; found peer=7 -> nothing
4.11 A peer that refused is avoided for 5 s
  searching; meet 7; failed; found peer=7, after=4999 -> nothing
4.11 A peer that refused is tried again after 5 s
  searching; meet 7; failed; found peer=7, after=5000 @connecting
4.11 Another peer is not avoided
  searching; meet 7; failed; found peer=8 @connecting
4.11 The fifth peer that is avoided takes the place of the first
  searching; meet 1; failed; meet 2; failed; meet 3; failed; meet 4; failed; meet 5; failed;
    found peer=1 @connecting
4.11 The last four peers are avoided
  searching; meet 1; failed; meet 2; failed; meet 3; failed; meet 4; failed; meet 5; failed;
    found peer=2 @scanning
4.7 A client whose reads are not answered searches when its lease is over [noLease]
  reading; wait 4000 @scanning
4.7 A lease begins when the read was sent
  reading; wait 3000; value OWN; until_due -> readPairedName
4.7 A slow answer renews the lease from when its read was sent
  then until_due @scanning
4.7 The second answer connects if it comes within a lease
  confirming; value OWN, after=5999 @connected
4.7 The second answer proves nothing if it comes after a lease
  confirming; value OWN, after=6000 -> readPairedName
4.14 A read that failed is repeated after 0.5 s
  reading; failed -> fault
4.7 Reads that fail do not renew the lease [noLease]
  reading; 8x(failed after=0; until_due) @scanning
1.6 A connected client forgets a server that is {paired with another|unpaired}
  reading; value {OTHER|UNPAIRED} @idle
2.3 A connected client reads every 2 s [neverLooksAgain]
  connected; until_due -> readPairedName
4.14 A client may take 20 s from its write to remember, claiming
  claiming; written after=8000; value OWN, after=3000; wait 8999 -> nothing
4.14 A client gives up 20 s after its write, claiming
  claiming; written after=8000; value OWN, after=3000; until_due @scanning
4.14 A client may take 20 s from its write to remember, readingBack
  readingBack; value OWN, after=3000; wait 16989 -> nothing
4.14 A client gives up 20 s after its write, readingBack
  readingBack; value OWN, after=3000; until_due @scanning
4.14 A client that gives up hardly had time for its store
  claiming; written after=9990; value OWN, after=9990; until_due @scanning
4.14 A connection has 10 s: {before|after}
  connecting; until_due early={1|0}
2.5 A client that unpairs tells the server first
  connected; unpair @releasing
2.5 A client forgets when the server knows
  releasing; written @idle
2.5 Unpairing waits for the outstanding read
  reading; unpair -> nothing
2.5 Unpairing goes on after its answer
  then value OWN @releasing
2.5 Unpairing goes on after an error
  reading; unpair; failed @releasing
2.5 Unpairing goes on after a value that is not a name
  reading; unpair; value b"" @releasing
2.5 Nothing is left to unpair from a server that is unpaired
  reading; unpair; value UNPAIRED @idle
2.5 A client forgets its server if the link ends first, {disconnected|servicesChanged}
  reading; unpair; {disconnected|servicesChanged} @idle
2.5 A client forgets its server if its user is in a hurry
  reading; unpair; disconnect @idle
2.5 A client forgets its server if {Bluetooth is switched off|the lease is over} first
  reading; unpair; {radioOff|wait 6000} @idle
2.5 A client that is not connected unpairs at once, {serverName|claiming|confirming}
  known "{serverName|claiming|confirming}"; unpair @idle
2.5 A client that is away unpairs at once, searching
  searching; unpair @idle
2.5 A client that is away unpairs at once, connecting
  searching; found peer=7; unpair @idle
2.5 A client that is away unpairs at once, waiting
  searching; radioOff; unpair @idle
1.10 A client that disconnects stays paired
  connected; disconnect @idle
2.3 A notified client reads at once
  connected; pairedNameChanged -> readPairedName
2.3 A client that is notified during a read waits for its answer
  reading; pairedNameChanged -> nothing
2.3 A client that was notified during a read reads again at once
  then value OWN -> readPairedName
2.3 A read that failed is repeated after 0.5 s, even after a notification
  reading; pairedNameChanged; failed -> fault
2.3 A notification asks for one more read
  reading; pairedNameChanged; value OWN; value OWN -> nothing
10.4 An earlier time is taken for the latest
  scanning; found peer=7, after=-5 @connecting
"""
