"""Changes of the phone's session that only matter if each central has a watchdog."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..evaluate import Json
from ..sessions import peripheral
from ..sessions.peripheral import Peripheral, Place
from . import changes

Change = Callable[[Any], Callable[..., Any]]


def owns(session: Peripheral) -> bool:
    return session._has_own_watchdogs()


def is_navigating(session: Peripheral) -> bool:
    return session.phase in peripheral.NAVIGATING


def _if_own(change: Callable[..., None]) -> Callable[..., None]:
    def run(session: Peripheral, *given: Any) -> None:
        if owns(session):
            change(session, *given)

    return run


def before(change: Callable[..., None]) -> Change:
    """Something happens before a method."""
    return changes.before(_if_own(change))


def after(change: Callable[..., None]) -> Change:
    """Something happens after a method."""
    return changes.after(_if_own(change))


def only(condition: Callable[..., bool]) -> Change:
    """A method runs only if something holds."""

    def is_right(session: Peripheral, *given: Any) -> bool:
        return not owns(session) or condition(session, *given)

    return changes.only(is_right)


def place_of(session: Peripheral, event: Json) -> Place | None:
    return session._place(event) if is_navigating(session) else None
