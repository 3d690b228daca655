"""A model of reassembly, how one object is read: clauses 8.3 to 8.11 of Docs/Protocol.md."""

from typing import Any

from .reference import MAXIMUM_OBJECT_LENGTH, Refused

SMALLEST_PAYLOAD = 20
ENDINGS = (0x07, 0x0B)
MAXIMUM_RESTARTS = 8
# What a notification holds is shorter than the MTU by this; so are the chunks of some phones.
NOTIFICATION_OVERHEAD = 3
DEFAULT_MTU = 23
# What a phone that doesn't know the MTU may answer a read with.
DEFAULT_READ = 22
ONE_CALLBACK = "oneCallback"
WHOLE_VALUES = ("wholeValues", ONE_CALLBACK)

Json = dict[str, Any]


class Reader:
    """Puts an object together. `received` and `refused` say what comes next:
    "read", "partial" or "complete"; a read that fails raises `Refused`."""

    def __init__(
        self,
        radio: str,
        maximum_restarts: int,
        trusts_chunk_size: bool,
        mtu: int | None = None,
    ):
        self.goes_on = radio != "offsetReads"
        self.whole_values = radio in WHOLE_VALUES
        self.has_one_callback = radio == ONE_CALLBACK
        self.maximum_restarts = maximum_restarts
        self.trusts_chunk_size = trusts_chunk_size
        self.mtu = mtu
        # With one callback and a subscription, the least MTU at which anything may have been sent
        # that is still to arrive; nothing that has arrived came at a larger one than `mtu`.
        self.least_mtu: int | None = None
        self.longest_chunk = 0
        self.begin()

    def begin(self) -> None:
        self.stage = "first"
        self.restarts = 0
        self.first = b""
        self.data = b""

    @property
    def offset(self) -> int:
        """The offset of the next request."""
        return len(self.data) if self.stage == "next" else 0

    def received(self, chunk: bytes) -> str:
        if self.stage == "confirming":
            if chunk == self.first:
                return "complete"
            if len(chunk) > MAXIMUM_OBJECT_LENGTH:
                raise Refused("oversized", MAXIMUM_OBJECT_LENGTH)
            if self.restarts == self.maximum_restarts:
                raise Refused("restartsExhausted", 0)
            self.restarts += 1
            return self._first_chunk(chunk)
        if self.stage == "first":
            return self._first_chunk(chunk)
        self.data += chunk
        if len(self.data) > MAXIMUM_OBJECT_LENGTH:
            raise Refused("oversized", MAXIMUM_OBJECT_LENGTH)
        self.longest_chunk = max(self.longest_chunk, len(chunk))
        if len(chunk) < len(self.first) or len(self.data) == MAXIMUM_OBJECT_LENGTH:
            self.stage = "confirming"
        return "read"

    def refused(self, error: int) -> str:
        """Takes an error: at a later offset, two errors end the object."""
        if self.stage == "next" and error in ENDINGS:
            self.stage = "confirming"
            return "read"
        raise Refused("attError", self.offset)

    @property
    def shown(self) -> bytes:
        """The part of the first chunk that surely belongs to one object."""
        return self.first[:SMALLEST_PAYLOAD] if self.goes_on else self.first

    @property
    def is_whole(self) -> bool:
        """Whether what was read is surely all of an object, and not just its beginning."""
        length = len(self.data)
        if not self.whole_values:
            return True
        if length < SMALLEST_PAYLOAD or length == MAXIMUM_OBJECT_LENGTH:
            return True
        if self.least_mtu is not None:
            return self._is_whole_arrival(length)
        if self.trusts_chunk_size and length < self.longest_chunk:
            return True
        if self.mtu is None:
            return False
        fills_at_first = length == DEFAULT_READ and self.mtu == DEFAULT_MTU
        if length < self.longest_chunk and not fills_at_first:
            return True  # chunks so long could not have given the longer value
        notified = self.mtu - NOTIFICATION_OVERHEAD
        if self.has_one_callback and length >= notified:
            return False  # the MTU may have grown before anybody was told
        if length == DEFAULT_READ and self.mtu != DEFAULT_MTU:
            return False
        return length not in (SMALLEST_PAYLOAD, notified)

    def _is_whole_arrival(self, length: int) -> bool:
        """The same where a value may be a notification."""
        if self.mtu is None or (
            self._shortest_notified <= length <= self.mtu - NOTIFICATION_OVERHEAD
        ):
            return False
        if length == DEFAULT_READ and self.mtu == DEFAULT_MTU:
            return True  # a full response is followed by the rest
        if length < self.longest_chunk:
            return True
        return length not in (SMALLEST_PAYLOAD, DEFAULT_READ)

    @property
    def _shortest_notified(self) -> int:
        """The least number of bytes that a notification was cut to; -1 if none can arrive."""
        return (self.least_mtu or 2) - NOTIFICATION_OVERHEAD

    def may_be_notified(self, length: int) -> bool:
        """Whether a value of so many bytes may be a notification."""
        if self.least_mtu is None:
            return False
        return self.mtu is None or length <= self.mtu - NOTIFICATION_OVERHEAD

    def is_one_pdu(self, length: int) -> bool:
        """Whether so many bytes came in one PDU, be it an answer or a notification."""
        return length <= self._shortest_notified

    def _is_evidence(self, length: int) -> bool:
        """Whether a value is certainly an answer of the MTU of now, and so shows how long chunks are."""
        if self.least_mtu is None:
            return True
        return self.least_mtu == self.mtu and length > self._shortest_notified

    def expect_notifications(self) -> None:
        """From now on a value may be a notification; whatever was sent at an earlier MTU has arrived."""
        self.least_mtu = self.mtu or DEFAULT_MTU

    def change_mtu(self, mtu: int | None) -> None:
        """Takes another MTU; of another length, what is known of chunks means nothing."""
        self.mtu = mtu
        self.longest_chunk = 0
        if self.least_mtu is not None:
            self.least_mtu = min(self.least_mtu, mtu or DEFAULT_MTU)

    def _first_chunk(self, chunk: bytes) -> str:
        if len(chunk) > MAXIMUM_OBJECT_LENGTH:
            raise Refused("oversized", MAXIMUM_OBJECT_LENGTH)
        self.first = self.data = chunk
        is_short = self._is_short(chunk)
        if self._is_evidence(len(chunk)):
            self.longest_chunk = max(self.longest_chunk, len(chunk))
        if self.is_one_pdu(len(chunk)):
            return "complete"
        if self.whole_values:
            self.stage = "confirming"
            return "partial"
        if is_short:
            return "complete"
        if len(chunk) == MAXIMUM_OBJECT_LENGTH:
            if not self.goes_on:
                return "complete"
            self.stage = "confirming"
        else:
            self.stage = "next"
        return "partial"

    def _is_short(self, chunk: bytes) -> bool:
        """Whether a first chunk is surely one response, and all of an object."""
        may_trust = self.trusts_chunk_size and not self.goes_on
        is_below_others = may_trust and len(chunk) < self.longest_chunk
        return len(chunk) < SMALLEST_PAYLOAD or is_below_others


class Reassembly:
    """A reader that is given events, which may be wrong."""

    def __init__(self, given: Json) -> None:
        self.reader = Reader(
            given["radio"],
            given.get("maximumRestarts", MAXIMUM_RESTARTS),
            given.get("trustsChunkSize", False),
            given.get("mtu"),
        )
        self.is_reading = False

    @property
    def awaits(self) -> int | None:
        """The offset of the awaited request."""
        return self.reader.offset if self.is_reading else None

    def handle(self, event: Json) -> Json:
        """Takes an event; returns the step that it leads to."""
        try:
            shown = getattr(self, f"_on_{event['event']}")(event)
        except Refused as refused:
            error: Json = {"code": refused.code, "offset": refused.offset}
            if refused.code == "attError":
                error["attError"] = event["attError"]
            shown = {"error": error}
        return {"awaits": self.awaits, "restarts": self.reader.restarts, **shown}

    def _on_begin(self, _: Json) -> Json:
        self.reader.begin()
        self.is_reading = True
        return {}

    def _on_cancel(self, _: Json) -> Json:
        self.is_reading = False
        return {}

    def _on_forgetChunkSize(self, _: Json) -> Json:
        self.reader.longest_chunk = 0
        return {}

    def _on_chunk(self, event: Json) -> Json:
        self._expect(event["offset"])
        return self._show(self.reader.received, bytes.fromhex(event["bytes"]))

    def _on_error(self, event: Json) -> Json:
        self._expect(event["offset"])
        return self._show(self.reader.refused, event["attError"])

    def _expect(self, offset: int) -> None:
        if offset != self.awaits:
            raise Refused("unexpectedOffset", offset)

    def _show(self, take: Any, answer: Any) -> Json:
        """What can be shown after an answer; a refusal ends the read."""
        try:
            step = take(answer)
        except Refused:
            self.is_reading = False
            raise
        if step == "partial":
            return {"partial": self.reader.shown.hex()}
        if step == "complete":
            self.is_reading = False
            extent = "object" if self.reader.is_whole else "beginning"
            return {extent: self.reader.data.hex()}
        return {}
