"""Faults in what the central's session counts, and in what ends a row of failures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..reference import Refused
from ..sessions import central_reads
from ..sessions.central import Central
from .central import SIDE
from .mutant import Mutant, replacing


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of rows."""
    yield from _counting()
    yield from _endings()
    yield from _no_endings()


def _keeping(*names: str) -> Callable[[Any], Any]:
    """Makes a method that leaves counts as they were."""

    def make(handler: Any) -> Any:
        def handle(session: Central, *given: Any) -> None:
            link = session.link
            before = {name: getattr(link, name) for name in names}
            handler(session, *given)
            for name, count in before.items():
                setattr(link, name, count)

        return handle

    return make


def _counting() -> Iterator[Mutant]:
    invalid = Plant(Central, "_handle_is_invalid", lambda session: session._discover())
    yield SIDE.mutant("Invalid Handle is not counted", invalid)
    name = "Invalid Handle does not count for what comes after"
    yield SIDE.around("_handle_is_invalid", name, _keeping("failed"))
    for method, what in (
        ("_read_failed", "reads"),
        ("_subscription_failed", "subscriptions"),
    ):

        def uncounted(failed: Any) -> Any:
            def fail(session: Central, code: int) -> None:
                if code == central_reads.INVALID_HANDLE:
                    session.link.failed = -1
                failed(session, code)

            return fail

        name = f"Invalid Handle to {what} begins a new row"
        yield SIDE.around(method, name, uncounted)

    def counted_although(failed: Any) -> Any:
        def fail(session: Central, code: int) -> None:
            if session.link.services_changed and code == central_reads.INVALID_HANDLE:
                session.link.services_changed = session.link.failed < 3
            failed(session, code)

        return fail

    name = "the fourth Invalid Handle ends the link though services changed"
    yield SIDE.around("_read_failed", name, counted_although)

    def pairing(failed: Any) -> Any:
        def fail(session: Central, code: int) -> None:
            failed(session, code)
            if code in central_reads.PAIRING_ERRORS:
                session._progress()

        return fail

    yield SIDE.around("_read_failed", "a demand for pairing ends a row", pairing)

    def joined(could_not: Any) -> Any:
        def fail(session: Central, failure: Refused) -> None:
            session.link.failed += failure.code != "restartsExhausted"
            could_not(session, failure)

        return fail

    name = "what is not an instruction counts as an error too"
    yield SIDE.around("_could_not_read", name, joined)

    def only(*codes: str) -> Callable[[Any], Any]:
        def make(could_not: Any) -> Any:
            def fail(session: Central, failure: Refused) -> None:
                count = session.link.unreadable
                could_not(session, failure)
                if failure.code in codes and session.link.unreadable == count + 1:
                    session.link.unreadable = count

            return fail

        return make

    name = "what is too long is not counted"
    yield SIDE.around("_could_not_read", name, only("oversized"))
    name = "what is not an instruction is not counted"
    yield SIDE.around("_could_not_read", name, only("truncated", "reservedNotZero"))

    def changing(could_not: Any) -> Any:
        def fail(session: Central, failure: Refused) -> None:
            changed = session.__dict__.get("changed", 0)
            session.changed = changed + (failure.code == "restartsExhausted")
            if session.changed > 9:
                session._fault("unreadable", failure)
                session._give_up()
            else:
                could_not(session, failure)

        return fail

    name = "objects that change during every attempt count"
    yield SIDE.around("_could_not_read", name, changing)


def _endings() -> Iterator[Mutant]:
    """What ends a row although it is no progress."""

    def ending(handler: Any) -> Any:
        def handle(session: Central, *given: Any) -> None:
            session._progress()
            handler(session, *given)

        return handle

    methods = {
        "_take_partial": "a first chunk",
        "_request_chunk": "any answer that is followed by a request",
        "_on_subscribed": "an accepted subscription",
        "_on_discovered": "a discovery",
        "_on_answered": "any value",
        "_on_notified": "a notification",
    }
    for method, what in methods.items():
        yield SIDE.around(method, f"{what} ends a row", ending)

    def only(name: str) -> Callable[[Any], Any]:
        def make(handler: Any) -> Any:
            def handle(session: Central, *given: Any) -> None:
                setattr(session.link, name, 0)
                handler(session, *given)

            return handle

        return make

    name = "an error ends the row of what is not an instruction"
    yield SIDE.around("_read_failed", name, only("unreadable"))
    name = "what is not an instruction ends the row of errors"
    yield SIDE.around("_could_not_read", name, only("failed"))
    name = "a shown first chunk ends the row of what is not an instruction"
    yield SIDE.around("_note", name, only("unreadable"))
    name = "a shown first chunk ends the row of errors"
    yield SIDE.around("_note", name, only("failed"))


def _no_endings() -> Iterator[Mutant]:
    """What does not end a row although it is progress."""
    for count in ("failed", "unreadable"):
        for method, what in (
            ("_take_complete", "an object"),
            ("_read_failed", "no object"),
            ("_could_not_read", "an object that changed during every attempt"),
        ):
            name = f"{what} does not end the row of {count} reads"
            yield SIDE.mutant(name, *_lasting(method, count))

        def kept(take: Any, count: str = count) -> Any:
            def complete(session: Central) -> None:
                before = getattr(session.link, count)
                take(session)
                if not session.reader.is_whole:
                    setattr(session.link, count, before)

            return complete

        name = f"a beginning does not end the row of {count} reads"
        yield SIDE.around("_take_complete", name, kept)

    def remembered(connected: Any) -> Any:
        def connect(session: Central, event: Json) -> None:
            failed = session.__dict__.get("failed_before", 0)
            connected(session, event)
            session.link.failed = failed

        return connect

    def remembering(retry: Any) -> Any:
        def again(session: Central, is_enough: bool) -> None:
            session.failed_before = session.link.failed
            retry(session, is_enough)

        return again

    yield SIDE.mutant(
        "a row outlives its link",
        replacing(Central, "_on_connected", remembered),
        replacing(Central, "_retry", remembering),
    )


def _lasting(method: str, count: str) -> Iterator[Plant]:
    """Plants that leave a count as it was when progress is made within a method."""

    def within(handler: Any) -> Any:
        def handle(session: Central, *given: Any) -> None:
            session.is_within = True
            handler(session, *given)
            session.is_within = False

        return handle

    def progress(make_progress: Any) -> Any:
        def end_rows(session: Central) -> None:
            before = getattr(session.link, count)
            make_progress(session)
            if session.__dict__.get("is_within"):
                setattr(session.link, count, before)

        return end_rows

    yield replacing(Central, method, within)
    yield replacing(Central, "_progress", progress)
