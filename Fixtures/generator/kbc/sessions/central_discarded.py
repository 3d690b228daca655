"""What a discarded answer does not do: rules C.7, C.8, C.10, C.11 and C.13."""

ROWS = """
since 3.0.0
C.11 The MTU changed: a value is discarded six seconds after the first one
  ready; rest; notified; mtuChanged mtu=100; wait 1970; value OTHER[:19], after=50 -> read
C.11 The MTU changed: the other object is read again, and shown
  then value OTHER[:19] -> deliver @ready
C.11 The MTU changed: {0x0a|0x0e} is discarded six seconds after the first value
  ready; rest; notified; mtuChanged mtu=100; wait 1970; failed {0x0A|0x0E} -> read
C.11 The MTU changed: the same object in an answer that counts is no news
  ready; rest; notified; mtuChanged mtu=100; wait 1970; value SHORT; value SHORT
    -> nothing @ready
C.10 Services changed: a value is discarded six seconds after the first one
  ready; rest; notified; serviceChanged; wait 1970; value OTHER[:19], after=50 -> discover
C.10 Services changed: the other object is read again, and shown
  then discovered; subscribed; value OTHER[:19] -> deliver @ready
C.10 Services changed: {0x0a|0x0e} is discarded six seconds after the first value
  ready; rest; notified; serviceChanged; wait 1970; failed {0x0A|0x0E} -> discover
C.10 Services changed: the same object in an answer that counts is no news
  ready; rest; notified; serviceChanged; wait 1970; value SHORT; discovered; subscribed;
    value SHORT -> nothing @ready
C.13 After silence a discarded answer shows that it still navigates
  ready; rest; wait 2000; mtuChanged mtu=100; value OTHER[:19] -> read report
C.11 With one callback an arrival is discarded six seconds after the first one
  reading radio="oneCallback", subscribes=False; whole SHORT; rest; mtuChanged mtu=100;
    arrived OTHER[:19], after=2000 -> read
C.11 The MTU changed: a discarded object does not come between two others
  ready; rest; notified; mtuChanged mtu=100; wait 10; value OTHER[:19]; value SHORT, after=2000
    -> nothing @ready
C.11 The MTU changed: another object is delivered once, though it is read twice
  ready; rest; notified; mtuChanged mtu=100; wait 10; value OTHER[:19];
    value OTHER[:19], after=3000; rest; value OTHER[:19] -> nothing @ready
C.10 Services changed: a discarded object does not come between two others
  ready; rest; notified; serviceChanged; wait 10; value OTHER[:19]; discovered; subscribed;
    value SHORT, after=2000 -> nothing @ready
C.10 Services changed: another object is delivered once, though it is read twice
  ready; rest; notified; serviceChanged; wait 10; value OTHER[:19]; discovered; subscribed;
    value OTHER[:19], after=3000; rest; value OTHER[:19] -> nothing @ready
C.11 The MTU changed: a discarded error is not the fourth in a row
  reading; 3x(failed 0x0E; pause); mtuChanged mtu=100; failed 0x0E -> read
C.11 The MTU changed: a discarded {object|0x0a} does not end a row of errors
  reading; 3x(failed 0x0E; pause); mtuChanged mtu=100; {value SHORT|failed 0x0A}; failed 0x0E
    -> fault fault disconnect startScan report
C.11 The MTU changed: discarded bytes are not the ninth failure in a row
  reading; 8x(value NO_OBJECT; pause); mtuChanged mtu=100; value NO_OBJECT -> read
C.10 Services changed: a discarded error is not the fourth in a row
  reading; 3x(failed 0x0E; pause); serviceChanged; failed 0x0E -> discover
C.10 Services changed: a discarded {object|0x0a} does not end a row of errors
  reading; 3x(failed 0x0E; pause); serviceChanged; {value SHORT|failed 0x0A}; discovered;
    subscribed; failed 0x0E -> fault fault disconnect startScan report
C.10 Services changed: discarded bytes are not the ninth failure in a row
  reading; 8x(value NO_OBJECT; pause); serviceChanged; value NO_OBJECT -> discover
C.7 0x07 twice does not end a row of errors, {wholeValues|longReads}
  reading radio={"wholeValues"|"longReads"}, layout="legacy"; 3x(failed 0x0E; pause);
    2x(failed 0x07; rest); failed 0x0E -> fault fault disconnect startScan report
& C.7 0x07 twice does not end a row of failures, {wholeValues|longReads}
  reading radio={"wholeValues"|"longReads"}, layout="legacy"; 8x(whole NO_OBJECT; pause);
    2x(failed 0x07; rest); whole NO_OBJECT -> fault fault disconnect startScan report
& C.7 0x0b twice does not end a row of errors, {wholeValues|oneCallback}
  reading radio={"wholeValues"|"oneCallback"}, subscribes={None|False}, layout="legacy"; 3x(failed 0x0E; pause);
    2x(failed 0x0B; rest); failed 0x0E -> fault fault disconnect startScan report
& C.7 0x0b twice does not end a row of failures, {wholeValues|oneCallback}
  reading radio={"wholeValues"|"oneCallback"}, subscribes={None|False}, layout="legacy"; 8x(whole NO_OBJECT; pause);
    2x(failed 0x0B; rest); whole NO_OBJECT -> fault fault disconnect startScan report
C.8 A beginning that is no instruction twice does not end a row of errors, wholeValues
  reading radio="wholeValues", layout="legacy"; 3x(failed 0x0E; pause); 2x(whole LEGACY[:20];
    rest); failed 0x0E -> fault fault disconnect startScan report
C.8 A beginning that is no instruction twice does not end a row of failures, wholeValues
  reading radio="wholeValues", layout="legacy"; 8x(whole NO_OBJECT; pause);
    2x(whole LEGACY[:20]; rest); whole NO_OBJECT -> fault fault disconnect startScan report
C.11 The MTU changed: a discarded {value|0x0a} doesn't end pairingRequired
  reading; failed 0x05; rest; mtuChanged mtu=100; {value SHORT|failed 0x0A} -> read
& C.11 The MTU changed: paired, by the value after a discarded {value|0x0a}
  then value SHORT -> deliver report @ready
C.10 Services changed: a discarded {value|0x0a} doesn't end pairingRequired
  reading; failed 0x05; rest; serviceChanged; {value SHORT|failed 0x0A} -> discover
& C.10 Services changed: paired, by the value after a discarded {value|0x0a}
  then discovered; subscribed; value SHORT -> deliver report @ready
"""
