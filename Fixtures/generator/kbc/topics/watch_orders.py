"""Values for watches with two errors, of which the first is told; and dictionaries that can't be made."""

from collections.abc import Iterator

from ..vectors import Topic
from .watch_refusals import NAMES
from .watch_values import WatchTopic

# The first of clause 6.10 is told.
TWO_ERRORS = """
6.10 A string without a length, and another marker
  read strings("000000") + "da7ada7b00000000" -> refused="unexpectedSection", offset=11
6.10 A string without a length, and no section of objects
  read strings("000000") -> refused="truncated", offset=11
6.10 A string without a length, and objects that are cut short
  read strings("000000") + "da7ada7a00000001" -> refused="truncated", offset=19
6.10 A string without a length, and a byte too many
  read strings("000000") + objects("00") + "00" -> refused="trailingBytes", offset=20
6.10 A string without a length, and an unknown type
  read strings("000000") + objects("04") -> refused="malformedString", offset=8
6.10 An unknown {Boolean|character} in two elements, of which the last one has no byte
  read objects("05 00000002 {09 02|13 0000d800}") -> refused="{invalidBoolean|invalidCharacter}", offset=13
6.10 A wrong reference in two elements, of which the last one has no byte
  read objects("05 00000002 03 00000063") -> refused="truncated", offset=18
6.10 An empty array in two elements, of which the last one has no byte
  read objects("05 00000002 05 00000000") -> refused="truncated", offset=18
6.10 Too few bytes for an array {that is too deep|with too many elements}
  read objects("05 00000002 00"), {maximumDepth|maximumValueCount}=1 -> refused="countTooLarge", offset=9
6.10 Too few bytes for two arrays, of which one {is too deep|has too many elements}
  read objects("05 00000002 05 00000002 00 00"), {maximumDepth=2|maximumValueCount=3}
    -> refused="{tooDeep|tooManyValues}", offset=13
6.10 An array that is too deep and has too many elements
  read objects("05 00000001 00"), maximumDepth=1, maximumValueCount=1 -> refused="tooDeep", offset=8
6.10 A wrong reference before an unknown type
  read objects("05 00000002 03 00000000 04") -> refused="danglingString", offset=13
6.10 A byte array with too few bytes, at the limit of the depth
  read objects("14 00000001"), maximumDepth=1 -> refused="countTooLarge", offset=9
6.10 A dictionary is checked before a deeper one of an element before it
  read objects("05 00000002 05 00000001 0b 00000002 0b 00000002 01 00000002 00 01 00000002 00"
    "01 00000001 00 01 00000001 00") -> refused="duplicateKey", offset=34
6.10 An array that is too deep and {has too many elements|too large}, to write
  write [1, 2], maximumDepth=1, {maximumValueCount=1|maximumByteCount=12} -> refused="tooDeep", offset=0
6.10 An array with too many elements that is too large, to write
  write [1, 2], maximumValueCount=2, maximumByteCount=12 -> refused="tooManyValues", offset=0
6.10 An array that {is too large|fits exactly}, of a string with a zero byte
  write ["a" + chr(0) + "b"], maximumByteCount={12|13} -> refused="{oversized|zeroInString}", offset={12|1}
6.10 A string that is too long and has a zero byte, to write
  write "x" * 65534 + chr(0) -> refused="stringTooLong", offset=0
6.10 The longest string, above the limit of bytes
  write "x" * 65534 -> refused="oversized", offset=16384
6.10 Null as a key, and a byte after the value
  read objects("0b 00000001 00 00 00") -> refused="trailingBytes", offset=15
"""
DICTIONARIES = """
6.7 To write: {null|an array|a dictionary|a byte array} as the second key
  write pairs((1, 2), ({None|[]|pairs()|NO_BYTES}, 3)) -> refused="invalidKey", offset=1
6.7 To write: the same Number twice
  write pairs((1, 2), (2, 1), (1, 3)) -> refused="duplicateKey", offset=2
6.7 To write: the same text twice
  write [pairs(("a", 1), ("a", 1))] -> refused="duplicateKey", offset=1
6.7 To write: of two wrong keys the first is told
  write pairs(("a", 0), ("a", 1), (None, 2)) -> refused="duplicateKey", offset=1
6.7 To write: null before the same text twice
  write pairs((None, 0), ("a", 1), ("a", 2)) -> refused="invalidKey", offset=0
6.7 To write: an inner dictionary is made before an outer one
  write pairs((None, 0), (1, pairs((1, 1), (2, 2), ([], 3)))) -> refused="invalidKey", offset=2
6.7 To write: dictionaries are made before anything is written
  write ["a" + chr(0), pairs((1, 2), (1, 3))] -> refused="duplicateKey", offset=1
"""


def topics() -> Iterator[Topic]:
    """watch/two-errors.json and dictionaries.json"""
    for name, table in (("two-errors", TWO_ERRORS), ("dictionaries", DICTIONARIES)):
        topic = WatchTopic(name)
        topic.add_table(table, NAMES)
        yield topic
