"""A model of the client's end (Docs/Pairing.md)."""

from . import end
from .client_link import Link
from .client_search import SearchingClient
from .end import UNPAIRED, Json, is_name, is_value, text

REFUSED = {"attError": end.INSUFFICIENT_AUTHORIZATION}


class Client(SearchingClient):
    """Answers one event at a time with effects: the screen, what a link brings, and time."""

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

    # What a link brings

    def _on_connected(self, event: Json) -> None:
        peer, ticket, _ = self.connecting
        if self.phase != "connecting" or event["link"] != ticket:
            return self.late()
        self.phase = "settingUp"
        self.link = Link(ticket, peer)
        self._ask(self.link, "discover", "discovering")

    def _on_discovered(self, event: Json) -> None:
        link = self._answered_link(event, "discovering")
        if link:
            self._ask(link, "readServerName", "serverName")

    def _on_notDiscovered(self, event: Json) -> None:
        link = self._answered_link(event, "discovering")
        if link:
            self._end_link(link, "noService")

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
            self._end_link(link, "invalidName")
        elif value == self.own:
            self._take_own_name(link)
        else:
            self._take_other_name(link, value)

    def _take_server_name(self, link: Link, value: bytes) -> None:
        if not is_name(value):
            self._end_link(link, "invalidName")
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
            self._end_link(link, "outrun")
        elif value == UNPAIRED:
            self._claim(link)
        else:
            self._leave(link)

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
        elif link.step == "pairedName" and error == REFUSED:
            self.do("fault", fault="refused", **error)
            self._claim(link)  # which may be on a link that was lost (4.1)
        else:
            self._end_link(link, "refused", **error)

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
        if self.phase == "waiting":
            return [self.search_end]
        if self.phase == "scanning":
            avoided = self._next_avoided()
            return [self.search_end, avoided and avoided.until]
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
        elif self.phase == "scanning" and not self._is_due(self.search_end):
            self._connect(self._next_avoided().peer)
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
