"""Who is lost in one event with others, who is lost already, and whose watchdog is idle: rule P.12."""

ROWS = """
since 3.0.0
P.12 Of two due in one event one had arrived, its place below: both read
  advertising; publish numbered(1); connect 2; subscribe 1; wait 5000; read 2; read 1
    -> answer stopAdvertising
P.12 Of two due in one event one had arrived, its place above: both read
  advertising; publish numbered(1); connect 2; subscribe 2; wait 5000; read 1; read 2
    -> answer stopAdvertising
P.12 Of three due in one event one had arrived: two are missing
  advertising; publish numbered(1); connect 2; connect 3; subscribe 2; wait 5000; read 1
    -> answer @advertisingAgain
P.12 Of three due in one event one had arrived: the second arrival ends it
  then read 3 -> answer stopAdvertising
P.12 One is missing, and of two due in one event one had arrived: two are
  subscribers 1, 2; gone 2; connect 3; read 1; wait 5000; read 3 -> answer @advertisingAgain
P.12 One was missing, and of two due in one event one had arrived: both came
  then read 1 -> answer stopAdvertising
P.12 One without a place was due with a device that had arrived: two came
  subscribers 1; read 9; wait 5000; read 1; back 2 -> stopAdvertising @serving
P.12 One without a place was due with two devices, and both are back
  subscribers 1, 2; read 9; wait 5000; read 1; read 2 -> answer @advertisingAgain
P.12 One without a place was due with two devices, and three came
  then back 3 -> stopAdvertising @serving
P.12 Bluetooth on again, after one that had arrived and a later one: arrival 1 of 2
  serving; connect 2; off; back 5 -> nothing
P.12 Bluetooth on again, after one that had arrived and a later one: arrival 2 of 2
  then back 6 -> stopAdvertising
P.12 Bluetooth on again, after one that had arrived and an earlier one: arrival 1 of 2
  advertising; connect 2; subscribe 2; off; back 5 -> nothing
P.12 Bluetooth on again, after one that had arrived and an earlier one: arrival 2 of 2
  then back 6 -> stopAdvertising
P.11 Bluetooth on again, after one of each kind while one is missing
  subscribers 1, 2; gone 2; connect 3; off -> addService startAdvertising @advertisingAgain
P.12 Bluetooth on again, after one of each kind while one is missing: arrival {1|2} of 2
  then back {5|6} -> {nothing|stopAdvertising}
P.11 Bluetooth on again, after one that had arrived and one whose watchdog fired
  advertisingAgain; back 2; off -> addService startAdvertising @advertisingAgain
P.12 Bluetooth on again, after one that had arrived and one whose watchdog fired: arrival 1 of 1
  then back 5 -> stopAdvertising
P.11 Bluetooth on again, after one that had not arrived and one whose watchdog fired
  advertisingAgain; connect 2; off -> addService startAdvertising @advertisingAgain
P.12 Bluetooth on again, after one that had not arrived and one whose watchdog fired: arrival 1 of 1
  then back 5 -> stopAdvertising
P.11 Bluetooth on again, after two whose watchdogs fired
  subscribers 1, 2; wait 5000; off -> addService startAdvertising @advertisingAgain
P.12 Bluetooth on again, after two whose watchdogs fired: arrival {1|2} of 2
  then back {5|6} -> {nothing|stopAdvertising}
P.11 Bluetooth on again, after one whose watchdog fired and that connected since
  advertisingAgain; back 2; disconnected central=2; connect 1; off
    -> addService startAdvertising @advertisingAgain
P.12 Bluetooth on again, after one whose watchdog fired and that connected since: arrival 1 of 1
  then back 5 -> stopAdvertising
P.12 A device whose watchdog fired disconnects after another came: it does not advertise
  advertisingAgain; back 2; gone 1 -> nothing @serving
P.12 A device whose watchdog fired disconnects: the user's limit stays
  advertisingAgain; back 2; startAdvertising; gone 1 -> nothing @advertising
P.12 Of two whose watchdogs fired one disconnects: both are still missing
  subscribers 1, 2; wait 5000; gone 1; back 3 -> nothing @advertisingAgain
P.12 Two whose watchdogs fired disconnected, and two came: it ends
  then gone 2; back 4 -> stopAdvertising @serving
P.12 The device that came for one whose watchdog fired is lost: it advertises
  advertisingAgain; back 2; gone 1, 2 -> startAdvertising @advertisingAgain
P.12 The device that came for one whose watchdog fired was lost: one is missing
  then back 3 -> stopAdvertising @serving
P.12 A device whose watchdog fired lost its place, and disconnects
  advertisingAgain; connect 2; connect 3; connect 4; connect 5; subscribe 2; gone 1
    -> startAdvertising @advertisingAgain
P.12 The watchdog of those without a place fired, and one disconnects
  subscribers 1; read 9; read_on 5000, 1; back 2; gone 9 -> startAdvertising @advertisingAgain
P.12 Stopped and started: a device whose watchdog had fired can be lost
  advertisingAgain; stopNavigation; startNavigation; disconnected central=1
    -> nothing @advertisingAgain
P.12 A device whose watchdog fired connected since, and disconnects
  advertisingAgain; back 2; connect 1; gone 1 -> startAdvertising @advertisingAgain
P.12 A device whose watchdog fired connected since: the user's limit is gone
  advertisingAgain; back 2; startAdvertising; connect 1; gone 1 -> nothing @advertisingAgain
P.12 A device whose watchdog fired {read|subscribed} since, and disconnects
  advertisingAgain; {read|subscribe}; gone 1 -> startAdvertising @advertisingAgain
P.12 A device whose watchdog fired disconnects, connects and disconnects
  advertisingAgain; back 2; gone 1; connect 1; disconnected central=1
    -> startAdvertising @advertisingAgain
P.12 A device whose watchdog fired unsubscribed since, and disconnects
  advertisingAgain; back 2; unsubscribed central=1; mtuChanged central=1, mtu=50;
    disconnected central=1 -> nothing @serving
P.12 One that connected while Bluetooth was off disconnects: nobody is missing
  alone; radioOff; connect 2; gone 2; radioOn -> addService startAdvertising @advertising
P.12 Navigation began while Bluetooth was off, and links end: nobody is missing
  stopped; radioOff; connect 1; startNavigation; gone 1, 9; radioOn
    -> addService startAdvertising @advertising
P.12 One that connected while Bluetooth was off disconnects once it is on
  alone; radioOff; connect 2; radioOn; gone 2 -> nothing @advertisingAgain
P.12 One without a place is gone before navigation: nobody is missing
  stopped; gone 9; startNavigation -> addService startAdvertising @advertising
P.12 4999 ms after a publication armed a watchdog that was idle
  alone; radioOff; connect 2; radioOn; publish numbered(7); without_read 4999 @advertising
P.12 5000 ms after a publication armed a watchdog that was idle
  alone; radioOff; connect 2; radioOn; publish numbered(7); without_read 5000 @advertisingAgain
P.12 A publication while Bluetooth is off leaves the watchdogs idle
  alone; radioOff; connect 2; publish numbered(7); radioOn; wait 2000; wait 2000 @advertising
P.12 Bluetooth on again, the next publication arms a watchdog that is idle
  then publish numbered(8); without_read 5000 @advertisingAgain
P.12 The first object came while Bluetooth was off: the second arms a watchdog
  radioOff; stopNavigation; startNavigation; connect 2; publish numbered(7); radioOn;
    publish numbered(8); without_read 5000 @advertisingAgain
P.12 A publication arms one watchdog, and does not put off another
  alone; radioOff; connect 2; radioOn; connect 3; publish numbered(7), after=1000;
    without_read 4000 @advertisingAgain
P.12 A publication armed one watchdog beside another: 1 ms before it fires
  alone; radioOff; connect 2; radioOn; connect 3; publish numbered(7), after=1000;
    subscribe 3, after=0; 2x(wait 2000; read 3, after=0); wait 999 @serving
P.12 A publication armed one watchdog beside another: it fires
  then wait 1 @advertisingAgain
"""
