"""The URLs with which a user chooses devices (clause 3)."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from ..reference import first_ill_formed_offset
from .wire import Json, refuse

LONGEST_URL = 8192
DEVICE_COUNT = 32
LIBRARY_VERSION = 10_000
REQUEST = "gcm-ciq://device-select-req"
ANSWER = b"://device-select-resp"
ITEM = re.compile(r"d([0-9]+)(.*)", re.DOTALL)
WORDS = ("ID", "Model", "Name", "PartNumber")
UUID = re.compile(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
SCHEME_BYTE = re.compile(rb"[A-Za-z0-9+.-]")


def request(given: Json) -> str:
    """The URL that asks for devices (3.2)."""
    if not given["appName"] or not given["bundleIdentifier"]:
        raise refuse("emptyName", 0)
    check_scheme(given["urlScheme"].encode())
    items = (
        ("ciqApp", given["appName"]),
        ("ciqBundle", given["bundleIdentifier"]),
        ("ciqScheme", given["urlScheme"]),
        ("ciqSdkVersion", str(given.get("libraryVersion", LIBRARY_VERSION))),
    )
    url = f"{REQUEST}?" + "&".join(f"{name}={escaped(value)}" for name, value in items)
    if len(url) > LONGEST_URL:
        raise refuse("oversized", LONGEST_URL)
    return url


def check_scheme(scheme: bytes) -> None:
    """Refuses what is not a scheme (RFC 3986, section 3.1)."""
    if not scheme[:1].isalpha():
        raise refuse("invalidScheme", 0)
    for at in range(len(scheme)):
        if not SCHEME_BYTE.match(scheme, at):
            raise refuse("invalidScheme", at)


def escaped(text: str) -> str:
    """The text with all but the unreserved characters escaped (RFC 3986, section 2.3)."""
    return quote(text, safe="")


def answer(given: Json) -> Json:
    """The devices that an answer names, and who says that it sent them (3.4)."""
    url = given["url"].encode()
    if len(url) > LONGEST_URL:
        raise refuse("oversized", LONGEST_URL)
    devices: dict[int, Json] = {}
    sender: dict[str, str] = {}
    for at, name, value in items_of(url, query_of(url, given["urlScheme"].encode())):
        if name == "ciqBundle":
            put_once(sender, "sender", value, at)
        elif match := ITEM.fullmatch(name):
            take(devices, number_of(match[1], at), match[2], value, at)
    return {"devices": checked(devices)} | sender


def query_of(url: bytes, scheme: bytes) -> range:
    """Where the items are."""
    colon = url.find(b":")
    if colon < 0 or not is_same_scheme(url[:colon], scheme):
        raise refuse("wrongScheme", 0)
    for at, expected in enumerate(ANSWER, colon):
        if url[at : at + 1].lower() != bytes([expected]):
            raise refuse("notDeviceSelection", at)
    start = colon + len(ANSWER)
    if url[start : start + 1] == b"/":
        start += 1
    hash_sign = url.find(b"#", start)
    end = len(url) if hash_sign < 0 else hash_sign
    if start == end:
        return range(end, end)
    if url[start : start + 1] != b"?":
        raise refuse("notDeviceSelection", start)
    return range(start + 1, end)


def is_same_scheme(one: bytes, other: bytes) -> bool:
    """Whether two schemes are the same but for case."""
    return one.lower() == other.lower()


def items_of(url: bytes, query: range) -> Iterator[tuple[int, str, str]]:
    """Each item, when it is asked for: where it begins, its name, its value."""
    at = query.start
    for item in url[query.start : query.stop].split(b"&"):
        name, equals, value = item.partition(b"=")
        value_at = at + len(name) + len(equals)
        yield at, text_of(name, at), text_of(value, value_at)
        at += len(item) + 1


def text_of(part: bytes, at: int) -> str:
    """The text that a name or a value stands for."""
    text = unescaped(part, at)
    if first_ill_formed_offset(text) is not None:
        raise refuse("invalidUTF8", at)
    return text.decode()


def unescaped(part: bytes, at: int) -> bytes:
    """The bytes, with those that are written as `%` and two digits."""
    for sign in re.finditer(rb"%", part):
        if not re.match(rb"%[0-9A-Fa-f]{2}", part[sign.start() :]):
            raise refuse("invalidPercentEncoding", at + sign.start())
    return re.sub(
        rb"%([0-9A-Fa-f]{2})", lambda found: bytes.fromhex(found[1].decode()), part
    )


def number_of(digits: str, at: int) -> int:
    """A device's number."""
    significant = digits.lstrip("0")
    number = int(significant[:3] or "0")
    if len(significant) > 2 or number >= DEVICE_COUNT:
        raise refuse("tooManyDevices", at)
    return number


def take(devices: dict[int, Json], number: int, item: str, value: str, at: int) -> None:
    """Takes one item of a device, or knows at least that the device is there."""
    if item == "ID" and not UUID.fullmatch(value):
        raise refuse("invalidIdentifier", at)
    device = devices.setdefault(number, {"at": at})
    if item in WORDS:
        put_once(device, item.lower(), value, at)


def put_once(where: dict[str, Any], name: str, value: str, at: int) -> None:
    """Keeps an item, which may be there only once."""
    if name in where:
        raise refuse("repeatedItem", at)
    where[name] = value


def checked(devices: dict[int, Json]) -> list[Json]:
    """The devices in the order of their numbers, each with an identifier of its own."""
    found: list[Json] = []
    for number in sorted(devices):
        device = devices[number]
        if "id" not in device:
            raise refuse("missingIdentifier", device["at"])
        id = device["id"].upper()
        if any(other["id"] == id for other in found):
            raise refuse("duplicateDevice", device["at"])
        found.append(
            {"id": id, "model": device.get("model", ""), "name": device.get("name", "")}
        )
        if part_number := device.get("partnumber"):
            found[-1]["partNumber"] = part_number
    return found
