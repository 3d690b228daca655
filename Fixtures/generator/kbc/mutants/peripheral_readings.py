"""Faults of the phone's session that keep another reading of its rules: where a sentence could be taken in two ways."""

from collections.abc import Iterator

from ..evaluate import Json
from ..sessions.peripheral import Peripheral
from .edits import edited
from .mutant import Mutant
from .peripheral import SIDE

WATCHDOGS = """
after the one watchdog has fired, a subscription does not make it idle
  _on_subscribed: self.has_fired = False => pass
a publication while Bluetooth is off arms the one watchdog
  _on_publish: if self.phase == "radioOff": => is_one = not self._has_own_watchdogs();;
    if self.phase == "radioOff" and is_one: self.watchdog = self.now + LOST_LINK_INTERVAL;; if self.phase == "radioOff":
what the one watchdog lost is still lost after Bluetooth was off
  _on_radioOff: => self.was_lost = self.has_fired
  _on_radioOn: ... => if self.__dict__.get("was_lost") and self.phase == "advertising": self._advertise_again()
a watchdog fires while Bluetooth is off
  _meet_deadlines: => for place in self._kept() if self.phase == "radioOff" else []:;;
        if self._is_due(place.watchdog): place.watchdog, place.has_fired = None, True
the end of a link makes the one watchdog idle
  _on_disconnected: ... => if not self._has_own_watchdogs(): self.watchdog = None
the one watchdog counts a read that is answered with {0x07|0x0A|0x0B}
  _on_read: is_answered = self.effects[-1]["effect"] == "answer" =>
    is_answered = self.effects[-1].get("attError") in (None, {0x07|0x0A|0x0B})
the one watchdog does not count a read that is answered with no bytes
  _on_read: is_answered = self.effects[-1]["effect"] == "answer" =>
    is_answered = bool(self.effects[-1].get("bytes"))
a central's own watchdog counts no read that is answered with an error
  _on_read: self._hear(place) => before = place.watchdog, place.has_fired; self._hear(place);;
    if not is_answered: place.watchdog, place.has_fired = before
without a CCCD a read that is answered with an error does not end advertising
  _on_read: elif not self.configuration["hasCCCD"]: =>
    elif is_answered and not self.configuration["hasCCCD"]:
Bluetooth that goes off makes the one watchdog idle
  _on_radioOff: self.watchdog = kept => pass
Bluetooth that goes off once more makes the one watchdog idle
  _on_radioOff: self.watchdog = kept => self.watchdog = kept if was_on else None
  _on_radioOff: self.radio_on = False => was_on, self.radio_on = self.radio_on, False
Bluetooth that comes back on arms the one watchdog anew
  _begin: late = max(self.now - self.watchdog, 0) => late, self.watchdog = 0, self.now + LOST_LINK_INTERVAL
the one watchdog fires when Bluetooth comes back on if it was due before
  _begin: late = max(self.now - self.watchdog, 0) => late = 0
the one watchdog that is due when Bluetooth comes back on is armed anew
  _begin: -(-late // LOST_LINK_INTERVAL) => (late // LOST_LINK_INTERVAL + (late > 0))
Bluetooth comes back on, and it advertises with the limit though the one watchdog is armed
  _begin: self.phase = "serving" => self._do("startAdvertising");;
    self.phase, self.limit = "advertising", self.now + ADVERTISING_LIMIT
the one watchdog outlives navigation that ends while Bluetooth is off
  _on_stopNavigation: => kept = self.watchdog
  _on_startNavigation: ... => if self.phase == "radioOff": self.watchdog = self.__dict__.get("kept")
  _on_stopNavigation: ... => self.kept = kept
a subscription that is refused makes the one watchdog idle
  _on_subscribed: return self._do => if not self._has_own_watchdogs(): self.watchdog = None;; return self._do
"""
PUBLICATIONS = """
a snapshot of no object is empty
  _on_read: if data is None: => is_snapshot = place and self.configuration["serving"] == "snapshotPerRead";;
    if data is None and is_snapshot: data = b"";; if data is None:
an empty notification is sent when there is no object
  _on_notificationsReady: => owed = [place for place in self._kept() if place.refused is not None]
  _on_notificationsReady: ... =>
    for place in [] if self.objects else owed: self._do("notify", central=place.central, bytes="")
time begins at 1 ms
  _on_startNavigation: => self.now = max(self.now, 1)
a publication that is refused puts the repeat off
  _on_publish: return self._do("fault", fault="unpublishable" =>
    if self.repeat is not None: self.repeat = self.now + REPEAT_INTERVAL;;
    return self._do("fault", fault="unpublishable"
a publication that is refused leaves no object
  _on_publish: return self._do("fault", fault="unpublishable" =>
    self.objects = {};; return self._do("fault", fault="unpublishable"
a read that names an object makes it the snapshot
  _on_read: if data is None: => numbers = {value: key for key, value in self.objects.items()};;
    if place and data is not None and "identifier" in event: place.snapshot = numbers.get(data, place.snapshot);;
    if data is None:
the same bytes published again are not a publication
  _on_publish: => newest = self.objects.get(self.published, b"");;
    if self.phase != "stopped" and newest.hex() == event["bytes"]: return
of two objects with a named identifier the older one is read
  _object_for: reverse=True => reverse=False
a repeat comes before the end of advertising
  _meet_deadlines: self._fire_watchdogs() => self._fire_watchdogs();;
    if self.repeat is not None and self.now >= self.repeat: self._repeat(); self.repeat = self.now + REPEAT_INTERVAL
a publication ends what a full queue owes
  _on_publish: self._notify_of_publication() => self._notify_of_publication();;
    for place in self._kept(): place.refused = None
a read that is rejected with 0x01 counts
  _on_read: return self._do => place = self._place(event);; if place: place.heard = self.now;; return self._do
a read past the end takes no snapshot
  _on_read: data = => snapshot = place.snapshot if place else 0; data =
  _on_read: if data is None: => taken = self.objects.get(place.snapshot) if place else None;;
    if taken is not None and event["offset"] > len(taken): place.snapshot = snapshot;; if data is None:
an object that is equal to the snapshot takes its place
  _on_publish: self.objects[self.published] = data =>
    self.objects[self.published] = data; self.__dict__.setdefault("taken", {}).update(self.objects)
  _on_read: data = => taken = self.__dict__.get("taken", {});; for number, data in self.objects.items():;;
        if place and event["offset"] and data == taken.get(place.snapshot): place.snapshot = number;; data =
"""
# What a place keeps, and what keeps it.
PLACES = """
a central that {unsubscribed|mtuChanged|notificationRefused} is not quiet
  {_on_unsubscribed|_on_mtuChanged|_on_notificationRefused}: place = self._place(event) =>
    place = self._place(event);; if place: place.heard = self.now
a central that {subscribed|unsubscribed|mtuChanged} loses its snapshot
  {_on_subscribed|_on_unsubscribed|_on_mtuChanged}: place = self._place(event) =>
    place = self._place(event);; if place: place.snapshot = 0
a central that connects once more keeps its {is_subscribed|snapshot|mtu}
  _on_connected: place.has_arrived = =>
    place.{is_subscribed|snapshot|mtu} = known.{is_subscribed|snapshot|mtu}; place.has_arrived =
of two refusals the first one counts
  _on_notificationRefused: = self.now => = self.now if place.refused is None else place.refused
another MTU ends a subscription
  _on_mtuChanged: place.mtu = => place.is_subscribed = False; place.mtu =
the end of navigation forgets connections
  _on_stopNavigation: ... => self.places = [None] * PLACES
the user limits advertising that had no limit
  _on_startAdvertising: ... =>
    if self.phase == "advertisingAgain": self.phase, self.limit = "advertising", self.now + ADVERTISING_LIMIT
a subscription is answered with a notification
  _on_subscribed: return self._arrive(place) =>
    self._arrive(place); self._notify(place, self.configuration["notification"]); return
  _on_subscribed: ... => self._notify(place, self.configuration["notification"])
"""
# What Bluetooth does that is off, once or twice.
OFF = """
the one watchdog has still fired when Bluetooth was off
  _on_radioOff: => fired = self.has_fired
  _on_radioOff: ... => self.has_fired = fired
  _on_radioOn: => fired = self.has_fired
  _on_radioOn: ... => self.has_fired = fired
Bluetooth that is off once more drops no connection
  _on_radioOff: => if self.phase == "radioOff": return
whoever connected while Bluetooth is off is lost if it is off once more
  _on_radioOff: => if self.phase == "radioOff" and self._kept(): self.missing = max(self.missing, 1)
"""


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All other readings of the phone's session."""
    for table in (WATCHDOGS, PUBLICATIONS, PLACES, OFF):
        for name, plants in edited(table, Peripheral):
            yield SIDE.mutant(name, *plants)
