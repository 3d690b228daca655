"""What the central's session makes of answers to its reads, of failures and of notifications."""

from typing import Any

from ..reassembly import ENDINGS, SMALLEST_PAYLOAD
from .. import reference
from ..reference import Instruction, Refused
from ..timing import KEEP_ALIVE_READ_INTERVAL, POLL_INTERVAL, RETRY_INTERVAL
from .central_base import OUTSTANDING, CentralBase, Json

INVALID_HANDLE = 0x01
NO_OBJECT = 0x0A
PAIRING_ERRORS = (0x05, 0x0F)
# How many failures in a row a link survives.
MAXIMUM_FAILED = 3
MAXIMUM_UNREADABLE = 8
# How many reads in a row may fail to read what the phone has before the rider is told.
MAXIMUM_LOST = 2


class CentralReads(CentralBase):
    """Reads objects and delivers them."""

    # Failures

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
        if code == NO_OBJECT:
            link.needs_pairing = False
            self._lose_instruction()
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
            self._lose_object()
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

    # Objects

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
        self._take(chunk)

    def _take(self, chunk: bytes) -> None:
        self.link.needs_pairing = False
        try:
            step = self.reader.received(chunk)
        except Refused as refused:
            return self._could_not_read(refused)
        if step == "complete":
            return self._take_complete()
        if step == "partial":
            self._take_partial()
            if self._may_be_notified:
                return self._settle()
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
        if not self.link.must_subscribe:
            self.link.failed = self.link.unreadable = 0

    def _take_partial(self) -> None:
        data = self.reader.shown
        link = self.link
        may_be_older = self.is_unasked or link.notifies_objects or link.may_owe_answer
        link.may_owe_answer = self.reader.may_be_notified(len(self.reader.first))
        if may_be_older:
            return
        try:
            reference.decode(data, self._layout, "possiblyCut")
        except Refused:
            return
        self._note()
        if not _begin_alike(data, self.last_shown):
            self._deliver(data, "possiblyCut")

    def _take_complete(self) -> None:
        data = self.reader.data
        extent = "whole" if self.reader.is_whole else "possiblyCut"
        try:
            instruction = reference.decode(data, self._layout, extent)
        except Refused as refused:
            if extent == "whole":
                return self._could_not_read(refused)
            self._fault("unreadable", refused)
            return self._follow_up(data)
        self._note()
        self._progress()
        if self.reader.is_one_pdu(len(data)):
            self.link.notifies_objects |= self.is_unasked
            self.link.may_owe_answer = True
        if not self._was_delivered(data, extent):
            self._deliver(data, extent)
        self._follow_up(data, instruction.identifier)

    def _was_delivered(self, data: bytes, extent: str) -> bool:
        """Whether a complete object equals the last delivery."""
        if extent == "whole":
            return self.was_whole and data == self.last_shown
        if self._is_shown_whole(data):
            return True
        if len(data) == SMALLEST_PAYLOAD:
            return _begin_alike(data, self.last_shown)
        return data == self.last_shown

    def _is_shown_whole(self, data: bytes) -> bool:
        """Whether the object that begins with `data` was delivered whole, and nothing since."""
        return self.was_whole and _begin_alike(data, self.last_shown)

    def _note(self) -> None:
        self.link.has_instruction = True
        self.link.lost = 0

    def _lose_object(self) -> None:
        """The radio can't read what the phone has. If that goes on, what was read before is old."""
        self.link.lost += 1
        if self.link.lost > MAXIMUM_LOST:
            self._lose_instruction()

    def _lose_instruction(self) -> None:
        """What was delivered is over, so it would be news again."""
        self.link.has_instruction = False
        self._forget_deliveries()

    def _follow_up(self, data: bytes | None = None, identifier: Any = None) -> None:
        """Decides when to read next, after a read of `data` or of no object."""
        if self.is_unasked:
            # What may be cut is a reason to read.
            if data is None or identifier is None or not self._is_shown_whole(data):
                return self._read_object()
            self.quiet = None
            return
        link = self.link
        is_named = identifier is not None and identifier == link.named
        is_begun = data is not None and _begin_alike(link.notified, data)
        if link.was_notified and not is_named and not is_begun:
            self._read_object()
        else:
            self._rest(self._read_interval)

    @property
    def _read_interval(self) -> int:
        is_notified = self.link.is_subscribed or self.link.owes_subscription
        return KEEP_ALIVE_READ_INTERVAL if is_notified else POLL_INTERVAL

    # Notifications, and arrivals that may be a notification or an answer

    def _on_notified(self, event: Json) -> None:
        if not self._is_awaited(event):
            return self._late()
        self._be_notified(bytes.fromhex(event["bytes"]))

    def _be_notified(self, data: bytes) -> None:
        if self.phase != "reading" or not self._may_be_notified:
            self._hear()
        self.link.owes_subscription = False
        named = None
        try:
            payload = reference.decode_notification(data, self._layout)
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
            if self._may_be_notified:
                self._doubt_answer()

    def _doubt_answer(self) -> None:
        """A notification may have taken the answer's place before it was told."""
        retry = self.now + RETRY_INTERVAL
        if self.due is not None and retry < self.due:
            self.timeout = self.timeout or self.due
            self.due = retry

    def _on_arrived(self, event: Json) -> None:
        if not self._is_awaited(event):
            return self._late()
        data = bytes.fromhex(event["bytes"])
        if not self._has_one_callback or (
            self._may_be_notified and self._is_identifier(data)
        ):
            return self._be_notified(data)
        self._hear()
        if self.phase == "reading":
            self._receive(data)
        elif self.phase == "ready" and self._may_be_notified:
            self.reader.begin()
            self.is_unasked = True
            self._take(data)

    def _is_identifier(self, data: bytes) -> bool:
        try:
            payload = reference.decode_notification(data, self._layout)
        except Refused:
            return False
        return not isinstance(payload, Instruction)


def _begin_alike(data: bytes, other: bytes) -> bool:
    return data[:SMALLEST_PAYLOAD] == other[:SMALLEST_PAYLOAD]
