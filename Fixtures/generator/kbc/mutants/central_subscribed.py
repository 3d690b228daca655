"""Faults of the central's session that has subscribed on a radio with one callback."""

from collections.abc import Iterator

from ..evaluate import Json
from ..reassembly import Reader
from ..sessions.central import Central
from .central import SIDE
from .edits import edited
from .mutant import Mutant

# What comes before the subscription, and when it reads after that.
ORDER = """
with one callback it subscribes before it reads
  _on_discovered: and not self._has_one_callback => and True
with one callback it subscribes only after {an object|a read that did not fail}
  _rest: if self.link.must_subscribe: => if self.link.must_subscribe and {self.link.has_instruction|interval != 500}:
with one callback a read that failed with {0x05|0x07|0x0a} is not followed by the subscription
  _read_failed: => if code == {0x05|0x07|0x0A}: self.link.must_subscribe = False
it polls, subscribed or not
  _read_interval: self.link.is_subscribed or => False or
with one callback it polls only if there is no CCCD
  _read_interval: self.link.is_subscribed or => self._may_be_notified or self.link.is_subscribed or
it polls only with one callback
  _read_interval: => if not self._has_one_callback: return KEEP_ALIVE_READ_INTERVAL
it asks for an owed subscription as often as it polls
  _read_interval: or self.link.owes_subscription => or False
what comes unasked puts off the next read
  _follow_up: self.quiet = None => self._rest(self._read_interval)
the next read after a value that may be torn is due {1|5} s after it
  _settle: self.now + KEEP_ALIVE_READ_INTERVAL => self.now + {1000|5000}
after services changed it subscribes before it reads
  _on_discovered: and not self._has_one_callback => and not (self._has_one_callback and not self._may_be_notified)
a new link is taken for one with a subscription
  _on_connected: self.reader.least_mtu = None => pass
"""
# What is whole, and what is evidence.
EXTENTS = """
a value as long as a notification is whole
  _is_whole_arrival: <= self.mtu - NOTIFICATION_OVERHEAD => < self.mtu - NOTIFICATION_OVERHEAD
a value as long as a notification is not one PDU
  is_one_pdu: length <= self._shortest_notified => length < self._shortest_notified
20 and 22 bytes are whole
  _is_whole_arrival: return length not in (SMALLEST_PAYLOAD, DEFAULT_READ) => return True
{20|22} bytes are whole
  _is_whole_arrival: return length not in (SMALLEST_PAYLOAD, DEFAULT_READ) => return length != {22|20}
20 and 22 bytes are never whole
  _is_whole_arrival: if length < self.longest_chunk: => if False:
22 bytes are whole only if a longer answer came
  _is_whole_arrival: length == DEFAULT_READ and self.mtu == DEFAULT_MTU => False
22 bytes are whole at MTU 24
  _is_whole_arrival: self.mtu == DEFAULT_MTU => self.mtu <= 24
a longer answer makes a value as long as a notification whole
  _is_whole_arrival: => if length < self.longest_chunk: return True
a notification shows how long chunks are
  _is_evidence: => return True
after the subscription nothing shows how long chunks are
  _is_evidence: return self.least_mtu == => return False and self.least_mtu ==
an answer that may be of an earlier MTU shows how long chunks are
  _is_evidence: self.least_mtu == self.mtu and => True and
at an unknown MTU everything counts as one PDU
  _shortest_notified: (self.least_mtu or 2) => (self.least_mtu and (600 if self.mtu is None else self.least_mtu) or 2)
more than one PDU is never whole
  _is_whole_arrival: => if length > self._shortest_notified: return False
more than one PDU is whole at an unknown MTU
  _is_whole_arrival: => if self.mtu is None: return length > self._shortest_notified
"""
# The quiet, and what ends it.
QUIET = """
a value that may be torn is read again at once
  _settle: ... => self._request_chunk()
a value that may be torn is whole at once
  _first_chunk: => if self.least_mtu is not None: self.first = self.data = chunk; return "complete"
the quiet takes {49|51} ms
  _await_marker: self.now + QUIET_INTERVAL => self.now + {49|51}
any event that comes when the quiet is over ends it
  handle: if event["event"] == "timePassed" and told is not None => if told is not None
another value before the quiet is over leaves it
  _settle: => before = self.quiet
  _settle: ... => self.quiet = self.quiet and before or self.quiet
the same value before the quiet is over leaves it
  _on_arrived: => before = (self.quiet, self.reader.data)
  _on_arrived: ... => if before[0] and self.quiet and before[1] == self.reader.data: self.quiet = before[0]
the same value before the quiet is over is the second read
  _on_arrived: => if self.quiet and bytes.fromhex(event["bytes"]) == self.reader.data: self.quiet = None; return self._take_complete()
the quiet lasts beyond the time at which the next read is due
  _await_marker: min(self.now + QUIET_INTERVAL, due) => self.now + QUIET_INTERVAL
a value that comes when the next read is due is waited for
  _await_marker: if due is None or due <= self.now: => if due is None:
the quiet goes on when a value came in one PDU
  _follow_up: self.quiet = None => pass
an identifier leaves the quiet
  _be_notified: if self.phase == "ready": => if self.phase == "ready" and self.quiet is None:
another MTU leaves the quiet
  _on_mtuChanged: if self.quiet is not None: => if False:
another MTU ends the quiet
  _on_mtuChanged: self.reader.begin() => self._read_object()
the second read begins the object anew
  _confirm: self._request_chunk() => self._read_object()
before the subscription a value is read again after the quiet
  _take: if self._may_be_notified: => if self._has_one_callback:
"""
# Which arrivals are what.
ARRIVALS = """
an identifier counts as the answer
  _on_arrived: and self._is_identifier(data) => and False
before the subscription an identifier is no answer
  _on_arrived: self._may_be_notified and self._is_identifier(data) => self._is_identifier(data)
{4|16} bytes are an identifier, whatever the layout
  _is_identifier: => if len(data) == {4|16}: return True
what is not an instruction is a notification
  _is_identifier: return False => return True
an arrival without a read is a notification
  _on_arrived: elif self.phase == "ready" and self._may_be_notified: => elif self.phase == "ready" and self._may_be_notified: return self._be_notified(data);;
    elif False:
an arrival without a read only shows that the phone is there
  _on_arrived: elif self.phase == "ready" and self._may_be_notified: => elif False:
an arrival while subscribing is taken
  _on_arrived: elif self.phase == "ready" and => elif self.phase in ("ready", "subscribing") and
what came unasked and may be cut is no reason to read
  _follow_up: if data is None or identifier is None or not => if False and not
what came unasked is always a reason to read
  _follow_up: if data is None or identifier is None or not self._is_shown_whole(data): => if True:
what came unasked and is no instruction is no reason to read
  _follow_up: identifier is None or => False or
what is shown whole is delivered as its beginning
  _was_delivered: if self._is_shown_whole(data): => if False:
what is shown as a beginning is not delivered as less of it
  _is_shown_whole: self.was_whole and => True and
a read that an identifier may have hidden ends the link
  _be_notified: self._doubt_answer() => pass
a notification shows that the phone answers
  _be_notified: if self.phase != "reading" or not self._may_be_notified: => if True:
with separate callbacks, too, a notification during a read does not show that the phone answers
  _be_notified: if self.phase != "reading" or not self._may_be_notified: => if self.phase != "reading":
a read that an identifier may have hidden is made again after {1000|250} ms
  _doubt_answer: self.now + RETRY_INTERVAL => self.now + {1000|250}
each read is made again
  _request_chunk: ... => self.timeout = 2 * self.due if self._may_be_notified else None
a read that is made again times out later than the first one
  _meet_deadlines: self._read_until(self.timeout) => self._read_object()
an identifier puts off the time at which a read times out
  _doubt_answer: self.timeout or self.due => self.now + 5000
the beginning of what came unasked is shown
  _take_partial: self.is_unasked or => False or
the beginning of an answer is shown, although the phone notifies objects
  _take_partial: link.notifies_objects or => False or
the beginning of what may answer an earlier read is shown
  _take_partial: or link.may_owe_answer => or False
with a subscription no beginning is shown
  _take_partial: if may_be_older: => if self._may_be_notified:
a phone owes an answer until the link ends
  _take_partial: link.may_owe_answer = self.reader.may_be_notified(len(self.reader.first)) => pass
longer than one PDU may be no notification, whatever the MTU
  _take_partial: link.may_owe_answer = self.reader.may_be_notified(len(self.reader.first)) => link.may_owe_answer = False
any object shows that the phone notifies some
  _take_complete: self.link.notifies_objects |= self.is_unasked => self.link.notifies_objects = True
on a new link the phone notifies objects, too
  _connect: => self.had = self.link.notifies_objects
  _on_connected: ... => self.link.notifies_objects = self.had
a new link owes an answer, too
  _connect: => self.had = self.link.may_owe_answer
  _on_connected: ... => self.link.may_owe_answer = self.had
what came unasked, and is not an instruction, puts off the next read
  _retry: elif self.is_unasked and => elif False and
what came unasked, and is not an instruction, is no reason to read
  _retry: min(self.due - self.now, RETRY_INTERVAL) => self.due - self.now
what comes unasked leaves a demand for pairing
  _on_arrived: self.is_unasked = True => self.is_unasked = True; was = self.link.needs_pairing
  _on_arrived: self._take(data) => self._take(data); self.link.needs_pairing = was
"""
# The MTU that has grown.
GROWTH = """
a marker may be {19|21} ms late
  _pass_marker: MARKER_TOLERANCE => {19|21}
a marker is late only once
  _pass_marker: self.now - told > MARKER_TOLERANCE =>
    self.now - told > MARKER_TOLERANCE and not self.__dict__.get("was_late"); self.was_late = is_late
a marker may be late
  _pass_marker: is_late = self.now - told > MARKER_TOLERANCE => is_late = False
what waits for a marker is read anew if that is late
  _pass_marker: self._await_marker(self.due) if => self._read_object() if
when the end of an earlier MTU is told late, it counts for the rest of the link
  _pass_marker: self.now + QUIET_INTERVAL if is_late else None => None
when the MTU has grown, everything is of the new one
  change_mtu: ... => self.least_mtu = self.least_mtu and (mtu or DEFAULT_MTU)
when the MTU has grown, nothing is of the new one for the rest of the link
  _pass_marker: self.reader.expect_notifications() => pass
an earlier MTU is over after {29990|30010} ms
  _on_mtuChanged: OLDEST_READ_INTERVAL => {29990|30010}
an earlier MTU is over whatever event tells the time
  handle: self._meet_deadlines() => ends = self.link.earlier_mtu_ends;;
    if ends is not None and ends <= self.now and self._may_be_notified: self.link.earlier_mtu_ends = None;;
    if ends is not None and ends <= self.now and self._may_be_notified: self.reader.expect_notifications();;
    self._meet_deadlines()
before the subscription, an earlier MTU counts for 30 s
  expect_notifications: => self.was = self.__dict__.get("was", DEFAULT_MTU)
  expect_notifications: ... => if not self.__dict__.get("again"): self.least_mtu = min(self.was, self.least_mtu); self.again = True
"""
ALL = (ORDER, EXTENTS, QUIET, ARRIVALS, GROWTH)


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of a subscription with one callback."""
    for table in ALL:
        for name, plants in edited(table, Central, Reader):
            yield SIDE.mutant(name, *plants)
