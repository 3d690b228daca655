"""Rows of failures, what they count, and what ends them: rules C.7 and C.8."""

from __future__ import annotations

from functools import partial

from ..objects import make_of_length
from .central_reading import NO_OBJECT
from .central_script import LONG, OTHER, SHORT, CentralScript, central
from .script import Collection

SINCE = "3.0.0"
FULL = make_of_length("deployed", 512)
DROPPED = ["fault", "fault", "disconnect", "startScan", "report"]


def add_rules(collection: Collection) -> None:
    """Adds the vectors, all since version 3.0.0."""
    _invalid_handles(collection)
    _mixed_rows(collection)
    _ended_rows(collection)
    _lasting_rows(collection)
    _no_objects(collection)
    _no_object_rows(collection)
    _most_effects(collection)


def _read_invalid(script: CentralScript, times: int = 1) -> CentralScript:
    """Reads are answered with Invalid Handle, and the characteristic is found again."""
    for _ in range(times):
        script.failed(0x01).discovered().answer("subscribed")
    return script


def _subscription_invalid(script: CentralScript, times: int = 1) -> CentralScript:
    """Subscriptions are answered with Invalid Handle, and the characteristic is found again."""
    for _ in range(times):
        script.failed(0x01).discovered()
    return script


def _failed(script: CentralScript, times: int = 3) -> CentralScript:
    for _ in range(times):
        script.failed(0x0E).pause()
    return script


def _invalid_handles(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    for times in (1, 2):
        script = _read_invalid(central("reading"), times).failed(0x01)
        title = f"Invalid Handle to {times + 1} reads in a row: it discovers again"
        add(title, "C.7", script, effects=["fault", "discover"])
    script = _read_invalid(central("reading"), 3).failed(0x01)
    title = "Invalid Handle to the fourth read in a row ends the link"
    add(title, "C.7", script, effects=DROPPED, phase="scanning")
    for times in (1, 2):
        script = _subscription_invalid(central("subscribing"), times).failed(0x01)
        title = f"Invalid Handle to {times + 1} subscriptions: it discovers again"
        add(title, "C.7", script, effects=["fault", "discover"])
    script = _subscription_invalid(central("subscribing"), 3).failed(0x01)
    title = "Invalid Handle to the fourth subscription in a row ends the link"
    add(title, "C.7", script, effects=DROPPED, phase="scanning")
    script = _read_invalid(central("reading"), 3).of_link("serviceChanged").failed(0x01)
    title = "Services changed before the fourth Invalid Handle: it discovers again"
    add(title, "C.10", script, effects=["discover"])
    script = central("reading", subscribes=False)
    for _ in range(3):
        script.failed(0x01).discovered()
    script.failed(0x01)
    title = "Invalid Handle to the fourth read ends the link without a subscription too"
    add(title, "C.7", script, effects=DROPPED)
    script = central("reading", radio="oneCallback")
    for _ in range(3):
        script.failed(0x01).discovered()
    script.failed(0x01)
    title = "Invalid Handle to the fourth read ends the link with one callback too"
    add(title, "C.7", script, effects=DROPPED)


def _mixed_rows(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = _failed(_read_invalid(central("reading")), 2).failed(0x01)
    title = "Errors and Invalid Handle to reads make one row: the fourth ends the link"
    add(title, "C.7", script, effects=DROPPED)
    script = _read_invalid(central("reading"), 3).failed(0x0E)
    title = "An error after three times Invalid Handle ends the link"
    add(title, "C.7", script, effects=DROPPED)
    script = _failed(central("reading"), 2).failed(0x01).discovered().failed(0x01)
    title = "The fourth failure may be the subscription's"
    add(title, "C.7", script, effects=DROPPED)
    script = central("subscribing").failed(0x01).discovered().answer("subscribed")
    script = _failed(script, 2).failed(0x0E)
    title = "An Invalid Handle to a subscription counts for the reads after it"
    add(title, "C.7", script, effects=DROPPED)
    script = central("reading")
    for _ in range(3):
        script.chunk(LONG).failed(0x0E).pause()
    script.chunk(LONG).failed(0x0E)
    title = "The fourth error at a later offset in a row ends the link"
    add(title, "C.7", script, effects=DROPPED)
    for code in (0x07, 0x0B):
        script = central("reading")
        for _ in range(3):
            script.failed(code).pause()
        script.failed(code)
        title = f"The fourth {code:#04x} at offset 0 ends the link, offsetReads"
        add(title, "C.7", script, effects=DROPPED)


def _ended_rows(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = _read_invalid(central("reading"), 3).value(SHORT).rest().failed(0x01)
    title = "An object ends a row of Invalid Handle"
    add(title, "C.7", script, effects=["fault", "discover"])
    script = _read_invalid(central("reading"), 3).failed(0x0A).rest().failed(0x01)
    title = "No object ends a row of Invalid Handle"
    add(title, "C.7", script, effects=["fault", "discover"])
    script = _subscription_invalid(central("subscribing"), 3).answer("subscribed")
    script.value(SHORT).of_link("serviceChanged").discovered().failed(0x01)
    title = "An object ends a row of Invalid Handle to subscriptions"
    add(title, "C.7", script, effects=["fault", "discover"])
    script = _failed(central("reading", maximumRestarts=0))
    script.chunk(LONG).chunk(LONG).value(OTHER[:22]).pause().failed(0x0E)
    title = "An object that changed during every attempt ends a row of errors"
    add(title, "C.7", script, effects=["fault"], phase="ready")
    script = _failed(central("reading")).whole(LONG).rest().failed(0x0E)
    title = "An object in chunks ends a row of errors"
    add(title, "C.7", script, effects=["fault"], phase="ready")
    script = _failed(central("reading", radio="wholeValues"))
    script.whole(LONG[:20]).rest().failed(0x0E)
    title = "All that a radio can read of an object ends a row of errors"
    add(title, "C.7", script, effects=["fault"], phase="ready")
    script = _failed(central("reading")).of_link("disconnected").do("found", peer=8)
    script.connected().discovered().answer("subscribed").failed(0x0E)
    title = "A new link begins a new row"
    add(title, "C.7", script, effects=["fault"], phase="ready")


def _lasting_rows(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = _failed(central("reading")).value(NO_OBJECT).pause().failed(0x0E)
    title = "Bytes that are not an instruction do not end a row of errors"
    add(title, "C.7", script, effects=DROPPED)
    script = central("reading")
    for _ in range(3):
        script.failed(0x0E).notified()
    script.failed(0x0E)
    title = "A notification does not end a row of errors"
    add(title, "C.7", script, effects=DROPPED)
    script = _read_invalid(central("reading"), 3).failed(0x05).rest().failed(0x01)
    title = "A demand for pairing does not end a row of Invalid Handle"
    add(title, "C.7", script, effects=["fault", *DROPPED[1:]])
    script = _failed(central("reading", radio="wholeValues"))
    script.value(LONG).failed(0x0E)
    title = "A first value does not end a row of errors"
    add(title, "C.7", script, effects=DROPPED)
    script = _failed(central("reading")).chunk(LONG).chunk(LONG).failed(0x0E)
    title = "The last chunk does not end a row of errors before the check"
    add(title, "C.7", script, effects=DROPPED)


def _no_objects(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    for radio in ("longReads", "wholeValues", "oneCallback"):
        for code in (0x07, 0x0B):
            script = central("reading", radio=radio).failed(code)
            title = f"The error {code:#04x} from the beginning: it pauses, {radio}"
            add(title, "C.7", script, effects=["fault"], phase="ready")
        for _ in range(3):
            script.rest().failed(0x0B)
        title = f"An object that can't be read never ends the link, {radio}"
        add(title, "C.7", script, effects=["fault"], phase="ready")
        script = central("reading", radio=radio).value(LONG)
        if radio == "longReads":
            script.value(b"")
        script.failed(0x07)
        title = f"The error 0x07 to the check: it pauses, {radio}"
        add(title, "C.7", script, effects=["fault"], phase="ready")
        script = central("reading", radio=radio)
        for _ in range(3):
            script.failed(0x0E).pause()
        script.failed(0x0E)
        title = f"The fourth error in a row ends the link, {radio}"
        add(title, "C.7", script, effects=DROPPED)
    script = central("reading", radio="longReads").value(LONG).failed(0x07)
    title = "The error 0x07 at a later offset is the end, longReads"
    add(title, "C.4", script, effects=["read"])
    script = central("reading", radio="longReads").value(LONG).failed(0x0E)
    title = "Another error at a later offset fails the read, longReads"
    add(title, "C.7", script, effects=["fault"], phase="ready")


def _no_object(script: CentralScript, times: int = 8) -> CentralScript:
    for _ in range(times):
        script.whole(NO_OBJECT).pause()
    return script


def _no_object_rows(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = central("reading")
    for _ in range(8):
        script.value(FULL[:300]).value(FULL[:213]).pause()
    script.value(FULL[:300]).value(FULL[:213])
    title = "The ninth object in a row that is too long ends the link"
    add(title, "C.8", script, effects=DROPPED)
    script = central("reading", radio="wholeValues")
    for _ in range(8):
        script.value(FULL + b"x").pause()
    script.value(FULL + b"x")
    title = "The ninth value in a row that is too long ends the link, wholeValues"
    add(title, "C.8", script, effects=DROPPED)
    script = _no_object(central("reading", radio="oneCallback"))
    script.value(NO_OBJECT).value(NO_OBJECT)
    title = (
        "The ninth value in a row that is not an instruction ends the link, oneCallback"
    )
    add(title, "C.8", script, effects=DROPPED)
    script = _no_object(central("reading"), 4)
    for _ in range(4):
        script.value(FULL + b"x").pause()
    script.value(NO_OBJECT)
    title = "What is too long and what is not an instruction make one row"
    add(title, "C.8", script, effects=DROPPED)
    script = _no_object(central("reading")).failed(0x0A).rest().value(NO_OBJECT)
    title = "No object ends the row of what is not an instruction"
    add(title, "C.8", script, effects=["fault"], phase="ready")
    script = _no_object(central("reading", maximumRestarts=0))
    script.chunk(LONG).chunk(LONG).value(OTHER[:22]).pause().value(NO_OBJECT)
    title = "An object that changed during every attempt ends the row"
    add(title, "C.8", script, effects=["fault"], phase="ready")
    script = _no_object(central("reading")).whole(LONG).rest().value(NO_OBJECT)
    title = "An object in chunks ends the row of what is not an instruction"
    add(title, "C.8", script, effects=["fault"], phase="ready")
    script = _no_object(central("reading")).failed(0x0E).pause().value(NO_OBJECT)
    title = "An error does not end the row of what is not an instruction"
    add(title, "C.8", script, effects=DROPPED)
    script = _no_object(central("reading")).failed(0x0E)
    title = "Errors and what is not an instruction make two rows"
    add(title, "C.7", script, effects=["fault"], phase="ready")
    script = _no_object(central("reading", radio="wholeValues"))
    script.whole(LONG[:20]).rest().whole(NO_OBJECT)
    title = "All that a radio can read of an object ends the row"
    add(title, "C.8", script, effects=["fault"], phase="ready")
    cut = make_of_length("legacy", 20)
    script = central("reading", radio="wholeValues", layout="legacy").whole(cut)
    title = "All that the radio can read is not an instruction: the next read is not hurried"
    add(title, "C.8", script, effects=["fault"], phase="ready")
    for _ in range(8):
        script.rest().whole(cut)
    title = "All that the radio can read is not an instruction: it never ends the link"
    add(title, "C.8", script, effects=["fault"], phase="ready")


def _most_effects(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    for code in (0x05, 0x0E):
        script = central("subscribing", readTimeout=0).failed(code)
        title = f"A read that has no time after a subscription refused with {code:#04x}"
        effects = ["fault", "read", "fault", "disconnect", "startScan", "report"]
        add(title, "C.9", script, effects=effects, phase="scanning")
    script = central("subscribing", readTimeout=0).answer("subscribed")
    title = "A read that has no time ends the link in the same event"
    effects = ["read", "fault", "disconnect", "startScan", "report"]
    add(title, "C.9", script, effects=effects, phase="scanning")
