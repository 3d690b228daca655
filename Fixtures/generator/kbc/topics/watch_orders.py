"""Values for watches with two errors, of which the first is told; and dictionaries that can't be made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..vectors import Topic
from .watch_refusals import OBJECTS, STRINGS, refused, section
from .watch_values import LAYER, pairs


def topics() -> Iterator[Topic]:
    """watch/two-errors.json and dictionaries.json"""
    topic = Topic(LAYER, "two-errors")
    _sections_first(topic)
    _two_errors(topic)
    _keys_last(topic)
    _two_errors_to_write(topic)
    data = section(OBJECTS, "0b 00000001 00 00 00")
    title = "Null as a key, and a byte after the value"
    refused(topic, title, "6.10", data, "trailingBytes", 15)
    yield topic
    topic = Topic(LAYER, "dictionaries")
    _made(topic)
    yield topic


def _sections_first(topic: Topic) -> None:
    """All sections are checked before the first string."""
    text = section(STRINGS, "000000")
    for what, rest, code, at in (
        ("another marker", "da7ada7b00000000", "unexpectedSection", 11),
        ("no section of objects", "", "truncated", 11),
        ("objects that are cut short", f"{OBJECTS}00000001", "truncated", 19),
        ("a byte too many", section(OBJECTS, "00") + "00", "trailingBytes", 20),
    ):
        title = f"A string without a length, and {what}"
        refused(topic, title, "6.10", text + rest, code, at)
    wrong = section(OBJECTS, "04")
    title = "A string without a length, and an unknown type"
    refused(topic, title, "6.10", text + wrong, "malformedString", 8)


def _two_errors(topic: Topic) -> None:
    """Values with two errors: the first of clause 6.10 is told."""

    def first(title: str, content: str, code: str, at: int, **limits: int) -> None:
        given = {"bytes": section(OBJECTS, content)} | limits
        topic.watch("Decode", title, "6.10", given, refused=(code, at))

    short = "of which the last one has no byte"
    for words, value, code in (
        ("An unknown Boolean", "09 02", "invalidBoolean"),
        ("An unknown character", "13 0000d800", "invalidCharacter"),
    ):
        first(f"{words} in two elements, {short}", f"05 00000002 {value}", code, 13)
    dangling = "05 00000002 03 00000063"
    first(f"A wrong reference in two elements, {short}", dangling, "truncated", 18)
    empty = "05 00000002 05 00000000"
    first(f"An empty array in two elements, {short}", empty, "truncated", 18)
    own, both = "05 00000002 00", "05 00000002 05 00000002 00 00"
    title = "Too few bytes for an array that is too deep"
    first(title, own, "countTooLarge", 9, maximumDepth=1)
    title = "Too few bytes for an array with too many elements"
    first(title, own, "countTooLarge", 9, maximumValueCount=1)
    title = "Too few bytes for two arrays, of which one is too deep"
    first(title, both, "tooDeep", 13, maximumDepth=2)
    title = "Too few bytes for two arrays, of which one has too many elements"
    first(title, both, "tooManyValues", 13, maximumValueCount=3)
    title = "An array that is too deep and has too many elements"
    limits = {"maximumDepth": 1, "maximumValueCount": 1}
    first(title, "05 00000001 00", "tooDeep", 8, **limits)
    title = "A wrong reference before an unknown type"
    first(title, "05 00000002 03 00000000 04", "danglingString", 13)
    title = "A byte array with too few bytes, at the limit of the depth"
    first(title, "14 00000001", "countTooLarge", 9, maximumDepth=1)


def _keys_last(topic: Topic) -> None:
    """The keys are checked in the order of their dictionaries."""
    twice = "{0} 00 {0} 00"
    layers = "05 00000002 05 00000001 0b 00000002 0b 00000002"
    keys = twice.format("01 00000002") + twice.format("01 00000001")
    title = "A dictionary is checked before a deeper one of an element before it"
    data = section(OBJECTS, layers + keys)
    refused(topic, title, "6.10", data, "duplicateKey", 34)


def _two_errors_to_write(topic: Topic) -> None:
    """Values with two errors: the first of clause 6.10 is told."""

    def first(title: str, value: Any, code: str, at: int, **limits: int) -> None:
        given = {"message": value} | limits
        topic.watch("Encode", title, "6.10", given, refused=(code, at))

    title = "An array that is too deep and has too many elements, to write"
    limits = {"maximumDepth": 1, "maximumValueCount": 1}
    first(title, [1, 2], "tooDeep", 0, **limits)
    title = "An array that is too deep and too large, to write"
    first(title, [1, 2], "tooDeep", 0, maximumDepth=1, maximumByteCount=12)
    title = "An array with too many elements that is too large, to write"
    limits = {"maximumValueCount": 2, "maximumByteCount": 12}
    first(title, [1, 2], "tooManyValues", 0, **limits)
    title = "An array that is too large, of a string with a zero byte"
    first(title, ["a\0b"], "oversized", 12, maximumByteCount=12)
    title = "An array that fits exactly, of a string with a zero byte"
    first(title, ["a\0b"], "zeroInString", 1, maximumByteCount=13)
    # Both are far above the usual number of bytes.
    title = "A string that is too long and has a zero byte, to write"
    longest = "x" * 65_534
    first(title, longest + "\0", "stringTooLong", 0)
    title = "The longest string, above the limit of bytes"
    first(title, longest, "oversized", 16_384)


def _made(topic: Topic) -> None:
    """Dictionaries that can't be made, and so not be written."""

    def wrong(title: str, value: Any, code: str, at: int) -> None:
        title = f"To write: {title}"
        topic.watch("Encode", title, "6.7", {"message": value}, refused=(code, at))

    invalid, repeated = "invalidKey", "duplicateKey"
    for words, key in (
        ("null", None),
        ("an array", []),
        ("a dictionary", pairs()),
        ("a byte array", {"byteArray": ""}),
    ):
        wrong(f"{words} as the second key", pairs((1, 2), (key, 3)), invalid, 1)
    wrong("the same Number twice", pairs((1, 2), (2, 1), (1, 3)), repeated, 2)
    wrong("the same text twice", [pairs(("a", 1), ("a", 1))], repeated, 1)
    value = pairs(("a", 0), ("a", 1), (None, 2))
    wrong("of two wrong keys the first is told", value, repeated, 1)
    value = pairs((None, 0), ("a", 1), ("a", 2))
    wrong("null before the same text twice", value, invalid, 0)
    value = pairs((None, 0), (1, pairs((1, 1), (2, 2), ([], 3))))
    wrong("an inner dictionary is made before an outer one", value, invalid, 2)
    value = ["a\0", pairs((1, 2), (1, 3))]
    wrong("dictionaries are made before anything is written", value, repeated, 1)
