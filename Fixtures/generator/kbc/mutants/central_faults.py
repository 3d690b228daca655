"""Faults of the central's session: debts, rows of failures, what its radio can't read, notifications, what it discards."""

import re
from collections.abc import Iterator

from ..evaluate import Json
from ..sessions import central, central_reads
from ..sessions.central import Central
from .central import SIDE
from .edits import edited
from .mutant import Mutant

# What is kept, or forgotten, from one link or one start to the next, and a subscription that is owed.
DEBTS = """
after a stop it can't be started
  _on_start: => if self.phase == "stopped" and self.__dict__.get("was_started"): return;; self.was_started = True
a link's ticket is used again
  _on_found: => self.ticket = 0
events of any link are taken
  _is_of_link: => event = event | {"link": self.link.ticket}
{answered|failed|mtuChanged|serviceChanged} clears the debt of a subscription
  {_on_answered|_on_failed|_on_mtuChanged|_on_serviceChanged}: finally => self.link.owes_subscription = False
a discovery clears the debt of a subscription
  _discover: => self.link.owes_subscription = False
the subscription is asked for only once more
  _subscription_failed: => had_debt = self.link.owes_subscription
  _subscription_failed: finally => self.link.owes_subscription &= not had_debt
the debt of a subscription outlives {a refusal for another reason|an accepted subscription}
  {_subscription_failed|_on_subscribed}: => had_debt = self.link.owes_subscription
  {_subscription_failed|_on_subscribed}: finally => self.link.owes_subscription |= had_debt
the debt of a subscription outlives {a discovery without a CCCD|a notification}
  {_on_discovered|_be_notified}: => had_debt = self.link.owes_subscription
  {_on_discovered|_be_notified}: finally => self.link.owes_subscription |= had_debt
the debt of a subscription outlives its link
  _on_disconnected: => self.old_debt = self.link.owes_subscription
  _on_connected: finally => self.link.owes_subscription |= self.__dict__.get("old_debt", False)
a notification makes it ask for the owed subscription
  _be_notified: => if self.phase == "ready" and self.link.owes_subscription: return self._subscribe()
the owed subscription is asked for right after a read
  _follow_up: => if self.link.owes_subscription: return self._subscribe()
a subscription that was asked for twice is asked for for ever
  _subscribe: => self.link.asked = self.link.__dict__.get("asked", 0) + 1
  _meet_deadlines: => was = self.link, self.link.owes_subscription;;
    is_asked = self.phase == "ready" and self.link.__dict__.get("asked", 0) > 1;;
    if is_asked: self.link.owes_subscription = True
  _meet_deadlines: finally => if is_asked: self.link.owes_subscription = was[1]
no object for the second time means that navigation has ended
  _read_failed: => had_instruction = self.link.has_instruction
  _read_failed: finally => if code == NO_OBJECT and not had_instruction: self.has_ended = True
a discovery forgets that it navigates
  _on_discovered: finally => self.link.has_instruction = False
an instruction that stays the same for six seconds is reported
  _take_complete: self._note() => self._note();;
    seen = self.__dict__.get("seen"); is_same = seen and seen[0] == instruction.identifier;;
    if is_same and self.now - seen[1] >= 6000: self._do("report", status="silent");;
    self.seen = seen if is_same else (instruction.identifier, self.now)
"""
# What is counted, and what ends a row of failures.
ROWS = """
Invalid Handle to {reads|subscriptions} begins a new row
  {_read_failed|_subscription_failed}: => if code == INVALID_HANDLE: self.link.failed = -1
what is not an instruction counts as an error too
  _could_not_read: => self.link.failed += failure.code != "restartsExhausted"
what is {too long|not an instruction} is not counted
  _could_not_read: => count = self.link.unreadable
  _could_not_read: finally => is_counted = self.link.unreadable == count + 1;;
    if is_counted and failure.code in {("oversized",)|("truncated", "reservedNotZero")}: self.link.unreadable = count
objects that change during every attempt count
  _could_not_read: => self.changed = self.__dict__.get("changed", 0) + (failure.code == "restartsExhausted");;
    if self.changed > 9: self._fault("unreadable", failure); return self._give_up()
{a first chunk|any answer that is followed by a request|an accepted subscription} ends a row
  {_take_partial|_request_chunk|_on_subscribed}: => self._progress()
{a discovery|any value|a notification} ends a row
  {_on_discovered|_on_answered|_on_notified}: => self._progress()
a shown first chunk ends the row of errors
  _note: => self.link.failed = 0
{an object|no object|an object that changed during every attempt} does not end the row of failed reads
  {_take_complete|_read_failed|_could_not_read}: => self.is_within = True
  {_take_complete|_read_failed|_could_not_read}: finally => self.is_within = False
  _progress: => row = self.link.failed
  _progress: ... => if self.__dict__.get("is_within"): self.link.failed = row
{an object|no object|an object that changed during every attempt} does not end the row of unreadable reads
  {_take_complete|_read_failed|_could_not_read}: => self.is_within = True
  {_take_complete|_read_failed|_could_not_read}: finally => self.is_within = False
  _progress: => row = self.link.unreadable
  _progress: ... => if self.__dict__.get("is_within"): self.link.unreadable = row
a beginning does not end the row of {failed|unreadable} reads
  _take_complete: => row = self.link.{failed|unreadable}
  _take_complete: finally => if not self.reader.is_whole: self.link.{failed|unreadable} = row
a row outlives its link
  _retry: => self.failed_before = self.link.failed
  _on_connected: finally => self.link.failed = self.__dict__.get("failed_before", 0)
"""
# Objects that a radio can't read, and beginnings.
UNREADABLE = """
an object that {longReads|wholeValues|oneCallback} can't read counts as an error
  _read_failed: => was = self.reader.goes_on;;
    if self.configuration["radio"] == "{longReads|wholeValues|oneCallback}": self.reader.goes_on = False
  _read_failed: finally => self.reader.goes_on = was
an ending in answer to the check counts as an error
  _read_failed: => was = self.reader.goes_on; self.reader.goes_on = was and self.reader.stage == "first"
  _read_failed: finally => self.reader.goes_on = was
after an ending at offset 0, {longReads|wholeValues|oneCallback} rests as in C.5
  _read_failed: finally => is_it = self.configuration["radio"] == "{longReads|wholeValues|oneCallback}";;
    if is_it and code in ENDINGS and self.phase == "ready": self._rest(self._read_interval)
after a second ending it rests
  _read_failed: finally => is_ending = code in ENDINGS and self.phase == "ready";;
    if is_ending and self.link.__dict__.get("was_ending"): self._rest(self._read_interval);;
    if is_ending: self.link.was_ending = True
an object that can't be read four times ends the link
  _read_failed: finally => link = self.link;;
    if code in ENDINGS and self.reader.goes_on: link.beyond = link.__dict__.get("beyond", 0) + 1;;
    if code in ENDINGS and self.reader.goes_on and link.beyond > MAXIMUM_FAILED: self._give_up()
{0x07|0x0b} to a radio that goes on ends a row of failed reads
  _read_failed: finally => faults = [one["fault"] for one in self.effects if one["effect"] == "fault"];;
    if code == {0x07|0x0b} and self.reader.goes_on and faults[-1:] == ["unreadable"]: self.link.failed = 0
{0x07|0x0b} to a radio that goes on ends a row of unreadable reads
  _read_failed: finally => faults = [one["fault"] for one in self.effects if one["effect"] == "fault"];;
    if code == {0x07|0x0b} and self.reader.goes_on and faults[-1:] == ["unreadable"]: self.link.unreadable = 0
a beginning that is no instruction ends a row of {failed|unreadable} reads
  _take_complete: finally => faults = [one["fault"] for one in self.effects if one["effect"] == "fault"];;
    if faults[-1:] == ["unreadable"] and not self.reader.is_whole: self.link.{failed|unreadable} = 0
a beginning that is not an instruction counts
  _take_complete: => count = self.link.unreadable
  _take_complete: finally => faults = [one.get("fault") for one in self.effects];;
    is_refused = "unreadable" in faults and not self.reader.is_whole;;
    if is_refused: self.link.unreadable = count + 1;;
    if is_refused and count + 1 > MAXIMUM_UNREADABLE: self._give_up()
a beginning that is not an instruction is read again after a pause
  _take_complete: finally => if self.effects and self.effects[-1].get("fault") == "unreadable": self._retry(False)
"""
RADIOS = """
with one callback every pause is the poll's
  _rest: => if self.configuration["radio"] == "oneCallback": interval = self._read_interval
an event has fewer than 6 effects
  handle: "effects": self.effects => "effects": self.effects[:5]
with {offsetReads|longReads|wholeValues} an arrival during a read is its answer
  _on_arrived: => right = self.configuration["radio"];;
    if right == "{offsetReads|longReads|wholeValues}": self.configuration["radio"] = "oneCallback"
  _on_arrived: finally => self.configuration["radio"] = right
with one callback an arrival of {fewer than 9 bytes|4 bytes|MTU - 3 bytes|no bytes} is a notification
  _on_arrived: => if len(event["bytes"]) {< 18|== 8|== 40|== 0}: return self._on_notified(event)
with one callback an arrival of a UUID is a notification
  _on_arrived: => data = bytes.fromhex(event["bytes"]);;
    if len(data) == 16 and reference.is_version_4_uuid(data): return self._on_notified(event)
an arrival that is not an answer shows nothing
  _on_arrived: => link, before = self.link, (self.link.last_arrival, self.link.is_silent)
  _on_arrived: finally => if self.phase != "reading": link.last_arrival, link.is_silent = before
with one callback an arrival is a reason to read
  _on_arrived: => was_ready = self.phase == "ready"
  _on_arrived: finally => if was_ready and self.phase == "ready": self._read_object()
a read that an arrival has answered is still awaited
  _on_arrived: => request = self.request
  _on_arrived: finally => if self.phase == "reading": self.request = request
a value that may be cut is delivered again and again
  _deliver: => before = self.last_shown
  _deliver: finally => if extent != "whole" and len(data) > 22: self.last_shown = before
with one callback reassembly reads whole values
  _take_complete: => self.reader.has_one_callback = False
"""
# Notifications during a read, and what is delivered.
NOTIFIED = """
beginnings are compared by {4|9|19|21|512} bytes
  _begin_alike: => return data[:{4|9|19|21|512}] == other[:{4|9|19|21|512}]
any beginning of the object that was read counts
  _follow_up: => if self.reader.data.startswith(self.link.notified): self.link.notified = self.reader.data
a notified object names its identifier
  _be_notified: finally => if len(data) >= 9: self.link.named = int.from_bytes(data[:4], "little")
a malformed notification begins nothing
  _be_notified: => faults = len(self.effects)
  _be_notified: finally => if len(self.effects) > faults and self.phase == "reading": self.link.notified = b""
the first of two notifications during a read counts
  _be_notified: => kept = (self.link.notified, self.link.named) if self.link.was_notified else None
  _be_notified: finally => if kept: self.link.notified, self.link.named = kept
notified during {a read that finds no object|a beginning that is not an instruction} it rests
  _follow_up: =>
    if {data is None and not self.effects|data is not None and identifier is None}: self.link.was_notified = False
notified during a beginning it rests
  _follow_up: => if identifier is not None and not self.reader.is_whole: self.link.was_notified = False
a read that failed is repeated at once after a notification
  _retry: => if self.link.was_notified and not is_enough: return self._read_object()
a possibly cut object is not delivered
  _deliver: => if extent != "whole": return
an object is not delivered whole after its own beginning
  _deliver: => if data[:20] == self.last_shown[:20]: return
an object with the beginning of an earlier one is not delivered whole
  _deliver: => was_whole = data[:20] in self.__dict__.setdefault("whole", set());;
    if extent == "whole": self.whole.add(data[:20]);; if was_whole and extent == "whole": return
the beginning of an earlier whole object is not delivered
  _deliver: => was_whole = data[:20] in self.__dict__.setdefault("whole", set());;
    if extent == "whole": self.whole.add(data[:20]);; if was_whole and extent != "whole": return
a whole object that comes back is not delivered
  _deliver: => was_whole = data in self.__dict__.setdefault("whole", set());;
    if extent == "whole": self.whole.add(data);; if was_whole and extent == "whole": return
the chunk size outlives {connected|mtuChanged}
  {_on_connected|_on_mtuChanged}: => longest = self.reader.longest_chunk
  {_on_connected|_on_mtuChanged}: finally => self.reader.longest_chunk = longest
a value that is {notified|discarded} counts as a chunk
  {_be_notified|_receive}: => reader = self.reader;;
    counts = {True|self.link.is_discarded};;
    if counts: reader.longest_chunk = max(reader.longest_chunk, len({data|chunk}))
an arrival that is no answer counts as a chunk
  _on_arrived: => reader = self.reader;;
    reader.longest_chunk = max(reader.longest_chunk, len(event["bytes"]) // 2)
"""
# What a discarded answer does, whatever the reason.
DISCARDED = """
0x0A counts although it is discarded because {reason}
  _read_failed: finally => if is_discarded and code == NO_OBJECT: self.link.has_instruction = False
a value that is discarded because {reason} ends a row
  _receive: finally => if is_discarded: self._progress()
0x0A ends a row although it is discarded because {reason}
  _read_failed: finally => if is_discarded and code == NO_OBJECT: self._progress()
0x0A that is discarded because {reason} ends pairingRequired
  _read_failed: finally => if is_discarded and code == NO_OBJECT: self.link.needs_pairing = False
an error that is discarded because {reason} counts
  _read_failed: finally => self.link.failed += is_discarded and code not in (NO_OBJECT, *PAIRING_ERRORS);;
    if is_discarded and self.link.failed > MAXIMUM_FAILED: self._give_up()
bytes that are discarded because {reason} count
  _receive: finally => try: reference.decode(chunk, self._layout, "whole");;
    except Refused: self.link.unreadable += is_discarded;;
    if is_discarded and self.link.unreadable > MAXIMUM_UNREADABLE: self._give_up()
"""
REASONS = {
    "the MTU changed": "self.link.is_discarded and not self.link.services_changed",
    "services changed": "self.link.services_changed",
}
MTUS = """
the same MTU again makes it discard an answer
  _on_mtuChanged: => is_same = self.phase in LINKED and event["mtu"] == self.reader.mtu;;
    self.link.is_discarded |= is_same and self.phase == "reading"
the same MTU again forgets the chunk size
  _on_mtuChanged: => self.reader.longest_chunk = 0
an unknown MTU is taken for 23 when {connected|mtuChanged}
  {_on_connected|_on_mtuChanged}: => event = event | {"mtu": event["mtu"] or 23}
another change of the MTU makes an old answer good
  _on_mtuChanged: => was_discarded = self.link.is_discarded
  _on_mtuChanged: finally => self.link.is_discarded &= not was_discarded
reassembly is told any MTU when {connected|mtuChanged}
  {_on_connected|_on_mtuChanged}: finally => is_up = self.phase in LINKED and event["link"] == self.link.ticket;;
    if is_up: self.reader.mtu = event["mtu"]
an MTU below 23 is believed
  _known_mtu: => if mtu is not None: return min(mtu, LARGEST_MTU)
an MTU below 23 is believed unless it is 0
  _known_mtu: => if mtu: return min(mtu, LARGEST_MTU)
an MTU of {22 is believed|23 counts as unknown}
  _known_mtu: => if mtu == {22|23}: return {22|None}
an MTU below 23 counts as 23
  _known_mtu: => mtu = mtu if mtu is None else max(mtu, 23)
an MTU above 65535 {is believed|counts as unknown}
  _known_mtu: => if mtu is not None and mtu > LARGEST_MTU: return {mtu|None}
an MTU above 65535 loses its high bits
  _known_mtu: => mtu = mtu if mtu is None else mtu & 0xFFFF
an MTU of 65535 counts as {65534|unknown}
  _known_mtu: => if mtu is not None and mtu >= LARGEST_MTU: return {65534|None}
"""


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All of these faults."""
    tables = [DEBTS, ROWS, UNREADABLE, RADIOS, NOTIFIED, MTUS]
    for reason, condition in REASONS.items():
        noted = rf"\n  \1: => is_discarded = {condition}\n  \1: finally"
        table = DISCARDED.replace("{reason}", reason)
        tables.append(re.sub(r"\n  (\w+): finally", noted, table))
    for table in tables:
        for name, plants in edited(table, Central, central_reads, central):
            yield SIDE.mutant(name, *plants)
