"""The two ends of pairing: every event in every phase, every rule, every race."""

from collections.abc import Iterator

from ..pairing import (
    client_cells,
    client_rules,
    later_rules,
    races,
    script,
    server_cells,
    server_rules,
)
from ..pairing.script import PairingCollection
from ..vectors import Topic


def topics() -> Iterator[Topic]:
    """pairing/client/*.json and pairing/server/*.json"""
    names = {**vars(script)}
    client = PairingCollection("client")
    client.add_table(races.CLIENT, names, script.client)
    client.add_table(client_rules.ROWS, names, script.client)
    client_cells.add_cells(client)
    client.add_table(later_rules.CLIENT, names, script.client)
    yield from client
    server = PairingCollection("server")
    names = names | {"new": script.ServerScript}
    server.add_table(races.SERVER, names, script.server)
    server.add_table(server_rules.ROWS, names, script.server)
    server_cells.add_cells(server)
    server.add_table(server_rules.UNTOLD, names, script.server)
    server.add_table(later_rules.SERVER, names, script.server)
    yield from server
