"""How the phone finds out that a device is lost: rule P.12, and what a refused notification owes."""

ROWS = """
since 3.0.0
P.12 Told that a device is gone while {stopped|radioOff|advertising|advertisingAgain|serving}
  {stopped|radioOff|advertising|advertisingAgain|serving}; disconnected central=1
P.12 Told that a device is gone, it advertises past the user's limit
  advertising; disconnected central=1; wait 120000 -> nothing @advertisingAgain
P.12 Told that a device without a place is gone, it advertises
  serving; disconnected central=9 -> startAdvertising
P.12 Told that a device is gone before there is an object, it advertises
  advertising; subscribe; disconnected central=1 -> startAdvertising
P.12 Told that one device is gone while another reads, it advertises
  serving; connect 2; subscribe 2; read 2; disconnected central=1 -> startAdvertising
P.12 The device that is left is served as before
  then read 2; publish numbered(7) -> notify
P.12 The device that comes back ends advertising
  then connect 3; subscribe 3 -> stopAdvertising
P.12 4999 ms after a subscription, each with a watchdog
  serving; without_read 4999 @serving
P.12 4999 ms after a device connected, while another reads
  serving; connect 2; read_on 4999, 1 @serving
P.12 4999 ms after a device's read at {0|5|600}
  serving; wait 2000; read offset={0|5|600}; without_read 4999 @serving
P.12 4999 ms after a device connected again unnoticed
  serving; connect 1, after=3000; without_read 4999 @serving
P.12 5000 ms after a subscription, each with a watchdog
  serving; without_read 5000 @advertisingAgain
P.12 5000 ms after a device connected, while another reads
  serving; connect 2; read_on 5000, 1 @advertisingAgain
P.12 5000 ms after a device's read at {0|5|600}
  serving; wait 2000; read offset={0|5|600}; without_read 5000 @advertisingAgain
P.12 5000 ms after a device connected again unnoticed
  serving; connect 1, after=3000; without_read 5000 @advertisingAgain
P.12 A publication does not put off a device's watchdog
  serving; wait 1500; publish numbered(8); without_read 3490 @advertisingAgain
P.12 One device is lost while another reads: it advertises
  serving; connect 2; subscribe 2; read_on 5000, 1 @advertisingAgain
P.12 A read of the other device does not end that
  then read 1 @advertisingAgain
P.12 A device that was heard again can be lost again [recommended]
  then subscribe 1; publish numbered(7); wait 2000; read 1, after=0; wait 2000; read 2;
    read_on 5000, 1 @advertisingAgain
P.12 A subscription does not put off another device's watchdog
  serving; connect 2; wait 1000; subscribe 1; read_on 3990, 1 @advertisingAgain
P.5 The limit comes before a device's watchdog
  advertising; wait 115000; publish numbered(1), after=1; wait 4999 @serving
P.5 Limit and a device's watchdog in one event: the watchdog comes first
  advertising; wait 115000; publish numbered(1), after=0; wait 5000 @advertisingAgain
P.11 Bluetooth on again, a device that came back is lost
  serving; radioOff; radioOn; wait 5000; connect; subscribe; without_read 5000 @advertisingAgain
P.9 Stopped and started: no device is missed before there is an object
  serving; stopNavigation; startNavigation; wait 5000 @advertising
P.9 Stopped and started: the first object arms the watchdogs
  then publish numbered(7); without_read 5000 @advertisingAgain
P.9 Stopped and started: a device that was lost can be lost again
  advertisingAgain; stopNavigation; startNavigation; publish numbered(7); without_read 5000
    @advertisingAgain
P.12 Before there is an object no watchdog fires
  advertising; subscribe; wait 10000 -> nothing @serving
P.12 4999 ms after the first object
  advertising; subscribe; wait 5000; publish numbered(1); without_read 4999 @serving
P.12 5000 ms after the first object
  advertising; subscribe; wait 5000; publish numbered(1); without_read 5000 @advertisingAgain
P.12 A read before there is an object arms no watchdog
  advertising; subscribe; read; wait 5000 -> nothing @serving
P.12 The first object arms the watchdog of each device
  advertising; connect 2; subscribe 1; publish numbered(1); read_on 5000, 1 @advertisingAgain
P.12 With its place a device loses its watchdog
  serving; connect 2; subscribe 2; connect 3; subscribe 3; connect 4; subscribe 4; connect 5;
    wait 2000; wait 2000 @serving
P.12 4999 ms after a read without a place
  serving; read 9; read_on 4999, 1 @serving
P.12 5000 ms after a read without a place
  serving; read 9; read_on 5000, 1 @advertisingAgain
P.12 A publication does not arm the watchdog of those without a place
  serving; publish numbered(7); wait 2000; read 1; wait 2000 @serving
P.12 A subscription does not stop the watchdog of those without a place
  serving; read 9; subscribe 1; read_on 4990, 1 @advertisingAgain
P.12 A read without a place before there is an object arms a watchdog
  advertising; subscribe; read 9; wait 5000 @advertisingAgain
P.12 Without a CCCD a device's first read ends advertising
  advertising hasCCCD=False; read @serving
P.12 Without a CCCD a device's second read does not end advertising
  then startAdvertising; read @advertising
P.12 Without a CCCD another device's first read ends advertising
  then connect 2; read 2 @serving
P.12 Without a CCCD one device is gone while another reads
  then disconnected central=2; read 1 @advertisingAgain
P.12 Without a CCCD a device that is told to have connected once more reads on
  advertising hasCCCD=False; read; startAdvertising; connect 1; read 1 @advertising
P.12 Without a CCCD a lost device's read ends advertising
  advertising hasCCCD=False; publish numbered(1); read; without_read 5000; read @serving
P.12 Without a CCCD a read without a place does not end advertising
  advertising hasCCCD=False; read 9 @advertising
P.12 Without a CCCD the first read after a new start ends advertising
  advertising hasCCCD=False; read; stopNavigation; startNavigation; read @serving
P.4 With one watchdog, a device that is gone is not missed while another reads
  peripheral "serving"; connect 2; subscribe 2; publish numbered(7); read 1;
    disconnected central=2 -> nothing @serving
P.4 With one watchdog, nobody is missed between a subscription and a publication
  peripheral "serving"; disconnected central=1; wait 5000 @serving
P.1 The user's request does not limit what the watchdog began
  peripheral "advertising"; publish numbered(1); wait 5000; startAdvertising; wait 120000
    @advertisingAgain
P.8 A publication {1999|2000} ms after a refusal
  peripheral "serving"; publish numbered(7); notificationRefused central=1;
    publish numbered(8), after=1000; publish numbered(9), after={999|1000} -> {nothing|notify}
P.8 Once it was notified of a publication, nothing is owed
  then notificationsReady -> nothing
P.8 A queue that is ready late: the newest object is notified
  peripheral "serving"; publish numbered(7); notificationRefused central=1;
    publish numbered(8), after=1000; notificationsReady after=1500 -> notify
P.8 The queue was ready before the refusal was told: a publication
  peripheral "serving"; publish numbered(7); notificationsReady; notificationRefused central=1;
    publish numbered(8) -> nothing
P.8 The queue was ready before the refusal was told: the repeat
  then wait 2000 -> notify
P.8 Once it was notified of a repeat, nothing is owed
  then notificationsReady -> nothing
P.8 A second refusal counts from when it was told
  peripheral "serving"; publish numbered(7); notificationRefused central=1;
    publish numbered(8), after=1000; notificationRefused central=1;
    publish numbered(9), after=1000 -> nothing
P.8 Subscribed again, a queue that is ready changes nothing
  peripheral "serving"; publish numbered(7); notificationRefused central=1; subscribe;
    notificationsReady -> nothing
P.8 A refusal leaves what is due to the next event
  peripheral "serving"; publish numbered(7); notificationRefused central=1, after=2000
    -> nothing
P.8 The next event does what was due at a refusal
  then wait 0 -> notify
P.8 All four refuse: a publication notifies nobody
  peripheral "serving", notification="object"; connect 2; subscribe 2; connect 3; subscribe 3;
    connect 4; subscribe 4; publish made(30); notificationRefused central=3, after=0;
    notificationRefused central=1, after=0; notificationRefused central=4, after=0;
    notificationRefused central=2, after=0; publish numbered(8) -> nothing
P.8 The most effects: four are owed, a repeat is due, and the watchdog fires
  then notificationsReady after=5000 -> notify notify notify notify startAdvertising notify
    notify notify notify
P.4 It fires while the user's advertising lasts: the limit is gone
  peripheral "advertising"; publish numbered(1); without_read 5000 -> nothing @advertisingAgain
P.8 A central that is owed a notification gets the repeat
  peripheral "serving"; publish numbered(7); notificationRefused central=1; publish numbered(8);
    wait 2000 -> notify
P.8 When the queue is ready the newest object is notified
  peripheral "serving"; publish numbered(7); notificationRefused central=1; publish numbered(8);
    notificationsReady -> notify
P.8 After that it is notified as before
  then publish numbered(9) -> notify
P.8 Subscribed again, nothing is owed
  peripheral "serving"; publish numbered(7); notificationRefused central=1; subscribe;
    publish numbered(8) -> notify
"""
