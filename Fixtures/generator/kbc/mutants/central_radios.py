"""Faults in what the central's session makes of its radio, of the MTU, and of notifications during a read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..reassembly import WHOLE_VALUES
from ..reference import is_version_4_uuid
from ..sessions import central
from ..sessions.central import Central
from .central import SIDE
from .mutant import Mutant

MOST_EFFECTS = 6


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of radios."""
    yield from _polling()
    yield from _arrivals()
    yield from _extents()
    yield from _mtu()
    yield from _notified()
    yield from _followed()


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
        "with one callback it polls slowly": lambda radio: 4000,
        "with any radio it polls fast": lambda radio: 1000,
        "a radio that reads whole values polls fast": lambda radio: (
            1000 if radio in WHOLE_VALUES else 4000
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
            has_one = session.configuration["radio"] == central.ONE_CALLBACK
            rest(session, central.POLL_INTERVAL if has_one else interval)

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


def _mtu() -> Iterator[Mutant]:
    def always(changed: Any) -> Any:
        def change(session: Central, event: Json) -> None:
            if session.phase in central.LINKED and event["mtu"] == session.reader.mtu:
                session.link.is_discarded |= session.phase == "reading"
            changed(session, event)

        return change

    name = "the same MTU again makes it discard an answer"
    yield SIDE.around("_on_mtuChanged", name, always)

    def forgetting(changed: Any) -> Any:
        def change(session: Central, event: Json) -> None:
            session.reader.longest_chunk = 0
            changed(session, event)

        return change

    name = "the same MTU again forgets the chunk size"
    yield SIDE.around("_on_mtuChanged", name, forgetting)

    def as_smallest(handler: Any) -> Any:
        def handle(session: Central, event: Json) -> None:
            handler(session, event | {"mtu": event["mtu"] or 23})

        return handle

    for event in ("connected", "mtuChanged"):
        name = f"an unknown MTU is taken for 23 when {event}"
        yield SIDE.around(f"_on_{event}", name, as_smallest)

    def untold(set_mtu: Any) -> Any:
        def keep(session: Central, mtu: int | None) -> None:
            known = session.reader.mtu
            set_mtu(session, mtu)
            session.reader.mtu = known

        return keep

    yield SIDE.around("_set_mtu", "reassembly is not told the MTU", untold)

    def undone(changed: Any) -> Any:
        def change(session: Central, event: Json) -> None:
            was_discarded = session.link.is_discarded
            changed(session, event)
            session.link.is_discarded = session.link.is_discarded and not was_discarded

        return change

    name = "another change of the MTU makes an old answer good"
    yield SIDE.around("_on_mtuChanged", name, undone)
    yield from _bounds()


def _bounds() -> Iterator[Mutant]:
    """Which MTUs can't be one."""
    known = central._known_mtu
    wrongs: dict[str, Callable[[int], int | None]] = {
        "an MTU below 23 is believed": lambda mtu: min(mtu, 65535),
        "an MTU below 23 is believed unless it is 0": lambda mtu: (
            min(mtu, 65535) or None
        ),
        "an MTU of 22 is believed": lambda mtu: mtu if mtu == 22 else known(mtu),
        "an MTU of 23 counts as unknown": lambda mtu: (
            None if mtu == 23 else known(mtu)
        ),
        "an MTU below 23 counts as 23": lambda mtu: min(max(mtu, 23), 65535),
        "an MTU above 65535 is believed": lambda mtu: None if mtu < 23 else mtu,
        "an MTU above 65535 counts as unknown": lambda mtu: (
            None if mtu > 65535 else known(mtu)
        ),
        "an MTU above 65535 loses its high bits": lambda mtu: known(mtu & 0xFFFF),
        "an MTU of 65535 counts as 65534": lambda mtu: min(known(mtu) or 0, 65534)
        or None,
        "an MTU of 65535 counts as unknown": lambda mtu: (
            None if mtu >= 65535 else known(mtu)
        ),
    }
    for name, wrong in wrongs.items():

        def known_mtu(mtu: int | None, wrong: Any = wrong) -> int | None:
            return None if mtu is None else wrong(mtu)

        yield SIDE.mutant(name, Plant(central, "_known_mtu", known_mtu))

    def told(handler: Any) -> Any:
        def handle(session: Central, event: Json) -> None:
            handler(session, event)
            if session.phase in central.LINKED and event["link"] == session.link.ticket:
                session.reader.mtu = event["mtu"]

        return handle

    for event in ("connected", "mtuChanged"):
        name = f"reassembly is told any MTU when {event}"
        yield SIDE.around(f"_on_{event}", name, told)


def _notified() -> Iterator[Mutant]:
    """What a notification during a read names or begins."""

    def alike(length: int) -> Plant:
        def begin_alike(data: bytes, other: bytes) -> bool:
            return data[:length] == other[:length]

        return Plant(central, "_begin_alike", begin_alike)

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
