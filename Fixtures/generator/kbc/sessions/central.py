"""A model of the central's session: rules C.1 to C.14 of Docs/Sessions.md."""

from __future__ import annotations

from typing import Any

from ..reassembly import (
    DEFAULT_MTU,
    ENDINGS,
    ONE_CALLBACK,
    SMALLEST_PAYLOAD,
    Reader,
)
from ..reference import Instruction, Refused, decode, decode_notification
from ..timing import (
    KEEP_ALIVE_READ_INTERVAL,
    POLL_INTERVAL,
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
INVALID_HANDLE = 0x01
NO_OBJECT = 0x0A
PAIRING_ERRORS = (0x05, 0x0F)
LARGEST_MTU = 65535
# How many failures in a row a link survives.
MAXIMUM_FAILED = 3
MAXIMUM_UNREADABLE = 8


class Link:
    """What is forgotten when a link ends."""

    def __init__(self, ticket: int, now: int) -> None:
        self.ticket = ticket
        self.last_arrival = now
        self.is_silent = False
        self.needs_pairing = False
        self.owes_subscription = False  # refused because pairing is required
        self.has_instruction = False
        self.services_changed = False
        self.is_discarded = False
        self.was_notified = False
        self.notified = b""  # what the last notification during a read carried
        self.named: Any = None  # the identifier that it was
        self.failed = 0
        self.unreadable = 0


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
        self.last_answer = 0  # to a read, and not discarded
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
        self.link = Link(self.link.ticket, self.now)
        self._set_mtu(_known_mtu(event["mtu"]))
        self._discover()

    def _on_disconnected(self, event: Json) -> None:
        is_up = self.phase == "connecting" or self.phase in LINKED
        if not is_up or event["link"] != self.link.ticket:
            return self._late()
        self._search()

    def _on_mtuChanged(self, event: Json) -> None:
        mtu = _known_mtu(event["mtu"])
        if not self._is_of_link(event) or mtu == self.reader.mtu:
            return
        self._set_mtu(mtu)
        if self.phase == "reading":
            self.link.is_discarded = True

    def _set_mtu(self, mtu: int | None) -> None:
        self.reader.mtu = mtu
        self.reader.longest_chunk = 0

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
        has_one_callback = self.configuration["radio"] == ONE_CALLBACK
        if (
            event["hasCCCD"]
            and self.configuration["subscribes"]
            and not has_one_callback
        ):
            self._subscribe()
        else:
            self.link.owes_subscription = False
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
        self.link.owes_subscription = False
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
        if code == INVALID_HANDLE:
            return self._handle_is_invalid()
        self.link.owes_subscription = code in PAIRING_ERRORS
        self._read_object()

    def _read_failed(self, code: int) -> None:
        link = self.link
        if link.services_changed:
            return self._discover()
        if link.is_discarded:
            return self._read_object()
        self.last_answer = self.now
        if code == NO_OBJECT:
            link.needs_pairing = False
            link.has_instruction = False
            self._progress()
            return self._follow_up()
        try:
            self.reader.refused(code)
        except Refused as refused:
            failure = refused
        else:
            return self._request_chunk()
        self._fault("unreadable", failure, attError=code)
        if code == INVALID_HANDLE:
            self._handle_is_invalid()
        elif code in PAIRING_ERRORS:
            link.needs_pairing = True
            self._rest(KEEP_ALIVE_READ_INTERVAL)
        elif code in ENDINGS and self.reader.goes_on and failure.offset == 0:
            if link.was_notified:
                self._read_object()
            else:
                self._retry(False)
        else:
            link.failed += 1
            self._retry(link.failed > MAXIMUM_FAILED)

    def _handle_is_invalid(self) -> None:
        self.link.failed += 1
        if self.link.failed > MAXIMUM_FAILED:
            self._give_up()
        else:
            self._discover()

    def _on_answered(self, event: Json) -> None:
        if not self._is_answer(event, "reading"):
            return self._late()
        self._receive(bytes.fromhex(event["bytes"]))

    def _receive(self, chunk: bytes) -> None:
        link = self.link
        if link.services_changed:
            return self._discover()
        if link.is_discarded:
            return self._read_object()
        link.needs_pairing = False
        self.last_answer = self.now
        try:
            step = self.reader.received(chunk)
        except Refused as refused:
            return self._could_not_read(refused)
        if step == "complete":
            return self._take_complete()
        if step == "partial":
            self._take_partial()
        self._request_chunk()

    def _could_not_read(self, failure: Refused) -> None:
        self._fault("unreadable", failure)
        if failure.code == "restartsExhausted":
            self._progress()
            self._retry(False)
        else:
            self.link.unreadable += 1
            self._retry(self.link.unreadable > MAXIMUM_UNREADABLE)

    def _progress(self) -> None:
        """Ends both rows of failures."""
        self.link.failed = self.link.unreadable = 0

    def _take_partial(self) -> None:
        data = self.reader.shown
        try:
            instruction = decode(data, self._layout, "possiblyCut")
        except Refused:
            return
        self._note(instruction)
        if not _begin_alike(data, self.last_shown):
            self._deliver(data, "possiblyCut")

    def _take_complete(self) -> None:
        data = self.reader.data
        extent = "whole" if self.reader.is_whole else "possiblyCut"
        try:
            instruction = decode(data, self._layout, extent)
        except Refused as refused:
            if extent == "whole":
                return self._could_not_read(refused)
            self._fault("unreadable", refused)
            return self._follow_up(data)
        self._note(instruction)
        self._progress()
        if not self._was_delivered(data, extent):
            self._deliver(data, extent)
        self._follow_up(data, instruction.identifier)

    def _was_delivered(self, data: bytes, extent: str) -> bool:
        """Whether a complete object equals the last delivery."""
        if extent == "whole":
            return self.was_whole and data == self.last_shown
        if len(data) == SMALLEST_PAYLOAD:
            return _begin_alike(data, self.last_shown)
        return data == self.last_shown

    def _note(self, instruction: Instruction) -> None:
        self.link.has_instruction = True
        if instruction.identifier != self.identifier:
            self.identifier = instruction.identifier
            self.identifier_since = self.now

    def _follow_up(self, data: bytes | None = None, identifier: Any = None) -> None:
        """Decides when to read next, after a read of `data` or of no object."""
        link = self.link
        is_named = identifier is not None and identifier == link.named
        is_begun = data is not None and _begin_alike(link.notified, data)
        if link.was_notified and not is_named and not is_begun:
            self._read_object()
        else:
            self._rest(self._read_interval)

    @property
    def _read_interval(self) -> int:
        has_one_callback = self.configuration["radio"] == ONE_CALLBACK
        return POLL_INTERVAL if has_one_callback else KEEP_ALIVE_READ_INTERVAL

    # Notifications, and arrivals that may be a notification or an answer

    def _on_notified(self, event: Json) -> None:
        if not self._is_of_link(event):
            return
        self._hear()
        self._be_notified(bytes.fromhex(event["bytes"]))

    def _be_notified(self, data: bytes) -> None:
        self.link.owes_subscription = False
        named = None
        try:
            payload = decode_notification(data, self._layout)
            if not isinstance(payload, Instruction):
                named = payload
        except Refused as refused:
            self._fault("malformedNotification", refused)
        if self.phase == "ready":
            self._read_object()
        elif self.phase == "reading":
            self.link.was_notified = True
            self.link.notified = data
            self.link.named = named

    def _on_arrived(self, event: Json) -> None:
        if not self._is_of_link(event):
            return
        self._hear()
        data = bytes.fromhex(event["bytes"])
        if self.configuration["radio"] != ONE_CALLBACK:
            self._be_notified(data)
        elif self.phase == "reading":
            self._receive(data)

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

    def _retry(self, is_enough: bool) -> None:
        if is_enough:
            self._give_up()
        else:
            self._rest(RETRY_INTERVAL)

    def _give_up(self) -> None:
        self._do("fault", fault="gaveUp")
        self._end_link()

    def _deliver(self, data: bytes, extent: str) -> None:
        self.last_shown = data
        self.was_whole = extent == "whole"
        self._do("deliver", extent=extent, bytes=data.hex())

    def _forget_deliveries(self) -> None:
        self.was_whole = False
        self.identifier = None
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
            if self.phase == "ready" and self.link.owes_subscription:
                self._subscribe()
            elif self.phase == "ready":
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
        if self.link.needs_pairing or self.link.owes_subscription:
            return "pairingRequired"
        if not self.link.has_instruction:
            return "ended" if self.has_ended else "waiting"
        is_stale = self.last_answer - self.identifier_since >= STALE_INTERVAL
        return "stale" if is_stale else "navigating"


def _known_mtu(mtu: int | None) -> int | None:
    """The MTU that a radio tells, as far as it can be one."""
    if mtu is None or mtu < DEFAULT_MTU:
        return None
    return min(mtu, LARGEST_MTU)


def _begin_alike(data: bytes, other: bytes) -> bool:
    return data[:SMALLEST_PAYLOAD] == other[:SMALLEST_PAYLOAD]
