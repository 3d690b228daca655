"""Faults of reading and writing messages for watches."""

from collections.abc import Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..reference import Refused
from ..watch import decoding, encoding, wire
from ..watch.decoding import Node, Objects
from .edits import edited
from .mutant import Mutant, replacing

DECODING = ("watchDecode", "watchNavigationDecode")
ENCODING = ("watchEncode", "watchNavigationEncode")
BOTH = DECODING + ENCODING

DECODING_CODES = tuple(
    """
    truncated oversized unexpectedSection trailingBytes malformedString invalidUTF8
    danglingString unknownType invalidBoolean invalidCharacter countTooLarge tooDeep
    tooManyValues invalidKey duplicateKey
""".split()
)
ENCODING_CODES = tuple(
    """
    oversized tooDeep tooManyValues stringTooLong zeroInString invalidKey duplicateKey
""".split()
)


READ = """
all references are to the first string
  text: => if self.texts: return next(iter(self.texts.values()))
elements are in reverse
  Node.value: return values => return values[::-1]
keys of different types are the same
  decoding.check_keys: {"kind": key.kind, "content": key.content} =>
    str(next(iter(key.content.values())) if isinstance(key.content, dict) else key.content)
"""
WRITTEN = """
values come before keys
  encoding.children_of: for inner in pair] => for inner in reversed(pair)]
"""


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of messages."""
    yield from _types()
    yield from _errors(decoding, DECODING_CODES, DECODING)
    yield from _errors(encoding, ENCODING_CODES, ENCODING)
    yield from _bounds()
    for table, operations in ((READ, DECODING), (WRITTEN, ENCODING)):
        for name, plants in edited(table, Objects, Node, decoding, encoding):
            yield Mutant(f"watch: {name}", operations, tuple(plants))


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
    for first, end in ((0xD801, 0xE000), (0xD7FF, 0xE000), (0xD800, 0xDFFF)):
        yield constant(decoding, "SURROGATES", range(first, end), DECODING)
    yield constant(decoding, "SURROGATES", range(0xD800, 0xE001), DECODING)
    for kind in decoding.NOT_KEYS:
        rest = tuple(other for other in decoding.NOT_KEYS if other != kind)
        yield constant(decoding, "NOT_KEYS", rest, DECODING, f"{kind} can be a key")
