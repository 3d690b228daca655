"""Faults in what the central's session makes of its radio."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..reassembly import WHOLE_VALUES
from ..reference import is_version_4_uuid
from ..sessions import central_reads
from ..sessions.central import Central
from ..timing import KEEP_ALIVE_READ_INTERVAL, POLL_INTERVAL
from .central import SIDE
from .mutant import Mutant

MOST_EFFECTS = 6


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of radios."""
    yield from _polling()
    yield from _arrivals()
    yield from _extents()


def _as_radio(radio: str, *radios: str) -> Callable[[Any], Any]:
    """Makes a method that takes some radios for another one."""

    def make(handler: Any) -> Any:
        def handle(session: Central, *given: Any) -> Any:
            right = session.configuration["radio"]
            if right in radios:
                session.configuration["radio"] = radio
            result = handler(session, *given)
            session.configuration["radio"] = right
            return result

        return handle

    return make


def _polling() -> Iterator[Mutant]:
    name = "with one callback it subscribes"
    yield SIDE.around("_on_discovered", name, _as_radio("wholeValues", "oneCallback"))
    for radio in ("longReads", "wholeValues"):
        name = f"with {radio} it does not subscribe"
        yield SIDE.around("_on_discovered", name, _as_radio("oneCallback", radio))
    intervals = {
        "with one callback it polls slowly": lambda radio: KEEP_ALIVE_READ_INTERVAL,
        "with any radio it polls fast": lambda radio: POLL_INTERVAL,
        "a radio that reads whole values polls fast": lambda radio: (
            POLL_INTERVAL if radio in WHOLE_VALUES else KEEP_ALIVE_READ_INTERVAL
        ),
    }
    for name, interval in intervals.items():

        def read_interval(session: Central, interval: Any = interval) -> int:
            return int(interval(session.configuration["radio"]))

        yield SIDE.mutant(
            name, Plant(Central, "_read_interval", property(read_interval))
        )

    def hurried(rest: Any) -> Any:
        def wait(session: Central, interval: int) -> None:
            has_one = session.configuration["radio"] == central_reads.ONE_CALLBACK
            rest(session, central_reads.POLL_INTERVAL if has_one else interval)

        return wait

    name = "with one callback every pause is the poll's"
    yield SIDE.around("_rest", name, hurried)

    def cut_short(handle: Any) -> Any:
        def at_most(session: Central, event: Json) -> Json:
            step = dict(handle(session, event))
            return step | {"effects": step["effects"][: MOST_EFFECTS - 1]}

        return at_most

    name = f"an event has fewer than {MOST_EFFECTS} effects"
    yield SIDE.around("handle", name, cut_short)


def _arrivals() -> Iterator[Mutant]:
    name = "with one callback every arrival is a notification"
    yield SIDE.around("_on_arrived", name, _as_radio("wholeValues", "oneCallback"))
    for radio in ("offsetReads", "longReads", "wholeValues"):
        name = f"with {radio} an arrival during a read is its answer"
        yield SIDE.around("_on_arrived", name, _as_radio("oneCallback", radio))
    kinds: dict[str, Callable[[bytes], bool]] = {
        "fewer than 9 bytes": lambda data: len(data) < 9,
        "4 bytes": lambda data: len(data) == 4,
        "a UUID": lambda data: len(data) == 16 and is_version_4_uuid(data),
        "MTU - 3 bytes": lambda data: len(data) == 20,
        "no bytes": lambda data: not data,
    }
    for what, condition in kinds.items():

        def notified(arrived: Any, condition: Any = condition) -> Any:
            def arrive(session: Central, event: Json) -> None:
                if condition(bytes.fromhex(event["bytes"])):
                    session._on_notified(event)
                else:
                    arrived(session, event)

            return arrive

        name = f"with one callback an arrival of {what} is a notification"
        yield SIDE.around("_on_arrived", name, notified)

    def unheard(arrived: Any) -> Any:
        def arrive(session: Central, event: Json) -> None:
            link = session.link
            before = link.last_arrival, link.is_silent
            arrived(session, event)
            if session.phase != "reading":
                link.last_arrival, link.is_silent = before

        return arrive

    name = "an arrival that is not an answer shows nothing"
    yield SIDE.around("_on_arrived", name, unheard)

    def prompting(arrived: Any) -> Any:
        def arrive(session: Central, event: Json) -> None:
            was_ready = session.phase == "ready"
            arrived(session, event)
            if was_ready and session.phase == "ready":
                session._read_object()

        return arrive

    name = "with one callback an arrival is a reason to read"
    yield SIDE.around("_on_arrived", name, prompting)

    def twice(arrived: Any) -> Any:
        def arrive(session: Central, event: Json) -> None:
            request = session.request
            arrived(session, event)
            if session.phase == "reading":
                session.request = request

        return arrive

    name = "a read that an arrival has answered is still awaited"
    yield SIDE.around("_on_arrived", name, twice)


def _extents() -> Iterator[Mutant]:
    def delivered(change: Callable[[Central, bytes, str], tuple[bytes, str]]) -> Any:
        def make(deliver: Any) -> Any:
            def show(session: Central, data: bytes, extent: str) -> None:
                deliver(session, *change(session, data, extent))

            return show

        return make

    name = "a whole object is delivered as possibly cut"
    yield SIDE.around(
        "_deliver", name, delivered(lambda _, data, __: (data, "possiblyCut"))
    )
    name = "of a value that may be cut only 20 bytes are delivered"
    yield SIDE.around(
        "_deliver",
        name,
        delivered(
            lambda session, data, extent: (
                data[:20] if extent != "whole" and session.reader.goes_on else data,
                extent,
            )
        ),
    )

    def remembered(deliver: Any) -> Any:
        def show(session: Central, data: bytes, extent: str) -> None:
            before = session.last_shown
            deliver(session, data, extent)
            if extent != "whole" and len(data) > 22:
                session.last_shown = before

        return show

    name = "a value that may be cut is delivered again and again"
    yield SIDE.around("_deliver", name, remembered)

    def equal(take: Any) -> Any:
        def complete(session: Central) -> None:
            is_cut = not session.reader.is_whole
            if is_cut and session.reader.data[:20] == session.last_shown[:20]:
                session.last_shown = session.reader.data
            take(session)

        return complete

    name = "a value that may be cut is compared by its first 20 bytes"
    yield SIDE.around("_take_complete", name, equal)

    def distinct(take: Any) -> Any:
        def complete(session: Central) -> None:
            data = session.reader.data
            if not session.reader.is_whole and data != session.last_shown:
                session.last_shown = b""
            take(session)

        return complete

    name = "20 bytes that may be cut are compared by the length too"
    yield SIDE.around("_take_complete", name, distinct)

    def doubled(take: Any) -> Any:
        def complete(session: Central) -> None:
            if session.was_whole and not session.reader.is_whole:
                session.last_shown = b""
            take(session)

        return complete

    name = "what was delivered whole is delivered again as possibly cut"
    yield SIDE.around("_take_complete", name, doubled)

    def same(take: Any) -> Any:
        def complete(session: Central) -> None:
            session.was_whole = True
            take(session)

        return complete

    name = "what was delivered as possibly cut is not delivered as whole"
    yield SIDE.around("_take_complete", name, same)

    def as_whole_values(take: Any) -> Any:
        def complete(session: Central) -> None:
            session.reader.has_one_callback = False
            take(session)

        return complete

    name = "with one callback reassembly reads whole values"
    yield SIDE.around("_take_complete", name, as_whole_values)
