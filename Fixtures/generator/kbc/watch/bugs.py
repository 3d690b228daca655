"""Bugs of messages and links for watches, put into the models."""

from __future__ import annotations

import re
from typing import Any

from ..planting import Crash, Plant
from . import decoding, encoding, links, navigation, wire
from .decoding import Node, Objects
from .encoding import Writer
from .wire import Json, refuse

# The right functions, saved before any replacement.
check_count = Objects.count
checked = links.checked
take_one = Writer.take
unescaped = links.unescaped
value_of = Node.value


def _little(data: bytes) -> int:
    return int.from_bytes(data, "little", signed=True)


def _put_little(value: int, size: int) -> bytes:
    return value.to_bytes(size, "little", signed=True)


def _numbered(self: Objects, place: int, at: int) -> str:
    texts = list(self.texts.values())
    if place >= len(texts):
        raise refuse("danglingString", at)
    return texts[place]


def _numbering(self: Writer, text: str, position: int) -> int:
    if text not in self.places:
        if len(text.encode()) > wire.LONGEST_STRING:
            raise refuse("stringTooLong", position)
        self.strings += encoding.string(text.encode())
    return self.places.setdefault(text, len(self.places))


def _bare_text(data: bytes, at: int, stop: int) -> tuple[str, int]:
    end = at + 2 + wire.unsigned(data[at : at + 2])
    if end >= stop:
        raise refuse("malformedString", at)
    return data[at + 2 : end].decode(errors="replace"), end + 1


def _bare_string(data: bytes) -> bytes:
    return wire.put(len(data), 2) + data + b"\0"


def _counted_string(data: bytes) -> bytes:
    return wire.put(len(data.decode()) + 1, 2) + data + b"\0"


def _read_deep(self: Objects, root: Node) -> list[Node]:
    nodes = []

    def read(node: Node, depth: int) -> None:
        self.read(node, depth)
        nodes.append(node)
        for child in node.children:
            read(child, depth + 1)

    read(root, 1)
    return nodes


def _write_deep(self: Writer, value: Any) -> bytes:
    def write(value: Any, depth: int) -> None:
        for inner in self.take(value, depth, 0):
            write(inner, depth + 1)

    write(value, 1)
    head = b""
    if self.has_strings():
        head = encoding.section(wire.STRINGS_MARKER, self.strings)
    return head + encoding.section(wire.OBJECTS_MARKER, self.objects)


def _half(self: Node) -> Any:
    if self.kind != "dictionary":
        return value_of(self)
    values = [child.value() for child in self.children]
    pairs = zip(values[::2], values[1::2], strict=False)
    return {"dictionary": [list(pair) for pair in pairs]}


def _null_at(data: bytes, at: int) -> str:
    known = {number: kind for kind, number in wire.TYPES.items()}
    return known.get(data[at], "null")


def _any_keys(keys: list[Node]) -> None:
    for key in keys:
        if key.kind in decoding.NOT_KEYS:
            raise refuse("invalidKey", key.offset)


def _last_value(self: Node) -> Any:
    value = value_of(self)
    if self.kind != "dictionary":
        return value
    last = {repr(pair[0]): pair for pair in value["dictionary"]}
    return {"dictionary": list(last.values())}


def _believed(self: Objects, kind: str, body: bytes, at: int) -> int:
    count = wire.unsigned(body)
    if count > len(self.data):
        raise Crash
    return check_count(self, kind, body, at)


def _repeated(self: Writer, value: Any, depth: int, position: int) -> list[Any]:
    self.places = {}
    return take_one(self, value, depth, position)


def _twice(part: bytes, at: int) -> bytes:
    return unescaped(unescaped(part, at), at)


def _blanks(part: bytes, at: int) -> bytes:
    return unescaped(part.replace(b"+", b" "), at)


def _some(devices: dict[int, Json]) -> list[Json]:
    if not devices:
        raise refuse("notDeviceSelection", 0)
    return checked(devices)


def _wrapped(meters: int) -> int:
    return (meters + 2**31) % 2**32 - 2**31


def _numbers_alone(value: Any) -> int | str:
    if not navigation.is_number(value) or value < 0:
        raise refuse("invalidDistance")
    return value


def _arrow_0() -> Json:
    return {"arrow": 0, "distanceInMeters": 0, "street": ""}


def _only_known(pairs: list[list[Any]]) -> None:
    if any(pair[0] not in range(4) for pair in pairs):
        raise refuse("unknownVersion")


def _cut_bytes(text: str, limit: int) -> str:
    return text.encode()[:limit].decode(errors="replace")


WATCH_BUGS: dict[str, list[Plant]] = {
    "littleEndianNumbers": [
        Plant(wire, "signed", _little),
        Plant(wire, "put_signed", _put_little),
    ],
    "stringPlaceAsIndex": [
        Plant(Objects, "text", _numbered),
        Plant(Writer, "place", _numbering),
    ],
    "lengthWithoutTerminator": [
        Plant(decoding, "text_at", _bare_text),
        Plant(encoding, "string", _bare_string),
    ],
    "lengthInCharacters": [Plant(encoding, "string", _counted_string)],
    "depthFirst": [
        Plant(Objects, "read_all", _read_deep),
        Plant(Writer, "encode", _write_deep),
    ],
    "pairsAsElements": [
        Plant(decoding, "children_of", lambda _, count: count),
        Plant(Node, "value", _half),
    ],
    "booleanInFourBytes": [Plant(wire, "SIZES", wire.SIZES | {"boolean": 4})],
    "unknownTypeAsNull": [Plant(decoding, "kind_at", _null_at)],
    "lastKeyWins": [
        Plant(decoding, "check_keys", _any_keys),
        Plant(Node, "value", _last_value),
    ],
    "countBelieved": [Plant(Objects, "count", _believed)],
    "stringsRepeated": [Plant(Writer, "take", _repeated)],
    "emptyStringSection": [Plant(Writer, "has_strings", lambda _: True)],
    "nameNotEscaped": [Plant(links, "escaped", lambda text: text)],
    "unescapedTwice": [Plant(links, "unescaped", _twice)],
    "plusAsBlank": [Plant(links, "unescaped", _blanks)],
    "devicesFromOne": [Plant(links, "ITEM", re.compile(r"d([1-9][0-9]*)(.*)"))],
    "schemeWithCase": [Plant(links, "is_same_scheme", lambda one, other: one == other)],
    "emptyListRefused": [Plant(links, "checked", _some)],
    "distanceAsNumber": [Plant(navigation, "distance_value", _wrapped)],
    "longDistanceRefused": [Plant(navigation, "distance", _numbers_alone)],
    "endedAsArrow": [Plant(navigation, "nothing", _arrow_0)],
    "newKeysRefused": [Plant(navigation, "check_keys", _only_known)],
    "streetCutInBytes": [Plant(navigation, "cut", _cut_bytes)],
}
