"""What the told MTU means: rules C.4 and C.11, with clause 8.9."""

ROWS = """
since 3.0.0
C.4 {182|511|21|22|96|97|98} bytes twice at the told MTU {23|23|100|100|100|100|100}, wholeValues
  connecting radio="wholeValues"; connected {23|23|100|100|100|100|100}; discovered; subscribed;
    whole {made(182)|made(511)|made(21)|made(22)|made(96)|made(97)|made(98)} @ready
C.4 512 bytes twice at the told MTU 100, wholeValues
  connecting radio="wholeValues"; connected 100; discovered; subscribed; whole made(512) @ready
C.4 {182|511|21|22|96|97|98} bytes twice at the told MTU {23|23|100|100|100|100|100}, oneCallback
  connecting radio="oneCallback", subscribes=False; connected {23|23|100|100|100|100|100}; discovered;
    whole {made(182)|made(511)|made(21)|made(22)|made(96)|made(97)|made(98)} @ready
C.4 512 bytes twice at the told MTU 100, oneCallback
  connecting radio="oneCallback", subscribes=False; connected 100; discovered; whole made(512) @ready
C.4 The MTU had grown before the radio told it: 182 bytes may still be cut
  connecting radio="oneCallback", subscribes=False; connected 23; discovered; whole made(182); mtuChanged mtu=185;
    rest; whole made(182) -> nothing @ready
C.4 The MTU turns out to be larger: what may have been cut is whole
  connecting radio="oneCallback", subscribes=False; connected 23; discovered; whole LONG; mtuChanged mtu=100;
    rest; whole LONG -> deliver @ready
C.11 Connected at MTU {0|10|22}, which counts as unknown: 21 bytes
  connecting radio="wholeValues"; connected {0|10|22}; discovered; subscribed; whole made(21)
    -> deliver @ready
C.11 Connected at MTU 65536, which is known: 21 bytes
  connecting radio="wholeValues"; connected 65536; discovered; subscribed; whole made(21)
    -> deliver @ready
C.11 The MTU is {0|10|22} now, which counts as unknown: 21 bytes
  ready radio="wholeValues"; mtuChanged mtu={0|10|22}; rest; whole made(21) -> deliver @ready
C.11 The MTU is 65536 now, which is known: 21 bytes
  connecting radio="wholeValues"; connected None; discovered; subscribed; mtuChanged mtu=65536;
    value SHORT; whole made(21) -> deliver @ready
C.11 MTU {10|unknown|unknown|65536} and then {22|0|22|65535} during a read: no change
  connecting radio="wholeValues"; connected {10|None|None|65536}; discovered; subscribed;
    mtuChanged mtu={22|0|22|65535}; value LONG -> deliver read report
& C.11 MTU {22|0|65535|65536} and then {0|unknown|65536|2147483647} during a read: no change
  connecting radio="wholeValues"; connected {22|0|65535|65536}; discovered; subscribed;
    mtuChanged mtu={0|None|65536|2147483647}; value LONG -> deliver read report
C.11 The MTU is too small, and later another one that is: the answer is used
  connecting radio="wholeValues"; connected 23; discovered; subscribed; mtuChanged mtu=22;
    value LONG; mtuChanged mtu=10; value LONG -> deliver read report
C.11 The MTU is too large, and later the largest: the answer is used
  connecting radio="wholeValues"; connected 23; discovered; subscribed; mtuChanged mtu=65536;
    value LONG; mtuChanged mtu=65535; value LONG -> deliver read report
C.11 MTU {20|23|65534|65534|65536} and then {23|22|65535|65536|unknown} during a read: a change
  connecting radio="wholeValues"; connected {20|23|65534|65534|65536}; discovered; subscribed;
    mtuChanged mtu={23|22|65535|65536|None}; value LONG -> read
C.11 MTU 65535 and then 0 during a read: a change
  connecting radio="wholeValues"; connected 65535; discovered; subscribed; mtuChanged mtu=0;
    value LONG -> read
C.11 MTU {0|65535} and then {22|65536}: the chunk size is not forgotten
  connecting radio="offsetReads", trustsChunkSize=True; connected {0|65535}; discovered;
    subscribed; whole LONG, 30; mtuChanged mtu={22|65536}; rest; value OTHER -> deliver @ready
C.11 MTU {22|23} and then {23|22}: the chunk size is forgotten
  connecting radio="offsetReads", trustsChunkSize=True; connected {22|23}; discovered;
    subscribed; whole LONG, 30; mtuChanged mtu={23|22}; rest; value OTHER -> deliver read
"""
