"""What the rider is told after a phone says that it has no object, and while it has nothing new: rules C.6 and C.13."""

ROWS = """
since 3.0.0
C.6 The phone says that it has no object any more: it waits for one
  ready; rest; failed 0x0A -> report @ready
C.6 The phone says once more that it has no object: no news
  then rest; failed 0x0A -> nothing @ready
C.13 After waiting another object is navigated
  ready; rest; failed 0x0A; rest; value OTHER[:19] -> deliver report
C.13 After waiting the same object is navigated, and delivered again
  ready; notified; failed 0x0A; rest; value SHORT -> deliver report
C.13 After waiting the same object is navigated, six seconds after it first came
  ready; rest; failed 0x0A; rest; value SHORT -> deliver report
C.13 After waiting a first chunk is enough to navigate
  reading; chunk LONG; failed 0x0A; rest; chunk LONG -> deliver read report
C.13 No object ends pairingRequired: it waits
  ready; rest; failed 0x05; rest; failed 0x0A -> report
C.6 Services changed, were found again, and there is no object: it waits
  ready; serviceChanged; discovered; subscribed; failed 0x0A -> report @ready
C.13 An error six seconds after the instruction first came: it is navigated still
  ready; rest; notified; wait 1980; failed 0x0E -> fault
"""
# What the radio can't read.
LOST = """
since 5.0.0
C.13 A second object that the radio can't read: the instruction is navigated still
  ready radio={"wholeValues"|"longReads"}; rest; failed {0x07|0x0B}; pause; failed {0x0B|0x07} -> fault @ready
& C.13 A third in a row: it waits
  then pause; failed {0x0B|0x07} -> fault report @ready
& C.13 A fourth in a row: no news
  then pause; failed 0x07 -> fault
& C.13 Then another object is navigated
  then pause; value OTHER -> deliver read report
C.13 An object that is read ends the row of those that the radio can't read
  ready radio="wholeValues"; rest; 2x(failed 0x07; pause); value LONG; value LONG; notified;
    failed 0x07 -> fault @ready
C.13 A first chunk ends the row of objects that the radio can't read
  ready radio="wholeValues"; rest; 2x(failed 0x07; pause); value LONG; failed 0x07 -> fault @ready
C.13 Another error does not end the row of objects that the radio can't read
  ready radio="wholeValues"; rest; 2x(failed 0x07; pause); failed 0x0E; pause; failed 0x07 -> fault report
C.13 With one callback, a third value in a row that can't be read: it waits
  ready radio="oneCallback", subscribes=False; wait 1000; 2x(failed 0x07; pause); failed 0x07 -> fault report
"""
# What is delivered again because the phone had it no longer.
FORGOTTEN = """
since 9.0.0
C.4 On a new link the phone has no object at first: what the old link gave is delivered again
  ready; disconnected; found peer=8; connected; discovered; subscribed; failed 0x0A; rest; value SHORT
    -> deliver report
C.4 The radio can't read two objects in a row: the instruction is not delivered again
  ready radio="longReads"; rest; 2x(failed 0x07; pause); value SHORT -> nothing @ready
C.4 The radio can't read three objects in a row: the instruction is delivered again
  ready radio="longReads"; rest; 3x(failed 0x0B; pause); value SHORT -> deliver report
C.13 After waiting, a first chunk that may be older than that is not enough to navigate
  ready radio="oneCallback"; arrived SHORT; rest; failed 0x0A; rest; arrived LONG -> nothing @ready
& C.13 Once it is checked, it is navigated
  then settle; arrived LONG -> deliver report
C.13 A first chunk that may be older does not end the row of objects that the radio can't read
  ready radio="oneCallback"; arrived SHORT; rest; 2x(arrived LONG; settle; failed 0x07; pause); arrived LONG; settle;
    failed 0x07 -> fault report @ready
since 10.0.0
C.13 An identifier comes, but no answer for 5000 ms: silent
  ready radio="oneCallback", readTimeout=35000; rest; wait 890; arrived IDENTIFIER; wait 100 -> report
& C.13 Another identifier does not end the silence
  then arrived IDENTIFIER -> nothing
& C.13 The answer does
  then arrived NEAR -> deliver read report
"""
