"""What the rules of the central say where two rules meet, or where a sentence could be taken in two ways."""

ROWS = """
since 3.1.0
C.5 Another link's MTU comes when a read is due: it is late, and it reads
  ready; mtuChanged link=9, mtu=100, after=4000 -> fault read
C.10 The MTU changed first, then the other: after {a value|an error} it discovers
  reading; mtuChanged mtu=100; serviceChanged; {value SHORT|failed 0x0E} -> discover
C.10 Services changed first, then the other: after {a value|an error} it discovers
  reading; serviceChanged; mtuChanged mtu=100; {value SHORT|failed 0x0E} -> discover
C.11 A notification before the read began again is forgotten, after an error
  reading; notified OTHER[:4]; mtuChanged mtu=100; failed 0x0E; value SHORT @ready
C.11 A read that begins again after another MTU may restart as often as any
  reading maximumRestarts=1; chunk LONG; chunk LONG; chunk OTHER; mtuChanged mtu=100;
    chunk OTHER; chunk LONG; chunk LONG; chunk OTHER -> deliver read
C.10 Services changed during the discovery: what it found does not count
  ready; serviceChanged; notDiscovered; found peer=8; connected; serviceChanged; discovered
    -> discover
C.10 Services changed: with one callback an arrival is the answer, and discarded
  reading radio="oneCallback", subscribes=False; serviceChanged; arrived SHORT -> discover
C.4 Bluetooth was off: what was delivered last is not delivered again
  ready; radioOff; radioOn; found peer=8; connected; discovered; subscribed; value SHORT
    -> report
C.4 An object of 20 bytes that is whole is delivered as whole
  reading; value STREETLESS; value b""; value STREETLESS -> deliver
C.4 An object of 20 bytes that was delivered as whole is not delivered again
  then rest; value STREETLESS; value b""; value STREETLESS -> nothing
C.7 After an object the third error in a row does not end the link
  ready; rest; 2x(failed 0x0E; pause); failed 0x0E -> fault @ready
C.8 After an object the eighth unreadable one does not end the link
  ready; rest; 7x(value NO_OBJECT; pause); value NO_OBJECT -> fault @ready
C.8 Another discovery does not end the row of unreadable objects
  reading; 8x(value NO_OBJECT; pause); serviceChanged; value SHORT; discovered; subscribed;
    value NO_OBJECT -> fault fault disconnect startScan report
C.8 A demand for pairing does not end the row of unreadable objects
  reading; 8x(value NO_OBJECT; pause); failed 0x05; rest; value NO_OBJECT
    -> fault fault disconnect startScan report
C.5 Notified during a read that has started again since: it reads once more
  reading; notified OTHER[:4]; chunk LONG; chunk LONG; 3x(chunk HALF) -> deliver read
C.1 The phone that was lost is found: it connects again
  ready; disconnected; found peer=7 -> stopScan connect
C.5 A malformed notification is a fault before the link is up: {notified|arrived}
  connecting; of_link "{notified|arrived}", bytes="07" -> fault @connecting
C.12 With one callback an arrival before the link is up is nothing
  connecting radio="oneCallback", subscribes=False; arrived x("07") -> nothing @connecting
C.1 A new link begins without the last one's demand for pairing
  reading; failed 0x05; disconnected; found peer=7; connected -> discover report @discovering
C.13 A value that is too long ends a demand for pairing, too
  reading; failed 0x05; rest; value bytes(513) -> fault report @ready
C.7 A refused subscription does not count: the third error does not end the link
  subscribing; failed 0x03; 2x(failed 0x0E; pause); failed 0x0E -> fault @ready
C.7 A refused subscription does not end the row of errors
  reading; 3x(failed 0x0E; pause); serviceChanged; failed 0x0E; discovered; failed 0x03;
    failed 0x0E -> fault fault disconnect startScan report
C.10 Found without a CCCD, but services changed since: the debt stays
  subscribing; failed 0x05; failed 0x0A; serviceChanged; serviceChanged; discovered False
    -> discover
C.11 Another discovery forgets the chunk size
  reading trustsChunkSize=True; whole LONG; serviceChanged; discovered False; value OTHER[:21]
    -> deliver read
C.4 The first 20 bytes of a legacy object are no instruction: {longReads|wholeValues|oneCallback}
  reading radio={"longReads"|"wholeValues"|"oneCallback"}, subscribes={None|None|False}, layout="auto"; value LEGACY -> read
C.4 The first 21 bytes of a legacy object are one, if they are a chunk
  reading layout="auto"; value LEGACY[:21] -> deliver read report
C.4 The first 20 bytes of a published object are an instruction
  reading radio="longReads", layout="published"; value PUBLISHED -> deliver read report
C.5 With deployed configured, 16 bytes like a UUID begin the object read
  reading; notified LIKE_UUID; value LIKE_UUID -> deliver report @ready
C.4 20 bytes that may be cut are the beginning of what was delivered whole at another MTU
  connecting radio="wholeValues"; connected 185; discovered; subscribed; whole LONG;
    mtuChanged mtu=100; rest; whole LONG[:20] -> nothing @ready
C.4 22 bytes that may be cut at another MTU are not delivered if they begin what was delivered whole
  connecting radio="wholeValues"; connected 185; discovered; subscribed; whole LONG;
    mtuChanged mtu=100; rest; whole LONG[:22] -> nothing @ready
C.11 A longer value of another link does not show that 20 bytes are whole
  connecting radio="wholeValues"; connected 185; discovered; subscribed; whole LONG;
    disconnected; found peer=8; connected 185; discovered; subscribed; whole OTHER[:20]
    -> nothing @ready
C.11 Nor does a longer value that was discarded because the MTU changed
  connecting radio="wholeValues"; connected 185; discovered; subscribed; mtuChanged mtu=100;
    value LONG; whole OTHER[:20] -> nothing @ready
C.12 Nor does a longer object that was notified
  connecting radio="wholeValues"; connected 185; discovered; subscribed; notified LONG;
    whole OTHER[:20]; whole OTHER[:20] -> nothing @ready
C.12 Nor does a longer value that arrived when nothing was read, with one callback
  connecting radio="oneCallback", subscribes=False; connected 185; arrived LONG; discovered; arrived OTHER[:20];
    arrived OTHER[:20] -> nothing @ready
C.12 A longer value that arrived during a read shows it, with one callback
  connecting radio="oneCallback", subscribes=False; connected 185; discovered; arrived LONG; arrived OTHER[:20];
    arrived OTHER[:20] -> deliver @ready
C.4 With one callback, a value shorter than another on the link is whole at the told MTU 23
  connecting radio="oneCallback", subscribes=False; connected 23; discovered; whole LONG; wait 1000; whole OTHER
    -> deliver @ready
C.4 With one callback, 22 bytes may be cut all the same at the told MTU 23
  connecting radio="oneCallback", subscribes=False; connected 23; discovered; whole LONG; wait 1000;
    whole OTHER[:22] -> deliver @ready
C.4 22 bytes that may be cut are compared by all of their bytes
  connecting radio="wholeValues"; connected None; discovered; subscribed; whole LONG; rest;
    whole LONG[:22] -> deliver @ready
"""
