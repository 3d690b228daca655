"""The two ends of pairing, and ways to plant a fault into one."""

from __future__ import annotations

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
