"""Faults in what the central's session makes of notifications during a read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..sessions import central_reads
from ..sessions.central import Central
from .central import SIDE
from .mutant import Mutant


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of these notifications."""
    yield from _notified()
    yield from _followed()


def _notified() -> Iterator[Mutant]:
    """What a notification during a read names or begins."""

    def alike(length: int) -> Plant:
        def begin_alike(data: bytes, other: bytes) -> bool:
            return data[:length] == other[:length]

        return Plant(central_reads, "_begin_alike", begin_alike)

    for length in (4, 9, 19, 21, 512):
        name = f"beginnings are compared by {length} bytes"
        yield SIDE.mutant(name, alike(length))

    def followed(change: Callable[[Central], None]) -> Callable[[Any], Any]:
        def make(follow: Any) -> Any:
            def follow_up(session: Central, *given: Any) -> None:
                change(session)
                follow(session, *given)

            return follow_up

        return make

    def nothing_begun(session: Central) -> None:
        session.link.notified = b""

    name = "what a notification begins does not count"
    yield SIDE.around("_follow_up", name, followed(nothing_begun))

    def shortened(session: Central) -> None:
        data = session.reader.data
        if data.startswith(session.link.notified):
            session.link.notified = data

    name = "any beginning of the object that was read counts"
    yield SIDE.around("_follow_up", name, followed(shortened))

    def unnamed(follow: Any) -> Any:
        def follow_up(session: Central, *given: Any) -> None:
            if len(given) == 1 and session.link.named is None:
                session.link.notified = given[0]
            follow(session, *given)

        return follow_up

    name = "a notification that names nothing names what is no instruction"
    yield SIDE.around("_follow_up", name, unnamed)

    def named(notified: Any) -> Any:
        def be_notified(session: Central, data: bytes) -> None:
            notified(session, data)
            if len(data) >= 9:
                session.link.named = int.from_bytes(data[:4], "little")

        return be_notified

    name = "a notified object names its identifier"
    yield SIDE.around("_be_notified", name, named)

    def well_formed(notified: Any) -> Any:
        def be_notified(session: Central, data: bytes) -> None:
            faults = len(session.effects)
            notified(session, data)
            if len(session.effects) > faults and session.phase == "reading":
                session.link.notified = b""

        return be_notified

    name = "a malformed notification begins nothing"
    yield SIDE.around("_be_notified", name, well_formed)

    def connected(notified: Any) -> Any:
        def be_notified(session: Central, data: bytes) -> None:
            if session.phase != "connecting":
                notified(session, data)

        return be_notified

    name = "a malformed notification before the link is up is not reported"
    yield SIDE.around("_be_notified", name, connected)

    def first(notified: Any) -> Any:
        def be_notified(session: Central, data: bytes) -> None:
            link = session.link
            kept = (link.notified, link.named) if link.was_notified else None
            notified(session, data)
            if kept:
                link.notified, link.named = kept

        return be_notified

    name = "the first of two notifications during a read counts"
    yield SIDE.around("_be_notified", name, first)


def _followed() -> Iterator[Mutant]:
    """Which reads are followed by another one at once."""

    def resting(condition: Callable[[Central, tuple[Any, ...]], bool]) -> Any:
        def make(follow: Any) -> Any:
            def follow_up(session: Central, *given: Any) -> None:
                if condition(session, given):
                    session.link.was_notified = False
                follow(session, *given)

            return follow_up

        return make

    conditions: dict[str, Callable[[Central, tuple[Any, ...]], bool]] = {
        "a read that finds no object": lambda session, given: (
            not given and not session.effects
        ),
        "a beginning that is not an instruction": lambda _, given: len(given) == 1,
        "a beginning": lambda session, given: (
            len(given) == 2 and not session.reader.is_whole
        ),
    }
    for what, condition in conditions.items():
        name = f"notified during {what} it rests"
        yield SIDE.around("_follow_up", name, resting(condition))

    def eager(retry: Any) -> Any:
        def again(session: Central, is_enough: bool) -> None:
            if session.link.was_notified and not is_enough:
                session._read_object()
            else:
                retry(session, is_enough)

        return again

    name = "a read that failed is repeated at once after a notification"
    yield SIDE.around("_retry", name, eager)

    def lasting(read: Any) -> Any:
        def begin(session: Central) -> None:
            was_notified = session.link.was_notified
            read(session)
            session.link.was_notified = was_notified

        return begin

    name = "a notification during one read counts for the next"
    yield SIDE.around("_read_object", name, lasting)
