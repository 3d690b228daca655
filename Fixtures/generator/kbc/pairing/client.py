"""A model of the client's end (Docs/Pairing.md)."""

from __future__ import annotations

from dataclasses import dataclass

from . import end
from .end import UNPAIRED, End, Json, is_name, is_value, text

LINKED = ("settingUp", "connected", "releasing")
SEARCHING = ("waiting", "scanning", "connecting")
AVOIDED_PEERS = 4


@dataclass
class Link:
    """A link that is up, and the one request on it that is not answered yet."""

    ticket: int
    peer: int
    # While setting up: discovering, serverName, pairedName, claiming, readingBack, remembering, confirming
    step: str = ""
    server: bytes | None = None
    request: int | None = None
    sent: int = 0
    claimed: int = 0
    due: int | None = None  # the next read of a connected client
    lease_end: int = 0
    must_read_again: bool = False
    must_release: bool = False


class Client(End):
    """Answers one event at a time with effects."""

    def __init__(self, configuration: Json) -> None:
        self.link: Link | None = None
        self.connecting: tuple[int, int, int] = (0, 0, 0)  # peer, ticket, deadline
        self.search_end: int | None = None
        self.is_discovery = False
        self.avoided: list[tuple[int, int]] = []  # peers, with the ends
        super().__init__(configuration)

    def screen(self) -> Json:
        kind, buttons = self._screen()
        named = kind in ("paired", "connecting", "connected", "unpairing")
        name = {"name": text(self.peer)} if named else {}
        return {"kind": kind} | name | {"buttons": buttons}

    def _screen(self) -> tuple[str, list[str]]:
        if self.phase in ("stopped", "loading", "naming"):
            return "starting", []
        if self.phase == "unreadable":
            return "storeUnreadable", []
        if self.phase == "idle":
            if self.peer:
                return "paired", ["connect", "unpair"]
            return "unpaired", ["discover"]
        if self.phase == "releasing":
            return "unpairing", []
        if self.phase == "connected":
            return "connected", ["disconnect", "unpair"]
        if self.is_discovery or self.peer is None:
            return "discovering", ["disconnect"]
        return "connecting", ["disconnect", "unpair"]

    def _begin(self) -> None:
        self.phase = "idle"

    def _after_store(self) -> None:
        if self.phase == "naming":
            self.phase = "idle"
        if self.link and self.link.step == "remembering":
            self._confirm(self.link)

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
        if self.phase != "scanning" or self._is_avoided(peer):
            return
        ticket = self.new_ticket()
        self.do("stopScan")
        self.do("connect", peer=peer, link=ticket)
        self.phase = "connecting"
        self.connecting = peer, ticket, self.now + end.REQUEST_TIMEOUT

    def _is_avoided(self, peer: int) -> bool:
        return any(kept == peer and until > self.now for kept, until in self.avoided)

    def _avoid(self, peer: int) -> None:
        self.avoided.insert(0, (peer, self.now + end.AVOIDANCE))
        del self.avoided[AVOIDED_PEERS:]

    # Links

    def _on_connected(self, event: Json) -> None:
        peer, ticket, _ = self.connecting
        if self.phase != "connecting" or event["link"] != ticket:
            return self.late()
        self.phase = "settingUp"
        self.link = Link(ticket, peer)
        self._ask(self.link, "discover", "discovering")

    def _on_disconnected(self, event: Json) -> None:
        if self.phase == "connecting" and event["link"] == self.connecting[1]:
            self._go_on_searching()
        elif self.link and event["link"] == self.link.ticket:
            self._lose_link(self.link)
        else:
            self.late()

    def _lose_link(self, link: Link) -> None:
        self._drop_what_is_open(link)
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

    def _reject(self, link: Link, fault: str, **members: int) -> None:
        self._avoid(link.peer)
        self._end_link(link, fault, **members)

    def _leave(self, link: Link) -> None:
        """Ends a link with somebody else's server."""
        self._avoid(link.peer)
        self.do("disconnect", link=link.ticket)
        self._lose_link(link)

    def _forget(self, link: Link) -> None:
        """Forgets the server that it remembers (clause 4.13)."""
        self.keep(None)
        self.do("disconnect", link=link.ticket)
        is_discovering = self.is_discovery and self.phase != "connected"
        self._go_on_searching() if is_discovering else self._rest()

    # Requests

    def _ask(self, link: Link, effect: str, step: str, **members: str) -> None:
        link.step = step
        link.request = self.new_ticket()
        link.sent = self.now
        self.do(effect, **members, ticket=link.request)

    def _confirm(self, link: Link) -> None:
        self._ask(link, "readPairedName", "confirming")

    def _claim(self, link: Link) -> None:
        link.claimed = self.now
        self._write(link, self.own, "claiming")

    def _release(self, link: Link) -> None:
        self.phase = "releasing"
        self._write(link, UNPAIRED, "releasing")

    def _write(self, link: Link, value: bytes, step: str) -> None:
        self._ask(link, "writePairedName", step, bytes=value.hex())

    def _answered_link(self, event: Json, *steps: str) -> Link | None:
        """The link whose outstanding request an event answers, if it is at one of these steps."""
        link = self.link
        if link and link.request == event["ticket"] and link.step in steps:
            return link
        self.late()
        return None

    def _on_discovered(self, event: Json) -> None:
        link = self._answered_link(event, "discovering")
        if link:
            self._ask(link, "readServerName", "serverName")

    def _on_notDiscovered(self, event: Json) -> None:
        link = self._answered_link(event, "discovering")
        if link:
            self._reject(link, "noService")

    def _on_answered(self, event: Json) -> None:
        reads = ("serverName", "pairedName", "readingBack", "confirming", "connected")
        link = self._answered_link(event, *reads)
        if link is None:
            return
        value = bytes.fromhex(event["bytes"])
        if link.step == "serverName":
            self._take_server_name(link, value)
        elif link.step == "connected":
            self._check(link, value)
        elif not is_value(value):
            self._reject(link, "invalidName")
        elif value == self.own:
            self._take_own_name(link)
        else:
            self._take_other_name(link, value)

    def _take_server_name(self, link: Link, value: bytes) -> None:
        if not is_name(value):
            self._reject(link, "invalidName")
        elif self.peer not in (None, value):
            self._leave(link)
        else:
            link.server = value
            self._ask(link, "readPairedName", "pairedName")

    def _take_own_name(self, link: Link) -> None:
        if link.step == "pairedName":
            self._claim(link)
        elif link.step == "readingBack":
            self._remember(link)
        elif link.sent + end.LEASE <= self.now:
            self._confirm(link)
        else:
            self.phase = link.step = "connected"
            self.search_end = None
            self.is_discovery = False
            self._renew(link, end.CHECK_INTERVAL)

    def _remember(self, link: Link) -> None:
        if (
            self.peer == link.server
        ):  # and stored: what is being stored is forgotten with its link
            return self._confirm(link)
        link.step = "remembering"
        link.request = None
        self.keep(link.server)

    def _take_other_name(self, link: Link, value: bytes) -> None:
        if self.peer is not None and self.peer == link.server:
            self._forget(link)
        elif link.step != "pairedName":
            self._reject(link, "outrun")
        elif value == UNPAIRED:
            self._claim(link)
        else:
            self._leave(link)

    def _renew(self, link: Link, pause: int) -> None:
        link.lease_end = link.sent + end.LEASE
        self._read_after(link, pause)

    def _read_after(self, link: Link, pause: int) -> None:
        link.request = None
        link.due = self.now + pause
        link.must_read_again = False
        if link.must_release:
            self._release(link)

    def _check(self, link: Link, value: bytes) -> None:
        if not is_value(value):
            self.do("fault", fault="invalidName")
            self._read_after(link, end.READ_RETRY)
        elif value != self.own:
            self._forget(link)
        else:
            self._renew(link, 0 if link.must_read_again else end.CHECK_INTERVAL)

    def _on_written(self, event: Json) -> None:
        link = self._answered_link(event, "claiming", "releasing")
        if link is None:
            return
        if link.step == "claiming":
            return self._ask(link, "readPairedName", "readingBack")
        self.do("disconnect", link=link.ticket)
        self._lose_link(link)

    def _on_failed(self, event: Json) -> None:
        error = {"attError": event["attError"]}
        link = self.link
        if link is None or link.request is None or link.request != event["ticket"]:
            self.late()
        elif link.step == "connected":
            self.do("fault", fault="refused", **error)
            self._read_after(link, end.READ_RETRY)
        elif link.step == "releasing":
            self._end_link(link, "refused", **error)
        else:
            self._reject(link, "refused", **error)

    def _on_pairedNameChanged(self, event: Json) -> None:
        if self.link is None or self.link.ticket != event["link"]:
            return self.late()
        if self.phase != "connected":
            return
        if self.link.request is None:
            self.link.due = self.now
        else:
            self.link.must_read_again = True

    def _on_servicesChanged(self, event: Json) -> None:
        if self.link is None or self.link.ticket != event["link"]:
            return self.late()
        self._end_link(self.link, "servicesChanged")

    # Time

    def _deadlines(self) -> list[int | None]:
        link = self.link
        if self.phase in ("waiting", "scanning"):
            return [self.search_end]
        if self.phase == "connecting":
            return [self.connecting[2]]
        if link is None:
            return []
        if link.step == "remembering":
            return [link.claimed + end.REMEMBER_TIMEOUT]
        if link.step == "connected":
            return [link.lease_end, link.due if link.request is None else None]
        return [link.sent + end.REQUEST_TIMEOUT]

    def _meet_deadlines(self) -> None:
        if not any(map(self._is_due, self._deadlines())):
            return
        if self.phase == "waiting":
            self._rest()
        elif self.phase == "scanning":
            self.do("stopScan")
            self._rest()
        elif self.phase == "connecting":
            self.do("fault", fault="timedOut")
            self.do("disconnect", link=self.connecting[1])
            self._go_on_searching()
        elif self.phase == "connected":
            self._meet_lease(self.link)
        else:
            self._end_link(self.link, "timedOut")

    def _meet_lease(self, link: Link) -> None:
        if self._is_due(link.lease_end):
            self._end_link(link, "leaseExpired")
        else:
            self._ask(link, "readPairedName", "connected")
