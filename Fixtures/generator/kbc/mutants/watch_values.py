"""Faults of reading and writing messages for watches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..reference import Refused
from ..watch import decoding, encoding, wire
from ..watch.decoding import Node, Objects
from ..watch.encoding import Writer
from .mutant import Mutant, replacing

DECODING = ("watchDecode", "watchNavigationDecode")
ENCODING = ("watchEncode", "watchNavigationEncode")
BOTH = DECODING + ENCODING

DECODING_CODES = (
    "truncated",
    "oversized",
    "unexpectedSection",
    "trailingBytes",
    "malformedString",
    "invalidUTF8",
    "danglingString",
    "unknownType",
    "invalidBoolean",
    "invalidCharacter",
    "countTooLarge",
    "tooDeep",
    "tooManyValues",
    "invalidKey",
    "duplicateKey",
)
ENCODING_CODES = (
    "oversized",
    "tooDeep",
    "tooManyValues",
    "stringTooLong",
    "zeroInString",
    "invalidKey",
    "duplicateKey",
)


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of messages."""
    yield from _types()
    yield from _errors(decoding, DECODING_CODES, DECODING)
    yield from _errors(encoding, ENCODING_CODES, ENCODING)
    yield from _bounds()
    yield from _reading()
    yield from _writing()


def constant(
    target: Any, name: str, value: Any, operations: tuple[str, ...], what: str = ""
) -> Mutant:
    """A fault that replaces something by a constant."""
    title = what or f"{name} is {value}"
    return Mutant(f"watch: {title}", operations, (Plant(target, name, value),))


def around(
    target: Any, name: str, operations: tuple[str, ...], what: str, make: Any
) -> Mutant:
    """A fault that is made from the right function."""
    return Mutant(f"watch: {what}", operations, (replacing(target, name, make),))


def _types() -> Iterator[Mutant]:
    for kind in wire.TYPES:
        moved = wire.TYPES | {kind: wire.TYPES[kind] ^ 0x40}
        yield constant(wire, "TYPES", moved, BOTH, f"{kind} has another number")
        size = wire.SIZES[kind]
        if kind not in ("array", "dictionary", "byteArray", "string"):
            sizes = wire.SIZES | {kind: size + 1}
            yield constant(wire, "SIZES", sizes, DECODING, f"{kind} has a byte more")
        if size > 1 and kind not in ("array", "dictionary", "byteArray", "string"):
            make = _reversing(kind)
            what = f"{kind} is read backwards"
            yield around(wire, "scalar", DECODING, what, make)
            make = _written_backwards(kind)
            what = f"{kind} is written backwards"
            yield around(wire, "put_scalar", ENCODING, what, make)
    what = "integers are unsigned"
    yield constant(wire, "signed", lambda data: wire.unsigned(data), DECODING, what)
    for name in ("STRINGS_MARKER", "OBJECTS_MARKER"):
        yield constant(wire, name, getattr(wire, name) ^ 1, BOTH)


def _reversing(kind: str) -> Any:
    def make(scalar: Any) -> Any:
        return lambda of, body: scalar(of, body[::-1] if of == kind else body)

    return make


def _written_backwards(kind: str) -> Any:
    def make(put: Any) -> Any:
        def write(of: str, value: Any) -> bytes:
            data = put(of, value)
            return data[::-1] if of == kind else data

        return write

    return make


def _errors(
    module: Any, codes: tuple[str, ...], operations: tuple[str, ...]
) -> Iterator[Mutant]:
    for code in codes:
        what = f"{module.__name__.rpartition('.')[2]}: {code} is one place late"
        yield around(module, "refuse", operations, what, late(code))


def late(code: str) -> Any:
    """A fault that gives an error another place; without one, another code."""

    def make(refuse: Any) -> Any:
        def other(found: str, offset: int | None = None) -> Refused:
            if found != code:
                return refuse(found, offset)
            if offset is None:
                return refuse(f"not{code}")
            return refuse(found, offset + 1)

        return other

    return make


def _bounds() -> Iterator[Mutant]:
    for name in wire.Limits._fields:
        for change in (1, -1):
            what = f"{name} is {change} off"
            make = _off(name, change)
            operations = ("watchDecode", "watchEncode")
            yield around(wire, "limits_of", operations, what, make)
    yield constant(decoding, "SCALAR_END", 0x110001, DECODING)
    yield constant(decoding, "SCALAR_END", 0x10FFFF, DECODING)
    for first, end in ((0xD801, 0xE000), (0xD7FF, 0xE000), (0xD800, 0xDFFF)):
        yield constant(decoding, "SURROGATES", range(first, end), DECODING)
    yield constant(decoding, "SURROGATES", range(0xD800, 0xE001), DECODING)
    for kind in decoding.NOT_KEYS:
        rest = tuple(other for other in decoding.NOT_KEYS if other != kind)
        yield constant(decoding, "NOT_KEYS", rest, DECODING, f"{kind} can be a key")


def _off(name: str, change: int) -> Any:
    def make(limits_of: Any) -> Any:
        def read(given: Json) -> Any:
            limits = limits_of(given)
            return limits._replace(**{name: getattr(limits, name) + change})

        return read

    return make


def _reading() -> Iterator[Mutant]:
    what = "ill-formed texts are accepted"
    yield constant(decoding, "first_ill_formed_offset", lambda _: None, DECODING, what)
    what = "all references are to the first string"
    first = _first_text
    yield constant(Objects, "text", first, DECODING, what)
    what = "elements are in reverse"
    yield around(Node, "value", DECODING, what, _reversed_arrays)
    what = "Booleans other than 0 are true"
    yield constant(decoding, "check_scalar", lambda *_: None, DECODING, what)
    what = "keys are not looked at"
    yield constant(decoding, "check_keys", lambda _: None, DECODING, what)
    what = "keys of different types are the same"
    yield constant(decoding, "check_keys", _loose_keys, DECODING, what)
    what = "bytes without room are not refused"
    yield constant(Objects, "check", lambda *_: None, DECODING, what)
    what = "a count is compared with all bytes"
    yield constant(Objects, "count", _loose_count, DECODING, what)


def _first_text(self: Objects, _: int, at: int) -> str:
    if not self.texts:
        raise decoding.refuse("danglingString", at)
    return next(iter(self.texts.values()))


def _reversed_arrays(value: Any) -> Any:
    def read(self: Node) -> Any:
        found = value(self)
        return found[::-1] if self.kind == "array" else found

    return read


def _loose_keys(keys: list[Node]) -> None:
    seen: set[str] = set()
    for key in keys:
        if key.kind in decoding.NOT_KEYS:
            raise decoding.refuse("invalidKey", key.offset)
        text = str(key.content)
        if isinstance(key.content, dict):
            (text,) = map(str, key.content.values())
        if text in seen:
            raise decoding.refuse("duplicateKey", key.offset)
        seen.add(text)


def _loose_count(self: Objects, kind: str, body: bytes, at: int) -> int:
    count = wire.unsigned(body)
    if decoding.children_of(kind, count) > len(self.data):
        raise decoding.refuse("countTooLarge", at + 1)
    return count


def _writing() -> Iterator[Mutant]:
    what = "a zero byte in a string is written"
    yield around(encoding, "refuse", ENCODING, what, late("zeroInString"))
    what = "strings have no zero byte"
    yield constant(encoding, "string", _unterminated, ENCODING, what)
    what = "the count of pairs is that of elements"
    yield around(Writer, "count", ENCODING, what, _doubled)
    what = "the size does not count the strings"
    yield constant(Writer, "check_size", _objects_alone, ENCODING, what)
    what = "values come before keys"
    yield constant(encoding, "children_of", _values_first, ENCODING, what)


def _unterminated(data: bytes) -> bytes:
    return wire.put(len(data) + 1, 2) + data


def _doubled(count: Any) -> Any:
    return lambda self, number: count(self, 2 * number)


def _objects_alone(self: Writer) -> None:
    if 8 + len(self.objects) > self.limits.byte_count:
        raise encoding.refuse("oversized", self.limits.byte_count)


def _values_first(kind: str, value: Any) -> list[Any]:
    if kind == "dictionary":
        return [inner for pair in value[kind] for inner in reversed(pair)]
    return value if kind == "array" else []
