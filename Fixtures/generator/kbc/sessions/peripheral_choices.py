"""What the rules of the phone say where two rules meet, or where a sentence could be taken in two ways."""

ROWS = """
since 3.1.0
P.1 Time begins at zero: the limit counts from there
  new; startNavigation after=0 -> addService startAdvertising
P.4 After it has fired, a subscription makes it idle, and a publication arms it
  advertisingAgain; subscribe; publish numbered(3); without_read 5000
    -> startAdvertising @advertisingAgain
P.11 A publication while Bluetooth is off does not arm the watchdog
  advertising; radioOff; publish numbered(1); radioOn after=5001 @advertising
P.11 With one watchdog, a loss is forgotten while Bluetooth is off
  advertisingAgain; radioOff; radioOn @advertising
P.11 So the user's limit ends advertising after Bluetooth was off
  then wait 120000 @serving
P.7 A read that names an object leaves the snapshot as it is
  own "advertising", serving="snapshotPerRead";
    publish x("0100000005780000004672696564726963682d45626572742d5374722e");
    publish x("0200000005780000002e7274532d74726562452d686369726465697246"); read;
    read identifier=1; read offset=22 -> answer
P.7 Without an object there is no snapshot either
  own "advertising", serving="snapshotPerRead"; read -> reject stopAdvertising
P.8 The queue is ready before there is an object: nobody is notified
  advertising; subscribe; notificationRefused central=1; notificationsReady -> nothing
P.10 A central that ends its subscription was still quiet longest: it has lost its place
  serving; connect 2; connect 3; connect 4; unsubscribed central=1; connect 5; subscribe 1
    -> fault
P.10 A central that is refused a notification was still quiet longest: it has lost its place
  serving; connect 2; connect 3; connect 4; notificationRefused central=1; connect 5;
    subscribe 1 -> fault
P.10 A central that connects once more has no snapshot
  serving serving="snapshotPerRead";
    publish x("0100000005780000004672696564726963682d45626572742d5374722e"); read;
    publish x("0200000005780000002e7274532d74726562452d686369726465697246"); connect;
    read offset=22 -> answer
P.10 A central that connects once more has the MTU that it is told with
  serving; publish x("0100000005780000004672696564726963682d45626572742d5374722e");
    connect mtu=100; read -> answer
P.7 A central that subscribes keeps its snapshot
  serving serving="snapshotPerRead";
    publish x("0100000005780000004672696564726963682d45626572742d5374722e"); read;
    publish x("0200000005780000002e7274532d74726562452d686369726465697246");
    subscribed central=1; read offset=22 -> answer
P.7 A central that ends its subscription keeps its snapshot
  serving serving="snapshotPerRead";
    publish x("0100000005780000004672696564726963682d45626572742d5374722e"); read;
    publish x("0200000005780000002e7274532d74726562452d686369726465697246");
    unsubscribed central=1; read offset=22 -> answer
P.7 A central that changes its MTU keeps its snapshot
  serving serving="snapshotPerRead";
    publish x("0100000005780000004672696564726963682d45626572742d5374722e"); read;
    publish x("0200000005780000002e7274532d74726562452d686369726465697246");
    mtuChanged central=1, mtu=50; read offset=22 -> answer
P.10 A central that changes its MTU keeps its subscription
  serving; mtuChanged central=1, mtu=50; publish numbered(7) -> notify
P.2 The same bytes published again are a publication like any other
  serving; publish numbered(1) -> notify
P.3 The limit and a repeat are due in one event: the limit comes first
  serving; startAdvertising; wait 120000 -> stopAdvertising notify
P.12 No watchdog fires while Bluetooth is off: a publication arms it afterwards
  alone; radioOff; connect; wait 5000; radioOn; publish numbered(2); wait 5000 @advertisingAgain
P.8 The queue was ready before there was an object: nothing is owed
  advertising; subscribe; notificationRefused central=1; notificationsReady; publish numbered(1)
    -> notify
P.11 Bluetooth is off once more: nobody is lost by that
  alone; radioOff; connect 2; radioOff; radioOn @advertising
P.11 A publication arms the watchdog again after Bluetooth was off
  advertisingAgain; radioOff; radioOn; publish numbered(3); wait 5000 @advertisingAgain
P.7 An equal object is another one: the snapshot is not among the last ten
  serving serving="snapshotPerRead";
    publish x("0300000005780000004672696564726963682d45626572742d5374722e"); read;
    publish x("0300000005780000004672696564726963682d45626572742d5374722e");
    publish x("0400000005780000002e7274532d74726562452d686369726465697246");
    publish x("0500000005780000002e7274532d74726562452d686369726465697246");
    publish x("0600000005780000002e7274532d74726562452d686369726465697246");
    publish x("0700000005780000002e7274532d74726562452d686369726465697246");
    publish x("0800000005780000002e7274532d74726562452d686369726465697246");
    publish x("0900000005780000002e7274532d74726562452d686369726465697246");
    publish x("0a00000005780000002e7274532d74726562452d686369726465697246");
    publish x("0b00000005780000002e7274532d74726562452d686369726465697246");
    publish x("0c00000005780000002e7274532d74726562452d686369726465697246"); read offset=22
    -> answer
P.4 The end of a link leaves the one watchdog as it is: it fires
  serving; publish numbered(2); disconnected central=1; wait 4990
    -> startAdvertising @advertisingAgain
P.4 A subscription that is refused leaves the one watchdog as it is: it fires
  advertising; publish numbered(1); subscribe 9; wait 4990 -> nothing @advertisingAgain
P.10 A central whose read was rejected with 0x01 was still quiet longest
  stopped; connect 2; connect 3; connect 4; read 1; connect 5; startNavigation; subscribe 1
    -> fault @advertising
P.7 A read past the end takes a snapshot, too
  advertising serving="snapshotPerRead"; publish numbered(1); read offset=100;
    publish x("0200000005780000004672696564726963682d45626572742d5374722e"); read offset=9
    -> answer
since 4.0.0
P.12 A read past the end leaves the one watchdog idle
  serving; read offset=600; wait 5000 -> notify @serving
P.12 A read past the end does not put the one watchdog off
  serving; publish numbered(7); wait 2000; read offset=600; wait 2990
    -> startAdvertising notify @advertisingAgain
P.12 A read at the end that is answered with {0x07|0x0B} leaves the one watchdog idle
  serving ending={"invalidOffset"|"attributeNotLong"}; read offset=16; wait 5000
    -> notify @serving
P.12 A read at the end that is answered with no bytes arms the one watchdog
  serving; read offset=16; without_read 5000 @advertisingAgain
P.12 A read before there is an object leaves the one watchdog idle: the object arms it
  advertising; read; publish numbered(1), after=1000; wait 4999 -> nothing @advertising
P.12 A read that names no object that is kept leaves the one watchdog idle
  serving; read identifier=99; wait 5000 -> notify @serving
P.12 A read past the end does not arm the one watchdog after it has fired
  advertisingAgain; read offset=600; wait 5000 -> notify @advertisingAgain
P.11 What was published while Bluetooth was off is read
  radioOff; publish numbered(7); radioOn; read -> answer
P.11 Bluetooth is off once more: who connected meanwhile has no place
  serving; publish x("0100000005780000004672696564726963682d45626572742d5374722e"); radioOff;
    connect 2, mtu=100; radioOff; radioOn; read 2 -> answer
P.11 Bluetooth on again, and the one watchdog is idle: it advertises
  serving; radioOff; radioOn -> addService startAdvertising @advertising
P.11 Bluetooth on again, and the one watchdog was idle: the limit ends advertising
  then wait 120000 -> stopAdvertising @serving
P.12 Bluetooth on again, and the one watchdog is armed: 1 ms before it fires
  radioOff; radioOn; wait 4979 -> nothing @serving
P.12 Bluetooth on again, and the one watchdog was armed: it fires
  then wait 1 -> startAdvertising @advertisingAgain
P.12 The one watchdog is due when Bluetooth comes back, {once|twice}: it fires
  radioOff; radioOn after={4990|9990} -> addService startAdvertising @advertisingAgain
P.12 The one watchdog was due 1 ms before Bluetooth came back: it waits once more
  radioOff; radioOn after=4991 -> addService @serving
P.12 It waited once more: 1 ms before it fires
  then wait 4998 -> nothing @serving
P.12 It waited once more: it fires
  then wait 1 -> startAdvertising @advertisingAgain
P.12 The one watchdog was due three times while Bluetooth was off
  radioOff; radioOn after=16000; wait 3990 -> startAdvertising @advertisingAgain
P.12 Told twice that Bluetooth is off: the one watchdog fires when it would have
  radioOff; radioOff; radioOn; wait 4970 -> startAdvertising @advertisingAgain
P.12 Bluetooth was off twice: the one watchdog fires when it would have
  radioOff; 2x(radioOn; radioOff); radioOn; wait 4940 -> startAdvertising @advertisingAgain
P.12 A read after Bluetooth was off puts the one watchdog off
  radioOff; radioOn; connect; read; wait 4999 -> nothing @serving
P.12 A subscription after Bluetooth was off makes the one watchdog idle
  radioOff; radioOn; connect; subscribe; wait 5000 -> notify @serving
P.12 The user has it advertise while the one watchdog is armed after Bluetooth was off
  radioOff; radioOn; startAdvertising -> startAdvertising @advertising
P.12 The one watchdog fires after Bluetooth was off, and lifts the limit
  then wait 4970 -> nothing @advertisingAgain
P.12 Navigation stopped and started while Bluetooth was off: the one watchdog is idle
  radioOff; stopNavigation; startNavigation; radioOn -> addService startAdvertising @advertising
P.3 It is configured not to repeat
  serving repeats=False; publish numbered(7); wait 2000 -> nothing
P.3 It is configured not to repeat, and Bluetooth was off
  serving repeats=False; radioOff; radioOn; connect; subscribe; wait 2000 -> nothing
P.8 It is configured not to repeat, and owes a notification
  serving repeats=False; publish numbered(7); notificationRefused central=1; notificationsReady
    -> notify
"""
