"""What neither counts as a failure nor ends a row of failures: rules C.7 and C.8."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from .central_failures import DROPPED
from .central_notified import LEGACY_BEGINNING
from .central_reading import NO_OBJECT
from .central_script import CentralScript, central
from .script import Collection

SINCE = "3.0.0"
Step = Callable[[CentralScript], CentralScript]


def add_rules(collection: Collection) -> None:
    """Adds the vectors, all since version 3.0.0."""
    for radio, code in (
        ("wholeValues", 0x07),
        ("wholeValues", 0x0B),
        ("longReads", 0x07),
        ("oneCallback", 0x0B),
    ):
        _add(collection, f"{code:#04x} twice", partial(_ending, code=code), radio)
    _add(collection, "A beginning that is no instruction twice", _beginning)


def _add(
    collection: Collection, name: str, between: Step, radio: str = "wholeValues"
) -> None:
    for failure, times, what in (
        (_error, 3, "errors"),
        (_no_object, 8, "failures"),
    ):
        script = central("reading", radio=radio, layout="legacy")
        for _ in range(times):
            failure(script).pause()
        between(script).rest()
        between(script).rest()
        failure(script)
        title = f"{name} does not end a row of {what}, {radio}"
        clause = "C.8" if between is _beginning else "C.7"
        collection.add(title, clause, script, effects=DROPPED, since=SINCE)


def _error(script: CentralScript) -> CentralScript:
    return script.failed(0x0E)


def _ending(script: CentralScript, code: int) -> CentralScript:
    return script.failed(code)


def _beginning(script: CentralScript) -> CentralScript:
    return script.whole(LEGACY_BEGINNING)


def _no_object(script: CentralScript) -> CentralScript:
    return script.whole(NO_OBJECT)
