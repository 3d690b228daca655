"""The two ends of pairing, and ways to plant a fault into one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..pairing import client, server
from ..pairing.client import Client
from ..pairing.server import Server
from ..planting import Plant
from .mutant import Mutant
from .session import Side

CLIENT = Side("pairingClient", Client, client)
SERVER = Side("pairingServer", Server, server)
BOTH = (CLIENT, SERVER)
FIRST_LAUNCH = 20  # milliseconds that scripts take for it


def skipping(side: Side, method: str, name: str) -> Mutant:
    """A method that does nothing."""
    return side.mutant(name, Plant(side.model, method, lambda *_, **__: None))


def before(change: Callable[..., Any]) -> Callable[[Any], Callable[..., Any]]:
    """Something that happens before a method."""

    def make(method: Callable[..., Any]) -> Callable[..., Any]:
        def changed(session: Any, *rest: Any, **members: Any) -> Any:
            change(session, *rest)
            return method(session, *rest, **members)

        return changed

    return make


def after(change: Callable[..., Any]) -> Callable[[Any], Callable[..., Any]]:
    """Something that happens after a method."""

    def make(method: Callable[..., Any]) -> Callable[..., Any]:
        def changed(session: Any, *rest: Any, **members: Any) -> Any:
            result = method(session, *rest, **members)
            change(session, *rest)
            return result

        return changed

    return make


def set_to(name: str, value: Any) -> Callable[..., None]:
    def change(session: Any, *_: Any) -> None:
        setattr(session, name, value)

    return change


def set_on_link(name: str, value: Any) -> Callable[..., None]:
    def change(session: Client, *_: Any) -> None:
        if session.link:
            setattr(session.link, name, value)

    return change
