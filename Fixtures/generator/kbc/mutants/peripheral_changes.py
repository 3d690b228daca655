"""Changes of the phone's session that only matter if each central has a watchdog."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..evaluate import Json
from ..sessions import peripheral
from ..sessions.peripheral import Peripheral, Place

Change = Callable[[Any], Callable[..., Any]]


def owns(session: Peripheral) -> bool:
    return session._has_own_watchdogs()


def is_navigating(session: Peripheral) -> bool:
    return session.phase in peripheral.NAVIGATING


def before(change: Callable[..., None]) -> Change:
    """Something happens before a method."""

    def make(method: Any) -> Any:
        def run(session: Peripheral, *given: Any) -> Any:
            if owns(session):
                change(session, *given)
            return method(session, *given)

        return run

    return make


def after(change: Callable[..., None]) -> Change:
    """Something happens after a method."""

    def make(method: Any) -> Any:
        def run(session: Peripheral, *given: Any) -> None:
            method(session, *given)
            if owns(session):
                change(session, *given)

        return run

    return make


def only(condition: Callable[..., bool]) -> Change:
    """A method runs only if something holds."""

    def make(method: Any) -> Any:
        def run(session: Peripheral, *given: Any) -> None:
            if not owns(session) or condition(session, *given):
                method(session, *given)

        return run

    return make


def place_of(session: Peripheral, event: Json) -> Place | None:
    return session._place(event) if is_navigating(session) else None
