"""What each radio makes of answers, extents and arrivals: rules C.2, C.4, C.11 and C.12, with clause 8.9."""

ROWS = """
since 3.0.0
C.4 Of a first answer 20 bytes are delivered, and the rest is asked for
  reading radio="longReads"; value LONG -> deliver read report
C.4 There is no more: the answer is checked
  then value b"" -> read
C.4 The answer is the same: the object is whole
  then value LONG -> deliver @ready
C.4 An answer torn between two chunks is not delivered whole
  reading radio="longReads"; value x("04030201057800000047726fc39f65205765696e6d65656e");
    value b""; value OTHER -> deliver read
C.4 After a torn answer the new object is delivered whole
  then value b""; value OTHER -> deliver @ready
C.4 An answer of fewer than 20 bytes is whole
  reading radio="longReads"; value SHORT -> deliver report @ready
C.4 A radio that goes on still asks for chunks of 20 bytes one by one
  reading radio="longReads"; 3x(chunk LONG, 20) -> deliver @ready
C.4 An answer of 512 bytes is checked
  reading radio="longReads"; value made(512) -> deliver read report
C.4 {19|20|21|182|511|512} bytes twice at an unknown MTU, wholeValues
  connecting radio="wholeValues"; connected None; discovered; subscribed;
    value {made(19)|made(20)|made(21)|made(182)|made(511)|made(512)};
    value {made(19)|made(20)|made(21)|made(182)|made(511)|made(512)} @ready
C.4 {19|22} bytes twice at MTU 23, wholeValues
  connecting radio="wholeValues"; connected 23; discovered; subscribed;
    value {made(19)|made(22)}; value {made(19)|made(22)} @ready
& C.4 20 bytes twice at MTU {23|185}, wholeValues
  connecting radio="wholeValues"; connected {23|185}; discovered; subscribed; value made(20);
    value made(20) @ready
& C.4 21 bytes twice at MTU {23|185}, wholeValues
  connecting radio="wholeValues"; connected {23|185}; discovered; subscribed; value made(21);
    value made(21) @ready
C.4 {22|23|181|182|183|184|512} bytes twice at MTU 185, wholeValues
  connecting radio="wholeValues"; connected 185; discovered; subscribed;
    value {made(22)|made(23)|made(181)|made(182)|made(183)|made(184)|made(512)};
    value {made(22)|made(23)|made(181)|made(182)|made(183)|made(184)|made(512)} @ready
C.4 {19|20|21|182|511|512} bytes twice at an unknown MTU, oneCallback
  connecting radio="oneCallback", subscribes=False; connected None; discovered;
    value {made(19)|made(20)|made(21)|made(182)|made(511)|made(512)};
    value {made(19)|made(20)|made(21)|made(182)|made(511)|made(512)} @ready
C.4 {19|22} bytes twice at MTU 23, oneCallback
  connecting radio="oneCallback", subscribes=False; connected 23; discovered; value {made(19)|made(22)};
    value {made(19)|made(22)} @ready
& C.4 20 bytes twice at MTU {23|185}, oneCallback
  connecting radio="oneCallback", subscribes=False; connected {23|185}; discovered; value made(20); value made(20)
    @ready
& C.4 21 bytes twice at MTU {23|185}, oneCallback
  connecting radio="oneCallback", subscribes=False; connected {23|185}; discovered; value made(21); value made(21)
    @ready
C.4 {22|23|181|182|183|184|512} bytes twice at MTU 185, oneCallback
  connecting radio="oneCallback", subscribes=False; connected 185; discovered;
    value {made(22)|made(23)|made(181)|made(182)|made(183)|made(184)|made(512)};
    value {made(22)|made(23)|made(181)|made(182)|made(183)|made(184)|made(512)} @ready
C.4 Of a first value only 20 bytes are delivered
  connecting radio="wholeValues"; connected 185; discovered; subscribed; value made(182)
    -> deliver read report
C.4 The beginning of what was delivered is not delivered again
  then value made(182); rest; value made(182) -> read
C.4 A value that may be cut is not delivered twice
  then value made(182) -> nothing @ready
C.4 Another value that may be cut has the same first 20 bytes
  then rest; 2x(value with_byte(made(182), 100, 0x3F)) -> deliver @ready
C.4 After a longer value 20 bytes are whole, and delivered, although they begin it
  connecting radio="wholeValues"; connected 185; discovered; subscribed; whole LONG; rest;
    whole LONG[:20] -> deliver @ready
C.4 After a longer value 22 bytes are whole, and delivered, although they begin it
  connecting radio="wholeValues"; connected 185; discovered; subscribed; whole LONG; rest;
    whole LONG[:22] -> deliver @ready
C.4 What may have been cut turns out to be whole: it is delivered as whole
  connecting radio="wholeValues"; connected None; discovered; subscribed; whole LONG;
    mtuChanged mtu=100; rest; whole LONG -> deliver @ready
C.4 What was delivered whole is not delivered again as possibly cut
  connecting radio="wholeValues"; connected 100; discovered; subscribed; whole LONG;
    mtuChanged mtu=None; rest; whole LONG -> nothing @ready
C.4 A first value of 20 bytes is delivered
  reading radio="wholeValues"; value LONG[:20] -> deliver read report
C.4 20 bytes that may be cut were delivered already
  then value LONG[:20] -> nothing @ready
C.4 A value shorter than another on the link is whole if chunk sizes are trusted [recommended]
  connecting radio="wholeValues", trustsChunkSize=True; connected None; discovered; subscribed;
    whole LONG; rest; whole OTHER
C.4 A value shorter than another on the link may be cut otherwise, at an unknown MTU
  connecting radio="wholeValues"; connected None; discovered; subscribed; whole LONG; rest;
    whole OTHER
C.11 A longer value is forgotten with its link [recommended]
  connecting radio="wholeValues", trustsChunkSize=True; connected None; discovered; subscribed;
    whole LONG; disconnected; found peer=8; connected None; discovered; subscribed; whole OTHER
C.11 The MTU is unknown as before: a longer value is not forgotten [recommended]
  connecting radio="wholeValues", trustsChunkSize=True; connected None; discovered; subscribed;
    whole LONG; mtuChanged mtu=None; rest; whole OTHER
C.11 The MTU is the same as before: the chunk size is not forgotten
  ready trustsChunkSize=True; rest; whole LONG, 30; mtuChanged mtu=23; rest; value OTHER
    -> deliver @ready
C.11 The MTU is {23|unknown} as before: the answer is used
  connecting radio="wholeValues"; connected {23|None}; discovered; subscribed;
    mtuChanged mtu={23|None}; value SHORT -> deliver read report
C.11 The MTU was {23|unknown} and is {unknown|23}: the answer is discarded
  connecting radio="wholeValues"; connected {23|None}; discovered; subscribed;
    mtuChanged mtu={None|23}; value SHORT -> read
& C.11 The MTU is {unknown|23} now: that decides what is whole
  then value LONG; value LONG -> deliver @ready
C.11 The MTU is the same as before: the read goes on
  reading; chunk LONG; mtuChanged mtu=23; chunk LONG -> read
C.11 The MTU changed and changed back: the answer is discarded
  reading; mtuChanged mtu=50; mtuChanged mtu=23; value SHORT -> read
C.2 With one callback it does not subscribe
  discovering radio="oneCallback", subscribes=False; discovered -> read @reading
C.12 An arrival during a read is its answer
  then arrived LONG -> deliver read report
C.12 Two equal arrivals, each during a read, are two equal reads
  then arrived LONG -> deliver @ready
C.5 With one callback: a millisecond before the next poll
  then wait 999 -> nothing
C.5 With one callback it polls 1000 ms after the last answer
  then wait 1 -> read
C.12 Another object is there at the next poll
  then arrived OTHER; arrived OTHER -> deliver @ready
C.6 No object: it polls, and has nothing to show
  then wait 1000; failed 0x0A -> report @ready
C.7 With one callback, before {4000|4000|500} ms after the error {0x05|0x0f|0x0e}
  reading radio="oneCallback", subscribes=False; failed {0x05|0x0F|0x0E}; wait {3999|3999|499} -> nothing
& C.7 With one callback, {4000|4000|500} ms after the error {0x05|0x0f|0x0e}
  then wait 1 -> read
C.8 With one callback it reads what is not an instruction again
  reading radio="oneCallback", subscribes=False; value NO_OBJECT; value NO_OBJECT -> fault @ready
C.8 With one callback, all that can be read is not an instruction: it polls
  reading radio="oneCallback", subscribes=False, layout="legacy"; whole LEGACY[:20] -> fault @ready
C.5 With one callback, configured not to subscribe, it polls all the same
  reading radio="oneCallback", subscribes=False; arrived SHORT; arrived SHORT -> deliver @ready
C.5 With one callback a notification known as such is a reason to read
  ready radio="oneCallback", subscribes=False; notified -> read
C.12 With one callback, an object arrives while {stopped|radioOff|scanning|connecting|discovering|ready|reading}
  {stopped|radioOff|scanning|connecting|discovering|ready|reading} radio="oneCallback", subscribes=False; arrived SHORT
& C.12 With one callback, an identifier arrives while {stopped|radioOff|scanning|connecting|discovering|ready|reading}
  {stopped|radioOff|scanning|connecting|discovering|ready|reading} radio="oneCallback", subscribes=False; arrived IDENTIFIER
& C.12 With one callback, an arrival of another link while {stopped|radioOff|scanning|connecting|discovering|ready|reading}
  {stopped|radioOff|scanning|connecting|discovering|ready|reading} radio="oneCallback", subscribes=False; arrived SHORT, link=99 @{stopped|radioOff|scanning|connecting|discovering|ready|reading}
C.13 With one callback an arrival shows that the phone is there
  discovering radio="oneCallback", subscribes=False; wait 5000; arrived SHORT -> report @discovering
C.12 With one callback {0|4|8|9|20} bytes during a read are the answer
  reading radio="oneCallback", subscribes=False; arrived {b""|LONG[:4]|LONG[:8]|LONG[:9]|LONG[:20]} @reading
C.12 With one callback a UUID during a read is the answer
  reading radio="oneCallback", subscribes=False, layout="legacy"; arrived LEGACY[:16] -> read
C.12 A known answer and an arrival are two reads
  reading radio="oneCallback", subscribes=False; arrived LONG; value LONG -> deliver @ready
C.12 Two arrivals that differ are not an object
  reading radio="oneCallback", subscribes=False; arrived LONG; arrived OTHER -> deliver read
C.12 A read that an arrival has answered gets no other answer
  reading radio="oneCallback", subscribes=False; arrived LONG; value LONG, ticket=3 -> fault @reading
C.10 Services changed, and an arrival answers the read: it discovers again
  reading radio="oneCallback", subscribes=False; serviceChanged; arrived LONG -> discover
C.11 The MTU changed, and an arrival answers the read: it is discarded
  reading radio="oneCallback", subscribes=False; mtuChanged mtu=100; arrived LONG -> read
C.13 With one callback an arrival as the answer ends pairingRequired
  reading radio="oneCallback", subscribes=False; failed 0x05; wait 4000; arrived SHORT -> deliver read report
C.12 An arrival of unknown kind during a read is a notification, {longReads|wholeValues}
  reading radio={"longReads"|"wholeValues"}; arrived SHORT -> nothing @reading
& C.12 An arrival of unknown kind is a reason to read, {longReads|wholeValues}
  ready radio={"longReads"|"wholeValues"}; arrived SHORT -> read
& C.12 An arrival of 5 bytes is a malformed notification, {longReads|wholeValues}
  reading radio={"longReads"|"wholeValues"}, subscribes=False; arrived LONG[:5]
    -> fault @reading
"""
