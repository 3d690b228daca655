"""Types, markers and bounds of serialised values, and the bytes of those that are not containers (clause 6).

A value is what fixtures write: null, a truth value, an integer for a Number, a text, an array, or an object
whose one member names another type.
"""

from typing import Any, NamedTuple

from ..reference import Refused

Json = dict[str, Any]

STRINGS_MARKER = 0xABCDABCD
OBJECTS_MARKER = 0xDA7ADA7A
LONGEST_STRING = 65_534  # bytes, 6.2
LARGEST_DEPTH = 256  # 6.9

TYPES = {
    "null": 0,
    "number": 1,
    "float": 2,
    "string": 3,
    "array": 5,
    "boolean": 9,
    "dictionary": 11,
    "long": 14,
    "double": 15,
    "char": 19,
    "byteArray": 20,
}

# The bytes that follow the type; of a byte array, those of its length.
SIZES = {
    "null": 0,
    "number": 4,
    "float": 4,
    "string": 4,
    "array": 4,
    "boolean": 1,
    "dictionary": 4,
    "long": 8,
    "double": 8,
    "char": 4,
    "byteArray": 4,
}


class Limits(NamedTuple):
    """The bounds of clause 6.9."""

    byte_count: int = 16_384
    depth: int = 16
    value_count: int = 4096


def limits_of(given: Json) -> Limits:
    """The limits that an input gives, or those of the page (6.9)."""
    usual = Limits()
    depth = given.get("maximumDepth", usual.depth)
    return Limits(
        given.get("maximumByteCount", usual.byte_count),
        min(max(depth, 1), LARGEST_DEPTH),
        max(given.get("maximumValueCount", usual.value_count), 1),
    )


def refuse(code: str, offset: int | None = None) -> Refused:
    """What is raised for an input that is refused."""
    return Refused(code, offset)


def unsigned(data: bytes) -> int:
    """A length, a count or a place."""
    return int.from_bytes(data, "big")


def put(value: int, size: int) -> bytes:
    """The bytes of a length, a count or a place."""
    return value.to_bytes(size, "big")


def signed(data: bytes) -> int:
    """A Number or a Long."""
    return int.from_bytes(data, "big", signed=True)


def put_signed(value: int, size: int) -> bytes:
    """The bytes of a Number or a Long."""
    return value.to_bytes(size, "big", signed=True)


def scalar(kind: str, body: bytes) -> Any:
    """A value that is neither a string nor a container."""
    match kind:
        case "null":
            return None
        case "boolean":
            return body != b"\0"
        case "number":
            return signed(body)
        case "long":
            return {kind: str(signed(body))}
        case "char":
            return {kind: unsigned(body)}
    return {kind: body.hex()}


def put_scalar(kind: str, value: Any) -> bytes:
    """What follows the type of a value that is neither a string nor a container."""
    match kind:
        case "null":
            return b""
        case "boolean":
            return put(int(value), SIZES[kind])
        case "number":
            return put_signed(value, SIZES[kind])
        case "long":
            return put_signed(int(value[kind]), SIZES[kind])
        case "char":
            return put(value[kind], SIZES[kind])
    return bytes.fromhex(value[kind])


def kind_of(value: Any) -> str:
    """The type of a value."""
    for python, kind in (
        (type(None), "null"),
        (bool, "boolean"),
        (int, "number"),
        (str, "string"),
        (list, "array"),
    ):
        if isinstance(value, python):
            return kind
    (kind,) = value
    return kind
