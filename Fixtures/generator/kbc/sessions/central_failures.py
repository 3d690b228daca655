"""Rows of failures, what they count, and what ends them: rules C.7 and C.8."""

ROWS = """
since 3.0.0
C.7 Invalid Handle to 2 reads in a row: it discovers again
  reading; failed 0x01; discovered; subscribed; failed 0x01 -> fault discover
C.7 Invalid Handle to 3 reads in a row: it discovers again
  then discovered; subscribed; failed 0x01 -> fault discover
C.7 Invalid Handle to the fourth read in a row ends the link
  then discovered; subscribed; failed 0x01 -> fault fault disconnect startScan report @scanning
C.7 Invalid Handle to 2 subscriptions: it discovers again
  subscribing; failed 0x01; discovered; failed 0x01 -> fault discover
C.7 Invalid Handle to 3 subscriptions: it discovers again
  then discovered; failed 0x01 -> fault discover
C.7 Invalid Handle to the fourth subscription in a row ends the link
  then discovered; failed 0x01 -> fault fault disconnect startScan report @scanning
C.10 Services changed before the fourth Invalid Handle: it discovers again
  reading; 3x(failed 0x01; discovered; subscribed); serviceChanged; failed 0x01 -> discover
C.7 Invalid Handle to the fourth read ends the link {without a subscription|with one callback} too
  reading {subscribes=False|radio="oneCallback", subscribes=False}; 3x(failed 0x01; discovered); failed 0x01
    -> fault fault disconnect startScan report
C.7 Errors and Invalid Handle to reads make one row: the fourth ends the link
  reading; failed 0x01; discovered; subscribed; 2x(failed 0x0E; pause); failed 0x01
    -> fault fault disconnect startScan report
C.7 An error after three times Invalid Handle ends the link
  reading; 3x(failed 0x01; discovered; subscribed); failed 0x0E
    -> fault fault disconnect startScan report
C.7 The fourth failure may be the subscription's
  reading; 2x(failed 0x0E; pause); failed 0x01; discovered; failed 0x01
    -> fault fault disconnect startScan report
C.7 An Invalid Handle to a subscription counts for the reads after it
  subscribing; failed 0x01; discovered; subscribed; 2x(failed 0x0E; pause); failed 0x0E
    -> fault fault disconnect startScan report
C.7 The fourth error at a later offset in a row ends the link
  reading; 3x(chunk LONG; failed 0x0E; pause); chunk LONG; failed 0x0E
    -> fault fault disconnect startScan report
C.7 The fourth {0x07|0x0b} at offset 0 ends the link, offsetReads
  reading; 3x(failed {0x07|0x0B}; pause); failed {0x07|0x0B}
    -> fault fault disconnect startScan report
C.7 {An|No} object ends a row of Invalid Handle
  reading; 3x(failed 0x01; discovered; subscribed); {value SHORT|failed 0x0A}; rest; failed 0x01
    -> fault discover
C.7 An object ends a row of Invalid Handle to subscriptions
  subscribing; 3x(failed 0x01; discovered); subscribed; value SHORT; serviceChanged; discovered;
    failed 0x01 -> fault discover
C.7 An object that changed during every attempt ends a row of errors
  reading maximumRestarts=0; 3x(failed 0x0E; pause); chunk LONG; chunk LONG; value OTHER[:22];
    pause; failed 0x0E -> fault @ready
C.7 An object in chunks ends a row of errors
  reading; 3x(failed 0x0E; pause); whole LONG; rest; failed 0x0E -> fault @ready
C.7 All that a radio can read of an object ends a row of errors
  reading radio="wholeValues"; 3x(failed 0x0E; pause); whole LONG[:20]; rest; failed 0x0E
    -> fault @ready
C.7 A new link begins a new row
  reading; 3x(failed 0x0E; pause); disconnected; found peer=8; connected; discovered;
    subscribed; failed 0x0E -> fault @ready
C.7 Bytes that are not an instruction do not end a row of errors
  reading; 3x(failed 0x0E; pause); value NO_OBJECT; pause; failed 0x0E
    -> fault fault disconnect startScan report
C.7 A notification does not end a row of errors
  reading; 3x(failed 0x0E; notified); failed 0x0E -> fault fault disconnect startScan report
C.7 A demand for pairing does not end a row of Invalid Handle
  reading; 3x(failed 0x01; discovered; subscribed); failed 0x05; rest; failed 0x01
    -> fault fault disconnect startScan report
C.7 A first value does not end a row of errors
  reading radio="wholeValues"; 3x(failed 0x0E; pause); value LONG; failed 0x0E
    -> fault fault disconnect startScan report
C.7 The last chunk does not end a row of errors before the check
  reading; 3x(failed 0x0E; pause); chunk LONG; chunk LONG; failed 0x0E
    -> fault fault disconnect startScan report
C.7 The error {0x07|0x0b} from the beginning: it pauses, longReads
  reading radio="longReads"; failed {0x07|0x0B} -> fault @ready
C.7 An object that can't be read never ends the link, longReads
  then 3x(rest; failed 0x0B) -> fault @ready
C.7 The error 0x07 to the check: it pauses, longReads
  reading radio="longReads"; value LONG; value b""; failed 0x07 -> fault @ready
C.7 The fourth error in a row ends the link, {longReads|wholeValues}
  reading radio={"longReads"|"wholeValues"}; 3x(failed 0x0E; pause); failed 0x0E
    -> fault fault disconnect startScan report
& C.7 The error 0x07 from the beginning: it pauses, {wholeValues|oneCallback}
  reading radio={"wholeValues"|"oneCallback"}, subscribes={None|False}; failed 0x07 -> fault @ready
& C.7 The error 0x0b from the beginning: it pauses, {wholeValues|oneCallback}
  reading radio={"wholeValues"|"oneCallback"}, subscribes={None|False}; failed 0x0B -> fault @ready
& C.7 An object that can't be read never ends the link, {wholeValues|oneCallback}
  then 3x(rest; failed 0x0B) -> fault @ready
& C.7 The error 0x07 to the check: it pauses, {wholeValues|oneCallback}
  reading radio={"wholeValues"|"oneCallback"}, subscribes={None|False}; value LONG; failed 0x07 -> fault @ready
C.7 The fourth error in a row ends the link, oneCallback
  reading radio="oneCallback", subscribes=False; 3x(failed 0x0E; pause); failed 0x0E
    -> fault fault disconnect startScan report
C.4 The error 0x07 at a later offset is the end, longReads
  reading radio="longReads"; value LONG; failed 0x07 -> read
C.7 Another error at a later offset fails the read, longReads
  reading radio="longReads"; value LONG; failed 0x0E -> fault @ready
C.8 The ninth object in a row that is too long ends the link
  reading; 8x(value made(300); value made(213); pause); value made(300); value made(213)
    -> fault fault disconnect startScan report
C.8 The ninth value in a row that is too long ends the link, wholeValues
  reading radio="wholeValues"; 8x(value made(512) + b"x"; pause); value made(512) + b"x"
    -> fault fault disconnect startScan report
C.8 The ninth value in a row that is not an instruction ends the link, oneCallback
  reading radio="oneCallback", subscribes=False; 8x(whole NO_OBJECT; pause); value NO_OBJECT; value NO_OBJECT
    -> fault fault disconnect startScan report
C.8 What is too long and what is not an instruction make one row
  reading; 4x(whole NO_OBJECT; pause); 4x(value made(512) + b"x"; pause); value NO_OBJECT
    -> fault fault disconnect startScan report
C.8 No object ends the row of what is not an instruction
  reading; 8x(whole NO_OBJECT; pause); failed 0x0A; rest; value NO_OBJECT -> fault @ready
C.8 An object that changed during every attempt ends the row
  reading maximumRestarts=0; 8x(whole NO_OBJECT; pause); chunk LONG; chunk LONG;
    value OTHER[:22]; pause; value NO_OBJECT -> fault @ready
C.8 An object in chunks ends the row of what is not an instruction
  reading; 8x(whole NO_OBJECT; pause); whole LONG; rest; value NO_OBJECT -> fault @ready
C.8 An error does not end the row of what is not an instruction
  reading; 8x(whole NO_OBJECT; pause); failed 0x0E; pause; value NO_OBJECT
    -> fault fault disconnect startScan report
C.7 Errors and what is not an instruction make two rows
  reading; 8x(whole NO_OBJECT; pause); failed 0x0E -> fault @ready
C.8 All that a radio can read of an object ends the row
  reading radio="wholeValues"; 8x(whole NO_OBJECT; pause); whole LONG[:20]; rest;
    whole NO_OBJECT -> fault @ready
C.8 All that the radio can read is not an instruction: the next read is not hurried
  reading radio="wholeValues", layout="legacy"; whole LEGACY[:20] -> fault @ready
C.8 All that the radio can read is not an instruction: it never ends the link
  then 8x(rest; whole LEGACY[:20]) -> fault @ready
C.9 A read that has no time after a subscription refused with {0x05|0x0e}
  subscribing readTimeout=0; failed {0x05|0x0E}
    -> fault read fault disconnect startScan report @scanning
C.9 A read that has no time ends the link in the same event
  subscribing readTimeout=0; subscribed -> read fault disconnect startScan report @scanning
"""
