"""Field bugs of reading, put into the models of reassembly and of the central's session."""

from .planting import Plant
from .reassembly import Reader
from .reference import (
    MAXIMUM_OBJECT_LENGTH,
    Instruction,
    Refused,
    decode_notification,
)
from .sessions.central import Central, Json

FIXED_CHUNK_SIZE = 22
FIELDS_END = 9

# The right functions, saved before any replacement.
_first_chunk = Reader._first_chunk
received = Reader.received
refused = Reader.refused
be_notified = Central._be_notified
deliver = Central._deliver
request_chunk = Central._request_chunk


def _complete_without_proof(self: Reader, chunk: bytes) -> str:
    step = received(self, chunk)
    return "complete" if self.stage == "confirming" else step


def _complete_at_ending(self: Reader, error: int) -> str:
    step = refused(self, error)
    return "complete" if self.stage == "confirming" else step


def _take_or_request(self: Central) -> None:
    if self.reader.stage == "confirming":
        self._take_complete()
    else:
        request_chunk(self)


def _fixed_offset(self: Reader) -> int:
    if self.stage != "next":
        return 0
    return -(-len(self.data) // FIXED_CHUNK_SIZE) * FIXED_CHUNK_SIZE


def _fixed_first_chunk(self: Reader, chunk: bytes) -> str:
    if len(chunk) > MAXIMUM_OBJECT_LENGTH:
        raise Refused("oversized", MAXIMUM_OBJECT_LENGTH)
    self.first = self.data = chunk
    if self.whole_values:
        self.stage = "confirming"
        return "partial"
    if len(chunk) < FIXED_CHUNK_SIZE:
        return "complete"
    self.data = chunk[:FIXED_CHUNK_SIZE]
    self.stage = "next"
    return "partial"


def _fixed_received(self: Reader, chunk: bytes) -> str:
    if self.stage != "next":
        return received(self, chunk)
    if len(self.data) + len(chunk) > MAXIMUM_OBJECT_LENGTH:
        raise Refused("oversized", MAXIMUM_OBJECT_LENGTH)
    self.data += chunk[:FIXED_CHUNK_SIZE]
    if len(chunk) < FIXED_CHUNK_SIZE or len(self.data) == MAXIMUM_OBJECT_LENGTH:
        self.stage = "confirming"
    return "read"


def _ended_by_first_chunk(self: Reader, chunk: bytes) -> str:
    step = _first_chunk(self, chunk)
    return (
        "complete" if self.stage == "next" and len(chunk) < FIXED_CHUNK_SIZE else step
    )


def _ended_below_fixed_size(self: Reader, chunk: bytes) -> str:
    if self.stage != "next":
        return received(self, chunk)
    self.data += chunk
    if len(self.data) > MAXIMUM_OBJECT_LENGTH:
        raise Refused("oversized", MAXIMUM_OBJECT_LENGTH)
    if len(chunk) < FIXED_CHUNK_SIZE or len(self.data) == MAXIMUM_OBJECT_LENGTH:
        self.stage = "confirming"
    return "read"


def _error_at_ending(self: Reader, _: int) -> str:
    raise Refused("attError", self.offset)


def _remember_notified_fields(self: Central, data: bytes) -> None:
    try:
        payload = decode_notification(data, self._layout)
        is_object = isinstance(payload, Instruction)
    except Refused:
        is_object = False
    self.notified_fields = data[:FIELDS_END] if is_object else b""
    be_notified(self, data)


def _deliver_mixed(self: Central, data: bytes, extent: str) -> None:
    deliver(self, data, extent)
    fields = getattr(self, "notified_fields", b"")
    shown: Json = self.effects[-1]
    shown["bytes"] = (fields + data[len(fields) :]).hex()


READING_BUGS: dict[str, list[Plant]] = {
    "splicedObjects": [
        Plant(Reader, "received", _complete_without_proof),
        Plant(Reader, "refused", _complete_at_ending),
        Plant(Central, "_request_chunk", _take_or_request),
    ],
    "fixedChunkSize": [
        Plant(Reader, "offset", property(_fixed_offset)),
        Plant(Reader, "_first_chunk", _fixed_first_chunk),
        Plant(Reader, "received", _fixed_received),
    ],
    "endingTakenAsError": [Plant(Reader, "refused", _error_at_ending)],
    "notificationMixedWithRead": [
        Plant(Central, "_be_notified", _remember_notified_fields),
        Plant(Central, "_deliver", _deliver_mixed),
    ],
}

# Another form of `fixedChunkSize`: a shorter chunk is the end, and each chunk is taken whole.
ENDS_BELOW_FIXED_SIZE = [
    Plant(Reader, "_first_chunk", _ended_by_first_chunk),
    Plant(Reader, "received", _ended_below_fixed_size),
]
