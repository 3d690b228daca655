"""Scripts for the phone's session."""

from __future__ import annotations

from typing import Any

from ..objects import make, make_of_length
from ..timing import LOST_LINK_INTERVAL, REPEAT_INTERVAL
from .peripheral import Peripheral
from .script import Script


def numbered(number: int, street: bytes = b"Am Park") -> bytes:
    """An object with this identifier."""
    return make("deployed", street, identifier=number)


SHORT = numbered(7)  # 16 bytes
LONG = make_of_length("deployed", 100)
ANOTHER = make("deployed", b"Another street, and long enough", identifier=9)


class PeripheralScript(Script):
    """Events at the phone's end."""

    def __init__(self, **configuration: Any) -> None:
        usual = {"layout": "deployed", "lossDetection": "sharedWatchdog"}
        chosen = usual | configuration
        super().__init__(Peripheral(chosen), chosen)

    def publish(self, data: bytes, **rest: Any) -> PeripheralScript:
        return self.do("publish", bytes=data.hex(), **rest)

    def connect(self, central: int = 1, mtu: int = 23, **rest: Any) -> PeripheralScript:
        return self.do("connected", central=central, mtu=mtu, **rest)

    def subscribe(self, central: int = 1, **rest: Any) -> PeripheralScript:
        return self.do("subscribed", central=central, **rest)

    def read(self, central: int = 1, offset: int = 0, **rest: Any) -> PeripheralScript:
        return self.do("read", central=central, offset=offset, **rest)

    def read_on(self, milliseconds: int, *centrals: int) -> PeripheralScript:
        """Lets time pass while some centrals read each second."""
        while milliseconds > 0:
            for central in centrals:
                self.read(central, after=0)
            self.wait(min(milliseconds, 1000))
            milliseconds -= 1000
        return self

    def without_read(self, milliseconds: int) -> PeripheralScript:
        """Waits so long without a read, and lets the repeats happen meanwhile."""
        while milliseconds > REPEAT_INTERVAL:
            self.wait(REPEAT_INTERVAL)
            milliseconds -= REPEAT_INTERVAL
        return self.wait(milliseconds)

    def gone(self, *centrals: int) -> PeripheralScript:
        """The phone is told that these centrals disconnected."""
        for central in centrals:
            self.do("disconnected", central=central)
        return self

    def back(self, central: int) -> PeripheralScript:
        """A central connects and subscribes."""
        return self.connect(central).subscribe(central)

    def off(self) -> PeripheralScript:
        """Bluetooth goes off, and comes back on."""
        return self.do("radioOff").do("radioOn")

    def to(self, phase: str) -> PeripheralScript:
        """Leads the session from the start to a phase, with central 1 connected."""
        self.connect(after=0)
        if phase == "stopped":
            return self
        self.do("startNavigation")
        if phase == "radioOff":
            self.publish(numbered(1))
            return self.do("radioOff")
        if phase == "advertising":
            return self
        self.publish(numbered(1))
        self.subscribe()
        if phase == "advertisingAgain":
            self.publish(numbered(2))
            return self.without_read(LOST_LINK_INTERVAL)
        return self


def peripheral(phase: str, **configuration: Any) -> PeripheralScript:
    """A script that has reached a phase."""
    return PeripheralScript(**configuration).to(phase)


def own(phase: str, **configuration: Any) -> PeripheralScript:
    """The same, with a watchdog for each central."""
    return peripheral(phase, lossDetection="eachCentral", **configuration)


def subscribers(*centrals: int) -> PeripheralScript:
    """These centrals have subscribed, central 1 among them."""
    script = own("serving")
    for central in centrals:
        if central != 1:
            script.connect(central).subscribe(central)
    return script


def alone() -> PeripheralScript:
    """Nobody is connected."""
    script = PeripheralScript(lossDetection="eachCentral").do("startNavigation")
    return script.publish(numbered(1))


def streets(count: int, **configuration: Any) -> PeripheralScript:
    """So many objects were published."""
    script = peripheral("advertising", **configuration)
    for number in range(1, count + 1):
        script.publish(numbered(number, b"Street %02d, and long enough" % number))
    return script


def snapshot(count: int) -> PeripheralScript:
    """So many objects were published since an object was read."""
    script = peripheral("serving", serving="snapshotPerRead").publish(LONG).read()
    for number in range(count):
        script.publish(numbered(50 + number, b"One of ten streets, and long"))
    return script


new = PeripheralScript
