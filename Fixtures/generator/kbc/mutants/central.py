"""Faults of the central's session."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..sessions import central_base, central_reads
from ..sessions.central import Central
from .mutant import Mutant
from .session import Side

SIDE = Side("central", Central, central_base)
READS = Side("central", Central, central_reads)
INTERVALS = (
    (READS, "KEEP_ALIVE_READ_INTERVAL"),
    (SIDE, "SILENCE_INTERVAL"),
    (SIDE, "STALE_INTERVAL"),
    (SIDE, "SETUP_TIMEOUT"),
    (SIDE, "RETRY_INTERVAL"),
    (READS, "POLL_INTERVAL"),
)
# For each status, another one in its place.
MISTAKEN = {
    "searching": "waiting",
    "waiting": "navigating",
    "navigating": "waiting",
    "silent": "searching",
    "stale": "navigating",
    "ended": "searching",
    "pairingRequired": "waiting",
    "stopped": "searching",
    "radioOff": "stopped",
}


def mutants(vectors: list[Json]) -> Iterator[Mutant]:
    """All faults of the central's session."""
    yield from SIDE.common(vectors)
    for side, name in INTERVALS:
        value = getattr(side.module, name)
        yield from side.constant(name, value - 1, value + 1, 0)
    yield from READS.constant("MAXIMUM_FAILED", 1, 2, 4)
    yield from READS.constant("MAXIMUM_UNREADABLE", 7, 9)
    yield from READS.constant("PAIRING_ERRORS", (0x05,), (0x0F,), (0x05, 0x0F, 0x0E))
    yield from SIDE.needless(vectors, "startScan")
    yield from SIDE.deaf(("mtuChanged", "serviceChanged", "notified"))
    yield from _guards()
    yield from _memories()
    yield from _speakers()
    yield from _statuses()


def _guards() -> Iterator[Mutant]:
    """Gives an effect to events that do nothing in a phase."""
    for event in ("notified", "arrived", "mtuChanged", "serviceChanged"):

        def early(handler: Any) -> Any:
            def handle(session: Central, given: Json) -> None:
                handler(session, given)
                if session.phase == "connecting" and not session.effects:
                    session._late()

            return handle

        name = f"{event} is late while connecting"
        yield SIDE.around(f"_on_{event}", name, early)

    def overdue(meet: Any) -> Any:
        def check(session: Central) -> None:
            due = session.due
            if due is not None and session.now == due - 1:
                session.due = session.now
            meet(session)

        return check

    yield SIDE.around("_meet_deadlines", "what is due happens 1 ms early", overdue)

    def lazy(meet: Any) -> Any:
        def check(session: Central) -> None:
            if session.due != session.now:
                meet(session)

        return check

    yield SIDE.around("_meet_deadlines", "what is due does not happen in time", lazy)

    def hasty(meet: Any) -> Any:
        def check(session: Central) -> None:
            meet(session)
            if (
                session.now - session.link.last_arrival
                == central_base.SILENCE_INTERVAL - 1
            ):
                session.link.is_silent = session.phase in central_base.LINKED

        return check

    yield SIDE.around("_meet_deadlines", "silence is reported 1 ms early", hasty)

    def deaf(meet: Any) -> Any:
        def check(session: Central) -> None:
            meet(session)
            if session.now - session.link.last_arrival == central_base.SILENCE_INTERVAL:
                session.link.is_silent = False

        return check

    yield SIDE.around("_meet_deadlines", "silence is not reported in time", deaf)


def _memories() -> Iterator[Mutant]:
    """Faults in what is kept, or forgotten, from one link or one start to the next."""

    def stopped(start: Any) -> Any:
        def start_once(session: Central, event: Json) -> None:
            if session.phase != "stopped" or not session.__dict__.get("was_started"):
                start(session, event)
            session.was_started = True

        return start_once

    yield SIDE.around("_on_start", "after a stop it can't be started", stopped)

    def same_ticket(find: Any) -> Any:
        def found(session: Central, event: Json) -> None:
            session.ticket = 0
            find(session, event)

        return found

    yield SIDE.around("_on_found", "a link's ticket is used again", same_ticket)

    def cheerful(connected: Any) -> Any:
        def connect(session: Central, event: Json) -> None:
            session.has_ended = False
            connected(session, event)

        return connect

    name = "a new link forgets that navigation ended"
    yield SIDE.around("_on_connected", name, cheerful)
    yield SIDE.around(
        "_on_found", "finding a phone forgets that navigation ended", cheerful
    )

    def subscribed(subscribe: Any) -> Any:
        def once(session: Central) -> None:
            if session.__dict__.get("has_ever_subscribed"):
                session._read_object()
            else:
                subscribe(session)
            session.has_ever_subscribed = True

        return once

    yield SIDE.around("_subscribe", "it subscribes only once", subscribed)

    def staying(current: Any) -> Any:
        def status(session: Central) -> str:
            now = str(current(session))
            was_stale = session.__dict__.get("was_stale", False)
            session.was_stale = was_stale or now == "stale"
            return "stale" if was_stale and now == "navigating" else now

        return status

    yield SIDE.around("_current_status", "what was stale stays stale", staying)


def _speakers() -> Iterator[Mutant]:
    yield SIDE.mutant(
        "late arrivals are not reported", Plant(Central, "_late", lambda _: None)
    )

    def any_ticket(is_answer: Any) -> Any:
        def check(session: Central, event: Json, phase: str) -> Any:
            return is_answer(session, event | {"ticket": session.request}, phase)

        return check

    yield SIDE.around("_is_answer", "an answer to any request is taken", any_ticket)

    def any_phase(is_answer: Any) -> Any:
        return lambda session, event, _: is_answer(session, event, session.phase)

    yield SIDE.around("_is_answer", "an answer of any kind is taken", any_phase)

    def any_link(is_of_link: Any) -> Any:
        def check(session: Central, event: Json) -> Any:
            return is_of_link(session, event | {"link": session.link.ticket})

        return check

    yield SIDE.around("_is_of_link", "events of any link are taken", any_link)
    name = "a notification of any link is taken"
    yield SIDE.around("_is_awaited", name, any_link)
    for event in ("connected", "disconnected"):

        def of_any_link(handler: Any) -> Any:
            def handle(session: Central, given: Json) -> None:
                handler(session, given | {"link": session.link.ticket})

            return handle

        yield SIDE.around(f"_on_{event}", f"{event} of any link is taken", of_any_link)

    def any_failure(handler: Any) -> Any:
        def handle(session: Central, given: Json) -> None:
            handler(session, given | {"ticket": session.request})

        return handle

    yield SIDE.around("_on_failed", "a failure of any request is taken", any_failure)
    yield SIDE.mutant("nothing is heard", Plant(Central, "_hear", lambda _: None))


def _statuses() -> Iterator[Mutant]:
    for right, wrong in MISTAKEN.items():

        def make(current: Any, right: str = right, wrong: str = wrong) -> Any:
            def mistake(session: Central) -> str:
                status = str(current(session))
                return wrong if status == right else status

            return mistake

        yield SIDE.around("_current_status", f"{right} is reported as {wrong}", make)

    def again(_: Any) -> Any:
        def tell(session: Central) -> None:
            session.status = session._current_status()
            session._do("report", status=session.status)

        return tell

    yield SIDE.around("_tell_rider", "the rider is told the same thing again", again)
