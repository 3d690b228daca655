"""Every event in every phase of the central's session, with the awaited ticket and with another."""

from __future__ import annotations

from typing import Any

from ..timing import (
    KEEP_ALIVE_READ_INTERVAL,
    READ_TIMEOUT,
    SETUP_TIMEOUT,
    SILENCE_INTERVAL,
)
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
# The first deadline of a phase. Silence is reported before a discovery or a subscription times out.
INTERVALS = {
    "connecting": SETUP_TIMEOUT,
    "discovering": SILENCE_INTERVAL,
    "subscribing": SILENCE_INTERVAL,
    "ready": KEEP_ALIVE_READ_INTERVAL,
    "reading": READ_TIMEOUT,
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
    """Adds the cells of version 1.0.0's events, phase by phase.

    The cells of later events come at the end, so that the ids before them keep their meaning.
    """
    for phase in PHASES["central"]:
        for event, members in PLAIN.items():
            add_plain(collection, phase, event, CLAUSES[event], members)
        for event, members in OF_LINK.items():
            add_of_link(collection, phase, event, CLAUSES[event], members)
        for event, members in ANSWERS.items():
            add_answer(collection, phase, event, CLAUSES[event], members)
        _add_time(collection, phase)


def add_plain(
    collection: Collection,
    phase: str,
    event: str,
    clause: str,
    members: Any,
    **rest: Any,
) -> None:
    script = central(phase).do(event, **members)
    collection.add(f"{event} while {phase}", clause, script, **rest)


def add_of_link(
    collection: Collection,
    phase: str,
    event: str,
    clause: str,
    members: Any,
    **rest: Any,
) -> None:
    script = central(phase).of_link(event, **members)
    collection.add(f"{event} while {phase}, of the link", clause, script, **rest)
    script = central(phase).of_link(event, **members, link=99)
    title = f"{event} while {phase}, of another link"
    collection.add(title, clause, script, phase=phase, **rest)


def add_answer(
    collection: Collection,
    phase: str,
    event: str,
    clause: str,
    members: Any,
    **rest: Any,
) -> None:
    script = central(phase).answer(event, **members)
    title = f"{event} while {phase}, with the last ticket"
    collection.add(title, clause, script, **rest)
    script = central(phase).answer(event, **members, ticket=99)
    title = f"{event} while {phase}, with a ticket of no request"
    collection.add(title, clause, script, phase=phase, effects=["fault"], **rest)


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
