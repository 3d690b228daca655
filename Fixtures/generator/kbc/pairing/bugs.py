"""The bugs of a plain implementation, put into the models."""

from __future__ import annotations

from collections.abc import Callable

from ..planting import Plant
from . import end
from .client import Client
from .client_link import Link
from .end import UNPAIRED, End, Json
from .server import Server
from .server_life import CLOSED
from .server_links import Place

# The right methods, saved before any replacement.
write_name = Server._write_name
read_name = Server._read_name
read_claim = Server._read_claim
write_unpaired = Server._write_unpaired
server_loaded = Server._begin
server_read = Server._on_read
store_failed = End._on_storeFailed
written = Client._on_written
failed = Client._on_failed
discover = Client._on_discover


def _last_wins(self: Server, name: bytes, link: int, request: int) -> None:
    if self.phase == "claimed":
        self._claim(name, link, request)
    else:
        write_name(self, name, link, request)


def _outliving(self: Server) -> None:
    self.client = None


def _told_claim(self: Server, place: Place, request: int) -> None:
    if self.phase in ("claimed", "pairing") and place.link != self.client:
        self._answer_name(self.name, place.link, request)
    else:
        read_name(self, place, request)


def _answered_at_once(self: Server, link: int, request: int) -> None:
    read_claim(self, link, request)
    if self.held:
        self.held = None
        self._answer_name(self.name, link, request)


def _told_unpaired(self: Server, place: Place, request: int) -> None:
    if self.phase == "unpairing":
        self._answer_name(UNPAIRED, place.link, request)
    else:
        read_name(self, place, request)


def _named_read(self: Server, event: Json) -> None:
    if self.phase == "naming":
        is_name = event["characteristic"] == "serverName"
        value = self.own if is_name else UNPAIRED
        self._answer(value, event["offset"], event["request"])
    else:
        server_read(self, event)


def _named_discover(self: Client, event: Json) -> None:
    if self.phase == "naming":
        self._search(True)
    else:
        discover(self, event)


def _counting(self: End, event: Json) -> None:
    if self.store is not None and event["ticket"] == self.store:
        self._on_stored(event)
    else:
        store_failed(self, event)


def _not_read_back(self: Client, event: Json) -> None:
    link = self.link
    if link and link.step == "claiming" and link.request == event["ticket"]:
        self._remember(link)
    else:
        written(self, event)


def _connected_once_accepted(self: Client, event: Json) -> None:
    link = self.link
    if link and link.step == "claiming" and link.request == event["ticket"]:
        self.keep(link.server)
        self.phase = link.step = "connected"
        self.search_end = None
        self.is_discovery = False
        self._renew(link, end.CHECK_INTERVAL)
    else:
        written(self, event)


def _forgetting(self: Client, event: Json) -> None:
    link = self.link
    is_setting_up = link is not None and self.phase == "settingUp"
    if is_setting_up and link.request == event["ticket"] and self.peer is not None:
        self._forget(link)
    else:
        failed(self, event)


def _without_due(read_after: Callable[..., None]) -> Callable[..., None]:
    def keep_still(self: Client, link: Link, pause: int) -> None:
        read_after(self, link, pause)
        link.due = None
        link.lease_end = 1 << 40

    return keep_still


def _patient(self: Client, link: Link) -> None:
    if self._is_due(link.lease_end) and link.request is not None:
        return
    self._ask(link, "readPairedName", "connected")


def _at_once(self: Server, name: bytes, link: int, request: int) -> None:
    self.name, self.client = name, link
    self._refuse_held()
    self._accept_claim(request)


def _without_wait(self: Server) -> None:
    server_loaded(self)
    self.told = None
    self.free_at = self.now


def _anybody(self: Server, link: int, request: int) -> None:
    if self.phase in ("claimed", "paired"):
        self.client = link
    write_unpaired(self, link, request)


def _newest_chunks(self: Server, event: Json) -> None:
    is_later = event["characteristic"] == "pairedClientName" and event["offset"] > 0
    if self.phase in CLOSED or not is_later:
        return server_read(self, event)
    is_unpaired = self.phase in ("unpaired", "waiting")
    value = UNPAIRED if is_unpaired else self.name
    self._answer(value, event["offset"], event["request"])


PAIRING_BUGS: dict[str, list[Plant]] = {
    "secondClaimantAccepted": [Plant(Server, "_write_name", _last_wins)],
    "claimOutlivesItsLink": [Plant(Server, "_drop_claim", _outliving)],
    "claimTold": [Plant(Server, "_read_name", _told_claim)],
    "answeredBeforeStored": [Plant(Server, "_read_claim", _answered_at_once)],
    "toldBeforeStored": [Plant(Server, "_read_name", _told_unpaired)],
    "namedBeforeStored": [
        Plant(Server, "_on_read", _named_read),
        Plant(Client, "_on_discover", _named_discover),
    ],
    "failedStoreCounts": [Plant(End, "_on_storeFailed", _counting)],
    "noReadBack": [Plant(Client, "_on_written", _not_read_back)],
    "connectedOnceAccepted": [Plant(Client, "_on_written", _connected_once_accepted)],
    "forgetsOnError": [Plant(Client, "_on_failed", _forgetting)],
    "neverLooksAgain": [Plant(Client, "_read_after", _without_due(Client._read_after))],
    "noLease": [Plant(Client, "_meet_lease", _patient)],
    "claimNotHeldBack": [Plant(Server, "_claim", _at_once)],
    "noWaitAfterLaunch": [Plant(Server, "_begin", _without_wait)],
    "copyAccepted": [Plant(Server, "_is_elsewhere", lambda *_: False)],
    "anybodyUnpairs": [Plant(Server, "_write_unpaired", _anybody)],
    "linksTakenForOne": [Plant(Server, "_begin_anew", lambda *_: None)],
    "chunksOfTwoValues": [Plant(Server, "_on_read", _newest_chunks)],
}
