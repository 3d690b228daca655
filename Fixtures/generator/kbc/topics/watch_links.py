"""The URLs that ask for devices, and the answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..evaluate import Json
from ..vectors import Topic
from .watch_values import LAYER

FIRST = "A6230408-B526-A5D6-8929-7791342EB4AF"
SECOND = "00000000-0000-0000-0000-000000000001"
HEAD = "rides://device-select-resp?"


def topics() -> Iterator[Topic]:
    """watch/request.json and answer.json"""
    yield _requests()
    yield _answers()


def _requests() -> Topic:
    topic = Topic(LAYER, "request")

    def ask(title: str, clause: str = "3.2", **changes: Any) -> Json:
        given = {
            "appName": "Rides",
            "bundleIdentifier": "com.example.rides",
            "urlScheme": "rides",
        }
        intent = {
            name: changes.pop(name) for name in ("flags", "refused") if name in changes
        }
        topic.watch("Request", title, clause, given | changes, **intent)

    escape = ["nameNotEscaped"]
    ask("A plain name")
    ask("A name with a blank and a sign", appName="Rides & more", flags=escape)
    ask("A name with letters of two bytes", appName="Müllers Räder", flags=escape)
    ask("A name that is escaped already", appName="100%25", flags=escape)
    ask("A plus sign is escaped", appName="a+b", urlScheme="a+b", flags=escape)
    ask("The unreserved signs stay", appName="-._~", urlScheme="r1-.x")
    ask("A slash and a question mark", appName="/?#[]@!$'()*,;=", flags=escape)
    ask("A name beyond the first plane", appName="\U0001f6b2", flags=escape)
    ask("Another version of the library", libraryVersion=10800)
    ask("An empty name", appName="", refused=("emptyName", 0))
    ask("An empty bundle identifier", bundleIdentifier="", refused=("emptyName", 0))
    for scheme, at in (
        ("", 0),
        ("1s", 0),
        ("+s", 0),
        ("s_", 1),
        ("s\u00e9", 1),
        ("my rides", 2),
        ("rides:", 5),
    ):
        title = f"The scheme '{scheme}'"
        ask(title, urlScheme=scheme, refused=("invalidScheme", at))
    shortest = topic.vectors[0]["expected"]["url"].replace("Rides", "")
    longest = "a" * (8192 - len(shortest))
    ask("The longest URL", "3.4", appName=longest)
    ask(
        "A URL that is too long",
        "3.4",
        appName=longest + "a",
        refused=("oversized", 8192),
    )
    return topic


def _answers() -> Topic:
    topic = Topic(LAYER, "answer")
    _accepted(topic)
    _escapes(topic)
    _refused(topic)
    _others(topic)
    return topic


def _add(topic: Topic, title: str, url: str, **intent: Any) -> None:
    given = {"url": url, "urlScheme": "rides"}
    topic.watch("Answer", title, intent.pop("clause", "3.4"), given, **intent)


def _accepted(topic: Topic) -> None:
    none = ["emptyListRefused"]
    _add(topic, "One device", f"{HEAD}d0ID={FIRST}", flags=["devicesFromOne"])
    both = f"{HEAD}d0ID={FIRST}&d0Model=edge&d0Name=a&d1ID={SECOND}&d1Name=b"
    _add(topic, "Two devices", both, clause="3.3", flags=["devicesFromOne"])
    for title, items in (
        ("Devices are in the order of their numbers", f"d1ID={SECOND}&d0ID={FIRST}"),
        ("Numbers may be left out", f"d10ID={SECOND}&d2ID={FIRST}"),
        ("The last number", f"d31ID={FIRST}"),
        ("An identifier in lowercase", f"d0ID={FIRST.lower()}"),
        ("Items in any order", f"d0Name=a&x=y&d0Model=b&d0ID={FIRST}"),
        ("Leading zeros do not count", f"d001ID={SECOND}&d00ID={FIRST}"),
        ("A word that is not known", f"d0Serial=1&d0ID={FIRST}&d0=x"),
        ("Empty items", f"&&d0ID={FIRST}&&"),
        ("Items without a value", f"ciqScheme&d0Name&d0ID={FIRST}"),
        ("An equals sign in a value", f"d0ID={FIRST}&d0Name=a=b"),
        ("A sender that is not Connect Mobile", f"ciqBundle=x&d0ID={FIRST}"),
        ("A sender without a value", f"ciqBundle&d0ID={FIRST}"),
    ):
        flags = ["devicesFromOne"] if re.search("d0+ID", items) else []
        _add(topic, title, HEAD + items, flags=flags)
    for title, url in (
        ("No items", HEAD),
        ("No query", "rides://device-select-resp"),
        ("A slash and no query", "rides://device-select-resp/"),
        ("A fragment and no query", f"rides://device-select-resp#?d0ID={FIRST}"),
        ("A fragment after the query", f"{HEAD}a=b#&d0ID={FIRST}"),
        ("No number is another item", f"{HEAD}dID={FIRST}"),
        ("A capital D is another item", f"{HEAD}D0ID={FIRST}"),
        ("A letter before it is another item", f"{HEAD}xd0ID={FIRST}"),
        ("Digits of another script", f"{HEAD}d%D9%A1ID={FIRST}"),
    ):
        _add(topic, title, url, flags=none)
    slash = f"rides://device-select-resp/?d0ID={FIRST}"
    _add(topic, "A slash before the query", slash, flags=["devicesFromOne"])
    loud = f"RIDES://Device-Select-Resp?d0ID={FIRST}"
    flags = ["schemeWithCase", "devicesFromOne"]
    _add(topic, "Scheme and host in another case", loud, flags=flags)


def _escapes(topic: Topic) -> None:
    for title, item, flags in (
        ("A blank and letters of two bytes", "d0Name=M%C3%BCllers%20Uhr", []),
        ("Digits in lowercase", "d0Name=%c3%bc", []),
        ("An escaped percent sign", "d0Name=100%2525", ["unescapedTwice"]),
        ("A plus sign stays one", "d0Model=fenix%205+", ["plusAsBlank"]),
        ("An escaped plus sign", "d0Model=5%2B", []),
        ("An escaped ampersand", "d0Name=a%26d1ID", []),
        ("An escaped name of an item", "%640N%61me=x", []),
        ("Letters that are not escaped", "d0Name=Müller", []),
    ):
        url = f"{HEAD}{item}&d0ID={FIRST}"
        _add(topic, title, url, flags=[*flags, "devicesFromOne"])
    for title, items, code, at in (
        ("One digit", "a=%0&b", "invalidPercentEncoding", 2),
        ("A letter that is not a digit", "a=%G0", "invalidPercentEncoding", 2),
        ("A percent sign at the end", "a=b%", "invalidPercentEncoding", 3),
        ("A percent sign in an item's name", "a%2=b", "invalidPercentEncoding", 1),
        ("A byte that no text has, in a name", "a=b&%FF=c", "invalidUTF8", 4),
        ("Half a letter in a value", "a=b&c=x%C3", "invalidUTF8", 6),
    ):
        _add(topic, title, HEAD + items, refused=(code, len(HEAD) + at))


def _refused(topic: Topic) -> None:
    for title, items, code, at in (
        ("An identifier with a letter more", f"d0ID={FIRST}x", "invalidIdentifier", 0),
        (
            "An identifier without hyphens",
            f"a&d0ID={FIRST.replace('-', '')}",
            "invalidIdentifier",
            2,
        ),
        ("An identifier without a value", "d0ID", "invalidIdentifier", 0),
        (
            "A device without an identifier",
            "d0Name=a&d0Model=b",
            "missingIdentifier",
            0,
        ),
        ("An identifier by another word", f"d0Uuid={FIRST}", "missingIdentifier", 0),
        ("An identifier in another case", f"d0id={FIRST}", "missingIdentifier", 0),
        ("More letters after it", f"a&d0IDx={FIRST}", "missingIdentifier", 2),
        ("No word after the number", "d0=a", "missingIdentifier", 0),
        (
            "A second device without one",
            f"d0ID={FIRST}&d1Name=a",
            "missingIdentifier",
            42,
        ),
        (
            "Two identifiers of a device",
            f"d0ID={FIRST}&d0ID={SECOND}",
            "repeatedItem",
            42,
        ),
        (
            "The same item twice, and the second is wrong",
            f"d0ID={FIRST}&d0ID=x",
            "invalidIdentifier",
            42,
        ),
        ("The same name twice", "d0Name=a&d0Name=a", "repeatedItem", 9),
        ("The same model twice", "d0Model=a&d0Model=a", "repeatedItem", 10),
        ("Two senders", "ciqBundle=a&ciqBundle=a", "repeatedItem", 12),
        (
            "Two devices with one identifier",
            f"d1ID={FIRST}&d0ID={FIRST.lower()}",
            "duplicateDevice",
            0,
        ),
        ("The number 32", f"d32ID={FIRST}", "tooManyDevices", 0),
        (
            "A number of twenty digits",
            "d99999999999999999999Name=a",
            "tooManyDevices",
            0,
        ),
    ):
        _add(topic, title, HEAD + items, refused=(code, len(HEAD) + at))


def _others(topic: Topic) -> None:
    for url in (
        "",
        "rides",
        "other://device-select-resp",
        "ridesx://device-select-resp",
    ):
        _add(topic, f"Another scheme: '{url}'", url, refused=("wrongScheme", 0))
    for url, at in (
        ("rides:", 6),
        ("rides:/device-select-resp", 7),
        ("rides://device-select-req", 24),
        ("rides://device-select-respx", 26),
        ("rides://device-select-resp/x", 27),
        ("rides://device-select-resp//", 27),
        ("rides://", 8),
    ):
        _add(topic, f"Another URL: '{url}'", url, refused=("notDeviceSelection", at))
    longest = HEAD + "&" * (8192 - len(HEAD))
    _add(topic, "The longest URL", longest, flags=["emptyListRefused"])
    title = "A URL that is too long"
    _add(topic, title, longest + "&", refused=("oversized", 8192))
    title = "Of two wrong items, the first is told"
    items = f"d0ID=x&d1ID={FIRST}&d1Name=%C3"
    _add(topic, title, HEAD + items, refused=("invalidIdentifier", len(HEAD)))
