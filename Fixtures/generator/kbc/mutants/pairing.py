"""Faults of the two ends of pairing, and those that both can have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..pairing import client_search, end, server_links
from ..pairing.end import UNPAIRED, End
from ..planting import Plant
from . import pairing_client, pairing_server
from .mutant import Mutant
from .pairing_ends import BOTH, CLIENT, SERVER
from .session import Side

# The intervals of each end.
INTERVALS = {
    "DISCOVERY_LIMIT": (CLIENT,),
    "CHECK_INTERVAL": (CLIENT,),
    "LEASE": (CLIENT,),
    "HOLD": (SERVER,),
    "CONFIRMATION": (SERVER,),
    "REQUEST_TIMEOUT": (CLIENT,),
    "REMEMBER_TIMEOUT": (CLIENT,),
    "READ_RETRY": (CLIENT,),
    "STORE_RETRY": BOTH,
    "AVOIDANCE": (CLIENT,),
}


def mutants(vectors: list[Json]) -> Iterator[Mutant]:
    """All faults of both ends."""
    for side in BOTH:
        yield from side.common(vectors)
        yield from side.needless(vectors, "startScan")
        yield from _shared(side)
    for name, sides in INTERVALS.items():
        right = getattr(end, name)
        for side in sides:
            for value in (right - 1, right + 1):
                plant = Plant(end, name, value)
                yield side.mutant(f"{name} is {value}", plant)
    yield from CLIENT.constant("AVOIDED_PEERS", 3, 5, module=client_search)
    yield from SERVER.constant("PLACES", 3, 5, module=server_links)
    yield from pairing_client.mutants()
    yield from pairing_server.mutants()


def _shared(side: Side) -> Iterator[Mutant]:
    for size in (63, 65, 512):
        yield side.mutant(
            f"names have up to {size} bytes", Plant(end, "LONGEST_NAME", size)
        )
    for name, value in (("lowercase", UNPAIRED.lower()), ("empty", b"-")):
        plants = [
            Plant(module, "UNPAIRED", value)
            for module in (end, side.module)
            if hasattr(module, "UNPAIRED")
        ]
        yield side.mutant(f"UNPAIRED is {name}", *plants)
    plant = Plant(End, "_on_loaded", _fresh)
    yield side.mutant("the fresh name is used", plant)
    yield side.mutant("what is due comes late", Plant(End, "_is_due", _strictly))
    yield side.mutant("what is due comes early", Plant(End, "_is_due", _early))
    yield side.around("keep", "a store is not repeated with newer names", _once)


def _fresh(self: Any, event: Json) -> None:
    if self.phase != "loading":
        return self.late()
    if event["names"] is None:
        self.phase = "naming"
        return self.keep(None)
    self.peer = bytes.fromhex(event["names"]["peer"] or "") or None
    self._begin()


def _strictly(self: End, time: int | None) -> bool:
    return time is not None and self.now > time


def _early(self: End, time: int | None) -> bool:
    return time is not None and self.now >= time - 1


def _once(keep: Callable[..., None]) -> Callable[..., None]:
    def keep_once(session: End, peer: bytes | None) -> None:
        keep(session, peer)
        session.is_outdated = False

    return keep_once
