"""What a discarded answer does not do: rules C.7, C.8, C.10, C.11 and C.13."""

from __future__ import annotations

from functools import partial
from typing import Any

from ..timing import KEEP_ALIVE_READ_INTERVAL, STALE_INTERVAL
from .central_failures import DROPPED
from .central_reading import NO_OBJECT
from .central_script import LONG, OTHER, SHORT, CentralScript, central
from .script import Collection

SINCE = "3.0.0"
OTHER_SHORT = OTHER[:19]  # one chunk, with another identifier
# What makes it discard the next answer: the event, its members, its rule, its name, and the effect of that answer.
CHANGES: tuple[tuple[str, dict[str, Any], str, str, str], ...] = (
    ("mtuChanged", {"mtu": 100}, "C.11", "The MTU", "read"),
    ("serviceChanged", {}, "C.10", "Services", "discover"),
)


def add_rules(collection: Collection) -> None:
    """Adds the vectors, all since version 3.0.0."""
    _not_stale(collection)
    _no_identifier(collection)
    _rows(collection)


def _discarding(
    change: str, members: dict[str, Any], age: int = STALE_INTERVAL
) -> CentralScript:
    """A read is outstanding, and its answer will be discarded when the last identifier has this age."""
    script = central("ready").rest().notified().of_link(change, **members)
    return script.wait(age - KEEP_ALIVE_READ_INTERVAL - 30)


def _reading(script: CentralScript) -> CentralScript:
    """The next read is outstanding."""
    if script.model.phase == "discovering":
        script.discovered().answer("subscribed")
    return script


def _not_stale(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    for change, members, clause, what, effect in CHANGES:
        script = _discarding(change, members).value(OTHER_SHORT, after=50)
        title = f"{what} changed: a discarded value doesn't make the last one stale"
        add(title, clause, script, effects=[effect])
        _reading(script).value(OTHER_SHORT)
        title = f"{what} changed: the other object is shown, and nothing was stale"
        add(title, clause, script, effects=["deliver"], phase="ready")
        for code in (0x0A, 0x0E):
            script = _discarding(change, members).failed(code)
            title = f"{what} changed: a discarded {code:#04x} doesn't make it stale"
            add(title, clause, script, effects=[effect])
        script = _discarding(change, members).value(SHORT)
        _reading(script).value(SHORT)
        title = f"{what} changed: the same object in an answer that counts is stale"
        add(title, clause, script, effects=["report"], phase="ready")
    script = central("ready").rest().wait(STALE_INTERVAL - KEEP_ALIVE_READ_INTERVAL)
    script.of_link("mtuChanged", mtu=100).value(OTHER_SHORT)
    title = "After silence a discarded answer shows that it still navigates"
    add(title, "C.13", script, effects=["read", "report"])
    script = central("reading", radio="oneCallback").whole(SHORT).rest()
    script.of_link("mtuChanged", mtu=100)
    script.arrived(OTHER_SHORT, after=STALE_INTERVAL - KEEP_ALIVE_READ_INTERVAL)
    title = "With one callback a discarded arrival doesn't make an instruction stale"
    add(title, "C.11", script, effects=["read"])
    script = central("reading").whole(LONG).rest().chunk(LONG)
    script.of_link("mtuChanged", mtu=100)
    script.chunk(LONG, after=STALE_INTERVAL - KEEP_ALIVE_READ_INTERVAL)
    title = "A discarded chunk in the middle doesn't make an instruction stale"
    add(title, "C.11", script, effects=["read"])
    script = central("ready").rest().notified()
    script.failed(0x0E, after=STALE_INTERVAL - KEEP_ALIVE_READ_INTERVAL).pause()
    script.of_link("mtuChanged", mtu=100).value(OTHER_SHORT)
    title = "What is stale is still stale after a discarded answer"
    add(title, "C.13", script, effects=["read"])


def _no_identifier(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    for change, members, clause, what, _ in CHANGES:
        age = KEEP_ALIVE_READ_INTERVAL + 40
        script = _discarding(change, members, age).value(OTHER_SHORT)
        wait = STALE_INTERVAL - KEEP_ALIVE_READ_INTERVAL
        _reading(script).value(SHORT, after=wait)
        title = f"{what} changed: a discarded object does not come between two others"
        add(title, clause, script, effects=["report"], phase="ready")
        script = _discarding(change, members, age).value(OTHER_SHORT)
        _reading(script).value(OTHER_SHORT, after=3000).rest().value(OTHER_SHORT)
        title = f"{what} changed: an object's age begins with an answer that counts"
        add(title, clause, script, effects=[], phase="ready")


def _rows(collection: Collection) -> None:
    """Discarded answers neither count in a row of failures nor end it."""
    add = partial(collection.add, since=SINCE)
    for change, members, clause, what, effect in CHANGES:
        title = f"{what} changed: a discarded error is not the fourth in a row"
        script = _failed().of_link(change, **members).failed(0x0E)
        add(title, clause, script, effects=[effect])
        script = _failed().of_link(change, **members).value(SHORT)
        title = f"{what} changed: a discarded object does not end a row of errors"
        add(title, clause, _reading(script).failed(0x0E), effects=DROPPED)
        script = _failed().of_link(change, **members).failed(0x0A)
        title = f"{what} changed: a discarded 0x0a does not end a row of errors"
        add(title, clause, _reading(script).failed(0x0E), effects=DROPPED)
        script = central("reading")
        for _ in range(8):
            script.value(NO_OBJECT).pause()
        script.of_link(change, **members).value(NO_OBJECT)
        title = f"{what} changed: discarded bytes are not the ninth failure in a row"
        add(title, clause, script, effects=[effect])


def add_pairing(collection: Collection) -> None:
    """A discarded answer doesn't show that the phone is paired."""
    add = partial(collection.add, since=SINCE)
    for change, members, clause, what, effect in CHANGES:
        for answer, name in (("value", "value"), ("failed", "0x0a")):
            script = central("reading").failed(0x05).rest().of_link(change, **members)
            script = script.value(SHORT) if answer == "value" else script.failed(0x0A)
            title = f"{what} changed: a discarded {name} doesn't end pairingRequired"
            add(title, clause, script, effects=[effect])
            _reading(script).value(SHORT)
            title = f"{what} changed: paired, by the value after a discarded {name}"
            add(title, clause, script, effects=["deliver", "report"], phase="ready")


def _failed() -> CentralScript:
    """Three errors in a row, and the next read."""
    script = central("reading")
    for _ in range(3):
        script.failed(0x0E).pause()
    return script
