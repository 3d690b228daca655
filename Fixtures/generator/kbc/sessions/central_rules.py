"""Set-up, losses, time and the rider's status: the other rules of the central's session."""

ARRIVALS = """
C.5 An object notified: it reads at once
  ready; notified OTHER[:20] -> read
C.5 {0|3|5|8} bytes notified are a fault, and a reason to read
  ready; notified {b""|x("040302")|LONG[:5]|LONG[:8]} -> fault read
C.5 Notified while {an error's pause lasts|there was no object}: it reads at once
  reading; failed {0x0E|0x0A}; notified -> read
C.5 Notified before the subscription was confirmed: set-up goes on
  subscribing; notified; subscribed -> read
C.5 A notification before the read does not count as one during it
  then value OTHER[:19] @ready
C.5 A notification during the read names the object that was read: it rests
  reading; notified IDENTIFIER; value SHORT @ready
C.5 A notification during the read names another object: it reads again
  reading; notified OTHER[:4]; value SHORT @reading
C.5 The last of two notifications during the read counts: it rests
  reading; notified OTHER[:4]; notified IDENTIFIER; value SHORT @ready
C.5 The last of two notifications during the read counts: it reads again
  reading; notified IDENTIFIER; notified OTHER[:4]; value SHORT @reading
C.5 An object notified during the read names its identifier
  reading; notified LONG[:20]; whole LONG @ready
C.5 A notification that names nothing makes it read again
  reading; notified b""; value SHORT @reading
C.5 A notification does not interrupt a read
  reading; notified OTHER[:4]; chunk LONG; chunk LONG -> read
C.5 It also reads again after a long object
  then chunk LONG -> deliver read
C.5 Notified during a read that is answered with {no object|an error|a demand for pairing}
  reading; notified OTHER[:4]; failed {0x0A|0x0E|0x05}
C.5 Notified during a read of bytes that are not an object
  reading; notified OTHER[:4]; value x("01")
C.12 A radio that reads at offsets: an object of unknown kind is notified
  reading; arrived SHORT -> nothing
C.12 A radio that reads at offsets: an object names what was read
  then value SHORT @ready
C.12 A radio that reads at offsets: an identifier names what was read
  reading; arrived IDENTIFIER; value SHORT @ready
C.12 A radio that reads at offsets: 5 bytes are a malformed notification
  ready; arrived LONG[:5] -> fault read
C.12 A radio that reads at offsets: any arrival is a reason to read
  ready; arrived SHORT -> read
C.12 A radio that reads whole values: {4|5|8} bytes are a notification
  reading radio="wholeValues", subscribes=True, layout="deployed";
    arrived {LONG[:4]|LONG[:5]|LONG[:8]} @reading
C.12 16 bytes of unknown kind are a notification, layout {auto|legacy|deployed}
  reading radio="wholeValues", subscribes=True, layout={"auto"|"legacy"|"deployed"};
    arrived LEGACY[:16]
C.4 A value of 20 bytes is an answer like any other
  reading radio="wholeValues", subscribes=True, layout="deployed"; value STREETLESS @reading
C.4 An object that comes back after another's beginning is delivered
  reading; whole LONG; rest; chunk OTHER; value b""; value LONG[:22]; value LONG[22:];
    value LONG[:22] @ready
C.12 An empty arrival is a malformed notification, and a reason to read
  reading radio="wholeValues", subscribes=False, layout="deployed"; value x("01");
    value x("01"); arrived b"" -> fault read
C.12 {Another object|An identifier} is a reason to read
  ready radio="wholeValues", subscribes=True, layout="deployed"; arrived {LONG|IDENTIFIER}
    -> read
C.12 An identifier is a reason to read even without a subscription
  ready radio="wholeValues", subscribes=False, layout="deployed"; arrived IDENTIFIER -> read
C.12 An identifier of unknown kind that names what was read: it rests
  reading radio="wholeValues", subscribes=True, layout="deployed"; arrived IDENTIFIER;
    value SHORT; value SHORT @ready
C.12 An identifier of unknown kind that names another object: it reads again
  reading radio="wholeValues", subscribes=True, layout="deployed"; arrived OTHER[:4];
    value SHORT; value SHORT @reading
C.12 An arrival before the first read does nothing
  discovering radio="wholeValues", subscribes=True, layout="deployed"; arrived LONG -> nothing
"""

ROWS = """
C.1 After a loss the first phone found is connected to, with a new ticket
  connecting; disconnected; found peer=8 -> stopScan connect
C.1 The connection of an earlier link is late
  then connected link=1 -> fault @connecting
C.2 Without a CCCD it reads at once
  discovering; discovered False -> read
C.2 Without a subscription it polls
  then whole SHORT; rest -> read
C.2 If it is configured not to subscribe, it reads at once
  discovering subscribes=False; discovered -> read
C.5 The answer to an earlier request is late
  reading; chunk LONG; value LONG, ticket=4 -> fault @reading
C.3 The subscription is refused with {0x05|0x0f}: it asks for pairing, and reads
  subscribing; failed {0x05|0x0F} -> fault read report
C.3 A first chunk does not yet ask for the subscription again
  subscribing; failed 0x05; rest; chunk LONG @reading
C.3 A whole object does not yet ask for the subscription again
  then chunk LONG; chunk LONG -> deliver @ready
C.3 A notification after the refusal is followed by a read, and nothing is owed
  subscribing; failed 0x05; rest; notified OTHER[:4]; value SHORT -> deliver read report
C.3 Invalid Handle to a subscription: it discovers again
  subscribing; failed 0x01 @discovering
C.3 The subscription is refused with {0x03|0x0a}: it reads without one
  subscribing; failed {0x03|0x0A} @reading
C.10 Services changed during a discovery that {succeeds:|finds nothing:} it discovers again
  discovering; serviceChanged; {discovered|notDiscovered} @discovering
C.10 Services changed during a discovery that is refused: it discovers again
  discovering; serviceChanged; failed 0x0E @discovering
C.10 Services changed during a subscription that is {accepted|refused}: it discovers again
  subscribing; serviceChanged; {subscribed|failed 0x0E} @discovering
C.10 Services changed during a subscription that is refused for pairing: it discovers again
  subscribing; serviceChanged; failed 0x05 @discovering
C.10 Services changed during a read answered with a {value:|first chunk:} it discovers again
  reading; serviceChanged; {value SHORT|chunk LONG} @discovering
C.10 Services changed during a read answered with {no object|Invalid Handle}: it discovers again
  reading; serviceChanged; failed {0x0A|0x01} @discovering
C.10 Services changed during a read answered with a demand for pairing: it discovers again
  reading; serviceChanged; failed 0x05 @discovering
C.10 Services changed during a read answered with an error: it discovers again
  reading; serviceChanged; failed 0x0E @discovering
C.10 Services changed during a read that is never answered: the link ends
  reading; serviceChanged; wait 4990; wait 10
C.10 Found again: it subscribes again
  ready; serviceChanged; discovered @subscribing
C.10 Not found again: navigation has ended
  ready; serviceChanged; notDiscovered @scanning
C.13 After navigation has ended, the status stays ended while it connects again
  then found peer=8; connected -> discover
C.13 Found on the next link: it waits for an instruction
  then discovered @subscribing
C.11 The MTU changed during a read: the answer is awaited
  reading; chunk LONG; mtuChanged mtu=50 -> nothing
C.11 The MTU changed: the answer is not used, and the read begins again
  then chunk LONG -> read
C.11 The MTU changed before the first answer: it is not used
  reading; mtuChanged mtu=50; value SHORT -> read
C.11 The MTU changed, and the answer is the error {0x0a|0x07|0x0e|0x05|0x01}
  reading; chunk LONG; mtuChanged mtu=50; failed {0x0A|0x07|0x0E|0x05|0x01}
C.11 The MTU changed during a read in which the central was notified
  reading; notified OTHER[:4]; mtuChanged mtu=50; value SHORT; value SHORT
C.13 Nothing from the phone for 4999 ms: not yet silent
  ready; rest; wait 999 -> nothing
C.13 Nothing from the phone for 5000 ms: silent
  then wait 1 -> report
C.13 A notification ends the silence
  then notified -> report
C.13 The same identifier after 6000 ms: it is navigated still
  ready; wait 4000; value SHORT, after=10; wait 1980; notified after=0; value SHORT, after=10
    -> nothing
C.13 Another identifier after that: it is delivered
  then rest; value OTHER[:19] -> deliver
C.13 After a stop and a start it searches
  ready; 2x(rest; value SHORT); stop; start -> startScan report
C.13 The same identifier after a stop and a start
  then found peer=8; connected; discovered; subscribed; value SHORT
C.13 The same identifier on a new link is navigated
  ready; disconnected after=7000; found peer=8; connected; discovered; subscribed; value SHORT
C.13 A first chunk with the same identifier after six seconds: it is navigated still
  reading; whole LONG; rest; chunk LONG, after=2500
C.13 Silence comes before pairing
  reading; failed 0x05; rest; wait 1000
C.9 A time before the latest seen counts as the latest seen
  ready; timePassed after=-50 -> nothing
C.5 An event in the past happens now
  ready; notified after=-50 -> read
C.9 A read's time-out as configured, a millisecond before
  reading readTimeout=1500; wait 1499 -> nothing
C.9 A read's time-out as configured ends the link
  then wait 1 @scanning
C.9 An answer at the deadline is in time
  reading; value SHORT, after=5000 @ready
C.9 A connection at the deadline is in time
  connecting; connected after=10000 @discovering
C.9 A discovery that takes 10 s ends the link
  discovering; wait 5000; wait 5000 @scanning
C.9 A subscription that takes 9999 ms may still be confirmed
  subscribing; wait 5000; wait 4999 -> nothing
C.9 A subscription confirmed at its deadline is in time
  then subscribed after=1 @reading
C.5 A read that is due goes out with any event
  ready; mtuChanged mtu=23, after=4000 -> read
C.14 A session that is started while Bluetooth is off waits
  stopped; radioOff; start @radioOff
C.14 A session that waits starts to scan when Bluetooth is on
  then radioOn @scanning
C.14 An answer from before Bluetooth was off is late
  reading; radioOff; radioOn; found peer=8; connected; value SHORT, ticket=4
    -> fault @discovering
C.14 A session that was stopped while Bluetooth was off stays stopped
  radioOff; stop; radioOn -> nothing @stopped
since 1.0.0
C.5 An object of {16|20|20} bytes is notified, another one is read [notificationMixedWithRead]
  ready; notified {NEAR|OTHER[:20]|HALF[:20]}; value SHORT[:15]
C.5 An object is notified, another one is read in chunks [notificationMixedWithRead]
  ready; notified OTHER[:20]; chunk LONG
C.5 An object is notified while another one is read [notificationMixedWithRead]
  reading; notified OTHER[:20]; value SHORT
C.11 The MTU changed: a chunk in the middle is not used either
  reading; chunk LONG; mtuChanged mtu=50; chunk made(90) -> read
C.11 A chunk size that is trusted is forgotten with its link
  reading trustsChunkSize=True; whole LONG; disconnected; found peer=8; connected; discovered;
    subscribed; value LONG[:21]
C.13 A stop and a start forget that navigation ended
  discovering; notDiscovered; stop; start
"""
