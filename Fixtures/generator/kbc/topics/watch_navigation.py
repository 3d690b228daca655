"""The navigation message, written and read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..evaluate import Json, evaluate, json_integer
from ..vectors import Topic
from .watch_values import LAYER, pairs


def topics() -> Iterator[Topic]:
    """watch/navigation-write.json and navigation-read.json"""
    yield _written()
    yield _read()


def _written() -> Topic:
    topic = Topic(LAYER, "navigation-write")

    def write(
        title: str, clause: str, street: bytes, meters: int = 120, **intent: Any
    ) -> None:
        given: Json = {
            "arrow": intent.pop("arrow", 5),
            "distanceInMeters": json_integer(meters),
            "streetBytes": street.hex(),
        }
        limit = intent.pop("limit", None)
        if limit is not None:
            given["maximumStreetByteCount"] = limit
        topic.watch("NavigationEncode", title, clause, given, **intent)

    once = ["emptyStringSection"]
    write("A street", "7.1", b"Platz", flags=["lengthWithoutTerminator"])
    write("No street", "7.3", b"", flags=once)
    write("Arrow 0", "7.1", b"", arrow=0)
    write("Arrow 255", "7.1", b"", arrow=255)
    write("0 m", "7.1", b"", 0)
    write("2147483647 m", "7.1", b"", 2**31 - 1)
    write("2147483648 m", "7.1", b"", 2**31, flags=["distanceAsNumber"])
    write("4294967295 m", "7.1", b"", 2**32 - 1, flags=["distanceAsNumber"])
    text = "Hauptstraße".encode()
    write(
        "A street with a letter of two bytes", "7.1", text, flags=["lengthInCharacters"]
    )
    write("A street of 64 bytes", "7.4", b"x" * 64)
    write("A street of 65 bytes", "7.4", b"x" * 65)
    cut = ["streetCutInBytes"]
    write(
        "A letter of two bytes at the end", "7.4", b"x" * 63 + "ß".encode(), flags=cut
    )
    mark = b"x" * 62 + "e\u0301".encode()
    level = "recommended"
    write("A letter with a mark at the end", "7.4", mark, level=level, flags=cut)
    write("Room for 10 bytes", "7.4", text, limit=10, flags=cut)
    write("Room for 11 bytes", "7.4", text, limit=11)
    write("No room", "7.4", text, limit=0)
    write("A zero byte in the street", "7.4", b"Weg\0Platz")
    write("A zero byte first", "7.4", b"\0Weg")
    write("A byte that no text has", "7.4", b"a\xffb")
    write("Half a letter at the end", "7.4", b"ab\xc3")
    write(
        "A byte that no text has, where the street is cut",
        "7.4",
        b"x" * 62 + b"\xff" + b"y",
    )
    return topic


def _read() -> Topic:
    topic = Topic(LAYER, "navigation-read")

    def read(title: str, clause: str, message: Any, **intent: Any) -> None:
        data = evaluate("watchEncode", {"message": message})["bytes"]
        topic.watch("NavigationDecode", title, clause, {"bytes": data}, **intent)

    def fields(*members: tuple[Any, Any]) -> Any:
        return pairs((0, 1), *members)

    half = ["pairsAsElements"]
    distance = (2, 120)
    read("An instruction", "7.1", fields((1, 5), distance, (3, "Weg")), flags=half)
    read("No street", "7.1", fields((1, 0), distance))
    read("A street that is null", "7.1", fields((1, 5), distance, (3, None)))
    read("An empty street", "7.1", fields((1, 5), distance, (3, "")))
    read("Keys in another order", "7.1", pairs((3, "W"), (2, 7), (1, 9), (0, 1)))
    long = ["longDistanceRefused"]
    read(
        "A small distance as Long",
        "7.6",
        fields((1, 5), (2, {"long": "121"})),
        flags=long,
    )
    far = {"long": "4294967295"}
    read("The largest distance", "7.6", fields((1, 5), (2, far)), flags=long)
    read("The largest arrow", "7.1", fields((1, 255), (2, 0)))
    read("An arrow as Long", "7.6", fields((1, {"long": "5"}), distance))
    ended = ["endedAsArrow"]
    read("A version as Long", "7.6", pairs((0, {"long": "1"})), flags=ended)
    read(
        "Ended, with a distance and a street",
        "7.2",
        fields((2, 1), (3, "a")),
        flags=ended,
    )
    new = ["newKeysRefused"]
    read("A key that is not known", "7.5", fields((1, 5), distance, (4, [])), flags=new)
    read("A text as a key", "7.5", fields((1, 5), distance, ("x", 1)), flags=new)
    other = fields((1, 5), distance, ({"long": "3"}, 1), (True, 2))
    read("Keys of other types are other keys", "7.5", other, flags=new)
    for title, clause, message, code in (
        ("A number", "7.1", 1, "notDictionary"),
        ("An array", "7.1", [1, 5, 120], "notDictionary"),
        ("Null", "7.1", None, "notDictionary"),
        ("A byte array", "7.1", {"byteArray": "00"}, "notDictionary"),
        ("No version", "7.1", pairs((1, 5), distance), "noVersion"),
        ("A version that is a text", "7.1", pairs((0, "1")), "noVersion"),
        ("A version that is true", "7.1", pairs((0, True)), "noVersion"),
        ("A version under a Long", "7.1", pairs(({"long": "0"}, 1)), "noVersion"),
        ("Version 2", "7.5", pairs((0, 2), (1, 5), distance), "unknownVersion"),
        (
            "Version 2³² + 1",
            "7.5",
            pairs((0, {"long": "4294967297"})),
            "unknownVersion",
        ),
        ("Version 0", "7.5", pairs((0, 0), (1, 5), distance), "unknownVersion"),
        ("Arrow 256", "7.1", fields((1, 256), distance), "invalidArrow"),
        ("Arrow -1", "7.1", fields((1, -1), distance), "invalidArrow"),
        ("An arrow that is null", "7.1", fields((1, None), distance), "invalidArrow"),
        (
            "Arrow 256 as Long",
            "7.6",
            fields((1, {"long": "256"}), distance),
            "invalidArrow",
        ),
        (
            "An arrow that is a Boolean",
            "7.1",
            fields((1, True), distance),
            "invalidArrow",
        ),
        ("No distance", "7.1", fields((1, 5)), "invalidDistance"),
        ("Distance -1", "7.1", fields((1, 5), (2, -1)), "invalidDistance"),
        ("A Long of -1", "7.6", fields((1, 5), (2, {"long": "-1"})), "invalidDistance"),
        (
            "A Long of 2³²",
            "7.6",
            fields((1, 5), (2, {"long": "4294967296"})),
            "invalidDistance",
        ),
        (
            "A Float",
            "7.6",
            fields((1, 5), (2, {"float": "42f00000"})),
            "invalidDistance",
        ),
        (
            "A street that is a number",
            "7.1",
            fields((1, 5), distance, (3, 7)),
            "invalidStreet",
        ),
    ):
        read(f"{title} is refused", clause, message, refused=(code, None))
    cut = evaluate("watchEncode", {"message": fields()})["bytes"][:-2]
    title = "A message without its last byte"
    topic.watch(
        "NavigationDecode", title, "6.1", {"bytes": cut}, refused=("truncated", 22)
    )
    return topic
