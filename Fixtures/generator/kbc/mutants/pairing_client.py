"""Faults of the client's end of pairing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..pairing import client, end
from ..pairing.client import Client
from ..pairing.client_link import Link
from ..pairing.client_search import Avoided
from ..pairing.end import UNPAIRED, Json
from ..planting import Plant
from .mutant import Mutant
from .changes import after, before, set_on_link, set_to
from .pairing_ends import CLIENT, skipping


def mutants() -> Iterator[Mutant]:
    """All faults of the client."""
    for method, name in (
        ("_avoid", "no peer is avoided"),
        ("_drop_what_is_open", "a server that is half remembered stays"),
        ("_next_avoided", "a radio reports each peer again and again"),
        ("_forget_reports", "an earlier scan's reports count"),
    ):
        yield skipping(CLIENT, method, name)
    for name, change in (
        ("peers are avoided for ever", _ever),
        ("all peers are avoided", _everybody),
    ):
        yield CLIENT.mutant(name, Plant(Client, "_note_avoided", change))
    plant = Plant(Client, "_next_avoided", _newest_avoided)
    yield CLIENT.mutant("the peer that is avoided last is met first", plant)
    for method, name, change in (
        ("_take_own_name", "the lease begins with the answer", _sent_now),
        ("_check", "the lease begins with each answer", _sent_now),
        ("_check", "a notification is forgotten", _forget_notification),
        ("_check", "a read after unpairing is forgotten", _forget_release),
        ("_remember", "the time to remember begins with the read", _claimed_now),
        ("_lose_link", "each peer whose link is lost is avoided", _avoid_lost),
        ("_forget", "each peer that is forgotten is avoided", _avoid_lost),
        ("_rest", "a peer that the user leaves is avoided", _avoid_left),
        (
            "_on_disconnected",
            "a peer to which no link came up is avoided",
            _avoid_early,
        ),
    ):
        yield CLIENT.around(method, name, before(change))
    for method, name, change in (
        ("_lose_link", "a search is limited after a loss", _limited),
        ("_search", "a search has no limit", set_to("search_end", None)),
        ("_search", "a search may discover", set_to("is_discovery", True)),
        ("_read_after", "a notification stays", set_on_link("must_read_again", True)),
        (
            "_on_radioOn",
            "Bluetooth is off after it was on",
            set_to("radio_on", False),
        ),
        ("_on_pairedNameChanged", "a notified client does not read", _not_due),
    ):
        yield CLIENT.around(method, name, after(change))
    for method, name in (
        ("_leave", "who leaves another's server forgets its own"),
        ("_end_link", "who loses a server forgets it"),
    ):
        yield CLIENT.around(method, name, before(lambda self, *_: self.keep(None)))
    plant = Plant(Client, "_forget", Client._leave)
    yield CLIENT.mutant("a server is never forgotten", plant)
    plant = Plant(Client, "_take_other_name", _always_claiming)
    yield CLIENT.mutant("a server of another is claimed", plant)
    plant = Plant(Client, "_take_other_name", _never_forgetting)
    yield CLIENT.mutant("a server that is unpaired is claimed again", plant)
    plant = Plant(Client, "_take_server_name", _any_server)
    yield CLIENT.mutant("any server will do", plant)
    for error in (0x0E, 0):
        plant = Plant(client, "REFUSED", {"attError": error})
        name = f"after error {error} of a read the client writes its name"
        yield CLIENT.mutant(name, plant)
    plant = Plant(Client, "_forget", _forget_at_once)
    yield CLIENT.mutant("a peer that is forgotten is met at once", plant)
    plant = Plant(Client, "_remember", _storing_again)
    yield CLIENT.mutant("a server is stored again", plant)


def _avoid_lost(self: Client, link: Link) -> None:
    self._avoid(link.peer)


def _avoid_early(self: Client, _: Json) -> None:
    if self.phase == "connecting":
        self._avoid(self.connecting[0])


def _avoid_left(self: Client) -> None:
    if self.link:
        self._avoid(self.link.peer)


def _everybody(self: Client, _: int) -> bool:
    return any(avoided.until > self.now for avoided in self.avoided)


def _ever(self: Client, peer: int) -> bool:
    return any(avoided.peer == peer for avoided in self.avoided)


def _newest_avoided(self: Client) -> Avoided | None:
    return next((avoided for avoided in self.avoided if avoided.is_found), None)


def _sent_now(self: Client, link: Link, *_: Any) -> None:
    link.sent = self.now


def _claimed_now(self: Client, link: Link, *_: Any) -> None:
    link.claimed = self.now


def _forget_at_once(self: Client, link: Link) -> None:
    self.keep(None)
    self.do("disconnect", link=link.ticket)
    is_discovering = self.is_discovery and self.phase != "connected"
    self._go_on_searching() if is_discovering else self._rest()


def _forget_notification(self: Client, link: Link, *_: Any) -> None:
    link.must_read_again = False


def _forget_release(self: Client, link: Link, *_: Any) -> None:
    link.must_release = False


def _limited(self: Client, *_: Any) -> None:
    if self.phase == "scanning" and self.search_end is None:
        self.search_end = self.now + end.DISCOVERY_LIMIT


def _not_due(self: Client, *_: Any) -> None:
    if self.link and self.link.due == self.now:
        self.link.due += 1


def _always_claiming(self: Client, link: Link, value: bytes) -> None:
    if self.peer is not None and self.peer == link.server:
        self._forget(link)
    elif link.step != "pairedName":
        self._end_link(link, "outrun")
    else:
        self._claim(link)


def _never_forgetting(self: Client, link: Link, value: bytes) -> None:
    if link.step != "pairedName":
        self._end_link(link, "outrun")
    elif value == UNPAIRED:
        self._claim(link)
    else:
        self._leave(link)


def _any_server(self: Client, link: Link, value: bytes) -> None:
    if not end.is_name(value):
        return self._end_link(link, "invalidName")
    link.server = value
    self._ask(link, "readPairedName", "pairedName")


def _storing_again(self: Client, link: Link) -> None:
    link.step = "remembering"
    link.request = None
    self.keep(link.server)
