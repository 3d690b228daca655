"""Every event in every phase of the client's end, and what can happen at each step of setting up."""

from functools import partial
from typing import Any

from .script import OTHER, OWN, PEER, ClientScript, PairingCollection, client, names

# The phases, once at a step that stands for all.
PHASES = {
    "stopped": "stopped",
    "loading": "loading",
    "unreadable": "unreadable",
    "naming": "naming",
    "idle": "idle",
    "pairedIdle": "idle, paired",
    "waiting": "waiting",
    "scanning": "scanning",
    "connecting": "connecting",
    "readingBack": "reading back",
    "connected": "connected",
    "reading": "connected, reading",
    "releasing": "releasing",
}
LINKED = ("readingBack", "connected", "reading", "releasing")
# The other steps of setting up.
STEPS = {
    "discovering": "discovering the service",
    "serverName": "reading the server name",
    "pairedName": "reading the paired client name",
    "claiming": "claiming",
    "remembering": "storing the server name",
    "confirming": "confirming",
}
# Events without members, and their clauses.
PLAIN = {
    "start": "10.1",
    "loadFailed": "10.1",
    "discover": "1.7",
    "connect": "2.4",
    "disconnect": "2.4",
    "unpair": "2.5",
    "radioOff": "10.3",
    "radioOn": "10.3",
}
ANSWERS = {"discovered": "10.2", "notDiscovered": "4.11", "written": "4.3"}
OF_LINK = {"disconnected": "2.4", "pairedNameChanged": "2.3", "servicesChanged": "10.2"}


def add_cells(collection: PairingCollection) -> None:
    """Adds the cells, phase by phase."""
    for phase, words in PHASES.items():
        _add_plain(collection, phase, words)
        if phase in LINKED:
            _add_answers(collection, phase, words)
        _add_late(collection, phase, words)
        collection.add_time(words, "10.4", partial(client, phase))
    for step, words in STEPS.items():
        for event in ("disconnect", "unpair", "radioOff"):
            script = client(step).do(event)
            collection.add(f"{event} while {words}", PLAIN[event], script)
        _add_answers(collection, step, words)
        _add_stores(collection, step, words)
        collection.add_time(words, "10.4", partial(client, step))


def _add_plain(collection: PairingCollection, phase: str, words: str) -> None:
    for event, clause in PLAIN.items():
        collection.add(f"{event} while {words}", clause, client(phase).do(event))
    for what, members in (("names", names(PEER)), ("nothing", {"names": None})):
        script = client(phase).do("loaded", **members)
        collection.add(f"loaded {what} while {words}", "10.1", script)
    script = client(phase).do("found", peer=7)
    collection.add(f"found while {words}", "10.2", script)
    script = client(phase).of_link("connected")
    collection.add(f"connected while {words}", "10.2", script)
    for event in ("connected", *OF_LINK):
        script = client(phase).do(event, link=90)
        collection.add(f"{event} while {words}, of another link", "10.2", script)


def _add_answers(collection: PairingCollection, step: str, words: str) -> None:
    def add(title: str, clause: str, script: ClientScript) -> None:
        collection.add(f"{title} while {words}", clause, script)

    for event, clause in ANSWERS.items():
        add(event, clause, client(step).answer(event))
    for event, clause in OF_LINK.items():
        add(event, clause, client(step).of_link(event))
    add("the own name is read", "4.4", client(step).value(OWN))
    add("another's name is read", "4.13", client(step).value(OTHER))
    add("UNPAIRED is read", "4.13", client(step).value(b"UNPAIRED"))
    add("no bytes are read", "4.13", client(step).value(b""))
    add("a request is refused", "4.11", client(step).failed())


def _add_late(collection: PairingCollection, phase: str, words: str) -> None:
    for event, members in LATE.items():
        script = client(phase).do(event, ticket=90, **members)
        title = f"{event} of another request while {words}"
        collection.add(title, "10.2", script)
    _add_stores(collection, phase, words)


def _add_stores(collection: PairingCollection, step: str, words: str) -> None:
    for event in ("stored", "storeFailed"):
        ticket = client(step).model.store or 90
        script = client(step).do(event, ticket=ticket)
        collection.add(f"{event} while {words}", "4.10", script)


LATE: dict[str, dict[str, Any]] = {
    "discovered": {},
    "notDiscovered": {},
    "answered": {"bytes": OWN.hex()},
    "written": {},
    "failed": {"attError": 8},
}
