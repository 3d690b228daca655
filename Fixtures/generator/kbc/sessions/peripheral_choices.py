"""What the rules of the phone say where two rules meet, or where a sentence could be taken in two ways."""

from __future__ import annotations

from functools import partial

from ..timing import ADVERTISING_LIMIT, LOST_LINK_INTERVAL
from .peripheral_script import PeripheralScript, alone, numbered, own, peripheral
from .script import Collection

SINCE = "3.1.0"
STREET = b"Friedrich-Ebert-Str."


def add_rules(collection: Collection) -> None:
    """Adds the vectors, all since version 3.1.0."""
    add = partial(collection.add, since=SINCE)
    script = PeripheralScript().do("startNavigation", after=0)
    title = "Time begins at zero: the limit counts from there"
    add(title, "P.1", script, effects=["addService", "startAdvertising"])
    _shared(collection)
    script = own("advertising", serving="snapshotPerRead")
    script.publish(numbered(1, STREET)).publish(numbered(2, STREET[::-1]))
    script.read().read(identifier=1).read(offset=22)
    title = "A read that names an object leaves the snapshot as it is"
    add(title, "P.7", script, effects=["answer"])
    script = own("advertising", serving="snapshotPerRead").read()
    title = "Without an object there is no snapshot either"
    add(title, "P.7", script, effects=["reject", "stopAdvertising"])
    script = peripheral("advertising").subscribe().do("notificationRefused", central=1)
    title = "The queue is ready before there is an object: nobody is notified"
    add(title, "P.8", script.do("notificationsReady"), effects=[])
    _places(collection)
    script = peripheral("serving").publish(numbered(1))
    title = "The same bytes published again are a publication like any other"
    add(title, "P.2", script, effects=["notify"])
    script = peripheral("serving").do("startAdvertising").wait(ADVERTISING_LIMIT)
    title = "The limit and a repeat are due in one event: the limit comes first"
    add(title, "P.3", script, effects=["stopAdvertising", "notify"])
    script = alone().do("radioOff").connect()
    script.wait(LOST_LINK_INTERVAL).do("radioOn").publish(numbered(2))
    script.wait(LOST_LINK_INTERVAL)
    title = "No watchdog fires while Bluetooth is off: a publication arms it afterwards"
    add(title, "P.12", script, phase="advertisingAgain")
    script = peripheral("advertising").subscribe().do("notificationRefused", central=1)
    script.do("notificationsReady").publish(numbered(1))
    title = "The queue was ready before there was an object: nothing is owed"
    add(title, "P.8", script, effects=["notify"])
    _off(collection)
    script = peripheral("serving", serving="snapshotPerRead")
    script.publish(numbered(3, STREET)).read().publish(numbered(3, STREET))
    for number in range(4, 13):
        script.publish(numbered(number, STREET[::-1]))
    title = "An equal object is another one: the snapshot is not among the last ten"
    add(title, "P.7", script.read(offset=22), effects=["answer"])
    _uncounted(collection)


def _off(collection: Collection) -> None:
    """What Bluetooth makes idle, and what it does if it is off once more."""
    add = partial(collection.add, since=SINCE)
    script = peripheral("serving").publish(numbered(1, STREET)).do("radioOff")
    script.connect(2, mtu=100).do("radioOff").do("radioOn").read(2)
    title = "Bluetooth is off once more: who connected meanwhile has no place"
    add(title, "P.11", script, effects=["answer"])
    script = alone().do("radioOff").connect(2).do("radioOff").do("radioOn")
    title = "Bluetooth is off once more: nobody is lost by that"
    add(title, "P.11", script, phase="advertising")
    script = peripheral("advertisingAgain").do("radioOff").do("radioOn")
    script.publish(numbered(3)).wait(LOST_LINK_INTERVAL)
    title = "A publication arms the watchdog again after Bluetooth was off"
    add(title, "P.11", script, phase="advertisingAgain")


def _shared(collection: Collection) -> None:
    """One watchdog for all centrals, when it has fired and when Bluetooth was off."""
    add = partial(collection.add, since=SINCE)
    script = peripheral("advertisingAgain").subscribe().publish(numbered(3))
    script.without_read(LOST_LINK_INTERVAL)
    title = (
        "After it has fired, a subscription makes it idle, and a publication arms it"
    )
    add(title, "P.4", script, effects=["startAdvertising"], phase="advertisingAgain")
    script = peripheral("advertising").do("radioOff").publish(numbered(1))
    script.do("radioOn", after=LOST_LINK_INTERVAL + 1)
    title = "A publication while Bluetooth is off does not arm the watchdog"
    add(title, "P.11", script, phase="advertising")
    script = peripheral("advertisingAgain").do("radioOff").do("radioOn")
    title = "With one watchdog, a loss is forgotten while Bluetooth is off"
    add(title, "P.11", script, phase="advertising")
    script.wait(ADVERTISING_LIMIT)
    title = "So the user's limit ends advertising after Bluetooth was off"
    add(title, "P.11", script, phase="serving")


def _places(collection: Collection) -> None:
    """What makes a central quiet, and what its place keeps."""
    add = partial(collection.add, since=SINCE)
    for event, what in (
        ("unsubscribed", "ends its subscription"),
        ("notificationRefused", "is refused a notification"),
    ):
        script = peripheral("serving").connect(2).connect(3).connect(4)
        script.do(event, central=1).connect(5).subscribe(1)
        title = f"A central that {what} was still quiet longest: it has lost its place"
        add(title, "P.10", script, effects=["fault"])
    script = _snapshot().connect().read(offset=22)
    title = "A central that connects once more has no snapshot"
    add(title, "P.10", script, effects=["answer"])
    script = peripheral("serving").publish(numbered(1, STREET)).connect(mtu=100)
    title = "A central that connects once more has the MTU that it is told with"
    add(title, "P.10", script.read(), effects=["answer"])
    for event, members, what in (
        ("subscribed", {}, "subscribes"),
        ("unsubscribed", {}, "ends its subscription"),
        ("mtuChanged", {"mtu": 50}, "changes its MTU"),
    ):
        script = _snapshot().do(event, central=1, **members).read(offset=22)
        title = f"A central that {what} keeps its snapshot"
        add(title, "P.7", script, effects=["answer"])
    script = peripheral("serving").do("mtuChanged", central=1, mtu=50)
    title = "A central that changes its MTU keeps its subscription"
    add(title, "P.10", script.publish(numbered(7)), effects=["notify"])


def _snapshot() -> PeripheralScript:
    """Central 1 has read the beginning of an object, which another one has replaced since."""
    script = peripheral("serving", serving="snapshotPerRead")
    script.publish(numbered(1, STREET)).read().publish(numbered(2, STREET[::-1]))
    return script


def _uncounted(collection: Collection) -> None:
    """What counts for nothing, and what counts whatever its answer is."""
    add = partial(collection.add, since=SINCE)
    script = peripheral("serving").publish(numbered(2)).do("disconnected", central=1)
    script.wait(LOST_LINK_INTERVAL - 10)
    title = "The end of a link leaves the one watchdog as it is: it fires"
    add(title, "P.4", script, effects=["startAdvertising"], phase="advertisingAgain")
    script = peripheral("advertising").publish(numbered(1)).subscribe(9)
    script.wait(LOST_LINK_INTERVAL - 10)
    title = "A subscription that is refused leaves the one watchdog as it is: it fires"
    add(title, "P.4", script, effects=[], phase="advertisingAgain")
    script = peripheral("stopped").connect(2).connect(3).connect(4).read(1).connect(5)
    script.do("startNavigation").subscribe(1)
    title = "A central whose read was rejected with 0x01 was still quiet longest"
    add(title, "P.10", script, effects=["fault"], phase="advertising")
    script = peripheral("advertising", serving="snapshotPerRead")
    script.publish(numbered(1)).read(offset=100).publish(numbered(2, STREET))
    title = "A read past the end takes a snapshot, too"
    add(title, "P.7", script.read(offset=9), effects=["answer"])
