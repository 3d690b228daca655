"""A model of the server's end (Docs/Pairing.md)."""

from . import end
from .end import UNPAIRED, Json, is_value
from .server_life import CLOSED, LivingServer
from .server_links import Held, Place


class Server(LivingServer):
    """Answers one event at a time with effects: reads and writes of both names."""

    # Reads

    def _on_read(self, event: Json) -> None:
        link, offset, request = event["link"], event["offset"], event["request"]
        if self.phase in CLOSED:
            return self._refuse(request, end.UNLIKELY_ERROR)
        place = self._hear(link)
        if event["characteristic"] == "serverName":
            if offset == 0:
                self._begin_anew(link)
            self._answer(self.own, offset, request)
        elif offset == 0:
            self._read_name(place, request)
        elif place.value is None:
            self._refuse(request, end.INVALID_OFFSET)
        else:
            self._answer(place.value, offset, request)

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
        if place.link == self.client or place.value == self.name:
            self._serve(place.link)
        self._answer_name(self.name, place.link, request)

    def _is_elsewhere(self, link: int) -> bool:
        """True if the client's lease on another link is not over."""
        is_over = self.granted + end.HOLD <= self.now
        return self.client not in (None, link) and not is_over

    def _tell(self, place: Place, request: int) -> None:
        """Tells a stranger who is paired, once."""
        if self.client not in (None, place.link) and place.value == self.name:
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

    def _identify(self, link: int, request: int) -> None:
        if self._is_elsewhere(link):
            self.phase = "takingOver"
            self.held = Held(link, request)
        else:
            self._serve(link)
            self.do("accept", request=request)
