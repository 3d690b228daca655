"""Ways to change what a method does, for the plants of all sessions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Change = Callable[..., Any]
Wrapper = Callable[[Any], Callable[..., Any]]


def before(change: Change) -> Wrapper:
    """Something that happens before a method."""

    def make(method: Callable[..., Any]) -> Callable[..., Any]:
        def changed(session: Any, *rest: Any, **members: Any) -> Any:
            change(session, *rest)
            return method(session, *rest, **members)

        return changed

    return make


def after(change: Change) -> Wrapper:
    """Something that happens after a method."""

    def make(method: Callable[..., Any]) -> Callable[..., Any]:
        def changed(session: Any, *rest: Any, **members: Any) -> Any:
            result = method(session, *rest, **members)
            change(session, *rest)
            return result

        return changed

    return make


def set_to(name: str, value: Any) -> Change:
    """Sets a member of the session."""

    def change(session: Any, *_: Any) -> None:
        setattr(session, name, value)

    return change


def set_on_link(name: str, value: Any) -> Change:
    """Sets a member of the session's link, if there is one."""

    def change(session: Any, *_: Any) -> None:
        if session.link:
            setattr(session.link, name, value)

    return change
