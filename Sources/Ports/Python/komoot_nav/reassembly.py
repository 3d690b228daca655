"""Joins chunks into an object, and proves that they all belong to the same one: clauses 8.3 to 8.11.

A phone may replace its object between any two requests. So after more than one request, the first chunk
is read again. If it has changed, it begins the next attempt. A radio that goes on by itself answers with one
or more chunks at once; its first answer is checked in the same way, and stands below for the first chunk.

phase       waits for an answer at  data
idle        nothing                 the last read's
first       0                       the last read's
next        len(data)               the bytes so far; the first chunk is first_size of them
confirming  0                       the whole object
complete    nothing                 the whole object
"""

from .codec import MAXIMUM_SIZE, SMALLEST_PAYLOAD
from .error import NavigationError

INVALID_OFFSET = 0x07
ATTRIBUTE_NOT_LONG = 0x0B
DEFAULT_MTU = 23
NOTIFICATION_HEADER_SIZE = 3
FULL_AT_FIRST = DEFAULT_MTU - 1


class Reassembler:
    """Reads one object after another.

    radio: what a read of the radio is, one of clause 8.9: offsetReads, longReads, wholeValues, oneCallback.
    mtu: of the link, or with oneCallback the least that it can be; None, like any below 23, if it is not known.
    Set it again when it changes: the chunk size is then forgotten. Drop an answer that is still to come, and begin again.
    """

    def __init__(
        self,
        radio="offsetReads",
        maximum_restarts=8,
        trusts_chunk_size=False,
        mtu=None,
    ):
        self.radio = radio
        self.maximum_restarts = maximum_restarts
        self.trusts_chunk_size = trusts_chunk_size
        self._mtu = None
        self._longest_chunk = 0
        self.mtu = mtu
        self.restarts = 0
        self._phase = "idle"
        self._data = b""
        self._first_size = 0

    @property
    def mtu(self):
        """The link's MTU; None if it is not known."""
        return self._mtu

    @mtu.setter
    def mtu(self, mtu):
        known = None if mtu is None or mtu < DEFAULT_MTU else mtu
        if known != self._mtu:
            self._mtu = known
            self.forget_chunk_size()

    @property
    def awaited_offset(self):
        """The offset to read at; None if there is no read in progress."""
        if self._phase == "next":
            return len(self._data)
        return 0 if self._phase in ("first", "confirming") else None

    @property
    def partial(self):
        """The bytes to show before the object is complete (clause 8.10); None if there are none."""
        if self._phase not in ("next", "confirming"):
            return None
        if self.radio == "offsetReads":
            return self._data[: self._first_size]
        return self._data[: min(self._first_size, SMALLEST_PAYLOAD)]

    @property
    def object(self):
        """The object when it is complete, or all of it that the radio can read."""
        return self._data if self._phase == "complete" else None

    @property
    def is_whole(self):
        """Whether the complete object is surely whole (clause 8.9)."""
        size = len(self._data)
        if not self._reads_whole_values or size < SMALLEST_PAYLOAD:
            return True
        if size == MAXIMUM_SIZE or (
            self.trusts_chunk_size and size < self._longest_chunk
        ):
            return True
        if self.mtu is None:
            return False
        has_one_callback = self.radio == "oneCallback"
        if size == FULL_AT_FIRST and self.mtu == DEFAULT_MTU:
            return not has_one_callback  # a full response, unless the MTU has grown
        if size < self._longest_chunk:
            return True  # such chunks could not have given the longer value
        notified = self.mtu - NOTIFICATION_HEADER_SIZE
        if size in (SMALLEST_PAYLOAD, FULL_AT_FIRST, notified):
            return False
        return not has_one_callback or size < notified

    def begin(self):
        """Begins to read an object, and drops any read in progress."""
        self._phase = "first"
        self.restarts = 0

    def cancel(self):
        """Gives up the read."""
        self._phase = "idle"

    def forget_chunk_size(self):
        """Forgets the chunk size: for a new link, and when its services change (clauses 8.5, 8.9)."""
        self._longest_chunk = 0

    def take_chunk(self, chunk, offset):
        """Takes the answer to the read at an offset. Raises NavigationError.

        Returns True for a first chunk that can now be shown as partial.
        """
        self._expect(offset)
        if len(chunk) > MAXIMUM_SIZE:
            self._fail("oversized", MAXIMUM_SIZE)
        if self._phase == "next":
            self._take_next(chunk)
            return False
        if self._phase == "confirming":
            if chunk == self._data[: self._first_size]:
                self._phase = "complete"
                return False
            if self.restarts >= self.maximum_restarts:
                self._fail("restartsExhausted", 0)
            self.restarts += 1
        return self._take_first(chunk)

    def take_error(self, att_error, offset):
        """Takes an error response to the read at an offset. Raises NavigationError."""
        self._expect(offset)
        if self._phase == "next" and att_error in (INVALID_OFFSET, ATTRIBUTE_NOT_LONG):
            self._phase = "confirming"
        else:
            self._fail("attError", offset, att_error)

    @property
    def _reads_whole_values(self):
        return self.radio in ("wholeValues", "oneCallback")

    def _expect(self, offset):
        if self.awaited_offset is None or offset != self.awaited_offset:
            raise NavigationError("unexpectedOffset", offset)

    def _fail(self, code, offset, att_error=None):
        self._phase = "idle"
        raise NavigationError(code, offset, att_error)

    def _store(self, data):
        if len(data) > MAXIMUM_SIZE:
            self._fail("oversized", MAXIMUM_SIZE)
        self._data = data

    def _take_first(self, chunk):
        """Clauses 8.4 and 8.5.

        By 8.9 a whole value is always read twice, and of an answer that may hold several chunks only a short
        one is known to be an object without a check.
        """
        size = len(chunk)
        self._store(bytes(chunk))
        self._first_size = size
        is_full = size == MAXIMUM_SIZE
        is_end = is_full or (self.trusts_chunk_size and size < self._longest_chunk)
        self._longest_chunk = max(size, self._longest_chunk)
        if not self._reads_whole_values:
            if size < SMALLEST_PAYLOAD or (self.radio == "offsetReads" and is_end):
                self._phase = "complete"
                return False
        self._phase = "confirming" if self._reads_whole_values or is_full else "next"
        return True

    def _take_next(self, chunk):
        self._store(self._data + bytes(chunk))
        self._longest_chunk = max(len(chunk), self._longest_chunk)
        if len(chunk) < self._first_size or len(self._data) == MAXIMUM_SIZE:
            self._phase = "confirming"
