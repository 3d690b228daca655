"""What the rider is told after a phone says that it has no object, and while it has nothing new: rules C.6 and C.13."""

ROWS = """
since 3.0.0
C.6 The phone says that it has no object any more: it waits for one
  ready; rest; failed 0x0A -> report @ready
C.6 The phone says once more that it has no object: no news
  then rest; failed 0x0A -> nothing @ready
C.13 After waiting another object is navigated
  ready; rest; failed 0x0A; rest; value OTHER[:19] -> deliver report
C.13 After waiting the same object is navigated, and not delivered again
  ready; notified; failed 0x0A; rest; value SHORT -> report
C.13 After waiting the same object is navigated, six seconds after it first came
  ready; rest; failed 0x0A; rest; value SHORT -> report
C.13 After waiting a first chunk is enough to navigate
  reading; chunk LONG; failed 0x0A; rest; chunk LONG -> read report
C.13 No object ends pairingRequired: it waits
  ready; rest; failed 0x05; rest; failed 0x0A -> report
C.6 Services changed, were found again, and there is no object: it waits
  ready; serviceChanged; discovered; subscribed; failed 0x0A -> report @ready
C.13 An error six seconds after the instruction first came: it is navigated still
  ready; rest; notified; wait 1980; failed 0x0E -> fault
"""
