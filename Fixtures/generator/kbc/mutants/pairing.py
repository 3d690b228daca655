"""Faults of the two ends of pairing, and those that both can have."""

from collections.abc import Iterator
from typing import Any

from ..evaluate import Json
from ..pairing.end import UNPAIRED, End
from ..planting import Plant
from ..pairing import client, end, server
from ..pairing.client import Client
from ..pairing.server import Server
from .edits import edited
from .mutant import Mutant
from .session import Side

CLIENT = Side("pairingClient", Client, client)
SERVER = Side("pairingServer", Server, server)
BOTH = (CLIENT, SERVER)

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


OF_CLIENT = """
the lease begins with each answer
  _check: => link.sent = self.now
a peer that the user leaves is avoided
  _rest: => if self.link: self._avoid(self.link.peer)
a peer to which no link came up is avoided
  _on_disconnected: => if self.phase == "connecting": self._avoid(self.connecting[0])
"""
# A first launch takes 20 ms in scripts.
OF_SERVER = """
a claim is held back after {another|each unpairing}
  {_drop_claim|_after_store}: finally => is_open = self.phase == "unpaired" and self.now > 20;;
    if is_open: self.free_at = self.now + end.HOLD
who has read anything is {the client|not told}
  {_read_while_paired|_tell}: => if place.value is not None: place.value = self.name
{a claim that ends|a user that ends a claim} opens the server
  {_on_disconnected|_on_unpair}: => if self.phase == "waiting": self.free_at = self.now
the client's place is given away
  _position: [place for place in self.places if place.link not in needed] => self.places
a value is kept for ever
  _answer_name: if place: => if place and place.value is None:
what was read counts after the client's 7 s, {by time|if another link is served}
  {_meet_deadlines|_serve}: self._begin_anew(self.client) => pass
a radio that tells the ends of links may not tell a new one
  _begin_anew: if self.tells: => if False:
"""


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
    for side, table in ((CLIENT, OF_CLIENT), (SERVER, OF_SERVER)):
        for name, plants in edited(table, side.model):
            yield side.mutant(name, *plants)


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


def _fresh(self: Any, event: Json) -> None:
    if self.phase != "loading":
        return self.late()
    if event["names"] is None:
        self.phase = "naming"
        return self.keep(None)
    self.peer = bytes.fromhex(event["names"]["peer"] or "") or None
    self._begin()
