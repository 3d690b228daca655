"""Faults of the phone's session: time, lost devices and those that it misses, Bluetooth that is off, notifications."""

from collections.abc import Iterator

from ..evaluate import Json
from ..sessions.peripheral import Peripheral
from .edits import edited
from .mutant import Mutant
from .peripheral import SIDE

TIMES = """
the {limit|repeat|watchdog} is 1 ms early
  _meet_deadlines: => for kept in (self, *self._kept()):;;
        if getattr(kept, "{limit|repeat|watchdog}", None) == self.now + 1: kept.{limit|repeat|watchdog} = self.now
the {limit|repeat|watchdog} is 1 ms late
  _meet_deadlines: => for kept in (self, *self._kept()):;;
        if getattr(kept, "{limit|repeat|watchdog}", None) == self.now: kept.{limit|repeat|watchdog} = self.now + 1
the watchdog fires only once
  _meet_deadlines: => is_due = self._is_due(self.watchdog);;
    if is_due and self.__dict__.get("has_ever_fired"): self.watchdog, self.has_fired = None, True;;
    if is_due: self.has_ever_fired = True
an earlier limit still counts after a later one was set
  _on_startAdvertising: => self.first_limit = self.limit
  _meet_deadlines: finally => if self._is_due(self.__dict__.get("first_limit")): self._stop_advertising()
the watchdog fires though a central subscribed
  _on_subscribed: => self.hidden = self.watchdog
  _meet_deadlines: finally => if self._is_due(self.__dict__.get("hidden")): self._do("startAdvertising")
{subscribed|read} does not arm a device's watchdog
  {_on_subscribed|_on_read}: => kept = self._kept() if self._has_own_watchdogs() else [];;
    before = [(place, place.watchdog) for place in kept]
  {_on_subscribed|_on_read}: finally => for place, watchdog in before: place.watchdog = watchdog
a publication arms no device's watchdog
  _on_publish: => kept = self._kept() if self._has_own_watchdogs() else [];;
    before = [(place, place.watchdog) for place in kept]
  _on_publish: finally => for place, watchdog in before: place.watchdog = watchdog
{publish|subscribed|read} puts off the watchdogs of all devices
  {_on_publish|_on_subscribed|_on_read}: finally => for place in self._kept() if self._has_own_watchdogs() else []:;;
        if place.watchdog is not None: place.watchdog = self.now + LOST_LINK_INTERVAL
{publish|read} arms the watchdog of those without a place
  {_on_publish|_on_read}: finally => is_armed = self._has_own_watchdogs() and self.phase in NAVIGATING;;
    if is_armed: self.watchdog = self.now + LOST_LINK_INTERVAL
the watchdog of those without a place outlives the radio
  _on_radioOff: kept = None if self._has_own_watchdogs() else self.watchdog => kept = self.watchdog
"""
# Links that end, arrivals, and what is asked.
LINKS = """
the end of a link without a place is ignored
  _on_disconnected: => if not self._place(event): return
a device that is gone is not missed while another is connected
  _on_disconnected: => phase = self.phase
  _on_disconnected: finally =>
    if self._kept() and self.phase != phase == "serving": self.effects.clear(); self.phase = phase
before there is an object no device is lost
  _advertise_again: => if not self.objects: return
a loss leaves the user's limit
  _advertise_again: => if self.phase == "advertising": return
the last arrival ends advertising, but the device stays counted
  _arrive: => missing = self.missing
  _arrive: finally => self.missing = self.missing or missing
of several missing devices none comes back
  _arrive: => if not place.has_arrived: self.missing += self.missing > 1
{subscribed|read} is never an arrival
  {_on_subscribed|_on_read}: self._arrive(place) => None
with a CCCD a read is no arrival
  _on_read: self._arrive(place) => if not self.configuration["hasCCCD"]: self._arrive(place)
only a read at offset 0 is an arrival
  _on_read: self._arrive(place) => if event["offset"] == 0: self._arrive(place)
each {subscribed|read} is an arrival
  {_on_subscribed|_on_read}: => place = self._place(event) if self.phase in NAVIGATING else None;;
    if place and self._has_own_watchdogs(): place.has_arrived = False
the first subscription is an arrival even after a read
  _on_subscribed: => place = self._place(event) if self.phase in NAVIGATING else None;;
    if place and self._has_own_watchdogs() and not place.is_subscribed: place.has_arrived = False
the end of a subscription forgets the arrival
  _on_unsubscribed: ... => if place and self._has_own_watchdogs(): place.has_arrived = False
{subscribed|read} without a place is an arrival
  {_on_subscribed|_on_read}: finally => is_here = self.phase in NAVIGATING and self._has_own_watchdogs();;
    if is_here and self._place(event) is None: self._arrive(Place(event["central"], 23, 0))
a read that is not served is an arrival
  _on_read: return self._do => place = self._place(event);;
    if place and self._has_own_watchdogs(): place.has_arrived = True;; return self._do
a central that lost its place has still arrived
  _on_connected: => before = [*self.places]
  _on_connected: finally => kept = [place.central for place in self._kept()];;
    gone = {place.central for place in before if place and place.has_arrived and place.central not in kept};;
    self.__dict__.setdefault("memory", set()).update(gone)
  _on_disconnected: finally => self.missing += event["central"] in self.__dict__.get("memory", ())
who takes the place of another has arrived with it
  _on_connected: => before = [*self.places]
  _on_connected: finally => place = self._place(event); former = before[self.places.index(place)];;
    if former: place.has_arrived = former.has_arrived
only the first device arrives
  _on_connected: => is_known = any(place.has_arrived for place in self._kept())
  _on_connected: finally => if self._has_own_watchdogs(): self._place(event).has_arrived = is_known
the loss of one without a place always counts
  _count: => missing, certain = self.missing, [place for place in lost if not place or place.has_arrived]
  _count: finally => if certain and self.phase in NAVIGATING: self.missing = missing + len(certain)
the end of a link is ignored if its watchdog is idle
  _on_disconnected: => place = self._place(event) if self._has_own_watchdogs() else None;;
    if place and self.objects and place.watchdog is None: return
a missing device whose link ends is missing no more
  _on_disconnected: => is_here = self.phase in NAVIGATING and self._has_own_watchdogs();;
    place = self._place(event) if is_here else None;;
    if place and place.has_fired: self.missing = max(self.missing - 1, 0)
a central whose watchdog fired can't be lost with its next link
  _lose: => fired = {place.central for place in lost if place and place.has_fired};;
    self.__dict__.setdefault("fired", set()).update(fired)
  _on_connected: finally => if event["central"] in self.__dict__.get("fired", ()): place.has_fired = True
{read|subscribed} is no arrival of a central whose watchdog fired
  _lose: finally => for place in filter(None, lost): place.was_lost = True
  {_on_read|_on_subscribed}: => place = self._place(event) if self.phase in NAVIGATING else None;;
    if place and place.__dict__.get("was_lost"): place.has_arrived, place.was_lost = True, False
only a read at offset 0 arms the watchdog
  _on_read: => watchdog = self.watchdog
  _on_read: finally => if event["offset"]: self.watchdog = watchdog
a read at 0 gets what the first one got
  _on_read: if data is None: => is_first = event["offset"] == 0 and place and "identifier" not in event;;
    if is_first: data = place.__dict__.setdefault("first", data);; if data is None:
offsets are taken {-1|+1}
  _answer: => offset = max(offset {-1|+1}, 0)
"""
# How the lost are counted: of so many that are missing, and of those lost now that had arrived and others.
COUNTS = {
    "the loss of one that had not arrived always counts": "missing + had + others",
    "the loss of one that had not arrived never counts": "missing + had",
    "the loss of one that had arrived counts only if none is missing": "missing or 1",
    "of those lost in one event one counts": "missing + min(had, 1) or 1",
    "those that had arrived are lost before those that had not": "missing + had or 1",
    "one that had not arrived counts if it is lost with one that had": (
        "(missing + min(others, 1) if had else missing or 1) + had"
    ),
    "each that had not arrived counts if nobody is missing": "(missing or others) + had",
    "at most two are missing": "min(max(missing, min(others, 1)) + had, 2)",
    "only those lost last are missing": "min(others, 1) + had",
}
OFF = """
Bluetooth off loses those whose watchdog has fired too
  _on_radioOff: => for place in self._kept() if self._has_own_watchdogs() else []: place.has_fired = False
Bluetooth off forgets who was missing before
  _on_radioOff: => if self._has_own_watchdogs(): self.missing = 0
Bluetooth goes off a second time and nobody is lost
  _on_radioOff: => is_again = self.__dict__.get("was_off") and self.phase != "radioOff"; self.was_off = True;;
    if is_again and self._has_own_watchdogs(): self.places = [None] * PLACES
{one central is|only those that had arrived are|only those that subscribed are} lost when Bluetooth goes off
  _on_radioOff: => kept = self._kept() if self._has_own_watchdogs() else [];;
    self.places = [place for place in kept if {place is kept[0]|place.has_arrived|place.is_subscribed}]
Bluetooth off always loses somebody
  _on_radioOff: =>
    if self.phase != "stopped" and self._has_own_watchdogs(): self.missing = max(self.missing, 1)
Bluetooth off loses one without a place too
  _on_radioOff: =>
    if self.watchdog is not None and self._has_own_watchdogs(): self.missing = max(self.missing, 1)
the limit of a start counts though a device is missing
  _begin: finally => if self._has_own_watchdogs(): self.hidden = self.now + ADVERTISING_LIMIT
  _meet_deadlines: finally => if self._is_due(self.__dict__.get("hidden")): self._stop_advertising()
the end of a link {with|without} a place counts while Bluetooth is off
  _on_disconnected: => is_off = self.phase == "radioOff" and self._has_own_watchdogs();;
    if is_off and {self._place(event)|not self._place(event)}: self.missing = max(self.missing, 1)
"""
NOTIFICATIONS = """
a repeat leaves out whoever is owed a notification
  _repeat: => owed = [place for place in self._kept() if place.refused is not None];;
    for place in owed: place.is_subscribed = False
  _repeat: finally => for place in owed: place.is_subscribed = True
a queue that is ready late notifies nobody
  _on_notificationsReady: => for place in self._kept():;;
        if place.refused is not None and self.now - place.refused >= REPEAT_INTERVAL: place.refused = None
only one central is notified
  _notify_of_publication: self._kept() => self._kept()[:1]
only one central is notified, by a repeat
  _repeat: self._kept() => self._kept()[:1]
nobody is notified while it advertises again, by a repeat
  _repeat: => if self.phase == "advertisingAgain": return
a second central stops advertising by its link alone
  _on_connected: => if self._kept(): self._do("stopAdvertising")
a notification is owed for ever
  _on_notificationsReady: => owed = [(place, place.refused) for place in self._kept()]
  _on_notificationsReady: finally => for place, refused in owed: place.refused = refused
"""


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All of these faults."""
    tables = [TIMES, LINKS, OFF, NOTIFICATIONS]
    for name, count in COUNTS.items():
        tables.append(
            f"{name}\n  _count: => missing = self.missing;;"
            " had = sum(bool(place and place.has_arrived) for place in lost);;"
            " others = len(lost) - had\n  _count: finally =>"
            f" if lost and self.phase in NAVIGATING: self.missing = {count}"
        )
    for table in tables:
        for name, plants in edited(table, Peripheral):
            yield SIDE.mutant(name, *plants)
