"""A radio that goes on by itself asks past the end of an object, perhaps of one that has become shorter: rule C.7."""

from __future__ import annotations

from functools import partial

from ..timing import RETRY_INTERVAL
from .central_script import LONG, SHORT, CentralScript, central
from .script import Collection

SINCE = "3.0.0"


def add_rules(collection: Collection) -> None:
    """Adds the vectors, all since version 3.0.0."""
    for radio in ("longReads", "wholeValues", "oneCallback"):
        for code in (0x07, 0x0B):
            _retried(collection, radio, code)
        _uncounted(collection, radio)
        _unreadable(collection, radio)
        _owed(collection, radio)


def _read(radio: str, *failures: int) -> CentralScript:
    """Reads that fail one after the other."""
    script = central("reading", radio=radio)
    for number, code in enumerate(failures):
        script = script.failed(code) if number == 0 else script.pause().failed(code)
    return script


def _retried(collection: Collection, radio: str, code: int) -> None:
    add = partial(collection.add, since=SINCE)
    reads = {
        "a first read": _read(radio, code),
        "the check": _first_value(radio).failed(code),
    }
    for what, script in reads.items():
        script.wait(RETRY_INTERVAL - 1)
        title = (
            f"{code:#04x} to {what}: it does not read a millisecond too early, {radio}"
        )
        add(title, "C.7", script, effects=[])
        script.wait(1)
        title = f"{code:#04x} to {what}: it reads after the pause, {radio}"
        add(title, "C.7", script, effects=["read"])
    title = f"A second {code:#04x} in a row: it pauses again, {radio}"
    add(title, "C.7", _read(radio, code, code), effects=["fault"], phase="ready")


def _first_value(radio: str) -> CentralScript:
    script = central("reading", radio=radio).value(LONG)
    return script.value(b"") if radio == "longReads" else script


def _uncounted(collection: Collection, radio: str) -> None:
    script = central("reading", radio=radio)
    for _ in range(3):
        script.failed(0x0E).pause()
    script.value(LONG)
    if radio == "longReads":
        script.value(b"")
    script.failed(0x07)
    title = f"0x07 to the check after three other errors does not end the link, {radio}"
    collection.add(title, "C.7", script, effects=["fault"], phase="ready", since=SINCE)


def _unreadable(collection: Collection, radio: str) -> None:
    add = partial(collection.add, since=SINCE)
    script = _read(radio, *[0x07] * 12).pause().value(SHORT)
    title = f"An object is read after twelve reads failed with 0x07, {radio}"
    add(title, "C.7", script)


def _owed(collection: Collection, radio: str) -> None:
    if radio == "oneCallback":
        return  # It never subscribes.
    script = central("subscribing", radio=radio).failed(0x05).failed(0x07).pause()
    title = f"0x07 while a subscription is owed: it subscribes after the pause, {radio}"
    collection.add(title, "C.3", script, effects=["subscribe"], since=SINCE)
