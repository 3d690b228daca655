"""How the server's end is paired and unpaired (Docs/Pairing.md, clauses 1.9, 4.1, 4.4 to 4.8, 10.3)."""

from . import end
from .end import Json, text
from .server_links import AnsweringServer, Held

CLOSED = ("stopped", "loading", "unreadable", "naming")


class LivingServer(AnsweringServer):
    """What the user, the store, the radio and time do."""

    def __init__(self, configuration: Json) -> None:
        self.tells = configuration.get("tellsDisconnections", True)
        self.name: bytes | None = None  # the claimant's or the client's
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

    def _accept_claim(self, request: int) -> None:
        self.phase = "claimed"
        self.claimed = self.now
        self.is_read_back = False
        self.do("accept", request=request)

    def _drop_claim(self) -> None:
        self._open(self.now)
        self.do("pairedNameChanged")

    def _after_store(self) -> None:
        held, self.held = self.held, None
        if self.phase == "naming":
            self._open(self._free_after_leases())
            self._advertise()
        elif self.phase == "pairing":
            self.phase = "paired"
            self.granted = self.now
            if held:
                self._answer_name(self.name, held.link, held.request)
            self.do("pairedNameChanged")
        elif self.phase == "unpairing":
            self._open(self._free_after_leases())
            if held:
                self.do("accept", request=held.request)
            self.do("pairedNameChanged")
        else:
            self.held = held

    def _free_after_leases(self) -> int:
        return self.now if self.told is None else self.told + end.HOLD

    def _on_loadFailed(self, event: Json) -> None:
        if self.phase == "loading":
            self.told = self.now
        super()._on_loadFailed(event)

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
        self.places = [None] * len(self.places)
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
        if self.client not in (None, link):
            self._begin_anew(self.client)
        self.client = link
        self.granted = self.now

    def _begin_anew(self, link: int) -> None:
        """The link may be another one of the same peer."""
        if self.tells:
            return
        place = self._place(link)
        if place:
            place.value = None
        if self.phase == "claimed" and link == self.client:
            self.is_read_back = False

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
            self._begin_anew(self.client)
            self.client = None
