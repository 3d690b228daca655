"""Every event in every phase of the central's session, with the awaited ticket and with another."""

from __future__ import annotations

from typing import Any

from .central_script import IDENTIFIER, MTU, SHORT, central
from .script import PHASES, Collection

PLAIN: dict[str, dict[str, Any]] = {
    "start": {},
    "stop": {},
    "radioOff": {},
    "radioOn": {},
    "found": {"peer": 9},
}
OF_LINK: dict[str, dict[str, Any]] = {
    "connected": {"mtu": MTU},
    "disconnected": {},
    "notified": {"bytes": IDENTIFIER.hex()},
    "arrived": {"bytes": IDENTIFIER.hex()},
    "mtuChanged": {"mtu": 100},
    "serviceChanged": {},
}
ANSWERS: dict[str, dict[str, Any]] = {
    "discovered": {"hasCCCD": True},
    "notDiscovered": {},
    "subscribed": {},
    "answered": {"bytes": SHORT.hex()},
    "failed": {"attError": 0x0E},
}
# What a phase waits for, to the millisecond; the others wait for nothing.
INTERVALS = {
    "connecting": 10_000,
    "discovering": 5000,
    "subscribing": 5000,
    "ready": 4000,
    "reading": 5000,
}
CLAUSES = {
    "start": "C.1",
    "stop": "C.1",
    "found": "C.1",
    "connected": "C.2",
    "disconnected": "C.1",
    "discovered": "C.2",
    "notDiscovered": "C.10",
    "subscribed": "C.2",
    "answered": "C.4",
    "failed": "C.7",
    "notified": "C.5",
    "arrived": "C.12",
    "mtuChanged": "C.11",
    "serviceChanged": "C.10",
    "timePassed": "C.9",
    "radioOff": "C.14",
    "radioOn": "C.14",
}


def add_cells(collection: Collection) -> None:
    """Adds the cells, phase by phase."""
    for phase in PHASES["central"]:
        for event, members in PLAIN.items():
            script = central(phase).do(event, **members)
            collection.add(f"{event} while {phase}", CLAUSES[event], script)
        for event, members in OF_LINK.items():
            script = central(phase)
            script.of_link(event, **members)
            title = f"{event} while {phase}, of the link"
            collection.add(title, CLAUSES[event], script)
            script = central(phase)
            script.of_link(event, **members, link=99)
            title = f"{event} while {phase}, of another link"
            collection.add(title, CLAUSES[event], script, phase=phase)
        for event, members in ANSWERS.items():
            script = central(phase).answer(event, **members)
            title = f"{event} while {phase}, with the last ticket"
            collection.add(title, CLAUSES[event], script)
            script = central(phase).answer(event, **members, ticket=99)
            title = f"{event} while {phase}, with a ticket of no request"
            collection.add(
                title, CLAUSES[event], script, phase=phase, effects=["fault"]
            )
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
        (interval + 60_000, "long behind"),
    ):
        script = central(phase).wait(milliseconds)
        title = f"timePassed while {phase}, {when} the deadline"
        collection.add(title, "C.9", script)
