"""Edges of the phone's rules that a small fault would move."""

from __future__ import annotations

from .peripheral_script import numbered, peripheral
from .script import Collection

SINCE = "1.0.0"


def add_rules(collection: Collection) -> None:
    """Adds the vectors, all since version 1.0.0."""
    script = peripheral("serving").publish(numbered(7), after=-20)
    title = "A publication in the past happens now"
    collection.add(title, "P.4", script, effects=["notify"], since=SINCE)
    script = peripheral("advertisingAgain").do("stopNavigation")
    script.do("startNavigation").publish(numbered(7), after=118_000)
    script.wait(2000).wait(3000)
    title = "That a link was lost is forgotten with the navigation"
    effects = ["startAdvertising"]
    collection.add(title, "P.6", script, effects=effects, since=SINCE)
