"""The field bugs that vectors are meant to catch, each explained once."""

from .explained import explained
from .pairing.flags import PAIRING_FLAGS
from .sensors.flags import SENSOR_FLAGS
from .watch.flags import WATCH_FLAGS
from .watch.session.flags import COMPANION_FLAGS

LINK_FLAGS = explained("""
byte21Trap: offset
  The street is read from byte 21 of an object in which it starts at byte 9: the rider loses its first twelve
  bytes, or all of it.
bigEndianDistance: byteOrder
  The distance is read most significant byte first: 1 m becomes 16777216 m.
distanceByteDropped: droppedByte
  Only the three low bytes of the distance are read: 16777226 m becomes 10 m.
signedDistanceBytes: signedness
  Distance bytes of 128 or more are sign-extended: 200 m becomes 4294967240 m.
fieldsShifted: offset
  All fields are read some bytes too late: identifier, arrow, distance and street are wrong in every object.
signedArrow: signedness
  Arrows of 128 or more turn negative and pick a picture from memory before the table.
arrowTableOverrun: tableOverrun
  An arrow above 30 indexes a table past its end: garbage is drawn, or the device crashes.
arrowTableOverrun32: tableOverrun
  An arrow above 31 indexes a table of 32 past its end: garbage is drawn, or the device crashes.
arrowTableOverrun37: tableOverrun
  An arrow above 36 indexes a table of 37 past its end: garbage is drawn, or the device crashes.
unknownArrowShown: misreadKind
  An arrow that no phone of today sends is shown as one that the display knows: the rider is sent in a direction
  that nobody meant.
arrows15And16Swapped: swappedValues
  Roundabout exits 15 and 16 are swapped: the rider is sent left instead of right.
identifierNotificationAsObject: misreadKind
  A notification of four bytes, the identifier alone, is read as an object: arrow, distance and street come from
  memory that was never received.
shortNotificationAccepted: missingLengthCheck
  Five to eight bytes are accepted as an object, and the missing bytes are read all the same: a wrong distance,
  or a crash.
identifierNotificationIgnored: misreadKind
  A notification of four bytes, the identifier alone, is refused: with an iPhone, the display reads too late, or
  never.
onlyIdentifierNotifications: misreadKind
  A notification that holds an object is refused: with an Android phone, the display reads too late, or never.
streetOverflow11: bufferOverflow
  A street of 11 bytes or more is written past the end of its buffer.
streetOverflow13: bufferOverflow
  A street of 13 bytes or more is written past the end of its buffer.
streetOverflow22: bufferOverflow
  A street of 22 bytes or more is written past the end of its buffer.
streetOverflow32: bufferOverflow
  A street of 32 bytes or more is written past the end of its buffer.
streetOverflow100: bufferOverflow
  A street of 100 bytes or more is written past the end of its buffer.
unterminatedStreet: missingTerminator
  The street is copied up to a zero byte that is not there: the rider sees whatever comes after it in memory.
cutSequenceDropsStreet: lostText
  A character cut at the end of the bytes makes the whole street disappear.
shortStreetLoops: endlessLoop
  A street of 10 bytes or fewer keeps the device in a loop for ever.
tenthsAsHundredths: missingCarry
  Tenths that round up to ten are not carried over: 1960 m is shown as "1.10km".
thousandMetres: unitBeforeRounding
  The unit is chosen before rounding: 996 m is shown as "1000m", not as 1.0 km.
roundedDown: rounding
  The distance is rounded down, not to the nearest 10: 19 m is shown as 10 m.
distanceNotRounded: rounding
  The distance is shown to the metre, foot or yard, not to the nearest 10: 14 m is shown as 14 m.
neverNow: missingCheck
  Distances up to 5 m are shown as numbers, not as "Now": 3 m is shown as 0 m.
splicedObjects: missingCheck
  The first chunk is not read again: chunks of two objects are joined into one, an arrow with another
  manoeuvre's street.
fixedChunkSize: fixedSize
  Chunks are assumed to have 22 bytes: if a phone sends another size, part of every street is lost.
endingTakenAsError: misreadKind
  The error past the last byte is taken for a failed read: a street that fills its last chunk is never shown.
notificationMixedWithRead: missingCheck
  Arrow and distance are taken from the notification, the street from a later read of another object.
""")

FLAGS = LINK_FLAGS | SENSOR_FLAGS | PAIRING_FLAGS | WATCH_FLAGS | COMPANION_FLAGS
