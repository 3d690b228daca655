"""Values for watches that are refused: sections, strings, counts, types, keys and limits."""

from collections.abc import Iterator

from ..table import Names
from ..vectors import Topic
from .watch_values import WatchTopic, inside, pairs


def section(marker: str, content: str) -> str:
    """A section with its length, in hex."""
    content = content.replace(" ", "")
    return f"{marker}{len(content) // 2:08x}{content}"


def objects(content: str) -> str:
    """A section of objects."""
    return section("da7ada7a", content)


def strings(content: str) -> str:
    """A section of strings."""
    return section("abcdabcd", content)


def twice(key: str) -> str:
    """A dictionary with the same key twice."""
    return objects(f"0b 00000002 {key} 00 {key} 09 01")


NAMES: Names = {
    "objects": objects,
    "strings": strings,
    "pairs": pairs,
    "twice": twice,
    "inside": inside,
    "NO_BYTES": {"byteArray": ""},
    "BYTES": {"byteArray": "000000"},
    "ONE": objects("01 00000001"),
    "TEXT": strings("0002 61 00"),
    "REFERENCE": objects("03 00000000"),
    "NESTED": objects("05 00000002 05 00000001 01 00000002 01 00000001"),
}
SECTIONS = """
6.1 The first {0|3|4|7|8|12} bytes of 13
  read ONE[: 2 * {0|3|4|7|8|12}] -> refused="truncated", offset={0|3|4|7|8|12}
6.1 The first {8|11|14|16|20|24} bytes of 25, with a string
  read (TEXT + REFERENCE)[: 2 * {8|11|14|16|20|24}] -> refused="truncated", offset={8|11|14|16|20|24}
6.1 Another marker
  read "da7ada7b00000000" -> refused="unexpectedSection", offset=0
6.1 Two sections of strings
  read TEXT + TEXT + ONE -> refused="unexpectedSection", offset=12
6.1 Strings alone
  read TEXT -> refused="truncated", offset=12
6.1 The strings after the objects
  read ONE + TEXT -> refused="trailingBytes", offset=13
6.8 A zero byte after the objects
  read ONE + "00" -> refused="trailingBytes", offset=13
6.1 Two sections of objects
  read ONE + ONE -> refused="trailingBytes", offset=13
6.3 A second value
  read objects("01 00000001 00") -> refused="trailingBytes", offset=13
6.3 No value
  read objects("") -> refused="truncated", offset=8
6.1 A length of 4 GiB
  read "da7ada7affffffff00" -> refused="truncated", offset=9
"""
STRINGS = """
6.2 A length of zero
  read strings("0000 00") + REFERENCE -> refused="malformedString", offset=8
6.2 Half a length
  read strings("00") + REFERENCE -> refused="malformedString", offset=8
6.2 A length and nothing else
  read strings("0001") + REFERENCE -> refused="malformedString", offset=8
6.2 A text without its zero byte
  read strings("0002 61") + REFERENCE -> refused="malformedString", offset=8
6.2 Another byte in place of the zero byte
  read strings("0002 61 62") + REFERENCE -> refused="malformedString", offset=8
6.2 A zero byte before the last
  read strings("0004 61 00 62 00") + REFERENCE -> refused="malformedString", offset=8
6.2 Two zero bytes at the end
  read strings("0003 61 00 00") + REFERENCE -> refused="malformedString", offset=8
6.2 A second string that is too long
  read strings("0002 61 00 ffff 62 00") + REFERENCE -> refused="malformedString", offset=12
6.2 A length that does not count the zero byte [lengthWithoutTerminator]
  read strings("0001 61 00") + REFERENCE -> refused="malformedString", offset=8
6.2 A byte that no text has
  read strings("0003 61 ff 00") + REFERENCE -> refused="invalidUTF8", offset=11
6.2 {A character without its last byte|Zero in two bytes|A surrogate}
  read strings("{0003 e2 82|0003 c0 80|0004 ed a0 80} 00") + REFERENCE -> refused="invalidUTF8", offset=10
6.2 A wrong text that nobody refers to
  read strings("0002 61 00 0002 ff 00") + REFERENCE -> refused="invalidUTF8", offset=14
6.8 A reference to 1, where no string begins [stringPlaceAsIndex]
  read strings("0002 61 00 0002 62 00") + objects("03 00000001") -> refused="danglingString", offset=24
6.8 A reference to {2|3|5|8|4294967295}, where no string begins
  read strings("0002 61 00 0002 62 00") + objects("03 {00000002|00000003|00000005|00000008|ffffffff}")
    -> refused="danglingString", offset=24
6.8 A reference without strings
  read REFERENCE -> refused="danglingString", offset=8
"""
COUNTS = """
6.9 One element, and no byte
  read objects("05 00000001") -> refused="countTooLarge", offset=9
6.9 {4294967294 elements|4294967295 pairs|4294967295 bytes|2147483648 pairs} [countBelieved]
  read objects("{05 fffffffe|0b ffffffff|14 ffffffff|0b 80000000} 00") -> refused="countTooLarge", offset=9
6.9 One pair, and one byte [pairsAsElements]
  read objects("0b 00000001 00") -> refused="countTooLarge", offset=9
6.9 Two bytes of three
  read objects("14 00000003 0000") -> refused="countTooLarge", offset=9
6.9 Two arrays with one byte for both
  read objects("05 00000002 05 00000001 05 00000001 00") -> refused="countTooLarge", offset=19
6.9 An inner array that takes the bytes of the outer one
  read objects("05 00000002 05 00000002 00 00") -> refused="countTooLarge", offset=14
6.9 The first element takes the bytes of the second
  read objects("05 00000002 01 00000001") -> refused="truncated", offset=18
6.9 A byte array takes the bytes of the next element
  read objects("05 00000002 14 00000001 00") -> refused="truncated", offset=19
6.9 Type {9|1|2|3|5|11|14|15|19|20} cut short
  read objects("{09|01 000000|02 000000|03 000000|05 000000|0b 000000|0e 00000000000000|0f 00000000000000|13 000000|14 000000}")
    -> refused="truncated", offset={9|12|12|12|12|12|16|16|12|12}
"""
TYPES = """
6.8 Type {6|7|8|10|12|13|16|17|18|21|255} [unknownTypeAsNull]
  read objects("05 00000001 {06|07|08|0a|0c|0d|10|11|12|15|ff}") -> refused="unknownType", offset=13
6.8 An unknown type alone
  read objects("04") -> refused="unknownType", offset=8
6.8 The Boolean {2|255}
  read objects("09 {02|ff}") -> refused="invalidBoolean", offset=8
6.8 The character {D800|DFFF|110000|FFFFFFFF}
  read objects("13 {0000d800|0000dfff|00110000|ffffffff}") -> refused="invalidCharacter", offset=8
"""
KEYS = """
6.7 Null as a key
  read objects("0b 00000001 00 00") -> refused="invalidKey", offset=13
6.7 {An array|A dictionary|A byte array} as a key
  read objects("0b 00000001 {05|0b|14} 00000000 00") -> refused="invalidKey", offset=13
6.7 The same {Number|Long|Float|Double|Boolean|Char} twice [lastKeyWins]
  read twice("{01 00000001|0e 0000000000000001|02 7fc00000|0f 0000000000000000|09 01|13 00000061}")
    -> refused="duplicateKey", offset={19|23|19|23|16|19}
6.7 A key twice in an inner dictionary [lastKeyWins]
  read objects("05 00000002 00 0b 00000002 01 00000001 00 01 00000001 00") -> refused="duplicateKey", offset=25
6.7 The same text twice, at two places [lastKeyWins]
  read strings("0002 61 00 0002 61 00") + objects("0b 00000002 03 00000000 00 03 00000004 00")
    -> refused="duplicateKey", offset=35
6.7 Of two wrong keys the first is told
  read objects("0b 00000003 01 00000001 00 01 00000001 00 00 00") -> refused="duplicateKey", offset=19
6.7 An outer dictionary is checked before an inner one
  read objects("0b 00000001 00 0b 00000001 00 00") -> refused="invalidKey", offset=13
6.7 Keys are checked last
  read objects("0b 00000001 00 04") -> refused="unknownType", offset=14
"""
LIMITS = """
6.9 To write {1, with byteCount 27|2, with depth 2|3, with depth 1|4, with valueCount 3|5, with valueCount 2}
  write [[1], 2], {maximumByteCount=27|maximumDepth=2|maximumDepth=1|maximumValueCount=3|maximumValueCount=2}
    -> refused="{oversized|tooDeep|tooDeep|tooManyValues|tooManyValues}", offset={27|1|0|1|0}
6.9 To write 6, with valueCount 1
  write [[1], 2], maximumValueCount=1 -> refused="tooManyValues", offset=0
6.9 To write {7|8}, with byteCount {34|3}
  write ["a", 1], maximumByteCount={34|3} -> refused="oversized", offset={34|3}
6.9 To write 9, with byteCount 10
  write BYTES, maximumByteCount=10 -> refused="oversized", offset=10
6.9 To write {10, with valueCount 2|11, with depth 1}
  write pairs((1, 2)), {maximumValueCount=2|maximumDepth=1} -> refused="{tooManyValues|tooDeep}", offset=0
6.9 To read with {byteCount 27|depth 2|depth 1|valueCount 3|valueCount 2}
  read NESTED, {maximumByteCount=27|maximumDepth=2|maximumDepth=1|maximumValueCount=3|maximumValueCount=2}
    -> refused="{oversized|tooDeep|tooDeep|tooManyValues|tooManyValues}", offset={27|13|8|13|8}
6.9 A value that fits exactly
  write [[1], 2], maximumByteCount=28, maximumDepth=3, maximumValueCount=4
6.9 A value that fits exactly
  read NESTED, maximumByteCount=28, maximumDepth=3, maximumValueCount=4 -> message=[[1], 2]
6.9 An empty container needs no depth: []
  write [], maximumDepth=1
6.9 An empty container needs no depth: {'dictionary': []}
  write pairs(), maximumDepth=1
6.9 An empty container needs no depth
  read objects("05 00000000"), maximumDepth=1 -> message=[]
6.9 Seventeen values inside each other
  write inside(16) -> refused="tooDeep", offset=15
6.9 Seventeen values inside each other
  read objects("05 00000001" * 16 + "00") -> refused="tooDeep", offset=83
6.2 A zero byte in a string to write
  write [1, "a" + chr(0) + "b"] -> refused="zeroInString", offset=2
6.9 With a depth of 300, 256 values inside each other and one more
  read objects("05 00000001" * 256 + "00"), maximumDepth=300 -> refused="tooDeep", offset=1283
6.9 Depth and number of values 0 are taken as 1
  read objects("01 00000007"), maximumDepth=0, maximumValueCount=0 -> message=7
6.9 Depth and number of values 0 are taken as 1
  write 7, maximumDepth=0, maximumValueCount=0
"""
TABLES = {
    "sections": SECTIONS,
    "malformed-strings": STRINGS,
    "counts": COUNTS,
    "types": TYPES,
    "keys": KEYS,
    "limits": LIMITS,
}


def topics() -> Iterator[Topic]:
    """watch/sections.json, malformed-strings.json, counts.json, types.json, keys.json and limits.json"""
    for name, table in TABLES.items():
        topic = WatchTopic(name)
        topic.add_table(table, NAMES)
        yield topic
