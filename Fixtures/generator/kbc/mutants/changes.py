"""Ways to change what a method does, for the plants of all sessions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..reference import Refused

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


def knowing(note: Change, change: Change) -> Wrapper:
    """Something that happens after a method, and knows what was noted before it."""

    def make(method: Callable[..., Any]) -> Callable[..., Any]:
        def changed(session: Any, *rest: Any, **members: Any) -> Any:
            noted = note(session, *rest)
            result = method(session, *rest, **members)
            change(session, noted, *rest)
            return result

        return changed

    return make


def at_last(change: Change) -> Wrapper:
    """Something that happens after a method, even if it refuses what it is given."""

    def make(method: Callable[..., Any]) -> Callable[..., Any]:
        def changed(session: Any, *rest: Any, **members: Any) -> Any:
            try:
                return method(session, *rest, **members)
            finally:
                change(session, *rest)

        return changed

    return make


def if_refused(change: Change) -> Wrapper:
    """Something that happens if a method refuses what it is given."""

    def make(method: Callable[..., Any]) -> Callable[..., Any]:
        def changed(session: Any, *rest: Any, **members: Any) -> Any:
            try:
                return method(session, *rest, **members)
            except Refused:
                change(session, *rest)
                raise

        return changed

    return make


def only(condition: Callable[..., bool]) -> Wrapper:
    """A method runs only if something holds."""

    def make(method: Callable[..., Any]) -> Callable[..., Any]:
        def changed(session: Any, *rest: Any, **members: Any) -> Any:
            if condition(session, *rest):
                return method(session, *rest, **members)
            return None

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
