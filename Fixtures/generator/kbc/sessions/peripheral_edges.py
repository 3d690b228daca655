"""Limits of the phone's rules that a small fault would shift."""

from __future__ import annotations

from ..timing import ADVERTISING_LIMIT, LOST_LINK_INTERVAL, REPEAT_INTERVAL
from .peripheral_script import numbered, peripheral
from .script import Collection

SINCE = "1.0.0"


def add_rules(collection: Collection) -> None:
    """Adds the vectors, all since version 1.0.0."""
    script = peripheral("serving").publish(numbered(7), after=-20)
    title = "A publication in the past happens now"
    collection.add(title, "P.4", script, effects=["notify"], since=SINCE)
    script = peripheral("advertisingAgain").do("stopNavigation")
    script.do("startNavigation").publish(
        numbered(7), after=ADVERTISING_LIMIT - REPEAT_INTERVAL
    )
    script.wait(REPEAT_INTERVAL).wait(LOST_LINK_INTERVAL - REPEAT_INTERVAL)
    title = "The end of navigation forgets that a link was lost"
    effects = ["startAdvertising"]
    collection.add(title, "P.6", script, effects=effects, since=SINCE)
