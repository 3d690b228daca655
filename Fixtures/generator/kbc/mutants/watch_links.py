"""Faults of the links for choosing watches, and of the navigation message."""

import re
from collections.abc import Iterator

from ..evaluate import Json
from ..watch import links, navigation
from .edits import edited
from .mutant import Mutant
from .watch_values import constant

ANSWER = ("watchAnswer",)

REQUESTS = """
'{/|+|~!}' is not escaped
  escaped: safe="" => safe="{/|+|~!}"
unreserved signs are escaped
  escaped: quote(text, safe="") => quote(text, safe="").replace("~", "%7E").replace("-", "%2D")
digits of escapes are in lowercase
  escaped: quote(text, safe="") => re.sub("%..", lambda found: found[0].lower(), quote(text, safe=""))
a scheme may have an underscore
  check_scheme: not SCHEME_BYTE.match(scheme, at) => not SCHEME_BYTE.match(scheme.replace(b"_", b"x"), at)
"""
ANSWERS = """
more letters may follow an item's name
  answer: ITEM.fullmatch(name) => re.match("d([0-9]+)(ID|Model|Name|PartNumber|)", name)
hyphens may be missing
  take: UUID.fullmatch(value) => re.fullmatch("[0-9A-Fa-f]{8}(-?[0-9A-Fa-f]{4}){3}-?[0-9A-Fa-f]{12}", value)
identifiers are in capitals
  take: UUID.fullmatch(value) => re.fullmatch("[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}", value)
of an item's value, the part before an equals sign is taken
  items_of: text_of(value, value_at) => text_of(value, value_at).split("=")[0]
a device is its first item
  take: => if number in devices: return
an empty part number is told
  checked: if part_number := device.get("partnumber"): => part_number = device.get("partnumber", "");; if True:
a part number is the device's name
  take: => item = "Name" if item == "PartNumber" else item
the sender is not told
  answer: | sender =>
"""
NAVIGATION = """
a street goes on after a zero byte
  before_zero: => return text.replace(chr(0), "")
"""
TABLES = {
    REQUESTS: ("watchRequest",),
    ANSWERS: ANSWER,
    NAVIGATION: ("watchNavigationEncode",),
}


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of links and of the navigation message."""
    for table, operations in TABLES.items():
        for name, plants in edited(table, links, navigation):
            yield Mutant(f"watch: {name}", operations, tuple(plants))
    for pattern in (
        r"d([0-9]+)(ID|Model|Name)",
        r"[dD]([0-9]+)(.*)",
        r"d(0|[1-9][0-9]*)(.*)",
        r"d(\d+)(.*)",
        r"d([0-9])(.*)",
        r"d(0+)(.*)",
    ):
        yield constant(links, "ITEM", re.compile(pattern), ANSWER)
    for word in links.WORDS[1:]:
        words = tuple(other for other in links.WORDS if other != word)
        yield constant(links, "WORDS", words, ANSWER)
