"""Every event in every phase of the server's end."""

from functools import partial

from .server_life import CLOSED
from .script import OTHER, PEER, PairingCollection, ServerScript, names, server

PHASES = {
    "stopped": "stopped",
    "loading": "loading",
    "unreadable": "unreadable",
    "naming": "naming",
    "unpaired": "unpaired",
    "waiting": "waiting",
    "claimed": "claimed",
    "pairing": "pairing",
    "away": "paired, the client away",
    "paired": "paired",
    "takingOver": "taking over",
    "unpairing": "unpairing",
}
# Where a second read may be answered in another way than the first.
SECOND_READS = ("away", "paired", "takingOver", "unpairing")
PLAIN = {
    "start": "10.1",
    "loadFailed": "10.1",
    "unpair": "4.6",
    "radioOff": "10.3",
    "radioOn": "10.3",
}
VALUES = {
    "the client's name": (PEER, "4.1"),
    "another name": (OTHER, "4.2"),
    "UNPAIRED": (b"UNPAIRED", "2.5"),
    "nothing": (b"", "2.2"),
}
LINKS = {1: "on link 1", 2: "on link 2", 3: "on link 3"}


def add_cells(collection: PairingCollection) -> None:
    """Adds the cells, phase by phase."""
    for phase, words in PHASES.items():
        for event, clause in PLAIN.items():
            collection.add(f"{event} while {words}", clause, server(phase).do(event))
        for what, members in (("names", names(PEER)), ("nothing", {"names": None})):
            script = server(phase).do("loaded", **members)
            collection.add(f"loaded {what} while {words}", "10.1", script)
        for event in ("stored", "storeFailed"):
            ticket = server(phase).model.store or 90
            script = server(phase).do(event, ticket=ticket)
            collection.add(f"{event} while {words}", "4.10", script)
        script = server(phase).do("radioOff").do("radioOn")
        collection.add(f"Bluetooth off and on while {words}", "10.3", script)
        _add_links(collection, phase, words)
        collection.add_time(words, "10.4", partial(server, phase))


def _add_links(collection: PairingCollection, phase: str, words: str) -> None:
    def add(title: str, clause: str, script: ServerScript) -> None:
        collection.add(f"{title} while {words}", clause, script)

    is_closed = phase in CLOSED
    for link, where in list(LINKS.items())[: 1 if is_closed else 3]:
        add(f"connected {where}", "2.6", server(phase).do("connected", link=link))
        add(f"disconnected {where}", "4.1", server(phase).lost(link))
        for what, (value, clause) in VALUES.items():
            add(f"{what} is written {where}", clause, server(phase).write(value, link))
        add(f"a read {where}", "1.3", server(phase).read(link))
        if phase not in SECOND_READS or link == 1:
            continue
        add(f"a second read {where}", "4.5", server(phase).read(link).read(link))
    script = server(phase).read(2, characteristic="serverName")
    add("the server name is read", "1.2", script)
