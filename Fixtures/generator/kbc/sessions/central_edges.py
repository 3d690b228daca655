"""Edges of the central's rules that a small fault would move."""

from __future__ import annotations

from ..objects import make_of_length
from .central_script import LONG, SHORT, CentralScript, central
from .script import Collection

SINCE = "1.0.0"


def add_rules(collection: Collection) -> None:
    """Adds the vectors, all since version 1.0.0."""
    for age, title in (
        (5999, "The same identifier after 5999 ms: not yet stale"),
        (6000, "The same identifier after just 6000 ms: stale"),
    ):
        script = central("reading").value(SHORT).wait(4000).value(SHORT)
        script.notified(after=age - 4010 - 10).value(SHORT)
        collection.add(title, "C.13", script, since=SINCE)
    script = central("reading").piece(LONG).of_link("mtuChanged", mtu=50)
    script.piece(make_of_length("deployed", 90))
    title = "The MTU changed: a piece in the middle is not used either"
    collection.add(title, "C.11", script, effects=["read"], since=SINCE)
    script = _found_again(central("reading", trustsPieceSize=True).whole(LONG))
    script.value(LONG[:21])
    title = "A piece size that is trusted is forgotten with its link"
    collection.add(title, "C.11", script, since=SINCE)
    script = central("discovering").answer("notDiscovered").do("stop").do("start")
    title = "That navigation ended is forgotten by a stop and a start"
    collection.add(title, "C.13", script, since=SINCE)


def _found_again(script: CentralScript) -> CentralScript:
    script.of_link("disconnected").do("found", peer=8)
    return script.connected().discovered().answer("subscribed")
