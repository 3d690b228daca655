"""Faults of the central's session that keep another reading of its rules: where a sentence could be taken in two ways."""

from collections.abc import Iterator

from ..evaluate import Json
from ..sessions import central_reads
from ..sessions.central import Central
from .central import SIDE
from .edits import edited
from .mutant import Mutant

# How events and time come together.
EVENTS = """
what is due comes before the event
  handle: self.now = => later = event["at"] > self.now; self.now =
  handle: self.effects = [] => self.effects = [];; if later: self._meet_deadlines()
what is late was heard
  _late: => self._hear()
nothing is due with an event that is late
  handle: self._meet => if [effect.get("fault") for effect in self.effects] != ["lateArrival"]: self._meet
"""
# What a changed MTU and changed services do to a read.
CHANGES = """
a changed MTU comes before changed services at {a value|an error}
  {_receive|_read_failed}: =>
    if self.phase == "reading" and self.link.is_discarded: return self._read_object()
a notification still counts after {a value|an error} that the MTU discards
  {_receive|_read_failed}: return self._read_object() =>
    was = link.was_notified; self._read_object(); link.was_notified = was; return
a notification still counts after another discovery
  _discover: => self.link.was_changed = self.link.was_notified
  _read_object: was_notified = False => was_notified &= self.link.__dict__.get("was_changed", False)
a read that begins again after another MTU keeps its restarts
  _receive: return self._read_object() =>
    restarts = self.reader.restarts; self._read_object(); self.reader.restarts = restarts; return
another MTU was heard
  _on_mtuChanged: => if event["link"] == self.link.ticket and self.phase in LINKED: self._hear()
a discovery that is repeated ends {the end of navigation|navigation}
  {_on_discovered|_on_notDiscovered}: =>
    if event["ticket"] == self.request and self.phase == "discovering": self.has_ended = {False|True}
changed services take the instruction away
  _on_serviceChanged: => if event["link"] == self.link.ticket: self.link.has_instruction = False
"""
# When a subscription is owed, and when it is asked for again.
DEBTS = """
a subscription is {not asked for again|asked for again only} after a failed read
  _rest: => self.pause = interval
  _meet_deadlines: self.link.owes_subscription =>
    self.link.owes_subscription and self.__dict__.get("pause", 0) {> 500|<= 500}
once notified, nothing is owed for the rest of the link
  _be_notified: => self.link.was_ever_notified = True
  _subscription_failed: in PAIRING_ERRORS => in PAIRING_ERRORS and not self.link.__dict__.get("was_ever_notified")
a subscription is asked for again only once
  _subscribe: => asked = self.link.__dict__.get("has_asked_again");;
    if asked: self.link.owes_subscription = False; return self._read_object();;
    self.link.has_asked_again = self.link.owes_subscription
a malformed notification leaves a subscription owed
  _be_notified: self.link.owes => if len(data) in (4, 16) or len(data) >= 9: self.link.owes
a refusal that is discarded decides what is owed
  _on_failed: if self.link.services_changed: =>
    if self.phase == "subscribing" and self.link.services_changed: self.link.owes_subscription = code in PAIRING_ERRORS;;
    if self.link.services_changed:
"""
# What is forgotten, and when.
MEMORIES = """
{radioOff|disconnected|serviceChanged|mtuChanged} forgets the last delivery
  {_on_radioOff|_on_disconnected|_on_serviceChanged|_on_mtuChanged}: => self._forget_deliveries()
0x0a keeps the last delivery
  _read_failed: self._lose_instruction() => link.has_instruction = False
a first chunk that may be older counts, though nothing of it is delivered
  _take_partial: if may_be_older: => if may_be_older: self._note();; if may_be_older:
an object that the radio can't read for the third time keeps the last delivery
  _lose_object: self._lose_instruction() => self.link.has_instruction = False
0x0a means no object only at offset 0
  _read_failed: => if code == NO_OBJECT and self.reader.offset > 0: code = 0x0E
an object of 20 bytes counts as a first chunk, whole or not
  _was_delivered: => if len(data) == 20: return data == self.last_shown[:20]
what was delivered whole is delivered again as possibly cut
  _was_delivered: => if extent != "whole" and self.was_whole: return False
with one callback any arrival is a reason to read
  _on_arrived: ... => if self.phase == "ready" and self._has_one_callback: self._read_object()
"""
# What counts in a row of failures, and what ends it.
ROWS = """
a first chunk ends the row of {errors|unreadable bytes}
  _take_partial: => self.link.{failed|unreadable} = 0
another discovery ends the row of {errors|unreadable bytes}
  _discover: => self.link.{failed|unreadable} = 0
too many restarts don't end the row of {errors|unreadable bytes}
  _could_not_read: self._progress() =>
    row = self.link.{failed|unreadable}; self._progress(); self.link.{failed|unreadable} = row
no object does not end the row of {errors|unreadable bytes}
  _read_failed: self._progress() => row = link.{failed|unreadable}; self._progress(); link.{failed|unreadable} = row
a demand for pairing ends the row of {errors|unreadable bytes}
  _read_failed: link.needs_pairing = True => link.needs_pairing = True; link.{failed|unreadable} = 0
progress leaves one of the row of {errors|unreadable bytes}
  _progress: ... => self.link.{failed|unreadable} = 1
an error ends the row of unreadable bytes
  _read_failed: link.failed += 1 => link.failed += 1; link.unreadable = 0
  _read_failed: self._handle_is_invalid() => link.unreadable = 0; self._handle_is_invalid()
unreadable bytes end the row of errors
  _could_not_read: => self.link.failed = 0
notified, it reads at once after too many restarts
  _could_not_read: self._retry(False) => self._retry(False);; if self.link.was_notified: self._read_object()
{Invalid Handle|a demand for pairing} to a read is not reported as unreadable
  _read_failed: self._fault => if {code != INVALID_HANDLE|code not in PAIRING_ERRORS}: self._fault
too many restarts are not reported as unreadable
  _could_not_read: self._fault => if failure.code != "restartsExhausted": self._fault
"""
# What the rider is told.
STATUSES = """
a demand for pairing outlives its link
  _on_disconnected: => self.needed_pairing = self.link.needs_pairing
  _on_connected: self._discover() =>
    self.link.needs_pairing = self.__dict__.get("needed_pairing", False); self._discover()
a value that is too long leaves a demand for pairing
  _take: self.link.needs_pairing = False => self.link.needs_pairing &= len(chunk) > 512
another discovery ends pairingRequired
  _discover: => self.link.needs_pairing = False
an accepted subscription ends pairingRequired for reads
  _on_subscribed: => self.link.needs_pairing = False
"""
# What counts as the same, how long a request may take, and what a new attempt forgets.
READS = """
what begins with the same {4|9|19|21|22} bytes is the same
  _begin_alike: data[:SMALLEST_PAYLOAD] == other[:SMALLEST_PAYLOAD] => data[:{4|9|19|21|22}] == other[:{4|9|19|21|22}]
an object that changes makes the read forget a notification
  _take: step = self => restarts = self.reader.restarts; step = self
  _take: if step == "partial": => if self.reader.restarts > restarts: self.link.was_notified = False;; if step == "partial":
the time of a read counts from its first request
  _request_chunk: => due = self.due
  _request_chunk: ... => if self.reader.stage != "first" and due is not None: self.due = min(self.due, due)
another MTU gives a request more time
  _on_mtuChanged: is_discarded = True => is_discarded = True; self.due = self.now + self.configuration["readTimeout"]
a phone that is found again is not connected
  _on_found: if self.phase == "scanning": => seen = self.__dict__.setdefault("seen", set());;
    if self.phase == "scanning" and event["peer"] not in seen:;;     seen.add(event["peer"])
"""
# What a subscription does that is refused, and a discovery that counts for nothing.
SUBSCRIPTIONS = """
a refused subscription counts as a failure
  _subscription_failed: self.link.owes => self.link.failed += code not in PAIRING_ERRORS;;
    if code not in PAIRING_ERRORS and self.link.failed > MAXIMUM_FAILED: return self._give_up();; self.link.owes
a refused subscription ends the rows of failures
  _subscription_failed: self.link.owes => self._progress(); self.link.owes
found without a CCCD ends a debt even if services changed since
  _on_discovered: =>
    if event["ticket"] == self.request and not event["hasCCCD"]: self.link.owes_subscription = False
another discovery does not forget the chunk size
  _discover: => longest = self.reader.longest_chunk
  _discover: finally => self.reader.longest_chunk = longest
"""
# Which bytes are decoded, by which layout, and what a new identifier is.
BYTES = """
the first bytes are decoded as a whole object
  _take_partial: self._layout, "possiblyCut" => self._layout, "whole"
all bytes of the first answer are decoded, and 20 of them delivered
  _take_partial: decode(data => decode(self.reader.first
what a notification carries is detected, whatever the layout
  _be_notified: self.link.named = named => self.link.named = named;;
    try: payload = reference.decode_notification(data, "auto");; except Refused: return;;
    if not isinstance(payload, Instruction): self.link.named, self.link.notified = payload, b""
"""
ALL = (EVENTS, CHANGES, DEBTS, MEMORIES, ROWS, STATUSES, READS, SUBSCRIPTIONS, BYTES)


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All other readings of the central's session."""
    for table in ALL:
        for name, plants in edited(table, Central, central_reads):
            yield SIDE.mutant(name, *plants)
