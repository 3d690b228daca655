"""A subscription with one callback: rules C.2, C.4, C.5, C.11 and C.12, with clause 8.9."""

ROWS = """
since 5.0.0
C.2 With one callback the first read comes before the subscription
  discovering radio="oneCallback"; discovered -> read @reading
C.2 With one callback it subscribes when an object was read
  then value SHORT; value SHORT -> deliver subscribe @subscribing
C.2 With one callback it reads again when it has subscribed
  then subscribed -> read @reading
C.2 With one callback it subscribes after the error {0x05|0x07|0x0a|0x0e} too
  reading radio="oneCallback"; failed {0x05|0x07|0x0A|0x0E} @subscribing
C.2 With one callback it subscribes after what is not an instruction
  reading radio="oneCallback"; value NO_OBJECT; value NO_OBJECT -> fault subscribe
C.7 With one callback a first read does not end the row of subscriptions with an invalid handle
  discovering radio="oneCallback"; 3x(discovered; value SHORT; value SHORT; failed 0x01);
    discovered; value SHORT; value SHORT; failed 0x01 @scanning
C.2 With one callback and without a CCCD it polls
  discovering radio="oneCallback"; discovered False; value SHORT; value SHORT; wait 1000 -> read
C.3 With one callback a refused subscription means polling
  subscribing radio="oneCallback"; failed 0x0E; arrived SHORT; wait 1000 -> read
& C.3 With one callback an owed subscription is asked for before the next read
  subscribing radio="oneCallback"; failed 0x05; arrived SHORT; wait 4000 -> subscribe
C.5 With one callback and a subscription: a millisecond before the next read
  ready radio="oneCallback"; wait 3999 -> nothing
C.5 With one callback and a subscription it reads 4 s after the last answer
  then wait 1 -> read
C.12 With one callback, what came in one PDU is whole at once
  ready radio="oneCallback"; arrived NEAR -> deliver @ready
C.5 What came unasked does not put off the next read
  then wait 3990 -> read
C.12 With one callback, an answer of one PDU needs no second read
  subscribing radio="oneCallback"; subscribed; arrived NEAR -> deliver @ready
C.12 With one callback, a known answer of one PDU needs no second read
  subscribing radio="oneCallback"; subscribed; value NEAR -> deliver @ready
C.12 {19|21|23|96} bytes unasked at MTU 100 are whole
  connecting radio="oneCallback"; connected 100; discovered; whole SHORT; subscribed;
    arrived SHORT; arrived {made(19)|made(21)|made(23)|made(96)} -> deliver @ready
C.12 {20|22|97} bytes unasked at MTU 100 may be cut: it reads
  connecting radio="oneCallback"; connected 100; discovered; whole SHORT; subscribed;
    arrived SHORT; arrived {made(20)|made(22)|made(97)} -> deliver read
& C.12 {20|22|97} bytes as the answer at MTU 100 may be cut: it waits
  connecting radio="oneCallback"; connected 100; discovered; whole SHORT; subscribed;
    arrived {made(20)|made(22)|made(97)} -> deliver @ready
C.12 {20|22} bytes are whole if a longer answer came before the subscription
  connecting radio="oneCallback"; connected 100; discovered; whole LONG; subscribed;
    arrived {made(20)|made(22)} -> deliver @ready
C.12 97 bytes at MTU 100 may be cut, whatever came before
  connecting radio="oneCallback"; connected 100; discovered; whole made(200); subscribed;
    arrived made(97) -> deliver @ready
C.12 A longer notification shows nothing of chunks
  connecting radio="oneCallback"; connected 100; discovered; whole SHORT; subscribed;
    arrived LONG; arrived made(22) -> deliver read
C.12 Longer than any notification is an answer, and shows how long chunks are
  connecting radio="oneCallback"; connected 100; discovered; whole SHORT; subscribed;
    arrived made(98); settle; arrived made(98); arrived made(22) -> deliver @ready
C.12 More than one PDU, unasked, may be torn, and older than what is shown: nothing is shown
  ready radio="oneCallback"; arrived LONG -> nothing @ready
C.12 A millisecond before the quiet is over
  then wait 49 -> nothing
C.12 When the quiet is over, it reads again
  then wait 1 -> read
C.12 Two equal values, and the quiet between them, are an object
  then arrived LONG -> deliver @ready
C.12 An answer that may be torn is read again after the quiet, too, and its beginning shown if no object came before
  subscribing radio="oneCallback"; subscribed; arrived LONG -> deliver @ready
& C.12 The second read fails: it reads again 500 ms later
  subscribing radio="oneCallback"; subscribed; arrived LONG; settle; failed 0x0E -> fault @ready
C.12 Only timePassed ends the quiet: {an unchanged MTU|start|another phone} comes late
  ready radio="oneCallback"; arrived LONG; {mtuChanged mtu=23, after=60|start after=60|found peer=9, after=60} -> nothing @ready
& C.12 After {an unchanged MTU|start|another phone}, timePassed ends the quiet
  then wait 0 -> read
C.12 {The same value|Another value} before the quiet is over begins it again
  ready radio="oneCallback"; arrived LONG; arrived {LONG|OTHER}, after=40; wait 49 @ready
& C.12 The quiet of {the same value|another value} is over
  then wait 1 -> read
& C.12 {The same value|Another value} is read again, and whole
  then arrived {LONG|OTHER} -> deliver @ready
C.12 A value that comes when the quiet is over, but not told, begins it again
  ready radio="oneCallback"; arrived LONG; arrived LONG, after=60; wait 49 -> nothing
C.12 What comes in one PDU ends the quiet
  ready radio="oneCallback"; arrived LONG; arrived NEAR; wait 50 -> nothing
C.12 The quiet ends when the next read is due
  ready radio="oneCallback"; wait 3980; arrived LONG; wait 10 -> read
C.12 A value that comes when the next read is due is not waited for
  ready radio="oneCallback"; arrived LONG, after=4000 -> read
C.12 Another value answers the second read: the quiet begins again
  ready radio="oneCallback"; arrived LONG; settle; arrived OTHER -> deliver @ready
C.12 That value is whole when it was read again
  then settle; arrived OTHER -> deliver @ready
C.8 No restart is left when another value answers the second read
  ready radio="oneCallback", maximumRestarts=0; arrived LONG; settle; arrived OTHER
    -> fault @ready
C.12 An answer of one PDU may have been a notification: the beginning of the next answer may be older
  ready radio="oneCallback"; rest; arrived LONG -> nothing @ready
& C.12 The answer after that is not older: its beginning is shown
  then settle; arrived OTHER -> deliver @ready
C.12 An object that comes unasked shows that the phone notifies objects: no beginning is shown any more
  subscribing radio="oneCallback"; subscribed; arrived LONG; settle; arrived LONG; arrived NEAR;
    rest; arrived OTHER; settle; arrived SHORT; rest; arrived LONG; settle; arrived OTHER -> nothing @ready
& C.12 On a new link the phone notifies no objects, and owes no answer
  then disconnected; found peer=8; connected; discovered; whole SHORT; subscribed; arrived LONG -> deliver @ready
C.12 {182|511|21|22|23|512} bytes twice at MTU {23|23|23|23|23|23}, subscribed
  ready radio="oneCallback"; arrived {made(182)|made(511)|made(21)|made(22)|made(23)|made(512)};
    settle; arrived {made(182)|made(511)|made(21)|made(22)|made(23)|made(512)} -> deliver @ready
C.12 {22|98|99|512} bytes twice at MTU {24|100|100|100}, subscribed
  connecting radio="oneCallback"; connected {24|100|100|100}; discovered; whole SHORT; subscribed;
    arrived SHORT; arrived {made(22)|made(98)|made(99)|made(512)}; settle;
    arrived {made(22)|made(98)|made(99)|made(512)} -> deliver @ready
C.12 {19|20|21|182} bytes at an unknown MTU, subscribed
  connecting radio="oneCallback"; connected None; discovered; whole SHORT; subscribed;
    arrived SHORT; arrived {made(19)|made(20)|made(21)|made(182)} @{ready|reading|ready|ready}
& C.12 {19|20|21|182} bytes at an unknown MTU, subscribed, are read again
  then wait 50; arrived {made(19)|made(20)|made(21)|made(182)} @ready
C.4 What is shown whole is not delivered as its beginning
  ready radio="oneCallback"; arrived LONG; settle; arrived LONG; arrived LONG[:20] -> nothing @ready
C.12 An identifier is a reason to read
  ready radio="oneCallback"; arrived IDENTIFIER -> read
C.12 An identifier does not answer a read
  then arrived IDENTIFIER -> nothing @reading
C.12 A read that an identifier may have hidden is made again after 500 ms
  then wait 500 -> read
C.9 All reads that are made again time out when the first one does
  then wait 4489 -> nothing
& C.9 The answer that was asked for 5 s ago has not come
  then wait 1 @scanning
C.10 Services changed before a read is made again: when that is answered, it discovers
  ready radio="oneCallback"; arrived IDENTIFIER; serviceChanged; arrived IDENTIFIER; wait 500;
    arrived SHORT -> discover
C.9 An identifier does not put off that time
  ready radio="oneCallback"; arrived IDENTIFIER; 9x(arrived IDENTIFIER; wait 500);
    arrived IDENTIFIER, after=100; wait 309 -> nothing
& C.9 All identifiers, and no answer for 5 s
  then wait 1 @scanning
C.9 An object is an answer: the next read has a time of its own
  ready radio="oneCallback"; arrived IDENTIFIER; arrived IDENTIFIER; wait 500; arrived made(20);
    arrived IDENTIFIER; wait 4999 -> nothing
C.12 Right after a read in which an identifier of another object came, it reads
  subscribing radio="oneCallback"; subscribed; arrived LONG[:4]; arrived SHORT -> read
C.12 An identifier of the object read is no reason to read
  subscribing radio="oneCallback"; subscribed; arrived SHORT[:4]; arrived SHORT @ready
C.12 An identifier ends the quiet: it reads
  ready radio="oneCallback"; arrived LONG; arrived IDENTIFIER -> read
C.12 A UUID is an identifier: {ready|reading}
  {ready|subscribing} radio="oneCallback", layout="legacy"; {|subscribed; }arrived LEGACY[:16] @reading
C.12 Before the subscription an identifier during a read is its answer
  reading radio="oneCallback"; arrived IDENTIFIER -> read
C.8 What is not an instruction, and came unasked, does not put off the next read
  ready radio="oneCallback"; wait 3600; arrived b""; wait 400 -> read
& C.8 What is not an instruction, and came unasked, is a reason to read 500 ms later
  ready radio="oneCallback"; wait 3400; arrived b""; wait 500 -> read
C.12 {0|5|8} bytes unasked are not an instruction
  ready radio="oneCallback"; arrived {b""|LONG[:5]|LONG[:8]} -> fault @ready
C.12 {0|5|8} bytes during a read count as its answer
  subscribing radio="oneCallback"; subscribed; arrived {b""|LONG[:5]|LONG[:8]} -> fault @ready
C.12 The first 20 bytes of a legacy object unasked: it reads
  ready radio="oneCallback", layout="legacy"; arrived LEGACY[:20] -> fault read
C.12 While subscribing, an object only shows that the phone is there
  subscribing radio="oneCallback"; arrived NEAR -> nothing @subscribing
C.12 A late answer is judged like any other value
  subscribing radio="oneCallback"; subscribed; arrived NEAR; arrived SHORT -> deliver @ready
C.12 A known notification during the quiet is a reason to read
  ready radio="oneCallback"; arrived LONG; notified -> read
C.11 The MTU has grown: what may have been sent before is not whole at once
  ready radio="oneCallback"; mtuChanged mtu=100; arrived made(40) -> nothing @ready
C.11 Nor is it whole when it was read again
  then settle; arrived made(40) -> deliver @ready
C.11 Longer than any notification so far, it is whole when it was read again
  ready radio="oneCallback"; mtuChanged mtu=100; arrived made(98); settle; arrived made(98)
    -> deliver @ready
C.11 The MTU grows during the quiet, which goes on: then it reads from the beginning
  ready radio="oneCallback"; arrived LONG; wait 30; mtuChanged mtu=100; wait 10 -> read
C.11 The value of that read is the first
  then arrived LONG -> deliver @ready
C.11 The MTU grows during a read: its answer counts for nothing
  subscribing radio="oneCallback"; subscribed; mtuChanged mtu=100; arrived NEAR -> read
C.11 30 s after the MTU has grown, all that was sent before has come
  ready radio="oneCallback"; mtuChanged mtu=100; 7x(rest; arrived SHORT); wait 1920; wait 10;
    arrived made(40) -> deliver @ready
C.11 Only timePassed tells that: an event comes late
  ready radio="oneCallback"; mtuChanged mtu=100; 7x(rest; arrived SHORT); start after=1940;
    arrived made(40) -> nothing @ready
C.11 The MTU grew before the subscription: what comes then is of the new one
  reading radio="oneCallback"; mtuChanged mtu=100; value SHORT; whole SHORT; subscribed;
    arrived made(40) -> deliver @ready
C.10 Services changed: it discovers again, and reads before it subscribes
  ready radio="oneCallback"; serviceChanged; discovered -> read
& C.10 Then it subscribes again
  then arrived NEAR -> deliver subscribe
C.1 On a new link nothing is notified before the subscription
  ready radio="oneCallback"; disconnected; found peer=8; connected; discovered; arrived LONG
    -> deliver read report
C.13 An object that comes unasked ends pairingRequired
  subscribing radio="oneCallback"; subscribed; failed 0x05; arrived NEAR -> deliver report @ready
C.5 Services changed, and the new ones have no CCCD: it polls
  ready; serviceChanged; discovered False; whole SHORT; wait 1000 -> read
C.11 With separate callbacks nothing waits for what an earlier MTU may have cut
  ready; mtuChanged mtu=100; wait 40000 -> read report @reading
C.12 A notification while the next link comes up does not hurry it
  ready radio="oneCallback"; disconnected; found peer=8; notified -> nothing @connecting
C.11 Another MTU while the next link comes up means nothing
  ready radio="oneCallback"; disconnected; found peer=8; mtuChanged mtu=185; connected 185; discovered False;
    whole SHORT; wait 1000 -> read
C.8 Not an instruction, unasked, after a rediscovery: it reads before it subscribes
  ready radio="oneCallback"; serviceChanged; discovered; arrived LONG; arrived LONG[:5] -> fault @ready
C.12 At a grown MTU what may be a notification does not show that no answer is owed
  ready radio="oneCallback"; mtuChanged mtu=50; rest; arrived made(29); settle; arrived LONG -> nothing @ready
& C.12 Longer than any notification it does
  ready radio="oneCallback"; mtuChanged mtu=50; rest; arrived made(54); settle; arrived LONG -> deliver @ready
C.9 A subscription times out as late as a read if that has longer
  subscribing readTimeout=35000; wait 34999 -> report
& C.9 The subscription has timed out
  then wait 1 @scanning
C.9 A read after a failure has a time of its own, although an identifier came before
  ready radio="oneCallback"; arrived IDENTIFIER; arrived IDENTIFIER; failed 0x0E; wait 500 -> read
C.9 The quiet is over, and the read times out
  ready radio="oneCallback", readTimeout=100; arrived LONG; settle; wait 100 @scanning
C.12 The next read after an answer that may be torn is due 4 s after it, whatever ends the quiet
  subscribing radio="oneCallback"; subscribed; arrived LONG; arrived NEAR -> deliver @ready
C.12 An answer that may be of an earlier MTU does not show how long chunks are
  ready radio="oneCallback"; mtuChanged mtu=100; arrived made(98); settle; arrived made(98);
    7x(rest; arrived SHORT); wait 1860; arrived made(22) -> deliver read
C.12 4 bytes are no identifier in legacy
  ready radio="oneCallback", layout="legacy"; arrived IDENTIFIER -> fault @ready
C.12 What comes unasked, begins what is shown whole, and is no instruction, is a reason to read
  ready radio="oneCallback", layout="legacy"; arrived LEGACY; settle; arrived LEGACY;
    arrived LEGACY[:20] -> fault read
C.12 The quiet is told to be over 20 ms late: it reads
  ready radio="oneCallback"; arrived LONG; wait 70 -> read
C.12 The quiet is told to be over 21 ms late: it goes on
  ready radio="oneCallback"; arrived LONG; wait 71 -> nothing @ready
& C.12 Told late again it goes on once more
  then wait 71 -> nothing @ready
& C.12 Told in time it is over
  then settle -> read
C.12 The quiet is told late to be over, when the next read is due: that is another read
  ready radio="oneCallback"; wait 3980; arrived LONG; wait 41; arrived LONG -> deliver @ready
C.11 The end of what was sent before the MTU grew is told 20 ms late
  ready radio="oneCallback"; mtuChanged mtu=100; 7x(rest; arrived SHORT); wait 1920; wait 30;
    arrived made(40) -> deliver @ready
C.11 The end of what was sent before the MTU grew is told 21 ms late: it is not over
  ready radio="oneCallback"; mtuChanged mtu=100; 7x(rest; arrived SHORT); wait 1920; wait 31;
    arrived made(40) -> nothing @ready
C.11 That is over 50 ms later, told in time
  ready radio="oneCallback"; mtuChanged mtu=100; 7x(rest; arrived SHORT); wait 1920; wait 31; settle;
    arrived made(40) -> deliver @ready
C.12 The next read is due while a value waits to be checked: only timePassed begins it
  ready radio="oneCallback"; arrived LONG; start after=4100 -> nothing @ready
C.12 After an answer of two bytes more than any notification no answer is owed
  ready radio="oneCallback"; rest; arrived HALF; settle; arrived LONG -> deliver @ready
C.11 The MTU is not known any more: what is short is whole still
  ready radio="oneCallback"; mtuChanged mtu=0; arrived NEAR -> deliver @ready
"""
LATER = """
since 8.4.0
C.12 A notification cut to 20 bytes is not taken for all, though longer chunks came and are trusted: it reads the rest
  discovering radio="oneCallback", trustsChunkSize=True; discovered; whole LONG; subscribed; arrived LONG; settle;
    arrived LONG; arrived OTHER[:20] -> deliver read
C.12 As many bytes as a notification of the grown MTU holds may be one: what answers next may be older, and is not shown
  ready radio="oneCallback"; mtuChanged mtu=185; rest; arrived made(182); settle; arrived LONG -> nothing @ready
C.11 The MTU is smaller than the radio told at first: what may be torn is not shown
  connecting radio="oneCallback"; connected 185; discovered; whole SHORT; subscribed; arrived SHORT;
    mtuChanged mtu=23; arrived LONG -> nothing @ready
C.11 The MTU has grown from 185 to 247: what one PDU held before, too, is shown at once
  connecting radio="oneCallback"; connected 185; discovered; whole SHORT; subscribed; arrived SHORT;
    mtuChanged mtu=247; arrived LONG -> deliver @ready
C.12 What may be a notification, and begins like no instruction: what answers next may be older, and is not shown
  connecting radio="oneCallback", layout="auto"; connected None; discovered; whole SHORT; subscribed;
    arrived LEGACY; settle; arrived LONG -> nothing @ready
C.4 An object of which more was shown comes cut to 20 bytes: its street does not become shorter
  discovering radio="oneCallback"; discovered; whole LONG; subscribed; arrived LONG[:20] -> nothing @ready
"""
