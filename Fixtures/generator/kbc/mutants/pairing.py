"""Faults of the two ends of pairing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..pairing import client, end, server
from ..pairing.client import Client
from ..pairing.end import UNPAIRED, End
from ..pairing.server import Server
from ..planting import Plant
from .mutant import Mutant
from .session import Side

CLIENT = Side("pairingClient", Client, client)
SERVER = Side("pairingServer", Server, server)
BOTH = (CLIENT, SERVER)
FIRST_LAUNCH = 20  # milliseconds that scripts take for it
# The intervals of each end.
INTERVALS = {
    "DISCOVERY_LIMIT": (CLIENT,),
    "CHECK_INTERVAL": (CLIENT,),
    "LEASE": (CLIENT,),
    "HOLD": (SERVER,),
    "CONFIRMATION": (SERVER,),
    "REQUEST_TIMEOUT": (CLIENT,),
    "REMEMBER_TIMEOUT": (CLIENT,),
    "READ_RETRY": (CLIENT,),
    "STORE_RETRY": BOTH,
    "AVOIDANCE": (CLIENT,),
}


def mutants(vectors: list[Json]) -> Iterator[Mutant]:
    """All faults of both ends."""
    for side in BOTH:
        yield from side.common(vectors)
        yield from side.needless(vectors, "startScan")
        yield from _shared(side)
    for name, sides in INTERVALS.items():
        right = getattr(end, name)
        for side in sides:
            for value in (right - 1, right + 1):
                plant = Plant(end, name, value)
                yield side.mutant(f"{name} is {value}", plant)
    yield from CLIENT.constant("AVOIDED_PEERS", 3, 5)
    yield from SERVER.constant("PLACES", 3, 5)
    yield from _of_client()
    yield from _of_server()


def _shared(side: Side) -> Iterator[Mutant]:
    for size in (63, 65, 512):
        yield side.mutant(
            f"names have up to {size} bytes", Plant(end, "LONGEST_NAME", size)
        )
    for name, value in (("lowercase", UNPAIRED.lower()), ("empty", b"-")):
        plants = [
            Plant(module, "UNPAIRED", value)
            for module in (end, side.module)
            if hasattr(module, "UNPAIRED")
        ]
        yield side.mutant(f"UNPAIRED is {name}", *plants)
    plant = Plant(End, "_on_loaded", _fresh)
    yield side.mutant("the fresh name is used", plant)
    yield side.mutant("what is due comes late", Plant(End, "_is_due", _strictly))
    yield side.mutant("what is due comes early", Plant(End, "_is_due", _early))
    yield side.around("keep", "a store is not repeated with newer names", _once)


def _fresh(self: Any, event: Json) -> None:
    if self.phase != "loading":
        return self.late()
    if event["names"] is None:
        self.phase = "naming"
        return self.keep(None)
    self.peer = bytes.fromhex(event["names"]["peer"] or "") or None
    self._begin()


def _strictly(self: End, time: int | None) -> bool:
    return time is not None and self.now > time


def _early(self: End, time: int | None) -> bool:
    return time is not None and self.now >= time - 1


def _once(keep: Callable[..., None]) -> Callable[..., None]:
    def keep_once(session: End, peer: bytes | None) -> None:
        keep(session, peer)
        session.is_outdated = False

    return keep_once


def _skipping(side: Side, method: str, name: str) -> Mutant:
    """A method that does nothing."""
    return side.mutant(name, Plant(side.model, method, lambda *_, **__: None))


def _before(change: Callable[..., Any]) -> Callable[[Any], Callable[..., Any]]:
    """Something that happens before a method."""

    def make(method: Callable[..., Any]) -> Callable[..., Any]:
        def changed(session: Any, *rest: Any, **members: Any) -> Any:
            change(session, *rest)
            return method(session, *rest, **members)

        return changed

    return make


def _after(change: Callable[..., Any]) -> Callable[[Any], Callable[..., Any]]:
    """Something that happens after a method."""

    def make(method: Callable[..., Any]) -> Callable[..., Any]:
        def changed(session: Any, *rest: Any, **members: Any) -> Any:
            result = method(session, *rest, **members)
            change(session, *rest)
            return result

        return changed

    return make


def _set(name: str, value: Any) -> Callable[..., None]:
    def change(session: Any, *_: Any) -> None:
        setattr(session, name, value)

    return change


def _set_on_link(name: str, value: Any) -> Callable[..., None]:
    def change(session: Client, *_: Any) -> None:
        if session.link:
            setattr(session.link, name, value)

    return change


def _of_client() -> Iterator[Mutant]:
    for method, name in (
        ("_avoid", "no peer is avoided"),
        ("_drop_what_is_open", "a server that is half remembered stays"),
    ):
        yield _skipping(CLIENT, method, name)
    yield CLIENT.mutant(
        "peers are avoided for ever", Plant(Client, "_is_avoided", _ever)
    )
    for method, name, change in (
        ("_take_own_name", "the lease begins with the answer", _sent_now),
        ("_check", "the lease begins with each answer", _sent_now),
        ("_check", "a notification is forgotten", _forget_notification),
        ("_check", "a read after unpairing is forgotten", _forget_release),
        ("_remember", "the time to remember begins with the read", _claimed_now),
        ("_lose_link", "a peer whose link is lost is avoided", _avoid_lost),
    ):
        yield CLIENT.around(method, name, _before(change))
    plant = Plant(Client, "_is_avoided", _everybody)
    yield CLIENT.mutant("all peers are avoided", plant)
    for method, name, change in (
        ("_lose_link", "a search is limited after a loss", _limited),
        ("_search", "a search has no limit", _set("search_end", None)),
        ("_search", "a search may discover", _set("is_discovery", True)),
        ("_read_after", "a notification stays", _set_on_link("must_read_again", True)),
        (
            "_on_radioOn",
            "Bluetooth is off after it was on",
            _set("radio_on", False),
        ),
        ("_on_pairedNameChanged", "a notified client does not read", _not_due),
    ):
        yield CLIENT.around(method, name, _after(change))
    for method, name in (
        ("_leave", "who leaves another's server forgets its own"),
        ("_reject", "who rejects a server forgets it"),
        ("_end_link", "who loses a server forgets it"),
    ):
        yield CLIENT.around(method, name, _before(lambda self, *_: self.keep(None)))
    plant = Plant(Client, "_forget", Client._leave)
    yield CLIENT.mutant("a server is never forgotten", plant)
    plant = Plant(Client, "_take_other_name", _always_claiming)
    yield CLIENT.mutant("a server of another is claimed", plant)
    plant = Plant(Client, "_take_other_name", _never_forgetting)
    yield CLIENT.mutant("a server that is unpaired is claimed again", plant)
    plant = Plant(Client, "_take_server_name", _any_server)
    yield CLIENT.mutant("any server will do", plant)
    plant = Plant(Client, "_remember", _storing_again)
    yield CLIENT.mutant("a server is stored again", plant)


def _avoid_lost(self: Client, link: client.Link) -> None:
    self._avoid(link.peer)


def _everybody(self: Client, _: int) -> bool:
    return any(until > self.now for _, until in self.avoided)


def _ever(self: Client, peer: int) -> bool:
    return any(kept == peer for kept, _ in self.avoided)


def _sent_now(self: Client, link: client.Link, *_: Any) -> None:
    link.sent = self.now


def _claimed_now(self: Client, link: client.Link, *_: Any) -> None:
    link.claimed = self.now


def _forget_notification(self: Client, link: client.Link, *_: Any) -> None:
    link.must_read_again = False


def _forget_release(self: Client, link: client.Link, *_: Any) -> None:
    link.must_release = False


def _limited(self: Client, *_: Any) -> None:
    if self.phase == "scanning" and self.search_end is None:
        self.search_end = self.now + end.DISCOVERY_LIMIT


def _not_due(self: Client, *_: Any) -> None:
    if self.link and self.link.due == self.now:
        self.link.due += 1


def _always_claiming(self: Client, link: client.Link, value: bytes) -> None:
    if self.peer is not None and self.peer == link.server:
        self._forget(link)
    elif link.step != "pairedName":
        self._reject(link, "outrun")
    else:
        self._claim(link)


def _never_forgetting(self: Client, link: client.Link, value: bytes) -> None:
    if link.step != "pairedName":
        self._reject(link, "outrun")
    elif value == UNPAIRED:
        self._claim(link)
    else:
        self._leave(link)


def _any_server(self: Client, link: client.Link, value: bytes) -> None:
    if not end.is_name(value):
        return self._reject(link, "invalidName")
    link.server = value
    self._ask(link, "readPairedName", "pairedName")


def _storing_again(self: Client, link: client.Link) -> None:
    link.step = "remembering"
    link.request = None
    self.keep(link.server)


def _of_server() -> Iterator[Mutant]:
    for method, name in (
        ("_refuse_held", "a request that is held back is never answered"),
        ("_remove", "links are never forgotten"),
    ):
        yield _skipping(SERVER, method, name)
    for method, name, change in (
        ("_answer_name", "what was told is forgotten", _set("told", None)),
        ("_serve", "the lease begins at the launch", _set("granted", 0)),
        ("_open", "claims are free at once", _set("free_at", 0)),
        ("_on_radioOff", "links survive", _set("client", 1)),
        ("_after_store", "a lease does not begin with the store", _set("granted", 0)),
        ("_drop_claim", "a claim is held back after another", _hold),
        ("_after_store", "a claim is held back after each unpairing", _hold),
    ):
        yield SERVER.around(method, name, _after(change))
    for method, name, change in (
        ("_tell", "strangers are told again", _unread),
        ("_read_while_paired", "who reads once is the client", _read_before),
        ("_read_while_paired", "nobody who reads is the client", _unread),
        ("_on_disconnected", "a claim that ends opens the server", _free),
        ("_on_unpair", "a user that ends a claim opens the server", _free),
    ):
        yield SERVER.around(method, name, _before(change))
    for member in ("is_read_back", "claimed"):
        name = f"a claim that moves keeps {member}"
        yield SERVER.around("_accept_claim", name, _keeping(member))
    yield SERVER.around("_on_read", "each read is of the name", _name_only)
    yield SERVER.around("_on_read", "each chunk is a read", _first_chunk)
    yield SERVER.around("_answer", "offsets are ignored", _from_zero)
    yield SERVER.around("_answer", "no bytes are an error", _refusing_end)
    yield SERVER.around("_hear", "a link keeps its first time", _first_time)
    plant = Plant(Server, "_position", lambda self: 0)
    yield SERVER.mutant("the first place is given away", plant)
    plant = Plant(Server, "_position", _careless)
    yield SERVER.mutant("the client's place is given away", plant)
    yield SERVER.around("__init__", "the radio tells the ends of links", _telling)
    plant = Plant(Server, "_answer_name", _old_value)
    yield SERVER.mutant("a value is kept for ever", plant)
    yield SERVER.around("_write_name", "a claim does not move", _unmoved)
    yield SERVER.around("_identify", "the client's lease is not renewed", _stale)
    yield SERVER.around("_read_claim", "the server's name is a claimant's", _own)


def _hold(self: Server, *_: Any) -> None:
    if self.phase == "unpaired" and self.now > FIRST_LAUNCH:
        self.free_at = self.now + end.HOLD


def _free(self: Server, *_: Any) -> None:
    if self.phase == "waiting":
        self.free_at = self.now


def _keeping(member: str) -> Callable[..., Any]:
    def make(accept: Callable[..., None]) -> Callable[..., None]:
        def keep(self: Server, request: int) -> None:
            before, phase = getattr(self, member), self.phase
            accept(self, request)
            if phase == "claimed":
                setattr(self, member, before)

        return keep

    return make


def _name_only(read: Callable[..., None]) -> Callable[..., None]:
    def read_name(self: Server, event: Json) -> None:
        read(self, event | {"characteristic": "pairedClientName"})

    return read_name


def _first_chunk(read: Callable[..., None]) -> Callable[..., None]:
    def read_first(self: Server, event: Json) -> None:
        read(self, event | {"offset": 0})

    return read_first


def _from_zero(answer: Callable[..., None]) -> Callable[..., None]:
    def answer_whole(self: Server, value: bytes, offset: int, request: int) -> None:
        answer(self, value, 0, request)

    return answer_whole


def _refusing_end(answer: Callable[..., None]) -> Callable[..., None]:
    def answer_bytes(self: Server, value: bytes, offset: int, request: int) -> None:
        answer(self, value, offset + (offset == len(value)), request)

    return answer_bytes


def _unread(self: Server, place: server.Place, *_: Any) -> None:
    place.value = None


def _read_before(self: Server, place: server.Place, *_: Any) -> None:
    place.value = place.value or UNPAIRED


def _first_time(hear: Callable[..., server.Place]) -> Callable[..., server.Place]:
    def hear_first(self: Server, link: int) -> server.Place:
        known = self._place(link)
        first = known.heard if known else self.now
        place = hear(self, link)
        place.heard = first
        return place

    return hear_first


def _careless(self: Server) -> int:
    if None in self.places:
        return self.places.index(None)
    heard = [place.heard for place in self.places]
    return heard.index(min(heard))


def _telling(begin: Callable[..., None]) -> Callable[..., None]:
    def configure(self: Server, configuration: Json) -> None:
        begin(self, configuration)
        self.tells = True

    return configure


def _old_value(self: Server, value: bytes, link: int, request: int) -> None:
    place = self._place(link)
    if place and place.value is None:
        place.value = value
    if value != UNPAIRED:
        self.told = self.now
    self._answer(value, 0, request)


def _unmoved(write: Callable[..., None]) -> Callable[..., None]:
    def stay(self: Server, name: bytes, link: int, request: int) -> None:
        before = self.client
        write(self, name, link, request)
        if before is not None and self.phase in ("claimed", "waiting", "pairing"):
            self.client = before

    return stay


def _stale(identify: Callable[..., None]) -> Callable[..., None]:
    def identify_late(self: Server, link: int, request: int) -> None:
        before = self.granted
        identify(self, link, request)
        self.granted = before

    return identify_late


def _own(read: Callable[..., None]) -> Callable[..., None]:
    def answer(self: Server, link: int, request: int) -> None:
        name, self.name = self.name, self.own
        read(self, link, request)
        self.name = name

    return answer
