"""Objects in notifications, and other objects in the reads that follow: rule C.5."""

from __future__ import annotations

from ..objects import make
from .central_script import HALF, LONG, OTHER, SHORT, central
from .script import Collection

SINCE = "1.0.0"
FLAGS = ["notificationMixedWithRead"]
NEAR = make("deployed", b"Am Park", identifier=0x0BADCAFE, arrow=3, distance=20)


def add_rules(collection: Collection) -> None:
    """Adds the vectors, all since version 1.0.0."""
    for data in (NEAR, OTHER[:20], HALF[:20]):
        script = central("ready").notified(data).value(SHORT[:-1])
        title = f"An object of {len(data)} bytes is notified, another one is read"
        collection.add(title, "C.5", script, flags=FLAGS, since=SINCE)
    script = central("ready").notified(OTHER[:20]).chunk(LONG)
    title = "An object is notified, another one is read in chunks"
    collection.add(title, "C.5", script, flags=FLAGS, since=SINCE)
    script = central("reading").notified(OTHER[:20]).value(SHORT)
    title = "An object is notified while another one is read"
    collection.add(title, "C.5", script, flags=FLAGS, since=SINCE)
