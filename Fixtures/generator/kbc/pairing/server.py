"""A model of the server's end (Docs/Pairing.md)."""

from __future__ import annotations

from dataclasses import dataclass

from . import end
from .end import UNPAIRED, End, Json, is_value, text

PLACES = 4  # 4.12
CLOSED = ("stopped", "loading", "unreadable", "naming")


@dataclass
class Place:
    """What the server knows about a link."""

    link: int
    heard: int
    value: bytes | None = None  # what a read from the beginning was last answered with
    has_read: bool = False  # whether that was on this link (4.15)


@dataclass
class Held:
    """A request whose response is held back."""

    link: int
    request: int


class Server(End):
    """Answers one event at a time with effects."""

    def __init__(self, configuration: Json) -> None:
        self.tells = configuration.get("tellsDisconnections", True)
        self.places: list[Place | None] = [None] * PLACES
        self.told: int | None = (
            None  # when a read was last answered with a client's name
        )
        self.name: bytes | None = None  # the claimant's or the client's
        self.client: int | None = None  # its link
        self.held: Held | None = None
        self.free_at = 0  # unpaired, waiting: claims are accepted from then on
        self.claimed = 0
        self.is_read_back = False
        self.granted = 0  # paired: when the lease of the client's link began
        super().__init__(configuration)

    def step(self) -> Json:
        served = None if self.phase in (*CLOSED, "unpaired", "waiting") else self.client
        return super().step() | {"client": served}

    def screen(self) -> Json:
        kind = {
            "stopped": "starting",
            "loading": "starting",
            "naming": "starting",
            "unreadable": "storeUnreadable",
            "unpaired": "expecting",
            "waiting": "pairing",
            "claimed": "pairing",
            "pairing": "pairing",
            "paired": "expectingClient" if self.client is None else "connected",
            "takingOver": "connected",
            "unpairing": "unpairing",
        }[self.phase]
        if kind in ("starting", "storeUnreadable", "expecting"):
            return {"kind": kind, "buttons": []}
        buttons = [] if kind == "unpairing" else ["unpair"]
        return {"kind": kind, "name": text(self.name), "buttons": buttons}

    # Launch, the store, the user

    def _begin(self) -> None:
        self.told = self.now
        if self.peer is None:
            self._open(self.now + end.HOLD)
        else:
            self.phase = "paired"
            self.name = self.peer
        self._advertise()

    def _advertise(self) -> None:
        if self.radio_on:
            self.do("startAdvertising")

    def _open(self, free_at: int) -> None:
        """Is unpaired."""
        self.phase = "unpaired"
        self.name = self.client = self.held = None
        self.free_at = free_at

    def _drop_claim(self) -> None:
        self._open(self.now)
        self.do("pairedNameChanged")

    def _after_store(self) -> None:
        held, self.held = self.held, None
        if self.phase == "naming":
            self._open(self.now)
            self._advertise()
        elif self.phase == "pairing":
            self.phase = "paired"
            self.granted = self.now
            if held:
                self._answer_name(self.name, held.link, held.request)
            self.do("pairedNameChanged")
        elif self.phase == "unpairing":
            self._open(self.now if self.told is None else self.told + end.HOLD)
            if held:
                self.do("accept", request=held.request)
            self.do("pairedNameChanged")
        else:
            self.held = held

    def _on_unpair(self, _: Json) -> None:
        if self.phase == "claimed":
            return self._drop_claim()
        if self.phase not in ("waiting", "pairing", "paired", "takingOver"):
            return
        self._refuse_held()
        if self.phase == "waiting":
            self._open(self.free_at)
        else:
            self._unpair(None)

    def _unpair(self, held: Held | None) -> None:
        self.phase = "unpairing"
        self.held = held
        self.keep(None)

    # The radio

    def _on_radioOff(self, _: Json) -> None:
        self.radio_on = False
        self.places = [None] * PLACES
        self.held = None
        if self.phase == "claimed":
            self._open(self.now)
        elif self.phase == "waiting":
            self._open(self.free_at)
        else:
            self.client = None
            if self.phase == "takingOver":
                self.phase = "paired"

    def _on_radioOn(self, _: Json) -> None:
        was_off, self.radio_on = not self.radio_on, True
        if was_off and self.phase not in CLOSED:
            self.do("startAdvertising")

    def _on_connected(self, event: Json) -> None:
        self._remove(event["link"])
        self._hear(event["link"])

    def _on_disconnected(self, event: Json) -> None:
        link = event["link"]
        self._remove(link)
        is_client = link == self.client
        if self.phase == "waiting" and is_client:
            self._open(self.free_at)
        elif self.phase == "claimed" and is_client:
            self._drop_claim()
        elif self.phase == "takingOver" and is_client:
            self._take_over()
        elif self.phase == "takingOver" and self.held.link == link:
            self.phase, self.held = "paired", None
        elif is_client:
            self.client = self.held = None

    def _take_over(self) -> None:
        """The client goes on on the link that waits."""
        held, self.held = self.held, None
        self.phase = "paired"
        self._serve(held.link)
        self.do("accept", request=held.request)

    def _serve(self, link: int) -> None:
        self.client = link
        self.granted = self.now

    # The table of links

    def _place(self, link: int) -> Place | None:
        for place in self.places:
            if place and place.link == link:
                return place
        return None

    def _remove(self, link: int) -> None:
        place = self._place(link)
        if place:
            self.places[self.places.index(place)] = None

    def _hear(self, link: int) -> Place:
        place = self._place(link)
        if place is None:
            place = Place(link, self.now)
            self.places[self._position()] = place
        place.heard = self.now
        return place

    def _position(self) -> int:
        """An empty one, or that of the link that was heard longest ago."""
        if None in self.places:
            return self.places.index(None)
        needed = {self.client, self.held.link if self.held else None}
        others = [place for place in self.places if place.link not in needed]
        return self.places.index(min(others, key=lambda place: place.heard))

    # Reads

    def _on_read(self, event: Json) -> None:
        link, offset, request = event["link"], event["offset"], event["request"]
        if self.phase in CLOSED:
            return self._refuse(request, end.UNLIKELY_ERROR)
        place = self._hear(link)
        if event["characteristic"] == "serverName":
            if offset == 0 and not self.tells:
                self._begin_anew(place)
            self._answer(self.own, offset, request)
        elif offset == 0:
            self._read_name(place, request)
        elif place.value is None:
            self._refuse(request, end.INVALID_OFFSET)
        else:
            self._answer(place.value, offset, request)

    def _begin_anew(self, place: Place) -> None:
        """The link may be another one of the same peer."""
        place.has_read = False
        if self.phase == "claimed" and place.link == self.client:
            self.is_read_back = False

    def _answer(self, value: bytes, offset: int, request: int) -> None:
        if offset > len(value):
            self._refuse(request, end.INVALID_OFFSET)
        else:
            self.do("answer", request=request, bytes=value[offset:].hex())

    def _answer_name(self, value: bytes, link: int, request: int) -> None:
        place = self._place(link)
        if place:
            place.value = value
            place.has_read = True
        if value != UNPAIRED:
            self.told = self.now
        self._answer(value, 0, request)

    def _read_name(self, place: Place, request: int) -> None:
        if self.phase in ("unpaired", "waiting"):
            self._answer_name(UNPAIRED, place.link, request)
        elif self.phase == "claimed":
            self._read_claim(place.link, request)
        elif self.phase == "pairing":
            if place.link != self.client or self.held:
                return self._refuse(request)
            self.held = Held(place.link, request)
        elif self.phase == "paired":
            self._read_while_paired(place, request)
        elif self.phase == "takingOver" and place.link == self.client:
            # The client is still there: who waits is a copy.
            self._refuse_held()
            self.phase = "paired"
            self._serve(place.link)
            self._answer_name(self.name, place.link, request)
        else:
            self._tell(place, request)

    def _read_claim(self, link: int, request: int) -> None:
        if link != self.client:
            self._refuse(request)
        elif self.is_read_back:
            self.phase = "pairing"
            self.held = Held(link, request)
            self.keep(self.name)
        else:
            self.is_read_back = True
            self._answer_name(self.name, link, request)

    def _read_while_paired(self, place: Place, request: int) -> None:
        if self._is_elsewhere(place.link):
            return self._tell(place, request)
        if place.link == self.client or place.has_read:
            self._serve(place.link)
        self._answer_name(self.name, place.link, request)

    def _is_elsewhere(self, link: int) -> bool:
        """True if the client's lease on another link is not over."""
        is_over = self.granted + end.HOLD <= self.now
        return self.client not in (None, link) and not is_over

    def _tell(self, place: Place, request: int) -> None:
        """Tells a stranger who is paired, once."""
        if self.client not in (None, place.link) and place.has_read:
            self._refuse(request)
        else:
            self._answer_name(self.name, place.link, request)

    # Writes

    def _on_write(self, event: Json) -> None:
        link, request = event["link"], event["request"]
        if self.phase in CLOSED:
            return self._refuse(request, end.UNLIKELY_ERROR)
        self._hear(link)
        value = bytes.fromhex(event["bytes"])
        if not is_value(value):
            self.do("fault", fault="invalidName")
            self._refuse(request, end.INVALID_LENGTH)
        elif value == UNPAIRED:
            self._write_unpaired(link, request)
        else:
            self._write_name(value, link, request)

    def _write_unpaired(self, link: int, request: int) -> None:
        if self.phase == "unpaired":
            self.do("accept", request=request)
        elif self.phase in ("waiting", "unpairing") or link != self.client:
            self._refuse(request)
        elif self.phase == "claimed":
            self._open(self.now)
            self.do("accept", request=request)
            self.do("pairedNameChanged")
        else:
            self._refuse_held()
            self._unpair(Held(link, request))

    def _write_name(self, name: bytes, link: int, request: int) -> None:
        if self.phase == "unpaired":
            self._claim(name, link, request)
        elif name != self.name or self.phase in ("takingOver", "unpairing"):
            self._refuse(request)
        elif self.phase == "paired":
            self._identify(link, request)
        elif self.phase == "pairing":
            self._refuse_held()
            self.client = link
            self.do("accept", request=request)
        else:
            self._refuse_held()
            self._claim(name, link, request)

    def _claim(self, name: bytes, link: int, request: int) -> None:
        self.name, self.client = name, link
        if self.phase in ("unpaired", "waiting") and self.now < self.free_at:
            self.phase = "waiting"
            self.held = Held(link, request)
        else:
            self._accept_claim(request)

    def _accept_claim(self, request: int) -> None:
        self.phase = "claimed"
        self.claimed = self.now
        self.is_read_back = False
        self.do("accept", request=request)

    def _identify(self, link: int, request: int) -> None:
        if self._is_elsewhere(link):
            self.phase = "takingOver"
            self.held = Held(link, request)
        else:
            self._serve(link)
            self.do("accept", request=request)

    def _refuse(
        self, request: int, error: int = end.INSUFFICIENT_AUTHORIZATION
    ) -> None:
        self.do("refuse", request=request, attError=error)

    def _refuse_held(self) -> None:
        if self.held:
            self._refuse(self.held.request)
            self.held = None

    # Time

    def _deadlines(self) -> list[int | None]:
        if self.phase == "waiting":
            return [self.free_at]
        if self.phase == "claimed":
            return [self.claimed + end.CONFIRMATION]
        is_present = self.phase == "paired" and self.client is not None
        if self.phase == "takingOver" or is_present and not self.tells:
            return [self.granted + end.HOLD]
        return []

    def _meet_deadlines(self) -> None:
        if not any(map(self._is_due, self._deadlines())):
            return
        if self.phase == "waiting":
            held, self.held = self.held, None
            self._accept_claim(held.request)
        elif self.phase == "claimed" and self.tells:
            self.phase = "pairing"
            self.keep(self.name)
        elif self.phase == "claimed":
            self._drop_claim()
        elif self.phase == "takingOver":
            self._take_over()
        else:
            self.client = None
