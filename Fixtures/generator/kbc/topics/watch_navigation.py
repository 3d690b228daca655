"""The navigation message, written and read."""

from collections.abc import Iterator
from typing import Any

from ..evaluate import Json, evaluate, json_integer
from ..table import Names
from ..vectors import Topic
from .watch_values import WatchTopic, pairs

DISTANCE = (2, 120)

WRITTEN = """
7.1 A street [lengthWithoutTerminator]
  street b"Platz"
7.3 No street [emptyStringSection]
  street b""
7.1 Arrow {0|255}
  street b"", arrow={0|255}
7.1 {0|2147483647} m
  street b"", {0|2147483647}
7.1 {2147483648|4294967295} m [distanceAsNumber]
  street b"", {2147483648|4294967295}
7.1 A street with a letter of two bytes [lengthInCharacters]
  street WIDE
7.4 A street of {64|65} bytes
  street b"x" * {64|65}
7.4 A letter of two bytes at the end [streetCutInBytes]
  street b"x" * 63 + x("c39f")
7.4 A letter with a mark at the end [recommended streetCutInBytes]
  street b"x" * 62 + x("65cc81")
7.4 Room for 10 bytes [streetCutInBytes]
  street WIDE, limit=10
7.4 Room for 11 bytes
  street WIDE, limit=11
7.4 No room
  street WIDE, limit=0
7.4 A zero byte in the street
  street b"Weg" + bytes(1) + b"Platz"
7.4 A zero byte first
  street bytes(1) + b"Weg"
7.4 A byte that no text has
  street x("61ff62")
7.4 Half a letter at the end
  street x("6162c3")
7.4 A byte that no text has, where the street is cut
  street b"x" * 62 + x("ff79")
"""
READ = """
7.1 An instruction [pairsAsElements]
  fields (1, 5), DISTANCE, (3, "Weg")
7.1 No street
  fields (1, 0), DISTANCE
7.1 {A street that is null|An empty street}
  fields (1, 5), DISTANCE, (3, {None|""})
7.1 Keys in another order
  message pairs((3, "W"), (2, 7), (1, 9), (0, 1))
7.6 {A small|The largest} distance{ as Long|} [longDistanceRefused]
  fields (1, 5), (2, long({121|4294967295}))
7.1 The largest arrow
  fields (1, 255), (2, 0)
7.6 An arrow as Long
  fields (1, long(5)), DISTANCE
7.6 A version as Long [endedAsArrow]
  message pairs((0, long(1)))
7.2 Ended, with a distance and a street [endedAsArrow]
  fields (2, 1), (3, "a")
7.5 {A key that is not known|A text as a key} [newKeysRefused]
  fields (1, 5), DISTANCE, {(4, [])|("x", 1)}
7.5 Keys of other types are other keys [newKeysRefused]
  fields (1, 5), DISTANCE, (long(3), 1), (True, 2)
7.1 {A number|An array|Null|A byte array} is refused
  message {1|[1, 5, 120]|None|dict(byteArray="00")} -> refused="notDictionary"
7.1 {No version|A version that is a text|A version that is true|A version under a Long} is refused
  message pairs({(1, 5), DISTANCE|(0, "1")|(0, True)|(long(0), 1)}) -> refused="noVersion"
7.5 Version 2 is refused
  message pairs((0, 2), (1, 5), DISTANCE) -> refused="unknownVersion"
7.5 Version 2³² + 1 is refused
  message pairs((0, long(4294967297))) -> refused="unknownVersion"
7.5 Version 0 is refused
  message pairs((0, 0), (1, 5), DISTANCE) -> refused="unknownVersion"
7.1 {Arrow 256|Arrow -1|An arrow that is null} is refused
  fields (1, {256|-1|None}), DISTANCE -> refused="invalidArrow"
7.6 Arrow 256 as Long is refused
  fields (1, long(256)), DISTANCE -> refused="invalidArrow"
7.1 An arrow that is a Boolean is refused
  fields (1, True), DISTANCE -> refused="invalidArrow"
7.1 No distance is refused
  fields (1, 5) -> refused="invalidDistance"
7.1 Distance -1 is refused
  fields (1, 5), (2, -1) -> refused="invalidDistance"
7.6 {A Long of -1|A Long of 2³²|A Float} is refused
  fields (1, 5), (2, {long(-1)|long(4294967296)|dict(float="42f00000")}) -> refused="invalidDistance"
7.1 A street that is a number is refused
  fields (1, 5), DISTANCE, (3, 7) -> refused="invalidStreet"
6.1 A message without its last byte
  message pairs((0, 1)), without=1 -> refused="truncated", offset=22
"""
NAMES: Names = {
    "pairs": pairs,
    "long": lambda number: {"long": str(number)},
    "DISTANCE": DISTANCE,
    "WIDE": "Hauptstraße".encode(),
}


class NavigationTopic(WatchTopic):
    """A file of navigation messages."""

    def street(
        self,
        title: str,
        clause: str,
        street: bytes,
        meters: int = 120,
        arrow: int = 5,
        limit: int | None = None,
        **intent: Any,
    ) -> None:
        """Adds an instruction to write."""
        given: Json = {
            "arrow": arrow,
            "distanceInMeters": json_integer(meters),
            "streetBytes": street.hex(),
        }
        if limit is not None:
            given["maximumStreetByteCount"] = limit
        self.watch("NavigationEncode", title, clause, given, **intent)

    def message(
        self, title: str, clause: str, message: Any, without: int = 0, **intent: Any
    ) -> None:
        """Adds a message to read, without some of its last bytes."""
        data = evaluate("watchEncode", {"message": message})["bytes"]
        given = {"bytes": data[: len(data) - 2 * without]}
        self.watch("NavigationDecode", title, clause, given, **intent)

    def fields(
        self, title: str, clause: str, *members: tuple[Any, Any], **intent: Any
    ) -> None:
        """Adds a message of version 1 to read."""
        self.message(title, clause, pairs((0, 1), *members), **intent)


def topics() -> Iterator[Topic]:
    """watch/navigation-write.json and navigation-read.json"""
    for name, table in (("navigation-write", WRITTEN), ("navigation-read", READ)):
        topic = NavigationTopic(name)
        topic.add_table(table, NAMES)
        yield topic
