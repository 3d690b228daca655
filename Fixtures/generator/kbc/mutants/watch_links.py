"""Faults of the links for choosing watches, and of the navigation message."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from ..evaluate import Json
from ..watch import links, navigation
from .mutant import Mutant
from .watch_values import around, constant

REQUEST = ("watchRequest",)
ANSWER = ("watchAnswer",)
WRITE = ("watchNavigationEncode",)


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of links and of the navigation message."""
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
    loose = re.compile(rb"[A-Za-z0-9+._-]")
    yield constant(links, "SCHEME_BYTE", loose, REQUEST)


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
        ("ID", "Name", "PartNumber"),
        ("ID", "Model", "PartNumber"),
        ("ID", "Model", "Name"),
    ):
        yield constant(links, "WORDS", words, ANSWER)
    what = "more letters may follow an item's name"
    yield constant(links, "ITEM", _Beginning(), ANSWER, what)
    what = "hyphens may be missing"
    loose = re.compile(r"[0-9A-Fa-f]{8}(-?[0-9A-Fa-f]{4}){3}-?[0-9A-Fa-f]{12}")
    yield constant(links, "UUID", loose, ANSWER, what)
    what = "identifiers are in capitals"
    capitals = re.compile(r"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}")
    yield constant(links, "UUID", capitals, ANSWER, what)
    what = "of an item's value, the part before an equals sign is taken"
    yield around(links, "items_of", ANSWER, what, _short_values)
    what = "a device is its first item"
    yield around(links, "take", ANSWER, what, _first_item)
    what = "an empty part number is told"
    yield around(links, "checked", ANSWER, what, _empty_part_numbers)
    what = "a part number is the device's name"
    yield around(links, "take", ANSWER, what, _part_number_as_name)
    what = "the sender is not told"
    yield around(links, "answer", ANSWER, what, _without_sender)


class _Beginning:
    """Finds an item's name at the beginning of another."""

    def fullmatch(self, name: str) -> Any:
        return re.match(r"d([0-9]+)(ID|Model|Name|PartNumber|)", name)


def _short_values(items_of: Any) -> Any:
    def find(url: bytes, query: range) -> Any:
        return [
            (at, name, value.split("=")[0]) for at, name, value in items_of(url, query)
        ]

    return find


def _first_item(take: Any) -> Any:
    def once(devices: Any, number: int, item: str, value: str, at: int) -> None:
        if number not in devices:
            take(devices, number, item, value, at)

    return once


def _empty_part_numbers(checked: Any) -> Any:
    return lambda devices: [{"partNumber": ""} | found for found in checked(devices)]


def _part_number_as_name(take: Any) -> Any:
    def misread(devices: Any, number: int, item: str, value: str, at: int) -> None:
        word = "Name" if item == "PartNumber" else item
        take(devices, number, word, value, at)

    return misread


def _without_sender(answer: Any) -> Any:
    def find(given: Json) -> Json:
        found = answer(given)
        found.pop("sender", None)
        return found

    return find


def _navigation() -> Iterator[Mutant]:
    what = "a street goes on after a zero byte"
    zeros = _without_zeros
    yield constant(navigation, "before_zero", zeros, WRITE, what)


def _without_zeros(text: str) -> str:
    return text.replace("\0", "")
