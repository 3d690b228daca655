"""How one object is read: clauses 8.3 to 8.11 of Docs/Protocol.md."""

from __future__ import annotations

from ..reference import MAXIMUM_OBJECT_LENGTH, Refused

SMALLEST_PAYLOAD = 20
ENDINGS = (0x07, 0x0B)


class Reader:
    """Puts an object together. `received` and `refused` say what comes next:
    "read", "partial" or "complete"; a read that fails raises `Refused`."""

    def __init__(self, radio: str, maximum_restarts: int, trusts_piece_size: bool):
        self.whole_values = radio == "wholeValues"
        self.maximum_restarts = maximum_restarts
        self.trusts_piece_size = trusts_piece_size
        self.longest_piece = 0
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

    def received(self, piece: bytes) -> str:
        if self.stage == "confirming":
            if piece == self.first:
                return "complete"
            if len(piece) > MAXIMUM_OBJECT_LENGTH:
                raise Refused("oversized", MAXIMUM_OBJECT_LENGTH)
            if self.restarts == self.maximum_restarts:
                raise Refused("restartsExhausted", 0)
            self.restarts += 1
            return self._first_piece(piece)
        if self.stage == "first":
            return self._first_piece(piece)
        self.data += piece
        if len(self.data) > MAXIMUM_OBJECT_LENGTH:
            raise Refused("oversized", MAXIMUM_OBJECT_LENGTH)
        self.longest_piece = max(self.longest_piece, len(piece))
        if len(piece) < len(self.first) or len(self.data) == MAXIMUM_OBJECT_LENGTH:
            self.stage = "confirming"
        return "read"

    def refused(self, error: int) -> str:
        """An error: at a later offset two of them are endings."""
        if self.stage == "next" and error in ENDINGS:
            self.stage = "confirming"
            return "read"
        raise Refused("attError", self.offset)

    @property
    def shown(self) -> bytes:
        """What of the first piece is surely of one object."""
        return self.first[:SMALLEST_PAYLOAD] if self.whole_values else self.first

    def _first_piece(self, piece: bytes) -> str:
        if len(piece) > MAXIMUM_OBJECT_LENGTH:
            raise Refused("oversized", MAXIMUM_OBJECT_LENGTH)
        self.first = self.data = piece
        if self.whole_values:
            self.stage = "confirming"
            return "partial"
        is_short = self.trusts_piece_size and len(piece) < self.longest_piece
        self.longest_piece = max(self.longest_piece, len(piece))
        if (
            len(piece) < SMALLEST_PAYLOAD
            or len(piece) == MAXIMUM_OBJECT_LENGTH
            or is_short
        ):
            return "complete"
        self.stage = "next"
        return "partial"
