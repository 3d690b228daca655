"""Faults of the central's session."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..sessions import central
from ..sessions.central import Central
from .mutant import Mutant
from .session import Side

SIDE = Side("central", Central, central)
INTERVALS = (
    "KEEP_ALIVE_READ_INTERVAL",
    "SILENCE_INTERVAL",
    "STALE_INTERVAL",
    "SETUP_TIMEOUT",
    "RETRY_INTERVAL",
    "POLL_INTERVAL",
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
    for name in INTERVALS:
        value = getattr(central, name)
        yield from SIDE.constant(name, value - 1, value + 1, 0)
    yield from SIDE.constant("MAXIMUM_FAILED", 1, 2, 4)
    yield from SIDE.constant("MAXIMUM_UNREADABLE", 7, 9)
    yield from SIDE.constant("PAIRING_ERRORS", (0x05,), (0x0F,), (0x05, 0x0F, 0x0E))
    yield from SIDE.needless(vectors, "startScan")
    yield from SIDE.deaf(("mtuChanged", "serviceChanged", "notified"))
    yield from _guards()
    yield from _memories()
    yield from _speakers()
    yield from _statuses()
    yield from _deliveries()
    yield from _reading()
    yield from _endings()


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
            if session.now - session.link.last_arrival == central.SILENCE_INTERVAL - 1:
                session.link.is_silent = session.phase in central.LINKED

        return check

    yield SIDE.around("_meet_deadlines", "silence is reported 1 ms early", hasty)

    def deaf(meet: Any) -> Any:
        def check(session: Central) -> None:
            meet(session)
            if session.now - session.link.last_arrival == central.SILENCE_INTERVAL:
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


def _deliveries() -> Iterator[Mutant]:
    def shown_again(take: Any) -> Any:
        def partial(session: Central) -> None:
            session.last_shown = b""
            take(session)

        return partial

    name = "the same beginning is delivered again"
    yield SIDE.around("_take_partial", name, shown_again)
    name = "the same whole object is delivered again"
    yield SIDE.around("_take_complete", name, shown_again)
    conditions: dict[str, Any] = {
        "a possibly cut object is not delivered": lambda _, __, extent: (
            extent == "whole"
        ),
        "an object is not delivered whole after its own beginning": (
            lambda session, data, _: data[:20] != session.last_shown[:20]
        ),
        "an object with the beginning of an earlier one is not delivered whole": (
            lambda session, data, extent: (
                not _was_whole(session, data, extent, 20) or extent != "whole"
            )
        ),
        "the beginning of an earlier whole object is not delivered": (
            lambda session, data, extent: (
                not _was_whole(session, data, extent, 20) or extent == "whole"
            )
        ),
        "a whole object that comes back is not delivered": (
            lambda session, data, extent: (
                not _was_whole(session, data, extent, 512) or extent != "whole"
            )
        ),
    }
    for name, condition in conditions.items():

        def make(deliver: Any, condition: Any = condition) -> Any:
            def only(session: Central, data: bytes, extent: str) -> None:
                if condition(session, data, extent):
                    deliver(session, data, extent)

            return only

        yield SIDE.around("_deliver", name, make)
    name = "deliveries are remembered for ever"
    forget = Plant(
        Central, "_forget_deliveries", _forget_once(Central._forget_deliveries)
    )
    yield SIDE.mutant(name, forget)


def _was_whole(session: Central, data: bytes, extent: str, length: int) -> bool:
    """Whether an object that begins with the same bytes was delivered whole before."""
    earlier: list[bytes] = session.__dict__.setdefault("whole_ones", [])
    was_whole = any(one[:length] == data[:length] for one in earlier)
    if extent == "whole":
        earlier.append(data)
    return was_whole


def _forget_once(forget: Any) -> Any:
    def once(session: Central) -> None:
        if not hasattr(session, "last_shown"):
            forget(session)

    return once


def _reading() -> Iterator[Mutant]:
    for what, member in (
        ("pairingRequired", "needs_pairing"),
        ("the count of errors", "failed"),
    ):

        def kept_by_none(failed: Any, member: str = member) -> Any:
            def fail(session: Central, code: int) -> None:
                value = getattr(session.link, member)
                failed(session, code)
                if code == 0x0A:
                    setattr(session.link, member, value)

            return fail

        name = f"no object does not clear {what}"
        yield SIDE.around("_read_failed", name, kept_by_none)

    def interrupted(notified: Any) -> Any:
        def be_notified(session: Central, data: bytes) -> None:
            notified(session, data)
            session.link.is_discarded = session.phase == "reading"

        return be_notified

    yield SIDE.around("_be_notified", "a notification interrupts a read", interrupted)

    def resting(receive: Any) -> Any:
        def take(session: Central, chunk: bytes) -> None:
            was_discarded = session.link.is_discarded
            receive(session, chunk)
            if was_discarded:
                session._rest(central.KEEP_ALIVE_READ_INTERVAL)

        return take

    yield SIDE.around("_receive", "an answer that is not used ends the read", resting)

    def kept(handler: Any) -> Any:
        def change(session: Central, event: Json) -> None:
            longest = session.reader.longest_chunk
            handler(session, event)
            session.reader.longest_chunk = longest

        return change

    for event in ("connected", "mtuChanged"):
        name = f"the chunk size outlives {event}"
        yield SIDE.around(f"_on_{event}", name, kept)

    def trusting(handler: Any) -> Any:
        def change(session: Central, event: Json) -> None:
            handler(session, event)
            session.link.is_discarded = False

        return change

    yield SIDE.around("_on_mtuChanged", "chunks of two MTUs are joined", trusting)

    def forgetful(handler: Any) -> Any:
        def change(session: Central, event: Json) -> None:
            handler(session, event)
            session.link.services_changed = False

        return change

    name = "changed services are forgotten while a request is outstanding"
    yield SIDE.around("_on_serviceChanged", name, forgetful)

    def deaf(notified: Any) -> Any:
        def be_notified(session: Central, data: bytes) -> None:
            notified(session, data)
            session.link.was_notified = False

        return be_notified

    name = "a notification during a read is forgotten"
    yield SIDE.around("_be_notified", name, deaf)

    def unnamed(notified: Any) -> Any:
        def be_notified(session: Central, data: bytes) -> None:
            notified(session, data)
            session.link.named = None

        return be_notified

    name = "what a notification names is forgotten"
    yield SIDE.around("_be_notified", name, unnamed)


def _endings() -> Iterator[Mutant]:
    def silent(end: Any) -> Any:
        def end_link(session: Central) -> None:
            end(session)
            session.effects = [
                effect for effect in session.effects if effect["effect"] != "startScan"
            ]

        return end_link

    yield SIDE.around("_end_link", "after a link's end nobody scans", silent)

    def resting(search: Any) -> Any:
        def look(session: Central) -> None:
            on, session.radio_on = session.radio_on, True
            search(session)
            session.radio_on = on

        return look

    yield SIDE.around("_search", "it scans with the radio off", resting)

    def forgiving(handler: Any) -> Any:
        def handle(session: Central, event: Json) -> None:
            handler(session, event)
            session.has_ended = False

        return handle

    yield SIDE.around(
        "_on_notDiscovered", "the end of navigation is not reported", forgiving
    )

    def lasting(handler: Any) -> Any:
        def handle(session: Central, event: Json) -> None:
            had = session.has_ended
            handler(session, event)
            session.has_ended = session.has_ended or had

        return handle

    for event in ("start", "discovered"):
        name = f"the end of navigation outlives {event}"
        yield SIDE.around(f"_on_{event}", name, lasting)
