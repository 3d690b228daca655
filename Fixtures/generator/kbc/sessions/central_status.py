"""What the rider is told after a phone says that it has no object, and when a turn is stale: rules C.6 and C.13."""

from __future__ import annotations

from functools import partial

from ..timing import KEEP_ALIVE_READ_INTERVAL, STALE_INTERVAL
from .central_reading import NO_OBJECT
from .central_script import LONG, OTHER, SHORT, CentralScript, central
from .script import Collection

SINCE = "3.0.0"
# From the second read of an identifier to the report that it is stale.
UNTIL_STALE = STALE_INTERVAL - KEEP_ALIVE_READ_INTERVAL


def add_rules(collection: Collection) -> None:
    """Adds the vectors, all since version 3.0.0."""
    _no_object(collection)
    _found_again(collection)
    _stale(collection)
    _not_stale(collection)


def _no_object(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = central("ready").rest().failed(0x0A)
    title = "The phone says that it has no object any more: it waits for one"
    add(title, "C.6", script, effects=["report"], phase="ready")
    script.rest().failed(0x0A)
    title = "The phone says once more that it has no object: no news"
    add(title, "C.6", script, effects=[], phase="ready")
    script = central("ready").rest().failed(0x0A, after=UNTIL_STALE - 1).rest()
    script.failed(0x0A)
    title = "A phone without an object does not make the last one stale"
    add(title, "C.13", script, effects=[])
    script = central("ready").rest().failed(0x0A).rest()
    script.value(OTHER[:19])
    title = "After waiting another object is navigated"
    add(title, "C.13", script, effects=["deliver", "report"])
    script = central("ready").notified().failed(0x0A).rest().value(SHORT)
    title = "After waiting the same object is navigated, and not delivered again"
    add(title, "C.13", script, effects=["report"])
    script = central("ready").rest().failed(0x0A).rest().value(SHORT)
    title = "After waiting the same identifier may be stale"
    add(title, "C.13", script, effects=["report"])
    script = central("reading").chunk(LONG).failed(0x0A).rest().chunk(LONG)
    title = "After waiting a first chunk is enough to navigate"
    add(title, "C.13", script, effects=["read", "report"])
    script = central("ready").rest().failed(0x05).rest().failed(0x0A)
    title = "No object ends pairingRequired: it waits"
    add(title, "C.13", script, effects=["report"])


def _found_again(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = central("ready").of_link("serviceChanged").discovered()
    script.answer("subscribed").failed(0x0A)
    title = "Services changed, were found again, and there is no object: it waits"
    add(title, "C.6", script, effects=["report"], phase="ready")
    script = central("ready").of_link("serviceChanged").discovered()
    title = "Services changed and were found again: it still navigates"
    add(title, "C.13", script, effects=["subscribe"])


def _old(milliseconds: int) -> CentralScript:
    """A read is outstanding, and will be answered when the last identifier has this age."""
    script = central("ready").rest().notified()
    script.wait(milliseconds - KEEP_ALIVE_READ_INTERVAL - 20)
    return script


def _stale(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = _old(STALE_INTERVAL).failed(0x0E)
    title = f"An error after {STALE_INTERVAL} ms with the same identifier: stale"
    add(title, "C.13", script, effects=["fault", "report"])
    script = _old(STALE_INTERVAL - 1).failed(0x0E)
    title = f"An error after {STALE_INTERVAL - 1} ms: not yet stale"
    add(title, "C.13", script, effects=["fault"])
    script = _old(STALE_INTERVAL).value(NO_OBJECT)
    title = "Bytes that are not an instruction make the last one stale"
    add(title, "C.13", script, effects=["fault", "report"])
    script = _old(STALE_INTERVAL).failed(0x01)
    title = "Invalid Handle makes the last instruction stale"
    add(title, "C.13", script, effects=["fault", "discover", "report"])
    script = central("reading", radio="wholeValues").whole(SHORT).rest()
    script.failed(0x07, after=UNTIL_STALE)
    title = "0x07 at offset 0 makes the last instruction stale, wholeValues"
    add(title, "C.13", script, effects=["fault", "report"])
    script = central("reading").whole(LONG).rest().chunk(LONG)
    script.chunk(LONG, after=UNTIL_STALE)
    title = "A chunk in the middle makes the last instruction stale"
    add(title, "C.13", script, effects=["read", "report"])
    script = central("reading").chunk(LONG).failed(0x0E, after=KEEP_ALIVE_READ_INTERVAL)
    script.pause().chunk(LONG).failed(0x0E, after=UNTIL_STALE)
    title = "An instruction that was never read to its end is stale too"
    add(title, "C.13", script, effects=["fault", "report"])
    script = central("reading", radio="oneCallback").whole(SHORT)
    script.rest().arrived(SHORT, after=UNTIL_STALE)
    title = "An arrival that is the answer makes the last instruction stale"
    add(title, "C.13", script, effects=["read", "report"])
    script = _old(STALE_INTERVAL).failed(0x0E).pause().value(OTHER[:19])
    title = "After a stale one another instruction is navigated"
    add(title, "C.13", script, effects=["deliver", "report"])


def _not_stale(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = _old(STALE_INTERVAL).notified(SHORT[:4])
    title = "A notification does not make an instruction stale"
    add(title, "C.13", script, effects=[])
    script = _old(STALE_INTERVAL).chunk(LONG)
    title = "A first chunk with another identifier: not stale"
    add(title, "C.13", script, effects=["deliver", "read"])
    script = _old(STALE_INTERVAL).failed(0x0A)
    title = "No object: it waits, and nothing is stale"
    add(title, "C.13", script, effects=["read", "report"])
    script = central("ready").of_link("serviceChanged")
    script.discovered(after=KEEP_ALIVE_READ_INTERVAL)
    script.answer("subscribed", after=UNTIL_STALE)
    title = "The answer to a subscription does not make an instruction stale"
    add(title, "C.13", script, effects=["read"])
    script = _old(STALE_INTERVAL).answer("answered", bytes=SHORT.hex(), ticket=99)
    title = "A late answer does not make an instruction stale"
    add(title, "C.13", script, effects=["fault"])
