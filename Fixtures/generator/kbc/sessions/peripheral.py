"""A model of the phone's session: rules P.1 to P.12 of Docs/Sessions.md."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..reference import Refused, decode
from ..timing import ADVERTISING_LIMIT, LOST_LINK_INTERVAL, REPEAT_INTERVAL

Json = dict[str, Any]

KEPT = 10
PLACES = 4
DEFAULTS: Json = {
    "notification": "identifier",
    "retriedNotification": "identifier",
    "serving": "newestAlways",
    "ending": "empty",
    "chunkSize": "readPayload",
    "hasCCCD": True,
    "lossDetection": "eachCentral",
    "repeats": True,
}
NAVIGATING = ("advertising", "advertisingAgain", "serving")


@dataclass
class Place:
    """What the phone keeps for one central."""

    central: int
    mtu: int
    heard: int
    is_subscribed: bool = False
    refused: int | None = None
    snapshot: int = 0
    watchdog: int | None = None
    has_fired: bool = False
    has_arrived: bool = False


class Peripheral:
    """Answers one event at a time with effects."""

    def __init__(self, configuration: Json) -> None:
        self.configuration = DEFAULTS | configuration
        self.phase = "stopped"
        self.now = 0
        self.radio_on = True
        self.places: list[Place | None] = [None] * PLACES
        self.published = 0
        self.objects: dict[int, bytes] = {}
        self.limit: int | None = None
        self.repeat: int | None = None
        self.watchdog: int | None = None
        self.has_fired = False
        self.missing = 0
        self.effects: list[Json] = []

    def handle(self, event: Json) -> Json:
        """Takes an event; returns the step that it leads to."""
        self.now = max(self.now, event["at"])
        self.effects = []
        getattr(self, f"_on_{event['event']}")(event)
        if event["event"] != "notificationRefused":
            self._meet_deadlines()
        times = [
            time
            for time in (self.limit, self.repeat, *self._watchdogs())
            if time is not None
        ]
        if self.phase == "radioOff":
            times = []
        return {
            "effects": self.effects,
            "phase": self.phase,
            "deadline": min(times, default=None),
        }

    # The user's actions

    def _on_startNavigation(self, _: Json) -> None:
        if self.phase == "stopped":
            self._begin()

    def _on_stopNavigation(self, _: Json) -> None:
        if self.phase == "stopped":
            return
        if self.phase in ("advertising", "advertisingAgain"):
            self._do("stopAdvertising")
        if self.phase in NAVIGATING:
            self._do("removeService")
        self._rest("stopped")
        self.objects = {}
        self.missing = 0
        for place in self._kept():
            self._end_subscription(place)
            place.snapshot = 0
            place.watchdog = None
            place.has_fired = False
            place.has_arrived = False

    def _on_startAdvertising(self, _: Json) -> None:
        if self.phase == "serving":
            self._do("startAdvertising")
            self.phase = "advertising"
        if self.phase == "advertising":
            self.limit = self.now + ADVERTISING_LIMIT

    def _on_publish(self, event: Json) -> None:
        if self.phase == "stopped":
            return self._do("fault", fault="notNavigating")
        data = bytes.fromhex(event["bytes"])
        try:
            decode(data, self.configuration["layout"], "whole")
        except Refused as refused:
            error = {"code": refused.code, "offset": refused.offset}
            return self._do("fault", fault="unpublishable", error=error)
        self.published += 1
        self.objects[self.published] = data
        self.objects.pop(self.published - KEPT, None)
        if self.phase == "radioOff":
            return
        self._notify_of_publication()
        self._repeat_later()
        for guard in self._kept() if self._has_own_watchdogs() else [self]:
            if guard.watchdog is None and not guard.has_fired:
                guard.watchdog = self.now + LOST_LINK_INTERVAL

    # Links

    def _on_connected(self, event: Json) -> None:
        place = Place(event["central"], event["mtu"], self.now)
        known = self._place(event)
        if known:
            index = self.places.index(known)
            place.has_arrived = known.has_arrived
        elif None in self.places:
            index = self.places.index(None)
        else:
            heard = [kept.heard for kept in self._kept()]
            index = heard.index(min(heard))
        self.places[index] = place
        self._hear(place)

    def _on_disconnected(self, event: Json) -> None:
        place = self._place(event)
        if place:
            self.places[self.places.index(place)] = None
        is_lost_already = place is not None and place.has_fired
        if self._has_own_watchdogs() and not is_lost_already:
            self._lose([place])

    def _on_mtuChanged(self, event: Json) -> None:
        place = self._place(event)
        if place:
            place.mtu = event["mtu"]

    def _on_subscribed(self, event: Json) -> None:
        place = self._place(event)
        is_served = self.phase in NAVIGATING and self.configuration["hasCCCD"]
        if place is None or not is_served:
            return self._do("fault", fault="unknownCentral")
        place.is_subscribed = True
        place.refused = None
        self._hear(place)
        if self._has_own_watchdogs():
            return self._arrive(place)
        self.watchdog = None
        self.has_fired = False
        self._stop_advertising()

    def _on_unsubscribed(self, event: Json) -> None:
        place = self._place(event)
        if place:
            self._end_subscription(place)

    def _end_subscription(self, place: Place) -> None:
        place.is_subscribed = False
        place.refused = None

    def _hear(self, place: Place) -> None:
        place.heard = self.now
        place.has_fired = False
        if self._has_own_watchdogs() and self.objects:
            place.watchdog = self.now + LOST_LINK_INTERVAL

    # Reads

    def _on_read(self, event: Json) -> None:
        central = event["central"]
        if self.phase not in NAVIGATING:
            return self._do("reject", central=central, attError=0x01)
        place = self._place(event)
        data = self._object_for(event, place)
        if data is None:
            self._do("reject", central=central, attError=0x0A)
        else:
            self._answer(central, data, event["offset"], place.mtu if place else 23)
        is_answered = self.effects[-1]["effect"] == "answer"
        if place:
            self._hear(place)
        if place is None if self._has_own_watchdogs() else is_answered:
            self.watchdog = self.now + LOST_LINK_INTERVAL
            self.has_fired = False
        if self._has_own_watchdogs():
            if place:
                self._arrive(place)
        elif not self.configuration["hasCCCD"]:
            self._stop_advertising()

    def _object_for(self, event: Json, place: Place | None) -> bytes | None:
        if "identifier" in event:
            layout = self.configuration["layout"]
            for number in sorted(self.objects, reverse=True):
                instruction = decode(self.objects[number], layout, "whole")
                if str(instruction.identifier).upper() == str(event["identifier"]):
                    return self.objects[number]
            return None
        newest = self.objects.get(self.published)
        if newest is None or place is None:
            return newest
        if self.configuration["serving"] == "newestAlways":
            return newest
        if event["offset"] == 0 or place.snapshot not in self.objects:
            place.snapshot = self.published
        return self.objects[place.snapshot]

    def _answer(self, central: int, data: bytes, offset: int, mtu: int) -> None:
        ending = self.configuration["ending"]
        if offset > len(data):
            code = 0x0B if ending == "attributeNotLong" else 0x07
            self._do("reject", central=central, attError=code)
        elif offset == len(data) and ending != "empty":
            code = {"invalidOffset": 0x07, "attributeNotLong": 0x0B}[ending]
            self._do("reject", central=central, attError=code)
        else:
            mtu = max(mtu, 23)
            size = {
                "readPayload": mtu - 1,
                "notificationPayload": mtu - 3,
                "smallestPayload": 20,
            }[self.configuration["chunkSize"]]
            chunk = data[offset : offset + size]
            self._do("answer", central=central, bytes=chunk.hex())

    # Notifications

    def _on_notificationRefused(self, event: Json) -> None:
        place = self._place(event)
        if place and place.is_subscribed:
            place.refused = self.now

    def _on_notificationsReady(self, _: Json) -> None:
        for place in self._kept():
            if place.refused is not None:
                self._notify(place, self.configuration["retriedNotification"])

    def _notify_of_publication(self) -> None:
        for place in self._kept():
            refused = place.refused
            if refused is None or self.now - refused >= REPEAT_INTERVAL:
                self._notify(place, self.configuration["notification"])

    def _repeat(self) -> None:
        for place in self._kept():
            self._notify(place, self.configuration["notification"])

    def _repeat_later(self) -> None:
        if self.configuration["repeats"]:
            self.repeat = self.now + REPEAT_INTERVAL

    def _notify(self, place: Place, form: str) -> None:
        if self.phase not in NAVIGATING or not place.is_subscribed:
            return
        place.refused = None
        data = self.objects.get(self.published)
        if data is None:
            return
        width = 16 if self.configuration["layout"] == "legacy" else 4
        size = width if form == "identifier" else max(place.mtu, 23) - 3
        self._do("notify", central=place.central, bytes=data[:size].hex())

    # Bluetooth and time

    def _on_radioOff(self, _: Json) -> None:
        self.radio_on = False
        if self._has_own_watchdogs():
            self._count([place for place in self._kept() if not place.has_fired])
        self.places = [None] * PLACES
        if self.phase != "stopped":
            kept = None if self._has_own_watchdogs() else self.watchdog
            self._rest("radioOff")
            self.watchdog = kept

    def _on_radioOn(self, _: Json) -> None:
        self.radio_on = True
        if self.phase == "radioOff":
            for place in self._kept():
                place.watchdog = None
            self._begin()
            if self.published in self.objects:
                self._repeat_later()

    def _on_timePassed(self, _: Json) -> None:
        pass

    def _meet_deadlines(self) -> None:
        if self.phase not in NAVIGATING:
            return
        self._fire_watchdogs()
        if self.limit is not None and self.now >= self.limit:
            self._stop_advertising()
        if self.repeat is not None and self.now >= self.repeat:
            self._repeat()
            self._repeat_later()

    def _fire_watchdogs(self) -> None:
        due = [guard for guard in (self, *self._kept()) if self._is_due(guard.watchdog)]
        for guard in due:
            guard.watchdog = None
            guard.has_fired = True
        if self._has_own_watchdogs():
            self._lose([None if guard is self else guard for guard in due])
        elif due:
            self._advertise_again()

    def _is_due(self, time: int | None) -> bool:
        return time is not None and self.now >= time

    # Devices that are missing

    def _lose(self, lost: Sequence[Place | None]) -> None:
        """Looks for the devices that are lost. None is one without a place."""
        self._count(lost)
        if lost and self.phase in NAVIGATING:
            self._advertise_again()

    def _count(self, lost: Sequence[Place | None]) -> None:
        """Those that had not arrived come first: they may be missing already. Each of the others is one more."""
        if self.phase not in NAVIGATING:
            return
        arrived = [place for place in lost if place and place.has_arrived]
        if len(arrived) < len(lost):
            self.missing = max(self.missing, 1)
        self.missing += len(arrived)
        for place in arrived:
            place.has_arrived = False

    def _arrive(self, place: Place) -> None:
        if place.has_arrived:
            return
        place.has_arrived = True
        self.missing = max(self.missing - 1, 0)
        if self.missing == 0:
            self._stop_advertising()

    # The session's actions

    def _do(self, effect: str, **members: Any) -> None:
        self.effects.append({"effect": effect, **members})

    def _begin(self) -> None:
        if not self.radio_on:
            return self._rest("radioOff")
        self._do("addService")
        if self.watchdog is not None:  # Bluetooth was off
            late = max(self.now - self.watchdog, 0)
            self.watchdog += -(-late // LOST_LINK_INTERVAL) * LOST_LINK_INTERVAL
            self.phase = "serving"
            return
        self._do("startAdvertising")
        self.phase = "advertisingAgain" if self.missing else "advertising"
        self.limit = None if self.missing else self.now + ADVERTISING_LIMIT

    def _rest(self, phase: str) -> None:
        self.phase = phase
        self.limit = self.repeat = self.watchdog = None
        self.has_fired = False

    def _advertise_again(self) -> None:
        if self.phase == "serving":
            self._do("startAdvertising")
        self.phase = "advertisingAgain"
        self.limit = None

    def _stop_advertising(self) -> None:
        if self.phase in ("advertising", "advertisingAgain"):
            self._do("stopAdvertising")
            self.phase = "serving"
            self.limit = None

    def _has_own_watchdogs(self) -> bool:
        return self.configuration["lossDetection"] == "eachCentral"

    def _watchdogs(self) -> list[int | None]:
        return [self.watchdog, *(place.watchdog for place in self._kept())]

    def _kept(self) -> list[Place]:
        return [place for place in self.places if place]

    def _place(self, event: Json) -> Place | None:
        for place in self._kept():
            if place.central == event["central"]:
                return place
        return None
