"""Scripts for the central's session."""

from __future__ import annotations

from typing import Any

from ..objects import make, with_byte
from ..reassembly import WHOLE_VALUES
from ..timing import KEEP_ALIVE_READ_INTERVAL, QUIET_INTERVAL, RETRY_INTERVAL
from .central import Central
from .script import Script

MTU = 23
SHORT = make("deployed", b"Am Park")  # one chunk
LONG = make("deployed", "Große Weinmeisterstraße".encode(), identifier=0x01020304)
OTHER = make("deployed", b"Am Neuen Garten", identifier=0x78563412, arrow=8)
HALF = make("deployed", b"Am Lustgarten", identifier=0x5A5A5A5A, arrow=8)
IDENTIFIER = SHORT[:4]
NEARER = with_byte(SHORT, 5, 100)  # the same identifier, another distance
NEAR = make("deployed", b"Am Park", identifier=0x0BADCAFE, arrow=3, distance=20)
STREETLESS = make("deployed", b"Ab Bc Cd Da", identifier=0x11)  # 20 bytes
NO_OBJECT = bytes.fromhex("0102030405")
LEGACY = make("legacy", b"Am Park")
PUBLISHED = make("published", b"Am Park")
# As an object of 16 bytes, these are an identifier, an arrow, a distance and a street; alone, they could be a UUID.
LIKE_UUID = bytes.fromhex("0123456789ab4def8123456789abcdef")


class CentralScript(Script):
    """Events at the device's end. A ticket is the awaited one unless another is given."""

    OF_LINK = ("disconnected", "mtuChanged", "serviceChanged")
    ANSWERS = ("notDiscovered", "subscribed", "answered")

    def __init__(self, **configuration: Any) -> None:
        chosen = {"radio": "offsetReads", "layout": "deployed"} | {
            name: value for name, value in configuration.items() if value is not None
        }
        super().__init__(Central(chosen), chosen)

    @property
    def link(self) -> int:
        return self.model.link.ticket

    def connected(self, mtu: int | None = MTU, **rest: Any) -> CentralScript:
        return self.do("connected", **({"link": self.link, "mtu": mtu} | rest))

    def of_link(self, event: str, **rest: Any) -> CentralScript:
        return self.do(event, **({"link": self.link} | rest))

    def answer(self, event: str, **rest: Any) -> CentralScript:
        return self.do(event, **({"ticket": self.model.request} | rest))

    def discovered(self, has_cccd: bool = True, **rest: Any) -> CentralScript:
        return self.answer("discovered", hasCCCD=has_cccd, **rest)

    def value(self, data: bytes, **rest: Any) -> CentralScript:
        return self.answer("answered", bytes=data.hex(), **rest)

    def failed(self, code: int, **rest: Any) -> CentralScript:
        return self.answer("failed", attError=code, **rest)

    def notified(self, data: bytes = IDENTIFIER, **rest: Any) -> CentralScript:
        return self.of_link("notified", bytes=data.hex(), **rest)

    def arrived(self, data: bytes, **rest: Any) -> CentralScript:
        return self.of_link("arrived", bytes=data.hex(), **rest)

    def rest(self) -> CentralScript:
        """Waits until the keep-alive read is due."""
        return self.wait(KEEP_ALIVE_READ_INTERVAL)

    def pause(self) -> CentralScript:
        """Waits until a failed read is repeated."""
        return self.wait(RETRY_INTERVAL)

    def settle(self) -> CentralScript:
        """Waits until a value that arrived is read again."""
        return self.wait(QUIET_INTERVAL)

    def chunk(self, data: bytes, size: int = 22, **rest: Any) -> CentralScript:
        """Answers a read as a phone with one object does."""
        offset = self.model.reader.offset
        return self.value(data[offset : offset + size], **rest)

    def whole(self, data: bytes, size: int = 22) -> CentralScript:
        """Answers until the object is read."""
        if self.configuration["radio"] in WHOLE_VALUES:
            self.value(data)
            if self.model.quiet is not None:
                self.settle()
            return self.value(data) if self.model.phase == "reading" else self
        size = size if self.configuration["radio"] == "offsetReads" else len(data)
        while self.model.phase == "reading":
            self.chunk(data, size)
        return self

    def to(self, phase: str) -> CentralScript:
        """Leads the session from the start to a phase."""
        if phase == "stopped":
            return self
        self.do("start", after=0)
        if phase == "radioOff":
            return self.do("radioOff")
        if phase == "scanning":
            return self
        self.do("found", peer=7)
        if phase == "connecting":
            return self
        self.connected()
        if phase == "discovering":
            return self
        self.discovered()
        if self.model.link.must_subscribe and phase != "reading":
            # With one callback, a first read comes before the subscription.
            self.whole(SHORT)
        if self.model.phase != "subscribing" or phase == "subscribing":
            return self
        self.answer("subscribed")
        return self if phase == "reading" else self.whole(SHORT)


def central(phase: str, **configuration: Any) -> CentralScript:
    """A script that has reached a phase."""
    script = CentralScript(**configuration).to(phase)
    if phase == "ready" and script.model.phase == "reading":
        script.whole(SHORT)
    if script.model.phase != phase:
        raise ValueError(f"{phase} is not reached")
    return script


new = CentralScript
