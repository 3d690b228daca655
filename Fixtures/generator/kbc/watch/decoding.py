"""Reads a serialised value (clause 6)."""

from typing import Any

from ..reference import first_ill_formed_offset
from . import wire
from .wire import Json, Limits, refuse

NOT_KEYS = ("null", "array", "dictionary", "byteArray")
SCALAR_END = 0x110000
SURROGATES = range(0xD800, 0xE000)


def decode(data: bytes, limits: Limits) -> Any:
    """The value that the bytes stand for."""
    if len(data) > limits.byte_count:
        raise refuse("oversized", limits.byte_count)
    strings, start = sections(data)
    return Objects(data, start, texts_of(data, strings), limits).value()


def sections(data: bytes) -> tuple[range, int]:
    """Where the strings are, and where the objects begin (6.1)."""
    strings = range(0)
    if _marker(data, 0) == wire.STRINGS_MARKER:
        strings = _content(data, 0)
    if _marker(data, strings.stop) != wire.OBJECTS_MARKER:
        raise refuse("unexpectedSection", strings.stop)
    objects = _content(data, strings.stop)
    if objects.stop != len(data):
        raise refuse("trailingBytes", objects.stop)
    return strings, objects.start


def _marker(data: bytes, at: int) -> int:
    if at + 4 > len(data):
        raise refuse("truncated", len(data))
    return wire.unsigned(data[at : at + 4])


def _content(data: bytes, at: int) -> range:
    start = at + 8
    end = start + _marker(data, at + 4)
    if end > len(data):
        raise refuse("truncated", len(data))
    return range(start, end)


def texts_of(data: bytes, section: range) -> dict[int, str]:
    """Each string, by where it begins in its section (6.2)."""
    texts: dict[int, str] = {}
    at = section.start
    while at < section.stop:
        text, end = text_at(data, at, section.stop)
        texts[at - section.start] = text
        at = end
    return texts


def text_at(data: bytes, at: int, stop: int) -> tuple[str, int]:
    """The string that begins at a place, and where it ends."""
    end = at + 2 + wire.unsigned(data[at : at + 2])
    body = data[at + 2 : end]
    if not at + 2 < end <= stop or body[-1] != 0 or 0 in body[:-1]:
        raise refuse("malformedString", at)
    wrong = first_ill_formed_offset(body[:-1])
    if wrong is not None:
        raise refuse("invalidUTF8", at + 2 + wrong)
    return body[:-1].decode(), end


class Node:
    """One value: its type, its place, and what is in it."""

    def __init__(self) -> None:
        self.kind = "null"
        self.offset = 0
        self.content: Any = None
        self.children: list[Node] = []

    def value(self) -> Any:
        """What fixtures write."""
        values = [child.value() for child in self.children]
        if self.kind == "array":
            return values
        if self.kind == "dictionary":
            pairs = zip(values[::2], values[1::2], strict=True)
            return {"dictionary": [list(pair) for pair in pairs]}
        return self.content


class Objects:
    """Reads the objects, one depth after the other (6.3, 6.4)."""

    def __init__(
        self, data: bytes, start: int, texts: dict[int, str], limits: Limits
    ) -> None:
        self.data = data
        self.at = start
        self.texts = texts
        self.limits = limits
        self.waiting = 1  # values that are announced and not read
        self.announced = 1

    def value(self) -> Any:
        """The outermost value."""
        root = Node()
        nodes = self.read_all(root)
        if self.at != len(self.data):
            raise refuse("trailingBytes", self.at)
        for node in nodes:
            if node.kind == "dictionary":
                check_keys(node.children[::2])
        return root.value()

    def read_all(self, root: Node) -> list[Node]:
        """Reads all values; returns them in their order."""
        nodes: list[Node] = []
        layer, depth = [root], 1
        while layer:
            for node in layer:
                self.read(node, depth)
            nodes += layer
            layer = [child for node in layer for child in node.children]
            depth += 1
        return nodes

    def read(self, node: Node, depth: int) -> None:
        """Reads one value, without what is in it."""
        node.offset = at = self.at
        if at == len(self.data):
            raise refuse("truncated", at)
        node.kind = kind = kind_at(self.data, at)
        end = at + 1 + wire.SIZES[kind]
        if end > len(self.data):
            raise refuse("truncated", len(self.data))
        body = self.data[at + 1 : end]
        check_scalar(kind, body, at)
        child_count = 0
        if kind in ("array", "dictionary", "byteArray"):
            count = self.count(kind, body, at)
            if kind == "byteArray":
                end += count
                node.content = {kind: self.data[end - count : end].hex()}
            else:
                child_count = children_of(kind, count)
        self.check(child_count, depth, at, end)
        if kind == "string":
            node.content = self.text(wire.unsigned(body), at)
        elif kind not in NOT_KEYS:
            node.content = wire.scalar(kind, body)
        node.children = [Node() for _ in range(child_count)]
        self.waiting += child_count - 1
        self.announced += child_count
        self.at = end

    def count(self, kind: str, body: bytes, at: int) -> int:
        """The count of a container, or the length of a byte array."""
        count = wire.unsigned(body)
        if children_of(kind, count) > len(self.data) - at - 5:
            raise refuse("countTooLarge", at + 1)
        return count

    def check(self, child_count: int, depth: int, at: int, end: int) -> None:
        """Refuses what is above the limits, and what has no room in the bytes that are left (6.9)."""
        if child_count and depth >= self.limits.depth:
            raise refuse("tooDeep", at)
        if self.announced + child_count > self.limits.value_count:
            raise refuse("tooManyValues", at)
        if self.waiting - 1 + child_count > len(self.data) - end:
            if child_count:
                raise refuse("countTooLarge", at + 1)
            raise refuse("truncated", len(self.data))

    def text(self, place: int, at: int) -> str:
        """The string that a value refers to."""
        if place not in self.texts:
            raise refuse("danglingString", at)
        return self.texts[place]


def kind_at(data: bytes, at: int) -> str:
    """The type of the value that begins at a place."""
    for kind, number in wire.TYPES.items():
        if data[at] == number:
            return kind
    raise refuse("unknownType", at)


def children_of(kind: str, count: int) -> int:
    """How many values a container of so many elements or pairs has."""
    return 2 * count if kind == "dictionary" else count


def check_scalar(kind: str, body: bytes, at: int) -> None:
    """Refuses what no Boolean and no character can be."""
    if kind == "boolean" and body[0] > 1:
        raise refuse("invalidBoolean", at)
    if kind == "char":
        point = wire.unsigned(body)
        if point >= SCALAR_END or point in SURROGATES:
            raise refuse("invalidCharacter", at)


def check_keys(keys: list[Node]) -> None:
    """Refuses keys that can't be one, and the same key twice (6.7)."""
    seen: list[Json] = []
    for key in keys:
        if key.kind in NOT_KEYS:
            raise refuse("invalidKey", key.offset)
        identity = {"kind": key.kind, "content": key.content}
        if identity in seen:
            raise refuse("duplicateKey", key.offset)
        seen.append(identity)
