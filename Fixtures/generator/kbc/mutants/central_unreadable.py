"""Faults in what the central's session makes of objects that its radio can't read, and of beginnings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..sessions import central_base, central_reads
from ..sessions.central import Central
from .central import SIDE
from .mutant import Mutant


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of endings from the beginning, to a radio that goes on by itself."""
    for code in central_reads.ENDINGS:

        def counting(failed: Any, code: int = code) -> Any:
            def fail(session: Central, given: int) -> None:
                goes_on = session.reader.goes_on
                session.reader.goes_on = goes_on and given != code
                failed(session, given)
                session.reader.goes_on = goes_on

            return fail

        name = f"{code:#04x} to a radio that goes on counts as an error"
        yield SIDE.around("_read_failed", name, counting)

    def of_radio(*radios: str, goes_on: bool) -> Callable[[Any], Any]:
        def make(failed: Any) -> Any:
            def fail(session: Central, code: int) -> None:
                was = session.reader.goes_on
                if session.configuration["radio"] in radios:
                    session.reader.goes_on = goes_on
                failed(session, code)
                session.reader.goes_on = was

            return fail

        return make

    for radio in ("longReads", "wholeValues", "oneCallback"):
        name = f"an object that {radio} can't read counts as an error"
        yield SIDE.around("_read_failed", name, of_radio(radio, goes_on=False))
    name = "an ending at offset 0 to a radio that reads at offsets does not count"
    yield SIDE.around("_read_failed", name, of_radio("offsetReads", goes_on=True))
    every = Plant(central_reads, "ENDINGS", tuple(range(2, 256)))
    name = "any error means that an object can't be read"
    yield SIDE.mutant(name, every)

    def checked(failed: Any) -> Any:
        def fail(session: Central, code: int) -> None:
            goes_on = session.reader.goes_on
            session.reader.goes_on = goes_on and session.reader.stage == "first"
            failed(session, code)
            session.reader.goes_on = goes_on

        return fail

    name = "an ending in answer to the check counts as an error"
    yield SIDE.around("_read_failed", name, checked)

    def resting(*radios: str) -> Callable[[Any], Any]:
        def make(failed: Any) -> Any:
            def fail(session: Central, code: int) -> None:
                failed(session, code)
                may_rest = code in central_reads.ENDINGS and session.phase == "ready"
                if may_rest and session.configuration["radio"] in radios:
                    session._rest(session._read_interval)

            return fail

        return make

    for radio in ("longReads", "wholeValues", "oneCallback"):
        name = f"after an ending at offset 0, {radio} rests as in C.5"
        yield SIDE.around("_read_failed", name, resting(radio))

    def again(failed: Any) -> Any:
        def fail(session: Central, code: int) -> None:
            failed(session, code)
            if code in central_reads.ENDINGS and session.phase == "ready":
                if session.link.__dict__.get("was_ending"):
                    session._rest(session._read_interval)
                session.link.was_ending = True

        return fail

    name = "after a second ending it rests"
    yield SIDE.around("_read_failed", name, again)

    def forgetful(failed: Any) -> Any:
        def fail(session: Central, code: int) -> None:
            was_notified = session.link.was_notified
            if code in central_reads.ENDINGS:
                session.link.was_notified = False
            failed(session, code)
            if session.phase == "reading" and session.reader.stage != "first":
                session.link.was_notified = was_notified

        return fail

    name = "notified during a read that an ending fails, it pauses"
    yield SIDE.around("_read_failed", name, forgetful)

    def dropped(failed: Any) -> Any:
        def fail(session: Central, code: int) -> None:
            failed(session, code)
            if code in central_reads.ENDINGS and session.reader.goes_on:
                count = session.link.__dict__.get("beyond_reading", 0) + 1
                session.link.beyond_reading = count
                if count > central_reads.MAXIMUM_FAILED:
                    session._give_up()

        return fail

    name = "an object that can't be read four times ends the link"
    yield SIDE.around("_read_failed", name, dropped)

    def progressing(failed: Any) -> Any:
        def fail(session: Central, code: int) -> None:
            failed(session, code)
            if code in central_reads.ENDINGS and session.phase == "ready":
                session._progress()

        return fail

    name = "an ending at offset 0 ends a row"
    yield SIDE.around("_read_failed", name, progressing)
    yield from _uncounted()

    def beginning(take: Any) -> Any:
        def complete(session: Central) -> None:
            count = session.link.unreadable
            take(session)
            is_refused = any(
                effect.get("fault") == "unreadable" for effect in session.effects
            )
            if is_refused and not session.reader.is_whole:
                session.link.unreadable = count + 1
                if count + 1 > central_reads.MAXIMUM_UNREADABLE:
                    session._give_up()

        return complete

    name = "a beginning that is not an instruction counts"
    yield SIDE.around("_take_complete", name, beginning)

    def paused(take: Any) -> Any:
        def complete(session: Central) -> None:
            take(session)
            if session.effects and session.effects[-1].get("fault") == "unreadable":
                session._rest(central_base.RETRY_INTERVAL)

        return complete

    name = "a beginning that is not an instruction is read again after a pause"
    yield SIDE.around("_take_complete", name, paused)


def _uncounted() -> Iterator[Mutant]:
    """What does not count ends a row all the same."""

    def refused(session: Central) -> bool:
        faults = [effect for effect in session.effects if effect["effect"] == "fault"]
        return faults[-1:] != [] and faults[-1]["fault"] == "unreadable"

    for count in ("failed", "unreadable"):
        for code in central_reads.ENDINGS:

            def ended(failed: Any, count: str = count, code: int = code) -> Any:
                def fail(session: Central, given: int) -> None:
                    failed(session, given)
                    if given == code and session.reader.goes_on and refused(session):
                        setattr(session.link, count, 0)

                return fail

            name = f"{code:#04x} to a radio that goes on ends a row of {count} reads"
            yield SIDE.around("_read_failed", name, ended)

        def begun(take: Any, count: str = count) -> Any:
            def complete(session: Central) -> None:
                take(session)
                if refused(session) and not session.reader.is_whole:
                    setattr(session.link, count, 0)

            return complete

        name = f"a beginning that is no instruction ends a row of {count} reads"
        yield SIDE.around("_take_complete", name, begun)
