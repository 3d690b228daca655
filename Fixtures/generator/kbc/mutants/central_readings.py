"""Faults of the central's session that keep another reading of its rules: where a sentence could be taken in two ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..reference import Refused
from ..sessions import central_reads
from ..sessions.central import Central
from ..sessions.central_base import LINKED
from .central import SIDE
from .changes import after, before, set_on_link
from .mutant import Mutant, replacing


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All other readings of the central's session."""
    yield from _events()
    yield from _changes()
    yield from _debts()
    yield from _memories()
    yield from _rows()
    yield from _statuses()
    yield from _reads()


def _events() -> Iterator[Mutant]:
    """How events and time come together."""

    def due_first(handle: Any) -> Any:
        def take(session: Central, event: Json) -> Json:
            later = event["at"] > session.now
            session.now = max(session.now, event["at"])
            session.effects = []
            if later:
                session._meet_deadlines()
            effects = session.effects
            step = dict(handle(session, event))
            return step | {"effects": [*effects, *step["effects"]]}

        return take

    yield SIDE.around("handle", "what is due comes before the event", due_first)
    yield SIDE.around(
        "_late", "what is late was heard", after(lambda session: session._hear())
    )

    def only_late(meet: Any) -> Any:
        def check(session: Central) -> None:
            is_late = [effect.get("fault") for effect in session.effects]
            if is_late != ["lateArrival"]:
                meet(session)

        return check

    name = "nothing is due with an event that is late"
    yield SIDE.around("_meet_deadlines", name, only_late)


def _changes() -> Iterator[Mutant]:
    """What a changed MTU and changed services do to a read."""

    def mtu_first(method: Any) -> Any:
        def take(session: Central, answer: Any) -> None:
            link = session.link
            if session.phase == "reading" and link.is_discarded:
                return session._read_object()
            method(session, answer)

        return take

    for method, answer in (("_receive", "a value"), ("_read_failed", "an error")):
        name = f"a changed MTU comes before changed services at {answer}"
        yield SIDE.around(method, name, mtu_first)

    def keeping(method: Any) -> Any:
        def take(session: Central, answer: Any) -> None:
            was_notified = session.link.was_notified
            was_discarded = session.link.is_discarded
            method(session, answer)
            if was_discarded and session.phase == "reading":
                session.link.was_notified = was_notified

        return take

    for method, answer in (("_receive", "a value"), ("_read_failed", "an error")):
        name = f"a notification still counts after {answer} that the MTU discards"
        yield SIDE.around(method, name, keeping)

    def notified_before(read_object: Any) -> Any:
        def begin(session: Central) -> None:
            was_notified = session.link.was_notified
            read_object(session)
            session.link.was_notified = was_notified and session.link.__dict__.get(
                "was_changed", False
            )

        return begin

    def through_discovery(discover: Any) -> Any:
        def begin(session: Central) -> None:
            session.link.was_changed = session.link.was_notified
            discover(session)

        return begin

    yield SIDE.mutant(
        "a notification still counts after another discovery",
        replacing(Central, "_read_object", notified_before),
        replacing(Central, "_discover", through_discovery),
    )

    def on(method: Any) -> Any:
        def take(session: Central, answer: Any) -> None:
            restarts = session.reader.restarts
            was_discarded = session.link.is_discarded
            method(session, answer)
            if was_discarded and session.phase == "reading":
                session.reader.restarts = restarts

        return take

    name = "a read that begins again after another MTU keeps its restarts"
    yield SIDE.around("_receive", name, on)

    def heard(changed: Any) -> Any:
        def take(session: Central, event: Json) -> None:
            if event["link"] == session.link.ticket and session.phase in LINKED:
                session._hear()
            changed(session, event)

        return take

    yield SIDE.around("_on_mtuChanged", "another MTU was heard", heard)

    def found(discovered: Any) -> Any:
        def take(session: Central, event: Json) -> None:
            if event["ticket"] == session.request and session.phase == "discovering":
                session.has_ended = False
            discovered(session, event)

        return take

    name = "a discovery that is repeated ends the end of navigation"
    yield SIDE.around("_on_discovered", name, found)

    def ended(not_discovered: Any) -> Any:
        def take(session: Central, event: Json) -> None:
            if event["ticket"] == session.request and session.phase == "discovering":
                session.has_ended = True
            not_discovered(session, event)

        return take

    name = "a discovery that is repeated ends navigation"
    yield SIDE.around("_on_notDiscovered", name, ended)

    def emptied(changed: Any) -> Any:
        def take(session: Central, event: Json) -> None:
            changed(session, event)
            if event["link"] == session.link.ticket:
                session.link.has_instruction = False

        return take

    name = "changed services take the instruction away"
    yield SIDE.around("_on_serviceChanged", name, emptied)


def _debts() -> Iterator[Mutant]:
    """When a subscription is owed, and when it is asked for again."""

    def asks_only(condition: Callable[[Central, int], bool]) -> Any:
        def make(meet: Any) -> Any:
            def check(session: Central) -> None:
                owes = session.link.owes_subscription
                pause = session.__dict__.get("pause", 0)
                is_due = session.due is not None and session.now >= session.due
                is_kept = is_due and session.phase == "ready" and owes
                if is_kept and not condition(session, pause):
                    session.link.owes_subscription = False
                    meet(session)
                    session.link.owes_subscription = True
                else:
                    meet(session)

            return check

        return make

    def remember(rest: Any) -> Any:
        def begin(session: Central, interval: int) -> None:
            session.pause = interval
            rest(session, interval)

        return begin

    readings: dict[str, Callable[[Central, int], bool]] = {
        "a subscription is not asked for again after a failed read": (
            lambda _, pause: pause > 500
        ),
        "a subscription is asked for again only after a failed read": (
            lambda _, pause: pause <= 500
        ),
    }
    for name, condition in readings.items():
        yield SIDE.mutant(
            name,
            replacing(Central, "_rest", remember),
            replacing(Central, "_meet_deadlines", asks_only(condition)),
        )

    def settled(failed: Any) -> Any:
        def take(session: Central, code: int) -> None:
            failed(session, code)
            if session.link.__dict__.get("was_ever_notified"):
                session.link.owes_subscription = False

        return take

    yield SIDE.mutant(
        "once notified, nothing is owed for the rest of the link",
        replacing(
            Central, "_be_notified", before(set_on_link("was_ever_notified", True))
        ),
        replacing(Central, "_subscription_failed", settled),
    )

    def once(subscribe: Any) -> Any:
        def ask(session: Central) -> None:
            if session.link.__dict__.get("has_asked_again"):
                session.link.owes_subscription = False
                return session._read_object()
            session.link.has_asked_again = session.link.owes_subscription
            subscribe(session)

        return ask

    yield SIDE.around("_subscribe", "a subscription is asked for again only once", once)

    def at_notified(notified: Any) -> Any:
        def take(session: Central, data: bytes) -> None:
            owed = session.link.owes_subscription
            notified(session, data)
            if len(data) not in (4, 16) and len(data) < 9:
                session.link.owes_subscription = owed

        return take

    name = "a malformed notification leaves a subscription owed"
    yield SIDE.around("_be_notified", name, at_notified)

    def discarded(failed: Any) -> Any:
        def take(session: Central, event: Json) -> None:
            link, phase = session.link, session.phase
            is_answer = event["ticket"] == session.request
            is_discarded = link.services_changed and phase == "subscribing"
            failed(session, event)
            if is_answer and is_discarded:
                pairing = event["attError"] in central_reads.PAIRING_ERRORS
                link.owes_subscription = pairing

        return take

    name = "a refusal that is discarded decides what is owed"
    yield SIDE.around("_on_failed", name, discarded)


def _memories() -> Iterator[Mutant]:
    """What is forgotten, and when."""

    def forget(session: Central, *_: Any) -> None:
        session._forget_deliveries()

    for event in ("radioOff", "disconnected", "serviceChanged", "mtuChanged"):
        name = f"{event} forgets the last delivery"
        yield SIDE.around(f"_on_{event}", name, after(forget))

    def by_none(failed: Any) -> Any:
        def take(session: Central, code: int) -> None:
            counts = not (session.link.services_changed or session.link.is_discarded)
            failed(session, code)
            if code == central_reads.NO_OBJECT and counts:
                session._forget_deliveries()

        return take

    yield SIDE.around("_read_failed", "0x0a forgets the last delivery", by_none)

    def only_complete(note: Any) -> Any:
        def take(session: Central, instruction: Any) -> None:
            if session.reader.stage == "next":
                session.link.has_instruction = True
            else:
                note(session, instruction)

        return take

    name = "an identifier is first read with the complete object"
    yield SIDE.around("_note", name, only_complete)

    def at_start(failed: Any) -> Any:
        def take(session: Central, code: int) -> None:
            if code == central_reads.NO_OBJECT and session.reader.offset > 0:
                code = 0x0E
            failed(session, code)

        return take

    name = "0x0a means no object only at offset 0"
    yield SIDE.around("_read_failed", name, at_start)

    def as_cut(was_delivered: Any) -> Any:
        def check(session: Central, data: bytes, extent: str) -> bool:
            if len(data) == 20:
                return data == session.last_shown[:20]
            return bool(was_delivered(session, data, extent))

        return check

    name = "an object of 20 bytes counts as a first chunk, whole or not"
    yield SIDE.around("_was_delivered", name, as_cut)

    def by_whole(was_delivered: Any) -> Any:
        def check(session: Central, data: bytes, extent: str) -> bool:
            if extent != "whole" and session.was_whole:
                return False
            return bool(was_delivered(session, data, extent))

        return check

    name = "what was delivered whole is delivered again as possibly cut"
    yield SIDE.around("_was_delivered", name, by_whole)

    def silenced(arrived: Any) -> Any:
        def take(session: Central, event: Json) -> None:
            arrived(session, event)
            is_free = session.phase == "ready"
            if is_free and event["link"] == session.link.ticket:
                if session.configuration["radio"] == "oneCallback":
                    session._read_object()

        return take

    name = "with one callback any arrival is a reason to read"
    yield SIDE.around("_on_arrived", name, silenced)


def _rows() -> Iterator[Mutant]:
    """What counts in a row of failures, and what ends it."""

    def ends(member: str) -> Callable[[Any], Any]:
        def make(method: Any) -> Any:
            def take(session: Central, *given: Any) -> None:
                setattr(session.link, member, 0)
                method(session, *given)

            return take

        return make

    for row, what in (("failed", "errors"), ("unreadable", "unreadable bytes")):
        name = f"a first chunk ends the row of {what}"
        yield SIDE.around("_take_partial", name, ends(row))
        name = f"another discovery ends the row of {what}"
        yield SIDE.around("_discover", name, ends(row))

        def kept(method: Any, row: str = row) -> Any:
            def take(session: Central, failure: Refused) -> None:
                link, count = session.link, getattr(session.link, row)
                method(session, failure)
                if failure.code == "restartsExhausted":
                    setattr(link, row, count)

            return take

        name = f"too many restarts don't end the row of {what}"
        yield SIDE.around("_could_not_read", name, kept)

        def by_none(method: Any, row: str = row) -> Any:
            def take(session: Central, code: int) -> None:
                link, count = session.link, getattr(session.link, row)
                method(session, code)
                if code == central_reads.NO_OBJECT:
                    setattr(link, row, count)

            return take

        name = f"no object does not end the row of {what}"
        yield SIDE.around("_read_failed", name, by_none)

        def by_pairing(method: Any, row: str = row) -> Any:
            def take(session: Central, code: int) -> None:
                link = session.link
                counts = not (link.services_changed or link.is_discarded)
                method(session, code)
                if code in central_reads.PAIRING_ERRORS and counts:
                    setattr(link, row, 0)

            return take

        name = f"a demand for pairing ends the row of {what}"
        yield SIDE.around("_read_failed", name, by_pairing)

        def one(method: Any, row: str = row) -> Any:
            def take(session: Central) -> None:
                method(session)
                setattr(session.link, row, 1)

            return take

        name = f"progress leaves one of the row of {what}"
        yield SIDE.around("_progress", name, one)

    name = "an error ends the row of unreadable bytes"

    def by_error(method: Any) -> Any:
        def take(session: Central, code: int) -> None:
            link = session.link
            failed = link.failed
            method(session, code)
            if link.failed > failed:
                link.unreadable = 0

        return take

    yield SIDE.around("_read_failed", name, by_error)

    def by_bytes(method: Any) -> Any:
        def take(session: Central, failure: Refused) -> None:
            session.link.failed = 0
            method(session, failure)

        return take

    name = "unreadable bytes end the row of errors"
    yield SIDE.around("_could_not_read", name, by_bytes)

    def again(method: Any) -> Any:
        def take(session: Central, failure: Refused) -> None:
            link = session.link
            method(session, failure)
            if failure.code == "restartsExhausted" and link.was_notified:
                session._read_object()

        return take

    name = "notified, it reads at once after too many restarts"
    yield SIDE.around("_could_not_read", name, again)

    for what, condition in {
        "Invalid Handle": lambda code: code == central_reads.INVALID_HANDLE,
        "a demand for pairing": lambda code: code in central_reads.PAIRING_ERRORS,
    }.items():

        def hidden(method: Any, condition: Any = condition) -> Any:
            def take(session: Central, code: int) -> None:
                place = len(session.effects)
                counts = session.phase == "reading"
                method(session, code)
                shown = session.effects[place:]
                if counts and condition(code) and shown:
                    if shown[0].get("fault") == "unreadable":
                        del session.effects[place]

            return take

        name = f"{what} to a read is not reported as unreadable"
        yield SIDE.around("_read_failed", name, hidden)

    def quiet(method: Any) -> Any:
        def take(session: Central, failure: Refused) -> None:
            place = len(session.effects)
            method(session, failure)
            if failure.code == "restartsExhausted":
                del session.effects[place]

        return take

    name = "too many restarts are not reported as unreadable"
    yield SIDE.around("_could_not_read", name, quiet)


def _statuses() -> Iterator[Mutant]:
    """What the rider is told."""

    def unpaired(method: Any) -> Any:
        def take(session: Central, *given: Any) -> None:
            session.link.needs_pairing = False
            method(session, *given)

        return take

    name = "another discovery ends pairingRequired"
    yield SIDE.around("_discover", name, unpaired)
    name = "an accepted subscription ends pairingRequired for reads"
    yield SIDE.around("_on_subscribed", name, unpaired)

    def unstale(method: Any) -> Any:
        def take(session: Central, failure: Refused) -> None:
            was = session.__dict__.get("answered_before", session.last_answer)
            if failure.code == "restartsExhausted":
                session.last_answer = was
            method(session, failure)

        return take

    def note_before(receive: Any) -> Any:
        def take(session: Central, chunk: bytes) -> None:
            session.answered_before = session.last_answer
            receive(session, chunk)

        return take

    yield SIDE.mutant(
        "an answer that ends a read with too many restarts doesn't make stale",
        replacing(Central, "_receive", note_before),
        replacing(Central, "_could_not_read", unstale),
    )

    def unstale_any(method: Any) -> Any:
        def take(session: Central, failure: Refused) -> None:
            if failure.code != "restartsExhausted":
                session.last_answer = session.__dict__.get(
                    "answered_before", session.last_answer
                )
            method(session, failure)

        return take

    yield SIDE.mutant(
        "an answer that is not an object doesn't make stale",
        replacing(Central, "_receive", note_before),
        replacing(Central, "_could_not_read", unstale_any),
    )

    def errors(method: Any) -> Any:
        def take(session: Central, code: int) -> None:
            answered = session.last_answer
            method(session, code)
            session.last_answer = answered

        return take

    yield SIDE.around("_read_failed", "an error doesn't make stale", errors)


def _reads() -> Iterator[Mutant]:
    """What counts as the same, how long a request may take, and what a new attempt forgets."""
    for length in (4, 9, 19, 21, 22):

        def alike(data: bytes, other: bytes, length: int = length) -> bool:
            return data[:length] == other[:length]

        name = f"what begins with the same {length} bytes is the same"
        yield SIDE.mutant(name, Plant(central_reads, "_begin_alike", alike))

    def forgetful(received: Any) -> Any:
        def take(session: Central, chunk: bytes) -> None:
            restarts = session.reader.restarts
            received(session, chunk)
            if session.reader.restarts > restarts:
                session.link.was_notified = False

        return take

    name = "an object that changes makes the read forget a notification"
    yield SIDE.around("_receive", name, forgetful)

    def in_all(request: Any) -> Any:
        def ask(session: Central) -> None:
            due = session.due
            request(session)
            if session.reader.stage != "first" and due is not None:
                session.due = min(session.due, due)

        return ask

    name = "the time of a read counts from its first request"
    yield SIDE.around("_request_chunk", name, in_all)

    def longer(changed: Any) -> Any:
        def take(session: Central, event: Json) -> None:
            changed(session, event)
            if session.phase == "reading" and session.link.is_discarded:
                session.due = session.now + session.configuration["readTimeout"]

        return take

    name = "another MTU gives a request more time"
    yield SIDE.around("_on_mtuChanged", name, longer)

    def strange(found: Any) -> Any:
        def take(session: Central, event: Json) -> None:
            seen = session.__dict__.setdefault("seen", set())
            if session.phase == "scanning" and event["peer"] in seen:
                return
            if session.phase == "scanning":
                seen.add(event["peer"])
            found(session, event)

        return take

    name = "a phone that is found again is not connected"
    yield SIDE.around("_on_found", name, strange)
