"""Limits of the central's rules that a small fault would shift."""

from __future__ import annotations

from ..objects import make_of_length
from ..timing import KEEP_ALIVE_READ_INTERVAL, STALE_INTERVAL
from .central_script import LONG, SHORT, CentralScript, central
from .script import Collection

SINCE = "1.0.0"


def add_rules(collection: Collection) -> None:
    """Adds the vectors, all since version 1.0.0."""
    for age, when in (
        (STALE_INTERVAL - 1, f"after {STALE_INTERVAL - 1} ms: not yet stale"),
        (STALE_INTERVAL, f"after just {STALE_INTERVAL} ms: stale"),
    ):
        script = central("reading").value(SHORT).rest().value(SHORT)
        script.notified(after=age - KEEP_ALIVE_READ_INTERVAL - 20).value(SHORT)
        title = f"The same identifier {when}"
        collection.add(title, "C.13", script, since=SINCE)
    script = central("reading").chunk(LONG).of_link("mtuChanged", mtu=50)
    script.chunk(make_of_length("deployed", 90))
    title = "The MTU changed: a chunk in the middle is not used either"
    collection.add(title, "C.11", script, effects=["read"], since=SINCE)
    script = _found_again(central("reading", trustsChunkSize=True).whole(LONG))
    script.value(LONG[:21])
    title = "A chunk size that is trusted is forgotten with its link"
    collection.add(title, "C.11", script, since=SINCE)
    script = central("discovering").answer("notDiscovered").do("stop").do("start")
    title = "A stop and a start forget that navigation ended"
    collection.add(title, "C.13", script, since=SINCE)


def _found_again(script: CentralScript) -> CentralScript:
    script.of_link("disconnected").do("found", peer=8)
    return script.connected().discovered().answer("subscribed")
