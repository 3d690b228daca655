"""Builds the scripts of pairing's vectors. Each runs the model as it is built, so that it knows the tickets."""

from __future__ import annotations

from typing import Any

from ..sessions.script import PHASES, Collection, Script
from .client import Client
from .end import UNPAIRED
from .server import Server

FRESH = b"F4E5900000000000"  # the end's own name if the store has none
OWN = b"5A17C0FFEE000001"  # the one that the store has
PEER = b"9B00B1E5DEC0DE02"  # the other end's
OTHER = b"BADCAB1E0FACADE3"  # somebody else's
LONGEST = b"x" * 64
SINCE = "3.1.0"


def names(peer: bytes | None = None) -> dict[str, Any]:
    """What the store has."""
    return {"names": {"own": OWN.hex(), "peer": peer and peer.hex()}}


class PairingScript(Script):
    """What both ends have."""

    def stored(self, **rest: Any) -> PairingScript:
        """The store succeeds."""
        return self.do("stored", **({"ticket": self.model.store} | rest))

    def store_fails(self, **rest: Any) -> PairingScript:
        """The store fails."""
        return self.do("storeFailed", **({"ticket": self.model.store} | rest))

    def launch(self, peer: bytes | None = None) -> PairingScript:
        """Loads names that were stored before."""
        return self.do("start", after=0).do("loaded", **names(peer))

    def first_launch(self) -> PairingScript:
        """The store is empty, and takes the fresh name."""
        return self.do("start", after=0).do("loaded", names=None).stored()


class ClientScript(PairingScript):
    """Events at the client's end. A ticket is the awaited one unless another is given."""

    OF_LINK = ("connected", "disconnected", "pairedNameChanged", "servicesChanged")
    ANSWERS = ("discovered", "notDiscovered", "answered", "written")

    def __init__(self) -> None:
        configuration = {"freshName": FRESH.hex()}
        super().__init__(Client(configuration), configuration)

    def answer(self, event: str, **rest: Any) -> ClientScript:
        """The outstanding request is answered."""
        link = self.model.link
        ticket = link.request if link and link.request else 0
        return self.do(event, **({"ticket": ticket} | rest))

    def of_link(self, event: str, **rest: Any) -> ClientScript:
        """Something happens to the link."""
        connecting = self.model.connecting[1]
        link = self.model.link.ticket if self.model.link else connecting
        return self.do(event, **({"link": link} | rest))

    def value(self, data: bytes, **rest: Any) -> ClientScript:
        """The outstanding read is answered."""
        return self.answer("answered", bytes=data.hex(), **rest)

    def failed(self, code: int = 0x08, **rest: Any) -> ClientScript:
        """The outstanding request is refused."""
        return self.answer("failed", attError=code, **rest)

    def meet(self, peer: int = 7) -> ClientScript:
        """The scan finds a server, and connects to it."""
        return self.do("found", peer=peer).of_link("connected")

    def read_names(
        self, server: bytes = PEER, paired: bytes = UNPAIRED, peer: int = 7
    ) -> ClientScript:
        """Goes from a search to the answer to the first read of the paired client name."""
        return self.meet(peer).answer("discovered").value(server).value(paired)

    def pair(self) -> ClientScript:
        """Goes from the write to the connection."""
        self.answer("written").value(OWN)
        if self.model.link.step == "remembering":
            self.stored()
        return self.value(OWN)

    def to(self, step: str) -> ClientScript:
        """Leads the client to a phase, or to a step of `settingUp`. It discovers a server unless its names say more."""
        first = {
            "stopped": lambda: self,
            "loading": lambda: self.do("start", after=0),
            "unreadable": lambda: self.do("start", after=0).do("loadFailed"),
            "naming": lambda: self.do("start", after=0).do("loaded", names=None),
            "idle": lambda: self.launch(),
            "pairedIdle": lambda: self.launch(PEER),
        }
        if step in first:
            return first[step]()
        self.launch().do("discover")
        if step == "waiting":
            return self.do("radioOff")
        for name, go in (
            ("scanning", lambda: self),
            ("connecting", lambda: self.do("found", peer=7)),
            ("discovering", lambda: self.of_link("connected")),
            ("serverName", lambda: self.answer("discovered")),
            ("pairedName", lambda: self.value(PEER)),
            ("claiming", lambda: self.value(UNPAIRED)),
            ("readingBack", lambda: self.answer("written")),
            ("remembering", lambda: self.value(OWN)),
            ("confirming", lambda: self.stored()),
            ("connected", lambda: self.value(OWN)),
            ("reading", lambda: self.until_due()),
            ("releasing", lambda: self.value(OWN).do("unpair")),
        ):
            go()
            if name == step:
                return self
        raise ValueError(step)


class ServerScript(PairingScript):
    """Events at the server's end. Requests are numbered."""

    def __init__(self, **configuration: Any) -> None:
        given = {"freshName": FRESH.hex()} | configuration
        super().__init__(Server(given), given)
        self.requests = 0

    def ask(self, event: str, link: int, **rest: Any) -> ServerScript:
        """A request on a link."""
        self.requests += 1
        return self.do(event, link=link, request=self.requests, **rest)

    def read(self, link: int = 1, offset: int = 0, **rest: Any) -> ServerScript:
        """A client reads the paired client name."""
        members = {"characteristic": "pairedClientName", "offset": offset} | rest
        return self.ask("read", link, **members)

    def write(self, name: bytes, link: int = 1, **rest: Any) -> ServerScript:
        """A client writes the paired client name."""
        return self.ask("write", link, bytes=name.hex(), **rest)

    def claim(self, link: int = 1, **rest: Any) -> ServerScript:
        """A client writes its name."""
        return self.write(PEER, link, **rest)

    def lost(self, link: int = 1, **rest: Any) -> ServerScript:
        """A link is gone."""
        return self.do("disconnected", link=link, **rest)

    def to(self, phase: str) -> ServerScript:
        """Leads the server to a phase. Its client's link is 1."""
        first = {
            "stopped": lambda: self,
            "loading": lambda: self.do("start", after=0),
            "unreadable": lambda: self.do("start", after=0).do("loadFailed"),
            "naming": lambda: self.do("start", after=0).do("loaded", names=None),
            "waiting": lambda: self.launch().claim(),
            "away": lambda: self.launch(PEER),
        }
        if phase in first:
            return first[phase]()
        self.first_launch()
        for name, go in (
            ("unpaired", lambda: self),
            ("claimed", lambda: self.claim()),
            ("pairing", lambda: self.read().read()),
            ("paired", lambda: self.stored()),
            ("takingOver", lambda: self.claim(2)),
            ("unpairing", lambda: self.do("unpair")),
        ):
            go()
            if name == phase:
                return self
        raise ValueError(phase)


def client(step: str) -> ClientScript:
    """A client that has reached a phase or a step."""
    return ClientScript().to(step)


def server(phase: str, **configuration: Any) -> ServerScript:
    """A server that has reached a phase."""
    return ServerScript(**configuration).to(phase)


def searching(peer: bytes | None = PEER) -> ClientScript:
    """A client that searches: for its server if it has one."""
    script = client("pairedIdle") if peer else client("idle")
    return script.do("connect" if peer else "discover")


def known(step: str) -> ClientScript:
    """A client that connects to the server that it remembers."""
    script = searching().meet()
    for name, go in (
        ("discovering", lambda: script),
        ("serverName", lambda: script.answer("discovered")),
        ("pairedName", lambda: script.value(PEER)),
        ("claiming", lambda: script.value(OWN)),
        ("readingBack", lambda: script.answer("written")),
        ("confirming", lambda: script.value(OWN)),
        ("connected", lambda: script.value(OWN)),
        ("reading", lambda: script.until_due()),
    ):
        go()
        if name == step:
            return script
    raise ValueError(step)


class PairingCollection(Collection):
    """The vectors of one end, since version 3.1.0 if no other is given."""

    def __init__(self, side: str) -> None:
        operation = f"pairing{side.capitalize()}"
        super().__init__(operation, f"pairing/{side}", PHASES[operation])

    def add(self, title: str, clause: str, script: Script, **intent: Any) -> None:
        """Adds a vector."""
        super().add(title, clause, script, **({"since": SINCE} | intent))
