"""A model of the central's session: rules C.1 to C.14 of Docs/Sessions.md."""

from __future__ import annotations

from typing import Any

from ..reassembly import SMALLEST_PAYLOAD, Reader
from ..reference import (
    Instruction,
    Refused,
    decode,
    decode_notification,
    is_version_4_uuid,
)
from ..timing import (
    KEEP_ALIVE_READ_INTERVAL,
    READ_TIMEOUT,
    RETRY_INTERVAL,
    SETUP_TIMEOUT,
    SILENCE_INTERVAL,
    STALE_INTERVAL,
)

Json = dict[str, Any]

DEFAULTS: Json = {
    "maximumRestarts": 8,
    "trustsChunkSize": False,
    "subscribes": True,
    "readTimeout": READ_TIMEOUT,
}
OUTSTANDING = ("discovering", "subscribing", "reading")
LINKED = (*OUTSTANDING, "ready")
PAIRING_ERRORS = (0x05, 0x0F)


class Link:
    """What is forgotten when a link ends."""

    def __init__(self, ticket: int, now: int, mtu: int = 23) -> None:
        self.ticket = ticket
        self.mtu = mtu
        self.last_arrival = now
        self.is_silent = False
        self.needs_pairing = False
        self.is_subscribed = False
        self.asks_again = False  # whether to subscribe again, after pairing
        self.has_asked_again = False
        self.has_instruction = False
        self.services_changed = False
        self.is_discarded = False
        self.was_notified = False
        self.named: Any = None
        self.failed = 0
        self.unreadable = 0
        self.doubtful = 0


class Central:
    """Answers one event at a time with effects."""

    def __init__(self, configuration: Json) -> None:
        self.configuration = DEFAULTS | configuration
        self.reader = Reader(
            self.configuration["radio"],
            self.configuration["maximumRestarts"],
            self.configuration["trustsChunkSize"],
        )
        self.phase = "stopped"
        self.due: int | None = None
        self.now = 0
        self.ticket = 0
        self.request = 0
        self.link = Link(0, 0)
        self.radio_on = True
        self.has_ended = False
        self.status = "stopped"
        self.identifier: Any = None
        self.identifier_since = 0
        self.is_stale = False
        self.effects: list[Json] = []
        self._forget_deliveries()

    def handle(self, event: Json) -> Json:
        """Takes an event; returns the step that it leads to."""
        self.now = max(self.now, event["at"])
        self.effects = []
        getattr(self, f"_on_{event['event']}")(event)
        self._meet_deadlines()
        self._tell_rider()
        return {"effects": self.effects, "phase": self.phase, "deadline": self.deadline}

    @property
    def deadline(self) -> int | None:
        if self.due is None or self.phase not in LINKED or self.link.is_silent:
            return self.due
        return min(self.due, self.link.last_arrival + SILENCE_INTERVAL)

    # What the app does

    def _on_start(self, _: Json) -> None:
        if self.phase == "stopped":
            self._forget_deliveries()
            self.has_ended = False
            self._search()

    def _on_stop(self, _: Json) -> None:
        if self.phase == "scanning":
            self._do("stopScan")
        elif self.phase == "connecting" or self.phase in LINKED:
            self._do("disconnect", link=self.link.ticket)
        self._enter("stopped", None)

    def _on_radioOff(self, _: Json) -> None:
        self.radio_on = False
        if self.phase != "stopped":
            self._enter("radioOff", None)

    def _on_radioOn(self, _: Json) -> None:
        self.radio_on = True
        if self.phase == "radioOff":
            self._search()

    def _on_timePassed(self, _: Json) -> None:
        pass

    # The link

    def _on_found(self, event: Json) -> None:
        if self.phase == "scanning":
            self._do("stopScan")
            self.link = Link(self._next_ticket(), self.now)
            self._do("connect", peer=event["peer"], link=self.link.ticket)
            self._enter("connecting", SETUP_TIMEOUT)

    def _on_connected(self, event: Json) -> None:
        if self.phase != "connecting" or event["link"] != self.link.ticket:
            return self._late()
        self.link = Link(self.link.ticket, self.now, event["mtu"])
        self.reader.longest_chunk = 0
        self._discover()

    def _on_disconnected(self, event: Json) -> None:
        is_up = self.phase == "connecting" or self.phase in LINKED
        if not is_up or event["link"] != self.link.ticket:
            return self._late()
        self._search()

    def _on_mtuChanged(self, event: Json) -> None:
        if not self._is_of_link(event):
            return
        self.link.mtu = event["mtu"]
        self.reader.longest_chunk = 0
        if self.phase == "reading":
            self.link.is_discarded = True

    def _on_serviceChanged(self, event: Json) -> None:
        if not self._is_of_link(event):
            return
        self._hear()
        if self.phase == "ready":
            self._discover()
        else:
            self.link.services_changed = True

    # Answers

    def _on_discovered(self, event: Json) -> None:
        if not self._is_answer(event, "discovering"):
            return self._late()
        if self.link.services_changed:
            return self._discover()
        self.has_ended = False
        self.link.asks_again = self.link.has_asked_again = False
        if event["hasCCCD"] and self.configuration["subscribes"]:
            self._subscribe()
        else:
            self._read_object()

    def _on_notDiscovered(self, event: Json) -> None:
        if not self._is_answer(event, "discovering"):
            return self._late()
        if self.link.services_changed:
            return self._discover()
        self.has_ended = True
        self._forget_deliveries()
        self._end_link()

    def _on_subscribed(self, event: Json) -> None:
        if not self._is_answer(event, "subscribing"):
            return self._late()
        self.link.is_subscribed = True
        if self.link.services_changed:
            self._discover()
        else:
            self._read_object()

    def _on_failed(self, event: Json) -> None:
        if self.phase not in OUTSTANDING or event["ticket"] != self.request:
            return self._late()
        self._hear()
        code = event["attError"]
        if self.phase == "reading":
            self._read_failed(code)
            return
        self._do("fault", fault="refused", attError=code)
        if self.link.services_changed:
            self._discover()
        elif self.phase == "discovering":
            self._end_link()
        else:
            self._subscription_failed(code)

    def _subscription_failed(self, code: int) -> None:
        link = self.link
        if code == 0x01:
            self._discover()
        elif code in PAIRING_ERRORS and not link.has_asked_again:
            link.needs_pairing = True
            link.asks_again = True
            self._rest(KEEP_ALIVE_READ_INTERVAL)
        else:
            self._read_object()

    def _read_failed(self, code: int) -> None:
        link = self.link
        if link.services_changed:
            return self._discover()
        if link.is_discarded:
            return self._read_object()
        if code == 0x0A:
            link.failed = 0
            link.needs_pairing = False
            return self._rest(KEEP_ALIVE_READ_INTERVAL)
        try:
            self.reader.refused(code)
        except Refused as refused:
            failure = refused
        else:
            return self._request_chunk()
        if code == 0x01:
            self._fault("unreadable", failure, attError=code)
            self._discover()
        elif code in PAIRING_ERRORS:
            self._fault("unreadable", failure, attError=code)
            link.needs_pairing = True
            self._rest(KEEP_ALIVE_READ_INTERVAL)
        else:
            link.failed += 1
            self._retry(link.failed > 3, failure, attError=code)

    def _on_answered(self, event: Json) -> None:
        if not self._is_answer(event, "reading"):
            return self._late()
        self._receive(bytes.fromhex(event["bytes"]))

    def _receive(self, chunk: bytes) -> None:
        link = self.link
        link.failed = 0
        link.doubtful = 0
        link.needs_pairing = False
        if link.services_changed:
            return self._discover()
        if link.is_discarded:
            return self._read_object()
        try:
            step = self.reader.received(chunk)
            if step == "complete":
                self._take_whole()
                return
        except Refused as refused:
            counts = refused.code != "restartsExhausted"
            link.unreadable += counts
            return self._retry(counts and link.unreadable > 8, refused)
        if step == "partial":
            self._take_partial()
        self._request_chunk()

    def _take_partial(self) -> None:
        data = self.reader.shown
        try:
            instruction = decode(data, self._layout, "possiblyCut")
        except Refused:
            return
        self._note(instruction)
        if data[:SMALLEST_PAYLOAD] != self.last_shown[:SMALLEST_PAYLOAD]:
            self._deliver(data, "possiblyCut")

    def _take_whole(self) -> None:
        data = self.reader.data
        instruction = decode(data, self._layout, "whole")
        self._note(instruction)
        if data != self.last_shown or not self.was_whole:
            self._deliver(data, "whole")
            self.last_whole = data
        link = self.link
        if link.asks_again:
            link.asks_again = False
            link.has_asked_again = True
            self._subscribe()
        elif link.was_notified and link.named != instruction.identifier:
            self._read_object()
        else:
            self._rest(KEEP_ALIVE_READ_INTERVAL)

    def _note(self, instruction: Instruction) -> None:
        self.link.has_instruction = True
        self.link.unreadable = 0
        if instruction.identifier != self.identifier:
            self.identifier = instruction.identifier
            self.identifier_since = self.now
        self.is_stale = self.now - self.identifier_since >= STALE_INTERVAL

    # Notifications, and arrivals that may be a notification or an answer

    def _on_notified(self, event: Json) -> None:
        if not self._is_of_link(event):
            return
        self._hear()
        self._be_notified(bytes.fromhex(event["bytes"]))

    def _be_notified(self, data: bytes) -> None:
        named = None
        try:
            payload = decode_notification(data, self._layout)
            is_object = isinstance(payload, Instruction)
            named = payload.identifier if is_object else payload
        except Refused as refused:
            self._fault("malformedNotification", refused)
        if self.phase == "ready":
            self._read_object()
        elif self.phase == "reading":
            self.link.was_notified = True
            self.link.named = named

    def _on_arrived(self, event: Json) -> None:
        if not self._is_of_link(event):
            return
        self._hear()
        data = bytes.fromhex(event["bytes"])
        link = self.link
        if self.configuration["radio"] == "offsetReads":
            return self._be_notified(data)
        if link.is_subscribed and self._is_bare_identifier(data):
            return self._be_notified(data)
        if self.phase == "ready":
            if data != self.last_whole:
                self._read_object()
        elif self.phase == "reading":
            if not link.is_subscribed or len(data) != max(link.mtu, 23) - 3:
                return self._receive(data)
            if link.services_changed:
                return self._discover()
            link.doubtful += 1
            self.reader.begin()
            self.reader.first = data
            self._take_partial()
            if link.doubtful < 3:
                self._read_object()
            else:
                link.doubtful = 0
                self._rest(KEEP_ALIVE_READ_INTERVAL)

    @staticmethod
    def _is_bare_identifier(data: bytes) -> bool:
        return len(data) < 9 or len(data) == 16 and is_version_4_uuid(data)

    # Actions

    @property
    def _layout(self) -> str:
        return self.configuration["layout"]

    def _do(self, effect: str, **members: Any) -> None:
        self.effects.append({"effect": effect, **members})

    def _late(self) -> None:
        self._do("fault", fault="lateArrival")

    def _fault(self, name: str, refused: Refused, **members: Any) -> None:
        error = {"code": refused.code, "offset": refused.offset, **members}
        self._do("fault", fault=name, error=error)

    def _next_ticket(self) -> int:
        self.ticket += 1
        return self.ticket

    def _enter(self, phase: str, interval: int | None) -> None:
        self.phase = phase
        self.due = None if interval is None else self.now + interval

    def _search(self) -> None:
        if not self.radio_on:
            return self._enter("radioOff", None)
        self._do("startScan")
        self._enter("scanning", None)

    def _end_link(self) -> None:
        self._do("disconnect", link=self.link.ticket)
        self._search()

    def _ask(self, phase: str, effect: str, interval: int, **members: Any) -> None:
        self.request = self._next_ticket()
        self._do(effect, ticket=self.request, **members)
        self._enter(phase, interval)

    def _discover(self) -> None:
        self.link.services_changed = False
        self._ask("discovering", "discover", SETUP_TIMEOUT)

    def _subscribe(self) -> None:
        self._ask("subscribing", "subscribe", SETUP_TIMEOUT)

    def _read_object(self) -> None:
        self.reader.begin()
        self.link.was_notified = False
        self._request_chunk()

    def _request_chunk(self) -> None:
        self.link.is_discarded = False
        timeout = self.configuration["readTimeout"]
        self._ask("reading", "read", timeout, offset=self.reader.offset)

    def _rest(self, interval: int) -> None:
        self._enter("ready", interval)

    def _retry(self, is_enough: bool, failure: Refused, **members: Any) -> None:
        self._fault("unreadable", failure, **members)
        if is_enough:
            self._do("fault", fault="gaveUp")
            self._end_link()
        else:
            self._rest(RETRY_INTERVAL)

    def _deliver(self, data: bytes, extent: str) -> None:
        self.last_shown = data
        self.was_whole = extent == "whole"
        self._do("deliver", extent=extent, bytes=data.hex())

    def _forget_deliveries(self) -> None:
        self.last_whole: bytes | None = None
        self.was_whole = False
        self.identifier = None
        self.is_stale = False
        self.last_shown = b""

    # Which link an event belongs to

    def _is_of_link(self, event: Json) -> bool:
        """True if the event's link is up. If the event belongs to another link, reports that it is late."""
        is_up = self.phase in LINKED
        if event["link"] != self.link.ticket or not (
            is_up or self.phase == "connecting"
        ):
            self._late()
            return False
        return is_up

    def _is_answer(self, event: Json, phase: str) -> bool:
        if self.phase != phase or event["ticket"] != self.request:
            return False
        self._hear()
        return True

    def _hear(self) -> None:
        self.link.last_arrival = self.now
        self.link.is_silent = False

    # Time and the rider

    def _meet_deadlines(self) -> None:
        if self.due is not None and self.now >= self.due:
            if self.phase == "ready":
                self._read_object()
            else:
                self._do("fault", fault="timedOut")
                self._end_link()
        if (
            self.phase in LINKED
            and self.now - self.link.last_arrival >= SILENCE_INTERVAL
        ):
            self.link.is_silent = True

    def _tell_rider(self) -> None:
        status = self._current_status()
        if status != self.status:
            self.status = status
            self._do("report", status=status)

    def _current_status(self) -> str:
        if self.phase in ("stopped", "radioOff"):
            return self.phase
        if self.phase in ("scanning", "connecting"):
            return "ended" if self.has_ended else "searching"
        if self.link.is_silent:
            return "silent"
        if self.link.needs_pairing:
            return "pairingRequired"
        if not self.link.has_instruction:
            return "ended" if self.has_ended else "waiting"
        return "stale" if self.is_stale else "navigating"
