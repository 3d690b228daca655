"""Faults in what the central's session makes of answers that it discards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..reference import Refused, decode
from ..sessions.central import Central
from ..sessions.central_reads import (
    MAXIMUM_FAILED,
    MAXIMUM_UNREADABLE,
    NO_OBJECT,
    PAIRING_ERRORS,
)
from .central import SIDE
from .mutant import Mutant

Condition = Callable[[Central], bool]
Change = Callable[[Central, Any], None]


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of discarded answers."""
    reasons: dict[str, Condition] = {
        "the MTU changed": lambda session: (
            session.link.is_discarded and not session.link.services_changed
        ),
        "services changed": lambda session: session.link.services_changed,
    }
    for reason, condition in reasons.items():
        name = f"a value that is discarded because {reason} makes stale"
        yield SIDE.around("_receive", name, _although(condition, _answered))
        name = f"an error that is discarded because {reason} makes stale"
        yield SIDE.around("_read_failed", name, _although(condition, _answered))
        name = f"a value that is discarded because {reason} gives an identifier"
        yield SIDE.around("_receive", name, _although(condition, _identified))
        name = f"0x0A counts although it is discarded because {reason}"
        yield SIDE.around("_read_failed", name, _although(condition, _emptied))
        name = f"a value that is discarded because {reason} ends a row"
        yield SIDE.around("_receive", name, _although(condition, _progressed))
        name = f"0x0A ends a row although it is discarded because {reason}"
        yield SIDE.around("_read_failed", name, _although(condition, _found_nothing))
        name = f"a value that is discarded because {reason} ends pairingRequired"
        yield SIDE.around("_receive", name, _although(condition, _paired))
        name = f"0x0A that is discarded because {reason} ends pairingRequired"
        yield SIDE.around("_read_failed", name, _although(condition, _paired_without))
        name = f"an error that is discarded because {reason} counts"
        yield SIDE.around("_read_failed", name, _although(condition, _counted))
        name = f"bytes that are discarded because {reason} count"
        yield SIDE.around("_receive", name, _although(condition, _unreadable))


def _although(condition: Condition, change: Change) -> Callable[[Any], Any]:
    """Makes a handler of answers that changes the session after one that is discarded."""

    def make(handler: Any) -> Any:
        def handle(session: Central, answer: Any) -> None:
            is_discarded = condition(session)
            handler(session, answer)
            if is_discarded:
                change(session, answer)

        return handle

    return make


def _answered(session: Central, _: Any) -> None:
    session.last_answer = session.now


def _identified(session: Central, chunk: bytes) -> None:
    try:
        instruction = decode(chunk, session.configuration["layout"], "possiblyCut")
    except Refused:
        return
    if instruction.identifier != session.identifier:
        session.identifier = instruction.identifier
        session.identifier_since = session.now


def _progressed(session: Central, _: Any) -> None:
    session._progress()


def _found_nothing(session: Central, code: int) -> None:
    if code == NO_OBJECT:
        session._progress()


def _paired(session: Central, _: Any) -> None:
    session.link.needs_pairing = False


def _paired_without(session: Central, code: int) -> None:
    if code == NO_OBJECT:
        session.link.needs_pairing = False


def _counted(session: Central, code: int) -> None:
    session.link.failed += code not in (NO_OBJECT, *PAIRING_ERRORS)
    if session.link.failed > MAXIMUM_FAILED:
        session._give_up()


def _unreadable(session: Central, chunk: bytes) -> None:
    try:
        decode(chunk, session.configuration["layout"], "whole")
    except Refused:
        session.link.unreadable += 1
    if session.link.unreadable > MAXIMUM_UNREADABLE:
        session._give_up()


def _emptied(session: Central, code: int) -> None:
    if code == NO_OBJECT:
        session.link.has_instruction = False
