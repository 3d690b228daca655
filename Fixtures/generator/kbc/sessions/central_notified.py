"""What a notification during a read names or begins, and how such a read ends: rule C.5."""

ROWS = """
since 3.0.0
C.5 An object with the same identifier and another distance: it reads again
  reading; notified NEARER; value SHORT -> deliver read report
C.5 The object that was notified is read: it rests
  then value NEARER -> deliver @ready
C.5 The same short object was notified: it rests
  reading; notified SHORT; value SHORT @ready
C.5 A cut object with the same identifier and another distance was notified
  reading; notified x("04030201050100000047726fc39f65205765696e"); 3x(chunk LONG)
    -> deliver read
C.5 The twentieth byte of a notified object counts
  reading; notified x("04030201057800000047726fc39f6520576569216d65"); 3x(chunk LONG)
    -> deliver read
C.5 The byte after the twentieth of a notified object does not count
  reading; notified x("04030201057800000047726fc39f65205765696e2165"); whole LONG
    -> deliver @ready
C.5 19 bytes begin no longer object: it reads again
  reading; notified LONG[:19]; 3x(chunk LONG) -> deliver read
C.5 A notified object may be longer than the one that was read
  reading; notified LONG + b"x"; whole LONG -> deliver @ready
C.5 The last of two notified objects counts: it rests
  reading; notified NEARER; notified SHORT; value SHORT @ready
C.5 The last of two notified objects counts: it reads again
  reading; notified SHORT; notified NEARER; value SHORT @reading
C.5 An identifier after an object counts: it rests
  reading; notified NEARER; notified IDENTIFIER; value SHORT @ready
C.5 A malformed notification begins the object that was read: it rests
  reading layout="legacy"; notified LEGACY[:20]; whole LEGACY -> deliver @ready
C.5 After one more read it rests
  reading; notified OTHER[:4]; value SHORT; value SHORT -> nothing @ready
C.5 An {identifier|object} notified during a read that finds no object: it reads again
  reading; notified {IDENTIFIER|OTHER[:20]}; failed 0x0A -> read
C.5 Once more no object: it rests
  reading; notified; failed 0x0A; failed 0x0A -> nothing @ready
C.5 The object that was notified is gone: it reads again
  ready; rest; notified IDENTIFIER; failed 0x0A -> read report
C.7 Notified during a read that 0x07 fails: it reads again, {longReads|wholeValues|oneCallback}
  reading radio={"longReads"|"wholeValues"|"oneCallback"}, subscribes={None|None|False}; notified; failed 0x07 -> fault read
& C.7 Notified during a read that 0x0b fails: it reads again, {longReads|wholeValues|oneCallback}
  reading radio={"longReads"|"wholeValues"|"oneCallback"}, subscribes={None|None|False}; notified; failed 0x0B -> fault read
C.7 Notified during a read that 0x07 fails: it pauses, offsetReads
  reading; notified; failed 0x07 -> fault @ready
C.5 Another object notified during a read of a beginning: it reads again
  reading radio="wholeValues", layout="deployed"; value LONG[:20]; notified OTHER[:4];
    value LONG[:20] -> read
C.5 The object whose beginning was read was {begun|named}: it rests
  reading radio="wholeValues", layout="deployed"; notified {LONG[:20]|LONG[:4]};
    value LONG[:20]; value LONG[:20] -> nothing @ready
C.8 Notified during a read of a beginning that is no instruction: it reads again
  reading radio="wholeValues", layout="legacy"; value LEGACY[:20]; notified LEGACY[:16];
    value LEGACY[:20] -> fault read
C.8 A beginning that is no instruction was notified as well: it rests
  reading radio="wholeValues", layout="legacy"; value LEGACY[:20]; notified LEGACY[:20];
    value LEGACY[:20] -> fault @ready
C.5 Another distance notified between two equal values: it reads again
  reading radio="wholeValues", layout="deployed"; value LONG;
    notified x("04030201050100000047726fc39f65205765696e"); value LONG -> deliver read
C.8 Notified during a read in which the object changed too often: it pauses
  reading maximumRestarts=0; notified OTHER[:4]; chunk LONG; chunk LONG; value OTHER[:22]
    -> fault @ready
C.5 A notification during a read that failed does not count for the next
  reading; notified OTHER[:4]; failed 0x0E; pause; value SHORT -> deliver report @ready
"""

UNNAMED = """
since 3.0.0
C.8 Nothing was named during a read of a beginning that is no instruction
  reading radio="wholeValues", layout="legacy"; value LEGACY[:20]; notified LEGACY[:5];
    value LEGACY[:20] -> fault read
"""
