"""Whom the phone misses after Bluetooth was off, and after the end of navigation: rules P.11 and P.12."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ..timing import ADVERTISING_LIMIT, LOST_LINK_INTERVAL
from .peripheral_script import PeripheralScript, alone, back, off, own
from .script import Collection

SINCE = "3.0.0"
ON_AGAIN = ["addService", "startAdvertising"]

# Of two centrals, one had arrived. What follows is in `peripheral_lost`.
MIXED: dict[str, Callable[[], PeripheralScript]] = {
    "one that had arrived and a later one": lambda: own("serving").connect(2),
    "one that had arrived and an earlier one": (
        lambda: own("advertising").connect(2).subscribe(2)
    ),
}


def add_rules(collection: Collection) -> None:
    """Adds the vectors, all since version 3.0.0."""
    _off_with(collection)
    _on_again(collection)
    _off_twice(collection)
    _while_off(collection)
    _ends(collection)


def _one_left() -> PeripheralScript:
    """One device has arrived, and another one is missing."""
    return back(own("serving"), 2).do("disconnected", central=2)


def _off_with(collection: Collection) -> None:
    """How many are missing after Bluetooth was off: 0, 1 or 2."""
    add = partial(collection.add, since=SINCE)
    cases: tuple[tuple[str, int, Callable[[], PeripheralScript]], ...] = (
        ("nobody", 0, alone),
        ("one without a place", 0, lambda: alone().read(9)),
        ("one that had arrived", 1, lambda: own("serving")),
        ("one that had arrived, no object", 1, lambda: own("advertising").subscribe()),
        ("one that had read", 1, lambda: own("advertising").read()),
        ("one that had not arrived", 1, lambda: own("advertising")),
        ("two that had not arrived", 1, lambda: own("advertising").connect(2)),
        *((name, 2, begin) for name, begin in MIXED.items()),
        ("two that had arrived", 2, lambda: back(own("serving"), 2)),
        (
            "one that is missing",
            1,
            lambda: own("serving").do("disconnected", central=1),
        ),
        ("one whose watchdog fired", 1, lambda: own("advertisingAgain")),
        ("one that had arrived while one is missing", 2, _one_left),
        (
            "one that had not arrived while one is missing",
            1,
            lambda: own("serving").do("disconnected", central=1).connect(2),
        ),
    )
    for name, missing, begin in cases:
        script = off(begin())
        title = f"Bluetooth on again, after {name}"
        phase = "advertisingAgain" if missing else "advertising"
        add(title, "P.11", script, effects=ON_AGAIN, phase=phase)
        if name not in MIXED:
            add_arrivals(collection, name, missing, script)


def add_arrivals(
    collection: Collection, name: str, missing: int, script: PeripheralScript
) -> None:
    """Bluetooth is on again, and so many devices come."""
    for count in range(1, missing + 1):
        script = back(script, 4 + count)
        effects = ["stopAdvertising"] if count == missing else []
        title = f"Bluetooth on again, after {name}: arrival {count} of {missing}"
        collection.add(title, "P.12", script, effects=effects, since=SINCE)


def _on_again(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = off(own("serving")).wait(LOST_LINK_INTERVAL)
    title = "Bluetooth on again: a device is missing, and no watchdog runs"
    add(title, "P.11", script, effects=[], phase="advertisingAgain")
    script.wait(ADVERTISING_LIMIT)
    title = "Bluetooth on again while a device is missing: there is no limit"
    add(title, "P.12", script, effects=[], phase="advertisingAgain")
    script.connect().read()
    title = "Bluetooth on again, and the missing device reads: it ends"
    add(title, "P.12", script, effects=["answer", "stopAdvertising"])
    script = off(alone()).wait(ADVERTISING_LIMIT)
    title = "Bluetooth on again while nobody is missing: the limit ends it"
    add(title, "P.11", script, effects=["stopAdvertising"], phase="serving")
    script = back(off(alone()), 1)
    title = "Bluetooth on again while nobody is missing: an arrival ends it"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = off(alone().read(9)).wait(LOST_LINK_INTERVAL)
    title = "Bluetooth on again: the watchdog of those without a place is idle"
    add(title, "P.11", script, effects=[], phase="advertising")
    script = off(own("serving")).read(9)
    title = "Bluetooth on again: a read without a place is no arrival"
    add(title, "P.12", script, effects=["answer"], phase="advertisingAgain")


def _off_twice(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = off(off(own("serving")))
    title = "Bluetooth was off twice, and nobody came in between"
    add(title, "P.12", script, effects=ON_AGAIN, phase="advertisingAgain")
    script = back(script, 2)
    title = "Bluetooth was off twice, and nobody came in between: one is missing"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = off(back(off(own("serving")), 1))
    title = "Bluetooth was off twice, and the device came in between"
    add(title, "P.12", script, effects=ON_AGAIN, phase="advertisingAgain")
    script = back(script, 2)
    title = "Bluetooth was off twice, and the device came in between: one is missing"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = off(back(off(back(own("serving"), 2)), 1))
    script = back(script, 1)
    title = "Bluetooth was off twice, and one of two came in between: two are missing"
    add(title, "P.12", script, effects=[], phase="advertisingAgain")
    script = back(script, 2)
    title = "Bluetooth was off twice, and both are back"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = own("serving").do("radioOff").do("radioOff").do("radioOn")
    script = back(script, 1)
    title = "Told twice that Bluetooth is off: one is missing"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")


def _while_off(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = own("radioOff").do("disconnected", central=1).do("radioOn")
    script = back(script, 1)
    title = "The end of a link is told while Bluetooth is off: one is missing"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = alone().do("radioOff").do("disconnected", central=9).do("radioOn")
    title = "Of one without a place the end is told while Bluetooth is off"
    add(title, "P.12", script, effects=ON_AGAIN, phase="advertising")
    script = alone().do("radioOff").connect(2).do("radioOn")
    script.wait(LOST_LINK_INTERVAL)
    title = "A connection that is told while Bluetooth is off leaves its watchdog idle"
    add(title, "P.11", script, effects=[], phase="advertising")
    script = own("serving").do("radioOff").connect(2).subscribe(2).read(2)
    script.do("radioOn").read(2)
    title = "While Bluetooth is off nobody arrives"
    add(title, "P.12", script, effects=["answer", "stopAdvertising"])


def _ends(collection: Collection) -> None:
    """Navigation ends and begins."""
    add = partial(collection.add, since=SINCE)

    def again(script: PeripheralScript) -> PeripheralScript:
        return script.do("stopNavigation").do("startNavigation")

    script = again(_one_left())
    title = "Stopped and started while a device was missing: there is a limit"
    add(title, "P.12", script, effects=ON_AGAIN, phase="advertising")
    script.read(1)
    title = "Stopped and started: who had arrived arrives once more, with a read"
    add(title, "P.12", script, effects=["reject", "stopAdvertising"])
    script = again(_one_left()).subscribe(1)
    title = "Stopped and started: who had arrived arrives with a subscription"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = again(back(own("serving"), 2)).connect(3)
    script.do("disconnected", central=1).do("disconnected", central=2).subscribe(3)
    title = "Stopped and started: who had arrived before is lost, and counts as one"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = own("serving").do("stopNavigation").do("disconnected", central=1)
    script.do("startNavigation")
    title = "A device that is gone after navigation is not missing in the next"
    add(title, "P.12", script, effects=ON_AGAIN, phase="advertising")
    script = own("serving").do("stopNavigation").do("radioOff").do("radioOn")
    script.do("startNavigation")
    title = "Bluetooth was off after navigation: nobody is missing in the next"
    add(title, "P.12", script, effects=ON_AGAIN, phase="advertising")
    script = own("serving").do("stopNavigation").do("radioOff")
    script.do("startNavigation").do("radioOn")
    title = "Bluetooth went off before navigation began: nobody is missing"
    add(title, "P.12", script, effects=ON_AGAIN, phase="advertising")
    script = own("serving").do("radioOff").do("stopNavigation")
    script.do("startNavigation").do("radioOn")
    title = "Navigation stopped and started while Bluetooth was off"
    add(title, "P.12", script, effects=ON_AGAIN, phase="advertising")
    script = own("advertising").do("stopNavigation").read().do("startNavigation")
    script.read()
    title = "A read before navigation is no arrival"
    add(title, "P.12", script, effects=["reject", "stopAdvertising"])
