"""Values for watches, each read and written: every type, containers in each other, strings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..evaluate import evaluate
from ..vectors import OTHER_LINKS_SINCE, Topic

LAYER = "watch"


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
    yield _containers()
    yield _strings()


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
