"""Faults in what the central's session delivers, in how it reads, and in how its links end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..sessions import central_reads
from ..sessions.central import Central
from .central import SIDE
from .changes import after, set_on_link
from .mutant import Mutant


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of deliveries, reads and ends."""
    yield from _deliveries()
    yield from _reading()
    yield from _endings()


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
                session._rest(central_reads.KEEP_ALIVE_READ_INTERVAL)

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

    forgetful: tuple[tuple[str, str, str, Any], ...] = (
        ("_on_mtuChanged", "chunks of two MTUs are joined", "is_discarded", False),
        (
            "_on_serviceChanged",
            "changed services are forgotten while a request is outstanding",
            "services_changed",
            False,
        ),
        (
            "_be_notified",
            "a notification during a read is forgotten",
            "was_notified",
            False,
        ),
        ("_be_notified", "what a notification names is forgotten", "named", None),
    )
    for method, name, member, value in forgetful:
        yield SIDE.around(method, name, after(set_on_link(member, value)))


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
