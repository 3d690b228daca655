"""Values for watches, each read and written: every type, containers in each other, strings."""

from collections.abc import Iterator
from typing import Any

from ..table import Names
from ..vectors import INTENTS, OTHER_LINKS_SINCE, Topic

LAYER = "watch"

# What a vector that is read shows, if its bugs are others than those of the one that is written.
HALF = ["pairsAsElements"]
SHORT = ["lengthWithoutTerminator"]
PLACE = ["stringPlaceAsIndex"]

CONTAINERS = """
6.3 An empty array
  both []
6.3 An empty dictionary
  both pairs()
6.3 Nulls in an array
  both [None, None, None]
6.4 An array before a number [depthFirst]
  both [[1], 2]
6.4 An array after a number
  both [2, [1]]
6.4 The elements of the first container come first [depthFirst]
  both [[1, [2]], [3]]
6.4 An empty container before a full one [depthFirst]
  both [[], [1], pairs(), 2]
6.9 Sixteen values inside each other
  both inside(15)
6.4 Keys and values in turn
  both pairs((1, 2), (3, 4)), read=HALF
6.4 The order of pairs is kept
  both pairs((9, 1), (1, 9), (5, 5)), read=HALF
6.4 A dictionary in a dictionary [depthFirst]
  both pairs((1, pairs((1, 5))), (2, 6)), read=["depthFirst", *HALF]
6.7 Keys of each type that can be one
  both pairs((1, None), (dict(long="1"), None), (dict(float="3f800000"), None),
    (dict(double="3ff0000000000000"), None), (True, None), (dict(char=1), None), ("1", None)), read=HALF
6.7 Zero and minus zero are two keys
  both pairs((dict(float="00000000"), 1), (dict(float="80000000"), 2)), read=HALF
6.7 The same key in two dictionaries
  both [pairs((1, 2)), pairs((1, 3))], read=HALF
6.3 A byte array among others
  both [dict(byteArray="05"), 5, []]
"""
STRINGS = """
6.2 One letter [lengthWithoutTerminator]
  both "a"
6.2 An empty string [lengthWithoutTerminator]
  both ""
6.2 Letters of two bytes [lengthInCharacters]
  both "Müße", read=SHORT
6.2 A letter of four bytes [lengthInCharacters]
  both chr(0x1F6B2), read=SHORT
6.2 A letter and a mark are two [lengthInCharacters]
  both "e" + MARK, read=SHORT
6.2 A string of 256 bytes with its zero byte
  both "x" * 255
6.3 Two strings [stringPlaceAsIndex]
  both ["ab", "c"]
6.3 An empty string before another [stringPlaceAsIndex]
  both ["", "b"]
6.5 An equal string is written once [stringsRepeated stringPlaceAsIndex]
  both ["a", "b", "a"], read=PLACE
6.5 Texts that only look alike are two [stringPlaceAsIndex]
  both [chr(0xE9), "e" + MARK]
6.5 Strings are in the order in which they are met [stringPlaceAsIndex depthFirst]
  both [["c"], "a", pairs(("b", "a"))], read=PLACE
6.5 Without strings there is no section [emptyStringSection]
  both [1], read=[]
6.1 An empty section of strings
  read "abcdabcd 00000000" + ONE -> message=1
6.5 An equal string that is written twice: the {first|second}
  read "abcdabcd 00000008 0002 61 00 0002 61 00 da7ada7a 00000005 03 0000000{0|4}" -> message="a"
6.2 A string that nobody refers to
  read "abcdabcd 00000004 0002 61 00" + ONE -> message=1
"""
# Made up after what watches write in their web requests: keys in an order of their own, and names that recur.
FOREIGN_CONTAINERS = """
6.4 Dictionaries beside each other, then what is in the first, the second and the third
  read "abcdabcd 0000002d 0005 72696465 00 0005 6b696e64 00 0005 73686f77 00 0002 62 00 0002 61 00 0002 63 00"
    "0002 74 00 0002 78 00 0002 79 00"
    "da7ada7a 00000055 0b 00000002 03 00000000 0b 00000003 03 00000007 03 0000000e"
    "03 00000015 0b 00000001 03 00000019 0b 00000001 03 0000001d 0b 00000001"
    "03 00000021 03 00000025 03 00000021 03 00000029 03 00000021 03 00000025"
    -> message=pairs(("ride", pairs(("b", pairs(("t", "x"))), ("a", pairs(("t", "y"))), ("c", pairs(("t", "x"))))),
    ("kind", "show"))
6.4 Arrays and dictionaries in four levels, with keys in no order
  read "abcdabcd 00000020 0002 7a 00 0002 61 00 0002 6e 00 0002 71 00 0002 6b 00 0002 76 00 0002 6c 00 0002 6d 00"
    "da7ada7a 00000050 0b 00000003 03 00000000 05 00000002 03 00000004 0b 00000002 03 00000008 01 00000003"
    "01 00000001 03 0000000c 03 00000010 03 00000014 03 00000018 05 00000001 0b 00000001"
    "03 0000001c 01 00000002"
    -> message=pairs(("z", [1, "q"]), ("a", pairs(("k", "v"), ("l", [pairs(("m", 2))]))), ("n", 3))
6.3 A Long, a Double, a Float and a Boolean as values of texts
  read "abcdabcd 00000010 0002 6c 00 0002 64 00 0002 66 00 0002 62 00"
    "da7ada7a 00000032 0b 00000004 03 00000000 0e 000000012a05f200 03 00000004 0f 3fd5555555555555"
    "03 00000008 02 3f000000 03 0000000c 09 01"
    -> message=pairs(("l", dict(long="5000000000")), ("d", dict(double="3fd5555555555555")),
    ("f", dict(float="3f000000")), ("b", True))
6.4 An empty dictionary after a full one
  read "abcdabcd 00000008 0002 6c 00 0002 6b 00"
    "da7ada7a 00000023 0b 00000002 03 00000000 0b 00000001 03 00000004 0b 00000000 03 00000004 01 00000007"
    -> message=pairs(("l", pairs(("k", 7))), ("k", pairs()))
"""
FOREIGN_STRINGS = """
6.5 A text that is a value in a dictionary and a key in another
  read "abcdabcd 0000000c 0002 61 00 0002 63 00 0002 65 00"
    "da7ada7a 00000023 0b 00000001 03 00000000 0b 00000002 03 00000004 03 00000008 03 00000008 03 00000004"
    -> message=pairs(("a", pairs(("c", "e"), ("e", "c"))))
"""


class WatchTopic(Topic):
    """A file of messages or links for watches. Its methods are verbs of tables."""

    def __init__(self, name: str) -> None:
        super().__init__(LAYER, name)
        self.since = OTHER_LINKS_SINCE["since"]

    def given(self, operation: str, title: str, clause: str, **members: Any) -> None:
        """Adds a vector with an input and what is intended."""
        intent = {name: members.pop(name) for name in INTENTS if name in members}
        self.watch(operation, title, clause, members, **{"since": self.since} | intent)

    def read(self, title: str, clause: str, data: str, **members: Any) -> None:
        """Adds bytes to read, in hex."""
        data = data.replace(" ", "")
        self.given("Decode", title, clause, **{"bytes": data} | members)

    def write(self, title: str, clause: str, message: Any, **members: Any) -> None:
        """Adds a value to write."""
        self.given("Encode", title, clause, **{"message": message} | members)

    def both(self, title: str, clause: str, value: Any, **members: Any) -> None:
        """Adds a value to write, and its bytes to read; `read` are the bugs that these show, if others."""
        flags = members.pop("read", members.get("flags", ()))
        self.write(title, clause, value, **members)
        data = self.vectors[-1]["expected"]["bytes"]
        self.read(title, clause, data, flags=flags, shows={"message": value})


def topics() -> Iterator[Topic]:
    """watch/scalars.json, containers.json and strings.json"""
    yield _scalars()
    containers, strings = WatchTopic("containers"), WatchTopic("strings")
    for topic, table, foreign in (
        (containers, CONTAINERS, FOREIGN_CONTAINERS),
        (strings, STRINGS, FOREIGN_STRINGS),
    ):
        topic.add_table(table, NAMES)
        topic.since = "8.0.0"
        topic.add_table(foreign, NAMES)
        yield topic


def pairs(*members: tuple[Any, Any]) -> Any:
    """A dictionary."""
    return {"dictionary": [list(member) for member in members]}


def inside(count: int, value: object = 7) -> object:
    """A value inside so many arrays."""
    return [inside(count - 1, value)] if count else value


NAMES: Names = {
    "pairs": pairs,
    "inside": inside,
    "HALF": HALF,
    "SHORT": SHORT,
    "PLACE": PLACE,
    "MARK": "\u0301",
    "ONE": "da7ada7a 00000005 01 00000001",
}


def _scalars() -> Topic:
    topic = WatchTopic("scalars")
    little = ["littleEndianNumbers"]
    topic.both("True", "6.3", True, flags=["booleanInFourBytes"])
    topic.both("False", "6.3", False, flags=["booleanInFourBytes"])
    for number in (0, 1, -1, 128, -129, 65_536, 2**31 - 1, -(2**31)):
        shown = little if number not in (0, -1) else []
        topic.both(f"The Number {number}", "6.3", number, flags=shown)
    for number in (5, -2, 2**31, 2**53 + 1, 2**63 - 1, -(2**63)):
        value = {"long": str(number)}
        topic.both(f"The Long {number}", "6.3", value, flags=little)
    for words, bits in (
        ("Zero", "00000000"),
        ("Minus zero", "80000000"),
        ("17.5", "418c0000"),
        ("Infinity", "7f800000"),
        ("The smallest number above zero", "00000001"),
        ("A value that is not a number, with its bits", "7fc00123"),
    ):
        topic.both(f"{words} as Float", "6.3", {"float": bits})
    for words, bits in (
        ("Zero", "0000000000000000"),
        ("One third", "3fd5555555555555"),
        ("Minus infinity", "fff0000000000000"),
        ("A value that is not a number, with its bits", "7ff8000000000123"),
    ):
        topic.both(f"{words} as Double", "6.3", {"double": bits})
    for words, point in (
        ("Zero", 0),
        ("The letter X", 0x58),
        ("The last before the surrogates", 0xD7FF),
        ("The first after the surrogates", 0xE000),
        ("The last of all", 0x10FFFF),
    ):
        topic.both(f"{words} as Char", "6.3", {"char": point})
    topic.both("A byte array", "6.3", {"byteArray": "00ff80"})
    topic.both("An empty byte array", "6.3", {"byteArray": ""})
    return topic
