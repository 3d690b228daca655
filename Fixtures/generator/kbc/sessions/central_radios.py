"""What each radio makes of answers, extents and arrivals: rules C.2, C.4, C.11 and C.12, with clause 8.9."""

from __future__ import annotations

from functools import partial

from ..objects import UUID_IDENTIFIER, make_of_length
from ..timing import (
    KEEP_ALIVE_READ_INTERVAL,
    POLL_INTERVAL,
    RETRY_INTERVAL,
    SILENCE_INTERVAL,
)
from .central_cells import CLAUSES
from .central_reading import NO_OBJECT
from .central_script import IDENTIFIER, LONG, MTU, OTHER, SHORT, CentralScript, central
from .script import PHASES, Collection

SINCE = "3.0.0"
LARGE_MTU = 185
ONE_CALLBACK = "oneCallback"


def add_rules(collection: Collection) -> None:
    """Adds the vectors, all since version 3.0.0."""
    _long_reads(collection)
    _extents(collection)
    _beginnings(collection)
    _trust(collection)
    _mtu_changed(collection)
    _polls(collection)
    _arrivals(collection)
    _arrivals_as_answers(collection)
    _separate_callbacks(collection)


def _long_reads(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = central("reading", radio="longReads").value(LONG)
    title = "Of a first answer 20 bytes are delivered, and the rest is asked for"
    add(title, "C.4", script, effects=["deliver", "read", "report"])
    script.value(b"")
    title = "There is no more: the answer is checked"
    add(title, "C.4", script, effects=["read"])
    script.value(LONG)
    title = "The answer is the same: the object is whole"
    add(title, "C.4", script, effects=["deliver"], phase="ready")
    torn = LONG[:22] + OTHER[22:]
    script = central("reading", radio="longReads").value(torn).value(b"").value(OTHER)
    title = "An answer torn between two chunks is not delivered whole"
    add(title, "C.4", script, effects=["deliver", "read"])
    script.value(b"").value(OTHER)
    title = "After a torn answer the new object is delivered whole"
    add(title, "C.4", script, effects=["deliver"], phase="ready")
    script = central("reading", radio="longReads").value(SHORT)
    title = "An answer of fewer than 20 bytes is whole"
    add(title, "C.4", script, effects=["deliver", "report"], phase="ready")
    script = central("reading", radio="longReads").chunk(LONG, 20).chunk(LONG, 20)
    title = "A radio that goes on still asks for chunks of 20 bytes one by one"
    add(title, "C.4", script.chunk(LONG, 20), effects=["deliver"], phase="ready")
    full = make_of_length("deployed", 512)
    script = central("reading", radio="longReads").value(full)
    title = "An answer of 512 bytes is checked"
    add(title, "C.4", script, effects=["deliver", "read", "report"])


def on_link(radio: str, mtu: int | None, **configuration: object) -> CentralScript:
    """A read on a link with this MTU."""
    script = central("connecting", radio=radio, **configuration)
    script.connected(mtu).discovered()
    return script if script.model.phase == "reading" else script.answer("subscribed")


def _extents(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    lengths = {
        None: (19, 20, 21, 182, 511, 512),
        MTU: (19, 20, 21, 22),
        LARGE_MTU: (20, 21, 22, 23, 181, 182, 183, 184, 512),
    }
    for radio in ("wholeValues", ONE_CALLBACK):
        for mtu, some in lengths.items():
            for length in some:
                data = make_of_length("deployed", length)
                script = on_link(radio, mtu).value(data).value(data)
                name = "an unknown MTU" if mtu is None else f"MTU {mtu}"
                title = f"{length} bytes twice at {name}, {radio}"
                add(title, "C.4", script, phase="ready")


def _beginnings(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    data = make_of_length("deployed", 200)
    cut = data[:182]
    script = on_link("wholeValues", LARGE_MTU).value(cut)
    title = "Of a first value only 20 bytes are delivered"
    add(title, "C.4", script, effects=["deliver", "read", "report"])
    script.value(cut)
    title = "A value that may be cut is delivered with all of its bytes"
    add(title, "C.4", script, effects=["deliver"], phase="ready")
    script.rest().value(cut)
    title = "The beginning of what was delivered is not delivered again"
    add(title, "C.4", script, effects=["read"])
    script.value(cut)
    title = "A value that may be cut is not delivered twice"
    add(title, "C.4", script, effects=[], phase="ready")
    other = cut[:100] + b"?" + cut[101:]
    script.rest().value(other).value(other)
    title = "Another value that may be cut has the same first 20 bytes"
    add(title, "C.4", script, effects=["deliver"], phase="ready")
    script = on_link("wholeValues", LARGE_MTU).whole(LONG).rest().whole(LONG[:20])
    title = "20 bytes that may be cut are the beginning of what was delivered whole"
    add(title, "C.4", script, effects=[], phase="ready")
    script = on_link("wholeValues", LARGE_MTU).whole(LONG).rest().whole(LONG[:22])
    title = "22 bytes that may be cut are compared by all of their bytes"
    add(title, "C.4", script, effects=["deliver"], phase="ready")
    script = on_link("wholeValues", None).whole(LONG).of_link("mtuChanged", mtu=100)
    script.rest().whole(LONG)
    title = "What may have been cut turns out to be whole: it is delivered as whole"
    add(title, "C.4", script, effects=["deliver"], phase="ready")
    script = on_link("wholeValues", 100).whole(LONG).of_link("mtuChanged", mtu=None)
    script.rest().whole(LONG)
    title = "What was delivered whole is not delivered again as possibly cut"
    add(title, "C.4", script, effects=[], phase="ready")
    script = central("reading", radio="wholeValues").value(LONG[:20])
    title = "A first value of 20 bytes is delivered"
    add(title, "C.4", script, effects=["deliver", "read", "report"])
    script.value(LONG[:20])
    title = "20 bytes that may be cut were delivered already"
    add(title, "C.4", script, effects=[], phase="ready")


def _trust(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)

    def known(trusts: bool) -> CentralScript:
        chosen = {"trustsChunkSize": True} if trusts else {}
        return on_link("wholeValues", None, **chosen).whole(LONG)

    script = known(True).rest().whole(OTHER)
    title = (
        "A value shorter than another on the link is whole if chunk sizes are trusted"
    )
    add(title, "C.4", script, level="recommended")
    script = known(False).rest().whole(OTHER)
    title = "A value shorter than another on the link may be cut otherwise"
    add(title, "C.4", script)
    script = known(True).of_link("disconnected").do("found", peer=8).connected(None)
    script.discovered().answer("subscribed").whole(OTHER)
    title = "A longer value is forgotten with its link"
    add(title, "C.11", script, level="recommended")
    script = known(True).of_link("mtuChanged", mtu=None).rest().whole(OTHER)
    title = "The MTU is unknown as before: a longer value is not forgotten"
    add(title, "C.11", script, level="recommended")
    script = central("ready", trustsChunkSize=True).rest().whole(LONG, 30)
    script.of_link("mtuChanged", mtu=MTU).rest().value(OTHER)
    title = "The MTU is the same as before: the chunk size is not forgotten"
    add(title, "C.11", script, effects=["deliver"], phase="ready")


def _mtu_changed(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    for mtu in (MTU, None):
        script = on_link("wholeValues", mtu).of_link("mtuChanged", mtu=mtu)
        script.value(SHORT)
        title = f"The MTU is {mtu or 'unknown'} as before: the answer is used"
        add(title, "C.11", script, effects=["deliver", "read", "report"])
    for before, after in ((MTU, None), (None, MTU)):
        script = on_link("wholeValues", before).of_link("mtuChanged", mtu=after)
        script.value(SHORT)
        title = f"The MTU was {before or 'unknown'} and is {after or 'unknown'}: the answer is discarded"
        add(title, "C.11", script, effects=["read"])
        script.value(LONG).value(LONG)
        title = f"The MTU is {after or 'unknown'} now: that decides what is whole"
        add(title, "C.11", script, effects=["deliver"], phase="ready")
    script = central("reading").chunk(LONG).of_link("mtuChanged", mtu=MTU).chunk(LONG)
    title = "The MTU is the same as before: the read goes on"
    add(title, "C.11", script, effects=["read"])
    script = central("reading").of_link("mtuChanged", mtu=50)
    script.of_link("mtuChanged", mtu=MTU).value(SHORT)
    title = "The MTU changed and changed back: the answer is discarded"
    add(title, "C.11", script, effects=["read"])


def _one(phase: str, **configuration: object) -> CentralScript:
    return central(phase, radio=ONE_CALLBACK, **configuration)


def _polls(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = _one("discovering").discovered()
    title = "With one callback it does not subscribe"
    add(title, "C.2", script, effects=["read"], phase="reading")
    script.arrived(LONG)
    title = "An arrival during a read is its answer"
    add(title, "C.12", script, effects=["deliver", "read", "report"])
    script.arrived(LONG)
    title = "Two equal arrivals, each during a read, are two equal reads"
    add(title, "C.12", script, effects=["deliver"], phase="ready")
    script.wait(POLL_INTERVAL - 1)
    title = "With one callback: a millisecond before the next poll"
    add(title, "C.5", script, effects=[])
    script.wait(1)
    title = f"With one callback it polls {POLL_INTERVAL} ms after the last answer"
    add(title, "C.5", script, effects=["read"])
    script.arrived(OTHER).arrived(OTHER)
    title = "Another object is there at the next poll"
    add(title, "C.12", script, effects=["deliver"], phase="ready")
    script.wait(POLL_INTERVAL).failed(0x0A)
    title = "No object: it polls, and has nothing to show"
    add(title, "C.6", script, effects=["report"], phase="ready")
    pauses = {
        0x05: KEEP_ALIVE_READ_INTERVAL,
        0x0F: KEEP_ALIVE_READ_INTERVAL,
        0x0E: RETRY_INTERVAL,
    }
    for code, pause in pauses.items():
        script = _one("reading").failed(code).wait(pause - 1)
        title = f"With one callback, before {pause} ms after the error {code:#04x}"
        add(title, "C.7", script, effects=[])
        script.wait(1)
        title = f"With one callback, {pause} ms after the error {code:#04x}"
        add(title, "C.7", script, effects=["read"])
    script = _one("reading").value(NO_OBJECT).value(NO_OBJECT)
    title = "With one callback it reads what is not an instruction again"
    add(title, "C.8", script, effects=["fault"], phase="ready")
    script = _one("reading", layout="legacy").whole(make_of_length("legacy", 20))
    title = "With one callback, all that can be read is not an instruction: it polls"
    add(title, "C.8", script, effects=["fault"], phase="ready")
    script = _one("reading", subscribes=False).arrived(SHORT).arrived(SHORT)
    title = "With one callback, configured not to subscribe, it polls all the same"
    add(title, "C.5", script, effects=["deliver"], phase="ready")
    script = _one("ready").notified()
    title = "With one callback a notification known as such is a reason to read"
    add(title, "C.5", script, effects=["read"])


def _arrivals(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    for phase in PHASES["central"]:
        if phase == "subscribing":
            continue
        for data, name in ((SHORT, "an object"), (IDENTIFIER, "an identifier")):
            script = _one(phase).arrived(data)
            title = f"With one callback, {name} arrives while {phase}"
            add(title, CLAUSES["arrived"], script)
        script = _one(phase).arrived(SHORT, link=99)
        title = f"With one callback, an arrival of another link while {phase}"
        add(title, CLAUSES["arrived"], script, phase=phase)
    script = _one("discovering").wait(SILENCE_INTERVAL).arrived(SHORT)
    title = "With one callback an arrival shows that the phone is there"
    add(title, "C.13", script, effects=["report"], phase="discovering")


def _arrivals_as_answers(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    for length in (0, 4, 8, 9, 20):
        script = _one("reading").arrived(LONG[:length])
        title = f"With one callback {length} bytes during a read are the answer"
        add(title, "C.12", script, phase="reading")
    script = _one("reading", layout="legacy").arrived(UUID_IDENTIFIER.bytes)
    title = "With one callback a UUID during a read is the answer"
    add(title, "C.12", script, effects=["read"])
    script = _one("reading").arrived(LONG).value(LONG)
    title = "A known answer and an arrival are two reads"
    add(title, "C.12", script, effects=["deliver"], phase="ready")
    script = _one("reading").arrived(LONG).arrived(OTHER)
    title = "Two arrivals that differ are not an object"
    add(title, "C.12", script, effects=["deliver", "read"])
    script = _one("reading")
    ticket = script.model.request
    script.arrived(LONG).value(LONG, ticket=ticket)
    title = "A read that an arrival has answered gets no other answer"
    add(title, "C.12", script, effects=["fault"], phase="reading")
    script = _one("reading").of_link("serviceChanged").arrived(LONG)
    title = "Services changed, and an arrival answers the read: it discovers again"
    add(title, "C.10", script, effects=["discover"])
    script = _one("reading").of_link("mtuChanged", mtu=100).arrived(LONG)
    title = "The MTU changed, and an arrival answers the read: it is discarded"
    add(title, "C.11", script, effects=["read"])
    script = _one("reading").failed(0x05).wait(KEEP_ALIVE_READ_INTERVAL).arrived(SHORT)
    title = "With one callback an arrival as the answer ends pairingRequired"
    add(title, "C.13", script, effects=["deliver", "read", "report"])


def _separate_callbacks(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    for radio in ("longReads", "wholeValues"):
        script = central("reading", radio=radio).arrived(SHORT)
        title = f"An arrival of unknown kind during a read is a notification, {radio}"
        add(title, "C.12", script, effects=[], phase="reading")
        script = central("ready", radio=radio).arrived(SHORT)
        title = f"An arrival of unknown kind is a reason to read, {radio}"
        add(title, "C.12", script, effects=["read"])
        script = central("reading", radio=radio, subscribes=False).arrived(LONG[:5])
        title = f"An arrival of 5 bytes is a malformed notification, {radio}"
        add(title, "C.12", script, effects=["fault"], phase="reading")
