"""Faults of messages for watches: errors in another order, limits that are taken as they are, keys that are written."""

from collections.abc import Iterator

from ..evaluate import Json
from ..planting import Plant
from ..watch import decoding, encoding, wire
from ..watch.decoding import Objects
from ..watch.encoding import Writer
from .edits import edited
from .mutant import Mutant
from .watch_values import DECODING, ENCODING

READ = """
strings are checked with their section
  _content: return range(start, end) => is_of_strings = wire.unsigned(data[at : at + 4]) == wire.STRINGS_MARKER;;
    if is_of_strings: texts_of(data, range(start, end));; return range(start, end)
the bytes left before too deep
  Objects.check: => is_short = self.waiting - 1 + child_count > len(self.data) - end;;
    if is_short and child_count: raise refuse("countTooLarge", at + 1);;
    if is_short: raise refuse("truncated", len(self.data))
an empty container has a count that is too large
  Objects.check: => is_short = self.waiting - 1 > len(self.data) - end and not child_count;;
    if is_short and self.data[at] == wire.TYPES["array"]: raise refuse("countTooLarge", at + 1)
a wrong reference is told after all objects
  Objects.text: raise => if place not in self.texts: self.__dict__.setdefault("dangling", at); return "";; raise
  Objects.read_all: return nodes => if "dangling" in self.__dict__: raise refuse("danglingString", self.dangling);;
    return nodes
dictionaries are checked depth-first
  Objects.read_all: return nodes =>
    def below(node): return [node] + [one for child in node.children for one in below(child)];; return below(root)
"""
WRITTEN = """
keys that can't be one are looked at first
  encoding.check_keys: => for at, key in enumerate(keys):;;
        if wire.kind_of(key) in NOT_KEYS: raise refuse("invalidKey", at)
to write, too many before too deep
  Writer.take: => count = self.value_count + len(children_of(wire.kind_of(value), value));;
    if count > self.limits.value_count: raise refuse("tooManyValues", position)
to write, the size before depth and number
  Writer.take: if children and => size = 9 + len(self.objects) + len(body) + (8 + len(self.strings)) * bool(self.strings);;
    if size > self.limits.byte_count: raise refuse("oversized", self.limits.byte_count);; if children and
to write, the size is looked at last
  Writer.check_size: => return
  Writer.encode: return head + => data = head + section(wire.OBJECTS_MARKER, self.objects);;
    if len(data) > self.limits.byte_count: raise refuse("oversized", self.limits.byte_count);; return head +
"""
LIMITS = """
limits of 0 are taken as they are
  limits_of: max(depth, 1) => depth
  limits_of: max(given.get("maximumValueCount", usual.value_count), 1) =>
    given.get("maximumValueCount", usual.value_count)
"""


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of this module."""
    models = (Objects, Writer, decoding, encoding, wire)
    both = ("watchDecode", "watchEncode")
    for table, operations in ((READ, DECODING), (WRITTEN, ENCODING), (LIMITS, both)):
        for name, plants in edited(table, *models):
            yield Mutant(f"watch: {name}", operations, tuple(plants))
    for kind in encoding.NOT_KEYS:
        rest = tuple(other for other in encoding.NOT_KEYS if other != kind)
        plant = Plant(encoding, "NOT_KEYS", rest)
        yield Mutant(f"watch: {kind} is written as a key", ENCODING, (plant,))
