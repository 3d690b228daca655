#!/usr/bin/env python3
"""Lets anything happen to both ends of pairing, and compares a testee with the generator's models.

    pairing.py [--cases N] [--seed S] TESTEE

TESTEE is a command line, quoted as one word. Events, times and tickets are drawn at random, mostly such that the end
goes on. If an answer differs or the testee ends, prints the events up to there, and the exit code is 1.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

from walks import Json, Mark, compare

from kbc.pairing.client import Client
from kbc.pairing.server import Server
from kbc.sessions.script import PHASES

OWN, PEER, OTHER = b"A" * 16, b"B" * 16, b"C" * 16
VALUES = (OWN, PEER, OTHER, b"UNPAIRED", b"UNPAIRED", b"", b"x" * 65, b"x" * 64)
NAMES = (
    None,
    {"own": OWN.hex(), "peer": None},
    {"own": OWN.hex(), "peer": PEER.hex()},
)
ANYTIME = {
    "pairingClient": (
        *("start", "loadFailed", "discover", "connect", "disconnect", "unpair"),
        *("radioOff", "radioOn", "timePassed"),
    ),
    "pairingServer": (
        *("start", "loadFailed", "unpair", "radioOff", "radioOn", "timePassed"),
    ),
}


class Walk:
    """An end to which anything happens."""

    def __init__(self, operation: str, random: Random) -> None:
        self.operation = operation
        self.random = random
        self.configuration: Json = {"freshName": OWN.hex()}
        if operation == "pairingServer" and random.random() < 0.2:
            self.configuration["tellsDisconnections"] = False
        end = Client if operation == "pairingClient" else Server
        self.model: Any = end(self.configuration)
        self.events: list[Json] = []
        self.time = 0
        self.deadline: int | None = None
        self.do("start")
        for _ in range(random.randrange(5, 60)):
            self.step()

    @property
    def given(self) -> Json:
        return {"configuration": self.configuration, "events": self.events}

    def do(self, event: str, **members: Any) -> None:
        chance = self.random.random()
        if chance < 0.8:
            self.time += self.random.randrange(300)
        elif chance < 0.9 and self.deadline is not None:
            self.time = max(self.time, self.deadline + self.random.choice((-1, 0, 0)))
        elif chance < 0.95:
            self.time += self.random.choice((1000, 5000, 10_000, 30_000))
        back = 50 if self.random.random() < 0.02 else 0
        at = max(0, self.time - back)
        self.events.append({"at": at, "event": event, **members})
        self.deadline = self.model.handle(self.events[-1])["deadline"]

    def ticket(self, right: int | None) -> int:
        """The right number, if there is one, or rarely any."""
        if right is not None and self.random.random() < 0.97:
            return right
        return self.random.randrange(self.model.tickets + 2)

    def step(self) -> None:
        model = self.model
        if self.random.random() < 0.05:
            self.do(self.random.choice(ANYTIME[self.operation]))
        elif model.phase in ("stopped", "unreadable"):
            self.do("start")
        elif model.phase == "loading":
            self.do("loaded", names=self.random.choice(NAMES))
        elif model.store is not None and self.random.random() < 0.5:
            event = self.random.choice(("stored", "stored", "stored", "storeFailed"))
            self.do(event, ticket=self.ticket(model.store))
        elif self.operation == "pairingClient":
            self.step_client(model)
        else:
            self.step_server(model)

    def step_client(self, model: Client) -> None:
        link = model.link
        if model.phase == "idle":
            self.do("connect" if model.peer else "discover")
        elif model.phase == "waiting":
            self.do("radioOn")
        elif model.phase == "scanning":
            self.do("found", peer=self.random.randrange(1, 9))
        elif model.phase == "connecting":
            self.do("connected", link=self.ticket(model.connecting[1]))
        elif link is None or link.request is None or self.random.random() < 0.05:
            event = self.random.choice(
                ("pairedNameChanged", "pairedNameChanged", "disconnected", "timePassed")
            )
            members = {} if event == "timePassed" else {"link": link and link.ticket}
            self.do(event, **(members if link else {"link": 0}))
        else:
            self.answer(link)

    def answer(self, link: Any) -> None:
        ticket = self.ticket(link.request)
        if self.random.random() < 0.05:
            self.do("failed", ticket=ticket, attError=self.random.choice((8, 14)))
        elif link.step == "discovering":
            event = self.random.choice(("discovered",) * 9 + ("notDiscovered",))
            self.do(event, ticket=ticket)
        elif link.step in ("claiming", "releasing"):
            self.do("written", ticket=ticket)
        else:
            right = PEER if link.step == "serverName" else self.model.own
            value = self.random.choice((right,) * 60 + VALUES)
            self.do("answered", ticket=ticket, bytes=value.hex())

    def step_server(self, model: Server) -> None:
        chance = self.random.random()
        link = self.random.randrange(1, 7)
        if model.client and self.random.random() < 0.5:
            link = model.client
        request = len(self.events)
        if chance < 0.1:
            self.do("timePassed")
        elif chance < 0.25:
            self.do(self.random.choice(("connected", "disconnected")), link=link)
        elif chance < 0.6:
            names = ("pairedClientName",) * 6 + ("serverName",)
            characteristic = self.random.choice(names)
            offset = self.random.choice((0,) * 6 + (1, 4, 8, 16, 17))
            members = {"characteristic": characteristic, "offset": offset}
            self.do("read", link=link, request=request, **members)
        else:
            value = self.random.choice((PEER,) * 8 + VALUES)
            self.do("write", link=link, request=request, bytes=value.hex())


def marks(walk: Walk, step: Json) -> list[Mark]:
    """The phase of a step."""
    return [(walk.operation, step["phase"])]


def make(random: Random) -> Walk:
    """A walk at either end."""
    return Walk(random.choice(tuple(ANYTIME)), random)


if __name__ == "__main__":
    phases = [
        (operation, phase) for operation in ANYTIME for phase in PHASES[operation][1:]
    ]
    sys.exit(compare(make, marks, phases))
