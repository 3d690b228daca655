"""Advertising, publications, notifications and places: the other rules of the phone's session."""

ROWS = """
P.5 Advertising ends after 120000 ms
  advertising; wait 119999; wait 1 -> stopAdvertising @serving
P.1 The user may have it advertise again
  then startAdvertising -> startAdvertising
P.1 The limit starts anew
  advertising; wait 100000; startAdvertising; wait 20000 -> nothing @advertising
P.5 The new limit ends advertising
  then wait 100000 -> stopAdvertising
P.1 Advertising without a limit stays without
  advertisingAgain; startAdvertising; wait 120000 @advertisingAgain
P.5 A subscription ends it while {advertising|advertisingAgain}
  {advertising|advertisingAgain}; connect 2; subscribe 2 -> stopAdvertising
P.5 Without a CCCD a read at {0|5|0} by central {1|1|9} ends advertising
  advertising hasCCCD=False; publish numbered(1); read {1, offset=0|1, offset=5|9, offset=0}
    @serving
P.5 Without a CCCD a read without an answer ends advertising too
  advertising hasCCCD=False; read @serving
P.5 Without a CCCD nobody can subscribe
  advertising hasCCCD=False; subscribe -> fault
P.5 Limit and watchdog in one event: the watchdog comes first
  advertising; wait 115000; publish numbered(1), after=0; without_read 5000
    -> nothing @advertisingAgain
P.2 {0|8|513} bytes are refused
  serving; publish {b""|made(9)[:8]|made(513)} -> fault
P.2 After a refusal the last object stays
  then read -> answer
P.2 An object of another layout is refused
  new layout="published"; connect; startNavigation;
    publish x("e5917c3a05780000004e6f72647765672031302041") -> fault
P.2 Every subscribed central is notified
  serving; connect 2; subscribe 2; publish numbered(7) -> notify notify
P.2 A central that unsubscribed is not notified
  then unsubscribed central=1; publish numbered(8) -> notify
P.2 A central that is gone is not notified
  serving; disconnected central=1; publish numbered(7) -> nothing
P.2 An object is notified cut to what fits at MTU {23|50}
  serving notification="object"; connect 2, mtu={23|50}; subscribe 2; publish made(100)
    -> notify notify
P.2 A short object is notified whole
  serving notification="object"; publish numbered(7) -> notify
P.2 A legacy identifier is notified with 16 bytes
  new layout="legacy"; connect; startNavigation; subscribe;
    publish x("6f1c8d420b7e4a939e5d31474a72286b0578000000416d205061726b") -> notify
P.3 {1999|2000} ms after a publication
  serving; publish numbered(7); wait {1999|2000} -> {nothing|notify}
P.3 {1999|2000} ms after a repeat
  then wait {1999|1} -> {nothing|notify}
P.3 A late deadline repeats once
  then wait 4500
P.3 A publication starts the interval anew
  serving; publish numbered(7); wait 1500; publish numbered(8); wait 1999 -> nothing
P.3 A refused publication does not start the interval anew
  serving; publish numbered(7); publish x("01"); wait 1990 -> notify
P.3 A time before the latest seen counts as the latest seen
  serving; publish numbered(7); timePassed after=-40 -> nothing
P.3 What is due is done with any event, after it
  serving; publish numbered(7); read after=2000 -> answer notify
P.4 4999 ms without a read
  serving; publish numbered(7); without_read 4999 @serving
P.4 5000 ms without a read
  serving; publish numbered(7); without_read 5000 @advertisingAgain
P.4 Having fired it does not fire again
  then without_read 5000 @advertisingAgain
P.4 4999 ms after a read at {0|5}
  serving; publish numbered(7); wait 2000; read offset={0|5}; without_read 4999 @serving
& P.4 5000 ms after a read at {0|5}
  then wait 1 @advertisingAgain
P.4 A read arms a watchdog that is idle
  serving; read; without_read 5000 @advertisingAgain
P.4 A subscription makes it idle
  serving; publish numbered(7); subscribe; without_read 6000 @serving
P.4 The next publication arms it again
  then publish numbered(8); without_read 5000 @advertisingAgain
P.4 A second publication does not put it off
  serving; publish numbered(7); wait 1500; publish numbered(8); without_read 3490
    @advertisingAgain
P.4 Advertising goes on past the limit that the watchdog lifted
  advertising; publish numbered(1); without_read 5000; wait 114990 -> nothing @advertisingAgain
P.4 Having fired, a publication does not arm it
  then publish numbered(2); wait 2000; wait 2000 @advertisingAgain
P.4 Having fired, a read arms it
  then read; without_read 4999 @advertisingAgain
P.8 A central that is owed a notification is not notified
  serving; publish numbered(7); notificationRefused central=1; publish numbered(8) -> nothing
P.8 The {identifier|object} was refused: the {object|identifier} is notified, as configured
  serving notification={"identifier", retriedNotification="object"|"object", retriedNotification="identifier"};
    publish numbered(7); notificationRefused central=1; notificationsReady -> notify
P.8 Others are notified while one is owed
  serving; connect 2; subscribe 2; publish numbered(7); notificationRefused central=2;
    publish numbered(8) -> notify
P.8 All that are owed are notified
  then notificationRefused central=1; notificationsReady -> notify notify
P.8 Unsubscribed, nothing is owed
  serving; publish numbered(7); notificationRefused central=1; unsubscribed central=1;
    subscribe; notificationsReady -> nothing
P.10 Four centrals are notified
  serving; connect 2; subscribe 2; connect 3; subscribe 3; connect 4; subscribe 4;
    publish numbered(7) -> notify notify notify notify
P.10 A fifth takes the place of the one heard longest ago
  serving; connect 2; subscribe 2; connect 3; subscribe 3; connect 4; subscribe 4; connect 5;
    subscribe 5; publish numbered(7) -> notify notify notify notify
P.10 A central that lost its place {can't subscribe|can read}
  then {subscribe|read} 1 -> {fault|answer}
P.10 A {read|subscription} counts as heard: the second loses its place
  serving; connect 2; subscribe 2; connect 3; subscribe 3; connect 4; subscribe 4;
    {read|subscribe} 1; connect 5; publish numbered(7) -> notify notify notify
P.10 A changed MTU does not count as heard
  serving; connect 2; subscribe 2; connect 3; subscribe 3; connect 4; subscribe 4;
    mtuChanged central=1, mtu=50; connect 5; publish numbered(7) -> notify notify notify
P.10 Of equal ones the one in the lowest place loses it
  advertising; connect 2, after=0; connect 3, after=0; connect 4, after=0; subscribe 4, after=0;
    subscribe 3, after=0; subscribe 2, after=0; subscribe 1, after=0; connect 5;
    publish numbered(7) -> notify notify notify
P.10 The lowest free place is taken
  serving; connect 2; subscribe 2; connect 3; subscribe 3; connect 4; subscribe 4;
    disconnected central=2; connect 5; subscribe 5; publish numbered(7)
    -> notify notify notify notify
P.10 Connected again, a central is not subscribed any more
  serving; connect 1; publish numbered(7) -> nothing
P.10 A central without a place reads as at MTU 23
  serving; publish made(100); mtuChanged central=9, mtu=185; read 9 -> answer
P.9 Stopped and started: there is no object
  serving; stopNavigation; startNavigation; read -> reject
P.9 Stopped and started: nobody is subscribed
  then publish numbered(7) -> nothing
P.9 Stopped and started: the connection is still there
  then subscribe; publish numbered(8) -> notify
P.11 Started while Bluetooth is off: it waits
  stopped; radioOff; startNavigation -> nothing @radioOff
P.11 Started while Bluetooth was off: on, it serves and advertises
  then radioOn @advertising
P.11 Bluetooth on again: 1999 ms later
  radioOff; radioOn; connect; subscribe; wait 1979 -> nothing
P.11 Bluetooth on again: the newest object is repeated 2 s later
  then wait 1 -> notify
P.11 Bluetooth on again without an object: nothing is repeated
  advertising; radioOff; radioOn; wait 5000 -> nothing
P.11 Bluetooth on again: nobody is connected
  serving; radioOff; radioOn; publish numbered(7) -> nothing
P.11 Stopped while Bluetooth was off: it stays stopped
  radioOff; stopNavigation; radioOn -> nothing @stopped
since 1.0.0
P.4 A publication in the past happens now
  serving; publish numbered(7), after=-20 -> notify
P.6 The end of navigation forgets that a link was lost
  advertisingAgain; stopNavigation; startNavigation; publish numbered(7), after=118000;
    wait 2000; wait 3000 -> startAdvertising
"""
