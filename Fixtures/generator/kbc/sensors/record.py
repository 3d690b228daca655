"""Indoor Bike Data in several notifications (clause 5.3)."""

from .flagged import INVERTED, MISSING
from .wire import Fields

NOT_FIELDS = ("otherFlags", "unreadBytes", INVERTED, MISSING)


class Record:
    """Puts the parts of a record together."""

    def __init__(self) -> None:
        self.pending: Fields = {}

    def take(self, data: Fields) -> Fields | None:
        """The record that is complete with a notification, or that is known to be all that comes of it."""
        fields = {name: data[name] for name in data if name not in NOT_FIELDS}
        is_last = "instantaneousSpeed" in fields
        if self.pending.keys() & fields.keys():
            before, self.pending = self.pending, fields
            if is_last:
                self.pending = {}
                return fields
            return before
        self.pending |= fields
        if not is_last:
            return None
        whole, self.pending = self.pending, {}
        return whole

    def discard(self) -> None:
        """The link is lost, and with it the rest of the record."""
        self.pending = {}
