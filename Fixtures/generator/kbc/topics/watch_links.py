"""The URLs that ask for devices, and the answers."""

from collections.abc import Iterator
from typing import Any

from ..evaluate import evaluate
from ..table import Names
from ..vectors import Topic
from .watch_values import WatchTopic

FIRST = "A6230408-B526-A5D6-8929-7791342EB4AF"
SECOND = "00000000-0000-0000-0000-000000000001"
PART_NUMBERS_SINCE = "8.0.0"
HEAD = "rides://device-select-resp?"
USUAL = {
    "appName": "Rides",
    "bundleIdentifier": "com.example.rides",
    "urlScheme": "rides",
}
SHORTEST = evaluate("watchRequest", USUAL)["url"].replace("Rides", "")
NAMES: Names = {
    "FIRST": FIRST,
    "SECOND": SECOND,
    "HEAD": HEAD,
    "LONGEST_NAME": "a" * (8192 - len(SHORTEST)),
    "LONGEST_URL": HEAD + "&" * (8192 - len(HEAD)),
}

REQUESTS = """
3.2 A plain name
  request
3.2 A name with a blank and a sign [nameNotEscaped]
  request appName="Rides & more"
3.2 A name with letters of two bytes [nameNotEscaped]
  request appName="Müllers Räder"
3.2 A name that is escaped already [nameNotEscaped]
  request appName="100%25"
3.2 A plus sign is escaped [nameNotEscaped]
  request appName="a+b", urlScheme="a+b"
3.2 The unreserved signs stay
  request appName="-._~", urlScheme="r1-.x"
3.2 A slash and a question mark [nameNotEscaped]
  request appName="/?#[]@!$'()*,;="
3.2 A name beyond the first plane [nameNotEscaped]
  request appName=chr(0x1F6B2)
3.2 Another version of the library
  request libraryVersion=10800
3.2 An empty name
  request appName="" -> refused="emptyName", offset=0
3.2 An empty bundle identifier
  request bundleIdentifier="" -> refused="emptyName", offset=0
3.2 The scheme '{|1s|+s|s_|sé|my rides|rides:}'
  request urlScheme="{|1s|+s|s_|sé|my rides|rides:}" -> refused="invalidScheme", offset={0|0|0|1|1|2|5}
3.4 The longest URL
  request appName=LONGEST_NAME
3.4 A URL that is too long
  request appName=LONGEST_NAME + "a" -> refused="oversized", offset=8192
"""
ACCEPTED = """
3.4 One device [devicesFromOne]
  items f"d0ID={FIRST}"
3.3 Two devices [devicesFromOne]
  items f"d0ID={FIRST}&d0Model=edge&d0Name=a&d1ID={SECOND}&d1Name=b"
3.4 Devices are in the order of their numbers [devicesFromOne]
  items f"d1ID={SECOND}&d0ID={FIRST}"
3.4 Numbers may be left out
  items f"d10ID={SECOND}&d2ID={FIRST}"
3.4 The last number
  items f"d31ID={FIRST}"
3.4 An identifier in lowercase [devicesFromOne]
  items f"d0ID={FIRST.lower()}"
3.4 Items in any order [devicesFromOne]
  items f"d0Name=a&x=y&d0Model=b&d0ID={FIRST}"
3.4 Leading zeros do not count [devicesFromOne]
  items f"d001ID={SECOND}&d00ID={FIRST}"
3.4 A word that is not known [devicesFromOne]
  items f"d0Serial=1&d0ID={FIRST}&d0=x"
3.4 Empty items [devicesFromOne]
  items f"&&d0ID={FIRST}&&"
3.4 Items without a value [devicesFromOne]
  items f"ciqScheme&d0Name&d0ID={FIRST}"
3.4 An equals sign in a value [devicesFromOne]
  items f"d0ID={FIRST}&d0Name=a=b"
3.4 A sender {that is not Connect Mobile|without a value} [devicesFromOne]
  items f"ciqBundle{=x|}&d0ID={FIRST}"
3.4 No items [emptyListRefused]
  items ""
3.4 {No query|A slash and no query} [emptyListRefused]
  answer "rides://device-select-resp{|/}"
3.4 A fragment and no query [emptyListRefused]
  answer f"rides://device-select-resp#?d0ID={FIRST}"
3.4 A fragment after the query [emptyListRefused]
  items f"a=b#&d0ID={FIRST}"
3.4 {No number|A capital D|A letter before it} is another item [emptyListRefused]
  items f"{dID|D0ID|xd0ID}={FIRST}"
3.4 Digits of another script [emptyListRefused]
  items f"d%D9%A1ID={FIRST}"
3.4 A slash before the query [devicesFromOne]
  answer f"rides://device-select-resp/?d0ID={FIRST}"
3.4 Scheme and host in another case [schemeWithCase devicesFromOne]
  answer f"RIDES://Device-Select-Resp?d0ID={FIRST}"
3.4 A blank and letters of two bytes [devicesFromOne]
  items f"d0Name=M%C3%BCllers%20Uhr&d0ID={FIRST}"
3.4 Digits in lowercase [devicesFromOne]
  items f"d0Name=%c3%bc&d0ID={FIRST}"
3.4 An escaped percent sign [unescapedTwice devicesFromOne]
  items f"d0Name=100%2525&d0ID={FIRST}"
3.4 A plus sign stays one [plusAsBlank devicesFromOne]
  items f"d0Model=fenix%205+&d0ID={FIRST}"
3.4 An escaped plus sign [devicesFromOne]
  items f"d0Model=5%2B&d0ID={FIRST}"
3.4 An escaped ampersand [devicesFromOne]
  items f"d0Name=a%26d1ID&d0ID={FIRST}"
3.4 An escaped name of an item [devicesFromOne]
  items f"%640N%61me=x&d0ID={FIRST}"
3.4 Letters that are not escaped [devicesFromOne]
  items f"d0Name=Müller&d0ID={FIRST}"
"""
REFUSED = """
3.4 {One digit|A letter that is not a digit|A percent sign at the end|A percent sign in an item's name}
  items "{a=%0&b|a=%G0|a=b%|a%2=b}" -> refused="invalidPercentEncoding", offset={2|2|3|1}
3.4 {A byte that no text has, in a name|Half a letter in a value}
  items "a=b&{%FF=c|c=x%C3}" -> refused="invalidUTF8", offset={4|6}
3.4 An identifier with a letter more
  items f"d0ID={FIRST}x" -> refused="invalidIdentifier", offset=0
3.4 An identifier without hyphens
  items "a&d0ID=" + FIRST.replace("-", "") -> refused="invalidIdentifier", offset=2
3.4 An identifier without a value
  items "d0ID" -> refused="invalidIdentifier", offset=0
3.4 A device without an identifier
  items "d0Name=a&d0Model=b" -> refused="missingIdentifier", offset=0
3.4 An identifier {by another word|in another case}
  items f"{d0Uuid|d0id}={FIRST}" -> refused="missingIdentifier", offset=0
3.4 More letters after it
  items f"a&d0IDx={FIRST}" -> refused="missingIdentifier", offset=2
3.4 No word after the number
  items "d0=a" -> refused="missingIdentifier", offset=0
3.4 A second device without one
  items f"d0ID={FIRST}&d1Name=a" -> refused="missingIdentifier", offset=42
3.4 Two identifiers of a device
  items f"d0ID={FIRST}&d0ID={SECOND}" -> refused="repeatedItem", offset=42
3.4 The same item twice, and the second is wrong
  items f"d0ID={FIRST}&d0ID=x" -> refused="invalidIdentifier", offset=42
3.4 {The same name twice|The same model twice|Two senders}
  items "{d0Name=a&d0Name=a|d0Model=a&d0Model=a|ciqBundle=a&ciqBundle=a}"
    -> refused="repeatedItem", offset={9|10|12}
3.4 Two devices with one identifier
  items f"d1ID={FIRST}&d0ID={FIRST.lower()}" -> refused="duplicateDevice", offset=0
3.4 The number 32
  items f"d32ID={FIRST}" -> refused="tooManyDevices", offset=0
3.4 A number of twenty digits
  items "d99999999999999999999Name=a" -> refused="tooManyDevices", offset=0
3.4 Another scheme: '{|rides|other://device-select-resp|ridesx://device-select-resp}'
  answer "{|rides|other://device-select-resp|ridesx://device-select-resp}" -> refused="wrongScheme", offset=0
3.4 Another URL: '{rides:|rides:/device-select-resp|rides://device-select-req}'
  answer "{rides:|rides:/device-select-resp|rides://device-select-req}"
    -> refused="notDeviceSelection", offset={6|7|24}
3.4 Another URL: 'rides://device-select-resp{x|/x|//}'
  answer "rides://device-select-resp{x|/x|//}" -> refused="notDeviceSelection", offset={26|27|27}
3.4 Another URL: 'rides://'
  answer "rides://" -> refused="notDeviceSelection", offset=8
3.4 The longest URL [emptyListRefused]
  answer LONGEST_URL
3.4 A URL that is too long
  answer LONGEST_URL + "&" -> refused="oversized", offset=8192
3.4 Of two wrong items, the first is told
  items f"d0ID=x&d1ID={FIRST}&d1Name=%C3" -> refused="invalidIdentifier", offset=0
"""
PART_NUMBERS = """
3.3 A part number [devicesFromOne]
  items f"d0ID={FIRST}&d0Model=fenix%205&d0Name=mine&d0PartNumber=006-B2697-00"
3.4 {A part number before the identifier|An escaped part number} [devicesFromOne]
  items f"d0PartNumber={006-B2697-00|%C3%A4+%20}&d0ID={FIRST}"
3.4 Two devices, and the second has a part number [devicesFromOne]
  items f"d0ID={FIRST}&d0Name=a&d1ID={SECOND}&d1PartNumber=006-B1561-00"
3.4 {A part number without a value|A part number in lowercase|More letters after a part number} [devicesFromOne]
  items f"d0ID={FIRST}&{d0PartNumber|d0partNumber=x|d0PartNumbers=x}"
3.4 The same part number twice
  items f"d0ID={FIRST}&d0PartNumber=a&d0PartNumber=a" -> refused="repeatedItem", offset=57
3.4 A second part number after one without a value
  items f"d0ID={FIRST}&d0PartNumber&d0PartNumber=a" -> refused="repeatedItem", offset=55
3.4 A part number without an identifier
  items "d0PartNumber=a" -> refused="missingIdentifier", offset=0
"""


class LinkTopic(WatchTopic):
    """A file of links."""

    def request(self, title: str, clause: str, **members: Any) -> None:
        """Adds a URL that asks for devices."""
        self.given("Request", title, clause, **USUAL | members)

    def answer(self, title: str, clause: str, url: str, **members: Any) -> None:
        """Adds an answer."""
        self.given("Answer", title, clause, url=url, urlScheme="rides", **members)

    def items(self, title: str, clause: str, items: str, **members: Any) -> None:
        """Adds an answer with items, from whose beginning an offset counts."""
        if "refused" in members:
            code, offset = members["refused"]
            members["refused"] = (code, len(HEAD) + offset)
        self.answer(title, clause, HEAD + items, **members)


def topics() -> Iterator[Topic]:
    """watch/request.json and answer.json"""
    request = LinkTopic("request")
    request.add_table(REQUESTS, NAMES)
    yield request
    answer = LinkTopic("answer")
    answer.add_table(ACCEPTED, NAMES)
    answer.add_table(REFUSED, NAMES)
    answer.since = PART_NUMBERS_SINCE
    answer.add_table(PART_NUMBERS, NAMES)
    yield answer
