"""Bugs of messages and links for watches, put into the models."""

import re

from ..mutants.edits import edited
from ..planting import Crash, Plant
from . import decoding, encoding, links, navigation, wire
from .decoding import Node, Objects
from .encoding import Writer
from .flags import WATCH_FLAGS

EDITS = """
littleEndianNumbers
  signed: "big" => "little"
  put_signed: "big" => "little"
stringPlaceAsIndex
  text: => texts = list(self.texts.values());; if place >= len(texts): raise refuse("danglingString", at);;
    return texts[place]
  place: => data, is_new = text.encode(), text not in self.places;;
    if is_new and len(data) > wire.LONGEST_STRING: raise refuse("stringTooLong", position);;
    if is_new: self.strings += string(data);; return self.places.setdefault(text, len(self.places))
lengthWithoutTerminator
  text_at: => end = at + 2 + wire.unsigned(data[at : at + 2]);;
    if end >= stop: raise refuse("malformedString", at);;
    return data[at + 2 : end].decode(errors="replace"), end + 1
  string: len(data) + 1 => len(data)
lengthInCharacters
  string: len(data) => len(data.decode())
depthFirst
  read_all: => nodes = [];; def read(node, depth):;;
        self.read(node, depth); nodes.append(node);;
        for child in node.children: read(child, depth + 1);;
    read(root, 1);; return nodes
  encode: => def write(value, depth):;;
        for inner in self.take(value, depth, 0): write(inner, depth + 1);;
    write(value, 1);; head = section(wire.STRINGS_MARKER, self.strings) if self.has_strings() else b"";;
    return head + section(wire.OBJECTS_MARKER, self.objects)
pairsAsElements
  decoding.children_of: => return count
  Node.value: strict=True => strict=False
unknownTypeAsNull
  kind_at: raise refuse("unknownType", at) => return "null"
lastKeyWins
  decoding.check_keys: identity in seen => False
  Node.value: [list(pair) for pair in pairs] => list({repr(pair[0]): list(pair) for pair in pairs}.values())
stringsRepeated
  Writer.take: => self.places = {}
emptyStringSection
  has_strings: => return True
nameNotEscaped
  escaped: => return text
unescapedTwice
  text_of: unescaped(part, at) => unescaped(unescaped(part, at), at)
plusAsBlank
  unescaped: => part = part.replace(b"+", b" ")
schemeWithCase
  is_same_scheme: => return one == other
emptyListRefused
  checked: => if not devices: raise refuse("notDeviceSelection", 0)
distanceAsNumber
  distance_value: => return (meters + 2**31) % 2**32 - 2**31
longDistanceRefused
  distance: => if not is_number(value) or value < 0: raise refuse("invalidDistance")
endedAsArrow
  nothing: => return {"arrow": 0, "distanceInMeters": 0, "street": ""}
newKeysRefused
  navigation.check_keys: => if any(pair[0] not in range(4) for pair in _): raise refuse("unknownVersion")
streetCutInBytes
  cut: => return text.encode()[:limit].decode(errors="replace")
"""
MODELS = (Objects, Writer, Node, decoding, encoding, links, navigation, wire)

# The right function, saved before any replacement.
check_count = Objects.count


def _believed(self: Objects, kind: str, body: bytes, at: int) -> int:
    if wire.unsigned(body) > len(self.data):
        raise Crash
    return check_count(self, kind, body, at)


_FOUND = dict(edited(EDITS, *MODELS)) | {
    "booleanInFourBytes": [Plant(wire, "SIZES", wire.SIZES | {"boolean": 4})],
    "countBelieved": [Plant(Objects, "count", _believed)],
    "devicesFromOne": [Plant(links, "ITEM", re.compile(r"d([1-9][0-9]*)(.*)"))],
}
WATCH_BUGS: dict[str, list[Plant]] = {flag: _FOUND[flag] for flag in WATCH_FLAGS}
