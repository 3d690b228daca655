"""Faults of the server's end of pairing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..pairing import end
from ..pairing.end import UNPAIRED, End
from ..pairing.server import Server
from ..pairing.server_links import Place
from ..planting import Plant
from .mutant import Mutant
from .changes import after, before, set_to
from .pairing_ends import FIRST_LAUNCH, SERVER, skipping


def mutants() -> Iterator[Mutant]:
    """All faults of the server."""
    for method, name in (
        ("_refuse_held", "a request that is held back is never answered"),
        ("_remove", "links are never forgotten"),
    ):
        yield skipping(SERVER, method, name)
    for method, name, change in (
        ("_answer_name", "what was told is forgotten", set_to("told", None)),
        ("_serve", "the lease begins at the launch", set_to("granted", 0)),
        ("_open", "claims are free at once", set_to("free_at", 0)),
        ("_on_radioOff", "links survive", set_to("client", 1)),
        ("_after_store", "a lease does not begin with the store", set_to("granted", 0)),
        ("_drop_claim", "a claim is held back after another", _hold),
        ("_after_store", "a claim is held back after each unpairing", _hold),
    ):
        yield SERVER.around(method, name, after(change))
    for method, name, change in (
        ("_tell", "strangers are told again", _unread),
        ("_read_while_paired", "who reads once is the client", _read_before),
        ("_read_while_paired", "nobody who reads is the client", _unread),
        ("_read_while_paired", "who has read anything is the client", _read_any),
        ("_tell", "who has read anything is not told", _read_any),
        ("_on_disconnected", "a claim that ends opens the server", _free),
        ("_on_unpair", "a user that ends a claim opens the server", _free),
    ):
        yield SERVER.around(method, name, before(change))
    for member in ("is_read_back", "claimed"):
        name = f"a claim that moves keeps {member}"
        yield SERVER.around("_accept_claim", name, _keeping(member))
    name = "a link that may be new keeps its claim's read"
    yield SERVER.around("_begin_anew", name, _keeping("is_read_back"))
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
    plant = Plant(Server, "_on_loadFailed", End._on_loadFailed)
    yield SERVER.mutant("names that were lost make a first launch", plant)
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


def _unread(self: Server, place: Place, *_: Any) -> None:
    place.value = None


def _read_before(self: Server, place: Place, *_: Any) -> None:
    place.value = self.name


def _read_any(self: Server, place: Place, *_: Any) -> None:
    if place.value is not None:
        place.value = self.name


def _first_time(hear: Callable[..., Place]) -> Callable[..., Place]:
    def hear_first(self: Server, link: int) -> Place:
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
