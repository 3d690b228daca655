"""What both ends of pairing share: names, the store, time (clauses 2.2, 4.9, 4.10, 10 of Docs/Pairing.md)."""

from ..sessions.machine import Json, Machine

UNPAIRED = b"UNPAIRED"
LONGEST_NAME = 64

# Milliseconds.
DISCOVERY_LIMIT = 30_000  # 1.7
CHECK_INTERVAL = 2000  # 2.3
LEASE = 6000  # 4.7
HOLD = 7000  # 4.7
CONFIRMATION = 60_000  # 4.5
REQUEST_TIMEOUT = 10_000  # 4.14
REMEMBER_TIMEOUT = 20_000  # 4.14
READ_RETRY = 500  # 4.14
STORE_RETRY = 2000  # 4.10
AVOIDANCE = 5000  # 4.11

# ATT errors.
INVALID_OFFSET = 0x07
INSUFFICIENT_AUTHORIZATION = 0x08
INVALID_LENGTH = 0x0D
UNLIKELY_ERROR = 0x0E


def is_value(data: bytes) -> bool:
    """True for a name, and for `UNPAIRED` (clause 2.2)."""
    return 1 <= len(data) <= LONGEST_NAME


def is_name(data: bytes) -> bool:
    """True for a name: `UNPAIRED` is none."""
    return is_value(data) and data != UNPAIRED


def text(data: bytes | None) -> str | None:
    """A name as fixtures write it."""
    return None if data is None else data.hex()


class End(Machine):
    """One end: its names, of which the store may have older ones, and the effects of the last event."""

    def __init__(self, configuration: Json) -> None:
        super().__init__()
        self.radio_on = True
        self.own = bytes.fromhex(configuration["freshName"])
        self.peer: bytes | None = None
        self.store: int | None = None  # the ticket of the store that is under way
        self.is_outdated = False  # newer names have to be stored after it
        self.retry: int | None = None
        self.shown: Json = self.screen()

    def _take(self, event: Json) -> None:
        super()._take(event)
        if self._is_due(self.retry):
            self._store()
        self._meet_deadlines()
        screen = self.screen()
        if screen != self.shown:
            self.shown = screen
            self.do("show", screen=screen)

    def step(self) -> Json:
        times = [time for time in (self.retry, *self._deadlines()) if time is not None]
        return {
            "effects": self.effects,
            "screen": self.screen(),
            "phase": self.phase,
            "deadline": min(times, default=None),
        }

    def screen(self) -> Json:
        """What the user sees, and the buttons that there are (clauses 1.9 and 1.10)."""
        raise NotImplementedError

    def _meet_deadlines(self) -> None:
        raise NotImplementedError

    def _deadlines(self) -> list[int | None]:
        raise NotImplementedError

    def _after_store(self) -> None:
        """The newest names are stored."""
        raise NotImplementedError

    def _begin(self) -> None:
        """The names are loaded."""
        raise NotImplementedError

    # Launch

    def _on_start(self, _: Json) -> None:
        if self.phase in ("stopped", "unreadable"):
            self.phase = "loading"
            self.do("load")

    def _on_loaded(self, event: Json) -> None:
        if self.phase != "loading":
            return self.late()
        names = event["names"]
        if names is None:
            self.phase = "naming"
            return self.keep(None)
        self.own = bytes.fromhex(names["own"])
        self.peer = bytes.fromhex(names["peer"]) if names["peer"] else None
        self._begin()

    def _on_loadFailed(self, _: Json) -> None:
        if self.phase != "loading":
            return self.late()
        self.phase = "unreadable"
        self.fault("unreadableStore")

    # The store: one at a time, and again after one that failed

    def keep(self, peer: bytes | None) -> None:
        """Has the names stored with this peer, or without one."""
        self.peer = peer
        if self.store is None:
            self._store()
        else:
            self.is_outdated = True

    def _store(self) -> None:
        self.retry = None
        self.is_outdated = False
        self.store = self.new_ticket()
        names = {"own": text(self.own), "peer": text(self.peer)}
        self.do("store", names=names, ticket=self.store)

    def _on_stored(self, event: Json) -> None:
        if self._ends_store(event):
            self._after_store()

    def _on_storeFailed(self, event: Json) -> None:
        if self._ends_store(event):
            self.retry = self.now + STORE_RETRY
            self.fault("storeFailed")

    def _ends_store(self, event: Json) -> bool:
        """Ends the store that is under way. False if it was none, or if its outcome does not matter any more."""
        if self.store is None or event["ticket"] != self.store:
            self.late()
            return False
        self.store = None
        if self.is_outdated:
            self._store()
            return False
        return True

    def _is_due(self, time: int | None) -> bool:
        return time is not None and self.now >= time
