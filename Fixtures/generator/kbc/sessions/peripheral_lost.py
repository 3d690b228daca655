"""Who is lost in one event with others, who is lost already, and whose watchdog is idle: rule P.12."""

from __future__ import annotations

from functools import partial

from ..timing import LOST_LINK_INTERVAL, REPEAT_INTERVAL
from .peripheral_off import MIXED, ON_AGAIN, add_arrivals
from .peripheral_script import (
    PeripheralScript,
    alone,
    back,
    gone,
    numbered,
    off,
    own,
    subscribers,
)
from .script import Collection

SINCE = "3.0.0"
ALMOST = LOST_LINK_INTERVAL - 1
AGAIN = "advertisingAgain"


def add_rules(collection: Collection) -> None:
    """Adds the vectors, all since version 3.0.0."""
    _in_one_event(collection)
    _at_bluetooth_off(collection)
    _lost_already(collection)
    _heard_since(collection)
    _while_nothing_counts(collection)
    _idle(collection)


def _in_one_event(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    for arrived, other, order in ((1, 2, "below"), (2, 1, "above")):
        script = own("advertising").publish(numbered(1)).connect(2)
        script.subscribe(arrived).wait(LOST_LINK_INTERVAL).read(other).read(arrived)
        title = f"Of two due in one event one had arrived, its place {order}: both read"
        add(title, "P.12", script, effects=["answer", "stopAdvertising"])
    script = own("advertising").publish(numbered(1)).connect(2).connect(3)
    script.subscribe(2).wait(LOST_LINK_INTERVAL).read(1)
    title = "Of three due in one event one had arrived: two are missing"
    add(title, "P.12", script, effects=["answer"], phase=AGAIN)
    script.read(3)
    title = "Of three due in one event one had arrived: the second arrival ends it"
    add(title, "P.12", script, effects=["answer", "stopAdvertising"])
    script = gone(subscribers(1, 2), 2).connect(3).read(1).wait(LOST_LINK_INTERVAL)
    script.read(3)
    title = "One is missing, and of two due in one event one had arrived: two are"
    add(title, "P.12", script, effects=["answer"], phase=AGAIN)
    script.read(1)
    title = "One was missing, and of two due in one event one had arrived: both came"
    add(title, "P.12", script, effects=["answer", "stopAdvertising"])
    script = subscribers(1).read(9).wait(LOST_LINK_INTERVAL).read(1)
    script = back(script, 2)
    title = "One without a place was due with a device that had arrived: two came"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = subscribers(1, 2).read(9).wait(LOST_LINK_INTERVAL).read(1).read(2)
    title = "One without a place was due with two devices, and both are back"
    add(title, "P.12", script, effects=["answer"], phase=AGAIN)
    script = back(script, 3)
    title = "One without a place was due with two devices, and three came"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")


def _at_bluetooth_off(collection: Collection) -> None:
    for name, begin in MIXED.items():
        add_arrivals(collection, name, 2, off(begin()))
    cases = (
        (
            "one of each kind while one is missing",
            2,
            gone(subscribers(1, 2), 2).connect(3),
        ),
        (
            "one that had arrived and one whose watchdog fired",
            1,
            back(own(AGAIN), 2),
        ),
        (
            "one that had not arrived and one whose watchdog fired",
            1,
            own(AGAIN).connect(2),
        ),
        (
            "two whose watchdogs fired",
            2,
            subscribers(1, 2).wait(LOST_LINK_INTERVAL),
        ),
        (
            "one whose watchdog fired and that connected since",
            1,
            back(own(AGAIN), 2).do("disconnected", central=2).connect(1),
        ),
    )
    for name, missing, script in cases:
        off(script)
        title = f"Bluetooth on again, after {name}"
        effects = ON_AGAIN
        collection.add(title, "P.11", script, effects=effects, phase=AGAIN, since=SINCE)
        add_arrivals(collection, name, missing, script)


def _lost_already(collection: Collection) -> None:
    """Links end whose watchdogs have fired."""
    add = partial(collection.add, since=SINCE)
    script = gone(back(own(AGAIN), 2), 1)
    title = (
        "A device whose watchdog fired disconnects after another came: "
        "it does not advertise"
    )
    add(title, "P.12", script, effects=[], phase="serving")
    script = gone(back(own(AGAIN), 2).do("startAdvertising"), 1)
    title = "A device whose watchdog fired disconnects: the user's limit stays"
    add(title, "P.12", script, effects=[], phase="advertising")
    script = gone(own(AGAIN), 1)
    title = "A device whose watchdog fired disconnects while it is missed"
    add(title, "P.12", script, effects=[], phase=AGAIN)
    script = subscribers(1, 2).wait(LOST_LINK_INTERVAL)
    script = back(gone(script, 1), 3)
    title = "Of two whose watchdogs fired one disconnects: both are still missing"
    add(title, "P.12", script, effects=[], phase=AGAIN)
    script = back(gone(script, 2), 4)
    title = "Two whose watchdogs fired disconnected, and two came: it ends"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = gone(back(own(AGAIN), 2), 1, 2)
    title = "The device that came for one whose watchdog fired is lost: it advertises"
    add(title, "P.12", script, effects=["startAdvertising"], phase=AGAIN)
    script = back(script, 3)
    title = "The device that came for one whose watchdog fired was lost: one is missing"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = own(AGAIN)
    for central in (2, 3, 4, 5):
        script.connect(central)
    script = gone(script.subscribe(2), 1)
    title = "A device whose watchdog fired lost its place, and disconnects"
    add(title, "P.12", script, effects=["startAdvertising"], phase=AGAIN)
    script = subscribers(1).read(9)
    script.read_on(LOST_LINK_INTERVAL, 1)
    script = gone(back(script, 2), 9)
    title = "The watchdog of those without a place fired, and one disconnects"
    add(title, "P.12", script, effects=["startAdvertising"], phase=AGAIN)
    script = own(AGAIN).do("stopNavigation").do("startNavigation")
    script.do("disconnected", central=1)
    title = "Stopped and started: a device whose watchdog had fired can be lost"
    add(title, "P.12", script, effects=[], phase=AGAIN)


def _heard_since(collection: Collection) -> None:
    """Links end whose watchdogs have fired before the device was heard again."""
    add = partial(collection.add, since=SINCE)
    script = gone(back(own(AGAIN), 2).connect(1), 1)
    title = "A device whose watchdog fired connected since, and disconnects"
    add(title, "P.12", script, effects=["startAdvertising"], phase=AGAIN)
    script = gone(back(own(AGAIN), 2).do("startAdvertising").connect(1), 1)
    title = "A device whose watchdog fired connected since: the user's limit is gone"
    add(title, "P.12", script, effects=[], phase=AGAIN)
    script = gone(own(AGAIN).read(), 1)
    title = "A device whose watchdog fired read since, and disconnects"
    add(title, "P.12", script, effects=["startAdvertising"], phase=AGAIN)
    script = gone(own(AGAIN).subscribe(), 1)
    title = "A device whose watchdog fired subscribed since, and disconnects"
    add(title, "P.12", script, effects=["startAdvertising"], phase=AGAIN)
    script = gone(back(own(AGAIN), 2), 1).connect(1).do("disconnected", central=1)
    title = "A device whose watchdog fired disconnects, connects and disconnects"
    add(title, "P.12", script, effects=["startAdvertising"], phase=AGAIN)
    script = back(own(AGAIN), 2).do("unsubscribed", central=1)
    script.do("mtuChanged", central=1, mtu=50).do("disconnected", central=1)
    title = "A device whose watchdog fired unsubscribed since, and disconnects"
    add(title, "P.12", script, effects=[], phase="serving")


def _while_nothing_counts(collection: Collection) -> None:
    """Bluetooth is off, or nobody navigates."""
    add = partial(collection.add, since=SINCE)
    script = gone(alone().do("radioOff").connect(2), 2).do("radioOn")
    title = "One that connected while Bluetooth was off disconnects: nobody is missing"
    add(title, "P.12", script, effects=ON_AGAIN, phase="advertising")
    script = own("stopped").do("radioOff").connect(1).do("startNavigation")
    script = gone(script, 1, 9).do("radioOn")
    title = "Navigation began while Bluetooth was off, and links end: nobody is missing"
    add(title, "P.12", script, effects=ON_AGAIN, phase="advertising")
    script = gone(alone().do("radioOff").connect(2).do("radioOn"), 2)
    title = "One that connected while Bluetooth was off disconnects once it is on"
    add(title, "P.12", script, effects=[], phase=AGAIN)
    script = gone(own("stopped"), 9).do("startNavigation")
    title = "One without a place is gone before navigation: nobody is missing"
    add(title, "P.12", script, effects=ON_AGAIN, phase="advertising")


def _connected_while_off() -> PeripheralScript:
    """A central's watchdog is idle though there is an object."""
    return alone().do("radioOff").connect(2).do("radioOn")


def _idle(collection: Collection) -> None:
    """What arms a watchdog that is idle."""
    add = partial(collection.add, since=SINCE)
    for milliseconds, phase in ((ALMOST, "advertising"), (LOST_LINK_INTERVAL, AGAIN)):
        script = _connected_while_off().publish(numbered(7))
        script.without_read(milliseconds)
        title = f"{milliseconds} ms after a publication armed a watchdog that was idle"
        add(title, "P.12", script, phase=phase)
    script = alone().do("radioOff").connect(2).publish(numbered(7)).do("radioOn")
    script.wait(REPEAT_INTERVAL).wait(REPEAT_INTERVAL)
    title = "A publication while Bluetooth is off leaves the watchdogs idle"
    add(title, "P.12", script, phase="advertising")
    script.publish(numbered(8)).without_read(LOST_LINK_INTERVAL)
    title = "Bluetooth on again, the next publication arms a watchdog that is idle"
    add(title, "P.12", script, phase=AGAIN)
    script = own("radioOff").do("stopNavigation").do("startNavigation").connect(2)
    script.publish(numbered(7)).do("radioOn").publish(numbered(8))
    script.without_read(LOST_LINK_INTERVAL)
    title = "The first object came while Bluetooth was off: the second arms a watchdog"
    add(title, "P.12", script, phase=AGAIN)
    script = _connected_while_off().connect(3).publish(numbered(7), after=1000)
    script.without_read(LOST_LINK_INTERVAL - 1000)
    title = "A publication arms one watchdog, and does not put off another"
    add(title, "P.12", script, phase=AGAIN)
    script = _connected_while_off().connect(3).publish(numbered(7), after=1000)
    script.subscribe(3, after=0).wait(REPEAT_INTERVAL).read(3, after=0)
    script.wait(REPEAT_INTERVAL).read(3, after=0).wait(999)
    title = "A publication armed one watchdog beside another: 1 ms before it fires"
    add(title, "P.12", script, phase="serving")
    script.wait(1)
    title = "A publication armed one watchdog beside another: it fires"
    add(title, "P.12", script, phase=AGAIN)
