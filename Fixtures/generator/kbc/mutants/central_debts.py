"""Faults in how the central's session handles a subscription that is owed, and in what it tells the rider."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..sessions.central import Central
from ..sessions.central_base import STALE_INTERVAL
from ..sessions.central_reads import (
    KEEP_ALIVE_READ_INTERVAL,
    NO_OBJECT,
    PAIRING_ERRORS,
)
from .central import SIDE
from .changes import after, set_on_link
from .mutant import Mutant, replacing


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of debts, and of the statuses that depend on answers."""
    yield from _owing()
    yield from _lasting()
    yield from _asking()
    yield from _statuses()


def _owing() -> Iterator[Mutant]:
    forgiven = set_on_link("owes_subscription", False)
    name = "a subscription that was refused is never owed"
    yield SIDE.around("_subscription_failed", name, after(forgiven))
    for event in ("answered", "failed", "mtuChanged", "serviceChanged"):
        name = f"{event} clears the debt of a subscription"
        yield SIDE.around(f"_on_{event}", name, after(forgiven))

    name = "a discovery clears the debt of a subscription"
    yield SIDE.around("_discover", name, after(forgiven))
    name = "finding the characteristic clears the debt of a subscription"
    yield SIDE.around("_on_discovered", name, after(forgiven))

    def once(failed: Any) -> Any:
        def fail(session: Central, code: int) -> None:
            had_debt = session.link.owes_subscription
            failed(session, code)
            session.link.owes_subscription &= not had_debt

        return fail

    name = "the subscription is asked for only once more"
    yield SIDE.around("_subscription_failed", name, once)

    def resting(failed: Any) -> Any:
        def fail(session: Central, code: int) -> None:
            if code in PAIRING_ERRORS:
                session.link.owes_subscription = True
                session._rest(KEEP_ALIVE_READ_INTERVAL)
            else:
                failed(session, code)

        return fail

    name = "a subscription that wants pairing is not followed by a read"
    yield SIDE.around("_subscription_failed", name, resting)

    def discovering(failed: Any) -> Any:
        def fail(session: Central, code: int) -> None:
            if session.link.owes_subscription and code not in PAIRING_ERRORS:
                session._discover()
            else:
                failed(session, code)

        return fail

    name = "an owed subscription that is refused for another reason is discovered again"
    yield SIDE.around("_subscription_failed", name, discovering)


def _lasting() -> Iterator[Mutant]:
    def kept(handler: Any) -> Any:
        def handle(session: Central, *given: Any) -> None:
            had_debt = session.link.owes_subscription
            handler(session, *given)
            session.link.owes_subscription |= had_debt

        return handle

    methods = {
        "_subscription_failed": "a refusal for another reason",
        "_on_subscribed": "an accepted subscription",
        "_on_discovered": "a discovery without a CCCD",
        "_be_notified": "a notification",
    }
    for method, what in methods.items():
        yield SIDE.around(method, f"the debt of a subscription outlives {what}", kept)

    def remembering(disconnected: Any) -> Any:
        def disconnect(session: Central, event: Json) -> None:
            session.old_debt = session.link.owes_subscription
            disconnected(session, event)

        return disconnect

    def remembered(session: Central, *_: Any) -> None:
        debt = session.__dict__.get("old_debt", False)
        session.link.owes_subscription |= debt

    yield SIDE.mutant(
        "the debt of a subscription outlives its link",
        replacing(Central, "_on_disconnected", remembering),
        replacing(Central, "_on_connected", after(remembered)),
    )


def _asking() -> Iterator[Mutant]:
    def prompted(notified: Any) -> Any:
        def be_notified(session: Central, data: bytes) -> None:
            if session.phase == "ready" and session.link.owes_subscription:
                session._subscribe()
            else:
                notified(session, data)

        return be_notified

    name = "a notification makes it ask for the owed subscription"
    yield SIDE.around("_be_notified", name, prompted)

    def hurried(follow: Any) -> Any:
        def follow_up(session: Central, *given: Any) -> None:
            if session.link.owes_subscription:
                session._subscribe()
            else:
                follow(session, *given)

        return follow_up

    name = "the owed subscription is asked for right after a read"
    yield SIDE.around("_follow_up", name, hurried)

    def counting(subscribe: Any) -> Any:
        def count(session: Central) -> None:
            asked = session.link.__dict__.get("asked", 0)
            subscribe(session)
            session.link.asked = asked + 1

        return count

    def reading(condition: Callable[[Any], bool], owes: bool) -> Callable[[Any], Any]:
        """Makes a check of deadlines that takes the debt for another under a condition."""

        def make(meet: Any) -> Any:
            def deadlines(session: Central) -> None:
                had_debt = session.link.owes_subscription
                applies = session.phase == "ready" and condition(session.link)
                if applies:
                    session.link.owes_subscription = owes
                meet(session)
                if applies:
                    session.link.owes_subscription = had_debt

            return deadlines

        return make

    yield SIDE.mutant(
        "the subscription is not asked for a third time",
        replacing(Central, "_subscribe", counting),
        replacing(
            Central,
            "_meet_deadlines",
            reading(lambda link: link.__dict__.get("asked", 0) > 1, False),
        ),
    )
    yield SIDE.mutant(
        "a subscription that was asked for twice is asked for for ever",
        replacing(Central, "_subscribe", counting),
        replacing(
            Central,
            "_meet_deadlines",
            reading(lambda link: link.__dict__.get("asked", 0) > 1, True),
        ),
    )

    def unpaused(meet: Any) -> Any:
        def deadlines(session: Central) -> None:
            had_debt = session.link.owes_subscription
            pause = session.now - session.last_answer
            if session.phase == "ready" and pause < KEEP_ALIVE_READ_INTERVAL:
                session.link.owes_subscription = False
            meet(session)
            session.link.owes_subscription = had_debt

        return deadlines

    name = "after the pause for an error the owed subscription is not asked for"
    yield SIDE.around("_meet_deadlines", name, unpaused)

    def objectless(meet: Any) -> Any:
        def deadlines(session: Central) -> None:
            link = session.link
            had_debt = link.owes_subscription
            link.owes_subscription &= link.has_instruction
            if session.phase == "ready":
                meet(session)
                link.owes_subscription = had_debt
            else:
                link.owes_subscription = had_debt
                meet(session)

        return deadlines

    name = "without an object the owed subscription is not asked for"
    yield SIDE.around("_meet_deadlines", name, objectless)

    def punctual(handle: Any) -> Any:
        def at_time(session: Central, event: Json) -> Json:
            had_debt = session.link.owes_subscription
            if event["event"] != "timePassed" and session.phase == "ready":
                session.link.owes_subscription = False
                step = dict(handle(session, event))
                session.link.owes_subscription = had_debt
                return step
            return dict(handle(session, event))

        return at_time

    name = "only timePassed makes it ask for the owed subscription"
    yield SIDE.around("handle", name, punctual)

    def impatient(meet: Any) -> Any:
        def deadlines(session: Central) -> None:
            waited = session.now - session.last_answer
            if (
                session.phase == "reading"
                and session.link.owes_subscription
                and waited >= KEEP_ALIVE_READ_INTERVAL
            ):
                session._subscribe()
            meet(session)

        return deadlines

    name = "the owed subscription interrupts a read"
    yield SIDE.around("_meet_deadlines", name, impatient)


def _statuses() -> Iterator[Mutant]:
    def unseen(current: Any) -> Any:
        def status(session: Central) -> str:
            had_debt = session.link.owes_subscription
            session.link.owes_subscription = False
            shown = str(current(session))
            session.link.owes_subscription = had_debt
            return shown

        return status

    name = "the debt of a subscription is not shown"
    yield SIDE.around("_current_status", name, unseen)

    paired = set_on_link("needs_pairing", False)
    for event in ("subscribed", "failed"):
        name = f"{event} ends pairingRequired"
        yield SIDE.around(f"_on_{event}", name, after(paired))

    def remembered(failed: Any) -> Any:
        def fail(session: Central, code: int) -> None:
            had_instruction = session.link.has_instruction
            failed(session, code)
            session.link.has_instruction = had_instruction

        return fail

    name = "after no object it still navigates"
    yield SIDE.around("_read_failed", name, remembered)

    def unaware(failed: Any) -> Any:
        def fail(session: Central, code: int) -> None:
            failed(session, code)
            if code == NO_OBJECT:
                session.identifier = None

        return fail

    name = "after no object the same identifier is a new one"
    yield SIDE.around("_read_failed", name, unaware)

    def finished(failed: Any) -> Any:
        def fail(session: Central, code: int) -> None:
            had_instruction = session.link.has_instruction
            failed(session, code)
            if code == NO_OBJECT and not had_instruction:
                session.has_ended = True

        return fail

    name = "no object for the second time means that navigation has ended"
    yield SIDE.around("_read_failed", name, finished)

    def stale_first(current: Any) -> Any:
        def status(session: Central) -> str:
            shown = str(current(session))
            age = session.last_answer - session.identifier_since
            is_old = session.identifier is not None and age >= STALE_INTERVAL
            return "stale" if shown == "waiting" and is_old else shown

        return status

    name = "what is stale stays on while there is no object"
    yield SIDE.around("_current_status", name, stale_first)

    name = "a discovery forgets that it navigates"
    found = after(set_on_link("has_instruction", False))
    yield SIDE.around("_on_discovered", name, found)

    name = "an error does not make an instruction stale"
    yield SIDE.around("_read_failed", name, after(_unanswered))
    name = "an answer that is not an instruction does not make the last one stale"
    yield SIDE.around("_could_not_read", name, after(_unanswered))
    name = "a chunk in the middle does not make an instruction stale"
    yield SIDE.around("_request_chunk", name, _in_the_middle)
    for event in ("notified", "subscribed", "answered"):

        def answering(session: Central, *_: Any) -> None:
            session.last_answer = session.now

        name = f"{event} counts as an answer to a read, even if it is late"
        yield SIDE.around(f"_on_{event}", name, after(answering))


def _unanswered(session: Central, *_: Any) -> None:
    session.last_answer = session.identifier_since


def _in_the_middle(request: Any) -> Any:
    def ask(session: Central) -> None:
        if session.reader.stage != "first":
            session.last_answer = session.identifier_since
        request(session)

    return ask
