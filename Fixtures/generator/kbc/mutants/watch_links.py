"""Faults of the links for choosing watches, and of the navigation message."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from ..evaluate import Json
from ..watch import links, navigation
from .mutant import Mutant
from .watch_values import around, constant, late

REQUEST = ("watchRequest",)
ANSWER = ("watchAnswer",)
LINKS = REQUEST + ANSWER
WRITE = ("watchNavigationEncode",)
READ = ("watchNavigationDecode",)
MESSAGE = WRITE + READ

LINK_CODES = (
    "oversized",
    "wrongScheme",
    "notDeviceSelection",
    "invalidPercentEncoding",
    "invalidUTF8",
    "repeatedItem",
    "tooManyDevices",
    "invalidIdentifier",
    "missingIdentifier",
    "duplicateDevice",
    "invalidScheme",
    "emptyName",
)
MESSAGE_CODES = (
    "notDictionary",
    "noVersion",
    "unknownVersion",
    "invalidArrow",
    "invalidDistance",
    "invalidStreet",
)


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of links and of the navigation message."""
    for code in LINK_CODES:
        what = f"links: {code} is one place late"
        yield around(links, "refuse", LINKS, what, late(code))
    for code in MESSAGE_CODES:
        what = f"navigation: {code} has another name"
        yield around(navigation, "refuse", READ, what, late(code))
    yield from _requests()
    yield from _answers()
    yield from _navigation()


def _requests() -> Iterator[Mutant]:
    for safe in ("/", "+", "~!"):
        what = f"'{safe}' is not escaped"
        make = _escaping(safe)
        yield constant(links, "escaped", make, REQUEST, what)
    what = "unreserved signs are escaped"
    yield around(links, "escaped", REQUEST, what, _all_signs)
    what = "digits of escapes are in lowercase"
    yield around(links, "escaped", REQUEST, what, _lowercase)
    yield constant(links, "LIBRARY_VERSION", 10_800, REQUEST)
    yield constant(links, "REQUEST", links.REQUEST + "/", REQUEST)
    for size in (8191, 8193):
        yield constant(links, "LONGEST_URL", size, LINKS)
    loose = re.compile(rb"[A-Za-z0-9+._-]")
    yield constant(links, "SCHEME_BYTE", loose, REQUEST)
    yield constant(links, "SCHEME_BYTE", re.compile(rb"[A-Za-z0-9]"), REQUEST)


def _escaping(safe: str) -> Any:
    return lambda text: quote(text, safe=safe)


def _all_signs(escaped: Any) -> Any:
    return lambda text: escaped(text).replace("~", "%7E").replace("-", "%2D")


def _lowercase(escaped: Any) -> Any:
    return lambda text: re.sub("%..", lambda found: found[0].lower(), escaped(text))


def _answers() -> Iterator[Mutant]:
    for pattern in (
        r"d([0-9]+)(ID|Model|Name)",
        r"[dD]([0-9]+)(.*)",
        r"d(0|[1-9][0-9]*)(.*)",
        r"d(\d+)(.*)",
        r"d([0-9])(.*)",
        r"d(0+)(.*)",
    ):
        yield constant(links, "ITEM", re.compile(pattern), ANSWER)
    for words in (
        ("ID", "Name"),
        ("ID", "Model"),
        ("ID", "id", "Model", "Name"),
    ):
        yield constant(links, "WORDS", words, ANSWER)
    what = "more letters may follow an item's name"
    yield constant(links, "ITEM", _Beginning(), ANSWER, what)
    for count in (31, 33):
        yield constant(links, "DEVICE_COUNT", count, ANSWER)
    what = "hyphens may be missing"
    loose = re.compile(r"[0-9A-Fa-f]{8}(-?[0-9A-Fa-f]{4}){3}-?[0-9A-Fa-f]{12}")
    yield constant(links, "UUID", loose, ANSWER, what)
    what = "identifiers are in capitals"
    capitals = re.compile(r"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}")
    yield constant(links, "UUID", capitals, ANSWER, what)
    what = "the fragment is not cut off"
    yield around(links, "query_of", ANSWER, what, _with_fragment)
    what = "a slash is not skipped"
    yield around(links, "query_of", ANSWER, what, _without_slash)
    what = "of an item's value, the part before an equals sign is taken"
    yield around(links, "items_of", ANSWER, what, _short_values)
    what = "all items are unescaped before the first is looked at"
    yield around(links, "items_of", ANSWER, what, _all_first)
    what = "devices stay in the order of the items"
    yield around(links, "checked", ANSWER, what, _in_order)
    what = "an item may be there twice"
    yield constant(links, "put_once", _put, ANSWER, what)
    what = "nothing is unescaped"
    yield constant(links, "unescaped", lambda part, _: part, ANSWER, what)
    what = "the scheme is not compared"
    yield constant(links, "is_same_scheme", lambda *_: True, ANSWER, what)
    what = "a device is its first item"
    yield around(links, "take", ANSWER, what, _first_item)
    what = "the sender is not told"
    yield around(links, "answer", ANSWER, what, _without_sender)
    what = "ill-formed texts are accepted"
    yield constant(links, "first_ill_formed_offset", lambda _: None, ANSWER, what)


class _Beginning:
    """Finds an item's name at the beginning of another."""

    def fullmatch(self, name: str) -> Any:
        return re.match(r"d([0-9]+)(ID|Model|Name|)", name)


def _with_fragment(query_of: Any) -> Any:
    return lambda url, scheme: query_of(url.replace(b"#", b"_"), scheme)


def _without_slash(query_of: Any) -> Any:
    def find(url: bytes, scheme: bytes) -> range:
        if b"resp/" in url.lower():
            raise links.refuse("notDeviceSelection", 0)
        return query_of(url, scheme)

    return find


def _short_values(items_of: Any) -> Any:
    def find(url: bytes, query: range) -> Any:
        return [
            (at, name, value.split("=")[0]) for at, name, value in items_of(url, query)
        ]

    return find


def _all_first(items_of: Any) -> Any:
    return lambda url, query: list(items_of(url, query))


def _in_order(checked: Any) -> Any:
    return lambda devices: checked(dict(enumerate(devices.values())))


def _put(where: dict[str, Any], name: str, value: str, _: int) -> None:
    where[name] = value


def _first_item(take: Any) -> Any:
    def once(devices: Any, number: int, item: str, value: str, at: int) -> None:
        if number not in devices:
            take(devices, number, item, value, at)

    return once


def _without_sender(answer: Any) -> Any:
    def find(given: Json) -> Json:
        found = answer(given)
        found.pop("sender", None)
        return found

    return find


def _navigation() -> Iterator[Mutant]:
    keys = ("VERSION_KEY", "ARROW_KEY", "DISTANCE_KEY", "STREET_KEY")
    for number, name in enumerate(keys):
        yield constant(navigation, name, number + 4, MESSAGE)
    yield constant(navigation, "VERSION", 2, MESSAGE)
    yield constant(navigation, "LARGEST_NUMBER", 2**31, WRITE)
    yield constant(navigation, "LARGEST_NUMBER", 2**31 - 2, WRITE)
    for change in (1, -1):
        largest = navigation.LARGEST_DISTANCE + change
        yield constant(navigation, "LARGEST_DISTANCE", largest, READ)
        size = navigation.STREET_BYTE_COUNT + change
        yield constant(navigation, "STREET_BYTE_COUNT", size, WRITE)
    what = "a street goes on after a zero byte"
    zeros = _without_zeros
    yield constant(navigation, "before_zero", zeros, WRITE, what)
    what = "a street is cut between a letter and its mark"
    yield constant(navigation, "characters", list, WRITE, what)
    what = "a street with too many bytes is left out"
    yield around(navigation, "cut", WRITE, what, _all_or_nothing)
    what = "a street is not cut"
    yield constant(navigation, "cut", lambda text, _: text, WRITE, what)
    what = "true is a Number"
    yield constant(
        navigation, "is_number", lambda value: isinstance(value, int), READ, what
    )
    what = "a street that is null is refused"
    yield around(navigation, "street", READ, what, _never_null)
    what = "the street is not read"
    yield constant(navigation, "street", lambda _: "", READ, what)
    what = "the distance is not read"
    yield constant(navigation, "distance", lambda _: 0, READ, what)
    what = "every message has ended"
    yield around(navigation, "read", READ, what, _always_ended)


def _without_zeros(text: str) -> str:
    return text.replace("\0", "")


def _all_or_nothing(cut: Any) -> Any:
    return lambda text, limit: text if len(text.encode()) <= limit else ""


def _never_null(street: Any) -> Any:
    def read(value: Any) -> str:
        if value is None:
            raise navigation.refuse("invalidStreet")
        return street(value)

    return read


def _always_ended(read: Any) -> Any:
    return lambda data: {"ended": True} if "arrow" in read(data) else read(data)
