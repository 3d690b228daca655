"""How the central reads: rules C.4 to C.8, with clause 8."""

ROWS = """
C.4 A first chunk of {20|22} bytes is delivered as possibly cut
  reading; chunk LONG, {20|22} -> deliver read report
C.4 A first chunk of 19 bytes is a whole object
  reading; value LONG[:19]
C.4 A chunk that is shorter than the first ends the object
  reading; chunk LONG; chunk LONG -> read
C.4 An object is delivered whole once its first chunk was read again
  reading; whole LONG -> deliver @ready
C.4 An empty chunk is the end
  reading; chunk made(44); chunk made(44); value b"" -> read
C.4 The error {0x07|0x0b} at a later offset is the end
  reading; chunk made(44); chunk made(44); failed {0x07|0x0B} -> read
& C.4 An object that ends with the error {0x07|0x0b} is delivered
  then chunk made(44) -> deliver
& C.7 The error {0x07|0x0b} at offset 0 fails the read
  reading; failed {0x07|0x0B} -> fault @ready
C.4 512 bytes in all are the end
  reading; chunk made(512), 256; chunk made(512), 256 -> read
C.4 An object of 512 bytes is delivered
  then chunk made(512), 256 -> deliver
C.4 512 bytes in one chunk are a whole object
  reading; value made(512) -> deliver report
C.8 513 bytes in two chunks are not an object
  reading; chunk made(512), 300; value made(213) -> fault @ready
C.8 513 bytes in one chunk are not an object
  reading; value made(512) + b"x" -> fault @ready
C.4 A first chunk shorter than another on the link is whole if chunk sizes are trusted
  ready trustsChunkSize=True; rest; whole LONG, 30; rest; value OTHER -> deliver @ready
C.4 A first chunk shorter than another on the link may not be all otherwise
  ready; rest; whole LONG, 30; rest; value OTHER -> deliver read
C.11 A change of the MTU forgets the chunk size
  ready trustsChunkSize=True; rest; whole LONG, 30; mtuChanged mtu=50; rest; value OTHER
    -> deliver read
C.4 Another object, one, has come: its first chunk starts the read again
  reading; chunk LONG; value x("656e"); value OTHER[:22] -> deliver read
C.4 Another object, one, is delivered and never the splice
  then chunk OTHER; chunk OTHER -> deliver @ready
C.4 Another object, one as long as a chunk, has come: its first chunk starts the read again
  reading; chunk LONG; value b""; value HALF -> deliver read
C.4 Another object, one as long as a chunk, is delivered and never the splice
  then chunk HALF; chunk HALF -> deliver @ready
C.8 An object that changed during every attempt is read again after 500 ms
  reading maximumRestarts=0; chunk LONG; chunk LONG; value OTHER[:22] -> fault @ready
C.8 Objects that change during every attempt never end the link
  then 9x(pause; chunk LONG; chunk LONG; value OTHER[:22]) -> fault @ready
C.4 The first 20 bytes of a whole value are delivered as possibly cut
  reading radio="wholeValues"; value LONG -> deliver read report
C.4 Two equal whole values are one object
  then value LONG -> deliver @ready
C.4 If two whole values differ, the second starts the read again
  reading radio="wholeValues"; value LONG; value OTHER -> deliver read
C.4 A short whole value is read twice too
  reading radio="wholeValues"; value SHORT; value SHORT -> deliver @ready
C.4 The same whole object is not delivered twice
  ready; rest; value SHORT -> nothing @ready
C.4 The same first chunk is not delivered twice
  reading; whole LONG; rest; chunk LONG -> read
C.4 The same object in chunks is not delivered twice
  then chunk LONG; chunk LONG -> nothing @ready
C.4 An object with the same first chunk is delivered whole
  reading; whole LONG; rest;
    whole x("04030201057800000047726fc39f65205765696e6d6578697374657273747261c39f65")
    -> deliver @ready
C.4 A first chunk of 20 bytes is the same as one of 22
  reading; whole LONG; rest; value LONG[:20] -> read
C.4 A first chunk is delivered again if another was shown between
  reading; whole LONG; rest; chunk OTHER; failed 0x0E; pause; chunk LONG -> deliver read
C.4 A whole object is delivered again if another was shown between
  then chunk LONG; chunk LONG
C.4 The same object is not delivered again on a new link
  ready; disconnected; found peer=8; connected; discovered; subscribed; value SHORT
    -> report @ready
C.4 Starting the session forgets what was delivered
  ready; stop; start; found peer=8; connected; discovered; subscribed; value SHORT
    -> deliver report
C.4 The end of navigation forgets what was delivered
  ready; serviceChanged; notDiscovered; found peer=8; connected; discovered; subscribed;
    value SHORT -> deliver report
C.6 No object yet: the next read is due after 4 s
  reading; failed 0x0A @ready
C.6 No object any more at a later offset
  reading; chunk LONG; failed 0x0A @ready
C.7 The error {0x05|0x0f} to a read asks for pairing
  reading; failed {0x05|0x0F} @ready
& C.13 A value ends pairingRequired after the error {0x05|0x0f}
  then rest; value SHORT -> deliver report
C.13 No object ends pairingRequired too
  reading; failed 0x05; rest; failed 0x0A @ready
C.7 Invalid Handle to a read: it discovers again
  reading; failed 0x01 @discovering
C.7 Invalid Handle at a later offset: it discovers again
  reading; chunk LONG; failed 0x01 @discovering
C.7 Error 2 in a row: again after 500 ms
  reading; failed 0x0E; pause; failed 0x0E -> fault @ready
C.7 Error 3 in a row: again after 500 ms
  then pause; failed 0x0E -> fault @ready
C.7 The fourth error in a row ends the link
  then pause; failed 0x0E @scanning
C.7 An object resets the count of errors
  reading; 3x(failed 0x0E; pause); value SHORT; rest; failed 0x0E -> fault @ready
C.7 A first chunk does not reset the count of errors
  reading; 3x(failed 0x0E; pause); value LONG[:22]; failed 0x0E @scanning
C.7 No object resets the count of errors
  reading; 3x(failed 0x0E; pause); failed 0x0A; rest; failed 0x0E -> fault @ready
C.7 A refusal because pairing is required does not reset the count of errors
  reading; 3x(failed 0x0E; pause); failed 0x05; rest; failed 0x0E @scanning
C.8 Bytes that are not an instruction are read again after 500 ms
  reading; value NO_OBJECT -> fault @ready
C.8 After the eighth in a row that is not an instruction it reads again
  then 7x(pause; value NO_OBJECT) -> fault @ready
C.8 The ninth in a row that is not an instruction ends the link
  then pause; value NO_OBJECT @scanning
C.8 A whole instruction resets the count of failures
  reading; 8x(value NO_OBJECT; pause); value SHORT; rest; value NO_OBJECT -> fault @ready
C.8 A first chunk does not reset the count of failures
  reading; 8x(value NO_OBJECT; pause); value LONG[:22]; failed 0x0E; pause; value NO_OBJECT
    @scanning
C.8 An empty first chunk is not an object
  reading; value b"" -> fault @ready
C.4 A first chunk of another layout is not delivered, but the read goes on
  reading layout="published"; chunk LONG -> read
C.8 A whole object of another layout is not delivered
  then chunk LONG; chunk LONG -> fault @ready
C.4 A {published|legacy} object is detected
  reading layout="auto"; whole {PUBLISHED|LEGACY} -> deliver @ready
C.4 A legacy object cut below 21 bytes is not delivered yet
  reading layout="legacy"; value LEGACY[:20] -> read
"""
