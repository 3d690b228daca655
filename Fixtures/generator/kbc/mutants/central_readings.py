"""Faults of the central's session that keep another reading of its rules: where a sentence could be taken in two ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .. import reference
from ..evaluate import Json
from ..planting import Plant
from ..reference import Refused
from ..sessions import central_reads
from ..sessions.central import Central
from ..sessions.central_base import LINKED
from .central import SIDE
from .changes import after, before, knowing, only, set_on_link
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
    yield from _subscriptions()
    yield from _bytes()


def _counts(session: Central, _: int) -> bool:
    """Whether an answer to a read will not be discarded."""
    return not (session.link.services_changed or session.link.is_discarded)


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

    def is_in_time(session: Central) -> bool:
        faults = [effect.get("fault") for effect in session.effects]
        return faults != ["lateArrival"]

    name = "nothing is due with an event that is late"
    yield SIDE.around("_meet_deadlines", name, only(is_in_time))


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

    def before_mtu(session: Central, _: Any) -> tuple[bool, bool]:
        return session.link.is_discarded, session.link.was_notified

    def still_notified(session: Central, noted: Any, _: Any) -> None:
        was_discarded, was_notified = noted
        if was_discarded and session.phase == "reading":
            session.link.was_notified = was_notified

    for method, answer in (("_receive", "a value"), ("_read_failed", "an error")):
        name = f"a notification still counts after {answer} that the MTU discards"
        yield SIDE.around(method, name, knowing(before_mtu, still_notified))

    def was_notified(session: Central) -> bool:
        return session.link.was_notified

    def notified_before(session: Central, was_notified: bool) -> None:
        session.link.was_notified = was_notified and session.link.__dict__.get(
            "was_changed", False
        )

    def through_discovery(session: Central) -> None:
        session.link.was_changed = session.link.was_notified

    yield SIDE.mutant(
        "a notification still counts after another discovery",
        replacing(Central, "_read_object", knowing(was_notified, notified_before)),
        replacing(Central, "_discover", before(through_discovery)),
    )

    def restarts(session: Central, _: bytes) -> tuple[bool, int]:
        return session.link.is_discarded, session.reader.restarts

    def goes_on(session: Central, noted: Any, _: bytes) -> None:
        was_discarded, restarts = noted
        if was_discarded and session.phase == "reading":
            session.reader.restarts = restarts

    name = "a read that begins again after another MTU keeps its restarts"
    yield SIDE.around("_receive", name, knowing(restarts, goes_on))

    def heard(session: Central, event: Json) -> None:
        if event["link"] == session.link.ticket and session.phase in LINKED:
            session._hear()

    yield SIDE.around("_on_mtuChanged", "another MTU was heard", before(heard))

    def answered(has_ended: bool) -> Any:
        def run(session: Central, event: Json) -> None:
            if event["ticket"] == session.request and session.phase == "discovering":
                session.has_ended = has_ended

        return before(run)

    name = "a discovery that is repeated ends the end of navigation"
    yield SIDE.around("_on_discovered", name, answered(False))
    name = "a discovery that is repeated ends navigation"
    yield SIDE.around("_on_notDiscovered", name, answered(True))

    def emptied(session: Central, event: Json) -> None:
        if event["link"] == session.link.ticket:
            session.link.has_instruction = False

    name = "changed services take the instruction away"
    yield SIDE.around("_on_serviceChanged", name, after(emptied))


def _debts() -> Iterator[Mutant]:
    """When a subscription is owed, and when it is asked for again."""

    def asks_only(condition: Callable[[int], bool]) -> Any:
        def make(meet: Any) -> Any:
            def check(session: Central) -> None:
                owes = session.link.owes_subscription
                pause = session.__dict__.get("pause", 0)
                is_due = session.due is not None and session.now >= session.due
                is_kept = is_due and session.phase == "ready" and owes
                if is_kept and not condition(pause):
                    session.link.owes_subscription = False
                    meet(session)
                    session.link.owes_subscription = True
                else:
                    meet(session)

            return check

        return make

    def remember(session: Central, interval: int) -> None:
        session.pause = interval

    readings: dict[str, Callable[[int], bool]] = {
        "a subscription is not asked for again after a failed read": (
            lambda pause: pause > 500
        ),
        "a subscription is asked for again only after a failed read": (
            lambda pause: pause <= 500
        ),
    }
    for name, condition in readings.items():
        yield SIDE.mutant(
            name,
            replacing(Central, "_rest", before(remember)),
            replacing(Central, "_meet_deadlines", asks_only(condition)),
        )

    def settled(session: Central, _: int) -> None:
        if session.link.__dict__.get("was_ever_notified"):
            session.link.owes_subscription = False

    yield SIDE.mutant(
        "once notified, nothing is owed for the rest of the link",
        replacing(
            Central, "_be_notified", before(set_on_link("was_ever_notified", True))
        ),
        replacing(Central, "_subscription_failed", after(settled)),
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

    def owed(session: Central, _: bytes) -> bool:
        return session.link.owes_subscription

    def still_owed(session: Central, owed: bool, data: bytes) -> None:
        if len(data) not in (4, 16) and len(data) < 9:
            session.link.owes_subscription = owed

    name = "a malformed notification leaves a subscription owed"
    yield SIDE.around("_be_notified", name, knowing(owed, still_owed))

    def is_discarded(session: Central, event: Json) -> bool:
        is_answer = event["ticket"] == session.request
        is_refusal = is_answer and session.phase == "subscribing"
        return is_refusal and session.link.services_changed

    def decided(session: Central, was_discarded: bool, event: Json) -> None:
        if was_discarded:
            is_owed = event["attError"] in central_reads.PAIRING_ERRORS
            session.link.owes_subscription = is_owed

    name = "a refusal that is discarded decides what is owed"
    yield SIDE.around("_on_failed", name, knowing(is_discarded, decided))


def _memories() -> Iterator[Mutant]:
    """What is forgotten, and when."""

    def forget(session: Central, *_: Any) -> None:
        session._forget_deliveries()

    for event in ("radioOff", "disconnected", "serviceChanged", "mtuChanged"):
        name = f"{event} forgets the last delivery"
        yield SIDE.around(f"_on_{event}", name, after(forget))

    def by_none(session: Central, counted: bool, code: int) -> None:
        if code == central_reads.NO_OBJECT and counted:
            session._forget_deliveries()

    yield SIDE.around(
        "_read_failed", "0x0a forgets the last delivery", knowing(_counts, by_none)
    )

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

    def silenced(session: Central, event: Json) -> None:
        is_free = session.phase == "ready"
        if is_free and event["link"] == session.link.ticket:
            if session.configuration["radio"] == "oneCallback":
                session._read_object()

    name = "with one callback any arrival is a reason to read"
    yield SIDE.around("_on_arrived", name, after(silenced))


def _rows() -> Iterator[Mutant]:
    """What counts in a row of failures, and what ends it."""

    for row, what in (("failed", "errors"), ("unreadable", "unreadable bytes")):
        name = f"a first chunk ends the row of {what}"
        ended = before(set_on_link(row, 0))
        yield SIDE.around("_take_partial", name, ended)
        name = f"another discovery ends the row of {what}"
        yield SIDE.around("_discover", name, ended)

        def count(session: Central, _: Any, row: str = row) -> int:
            return int(getattr(session.link, row))

        def kept(
            session: Central, count: int, failure: Refused, row: str = row
        ) -> None:
            if failure.code == "restartsExhausted":
                setattr(session.link, row, count)

        name = f"too many restarts don't end the row of {what}"
        yield SIDE.around("_could_not_read", name, knowing(count, kept))

        def by_none(session: Central, count: int, code: int, row: str = row) -> None:
            if code == central_reads.NO_OBJECT:
                setattr(session.link, row, count)

        name = f"no object does not end the row of {what}"
        yield SIDE.around("_read_failed", name, knowing(count, by_none))

        def by_pairing(
            session: Central, counted: bool, code: int, row: str = row
        ) -> None:
            if code in central_reads.PAIRING_ERRORS and counted:
                setattr(session.link, row, 0)

        name = f"a demand for pairing ends the row of {what}"
        yield SIDE.around("_read_failed", name, knowing(_counts, by_pairing))

        name = f"progress leaves one of the row of {what}"
        yield SIDE.around("_progress", name, after(set_on_link(row, 1)))

    def failed(session: Central, _: int) -> int:
        return session.link.failed

    def by_error(session: Central, failed: int, _: int) -> None:
        if session.link.failed > failed:
            session.link.unreadable = 0

    name = "an error ends the row of unreadable bytes"
    yield SIDE.around("_read_failed", name, knowing(failed, by_error))
    name = "unreadable bytes end the row of errors"
    yield SIDE.around("_could_not_read", name, before(set_on_link("failed", 0)))

    def again(session: Central, failure: Refused) -> None:
        if failure.code == "restartsExhausted" and session.link.was_notified:
            session._read_object()

    name = "notified, it reads at once after too many restarts"
    yield SIDE.around("_could_not_read", name, after(again))

    def place(session: Central, _: Any) -> int:
        """Of the first effect of a method."""
        return len(session.effects)

    for what, condition in {
        "Invalid Handle": lambda code: code == central_reads.INVALID_HANDLE,
        "a demand for pairing": lambda code: code in central_reads.PAIRING_ERRORS,
    }.items():

        def hidden(
            session: Central, place: int, code: int, condition: Any = condition
        ) -> None:
            shown = session.effects[place:]
            if condition(code) and shown and shown[0].get("fault") == "unreadable":
                del session.effects[place]

        name = f"{what} to a read is not reported as unreadable"
        yield SIDE.around("_read_failed", name, knowing(place, hidden))

    def quiet(session: Central, place: int, failure: Refused) -> None:
        if failure.code == "restartsExhausted":
            del session.effects[place]

    name = "too many restarts are not reported as unreadable"
    yield SIDE.around("_could_not_read", name, knowing(place, quiet))


def _statuses() -> Iterator[Mutant]:
    """What the rider is told."""

    def note_pairing(session: Central, _: Json) -> None:
        session.needed_pairing = session.link.needs_pairing

    def keep_pairing(session: Central, _: Json) -> None:
        session.link.needs_pairing = session.__dict__.get("needed_pairing", False)

    yield SIDE.mutant(
        "a demand for pairing outlives its link",
        replacing(Central, "_on_disconnected", before(note_pairing)),
        replacing(Central, "_on_connected", after(keep_pairing)),
    )

    def needed(session: Central, _: bytes) -> bool:
        return session.link.needs_pairing

    def too_long(session: Central, needed: bool, chunk: bytes) -> None:
        if len(chunk) > 512:
            session.link.needs_pairing = needed

    name = "a value that is too long leaves a demand for pairing"
    yield SIDE.around("_receive", name, knowing(needed, too_long))
    unpaired = before(set_on_link("needs_pairing", False))
    name = "another discovery ends pairingRequired"
    yield SIDE.around("_discover", name, unpaired)
    name = "an accepted subscription ends pairingRequired for reads"
    yield SIDE.around("_on_subscribed", name, unpaired)

    def note_before(session: Central, _: bytes) -> None:
        session.answered_before = session.last_answer

    def unstale(is_exhausted: bool) -> Any:
        def run(session: Central, failure: Refused) -> None:
            if (failure.code == "restartsExhausted") == is_exhausted:
                session.last_answer = session.__dict__.get(
                    "answered_before", session.last_answer
                )

        return before(run)

    readings = {
        "an answer that ends a read with too many restarts doesn't make stale": True,
        "an answer that is not an object doesn't make stale": False,
    }
    for name, is_exhausted in readings.items():
        yield SIDE.mutant(
            name,
            replacing(Central, "_receive", before(note_before)),
            replacing(Central, "_could_not_read", unstale(is_exhausted)),
        )

    def last_answer(session: Central, _: int) -> int:
        return session.last_answer

    def unanswered(session: Central, last_answer: int, _: int) -> None:
        session.last_answer = last_answer

    unnoted = knowing(last_answer, unanswered)
    yield SIDE.around("_read_failed", "an error doesn't make stale", unnoted)


def _reads() -> Iterator[Mutant]:
    """What counts as the same, how long a request may take, and what a new attempt forgets."""
    for length in (4, 9, 19, 21, 22):

        def alike(data: bytes, other: bytes, length: int = length) -> bool:
            return data[:length] == other[:length]

        name = f"what begins with the same {length} bytes is the same"
        yield SIDE.mutant(name, Plant(central_reads, "_begin_alike", alike))

    def restarts(session: Central, _: bytes) -> int:
        return session.reader.restarts

    def forgetful(session: Central, restarts: int, _: bytes) -> None:
        if session.reader.restarts > restarts:
            session.link.was_notified = False

    name = "an object that changes makes the read forget a notification"
    yield SIDE.around("_receive", name, knowing(restarts, forgetful))

    def due_before(session: Central) -> int | None:
        return session.due

    def in_all(session: Central, due: int | None) -> None:
        if session.reader.stage != "first" and due is not None:
            session.due = min(session.due, due)

    name = "the time of a read counts from its first request"
    yield SIDE.around("_request_chunk", name, knowing(due_before, in_all))

    def longer(session: Central, _: Json) -> None:
        if session.phase == "reading" and session.link.is_discarded:
            session.due = session.now + session.configuration["readTimeout"]

    name = "another MTU gives a request more time"
    yield SIDE.around("_on_mtuChanged", name, after(longer))

    def is_strange(session: Central, event: Json) -> bool:
        seen = session.__dict__.setdefault("seen", set())
        is_known = event["peer"] in seen
        if session.phase != "scanning":
            return True
        seen.add(event["peer"])
        return not is_known

    name = "a phone that is found again is not connected"
    yield SIDE.around("_on_found", name, only(is_strange))


def _subscriptions() -> Iterator[Mutant]:
    """What a subscription does that is refused, and a discovery that counts for nothing."""

    def counted(failed: Any) -> Any:
        def fail(session: Central, code: int) -> None:
            if code in (0x01, 0x05, 0x0F):
                return failed(session, code)
            session.link.failed += 1
            if session.link.failed > central_reads.MAXIMUM_FAILED:
                return session._give_up()
            return failed(session, code)

        return fail

    name = "a refused subscription counts as a failure"
    yield SIDE.around("_subscription_failed", name, counted)

    def ending(session: Central, code: int) -> None:
        if code != 0x01:
            session._progress()

    name = "a refused subscription ends the rows of failures"
    yield SIDE.around("_subscription_failed", name, before(ending))

    def without(session: Central, event: Json) -> None:
        if event["ticket"] == session.request and not event["hasCCCD"]:
            session.link.owes_subscription = False

    name = "found without a CCCD ends a debt even if services changed since"
    yield SIDE.around("_on_discovered", name, before(without))

    def sized(session: Central) -> None:
        session.reader.longest_chunk = 0

    name = "another discovery forgets the chunk size"
    yield SIDE.around("_discover", name, before(sized))


def _bytes() -> Iterator[Mutant]:
    """Which bytes are decoded, by which layout, and what a new identifier is."""

    def as_extent(extent: str) -> Any:
        """The first bytes are decoded with another extent."""

        def make(take: Any) -> Any:
            def partial(session: Central) -> None:
                data = session.reader.shown
                try:
                    reference.decode(data, session._layout, extent)
                except Refused:
                    return
                take(session)

            return partial

        return make

    name = "the first bytes are decoded as a whole object"
    yield SIDE.around("_take_partial", name, as_extent("whole"))

    def all_bytes(take: Any) -> Any:
        def partial(session: Central) -> None:
            data = session.reader.first
            try:
                found = reference.decode(data, session._layout, "possiblyCut")
            except Refused:
                return
            session._note(found)
            shown = session.reader.shown
            if shown[:20] != session.last_shown[:20]:
                session._deliver(shown, "possiblyCut")

        return partial

    name = "all bytes of the first answer are decoded, and 20 of them delivered"
    yield SIDE.around("_take_partial", name, all_bytes)

    def detected(session: Central, data: bytes) -> None:
        if session.phase != "reading":
            return
        try:
            payload = reference.decode_notification(data, "auto")
        except Refused:
            return
        if not isinstance(payload, reference.Instruction):
            session.link.named = payload
            session.link.notified = b""

    name = "what a notification carries is detected, whatever the layout"
    yield SIDE.around("_be_notified", name, after(detected))

    def forgetting(session: Central, instruction: reference.Instruction) -> None:
        if not isinstance(instruction.identifier, int):
            session.identifier = None

    name = "each UUID is another one"
    yield SIDE.around("_note", name, before(forgetting))

    def naming(session: Central) -> None:
        data = session.reader.shown
        try:
            reference.decode(data, session._layout, "possiblyCut")
        except Refused:
            session.identifier = int.from_bytes(data[:4], "little")
            session.identifier_since = session.now

    name = "first bytes that are no instruction give an identifier"
    yield SIDE.around("_take_partial", name, before(naming))
