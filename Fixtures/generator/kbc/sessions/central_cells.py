"""Every event in every phase of the central's session, with the awaited ticket and with another."""

from typing import Any

from ..timing import (
    KEEP_ALIVE_READ_INTERVAL,
    READ_TIMEOUT,
    SETUP_TIMEOUT,
    SILENCE_INTERVAL,
)
from .central_script import IDENTIFIER, MTU, SHORT, central
from .script import PHASES, Collection

# Events, their clauses and members that stand for all.
Events = dict[str, tuple[str, dict[str, Any]]]
PLAIN: Events = {
    "start": ("C.1", {}),
    "stop": ("C.1", {}),
    "radioOff": ("C.14", {}),
    "radioOn": ("C.14", {}),
    "found": ("C.1", {"peer": 9}),
}
OF_LINK: Events = {
    "connected": ("C.2", {"mtu": MTU}),
    "disconnected": ("C.1", {}),
    "notified": ("C.5", {"bytes": IDENTIFIER.hex()}),
    "arrived": ("C.12", {"bytes": IDENTIFIER.hex()}),
    "mtuChanged": ("C.11", {"mtu": 100}),
    "serviceChanged": ("C.10", {}),
}
ANSWERS: Events = {
    "discovered": ("C.2", {"hasCCCD": True}),
    "notDiscovered": ("C.10", {}),
    "subscribed": ("C.2", {}),
    "answered": ("C.4", {"bytes": SHORT.hex()}),
    "failed": ("C.7", {"attError": 0x0E}),
}
# The first deadline of a phase. Silence is reported before a discovery or a subscription times out.
INTERVALS = {
    "connecting": SETUP_TIMEOUT,
    "discovering": SILENCE_INTERVAL,
    "subscribing": SILENCE_INTERVAL,
    "ready": KEEP_ALIVE_READ_INTERVAL,
    "reading": READ_TIMEOUT,
}


def add_cells(collection: Collection) -> None:
    """Adds the cells, phase by phase."""
    for phase in PHASES["central"]:
        for event, (clause, members) in PLAIN.items():
            script = central(phase).do(event, **members)
            collection.add(f"{event} while {phase}", clause, script)
        for event, (clause, members) in OF_LINK.items():
            title = f"{event} while {phase}, of"
            script = central(phase).of_link(event, **members)
            collection.add(f"{title} the link", clause, script)
            script = central(phase).of_link(event, **members, link=99)
            collection.add(f"{title} another link", clause, script, phase=phase)
        for event, (clause, members) in ANSWERS.items():
            title = f"{event} while {phase}, with"
            script = central(phase).answer(event, **members)
            collection.add(f"{title} the last ticket", clause, script)
            script = central(phase).answer(event, **members, ticket=99)
            title = f"{title} a ticket of no request"
            collection.add(title, clause, script, phase=phase, effects=["fault"])
        _add_time(collection, phase)


def _add_time(collection: Collection, phase: str) -> None:
    interval = INTERVALS.get(phase)
    if interval is None:
        script = central(phase).wait(100_000)
        title = f"Time alone does nothing while {phase}"
        collection.add(title, "C.9", script, effects=[])
        return
    for milliseconds, when in (
        (interval - 1, "before"),
        (interval, "at"),
        (interval + 60_000, "long after"),
    ):
        script = central(phase).wait(milliseconds)
        title = f"timePassed while {phase}, {when} the deadline"
        collection.add(title, "C.9", script)
