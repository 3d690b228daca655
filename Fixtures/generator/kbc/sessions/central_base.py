"""What the central's session keeps, what it does, when, and what it tells the rider (Docs/Sessions.md)."""

from typing import Any

from ..reassembly import ONE_CALLBACK, Reader
from ..reference import Refused
from ..timing import (
    KEEP_ALIVE_READ_INTERVAL,
    MARKER_TOLERANCE,
    QUIET_INTERVAL,
    READ_TIMEOUT,
    RETRY_INTERVAL,
    SETUP_TIMEOUT,
    SILENCE_INTERVAL,
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
        self.must_subscribe = False  # with one callback, after the first read
        self.is_subscribed = False
        self.notifies_objects = False  # one came unasked, in one PDU
        # Of the last read: a longer value may be older than what is shown.
        self.may_owe_answer = False
        # When nothing of an earlier MTU can arrive any more.
        self.earlier_mtu_ends: int | None = None
        self.failed = 0
        self.unreadable = 0
        self.lost = 0  # reads in a row that could not read what the phone has


class CentralBase:
    """The state, and the actions that change it."""

    def __init__(self, configuration: Json) -> None:
        self.configuration = DEFAULTS | configuration
        self.reader = Reader(
            self.configuration["radio"],
            self.configuration["maximumRestarts"],
            self.configuration["trustsChunkSize"],
        )
        self.phase = "stopped"
        self.due: int | None = None
        self.quiet: int | None = None  # when a value that arrived is to be read again
        self.is_unasked = False  # whether it came without a read
        # When a read times out whose answer may never be told. It is made again when it is due.
        self.timeout: int | None = None
        self.now = 0
        self.ticket = 0
        self.request = 0
        self.link = Link(0, 0)
        self.radio_on = True
        self.has_ended = False
        self.status = "stopped"
        self.effects: list[Json] = []
        self._forget_deliveries()

    def handle(self, event: Json) -> Json:
        """Takes an event; returns the step that it leads to."""
        told = self.deadline
        self.now = max(self.now, event["at"])
        self.effects = []
        getattr(self, f"_on_{event['event']}")(event)
        if event["event"] == "timePassed" and told is not None and told <= self.now:
            self._pass_marker(told)
        self._meet_deadlines()
        self._tell_rider()
        return {"effects": self.effects, "phase": self.phase, "deadline": self.deadline}

    @property
    def deadline(self) -> int | None:
        if self.due is None or self.phase not in LINKED:
            return self.due
        if self.quiet is not None:
            return self.quiet
        deadlines = [self.due]
        if not self.link.is_silent:
            deadlines.append(self.link.last_arrival + SILENCE_INTERVAL)
        if self.link.earlier_mtu_ends is not None:
            deadlines.append(self.link.earlier_mtu_ends)
        return min(deadlines)

    # Actions

    @property
    def _layout(self) -> str:
        return self.configuration["layout"]

    @property
    def _has_one_callback(self) -> bool:
        return bool(self.configuration["radio"] == ONE_CALLBACK)

    @property
    def _may_be_notified(self) -> bool:
        """Whether what arrives through the callback of answers may be a notification."""
        return self.reader.least_mtu is not None

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
        self.quiet = None
        self.timeout = None
        self.due = None if interval is None else self.now + interval

    def _search(self) -> None:
        if not self.radio_on:
            return self._enter("radioOff", None)
        self._do("startScan")
        self._enter("scanning", None)

    def _connect(self, peer: int) -> None:
        self.link = Link(self._next_ticket(), self.now)
        self._do("connect", peer=peer, link=self.link.ticket)
        self._enter("connecting", SETUP_TIMEOUT)

    def _end_link(self) -> None:
        self._do("disconnect", link=self.link.ticket)
        self._search()

    def _ask(self, phase: str, effect: str, interval: int, **members: Any) -> None:
        self.request = self._next_ticket()
        self._do(effect, ticket=self.request, **members)
        self._enter(phase, interval)

    def _discover(self) -> None:
        self.link.services_changed = False
        self.reader.longest_chunk = 0
        self._ask("discovering", "discover", SETUP_TIMEOUT)

    def _subscribe(self) -> None:
        self.link.must_subscribe = False
        if self._has_one_callback and not self._may_be_notified:
            self.reader.expect_notifications()
        timeout = max(SETUP_TIMEOUT, self.configuration["readTimeout"])
        self._ask("subscribing", "subscribe", timeout)

    def _read_object(self) -> None:
        self.reader.begin()
        self.link.was_notified = False
        self._request_chunk()

    def _read_until(self, timeout: int) -> None:
        self._read_object()
        self.due = self.timeout = timeout

    def _request_chunk(self) -> None:
        self.link.is_discarded = False
        self.is_unasked = False
        timeout = self.configuration["readTimeout"]
        self._ask("reading", "read", timeout, offset=self.reader.offset)

    def _rest(self, interval: int) -> None:
        if self.link.must_subscribe:
            self._subscribe()
        else:
            self._enter("ready", interval)

    def _settle(self) -> None:
        """Lets the radio tell what it has still to tell of a value that is to be read again."""
        self._await_marker(
            self.due if self.is_unasked else self.now + KEEP_ALIVE_READ_INTERVAL
        )

    def _await_marker(self, due: int | None) -> None:
        if due is None or due <= self.now:
            return self._read_object()
        self._enter("ready", due - self.now)
        self.quiet = min(self.now + QUIET_INTERVAL, due)

    def _retry(self, is_enough: bool) -> None:
        if is_enough:
            self._give_up()
        elif self.is_unasked and self.due is not None:
            self._enter("ready", min(self.due - self.now, RETRY_INTERVAL))
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
        self.last_shown = b""

    # Which link an event belongs to

    def _is_of_link(self, event: Json) -> bool:
        """True if the event's link is up. If the event belongs to another link, reports that it is late."""
        if not self._is_awaited(event):
            self._late()
            return False
        return self.phase in LINKED

    def _is_awaited(self, event: Json) -> bool:
        """True if the event's link is up, or coming up."""
        has_link = self.phase == "connecting" or self.phase in LINKED
        return has_link and event["link"] == self.link.ticket

    def _is_answer(self, event: Json, phase: str) -> bool:
        if self.phase != phase or event["ticket"] != self.request:
            return False
        self._hear()
        return True

    def _hear(self) -> None:
        self.link.last_arrival = self.now
        self.link.is_silent = False

    # Time and the rider

    def _pass_marker(self, told: int) -> None:
        """Only the event for a deadline comes after all that the radio had still to tell, unless it is late."""
        is_late = self.now - told > MARKER_TOLERANCE
        ends = self.link.earlier_mtu_ends
        if ends is not None and ends <= told and self.phase in LINKED:
            self.link.earlier_mtu_ends = self.now + QUIET_INTERVAL if is_late else None
            if not is_late:
                self.reader.expect_notifications()
        if self.quiet is not None:
            self._await_marker(self.due) if is_late else self._confirm()

    def _confirm(self) -> None:
        self.link.was_notified = False
        self._request_chunk()

    def _meet_deadlines(self) -> None:
        if self.due is not None and self.now >= self.due and self.quiet is None:
            if self.timeout is not None and self.due < self.timeout:
                self._read_until(self.timeout)
            elif self.phase == "ready" and self.link.owes_subscription:
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
        return "navigating"
