"""What the client's end asks for on its link (Docs/Pairing.md, clauses 2.3, 2.5, 4.1, 4.3, 4.4, 4.7)."""

from dataclasses import dataclass

from . import end
from .end import End, Json


@dataclass
class Link:
    """A link that is up, and the one request on it that is not answered yet."""

    ticket: int
    peer: int
    # While setting up: discovering, serverName, pairedName, claiming, readingBack, remembering, confirming
    step: str = ""
    server: bytes | None = None
    request: int | None = None
    sent: int = 0
    claimed: int = 0
    due: int | None = None  # the next read of a connected client
    lease_end: int = 0
    must_read_again: bool = False
    must_release: bool = False


class AskingClient(End):
    """The requests of a client, and when a connected one reads next."""

    def __init__(self, configuration: Json) -> None:
        self.link: Link | None = None
        super().__init__(configuration)

    def _ask(self, link: Link, effect: str, step: str, **members: str) -> None:
        link.step = step
        link.request = self.new_ticket()
        link.sent = self.now
        self.do(effect, **members, ticket=link.request)

    def _confirm(self, link: Link) -> None:
        self._ask(link, "readPairedName", "confirming")

    def _claim(self, link: Link) -> None:
        link.claimed = self.now
        self._write(link, self.own, "claiming")

    def _release(self, link: Link) -> None:
        self.phase = "releasing"
        self._write(link, end.UNPAIRED, "releasing")

    def _write(self, link: Link, value: bytes, step: str) -> None:
        self._ask(link, "writePairedName", step, bytes=value.hex())

    def _answered_link(self, event: Json, *steps: str) -> Link | None:
        """The link whose outstanding request an event answers, if it is at one of these steps."""
        link = self.link
        if link and link.request == event["ticket"] and link.step in steps:
            return link
        self.late()
        return None

    def _renew(self, link: Link, pause: int) -> None:
        link.lease_end = link.sent + end.LEASE
        self._read_after(link, pause)

    def _read_after(self, link: Link, pause: int) -> None:
        link.request = None
        link.due = self.now + pause
        link.must_read_again = False
        if link.must_release:
            self._release(link)
