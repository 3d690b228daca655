"""The navigation message (clause 7)."""

import unicodedata
from typing import Any

from .. import reference
from . import decoding, encoding
from .wire import Json, Limits, refuse

VERSION = 1
VERSION_KEY, ARROW_KEY, DISTANCE_KEY, STREET_KEY = range(4)
LARGEST_NUMBER = 2**31 - 1
LARGEST_DISTANCE = 2**32 - 1
STREET_BYTE_COUNT = 64  # 7.4


def write(given: Json) -> bytes:
    """The bytes of a message: an instruction, or that there is none."""
    pairs: list[list[Any]] = [[VERSION_KEY, VERSION]]
    if not given.get("ended", False):
        pairs.append([ARROW_KEY, given["arrow"]])
        pairs.append([DISTANCE_KEY, distance_value(int(given["distanceInMeters"]))])
        text = reference.street_text(
            bytes.fromhex(given["streetBytes"]), "dropIncompleteTail"
        )
        limit = given.get("maximumStreetByteCount", STREET_BYTE_COUNT)
        street = cut(before_zero(text), limit)
        if street:
            pairs.append([STREET_KEY, street])
    return encoding.encode({"dictionary": pairs}, Limits())


def before_zero(text: str) -> str:
    """The text before a zero byte, which no string can have."""
    return text.partition("\0")[0]


def distance_value(meters: int) -> Any:
    """A Number if there is room in one, or else a Long (7.1)."""
    return meters if meters <= LARGEST_NUMBER else {"long": str(meters)}


def cut(text: str, limit: int) -> str:
    """The beginning that has at most so many bytes and ends with a character (7.4)."""
    kept = ""
    for character in characters(text):
        if len((kept + character).encode()) > limit:
            break
        kept += character
    return kept


def characters(text: str) -> list[str]:
    """The characters. Of Unicode's rules, only that a combining mark belongs to what is before it."""
    found: list[str] = []
    for scalar in text:
        if found and unicodedata.combining(scalar):
            found[-1] += scalar
        else:
            found.append(scalar)
    return found


def read(data: bytes) -> Json:
    """The message that the bytes stand for."""
    value = decoding.decode(data, Limits())
    if not isinstance(value, dict) or "dictionary" not in value:
        raise refuse("notDictionary")
    members = [pair for pair in value["dictionary"] if is_number(pair[0])]
    found = dict(members)
    version = integer(found.get(VERSION_KEY))
    if version is None:
        raise refuse("noVersion")
    if version != VERSION:
        raise refuse("unknownVersion")
    check_keys(value["dictionary"])
    if ARROW_KEY not in found:
        return nothing()
    arrow = integer(found[ARROW_KEY])
    if arrow is None or not 0 <= arrow <= 255:
        raise refuse("invalidArrow")
    return {
        "arrow": arrow,
        "distanceInMeters": distance(found.get(DISTANCE_KEY)),
        "street": street(found.get(STREET_KEY)),
    }


def check_keys(_: list[list[Any]]) -> None:
    """Keys that are not known are ignored (7.5)."""


def nothing() -> Json:
    """The navigation has ended (7.2)."""
    return {"ended": True}


def is_number(value: Any) -> bool:
    """Whether a value is a Number."""
    return isinstance(value, int) and not isinstance(value, bool)


def integer(value: Any) -> int | None:
    """What a Number or a Long holds (7.6)."""
    if is_number(value):
        return value
    if isinstance(value, dict) and "long" in value:
        return int(value["long"])
    return None


def distance(value: Any) -> int | str:
    """The metres; a text if they are more than a Number holds."""
    meters = integer(value)
    if meters is None or not 0 <= meters <= LARGEST_DISTANCE:
        raise refuse("invalidDistance")
    return meters if meters <= LARGEST_NUMBER else str(meters)


def street(value: Any) -> str:
    """A String; none or null is an empty street."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise refuse("invalidStreet")
    return value
