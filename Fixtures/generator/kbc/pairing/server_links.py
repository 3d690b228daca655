"""What the server's end knows about links, and how it answers on them (Docs/Pairing.md, clauses 4.12 and 4.15)."""

from dataclasses import dataclass

from . import end
from .end import End, Json

PLACES = 4  # 4.12


@dataclass
class Place:
    """What the server knows about a link."""

    link: int
    heard: int
    value: bytes | None = None  # what a read from the beginning was last answered with


@dataclass
class Held:
    """A request whose response is held back."""

    link: int
    request: int


class AnsweringServer(End):
    """The table of links, and the answers to requests."""

    def __init__(self, configuration: Json) -> None:
        self.places: list[Place | None] = [None] * PLACES
        self.told: int | None = (
            None  # when a read was last answered with a client's name
        )
        self.client: int | None = None  # the claimant's or the client's link
        self.held: Held | None = None
        super().__init__(configuration)

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

    # Answers

    def _answer(self, value: bytes, offset: int, request: int) -> None:
        if offset > len(value):
            self._refuse(request, end.INVALID_OFFSET)
        else:
            self.do("answer", request=request, bytes=value[offset:].hex())

    def _answer_name(self, value: bytes, link: int, request: int) -> None:
        place = self._place(link)
        if place:
            place.value = value
        if value != end.UNPAIRED:
            self.told = self.now
        self._answer(value, 0, request)

    def _refuse(
        self, request: int, error: int = end.INSUFFICIENT_AUTHORIZATION
    ) -> None:
        self.do("refuse", request=request, attError=error)

    def _refuse_held(self) -> None:
        if self.held:
            self._refuse(self.held.request)
            self.held = None
