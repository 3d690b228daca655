"""Values for watches, each read and written: every type, containers in each other, strings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..evaluate import evaluate
from ..vectors import OTHER_LINKS_SINCE, Topic

LAYER = "watch"
FOREIGN_SINCE = "8.0.0"

# Made up after what watches write in their web requests: keys in an order of their own, and names that recur.
FOREIGN = (
    (
        "Dictionaries beside each other, then what is in the first, the second and the third",
        "6.4",
        "abcdabcd 0000002d 0005 72696465 00 0005 6b696e64 00 0005 73686f77 00 0002 62 00 0002 61 00 0002 63 00"
        "0002 74 00 0002 78 00 0002 79 00"
        "da7ada7a 00000055 0b 00000002 03 00000000 0b 00000003 03 00000007 03 0000000e"
        "03 00000015 0b 00000001 03 00000019 0b 00000001 03 0000001d 0b 00000001"
        "03 00000021 03 00000025 03 00000021 03 00000029 03 00000021 03 00000025",
        (
            (
                "ride",
                (("b", (("t", "x"),)), ("a", (("t", "y"),)), ("c", (("t", "x"),))),
            ),
            ("kind", "show"),
        ),
    ),
    (
        "Arrays and dictionaries in four levels, with keys in no order",
        "6.4",
        "abcdabcd 00000020 0002 7a 00 0002 61 00 0002 6e 00 0002 71 00 0002 6b 00 0002 76 00 0002 6c 00 0002 6d 00"
        "da7ada7a 00000050 0b 00000003 03 00000000 05 00000002 03 00000004 0b 00000002 03 00000008 01 00000003"
        "01 00000001 03 0000000c 03 00000010 03 00000014 03 00000018 05 00000001 0b 00000001"
        "03 0000001c 01 00000002",
        (("z", [1, "q"]), ("a", (("k", "v"), ("l", [(("m", 2),)]))), ("n", 3)),
    ),
    (
        "A text that is a value in a dictionary and a key in another",
        "6.5",
        "abcdabcd 0000000c 0002 61 00 0002 63 00 0002 65 00"
        "da7ada7a 00000023 0b 00000001 03 00000000 0b 00000002 03 00000004 03 00000008 03 00000008 03 00000004",
        (("a", (("c", "e"), ("e", "c"))),),
    ),
    (
        "A Long, a Double, a Float and a Boolean as values of texts",
        "6.3",
        "abcdabcd 00000010 0002 6c 00 0002 64 00 0002 66 00 0002 62 00"
        "da7ada7a 00000032 0b 00000004 03 00000000 0e 000000012a05f200 03 00000004 0f 3fd5555555555555"
        "03 00000008 02 3f000000 03 0000000c 09 01",
        (
            ("l", {"long": "5000000000"}),
            ("d", {"double": "3fd5555555555555"}),
            ("f", {"float": "3f000000"}),
            ("b", True),
        ),
    ),
    (
        "An empty dictionary after a full one",
        "6.4",
        "abcdabcd 00000008 0002 6c 00 0002 6b 00"
        "da7ada7a 00000023 0b 00000002 03 00000000 0b 00000001 03 00000004 0b 00000000 03 00000004 01 00000007",
        (("l", (("k", 7),)), ("k", ())),
    ),
)


class WatchTopic(Topic):
    """A file of messages or links for watches. Its methods are verbs of tables."""

    INTENTS = ("flags", "level", "refused", "shows", "since")

    def __init__(self, name: str) -> None:
        super().__init__(LAYER, name)
        self.since = OTHER_LINKS_SINCE["since"]

    def given(self, operation: str, title: str, clause: str, **members: Any) -> None:
        """Adds a vector with an input and what is intended."""
        intent = {name: members.pop(name) for name in self.INTENTS if name in members}
        self.watch(operation, title, clause, members, **{"since": self.since} | intent)

    def read(self, title: str, clause: str, data: str, **members: Any) -> None:
        """Adds bytes to read, in hex."""
        data = data.replace(" ", "")
        self.given("Decode", title, clause, **{"bytes": data} | members)

    def write(self, title: str, clause: str, message: Any, **members: Any) -> None:
        """Adds a value to write."""
        self.given("Encode", title, clause, **{"message": message} | members)


def topics() -> Iterator[Topic]:
    """watch/scalars.json, containers.json and strings.json"""
    yield _scalars()
    containers, strings = _containers(), _strings()
    for title, clause, data, members in FOREIGN:
        topic = strings if clause == "6.5" else containers
        given = {"bytes": data.replace(" ", "")}
        shows = {"message": dictionaries(members)}
        topic.watch("Decode", title, clause, given, shows=shows, since=FOREIGN_SINCE)
    yield containers
    yield strings


def both(topic: Topic, title: str, clause: str, value: Any, **intent: Any) -> None:
    """Adds a value to write, and its bytes to read."""
    flags = intent.pop("flags", ())
    read_flags = intent.pop("read", flags)
    topic.watch("Encode", title, clause, {"message": value}, flags=flags, **intent)
    data = topic.vectors[-1]["expected"]["bytes"]
    shows = {"message": value}
    topic.watch("Decode", title, clause, {"bytes": data}, flags=read_flags, shows=shows)


def pairs(*members: tuple[Any, Any]) -> Any:
    """A dictionary."""
    return {"dictionary": [list(member) for member in members]}


def dictionaries(value: Any) -> Any:
    """A value, with dictionaries for tuples of pairs."""
    if isinstance(value, tuple):
        return pairs(*((key, dictionaries(inner)) for key, inner in value))
    if isinstance(value, list):
        return [dictionaries(inner) for inner in value]
    return value


def _scalars() -> Topic:
    topic = Topic(LAYER, "scalars")
    little = ["littleEndianNumbers"]
    both(topic, "True", "6.3", True, flags=["booleanInFourBytes"])
    both(topic, "False", "6.3", False, flags=["booleanInFourBytes"])
    for number in (0, 1, -1, 128, -129, 65_536, 2**31 - 1, -(2**31)):
        shown = little if number not in (0, -1) else []
        both(topic, f"The Number {number}", "6.3", number, flags=shown)
    for number in (5, -2, 2**31, 2**53 + 1, 2**63 - 1, -(2**63)):
        value = {"long": str(number)}
        both(topic, f"The Long {number}", "6.3", value, flags=little)
    for words, bits in (
        ("Zero", "00000000"),
        ("Minus zero", "80000000"),
        ("17.5", "418c0000"),
        ("Infinity", "7f800000"),
        ("The smallest number above zero", "00000001"),
        ("A value that is not a number, with its bits", "7fc00123"),
    ):
        both(topic, f"{words} as Float", "6.3", {"float": bits})
    for words, bits in (
        ("Zero", "0000000000000000"),
        ("One third", "3fd5555555555555"),
        ("Minus infinity", "fff0000000000000"),
        ("A value that is not a number, with its bits", "7ff8000000000123"),
    ):
        both(topic, f"{words} as Double", "6.3", {"double": bits})
    for words, point in (
        ("Zero", 0),
        ("The letter X", 0x58),
        ("The last before the surrogates", 0xD7FF),
        ("The first after the surrogates", 0xE000),
        ("The last of all", 0x10FFFF),
    ):
        both(topic, f"{words} as Char", "6.3", {"char": point})
    both(topic, "A byte array", "6.3", {"byteArray": "00ff80"})
    both(topic, "An empty byte array", "6.3", {"byteArray": ""})
    return topic


def _containers() -> Topic:
    topic = Topic(LAYER, "containers")
    deep, half = ["depthFirst"], ["pairsAsElements"]
    both(topic, "An empty array", "6.3", [])
    both(topic, "An empty dictionary", "6.3", pairs())
    both(topic, "Nulls in an array", "6.3", [None, None, None])
    both(topic, "An array before a number", "6.4", [[1], 2], flags=deep)
    both(topic, "An array after a number", "6.4", [2, [1]])
    both(
        topic,
        "The elements of the first container come first",
        "6.4",
        [[1, [2]], [3]],
        flags=deep,
    )
    both(
        topic,
        "An empty container before a full one",
        "6.4",
        [[], [1], pairs(), 2],
        flags=deep,
    )
    chain: Any = 7
    for _ in range(15):
        chain = [chain]
    both(topic, "Sixteen values inside each other", "6.9", chain)
    both(topic, "Keys and values in turn", "6.4", pairs((1, 2), (3, 4)), read=half)
    both(
        topic,
        "The order of pairs is kept",
        "6.4",
        pairs((9, 1), (1, 9), (5, 5)),
        read=half,
    )
    both(
        topic,
        "A dictionary in a dictionary",
        "6.4",
        pairs((1, pairs((1, 5))), (2, 6)),
        flags=deep,
        read=["depthFirst", "pairsAsElements"],
    )
    both(
        topic,
        "Keys of each type that can be one",
        "6.7",
        pairs(
            (1, None),
            ({"long": "1"}, None),
            ({"float": "3f800000"}, None),
            ({"double": "3ff0000000000000"}, None),
            (True, None),
            ({"char": 1}, None),
            ("1", None),
        ),
        read=half,
    )
    both(
        topic,
        "Zero and minus zero are two keys",
        "6.7",
        pairs(({"float": "00000000"}, 1), ({"float": "80000000"}, 2)),
        read=half,
    )
    both(
        topic,
        "The same key in two dictionaries",
        "6.7",
        [pairs((1, 2)), pairs((1, 3))],
        read=half,
    )
    both(topic, "A byte array among others", "6.3", [{"byteArray": "05"}, 5, []])
    return topic


def _strings() -> Topic:
    topic = Topic(LAYER, "strings")
    none = ["emptyStringSection"]
    short = ["lengthWithoutTerminator"]
    both(topic, "One letter", "6.2", "a", flags=short)
    both(topic, "An empty string", "6.2", "", flags=short)
    wide = ["lengthInCharacters"]
    both(topic, "Letters of two bytes", "6.2", "Müße", flags=wide, read=short)
    both(topic, "A letter of four bytes", "6.2", "\U0001f6b2", flags=wide, read=short)
    both(topic, "A letter and a mark are two", "6.2", "e\u0301", flags=wide, read=short)
    both(topic, "A string of 256 bytes with its zero byte", "6.2", "x" * 255)
    place = ["stringPlaceAsIndex"]
    both(topic, "Two strings", "6.3", ["ab", "c"], flags=place)
    both(topic, "An empty string before another", "6.3", ["", "b"], flags=place)
    both(
        topic,
        "An equal string is written once",
        "6.5",
        ["a", "b", "a"],
        flags=["stringsRepeated", *place],
        read=place,
    )
    both(
        topic,
        "Texts that only look alike are two",
        "6.5",
        ["\u00e9", "e\u0301"],
        flags=place,
    )
    both(
        topic,
        "Strings are in the order in which they are met",
        "6.5",
        [["c"], "a", pairs(("b", "a"))],
        flags=[*place, "depthFirst"],
        read=place,
    )
    both(topic, "Without strings there is no section", "6.5", [1], flags=none, read=())
    _read_only(topic)
    return topic


def _read_only(topic: Topic) -> None:
    """Bytes that other writers may send."""
    empty = "abcdabcd00000000"
    one = evaluate("watchEncode", {"message": 1})["bytes"]
    topic.watch(
        "Decode",
        "An empty section of strings",
        "6.1",
        {"bytes": empty + one},
        shows={"message": 1},
    )
    two = "abcdabcd00000008" + "00026100" * 2
    for place, words in (("00000000", "first"), ("00000004", "second")):
        topic.watch(
            "Decode",
            f"An equal string that is written twice: the {words}",
            "6.5",
            {"bytes": f"{two}da7ada7a0000000503{place}"},
            shows={"message": "a"},
        )
    topic.watch(
        "Decode",
        "A string that nobody refers to",
        "6.2",
        {"bytes": "abcdabcd0000000400026100" + one},
        shows={"message": 1},
    )
