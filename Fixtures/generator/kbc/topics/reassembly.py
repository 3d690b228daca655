"""How an object is put together from its chunks, what can go wrong, and radios that go on by themselves."""

from collections.abc import Iterator
from copy import deepcopy
from functools import partial

from ..objects import make_of_length, with_byte
from ..reassembly_script import ReassemblyScript, reading
from ..sessions.central_script import HALF, LONG, OTHER, SHORT
from ..table import Names, played, rows
from ..vectors import Topic

ONE_CHUNK = """
8.3 A read begins at offset 0
  read
8.4 A first chunk of 0 bytes is the whole object
  then value b""
8.4 A first chunk of {1|9|18|19} bytes is the whole object
  read; value {made(1)|made(9)|made(18)|made(19)}
8.4 A first chunk of {20|21} bytes may not be all [fixedChunkSize]
  read; value {made(20)|made(21)}
8.4 A first chunk of 22 bytes may not be all
  read; value made(22)
8.4 A first chunk of {23|49|511} bytes may not be all [fixedChunkSize]
  read; value {made(23)|made(49)|made(511)}
8.4 A first chunk of 512 bytes is the whole object
  read; value made(512)
"""

CHUNKS = """
8.3 An object in chunks of {22 bytes|49 bytes [fixedChunkSize]|184 bytes [fixedChunkSize]}
  read; whole {LONG|made(105), 49|made(375), 184}
& 8.3 An object in chunks of {20|182|255} bytes [fixedChunkSize]
  read;
    whole {LONG, 20|made(371), 182|made(517), 255}
8.3 A legacy object in chunks of 20 bytes [fixedChunkSize]
  read; whole legacy(90), 20
8.4 An object of just {2|3|10} chunks ends with an empty one
  read; whole {made(44)|made(66)|made(220)}
8.4 512 bytes in chunks of {22 bytes|20 bytes [fixedChunkSize]|256 bytes [fixedChunkSize]}
  read; whole {made(512)|made(512), 20|made(512), 256}
8.3 A later chunk that is longer than the first one is not the last [fixedChunkSize]
  read; value made(20); value made(42)[20:]
8.4 A later chunk that is shorter than the first one is the last
  read; value made(22); value made(43)[22:]; value made(22)
8.4 A later chunk of one byte is the last
  read; value made(22); value x("30"); value made(22)
since 3.1.0
8.4 A chunk as long as the first is not the last, though a longer one came [fixedChunkSize]
  read; value made(20); value made(45)[20:]; value made(65)[45:]
"""

ENDINGS = """
8.4 After two chunks of 20 bytes an empty one is the end [fixedChunkSize]
  read; chunk made(40), 20; chunk made(40), 20; value b""
8.4 After two chunks of 20 bytes the error {0x07|0x0b} is the end [endingTakenAsError]
  read; chunk made(40), 20; chunk made(40), 20; error {0x07|0x0b}
& 8.7 An object of two chunks of 20 bytes that ends with {0x07|0x0b} [endingTakenAsError]
  then chunk made(40), 20
8.4 After two chunks of 22 bytes an empty one is the end
  read; chunk made(44), 22; chunk made(44), 22; value b""
8.4 After two chunks of 22 bytes the error {0x07|0x0b} is the end [endingTakenAsError]
  read; chunk made(44), 22; chunk made(44), 22; error {0x07|0x0b}
& 8.7 An object of two chunks of 22 bytes that ends with {0x07|0x0b} [endingTakenAsError]
  then chunk made(44), 22
8.4 After two chunks of 49 bytes an empty one is the end [fixedChunkSize]
  read; chunk made(98), 49; chunk made(98), 49; value b""
8.4 After two chunks of 49 bytes the error {0x07|0x0b} is the end [endingTakenAsError]
  read; chunk made(98), 49; chunk made(98), 49; error {0x07|0x0b}
& 8.7 An object of two chunks of 49 bytes that ends with {0x07|0x0b} [endingTakenAsError]
  then chunk made(98), 49
8.7 An object of just one chunk ends with {0x07|0x0b} [endingTakenAsError]
  read; chunk made(22); error {0x07|0x0b}; chunk made(22)
& 8.6 The error {0x07|0x0b} at offset 0 fails the read
  read; error {0x07|0x0b}
& 8.6 The error {0x07|0x0b} when the first chunk is read again fails the read
  read; chunk LONG; chunk LONG; error {0x07|0x0b}
& 8.6 The error {0x07|0x0b} to a second whole read fails the read
  wholeValues; value LONG; error {0x07|0x0b}
8.4 At 512 bytes only the first chunk is read again
  read; chunk made(512), 256; chunk made(512), 256
"""

TORN = """
8.7 Chunks of two objects are not put together [splicedObjects]
  read; chunk LONG; chunk OTHER; chunk OTHER
8.7 A first chunk that differs begins the next attempt [splicedObjects]
  then whole OTHER
8.7 An end that is another object's does not make half an object whole [splicedObjects]
  read; chunk made(44); value b""; chunk legacy(90)
8.7 Another object of the same length and street [splicedObjects]
  read; chunk LONG; chunk OTHER[:4] + LONG[4:]; chunk OTHER[:4] + LONG[4:];
    whole OTHER[:4] + LONG[4:]
8.7 A short object in place of a long one is whole at once [splicedObjects]
  read; chunk LONG; chunk LONG; value SHORT
8.7 A longer object in place of a shorter one [splicedObjects]
  read; chunk LONG; whole legacy(90)
8.7 A first chunk that has become {shorter|longer} is another one [splicedObjects]
  read; chunk LONG; chunk LONG; value {LONG[:20]|LONG[:23]}
8.7 The {last|first} byte of the first chunk counts [splicedObjects]
  read; chunk LONG; chunk LONG; value with_byte(LONG[:22], {21|0}, 0x21)
8.7 An object that has gone is not completed [splicedObjects]
  read; chunk LONG; chunk LONG; value b""
8.7 An end given as an error does not make half an object whole [splicedObjects]
  read; chunk made(44); error 0x07; chunk legacy(90)
8.11 After 0 restarts one more change ends the read [splicedObjects]
  read maximumRestarts=0; chunk LONG; chunk LONG; value HALF
8.11 After 1 restarts one more change ends the read [splicedObjects]
  read maximumRestarts=1; chunk LONG; chunk LONG; value HALF; chunk LONG; value LONG[:22]
8.11 After 8 restarts one more change ends the read [splicedObjects]
  read; chunk LONG; 4x(chunk LONG; value HALF; chunk LONG; value LONG[:22]); chunk LONG;
    value HALF
8.11 The last attempt that is allowed may succeed [splicedObjects]
  read maximumRestarts=1; chunk LONG; chunk LONG; chunk OTHER; whole OTHER
since 3.1.0
8.11 With no restart left, an answer that is {short|empty|full} ends the read, too [splicedObjects]
  read maximumRestarts=0; chunk LONG; chunk LONG; value {SHORT|b""|legacy(512)}
8.11 With no restart left, an answer below the known size ends the read, too [recommended splicedObjects]
  read maximumRestarts=0, trustsChunkSize=True; chunk LONG; chunk LONG; value OTHER[:21]
8.11 With no restart left, an answer of 513 bytes is too long [splicedObjects]
  read maximumRestarts=0; chunk LONG; chunk LONG; value legacy(512) + b"x"
8.11 With no restart left, a second value of 513 bytes is too long [splicedObjects]
  wholeValues maximumRestarts=0; value LONG; value legacy(512) + b"x"
"""

ERRORS = """
8.6 The error {0x01|0x05|0x08|0x0a|0x0e|0x0f|0x80} to the first request ends the read
  read; error {0x01|0x05|0x08|0x0a|0x0e|0x0f|0x80}
& 8.6 The error {0x01|0x05|0x08|0x0a|0x0e|0x0f|0x80} at a later offset ends the read
  read; chunk LONG; error {0x01|0x05|0x08|0x0a|0x0e|0x0f|0x80}
8.7 The error 0x0e when the first chunk is read again ends the read
  read; chunk LONG; chunk LONG; error 0x0e
8.11 A first chunk of 513 bytes is too long
  read; value made(512) + b"x"
8.11 A later chunk that exceeds 512 bytes in all is too long [fixedChunkSize]
  read; value made(300); value made(213)
8.11 A chunk of 513 bytes when the first is read again is too long [splicedObjects]
  read; chunk LONG; chunk LONG; value made(512) + b"x"
8.6 After an error a new read begins from nothing
  read; chunk LONG; error 0x0e; begin; value SHORT
8.11 After a value that is too long a new read begins from nothing
  read; value made(512) + b"x"; begin; value SHORT
8.11 After too many restarts a new read may start again
  read maximumRestarts=0; chunk LONG; chunk LONG; value HALF; begin; chunk LONG
since 3.1.0
8.11 A read that {an error|a value too long} has ended keeps its count of restarts
  read; chunk LONG; chunk LONG; chunk OTHER; {error 0x0e|value made(512)}
"""

UNEXPECTED = """
8.11 {A chunk|An error} before a read changes nothing
  unbegun; {value SHORT|error 0x07}, at=0
8.11 {A chunk|An error} for another offset than the first changes nothing
  read; {value SHORT|error 0x07}, at=22
8.11 A chunk for the first chunk again changes nothing
  read; chunk LONG; value SHORT, at=0
8.11 An error for the first chunk again changes nothing
  read; value LONG[:22]; error 0x07, at=0
8.11 A chunk for an offset that is too {small|great} by one changes nothing
  read; chunk LONG; value SHORT, at={21|23}
& 8.11 An error for an offset that is too {small|great} by one changes nothing
  read; value LONG[:22]; error 0x07, at={21|23}
8.11 A chunk for a later offset when the first is awaited again changes nothing
  read; chunk LONG; chunk LONG; value SHORT, at=33
8.11 An error for a later offset when the first is awaited again changes nothing
  read; value LONG[:22]; value LONG[22:]; error 0x07, at=33
8.11 A chunk after an {object|error} changes nothing
  read; {value SHORT|error 0x0e}; value SHORT, at=0
& 8.11 An error after an {object|error} changes nothing
  read; {value SHORT|error 0x0e}; error 0x07, at=0
8.11 {A chunk|An error} for a second offset of a whole value changes nothing
  wholeValues; value LONG; {value SHORT|error 0x07}, at=22
8.11 After an answer that was not expected the read goes on
  read; chunk LONG; value SHORT, at=44; whole LONG
since 3.1.0
8.11 A chunk of 513 bytes before a read changes nothing
  unbegun; value made(513), at=0
8.11 A chunk of 513 bytes for another offset changes nothing
  read; chunk LONG; value made(513), at=0
8.11 A chunk of 513 bytes after a cancelled read changes nothing
  read; cancel; value made(513), at=0
"""

CHUNK_SIZE = """
8.5 A short first chunk is the whole object once a longer one was seen [recommended]
  read trustsChunkSize=True; whole made(60), 49; begin; value made(48)
8.5 A first chunk as long as the longest is not the whole object [recommended]
  read trustsChunkSize=True; whole made(60), 49; begin; value made(49)
8.5 Before a longer chunk was seen a short one may not be all [recommended]
  read trustsChunkSize=True; value made(48)
8.5 Without trust a short first chunk may not be all, whatever was seen [fixedChunkSize]
  read; whole made(60), 49; begin; value made(30)
8.5 A chunk size is forgotten with its link [recommended]
  read trustsChunkSize=True; whole made(60), 49; forgetChunkSize; begin; value made(48)
8.5 A later chunk may be the longest that was seen [recommended]
  read trustsChunkSize=True; value made(20); value made(45)[20:]; value made(50)[45:];
    value made(20); begin; value made(24)
since 3.1.0
8.5 The longest chunk is the known size, not the last [recommended]
  read trustsChunkSize=True; whole made(60), 49; begin; whole legacy(90), 22; begin;
    value made(30)
8.5 A chunk with which the bytes exceed 512 does not make the known size [recommended]
  read trustsChunkSize=True; value made(22); value legacy(512); begin; value OTHER[:22]
8.5 An answer for which no restart is left does not make the known size [recommended]
  read maximumRestarts=0, trustsChunkSize=True; chunk LONG; chunk LONG; value made(49); begin;
    value OTHER[:22]
8.5 An answer that was not asked for does not make the known size [recommended]
  read trustsChunkSize=True; value made(49), at=22; value OTHER[:22]
8.5 A read that is cancelled does not forget the known size [recommended]
  read trustsChunkSize=True; whole made(60), 49; begin; cancel; begin; value made(30)
8.5 An error does not forget the known size [recommended]
  read trustsChunkSize=True; whole made(60), 49; begin; error 0x0e; begin; value made(30)
8.5 A value that is too long does not forget the known size [recommended]
  read trustsChunkSize=True; whole made(60), 49; begin; value legacy(512) + b"x"; begin;
    value made(30)
8.5 The known size counts for the first chunk of another attempt, too [recommended]
  read trustsChunkSize=True; value made(49); value made(60)[49:]; value OTHER[:22]
8.5 A read that goes on keeps the size of its own chunks [recommended]
  read trustsChunkSize=True; value made(49); forgetChunkSize; value made(60)[49:]
8.5 The check does not make the known size again once it is forgotten [recommended]
  read trustsChunkSize=True; value made(49); value made(60)[49:]; forgetChunkSize;
    value made(49); begin; value made(30)
"""

WHOLE_VALUES = """
8.9 From a first value of {0|16|34|512} bytes, at most 20 may be shown [splicedObjects]
  wholeValues; value {b""|SHORT|LONG|legacy(512)}
& 8.9 Two equal values of {0|16|34|512} bytes are an object [splicedObjects]
  then value {b""|SHORT|LONG|legacy(512)}
8.9 Two values that differ are not an object [splicedObjects]
  wholeValues; value LONG; value OTHER
8.9 After two that differ, the second counts as the first [splicedObjects]
  then value OTHER
8.9 An object that comes back after another has to be read twice again [splicedObjects]
  wholeValues; value LONG; value OTHER; value LONG
8.9 The last byte of a value counts [splicedObjects]
  wholeValues; value LONG; value with_byte(LONG, 33, 0x21)
8.9 A beginning of the first value is another value [splicedObjects]
  wholeValues; value LONG; value LONG[:20]
8.11 Values that go on changing end the read [splicedObjects]
  wholeValues maximumRestarts=1; value LONG; value OTHER; value LONG
8.11 A value of 513 bytes is too long
  wholeValues; value made(512) + b"x"
8.6 The error 0x0a to a whole read ends it
  wholeValues; error 0x0a
"""

INTERRUPTED = """
8.3 A read of {chunks|whole values} that is cancelled awaits nothing
  {read|wholeValues}; value LONG[:22]; cancel
& 8.3 A read of {chunks|whole values} that begins again begins at offset 0
  {read|wholeValues}; value LONG[:22]; begin
& 8.3 A read of {chunks|whole values} that began again takes nothing from before
  then value OTHER[:22]
8.3 Another read after an object
  read; value SHORT; begin; whole LONG
8.11 A read that begins again counts its restarts from zero
  read; chunk LONG; chunk LONG; chunk OTHER; begin
8.3 A read that is cancelled before it began awaits nothing
  unbegun; cancel
since 3.1.0
8.11 A read that is cancelled keeps its count of restarts
  read; chunk LONG; chunk LONG; chunk OTHER; cancel
"""

LONG_READS = """
since 3.0.0
8.9 An answer of {0|1|19} bytes is one response, and the whole object
  longReads; value {b""|made(1)|made(19)}
8.9 An answer of {20|21|22|23|48|511} bytes may not be all; 20 of them may be shown
  longReads; value {made(20)|made(21)|made(22)|made(23)|made(48)|made(511)}
8.9 An answer of 512 bytes is the end, and is checked
  longReads; value made(512)
8.9 An answer of 512 bytes that comes again is the object [splicedObjects]
  then value made(512)
8.4 After an answer with all chunks an empty one is the end
  longReads; value LONG; value b""
8.9 An answer of two chunks that comes again is the object [splicedObjects]
  then value LONG
8.4 After an answer with all chunks the error {0x07|0x0b} is the end [endingTakenAsError]
  longReads; value LONG; error {0x07|0x0b}
& 8.9 An object that ends with {0x07|0x0b} after all of its chunks [endingTakenAsError]
  then value LONG
& 8.6 The error {0x07|0x0b} to an answer from the beginning fails the read
  longReads; error {0x07|0x0b}
& 8.6 The error {0x07|0x0b} to the check of an answer fails the read
  longReads; value LONG; value b""; error {0x07|0x0b}
8.6 The error {0x01|0x0a|0x0e} at a later offset fails a long read
  longReads; value LONG; error {0x01|0x0a|0x0e}
8.9 Answers of one chunk of 20 bytes: a shorter one is the last [fixedChunkSize]
  longReads; chunk LONG, 20; chunk LONG, 20
8.9 Answers of one chunk of 20 bytes are an object [fixedChunkSize]
  then chunk LONG, 20
8.4 A later answer that is longer than the first is not the last [fixedChunkSize]
  longReads; value made(20); value made(64)[20:]
8.4 A later answer that is shorter than the first is the last
  longReads; value made(66); value made(131)[66:]
8.4 512 bytes in two answers are the end [fixedChunkSize]
  longReads; value made(20); value made(512)[20:]
8.11 An answer of 513 bytes is too long
  longReads; value made(512) + b"x"
8.11 A later answer that exceeds 512 bytes in all is too long
  longReads; value made(300); value made(213)
8.11 An answer for the beginning is not expected while the rest is awaited
  longReads; value LONG; value b"", at=0
8.3 A long read that begins again begins at offset 0
  longReads; value LONG; begin
8.9 A shorter answer is not trusted: a phone's chunks are not its answers [recommended]
  longReads trustsChunkSize=True; value LONG; value b""; value LONG; begin; value OTHER
"""

LONG_READS_TORN = """
since 3.0.0
8.9 Torn between two chunks of one answer: the check finds it [splicedObjects]
  longReads; value LONG[:22] + OTHER[22:]; value b""; value OTHER
8.9 After a torn answer the new object is read to its end [splicedObjects]
  then value b""; value OTHER
8.9 Torn between two answers: the check finds it [splicedObjects]
  longReads; value LONG; value x("656e"); value OTHER
8.9 Torn between two answers of one chunk: the check finds it [splicedObjects]
  longReads; chunk LONG, 20; chunk OTHER, 20; chunk OTHER, 20
8.9 Torn in the check itself: it is the next attempt's first answer [splicedObjects]
  longReads; value LONG; value b""; value LONG[:22] + OTHER[22:]
8.9 The last byte of an answer counts [splicedObjects]
  longReads; value LONG; value b""; value with_byte(LONG, 33, 0x21)
8.9 A beginning of the first answer is another answer [splicedObjects]
  longReads; value LONG; value b""; value LONG[:22]
8.9 A short object in place of a long one is whole at once [splicedObjects]
  longReads; value LONG; value b""; value SHORT
8.9 512 bytes in place of a shorter object are checked too [splicedObjects]
  longReads; value LONG; value b""; value made(512)
8.9 An answer of 512 bytes that is torn is not an object [splicedObjects]
  longReads; value LONG[:22] + made(512)[22:]; value made(512)
8.11 A torn answer ends the read if no restart is allowed [splicedObjects]
  longReads maximumRestarts=0; value LONG; value b""; value OTHER
8.11 A second torn answer ends the read if one restart is allowed [splicedObjects]
  longReads maximumRestarts=1; value LONG[:22] + OTHER[22:]; value b""; value HALF; value b"";
    value LONG
"""

KNOWN_VALUES = """
since 3.0.0
8.9 A value shorter than an earlier one is whole, {wholeValues|oneCallback} [recommended splicedObjects]
  {wholeValues|oneCallback} trustsChunkSize=True; value LONG; value LONG; begin; value OTHER; value OTHER
8.9 A value as long as the longest one may be cut, {wholeValues|oneCallback} [recommended splicedObjects]
  {wholeValues|oneCallback} trustsChunkSize=True; value LONG; value LONG; begin; value LONG; value LONG
8.9 A value longer than all earlier ones may be cut, {wholeValues|oneCallback} [recommended splicedObjects]
  {wholeValues|oneCallback} trustsChunkSize=True; value OTHER; value OTHER; begin; value LONG; value LONG
8.9 A shorter value may be cut at an unknown MTU if nothing is trusted, {wholeValues|oneCallback} [splicedObjects]
  {wholeValues|oneCallback}; value LONG; value LONG; begin; value OTHER; value OTHER
8.9 MTU - 3 bytes after a longer value are whole, {wholeValues|oneCallback} [recommended splicedObjects]
  {wholeValues|oneCallback} trustsChunkSize=True, mtu=185; value made(184); value made(184); begin;
    value made(182); value made(182)
8.9 20 bytes after a longer value are whole, {wholeValues|oneCallback} [recommended splicedObjects]
  {wholeValues|oneCallback} trustsChunkSize=True, mtu=185; value made(21); value made(21);
    begin; value made(20); value made(20)
8.9 The longer value may be of the same read [recommended splicedObjects]
  wholeValues trustsChunkSize=True; value LONG; value OTHER; value OTHER
8.9 A longer value is forgotten with its link [recommended splicedObjects]
  wholeValues trustsChunkSize=True; value LONG; value LONG; forgetChunkSize; begin; value OTHER;
    value OTHER
8.9 A longer value counts although its read failed [recommended splicedObjects]
  wholeValues trustsChunkSize=True; value LONG; error 0x0e; begin; value OTHER; value OTHER
8.9 A torn value is never an object, {wholeValues|oneCallback} [splicedObjects]
  {wholeValues|oneCallback} mtu=23; value LONG; value LONG[:22] + OTHER[22:]; value OTHER
& 8.6 The error 0x07 fails the read, {wholeValues|oneCallback}
  {wholeValues|oneCallback} mtu=23; error 0x07
& 8.6 The error 0x0b fails the read, {wholeValues|oneCallback}
  {wholeValues|oneCallback} mtu=23; error 0x0b
& 8.6 The error 0x0a fails the read, {wholeValues|oneCallback}
  {wholeValues|oneCallback} mtu=23; error 0x0a
8.10 Of a first value only 20 bytes may be shown, oneCallback [splicedObjects]
  oneCallback; value LONG
8.11 A value of 513 bytes is too long, oneCallback
  oneCallback; value made(512) + b"x"
8.9 After a beginning another read begins from nothing [splicedObjects]
  wholeValues; value LONG[:20]; value LONG[:20]; begin; value LONG[:20]
8.11 After a beginning nothing is awaited [splicedObjects]
  wholeValues; value LONG[:20]; value LONG[:20]; value LONG
8.9 99 bytes after a longer value are whole at the told MTU 100, {wholeValues|oneCallback} [recommended splicedObjects]
  {wholeValues|oneCallback} trustsChunkSize=True, mtu=100; value made(184); value made(184); begin;
    value made(99); value made(99)
8.9 97 bytes after a longer value are whole at the told MTU 100, {wholeValues|oneCallback} [recommended splicedObjects]
  {wholeValues|oneCallback} trustsChunkSize=True, mtu=100; value made(184); value made(184); begin;
    value made(97); value made(97)
8.9 22 bytes after a longer value are whole at the told MTU 23, {wholeValues|oneCallback} [recommended splicedObjects]
  {wholeValues|oneCallback} trustsChunkSize=True, mtu=23; value made(184); value made(184); begin;
    value made(22); value made(22)
8.9 A longer value is forgotten between two equal reads, {wholeValues|oneCallback} [recommended splicedObjects]
  {wholeValues|oneCallback} trustsChunkSize=True; value LONG; value LONG; begin; value OTHER; forgetChunkSize;
    value OTHER
since 3.1.0
8.9 {20|22|60|181|182|183|184|399} bytes after 400 are whole at MTU 185 [splicedObjects]
  wholeValues mtu=185; value made(400); begin;
    2x(value {made(20)|made(22)|made(60)|made(181)|made(182)|made(183)|made(184)|made(399)})
8.9 {20|22|60|181|182|183|184|399} bytes after 400 are whole at MTU 185, one callback [splicedObjects]
  oneCallback mtu=185; value made(400); begin;
    2x(value {made(20)|made(22)|made(60)|made(181)|made(182)|made(183)|made(184)|made(399)})
8.9 {20|21|22} bytes after {21|22|23} are whole at MTU 24, one callback [splicedObjects]
  oneCallback mtu=24; value {made(21)|made(22)|made(23)}; begin;
    2x(value {made(20)|made(21)|made(22)})
8.9 {20|21|23|24|300} bytes after {21|22|24|400|301} are whole at the told MTU 23, one callback [splicedObjects]
  oneCallback mtu=23; value {made(21)|made(22)|made(24)|made(400)|made(301)}; begin;
    2x(value {made(20)|made(21)|made(23)|made(24)|made(300)})
8.9 22 bytes after a longer value may be cut at the told MTU 23, one callback [splicedObjects]
  oneCallback mtu=23; value made(400); value made(400); begin; 2x(value made(22))
8.9 {20|22} bytes after {20|22} may be cut at MTU 185, {wholeValues|oneCallback} [splicedObjects]
  {wholeValues|oneCallback} mtu=185; value {made(20)|made(22)}; begin; 2x(value {made(20)|made(22)})
8.9 A longer value of the same read shows that a value is whole, {wholeValues|oneCallback} [splicedObjects]
  {wholeValues|oneCallback} mtu=23; value LONG; value OTHER; value OTHER
8.9 A longer value that ended its read shows nothing, {wholeValues|oneCallback} [splicedObjects]
  {wholeValues|oneCallback} mtu=185, maximumRestarts=0; value made(20); value made(60); begin;
    2x(value made(20))
8.9 A longer value before an error shows it, {wholeValues|oneCallback} [splicedObjects]
  {wholeValues|oneCallback} mtu=185; value made(60); error 0x0e; begin; 2x(value made(20))
8.9 A longer value is forgotten with its link at a told MTU, {wholeValues|oneCallback} [splicedObjects]
  {wholeValues|oneCallback} mtu=185; value made(60); forgetChunkSize; begin; 2x(value made(20))
"""

TABLES = {
    "one-chunk": ONE_CHUNK,
    "chunks": CHUNKS,
    "endings": ENDINGS,
    "torn": TORN,
    "errors": ERRORS,
    "unexpected": UNEXPECTED,
    "chunk-size": CHUNK_SIZE,
    "whole-values": WHOLE_VALUES,
    "interrupted": INTERRUPTED,
    "long-reads": LONG_READS,
    "long-reads-torn": LONG_READS_TORN,
    "known-values": KNOWN_VALUES,
}
# What the tables call things. `read` begins with one chunk at a time, `unbegun` has not begun.
NAMES: Names = {
    "SHORT": SHORT,
    "LONG": LONG,
    "OTHER": OTHER,
    "HALF": HALF,
    "legacy": partial(make_of_length, "legacy"),
    "with_byte": with_byte,
    "read": reading,
    "unbegun": ReassemblyScript,
}
# Lengths of values that come twice, by the MTU.
LENGTHS: tuple[dict[int | None, tuple[int, ...]], ...] = (
    {
        None: (1, 19, 20, 21, 22, 182, 511, 512),
        23: (19, 20, 21, 22, 23, 44, 512),
        24: (20, 21, 22, 23),
        25: (21, 22, 23),
        185: (19, 20, 21, 22, 23, 181, 182, 183, 184, 185, 366, 512),
        515: (20, 511, 512),
        517: (20, 21, 512),
    },
    {
        23: (182, 300, 511),
        100: (19, 20, 21, 22, 23, 96, 97, 98, 182, 300, 511, 512),
        185: (97, 300, 511),
        26: (21, 22, 23),
    },
)


def topics() -> Iterator[Topic]:
    """reassembly/*.json"""
    for name, table in TABLES.items():
        topic = Topic("reassembly", name)
        script = ReassemblyScript()
        for row in rows(table):
            script = played(row, deepcopy(script), reading, NAMES)
            if row.meant and not row.meant.startswith("@"):
                raise ValueError(f"nobody looks at this: {row.title} -> {row.meant}")
            topic.reassembly(row.title, row.clause, script, **row.intent)
        yield topic
        if name == "long-reads-torn":
            yield _extents()


def _extents() -> Topic:
    topic = Topic("reassembly", "extents")
    for lengths in LENGTHS:
        for radio in ("wholeValues", "oneCallback"):
            for mtu, some in lengths.items():
                for length in some:
                    _add_twice(topic, radio, mtu, length)
    return topic


def _add_twice(topic: Topic, radio: str, mtu: int | None, length: int) -> None:
    known = {} if mtu is None else {"mtu": mtu}
    data = make_of_length("deployed", length)
    script = reading(radio, **known).value(data).value(data)
    extent = "whole" if "object" in script.step else "perhaps a beginning"
    name = "an unknown MTU" if mtu is None else f"MTU {mtu}"
    title = f"{length} bytes twice at {name}: {extent}"
    title += ", one callback" if radio == "oneCallback" else ""
    flags = ["splicedObjects"]
    topic.reassembly(title, "8.9", script, flags=flags, since="3.0.0")
