"""How the client's end searches for a server and leaves it (Docs/Pairing.md, clauses 1.7, 2.4, 2.5, 4.11, 4.13)."""

from dataclasses import dataclass

from . import end
from .client_link import AskingClient, Link
from .end import Json

AVOIDED_PEERS = 4


@dataclass
class Avoided:
    """A peer to which the client does not connect before a time, and whether the scan reported it (clause 4.11)."""

    peer: int
    until: int
    is_found: bool = False


class SearchingClient(AskingClient):
    """What the user and the radio do, and how a link ends."""

    def __init__(self, configuration: Json) -> None:
        self.connecting: tuple[int, int, int] = (0, 0, 0)  # peer, ticket, deadline
        self.search_end: int | None = None
        self.is_discovery = False
        self.avoided: list[Avoided] = []  # the newest first
        super().__init__(configuration)

    # The user's actions

    def _on_discover(self, _: Json) -> None:
        if self.phase == "idle" and self.peer is None:
            self._search(True)

    def _on_connect(self, _: Json) -> None:
        if self.phase == "idle" and self.peer is not None:
            self._search(False)

    def _on_disconnect(self, _: Json) -> None:
        if self.phase == "scanning":
            self.do("stopScan")
        elif self.phase == "connecting":
            self.do("disconnect", link=self.connecting[1])
        elif self.link:
            self.do("disconnect", link=self.link.ticket)
            self._drop_what_is_open(self.link)
        elif self.phase != "waiting":
            return
        self._rest()

    def _on_unpair(self, event: Json) -> None:
        if self.peer is None or self.phase in (
            "stopped",
            "loading",
            "unreadable",
            "naming",
            "releasing",
        ):
            return
        if self.phase == "connected":
            if self.link.request is None:
                self._release(self.link)
            else:
                self.link.must_release = True
            return
        self._on_disconnect(event)
        if self.peer is not None:
            self.keep(None)

    # Searching

    def _search(self, is_discovery: bool) -> None:
        self.search_end = self.now + end.DISCOVERY_LIMIT
        self.is_discovery = is_discovery
        self._go_on_searching()

    def _go_on_searching(self) -> None:
        self.link = None
        if self._is_due(self.search_end):
            self._rest()
        elif self.radio_on:
            self.phase = "scanning"
            self._forget_reports()
            self.do("startScan")
        else:
            self.phase = "waiting"

    def _rest(self) -> None:
        self.phase = "idle"
        self.link = None

    def _on_radioOff(self, _: Json) -> None:
        self.radio_on = False
        if self.phase in ("scanning", "connecting"):
            self.phase = "waiting"
        elif self.link:
            self._lose_link(self.link)

    def _on_radioOn(self, _: Json) -> None:
        self.radio_on = True
        if self.phase == "waiting":
            self._go_on_searching()

    def _on_found(self, event: Json) -> None:
        peer = event["peer"]
        if self.phase == "scanning" and not self._note_avoided(peer):
            self._connect(peer)

    def _connect(self, peer: int) -> None:
        ticket = self.new_ticket()
        self.do("stopScan")
        self.do("connect", peer=peer, link=ticket)
        self.phase = "connecting"
        self.connecting = peer, ticket, self.now + end.REQUEST_TIMEOUT

    def _note_avoided(self, peer: int) -> bool:
        """Whether the client does not connect to a peer yet, of which it notes that the scan reported it."""
        for avoided in self.avoided:
            if avoided.peer == peer and avoided.until > self.now:
                avoided.is_found = True
                return True
        return False

    def _forget_reports(self) -> None:
        for avoided in self.avoided:
            avoided.is_found = False

    def _next_avoided(self) -> Avoided | None:
        """The first to connect to of the peers that the scan reported."""
        found = [avoided for avoided in self.avoided if avoided.is_found]
        return found[-1] if found else None

    def _avoid(self, peer: int) -> None:
        self.avoided.insert(0, Avoided(peer, self.now + end.AVOIDANCE))
        del self.avoided[AVOIDED_PEERS:]

    # The end of a link

    def _on_disconnected(self, event: Json) -> None:
        if self.phase == "connecting" and event["link"] == self.connecting[1]:
            self._go_on_searching()
        elif self.link and event["link"] == self.link.ticket:
            self._lose_link(self.link)
        else:
            self.late()

    def _lose_link(self, link: Link) -> None:
        self._drop_what_is_open(link)
        if self.phase == "settingUp":
            self._avoid(link.peer)
        if self.phase == "releasing" or link.must_release:
            return self._rest()
        if self.phase == "connected":
            self.search_end = None
            self.is_discovery = False
        self._go_on_searching()

    def _drop_what_is_open(self, link: Link) -> None:
        """Forgets a server that it was about to remember, or to unpair from (clauses 2.5 and 4.13)."""
        if link.step == "remembering" or self.phase == "releasing" or link.must_release:
            self.keep(None)

    def _end_link(self, link: Link, fault: str, **members: int) -> None:
        self.do("fault", fault=fault, **members)
        self.do("disconnect", link=link.ticket)
        self._lose_link(link)

    def _leave(self, link: Link) -> None:
        """Ends a link with somebody else's server."""
        self.do("disconnect", link=link.ticket)
        self._lose_link(link)

    def _forget(self, link: Link) -> None:
        """Forgets the server that it remembers (clause 4.13)."""
        self.keep(None)
        self.do("disconnect", link=link.ticket)
        if self.phase == "connected" or not self.is_discovery:
            return self._rest()
        self._avoid(link.peer)
        self._go_on_searching()
