"""Writes a value (clause 6)."""

from typing import Any

from . import wire
from .wire import Limits, refuse

NOT_KEYS = ("null", "array", "dictionary", "byteArray")


def encode(value: Any, limits: Limits) -> bytes:
    """The bytes of a value. Offsets of what is refused count the values before it."""
    make(value)
    return Writer(limits).encode(value)


def make(value: Any) -> None:
    """Refuses a dictionary that can't be made, inner ones first (6.7, 6.10)."""
    kind = wire.kind_of(value)
    for inner in children_of(kind, value):
        make(inner)
    if kind == "dictionary":
        check_keys([key for key, _ in value[kind]])


def check_keys(keys: list[Any]) -> None:
    """Refuses a key that can't be one, and one that is serialised like a key before it."""
    seen: set[tuple[str, bytes]] = set()
    for at, key in enumerate(keys):
        kind = wire.kind_of(key)
        if kind in NOT_KEYS:
            raise refuse("invalidKey", at)
        content = key.encode() if kind == "string" else wire.put_scalar(kind, key)
        if (kind, content) in seen:
            raise refuse("duplicateKey", at)
        seen.add((kind, content))


class Writer:
    """Puts the strings and the objects together."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.strings = b""
        self.objects = b""
        self.places: dict[str, int] = {}
        self.value_count = 1

    def encode(self, value: Any) -> bytes:
        """Writes one depth after the other (6.4)."""
        layer, depth, position = [value], 1, 0
        while layer:
            following: list[Any] = []
            for inner in layer:
                following += self.take(inner, depth, position)
                position += 1
            layer = following
            depth += 1
        head = b""
        if self.has_strings():
            head = section(wire.STRINGS_MARKER, self.strings)
        return head + section(wire.OBJECTS_MARKER, self.objects)

    def has_strings(self) -> bool:
        """Whether there is a section of strings (6.5)."""
        return bool(self.strings)

    def take(self, value: Any, depth: int, position: int) -> list[Any]:
        """Writes one value; returns what is in it."""
        kind = wire.kind_of(value)
        children = children_of(kind, value)
        if kind == "string":
            body = wire.put(self.place(value, position), wire.SIZES[kind])
        elif kind == "array":
            body = self.count(len(value))
        elif kind == "dictionary":
            body = self.count(len(value[kind]))
        elif kind == "byteArray":
            data = bytes.fromhex(value[kind])
            body = wire.put(len(data), wire.SIZES[kind]) + data
        else:
            body = wire.put_scalar(kind, value)
        if children and depth >= self.limits.depth:
            raise refuse("tooDeep", position)
        self.value_count += len(children)
        if self.value_count > self.limits.value_count:
            raise refuse("tooManyValues", position)
        self.objects += bytes([wire.TYPES[kind]]) + body
        self.check_size()
        return children

    def count(self, count: int) -> bytes:
        """The count of a container."""
        return wire.put(count, 4)

    def place(self, text: str, position: int) -> int:
        """Where a string begins, which is written when it is first met (6.2, 6.5)."""
        if text in self.places:
            return self.places[text]
        data = text.encode()
        check_text(data, position)
        place = self.places[text] = len(self.strings)
        self.strings += string(data)
        return place

    def check_size(self) -> None:
        """Refuses more bytes than the limit."""
        size = 8 + len(self.objects) + (8 + len(self.strings) if self.strings else 0)
        if size > self.limits.byte_count:
            raise refuse("oversized", self.limits.byte_count)


def check_text(data: bytes, position: int) -> None:
    """Refuses what no string can be (6.2)."""
    if len(data) > wire.LONGEST_STRING:
        raise refuse("stringTooLong", position)
    if 0 in data:
        raise refuse("zeroInString", position)


def string(data: bytes) -> bytes:
    """A string in its section."""
    return wire.put(len(data) + 1, 2) + data + b"\0"


def section(marker: int, content: bytes) -> bytes:
    """A marker, a length and a content (6.1)."""
    return wire.put(marker, 4) + wire.put(len(content), 4) + content


def children_of(kind: str, value: Any) -> list[Any]:
    """What is in a container, in order."""
    if kind == "array":
        return value
    if kind == "dictionary":
        return [inner for pair in value[kind] for inner in pair]
    return []
