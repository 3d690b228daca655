"""What the rider is told after a phone says that it has no object, and when a turn is stale: rules C.6 and C.13."""

ROWS = """
since 3.0.0
C.6 The phone says that it has no object any more: it waits for one
  ready; rest; failed 0x0A -> report @ready
C.6 The phone says once more that it has no object: no news
  then rest; failed 0x0A -> nothing @ready
C.13 A phone without an object does not make the last one stale
  ready; rest; failed 0x0A, after=1999; rest; failed 0x0A -> nothing
C.13 After waiting another object is navigated
  ready; rest; failed 0x0A; rest; value OTHER[:19] -> deliver report
C.13 After waiting the same object is navigated, and not delivered again
  ready; notified; failed 0x0A; rest; value SHORT -> report
C.13 After waiting the same identifier may be stale
  ready; rest; failed 0x0A; rest; value SHORT -> report
C.13 After waiting a first chunk is enough to navigate
  reading; chunk LONG; failed 0x0A; rest; chunk LONG -> read report
C.13 No object ends pairingRequired: it waits
  ready; rest; failed 0x05; rest; failed 0x0A -> report
C.6 Services changed, were found again, and there is no object: it waits
  ready; serviceChanged; discovered; subscribed; failed 0x0A -> report @ready
C.13 An error after 6000 ms with the same identifier: stale
  ready; rest; notified; wait 1980; failed 0x0E -> fault report
C.13 An error after 5999 ms: not yet stale
  ready; rest; notified; wait 1979; failed 0x0E -> fault
C.13 Bytes that are not an instruction make the last one stale
  ready; rest; notified; wait 1980; value NO_OBJECT -> fault report
C.13 Invalid Handle makes the last instruction stale
  ready; rest; notified; wait 1980; failed 0x01 -> fault discover report
C.13 0x07 at offset 0 makes the last instruction stale, wholeValues
  reading radio="wholeValues"; whole SHORT; rest; failed 0x07, after=2000 -> fault report
C.13 A chunk in the middle makes the last instruction stale
  reading; whole LONG; rest; chunk LONG; chunk LONG, after=2000 -> read report
C.13 An instruction that was never read to its end is stale too
  reading; chunk LONG; failed 0x0E, after=4000; pause; chunk LONG; failed 0x0E, after=2000
    -> fault report
C.13 An arrival that is the answer makes the last instruction stale
  reading radio="oneCallback"; whole SHORT; rest; arrived SHORT, after=2000 -> read report
C.13 After a stale one another instruction is navigated
  ready; rest; notified; wait 1980; failed 0x0E; pause; value OTHER[:19] -> deliver report
C.13 A notification does not make an instruction stale
  ready; rest; notified; wait 1980; notified IDENTIFIER -> nothing
C.13 A first chunk with another identifier: not stale
  ready; rest; notified; wait 1980; chunk LONG -> deliver read
C.13 No object: it waits, and nothing is stale
  ready; rest; notified; wait 1980; failed 0x0A -> read report
C.13 The answer to a subscription does not make an instruction stale
  ready; serviceChanged; discovered after=4000; subscribed after=2000 -> read
C.13 A late answer does not make an instruction stale
  ready; rest; notified; wait 1980; answered bytes=SHORT.hex(), ticket=99 -> fault
"""
