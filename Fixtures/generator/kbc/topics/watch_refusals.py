"""Values for watches that are refused: sections, strings, counts, types, keys and limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..vectors import Topic
from .watch_values import LAYER, pairs

OBJECTS = "da7ada7a"
STRINGS = "abcdabcd"


def topics() -> Iterator[Topic]:
    """watch/sections.json, malformed-strings.json, counts.json, types.json, keys.json and limits.json"""
    yield _sections()
    yield _malformed_strings()
    yield _counts()
    yield _types()
    yield _keys()
    yield _limits()


def section(marker: str, content: str) -> str:
    """A section with its length, in hex."""
    content = content.replace(" ", "")
    return f"{marker}{len(content) // 2:08x}{content}"


def refused(
    topic: Topic, title: str, clause: str, data: str, code: str, at: int, *flags: str
) -> None:
    """Adds bytes that are refused."""
    given = {"bytes": data.replace(" ", "")}
    topic.watch("Decode", title, clause, given, refused=(code, at), flags=flags)


def _sections() -> Topic:
    topic = Topic(LAYER, "sections")
    one = section(OBJECTS, "01 00000001")
    text = section(STRINGS, "0002 61 00")
    for count in (0, 3, 4, 7, 8, 12):
        title = f"The first {count} bytes of 13"
        refused(topic, title, "6.1", one[: 2 * count], "truncated", count)
    for count in (8, 11, 14, 16, 20, 24):
        whole = text + section(OBJECTS, "03 00000000")
        title = f"The first {count} bytes of 25, with a string"
        refused(topic, title, "6.1", whole[: 2 * count], "truncated", count)
    wrong = "unexpectedSection"
    refused(topic, "Another marker", "6.1", "da7ada7b00000000", wrong, 0)
    refused(topic, "Two sections of strings", "6.1", text + text + one, wrong, 12)
    refused(topic, "Strings alone", "6.1", text, "truncated", 12)
    behind = "trailingBytes"
    refused(topic, "The strings after the objects", "6.1", one + text, behind, 13)
    refused(topic, "A zero byte after the objects", "6.8", one + "00", behind, 13)
    refused(topic, "Two sections of objects", "6.1", one + one, behind, 13)
    within = section(OBJECTS, "01 00000001 00")
    refused(topic, "A second value", "6.3", within, behind, 13)
    refused(topic, "No value", "6.3", section(OBJECTS, ""), "truncated", 8)
    long = f"{OBJECTS}ffffffff00"
    refused(topic, "A length of 4 GiB", "6.1", long, "truncated", 9)
    return topic


def _malformed_strings() -> Topic:
    topic = Topic(LAYER, "malformed-strings")
    rest = section(OBJECTS, "03 00000000")

    def wrong(title: str, content: str, code: str, at: int, *flags: str) -> None:
        data = section(STRINGS, content) + rest
        refused(topic, title, "6.2", data, code, at, *flags)

    code = "malformedString"
    wrong("A length of zero", "0000 00", code, 8)
    wrong("Half a length", "00", code, 8)
    wrong("A length and nothing else", "0001", code, 8)
    wrong("A text without its zero byte", "0002 61", code, 8)
    wrong("Another byte in place of the zero byte", "0002 61 62", code, 8)
    wrong("A zero byte before the last", "0004 61 00 62 00", code, 8)
    wrong("Two zero bytes at the end", "0003 61 00 00", code, 8)
    wrong("A second string that is too long", "0002 61 00 ffff 62 00", code, 12)
    wrong(
        "A length that does not count the zero byte",
        "0001 61 00",
        code,
        8,
        "lengthWithoutTerminator",
    )
    code = "invalidUTF8"
    wrong("A byte that no text has", "0003 61 ff 00", code, 11)
    wrong("A character without its last byte", "0003 e2 82 00", code, 10)
    wrong("Zero in two bytes", "0003 c0 80 00", code, 10)
    wrong("A surrogate", "0004 ed a0 80 00", code, 10)
    wrong("A wrong text that nobody refers to", "0002 61 00 0002 ff 00", code, 14)
    head = section(STRINGS, "0002 61 00 0002 62 00")
    for place in (1, 2, 3, 5, 8, 0xFFFFFFFF):
        flags = ("stringPlaceAsIndex",) if place == 1 else ()
        refused(
            topic,
            f"A reference to {place}, where no string begins",
            "6.8",
            head + section(OBJECTS, f"03 {place:08x}"),
            "danglingString",
            24,
            *flags,
        )
    no_strings = section(OBJECTS, "03 00000000")
    refused(
        topic, "A reference without strings", "6.8", no_strings, "danglingString", 8
    )
    return topic


def _counts() -> Topic:
    topic = Topic(LAYER, "counts")

    def wrong(title: str, content: str, code: str, at: int, *flags: str) -> None:
        refused(topic, title, "6.9", section(OBJECTS, content), code, at, *flags)

    code = "countTooLarge"
    wrong("One element, and no byte", "05 00000001", code, 9)
    large = ("countBelieved",)
    wrong("4294967294 elements", "05 fffffffe 00", code, 9, *large)
    wrong("4294967295 pairs", "0b ffffffff 00", code, 9, *large)
    wrong("4294967295 bytes", "14 ffffffff 00", code, 9, *large)
    wrong("2147483648 pairs", "0b 80000000 00", code, 9, *large)
    wrong("One pair, and one byte", "0b 00000001 00", code, 9, "pairsAsElements")
    wrong("Two bytes of three", "14 00000003 0000", code, 9)
    inner = "05 00000002 05 00000001 05 00000001 00"
    wrong("Two arrays with one byte for both", inner, code, 19)
    beside = "05 00000002 05 00000002 00 00"
    wrong("An inner array that takes the bytes of the outer one", beside, code, 14)
    code = "truncated"
    wrong(
        "The first element takes the bytes of the second",
        "05 00000002 01 00000001",
        code,
        18,
    )
    wrong(
        "A byte array takes the bytes of the next element",
        "05 00000002 14 00000001 00",
        code,
        19,
    )
    for content in ("09", "01 000000", "02 000000", "03 000000", "05 000000"):
        size = 8 + len(content.replace(" ", "")) // 2
        wrong(f"Type {int(content[:2], 16)} cut short", content, code, size)
    for content in ("0b 000000", "0e 00000000000000", "0f 00000000000000"):
        size = 8 + len(content.replace(" ", "")) // 2
        wrong(f"Type {int(content[:2], 16)} cut short", content, code, size)
    wrong("Type 19 cut short", "13 000000", code, 12)
    wrong("Type 20 cut short", "14 000000", code, 12)
    return topic


def _types() -> Topic:
    topic = Topic(LAYER, "types")
    code = "unknownType"
    for kind in (6, 7, 8, 10, 12, 13, 16, 17, 18, 21, 255):
        data = section(OBJECTS, f"05 00000001 {kind:02x}")
        flag = "unknownTypeAsNull"
        refused(topic, f"Type {kind}", "6.8", data, code, 13, flag)
    data = section(OBJECTS, "04")
    refused(topic, "An unknown type alone", "6.8", data, code, 8)
    for byte in (2, 255):
        data = section(OBJECTS, f"09 {byte:02x}")
        refused(topic, f"The Boolean {byte}", "6.8", data, "invalidBoolean", 8)
    for point in (0xD800, 0xDFFF, 0x110000, 0xFFFFFFFF):
        data = section(OBJECTS, f"13 {point:08x}")
        title = f"The character {point:X}"
        refused(topic, title, "6.8", data, "invalidCharacter", 8)
    return topic


def _keys() -> Topic:
    topic = Topic(LAYER, "keys")

    def wrong(title: str, content: str, code: str, at: int, *flags: str) -> None:
        refused(topic, title, "6.7", section(OBJECTS, content), code, at, *flags)

    code = "invalidKey"
    wrong("Null as a key", "0b 00000001 00 00", code, 13)
    wrong("An array as a key", "0b 00000001 05 00000000 00", code, 13)
    wrong("A dictionary as a key", "0b 00000001 0b 00000000 00", code, 13)
    wrong("A byte array as a key", "0b 00000001 14 00000000 00", code, 13)
    code, flag = "duplicateKey", "lastKeyWins"
    for words, key in (
        ("Number", "01 00000001"),
        ("Long", "0e 0000000000000001"),
        ("Float", "02 7fc00000"),
        ("Double", "0f 0000000000000000"),
        ("Boolean", "09 01"),
        ("Char", "13 00000061"),
    ):
        content = f"0b 00000002 {key} 00 {key} 09 01"
        at = 13 + len(key.replace(" ", "")) // 2 + 1
        wrong(f"The same {words} twice", content, code, at, flag)
    inner = "05 00000002 00 0b 00000002 01 00000001 00 01 00000001 00"
    wrong("A key twice in an inner dictionary", inner, code, 25, flag)
    text = section(STRINGS, "0002 61 00 0002 61 00")
    content = section(OBJECTS, "0b 00000002 03 00000000 00 03 00000004 00")
    title = "The same text twice, at two places"
    refused(topic, title, "6.7", text + content, code, 35, flag)
    both = "0b 00000003 01 00000001 00 01 00000001 00 00 00"
    wrong("Of two wrong keys the first is told", both, code, 19)
    nested = "0b 00000001 00 0b 00000001 00 00"
    wrong(
        "An outer dictionary is checked before an inner one", nested, "invalidKey", 13
    )
    late = "0b 00000001 00 04"
    wrong("Keys are checked last", late, "unknownType", 14)
    return topic


def _limits() -> Topic:
    topic = Topic(LAYER, "limits")
    value = [[1], 2]
    data = section(OBJECTS, "05 00000002 05 00000001 01 00000002 01 00000001")
    text = ["a", 1]
    for name, limit, value, code, at in (
        ("ByteCount", 27, value, "oversized", 27),
        ("Depth", 2, value, "tooDeep", 1),
        ("Depth", 1, value, "tooDeep", 0),
        ("ValueCount", 3, value, "tooManyValues", 1),
        ("ValueCount", 2, value, "tooManyValues", 0),
        ("ValueCount", 1, value, "tooManyValues", 0),
        ("ByteCount", 34, text, "oversized", 34),
        ("ByteCount", 3, text, "oversized", 3),
        ("ByteCount", 10, {"byteArray": "000000"}, "oversized", 10),
        ("ValueCount", 2, pairs((1, 2)), "tooManyValues", 0),
        ("Depth", 1, pairs((1, 2)), "tooDeep", 0),
    ):
        _written(topic, name, limit, value, (code, at))
    for name, limit, code, at in (
        ("ByteCount", 27, "oversized", 27),
        ("Depth", 2, "tooDeep", 13),
        ("Depth", 1, "tooDeep", 8),
        ("ValueCount", 3, "tooManyValues", 13),
        ("ValueCount", 2, "tooManyValues", 8),
    ):
        given = {"bytes": data, f"maximum{name}": limit}
        title = f"To read with {name[0].lower()}{name[1:]} {limit}"
        topic.watch("Decode", title, "6.9", given, refused=(code, at))
    exact = {"maximumByteCount": 28, "maximumDepth": 3, "maximumValueCount": 4}
    value = [[1], 2]
    title = "A value that fits exactly"
    topic.watch("Encode", title, "6.9", {"message": value} | exact)
    shows = {"message": value}
    topic.watch("Decode", title, "6.9", {"bytes": data} | exact, shows=shows)
    for empty in ([], pairs()):
        title = "An empty container needs no depth"
        given = {"message": empty, "maximumDepth": 1}
        topic.watch("Encode", f"{title}: {empty}", "6.9", given)
    given = {"bytes": section(OBJECTS, "05 00000000"), "maximumDepth": 1}
    topic.watch("Decode", title, "6.9", given, shows={"message": []})
    chain: Any = 7
    for _ in range(16):
        chain = [chain]
    given = {"message": chain}
    title = "Seventeen values inside each other"
    topic.watch("Encode", title, "6.9", given, refused=("tooDeep", 15))
    nested = "05 00000001 " * 16 + "00"
    refused(topic, title, "6.9", section(OBJECTS, nested), "tooDeep", 83)
    given = {"message": [1, "a\0b"]}
    title = "A zero byte in a string to write"
    topic.watch("Encode", title, "6.2", given, refused=("zeroInString", 2))
    _extreme_limits(topic)
    return topic


def _extreme_limits(topic: Topic) -> None:
    """Limits beyond those that are allowed."""
    title = "With a depth of 300, 256 values inside each other and one more"
    given = {"bytes": section(OBJECTS, "05 00000001 " * 256 + "00")}
    limits = {"maximumDepth": 300}
    at = 8 + 5 * 255
    topic.watch("Decode", title, "6.9", given | limits, refused=("tooDeep", at))
    none = {"maximumDepth": 0, "maximumValueCount": 0}
    title = "Depth and number of values 0 are taken as 1"
    given = {"bytes": section(OBJECTS, "01 00000007")}
    topic.watch("Decode", title, "6.9", given | none, shows={"message": 7})
    topic.watch("Encode", title, "6.9", {"message": 7} | none)


def _written(
    topic: Topic, name: str, limit: int, value: Any, error: tuple[str, int]
) -> None:
    title = (
        f"To write {len(topic.vectors) + 1}, with {name[0].lower()}{name[1:]} {limit}"
    )
    given = {"message": value, f"maximum{name}": limit}
    topic.watch("Encode", title, "6.9", given, refused=error)
