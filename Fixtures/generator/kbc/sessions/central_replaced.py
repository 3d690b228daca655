"""A radio that goes on by itself asks past the end of an object, perhaps of one that has become shorter: rule C.7."""

ROWS = """
since 3.0.0
C.7 {0x07|0x0b} to a first read: it does not read a millisecond too early, longReads
  reading radio="longReads"; failed {0x07|0x0B}; wait 499 -> nothing
& C.7 {0x07|0x0b} to a first read: it reads after the pause, longReads
  then wait 1 -> read
& C.7 {0x07|0x0b} to the check: it does not read a millisecond too early, longReads
  reading radio="longReads"; value LONG; value b""; failed {0x07|0x0B}; wait 499 -> nothing
& C.7 {0x07|0x0b} to the check: it reads after the pause, longReads
  then wait 1 -> read
& C.7 A second {0x07|0x0b} in a row: it pauses again, longReads
  reading radio="longReads"; failed {0x07|0x0B}; pause; failed {0x07|0x0B} -> fault @ready
C.7 0x07 to the check after three other errors does not end the link, longReads
  reading radio="longReads"; 3x(failed 0x0E; pause); value LONG; value b""; failed 0x07
    -> fault @ready
C.7 An object is read after twelve reads failed with 0x07, longReads
  reading radio="longReads"; 12x(failed 0x07; pause); value SHORT
C.3 0x07 while a subscription is owed: it subscribes after the pause, longReads
  subscribing radio="longReads"; failed 0x05; failed 0x07; pause -> subscribe
C.7 {0x07|0x0b} to a first read: it does not read a millisecond too early, wholeValues
  reading radio="wholeValues"; failed {0x07|0x0B}; wait 499 -> nothing
& C.7 {0x07|0x0b} to a first read: it reads after the pause, wholeValues
  then wait 1 -> read
& C.7 {0x07|0x0b} to the check: it does not read a millisecond too early, wholeValues
  reading radio="wholeValues"; value LONG; failed {0x07|0x0B}; wait 499 -> nothing
& C.7 {0x07|0x0b} to the check: it reads after the pause, wholeValues
  then wait 1 -> read
& C.7 A second {0x07|0x0b} in a row: it pauses again, wholeValues
  reading radio="wholeValues"; failed {0x07|0x0B}; pause; failed {0x07|0x0B} -> fault @ready
C.7 0x07 to the check after three other errors does not end the link, wholeValues
  reading radio="wholeValues"; 3x(failed 0x0E; pause); value LONG; failed 0x07 -> fault @ready
C.7 An object is read after twelve reads failed with 0x07, wholeValues
  reading radio="wholeValues"; 12x(failed 0x07; pause); value SHORT
C.3 0x07 while a subscription is owed: it subscribes after the pause, wholeValues
  subscribing radio="wholeValues"; failed 0x05; failed 0x07; pause -> subscribe
C.7 {0x07|0x0b} to a first read: it does not read a millisecond too early, oneCallback
  reading radio="oneCallback", subscribes=False; failed {0x07|0x0B}; wait 499 -> nothing
& C.7 {0x07|0x0b} to a first read: it reads after the pause, oneCallback
  then wait 1 -> read
& C.7 {0x07|0x0b} to the check: it does not read a millisecond too early, oneCallback
  reading radio="oneCallback", subscribes=False; value LONG; failed {0x07|0x0B}; wait 499 -> nothing
& C.7 {0x07|0x0b} to the check: it reads after the pause, oneCallback
  then wait 1 -> read
& C.7 A second {0x07|0x0b} in a row: it pauses again, oneCallback
  reading radio="oneCallback", subscribes=False; failed {0x07|0x0B}; pause; failed {0x07|0x0B} -> fault @ready
C.7 0x07 to the check after three other errors does not end the link, oneCallback
  reading radio="oneCallback", subscribes=False; 3x(failed 0x0E; pause); value LONG; failed 0x07 -> fault @ready
C.7 An object is read after twelve reads failed with 0x07, oneCallback
  reading radio="oneCallback", subscribes=False; 12x(failed 0x07; pause); value SHORT
"""
