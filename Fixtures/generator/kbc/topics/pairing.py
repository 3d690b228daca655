"""The two ends of pairing: every event in every phase, every rule, every race."""

from __future__ import annotations

from collections.abc import Iterator

from ..pairing import (
    client_cells,
    client_rules,
    later_rules,
    races,
    server_cells,
    server_rules,
)
from ..pairing.script import PairingCollection
from ..vectors import Topic


def topics() -> Iterator[Topic]:
    """pairing/client/*.json and pairing/server/*.json"""
    client = PairingCollection("client")
    races.add_client_races(client)
    client_rules.add_rules(client)
    client_cells.add_cells(client)
    later_rules.add_client_rules(client)
    yield from client
    server = PairingCollection("server")
    races.add_server_races(server)
    server_rules.add_rules(server)
    server_cells.add_cells(server)
    server_rules.add_untold_ends(server)
    later_rules.add_server_rules(server)
    yield from server
