"""Which devices the phone misses, and who ends the search for them: rule P.12."""

ROWS = """
since 3.0.0
P.12 Two devices are lost and one comes back: it advertises on
  subscribers 1, 2; gone 1, 2; back 3 -> nothing @advertisingAgain
P.12 The read after a subscription is not another arrival
  then read 3 @advertisingAgain
P.12 Two devices were lost and both are back: it ends
  then back 4 -> stopAdvertising @serving
P.12 Two devices are lost and one that comes back reads: it advertises on
  subscribers 1, 2; gone 1, 2; connect 3; read 3 -> answer @advertisingAgain
P.12 The subscription after a read is not another arrival
  then subscribe 3 -> nothing @advertisingAgain
P.12 Two devices were lost and the second one reads: it ends
  then connect 4; read 4 -> answer stopAdvertising
P.12 Three devices are lost and two come back: it advertises on
  subscribers 1, 2, 3; gone 1, 2, 3; back 4; back 5 -> nothing @advertisingAgain
P.12 A device comes back before the next one is lost: each is counted
  subscribers 1, 2; gone 1; back 3; gone 2; back 4 -> stopAdvertising @serving
P.12 A connection alone is no arrival
  subscribers 1, 2, 3; gone 2; connect 4 -> nothing @advertisingAgain
P.12 A second loss while it advertises without a limit
  subscribers 1, 2, 3; gone 2, 3 -> nothing @advertisingAgain
P.12 Two watchdogs are due in one event: it advertises once
  subscribers 1, 2; wait 5000 -> startAdvertising notify notify @advertisingAgain
P.12 Two watchdogs were due in one event and one device reads: it advertises on
  then read 1 -> answer @advertisingAgain
P.12 Two watchdogs were due in one event and both devices read: it ends
  then read 2 -> answer stopAdvertising
P.12 Three watchdogs were due in one event and two devices read
  subscribers 1, 2, 3; wait 5000; read 1; read 2 -> answer @advertisingAgain
P.12 Of two due in one event one had arrived, its place {below|above}: two are missing
  advertising; publish numbered(1); connect 2; subscribe {1|2}; wait 5000; read {2|1}
    -> answer @advertisingAgain
P.12 One without a place is due in one event with a device that had arrived
  subscribers 1; read 9; wait 5000; read 1 -> answer @advertisingAgain
P.12 One without a place is due in one event with two devices
  subscribers 1, 2; read 9; wait 5000; read 1 -> answer @advertisingAgain
P.12 The missing device arrives in the event in which another is lost
  subscribers 1, 2; gone 2; connect 3; read 3, after=5000 -> answer stopAdvertising
    startAdvertising notify @advertisingAgain
P.12 A device reads when its watchdog is due: it is not lost
  subscribers 1; read after=5000 -> answer notify @serving
P.12 A device that is there subscribes once more while advertising
  subscribers 1; startAdvertising; subscribe 1 -> nothing @advertising
P.12 A device that is there reads while advertising
  then read 1 -> answer @advertising
P.12 A device that is there unsubscribed, and subscribes while advertising
  then unsubscribed central=1; subscribe 1 -> nothing @advertising
P.12 A device that is there subscribes once more while advertisingAgain
  subscribers 1, 2; gone 2; subscribe 1 -> nothing @advertisingAgain
P.12 A device that is there reads while advertisingAgain
  then read 1 -> answer @advertisingAgain
P.12 A device that is there unsubscribed, and subscribes while advertisingAgain
  then unsubscribed central=1; subscribe 1 -> nothing @advertisingAgain
P.12 One watchdog has fired and another device subscribes once more
  subscribers 1; connect 2; subscribe 2; read_on 5000, 1; subscribe 1
    -> nothing @advertisingAgain
P.12 A lost device arrived again: it is notified, and nobody is missing
  subscribers 1, 2; read_on 5000, 1; read 2; publish numbered(7) -> notify notify @serving
P.12 A publication does not arm the watchdog of a device that was lost
  subscribers 1, 2; read_on 5000, 1; connect 3; subscribe 3; publish numbered(7); wait 2000;
    read 1, after=0; read 3, after=0; wait 2000 @serving
P.12 With a CCCD the first read of a new device ends it while advertising
  advertising; subscribe; startAdvertising; connect 3; read 3 @serving
P.12 With a CCCD its second read does not end it, after advertising
  then startAdvertising; read 3 @advertising
P.12 Its first subscription after a read does not end it, after advertising
  then subscribe 3 -> nothing @advertising
P.12 With a CCCD the first read of a new device ends it while advertisingAgain
  subscribers 1, 2; gone 2; connect 3; read 3 @serving
P.12 With a CCCD its second read does not end it, after advertisingAgain
  then startAdvertising; read 3 @advertising
P.12 Its first subscription after a read does not end it, after advertisingAgain
  then subscribe 3 -> nothing @advertising
P.12 A new device's first read is at {5|600}: it has arrived
  subscribers 1, 2; gone 2; connect 3; read 3, offset={5|600} -> {answer|reject} stopAdvertising
P.12 A device's first read before there is an object: it has arrived
  advertising; read -> reject stopAdvertising
P.12 Arrivals while nobody is missing: the next loss counts all the same
  subscribers 1, 2, 3; gone 3 -> startAdvertising
P.12 Arrivals while nobody is missing: the next two losses count
  subscribers 1, 2, 3; gone 2, 3; back 4 -> nothing @advertisingAgain
P.12 A device whose watchdog fired reads: it arrives
  advertisingAgain; read -> answer stopAdvertising
P.12 A device whose watchdog fired subscribes: it arrives
  advertisingAgain; subscribe -> stopAdvertising @serving
P.12 A device whose watchdog fired connects: it has not arrived yet
  advertisingAgain; connect -> nothing @advertisingAgain
P.12 A device whose watchdog fired connects and reads: it arrives
  then read -> answer stopAdvertising
P.12 A device whose watchdog fired disconnects: it is missing only once
  advertisingAgain; gone 1; back 2 -> stopAdvertising @serving
P.12 A device's watchdog fires twice without an arrival: it is missing once
  advertisingAgain; connect; without_read 5000; subscribe -> stopAdvertising @serving
P.12 A device arrives, and its watchdog fires again
  advertisingAgain; read; without_read 5000 @advertisingAgain
P.12 A device of two arrives and is lost again: both are missing
  subscribers 1, 2; wait 5000; read 1; without_read 5000; read 1 @advertisingAgain
P.12 Connected once more and subscribed: it was there while advertising
  subscribers 1; startAdvertising; connect 1; subscribe 1 -> nothing @advertising
P.12 Connected once more and read: it was there while advertising
  then connect 1; read 1 -> answer @advertising
P.12 Connected once more and subscribed: it was there while advertisingAgain
  subscribers 1, 2; gone 2; connect 1; subscribe 1 -> nothing @advertisingAgain
P.12 Connected once more and read: it was there while advertisingAgain
  then connect 1; read 1 -> answer @advertisingAgain
P.12 Connected once more, {the end of its link|its watchdog} counts
  subscribers 1, 2; gone 2; connect 1; {gone 1|without_read 5000}; back 3
    -> nothing @advertisingAgain
P.12 Connected once more before it had arrived: it arrives
  advertising; connect 1; subscribe 1 -> stopAdvertising @serving
P.12 Disconnected and connected: it arrives
  subscribers 1; gone 1; back 1 -> stopAdvertising @serving
P.12 One is missing, and one that never arrived disconnects: still one
  subscribers 1; gone 1; connect 2; disconnected central=2; back 3 -> stopAdvertising @serving
P.12 One is missing, and the watchdog of one that never arrived fires: still one
  subscribers 1; gone 1; connect 2; without_read 5000; subscribe 2 -> stopAdvertising @serving
P.12 One is missing, and three that never arrived disconnect: still one
  subscribers 1; gone 1; connect 2; disconnected central=2; connect 3; disconnected central=3;
    connect 4; disconnected central=4; back 5 -> stopAdvertising @serving
P.12 Two are missing, one that never arrived is lost, 1 come back
  subscribers 1, 2; gone 1, 2; connect 3; disconnected central=3; back 4 -> nothing
P.12 Two are missing, one that never arrived is lost, 2 come back
  then back 5 -> stopAdvertising
P.12 Nobody is missing, and one that never arrived disconnects: it advertises
  serving; connect 2; gone 2 -> startAdvertising @advertisingAgain
P.12 Nobody was missing, and one that never arrived was lost: one is missing
  then back 3 -> stopAdvertising @serving
P.12 Nobody was missing, and two that never arrived were lost: one is missing
  advertising; connect 2; publish numbered(1); without_read 5000; subscribe 1
    -> stopAdvertising @serving
P.12 One without a place disconnected: one is missing
  subscribers 1; gone 9; back 2 -> stopAdvertising @serving
P.12 One is missing, and two without a place disconnect: still one
  subscribers 1; gone 1, 9, 8; back 2 -> stopAdvertising @serving
P.12 The watchdog of those without a place fired: one is missing
  subscribers 1; read 9; read_on 5000, 1; back 2 -> stopAdvertising @serving
P.12 One is missing, and the watchdog of those without a place fires: still one
  subscribers 1, 2; gone 2; read 9; read_on 5000, 1; back 3 -> stopAdvertising @serving
P.12 A read without a place is no arrival while advertising
  advertising; read 9 @advertising
P.12 A subscription without a place is no arrival while advertising
  then subscribe 9 -> fault @advertising
P.12 A read without a place is no arrival while advertisingAgain
  subscribers 1; gone 1; read 9 @advertisingAgain
P.12 A subscription without a place is no arrival while advertisingAgain
  then subscribe 9 -> fault @advertisingAgain
P.12 Who takes a place has not arrived before: its subscription ends it
  subscribers 1, 2, 3, 4; startAdvertising; connect 5; subscribe 5 -> stopAdvertising @serving
P.12 A device that had arrived lost its place, and disconnects: still one
  subscribers 1, 2, 3, 4; connect 5; gone 4, 1; back 6 -> stopAdvertising @serving
P.12 A device that lost its place gets one and reads: it arrives
  subscribers 1, 2, 3, 4; connect 5; startAdvertising; connect 1; read 1
    -> answer stopAdvertising
P.12 Without a CCCD a subscription that is refused is no arrival
  advertising hasCCCD=False; subscribe -> fault @advertising
P.12 Without a CCCD the read after a refused subscription is the arrival
  then read -> reject stopAdvertising
P.12 Without a CCCD two devices are lost and one comes back
  advertising hasCCCD=False; read; connect 2; read 2; gone 1, 2; connect 3; read 3
    -> reject @advertisingAgain
P.12 Without a CCCD two devices were lost and both are back
  then connect 4; read 4 -> reject stopAdvertising
P.12 The user's request while a device is missing changes nothing
  subscribers 1; gone 1; startAdvertising -> nothing @advertisingAgain
P.12 The user's request while a device is missing sets no limit
  then wait 120000 @advertisingAgain
P.12 After the user's request the missing device arrives: it ends
  then back 2 -> stopAdvertising @serving
P.12 The user has it advertise, and a new device arrives: it ends
  subscribers 1; startAdvertising; connect 2; subscribe 2 -> stopAdvertising @serving
P.12 A device is lost while the user's request lasts: the limit is gone
  subscribers 1, 2; startAdvertising; gone 2; wait 120000 @advertisingAgain
"""
