"""Faults of reassembly that keep another reading of its rules: where a sentence could be taken in two ways."""

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..reassembly import Reader, Reassembly
from ..reference import MAXIMUM_OBJECT_LENGTH
from .edits import edited
from .mutant import Mutant, replacing
from .reassembly import mutant

# Until when a read's restarts are counted, and what an answer counts for that differs when no restart is left.
RESTARTS = """
a read that is cancelled forgets its restarts
  _on_cancel: => self.reader.restarts = 0
a read that has ended forgets its restarts
  _show: raise => self.reader.restarts = 0; raise
  _show: extent = => self.reader.restarts = 0; extent =
a read that an error has ended forgets its restarts
  _on_error: return self._show => try: return self._show(self.reader.refused, event["attError"]);;
    finally: self.reader.restarts *= self.is_reading;; return self._show
{a short answer|an answer of 512 bytes|a first chunk below the known size} needs no restart
  received: if self.restarts == self.maximum_restarts: =>
    is_free = {not self.whole_values and len(chunk) < 20|not self.goes_on and len(chunk) == 512|
    len(chunk) >= 20 and self._is_short(chunk)};;
    if self.restarts == self.maximum_restarts and is_free: return self._first_chunk(chunk);;
    if self.restarts == self.maximum_restarts:
too many restarts come before the size of the answer
  received: if len(chunk) > => if self.restarts == self.maximum_restarts: raise Refused("restartsExhausted", 0);;
    if len(chunk) >
an answer that ends the read counts as a restart
  received: if len(chunk) > => is_last = self.restarts == self.maximum_restarts;;
    self.restarts += is_last or len(chunk) > MAXIMUM_OBJECT_LENGTH;; if len(chunk) >
  received: if self.restarts == self.maximum_restarts: => if is_last:
an answer that was not asked for counts as a restart
  _expect: raise => self.reader.restarts += self.is_reading; raise
"""
# Which chunks make the known chunk size, and what is compared with it.
KNOWN_SIZE = """
later chunks don't make the known size
  received: self.longest_chunk = max(self.longest_chunk, len(chunk)) => pass
the latest chunk that is not the check is the known size
  received: max(self.longest_chunk, len(chunk)) => len(chunk)
  received: if self.stage == "first": =>
    if self.stage == "first": step = self._first_chunk(chunk); self.longest_chunk = len(chunk); return step;;
    if self.stage == "first":
a read that is cancelled forgets the known size
  _on_cancel: => self.reader.longest_chunk = 0
an error that ends the read forgets the known size
  refused: raise => self.longest_chunk = 0; raise
a refused chunk that ends the read forgets the known size
  _first_chunk: raise => self.longest_chunk = 0; raise
  received: raise Refused("restartsExhausted" => self.longest_chunk = 0; raise Refused("restartsExhausted"
  received: if len(chunk) > => if len(chunk) > MAXIMUM_OBJECT_LENGTH: self.longest_chunk = 0;; if len(chunk) >
  received: if len(self.data) > => if len(self.data) > MAXIMUM_OBJECT_LENGTH: self.longest_chunk = 0;; if len(self.data) >
the known size does not count for the first chunk of another attempt
  _is_short: => if self.stage == "confirming": return len(chunk) < 20
a read forgets the size of its own chunks with the known size
  _on_forgetChunkSize: => self.reader.first = b""
to forget the known size ends the read
  _on_forgetChunkSize: => self.is_reading = False
a value is compared with longer ones when it comes for the first time
  _first_chunk: => self.is_shorter = self.trusts_chunk_size and len(chunk) < self.longest_chunk
  is_whole: => if self.whole_values and self.__dict__.get("is_shorter"): return True
a chunk shorter than the {one before it|longest of the read} is the last
  _first_chunk: => self.previous = 0
  received: self.data += => before = {self.previous or len(self.first)|max(self.previous, len(self.first))};;
    self.previous = {len(chunk)|max(before, len(chunk))};; self.data +=
  received: len(chunk) < len(self.first) => len(chunk) < max(before, len(self.first))
"""
# What comes first: the offset of an answer, or its size.
UNEXPECTED = """
a chunk is too long whatever its offset, and ends the read
  _on_chunk: => is_long = len(event["bytes"]) > 2 * MAXIMUM_OBJECT_LENGTH;;
    if is_long: self.is_reading = False; raise Refused("oversized", MAXIMUM_OBJECT_LENGTH)
a chunk that was not asked for is too long
  _on_chunk: => is_long = len(event["bytes"]) > 2 * MAXIMUM_OBJECT_LENGTH;;
    if is_long and event["offset"] != self.awaits: raise Refused("oversized", MAXIMUM_OBJECT_LENGTH)
"""
# The known size after a chunk.
SIZES: dict[str, Callable[[Reader, bytes], int]] = {
    "the latest chunk is the known size, be it the check": (
        lambda _, chunk: len(chunk)
    ),
    "the latest first chunk is the known size": lambda reader, _: len(reader.first),
    "a chunk that ends the read makes the known size": (
        lambda reader, chunk: max(reader.longest_chunk, len(chunk))
    ),
    "a chunk that exceeds 512 bytes makes the known size": lambda reader, chunk: (
        max(reader.longest_chunk, len(chunk))
        if len(reader.data) > MAXIMUM_OBJECT_LENGTH
        else reader.longest_chunk
    ),
}


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All other readings of reassembly."""
    for table in (RESTARTS, KNOWN_SIZE, UNEXPECTED):
        for name, plants in edited(table, Reader, Reassembly):
            yield mutant(name, *plants)
    for name, size in SIZES.items():
        yield mutant(name, _sized(size))


def _sized(size: Callable[[Reader, bytes], int]) -> Plant:
    def make(received: Any) -> Any:
        def receive(self: Reader, chunk: bytes) -> str:
            try:
                return str(received(self, chunk))
            finally:
                self.longest_chunk = size(self, chunk)

        return receive

    return replacing(Reader, "received", make)
