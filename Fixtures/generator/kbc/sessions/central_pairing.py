"""A subscription that is owed, because only pairing is missing: rules C.3 and C.13."""

ROWS = """
since 3.0.0
C.3 Only the subscription wants pairing: the object is delivered all the same
  subscribing; failed 0x05; value SHORT -> deliver @ready
C.3 When the next read is due, the subscription is asked for again first
  then rest -> subscribe
C.3 Still not paired: it reads on, and has told the rider already
  then failed 0x05 -> fault read
C.3 The subscription is asked for a third time
  then value SHORT; rest -> subscribe
C.3 Paired at last: the subscription is accepted, and it reads
  then subscribed -> read report
C.3 After the subscription was accepted it rests after an object
  then value SHORT -> nothing @ready
C.3 A subscription that was accepted is not asked for again
  then rest -> read
C.3 The owed subscription is refused with 0x0f: it is still owed
  subscribing; failed 0x05; value SHORT; rest; failed 0x0F -> fault read
C.3 The owed subscription is refused for another reason: nothing is owed
  subscribing; failed 0x05; value SHORT; rest; failed 0x0E -> fault read report
C.3 A subscription refused for another reason is not asked for again
  then value SHORT; rest -> read
C.3 The owed subscription is refused with Invalid Handle: it discovers again
  subscribing; failed 0x05; value SHORT; rest; failed 0x01 -> fault discover
C.9 The owed subscription is never answered: the link ends
  subscribing; failed 0x05; value SHORT; rest; wait 5000; wait 5000 @scanning
C.3 A new link owes no subscription
  subscribing; failed 0x05; value SHORT; disconnected; found peer=8; connected
    -> discover report
C.3 Notified though the subscription is owed: it reads, and owes nothing
  subscribing; failed 0x05; value SHORT; notified OTHER[:4] -> read report
C.3 The pause after an error ends: the owed subscription comes first
  subscribing; failed 0x05; failed 0x0E; pause -> subscribe
C.3 There was no object: the owed subscription comes before the next read
  subscribing; failed 0x05; failed 0x0A; rest -> subscribe
C.3 An owed subscription that is due goes out with any event
  subscribing; failed 0x05; value SHORT; mtuChanged mtu=100, after=4000 -> subscribe
C.3 Chunks are read one after the other though the subscription is owed
  subscribing; failed 0x05; chunk LONG; chunk LONG -> read
C.3 A read is outstanding: no time makes another one due
  subscribing; failed 0x05; wait 4000 -> nothing
C.3 Services changed: the subscription is still owed
  subscribing; failed 0x05; value SHORT; serviceChanged -> discover
C.3 Found again without a CCCD: nothing is owed, and it reads
  then discovered False -> read report
C.3 Found again without a CCCD: the subscription is not asked for again
  then value SHORT; rest -> read
C.3 Found again, the subscription is refused again: it is still owed
  subscribing; failed 0x05; value SHORT; serviceChanged; discovered; failed 0x05 -> fault read
C.3 Found again, the subscription is accepted: nothing is owed
  subscribing; failed 0x05; value SHORT; serviceChanged; discovered; subscribed -> read report
C.3 Found again, the subscription is refused for another reason
  subscribing; failed 0x05; value SHORT; serviceChanged; discovered; failed 0x0E
    -> fault read report
C.10 Services changed while the owed subscription was asked for
  subscribing; failed 0x05; value SHORT; rest; serviceChanged; failed 0x05 -> fault discover
C.3 After Invalid Handle found again without a CCCD: nothing is owed
  subscribing; failed 0x05; value SHORT; rest; failed 0x01; discovered False -> read report
C.10 Services changed while the owed subscription was asked for and accepted
  subscribing; failed 0x05; value SHORT; rest; serviceChanged; subscribed -> discover report
C.3 The read wants pairing too: it rests
  subscribing; failed 0x05; failed 0x05 -> fault @ready
C.13 The subscription is accepted, but no read was answered yet
  then rest; subscribed -> read
C.13 The read is answered with a value too: no pairing is required any more
  then value SHORT -> deliver report
C.7 Only the read wants pairing: it reads again
  reading; failed 0x05; rest -> read
C.13 No object does not clear the debt of a subscription
  subscribing; failed 0x0F; failed 0x0A -> nothing @ready
"""

NOTIFIED = """
since 3.0.0
C.3 After a notification the owed subscription is not asked for again
  subscribing; failed 0x05; value SHORT; notified IDENTIFIER; value SHORT; rest -> read
C.3 A malformed notification shows a subscription, too
  subscribing; failed 0x05; value SHORT; notified x("123456") -> fault read report
C.3 Notified during the read after the refusal: nothing is owed
  subscribing; failed 0x05; notified OTHER[:4] -> report @reading
C.3 Notified while the owed subscription is asked for: nothing is owed
  subscribing; failed 0x05; value SHORT; rest; notified OTHER[:4] -> report @subscribing
C.3 Notified, and then refused: the subscription is owed again
  then failed 0x05 -> fault read report
C.3 Notified during the discovery: nothing is owed
  subscribing; failed 0x05; value SHORT; serviceChanged; notified OTHER[:4]
    -> report @discovering
"""
