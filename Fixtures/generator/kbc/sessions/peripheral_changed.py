"""Rules of the phone that changed with version 3.0.0: their vectors have new numbers."""

from __future__ import annotations

from functools import partial

from ..timing import LOST_LINK_INTERVAL, REPEAT_INTERVAL
from .peripheral_script import numbered, peripheral
from .script import Collection

SINCE = "3.0.0"


def add_rules(collection: Collection) -> None:
    """Adds what takes the place of retired vectors."""
    add = partial(collection.add, since=SINCE)
    script = peripheral("advertising").publish(numbered(1))
    script = script.without_read(LOST_LINK_INTERVAL)
    title = "It fires while the user's advertising lasts: the limit is gone"
    add(title, "P.4", script, effects=[], phase="advertisingAgain")
    script = peripheral("serving").publish(numbered(7))
    script.do("notificationRefused", central=1).publish(numbered(8))
    script.wait(REPEAT_INTERVAL)
    title = "A central that is owed a notification gets the repeat"
    add(title, "P.8", script, effects=["notify"])
    script = peripheral("serving").publish(numbered(7))
    script.do("notificationRefused", central=1).publish(numbered(8))
    script.do("notificationsReady")
    title = "When the queue is ready the newest object is notified"
    add(title, "P.8", script, effects=["notify"])
    script.publish(numbered(9))
    title = "After that it is notified as before"
    add(title, "P.8", script, effects=["notify"])
    script = peripheral("serving").publish(numbered(7))
    script.do("notificationRefused", central=1).subscribe().publish(numbered(8))
    title = "Subscribed again, nothing is owed"
    add(title, "P.8", script, effects=["notify"])
