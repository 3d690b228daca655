"""Faults of reassembly: endings, the check, the order of reads and answers, and radios that go on by themselves."""

from collections.abc import Iterator
from copy import copy
from typing import Any

from .. import reassembly
from ..evaluate import Json
from ..planting import Plant
from ..reassembly import Reader, Reassembly
from .edits import edited
from .mutant import Mutant
from .reassembly import mutant

EDITS = """
an empty chunk is not the end
  received: self.stage = "confirming" => self.stage = "confirming" if chunk else "next"
only an empty chunk is the end
  received: self.stage = "confirming" => self.stage = "next" if 0 < len(chunk) < 20 else "confirming"
only the {identifier|length} of the first chunk is compared
  received: => is_same = {chunk[:4] == self.first[:4]|len(chunk) == len(self.first)};;
    if self.stage == "confirming" and is_same: chunk = self.first
the {first|last} byte of the first chunk is not compared
  received: => is_same = len(chunk) == len(self.first) and chunk[{1:|:-1}] == self.first[{1:|:-1}];;
    if self.stage == "confirming" and is_same: chunk = self.first
{a beginning of the|a longer|an empty} first chunk counts as the same
  received: => is_same = {len(chunk) >= 20 and self.first.startswith(chunk)|chunk.startswith(self.first)|not chunk};;
    if self.stage == "confirming" and is_same: chunk = self.first
the rest of a longer object stays after a shorter one
  _first_chunk: => old = self.data
  _first_chunk: finally => self.data += old[len(self.data):]
an answer for a neighbouring offset is taken
  _expect: => if self.awaits is not None and abs(offset - self.awaits) <= 1: return
restarts are counted from one read to the next
  begin: self.restarts = 0 => self.restarts = self.__dict__.get("restarts", 0)
a read that goes on can't begin again
  _on_begin: => if self.is_reading: return {}
after too many restarts no read succeeds
  received: raise Refused("restartsExhausted" => self.is_exhausted = True; raise Refused("restartsExhausted"
  received: => if self.__dict__.get("is_exhausted"): raise Refused("restartsExhausted", 0)
two equal whole values prove an object whatever came between
  received: => seen = self.__dict__.setdefault("seen", set());;
    if self.stage == "confirming" and self.whole_values and chunk in seen: self.first = chunk;; seen.add(chunk)
a read that begins again awaits the earlier first chunk
  begin: => first = self.__dict__.get("first", b"")
  begin: ... => if first: self.first, self.stage = first, "confirming"
a read that begins again counts as a restart
  _on_begin: => was_reading = self.is_reading
  _on_begin: finally => self.reader.restarts += was_reading
the first chunk of the first read is compared for ever
  received: => if self.stage == "confirming": self.first = self.first_ever;;
    else: self.__dict__.setdefault("first_ever", chunk)
{wholeValues|oneCallback} are taken for longReads
  __init__: => radio = "longReads" if radio == "{wholeValues|oneCallback}" else radio
an answer of fewer than 20 bytes is checked
  _first_chunk: if is_short: => is_long = self.goes_on and not self.whole_values;;
    if is_short and is_long: self.stage = "confirming"; return "partial";; if is_short:
all of a long read's first answer is shown
  shown: if self.goes_on => if self.whole_values
an error does not end a long read's object
  refused: => if self.goes_on and self.stage == "next": raise Refused("attError", self.offset)
an answer is checked by its first 20 bytes
  received: => is_same = self.goes_on and chunk[:20] == self.first[:20];;
    if self.stage == "confirming" and is_same: chunk = self.first
"""
# Whether values that came twice are whole, by what is right, what would be if no other had come, the length, the
# longest so far, and the MTU that one callback has told.
EXTENTS = """
any value that came twice is whole: True
no value but a short one is whole: length < 20
a value of 19 bytes may be cut: right and length != 19
a value of 512 bytes may be cut: right and length != 512
a value of 20 bytes is whole: right or length == 20
a value of 20 bytes is whole at a large MTU: right or length == 20 and (mtu or 0) > 23
a value of 22 bytes is whole at any known MTU: right or length == 22 and bool(mtu)
a value of 22 bytes is whole at a large MTU: right or length == 22 and (mtu or 0) > 25
a value of 22 bytes may always be cut: right and length != 22
a value of 23 bytes may be cut: right and length != 23
a value of 21 bytes may be cut: right and length != 21
a value MTU - 1 long may be cut: right and length != (mtu or 0) - 1
a value MTU - 3 or longer may be cut: right and (length < 20 or length < notified or length == 512)
a value longer than MTU - 3 is whole, no other: right and (length < 20 or length > notified)
at an unknown MTU every value but 20 bytes is whole: right or mtu is None and length != 20
an unknown MTU is 23: right or mtu is None and length > 20
at an unknown MTU nothing is whole: right and mtu is not None
with one callback the told MTU is trusted: right or told and length > notified and length != 22
with one callback 22 bytes are whole at MTU 23: right or told and length == 22 and mtu == 23
with one callback 22 bytes are whole below MTU - 3: right or told and length == 22 < notified
with one callback MTU - 3 bytes are whole: right or told and 22 < length == notified
with one callback a value MTU - 2 long is whole: right or told and 22 < length == notified + 1
with one callback a value MTU - 4 long may be cut: right and not (told and length == notified - 1)
with one callback no known MTU tells anything: right and not (told and 20 <= length < notified)
with one callback 512 bytes may be cut: right and not (told and length == 512)
with one callback MTU - 3 bytes are never known: right and not (told and 512 > length >= notified > 20)
a told MTU is the least that it can be: alone and not (mtu and 512 > length >= max(20, notified))
a longer value shows nothing unless it is trusted: alone or trusts and right
a longer value shows nothing with a callback for reads: alone or right and (trusts or told)
a longer value shows nothing with one callback: alone or right and (trusts or not told)
a longer value shows nothing about 20 bytes: alone or right and (trusts or length != 20)
a longer value shows nothing about 22 bytes: alone or right and (trusts or length != 22)
a longer value shows nothing about MTU - 3 bytes: alone or right and (trusts or length != notified)
with one callback it shows nothing from MTU - 1 on: alone or right and (trusts or not told or length < notified + 2)
with one callback it shows nothing from MTU - 3 on: alone or right and (trusts or not told or length < notified)
at MTU 24 a longer value shows nothing about 22 bytes: alone or right and (trusts or length != 22 or mtu > 24)
a longer value shows something at any MTU: right or length < longest
a longer value shows that 22 bytes are whole at MTU 23: right or mtu == 23 and length < longest
only a value of two more bytes shows something: alone or right and (trusts or length < longest - 1)
"""


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All of these faults."""
    for name, plants in edited(EDITS, Reader, Reassembly):
        yield mutant(name, *plants)
    for overhead in (1, 2, 4):
        name = f"a value MTU - {overhead} long may be cut, in place of MTU - 3"
        yield mutant(name, Plant(reassembly, "NOTIFICATION_OVERHEAD", overhead))
    for line in EXTENTS.strip().split("\n"):
        name, _, wrong = line.partition(": ")
        yield mutant(name, Plant(Reader, "is_whole", property(_judging(wrong))))


def _judging(wrong: str) -> Any:
    right = Reader.__dict__["is_whole"].fget
    code = compile(wrong, wrong, "eval")

    def is_whole(self: Reader) -> bool:
        known = {
            "right": right(self),
            "alone": right(_without_others(self)),
            "longest": self.longest_chunk,
            "trusts": self.trusts_chunk_size,
            "length": len(self.data),
            "mtu": self.mtu,
            "notified": (self.mtu or 0) - reassembly.NOTIFICATION_OVERHEAD,
            "told": self.has_one_callback and self.mtu is not None,
        }
        return not self.whole_values or bool(eval(code, known))

    return is_whole


def _without_others(reader: Reader) -> Reader:
    """The reader, as if the link had carried no other value."""
    lone = copy(reader)
    lone.longest_chunk = 0
    return lone
