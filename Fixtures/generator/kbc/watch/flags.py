"""The bugs of messages and links for watches that vectors are meant to catch, each explained once (clause 12)."""

from ..explained import explained

WATCH_FLAGS = explained("""
littleEndianNumbers: byteOrder
  Number and Long are read and written least significant byte first: 1 becomes 16777216.
stringPlaceAsIndex: offset
  A reference to a string is taken for the string's number, not for where it begins: all strings but the first
  are wrong or missing.
lengthWithoutTerminator: missingTerminator
  The length of a string does not count the zero byte at its end: strings lose their last byte, or the next
  string is looked for one byte off.
lengthInCharacters: unit
  The length of a string counts its characters, not its bytes: a message with a street such as Hauptstraße can't
  be read.
depthFirst: order
  What is in a container follows it at once: nested containers get each other's elements.
pairsAsElements: unit
  The count of a dictionary is taken for keys and values together: half of it is missing.
booleanInFourBytes: fixedSize
  A Boolean is read and written with four bytes: everything after it is wrong.
unknownTypeAsNull: missingCheck
  A value of a type that is not known is taken for null: the bytes after it are read as other values.
lastKeyWins: missingCheck
  A key that is there twice is accepted, and the last value wins: two readers see two different messages.
countBelieved: missingLengthCheck
  Memory is reserved for as many elements as are announced: a few bytes make the app crash.
stringsRepeated: size
  Equal strings are written again each time: messages are larger than they need be.
emptyStringSection: size
  A section of strings is written even if there are none: each small message has eight bytes more.
nameNotEscaped: missingEscape
  The app's name is put into the URL as it is: one with `&` or a blank breaks the request.
unescapedTwice: escape
  Percent signs are decoded twice: a watch called 100%25 is shown as 100%.
plusAsBlank: escape
  A plus sign is taken for a blank: the watch fenix 5+ is shown as fenix 5.
devicesFromOne: offset
  Devices are numbered from 1: the first watch of the user is missing.
schemeWithCase: comparison
  The scheme is compared with regard to case: an answer is refused if the system has changed that.
emptyListRefused: misreadKind
  An answer without devices is refused: the app goes on with watches that the user no longer shares.
distanceAsNumber: signedness
  A distance above 2147483647 m is written as Number: it turns negative.
longDistanceRefused: type
  A distance that arrives as Long is refused, though the phone's system chooses the type.
endedAsArrow: misreadKind
  A message without an arrow is read as arrow 0: the watch goes on showing a navigation that has ended.
newKeysRefused: strictness
  A message with a key that is not known is refused: no key can ever be added.
streetCutInBytes: lostText
  A long street is cut after 64 bytes, in the middle of a character.
""")
