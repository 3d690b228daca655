"""Whom the phone misses after Bluetooth was off, and after the end of navigation: rules P.11 and P.12."""

ROWS = """
since 3.0.0
P.11 Bluetooth on again, after nobody
  alone; off -> addService startAdvertising @advertising
P.11 Bluetooth on again, after one without a place
  alone; read 9; off -> addService startAdvertising @advertising
P.11 Bluetooth on again, after one that had arrived
  serving; off -> addService startAdvertising @advertisingAgain
P.12 Bluetooth on again, after one that had {arrived:|arrived, no object:} arrival 1 of 1
  then back 5 -> stopAdvertising
& P.11 Bluetooth on again, after one that had {arrived, no object|read}
  advertising; {subscribe|read}; off -> addService startAdvertising @advertisingAgain
P.12 Bluetooth on again, after one that had read: arrival 1 of 1
  then back 5 -> stopAdvertising
P.11 Bluetooth on again, after one that had not arrived
  advertising; off -> addService startAdvertising @advertisingAgain
P.12 Bluetooth on again, after one that had not arrived: arrival 1 of 1
  then back 5 -> stopAdvertising
P.11 Bluetooth on again, after two that had not arrived
  advertising; connect 2; off -> addService startAdvertising @advertisingAgain
P.12 Bluetooth on again, after two that had not arrived: arrival 1 of 1
  then back 5 -> stopAdvertising
P.11 Bluetooth on again, after one that had arrived and a later one
  serving; connect 2; off -> addService startAdvertising @advertisingAgain
P.11 Bluetooth on again, after one that had arrived and an earlier one
  advertising; connect 2; subscribe 2; off -> addService startAdvertising @advertisingAgain
P.11 Bluetooth on again, after two that had arrived
  serving; back 2; off -> addService startAdvertising @advertisingAgain
P.12 Bluetooth on again, after two that had arrived: arrival {1|2} of 2
  then back {5|6} -> {nothing|stopAdvertising}
P.11 Bluetooth on again, after one that is missing
  serving; disconnected central=1; off -> addService startAdvertising @advertisingAgain
P.12 Bluetooth on again, after one that is missing: arrival 1 of 1
  then back 5 -> stopAdvertising
P.11 Bluetooth on again, after one whose watchdog fired
  advertisingAgain; off -> addService startAdvertising @advertisingAgain
P.12 Bluetooth on again, after one whose watchdog fired: arrival 1 of 1
  then back 5 -> stopAdvertising
P.11 Bluetooth on again, after one that had arrived while one is missing
  serving; back 2; disconnected central=2; off -> addService startAdvertising @advertisingAgain
P.12 Bluetooth on again, after one that had arrived while one is missing: arrival {1|2} of 2
  then back {5|6} -> {nothing|stopAdvertising}
P.11 Bluetooth on again, after one that had not arrived while one is missing
  serving; disconnected central=1; connect 2; off
    -> addService startAdvertising @advertisingAgain
P.12 Bluetooth on again, after one that had not arrived while one is missing: arrival 1 of 1
  then back 5 -> stopAdvertising
P.11 Bluetooth on again: a device is missing, and no watchdog runs
  serving; off; wait 5000 -> nothing @advertisingAgain
P.12 Bluetooth on again while a device is missing: there is no limit
  then wait 120000 -> nothing @advertisingAgain
P.12 Bluetooth on again, and the missing device reads: it ends
  then connect; read -> answer stopAdvertising
P.11 Bluetooth on again while nobody is missing: the limit ends it
  alone; off; wait 120000 -> stopAdvertising @serving
P.12 Bluetooth on again while nobody is missing: an arrival ends it
  alone; off; back 1 -> stopAdvertising @serving
P.11 Bluetooth on again: the watchdog of those without a place is idle
  alone; read 9; off; wait 5000 -> nothing @advertising
P.12 Bluetooth on again: a read without a place is no arrival
  serving; off; read 9 -> answer @advertisingAgain
P.12 Bluetooth was off twice, and nobody came in between
  serving; off; off -> addService startAdvertising @advertisingAgain
P.12 Bluetooth was off twice, and nobody came in between: one is missing
  then back 2 -> stopAdvertising @serving
P.12 Bluetooth was off twice, and the device came in between
  serving; off; back 1; off -> addService startAdvertising @advertisingAgain
P.12 Bluetooth was off twice, and the device came in between: one is missing
  then back 2 -> stopAdvertising @serving
P.12 Bluetooth was off twice, and one of two came in between: two are missing
  serving; back 2; 2x(off; back 1) -> nothing @advertisingAgain
P.12 Bluetooth was off twice, and both are back
  then back 2 -> stopAdvertising @serving
P.12 Told twice that Bluetooth is off: one is missing
  serving; radioOff; radioOff; radioOn; back 1 -> stopAdvertising @serving
P.12 The end of a link is told while Bluetooth is off: one is missing
  radioOff; disconnected central=1; radioOn; back 1 -> stopAdvertising @serving
P.12 Of one without a place the end is told while Bluetooth is off
  alone; radioOff; disconnected central=9; radioOn -> addService startAdvertising @advertising
P.11 A connection that is told while Bluetooth is off leaves its watchdog idle
  alone; radioOff; connect 2; radioOn; wait 5000 -> nothing @advertising
P.12 While Bluetooth is off nobody arrives
  serving; radioOff; connect 2; subscribe 2; read 2; radioOn; read 2 -> answer stopAdvertising
P.12 Stopped and started while a device was missing: there is a limit
  serving; back 2; disconnected central=2; stopNavigation; startNavigation
    -> addService startAdvertising @advertising
P.12 Stopped and started: who had arrived arrives once more, with a read
  then read 1 -> reject stopAdvertising
P.12 Stopped and started: who had arrived arrives with a subscription
  serving; back 2; disconnected central=2; stopNavigation; startNavigation; subscribe 1
    -> stopAdvertising @serving
P.12 Stopped and started: who had arrived before is lost, and counts as one
  serving; back 2; stopNavigation; startNavigation; connect 3; disconnected central=1;
    disconnected central=2; subscribe 3 -> stopAdvertising @serving
P.12 A device that is gone after navigation is not missing in the next
  serving; stopNavigation; disconnected central=1; startNavigation
    -> addService startAdvertising @advertising
P.12 Bluetooth was off after navigation: nobody is missing in the next
  serving; stopNavigation; radioOff; radioOn; startNavigation
    -> addService startAdvertising @advertising
P.12 Bluetooth went off before navigation began: nobody is missing
  serving; stopNavigation; radioOff; startNavigation; radioOn
    -> addService startAdvertising @advertising
P.12 Navigation stopped and started while Bluetooth was off
  serving; radioOff; stopNavigation; startNavigation; radioOn
    -> addService startAdvertising @advertising
P.12 A read before navigation is no arrival
  advertising; stopNavigation; read; startNavigation; read -> reject stopAdvertising
"""
