"""Faults of messages for watches: errors in another order, limits that are taken as they are, keys that are written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..watch import decoding, encoding, wire
from ..watch.decoding import Node, Objects
from ..watch.encoding import Writer
from .mutant import Mutant
from .watch_values import DECODING, ENCODING, around

# The right functions, saved before any replacement.
content_of = decoding._content
check_right = Objects.check
read_all_right = Objects.read_all
take_right = Writer.take


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of this module."""
    yield from _strings()
    yield from _objects()
    yield from _limits()
    yield from _keys()
    yield from _writing()


def _reading(target: Any, name: str, value: Any, what: str) -> Mutant:
    return Mutant(f"watch: {what}", DECODING, (Plant(target, name, value),))


def _written(target: Any, name: str, value: Any, what: str) -> Mutant:
    return Mutant(f"watch: {what}", ENCODING, (Plant(target, name, value),))


def _strings() -> Iterator[Mutant]:
    what = "strings are checked with their section"
    yield _reading(decoding, "_content", _strings_at_once, what)


def _strings_at_once(data: bytes, at: int) -> range:
    content = content_of(data, at)
    if wire.unsigned(data[at : at + 4]) == wire.STRINGS_MARKER:
        decoding.texts_of(data, content)
    return content


def _checks(order: tuple[str, ...]) -> Any:
    """The checks of what a value has, in some order."""

    def check(self: Objects, count: int, depth: int, at: int, end: int) -> None:
        is_short = self.waiting - 1 + count > len(self.data) - end
        faults = {
            "deep": (bool(count) and depth >= self.limits.depth, "tooDeep", at),
            "many": (
                self.announced + count > self.limits.value_count,
                "tooManyValues",
                at,
            ),
            "count": (is_short and count > 0, "countTooLarge", at + 1),
            "short": (is_short and not count, "truncated", len(self.data)),
        }
        for name in order:
            holds, code, place = faults[name]
            if holds:
                raise decoding.refuse(code, place)

    return check


def _objects() -> Iterator[Mutant]:
    for what, order in (
        ("too many before too deep", ("many", "deep", "count", "short")),
        ("the bytes left before too deep", ("count", "short", "deep", "many")),
        ("the bytes left before too many", ("deep", "count", "short", "many")),
    ):
        yield _reading(Objects, "check", _checks(order), what)
    what = "an empty container has a count that is too large"
    yield _reading(Objects, "check", _empty_too_large, what)
    what = "a wrong reference is told after all objects"
    yield _reading(Objects, "read_all", _references_last, what)


def _empty_too_large(self: Objects, count: int, depth: int, at: int, end: int) -> None:
    is_short = self.waiting - 1 > len(self.data) - end
    if not count and is_short and self.data[at] == wire.TYPES["array"]:
        raise decoding.refuse("countTooLarge", at + 1)
    check_right(self, count, depth, at, end)


def _references_last(self: Objects, root: Node) -> list[Node]:
    dangling: list[int] = []
    texts = self.texts

    class Forgiving(dict):  # type: ignore[type-arg]
        def __contains__(self, place: object) -> bool:
            if place not in texts:
                dangling.append(0)
            return True

        def __missing__(self, _: int) -> str:
            return ""

    self.texts = Forgiving(texts)
    nodes = read_all_right(self, root)
    if dangling:
        self.texts = texts
        for node in nodes:
            if node.kind == "string":
                self.text(
                    wire.unsigned(self.data[node.offset + 1 : node.offset + 5]),
                    node.offset,
                )
    return nodes


def _limits() -> Iterator[Mutant]:
    for name, what in (
        ("min", "a depth above 256 is taken as it is"),
        ("max", "limits of 0 are taken as they are"),
    ):
        operations = ("watchDecode", "watchEncode")
        plant = Plant(wire, "limits_of", _bare(name))
        yield Mutant(f"watch: {what}", operations, (plant,))


def _bare(which: str) -> Any:
    def limits_of(given: Json) -> wire.Limits:
        usual = wire.Limits()
        depth = given.get("maximumDepth", usual.depth)
        values = given.get("maximumValueCount", usual.value_count)
        if which == "min":
            depth, values = max(depth, 1), max(values, 1)
        else:
            depth = min(depth, wire.LARGEST_DEPTH)
        byte_count = given.get("maximumByteCount", usual.byte_count)
        return wire.Limits(byte_count, depth, values)

    return limits_of


def _keys() -> Iterator[Mutant]:
    what = "dictionaries are checked depth-first"
    yield around(Objects, "read_all", DECODING, what, _depth_first)
    for kind in encoding.NOT_KEYS:
        rest = tuple(other for other in encoding.NOT_KEYS if other != kind)
        yield _written(encoding, "NOT_KEYS", rest, f"{kind} is written as a key")
    what = "keys that can't be one are looked at first"
    yield _written(encoding, "check_keys", _invalid_first, what)


def _depth_first(read_all: Any) -> Any:
    def read(self: Objects, root: Node) -> list[Node]:
        read_all(self, root)

        def below(node: Node) -> list[Node]:
            return [node] + [one for child in node.children for one in below(child)]

        return below(root)

    return read


def _identity(key: Any) -> tuple[str, str]:
    return wire.kind_of(key), repr(key)


def _twice_first(keys: list[Any]) -> None:
    for at, key in enumerate(keys):
        if _identity(key) in map(_identity, keys[:at]):
            raise encoding.refuse("duplicateKey", at)
    for at, key in enumerate(keys):
        if wire.kind_of(key) in encoding.NOT_KEYS:
            raise encoding.refuse("invalidKey", at)


def _invalid_first(keys: list[Any]) -> None:
    for at, key in enumerate(keys):
        if wire.kind_of(key) in encoding.NOT_KEYS:
            raise encoding.refuse("invalidKey", at)
    _twice_first(keys)


def _writing() -> Iterator[Mutant]:
    what = "to write, too many before too deep"
    yield _written(Writer, "take", _many_first, what)
    what = "to write, the size before depth and number"
    yield _written(Writer, "take", _size_first, what)
    what = "to write, the size is looked at last"
    yield around(Writer, "encode", ENCODING, what, _size_last)
    what = "a zero byte comes before the length"
    for change in (1, -1):
        longest = wire.LONGEST_STRING + change
        what = f"a string has {longest} bytes at most"


def _many_first(self: Writer, value: Any, depth: int, position: int) -> list[Any]:
    count = len(encoding.children_of(wire.kind_of(value), value))
    if self.value_count + count > self.limits.value_count:
        raise encoding.refuse("tooManyValues", position)
    return take_right(self, value, depth, position)


def _size_first(self: Writer, value: Any, depth: int, position: int) -> list[Any]:
    objects, strings, places = self.objects, self.strings, dict(self.places)
    limits, values = self.limits, self.value_count
    self.limits = limits._replace(depth=1000, value_count=2**31)
    take_right(self, value, depth, position)
    self.objects, self.strings, self.places = objects, strings, places
    self.limits, self.value_count = limits, values
    return take_right(self, value, depth, position)


def _size_last(encode: Any) -> Any:
    def write(self: Writer, value: Any) -> bytes:
        limits = self.limits
        self.limits = limits._replace(byte_count=2**31)
        data = encode(self, value)
        if len(data) > limits.byte_count:
            raise encoding.refuse("oversized", limits.byte_count)
        return data

    return write
