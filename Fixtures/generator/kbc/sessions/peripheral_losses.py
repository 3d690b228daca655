"""How the phone finds out that a device is lost: rule P.12, and what a refused notification owes."""

from __future__ import annotations

from typing import Any

from ..objects import make_of_length
from ..timing import ADVERTISING_LIMIT, LOST_LINK_INTERVAL, REPEAT_INTERVAL
from .peripheral_script import PeripheralScript, numbered, own, peripheral
from .script import PHASES, Collection

SINCE = "3.0.0"
ALMOST = LOST_LINK_INTERVAL - 1


def add_rules(collection: Collection) -> None:
    """Adds the vectors, all since version 3.0.0."""
    _ended_links(collection)
    _watchdogs(collection)
    _before_the_first_object(collection)
    _without_a_place(collection)
    _without_a_cccd(collection)
    _shared(collection)
    _debts(collection)
    _refusals(collection)


def _four(script: PeripheralScript) -> PeripheralScript:
    for central in (2, 3, 4):
        script.connect(central).subscribe(central)
    return script


def _add(
    collection: Collection, title: str, clause: str, script: Any, **intent: Any
) -> None:
    collection.add(title, clause, script, since=SINCE, **intent)


def _ended_links(collection: Collection) -> None:
    for phase in PHASES["peripheral"]:
        script = own(phase).do("disconnected", central=1)
        title = f"Told that a device is gone while {phase}"
        _add(collection, title, "P.12", script)
    script = own("advertising").do("disconnected", central=1).wait(ADVERTISING_LIMIT)
    title = "Told that a device is gone, it advertises past the user's limit"
    _add(collection, title, "P.12", script, effects=[], phase="advertisingAgain")
    script = own("serving").do("disconnected", central=9)
    title = "Told that a device without a place is gone, it advertises"
    _add(collection, title, "P.12", script, effects=["startAdvertising"])
    script = own("advertising").subscribe().do("disconnected", central=1)
    title = "Told that a device is gone before there is an object, it advertises"
    _add(collection, title, "P.12", script, effects=["startAdvertising"])
    script = own("serving").connect(2).subscribe(2).read(2)
    script.do("disconnected", central=1)
    title = "Told that one device is gone while another reads, it advertises"
    _add(collection, title, "P.12", script, effects=["startAdvertising"])
    script.read(2).publish(numbered(7))
    title = "The device that is left is served as before"
    _add(collection, title, "P.12", script, effects=["notify"])
    script.connect(3).subscribe(3)
    title = "The device that comes back ends advertising"
    _add(collection, title, "P.12", script, effects=["stopAdvertising"])


def _watchdogs(collection: Collection) -> None:
    for milliseconds, phase in (
        (ALMOST, "serving"),
        (LOST_LINK_INTERVAL, "advertisingAgain"),
    ):
        script = own("serving").without_read(milliseconds)
        title = f"{milliseconds} ms after a subscription, each with a watchdog"
        _add(collection, title, "P.12", script, phase=phase)
        script = own("serving").connect(2)
        script.read_on(milliseconds, 1)
        title = f"{milliseconds} ms after a device connected, while another reads"
        _add(collection, title, "P.12", script, phase=phase)
        for offset in (0, 5, 600):
            script = own("serving").wait(REPEAT_INTERVAL).read(offset=offset)
            script.without_read(milliseconds)
            title = f"{milliseconds} ms after a device's read at {offset}"
            _add(collection, title, "P.12", script, phase=phase)
        script = own("serving").connect(1, after=3000)
        script.without_read(milliseconds)
        title = f"{milliseconds} ms after a device connected again unnoticed"
        _add(collection, title, "P.12", script, phase=phase)
    script = own("serving").wait(1500).publish(numbered(8))
    script.without_read(LOST_LINK_INTERVAL - 1510)
    title = "A publication does not put off a device's watchdog"
    _add(collection, title, "P.12", script, phase="advertisingAgain")
    script = own("serving").connect(2).subscribe(2)
    script.read_on(LOST_LINK_INTERVAL, 1)
    title = "One device is lost while another reads: it advertises"
    _add(collection, title, "P.12", script, phase="advertisingAgain")
    script.read(1)
    title = "A read of the other device does not end that"
    _add(collection, title, "P.12", script, phase="advertisingAgain")
    script.subscribe(1)
    script.publish(numbered(7)).wait(REPEAT_INTERVAL).read(1, after=0)
    script.wait(REPEAT_INTERVAL).read(2)
    script.read_on(LOST_LINK_INTERVAL, 1)
    title = "A device that was heard again can be lost again"
    phase = "advertisingAgain"
    _add(collection, title, "P.12", script, phase=phase, level="recommended")
    script = own("serving").connect(2).wait(1000).subscribe(1)
    script.read_on(LOST_LINK_INTERVAL - 1010, 1)
    title = "A subscription does not put off another device's watchdog"
    _add(collection, title, "P.12", script, phase="advertisingAgain")
    script = own("advertising").wait(ADVERTISING_LIMIT - LOST_LINK_INTERVAL)
    script.publish(numbered(1), after=1).wait(ALMOST)
    title = "The limit comes before a device's watchdog"
    _add(collection, title, "P.5", script, phase="serving")
    script = own("advertising").wait(ADVERTISING_LIMIT - LOST_LINK_INTERVAL)
    script.publish(numbered(1), after=0).wait(LOST_LINK_INTERVAL)
    title = "Limit and a device's watchdog in one event: the watchdog comes first"
    _add(collection, title, "P.5", script, phase="advertisingAgain")
    script = own("serving").do("radioOff").do("radioOn").wait(LOST_LINK_INTERVAL)
    script.connect().subscribe()
    script.without_read(LOST_LINK_INTERVAL)
    title = "Bluetooth on again, a device that came back is lost"
    _add(collection, title, "P.11", script, phase="advertisingAgain")
    script = own("serving").do("stopNavigation").do("startNavigation")
    script.wait(LOST_LINK_INTERVAL)
    title = "Stopped and started: no device is missed before there is an object"
    _add(collection, title, "P.9", script, phase="advertising")
    script.publish(numbered(7)).without_read(LOST_LINK_INTERVAL)
    title = "Stopped and started: the first object arms the watchdogs"
    _add(collection, title, "P.9", script, phase="advertisingAgain")
    script = own("advertisingAgain").do("stopNavigation").do("startNavigation")
    script.publish(numbered(7)).without_read(LOST_LINK_INTERVAL)
    title = "Stopped and started: a device that was lost can be lost again"
    _add(collection, title, "P.9", script, phase="advertisingAgain")


def _before_the_first_object(collection: Collection) -> None:
    script = own("advertising").subscribe().wait(2 * LOST_LINK_INTERVAL)
    title = "Before there is an object no watchdog fires"
    _add(collection, title, "P.12", script, effects=[], phase="serving")
    for milliseconds, phase in (
        (ALMOST, "serving"),
        (LOST_LINK_INTERVAL, "advertisingAgain"),
    ):
        script = own("advertising").subscribe().wait(LOST_LINK_INTERVAL)
        script.publish(numbered(1)).without_read(milliseconds)
        title = f"{milliseconds} ms after the first object"
        _add(collection, title, "P.12", script, phase=phase)
    script = own("advertising").subscribe().read().wait(LOST_LINK_INTERVAL)
    title = "A read before there is an object arms no watchdog"
    _add(collection, title, "P.12", script, effects=[], phase="serving")
    script = own("advertising").connect(2).subscribe(1).publish(numbered(1))
    script.read_on(LOST_LINK_INTERVAL, 1)
    title = "The first object arms the watchdog of each device"
    _add(collection, title, "P.12", script, phase="advertisingAgain")


def _without_a_place(collection: Collection) -> None:
    script = _four(own("serving")).connect(5)
    script.wait(REPEAT_INTERVAL).wait(REPEAT_INTERVAL)
    title = "With its place a device loses its watchdog"
    _add(collection, title, "P.12", script, phase="serving")
    for milliseconds, phase in (
        (ALMOST, "serving"),
        (LOST_LINK_INTERVAL, "advertisingAgain"),
    ):
        script = own("serving").read(9)
        script.read_on(milliseconds, 1)
        title = f"{milliseconds} ms after a read without a place"
        _add(collection, title, "P.12", script, phase=phase)
    script = own("serving").publish(numbered(7)).wait(REPEAT_INTERVAL)
    script.read(1).wait(REPEAT_INTERVAL)
    title = "A publication does not arm the watchdog of those without a place"
    _add(collection, title, "P.12", script, phase="serving")
    script = own("serving").read(9).subscribe(1)
    script.read_on(LOST_LINK_INTERVAL - 10, 1)
    title = "A subscription does not stop the watchdog of those without a place"
    _add(collection, title, "P.12", script, phase="advertisingAgain")
    script = own("advertising").subscribe().read(9).wait(LOST_LINK_INTERVAL)
    title = "A read without a place before there is an object arms a watchdog"
    _add(collection, title, "P.12", script, phase="advertisingAgain")


def _without_a_cccd(collection: Collection) -> None:
    script = own("advertising", hasCCCD=False).read()
    title = "Without a CCCD a device's first read ends advertising"
    _add(collection, title, "P.12", script, phase="serving")
    script.do("startAdvertising").read()
    title = "Without a CCCD a device's second read does not end advertising"
    _add(collection, title, "P.12", script, phase="advertising")
    script.connect(2).read(2)
    title = "Without a CCCD another device's first read ends advertising"
    _add(collection, title, "P.12", script, phase="serving")
    script.do("disconnected", central=2).read(1)
    title = "Without a CCCD one device is gone while another reads"
    _add(collection, title, "P.12", script, phase="advertisingAgain")
    script = own("advertising", hasCCCD=False).read().do("startAdvertising")
    script.connect(1).read(1)
    title = "Without a CCCD a device that is told to have connected once more reads on"
    _add(collection, title, "P.12", script, phase="advertising")
    script = own("advertising", hasCCCD=False).publish(numbered(1)).read()
    script.without_read(LOST_LINK_INTERVAL).read()
    title = "Without a CCCD a lost device's read ends advertising"
    _add(collection, title, "P.12", script, phase="serving")
    script = own("advertising", hasCCCD=False).read(9)
    title = "Without a CCCD a read without a place does not end advertising"
    _add(collection, title, "P.12", script, phase="advertising")
    script = own("advertising", hasCCCD=False).read()
    script.do("stopNavigation").do("startNavigation").read()
    title = "Without a CCCD the first read after a new start ends advertising"
    _add(collection, title, "P.12", script, phase="serving")


def _shared(collection: Collection) -> None:
    script = peripheral("serving").connect(2).subscribe(2).publish(numbered(7))
    script.read(1).do("disconnected", central=2)
    title = "With one watchdog, a device that is gone is not missed while another reads"
    _add(collection, title, "P.4", script, effects=[], phase="serving")
    script = peripheral("serving").do("disconnected", central=1)
    script.wait(LOST_LINK_INTERVAL)
    title = (
        "With one watchdog, nobody is missed between a subscription and a publication"
    )
    _add(collection, title, "P.4", script, phase="serving")
    script = peripheral("advertising").publish(numbered(1))
    script.wait(LOST_LINK_INTERVAL).do("startAdvertising").wait(ADVERTISING_LIMIT)
    title = "The user's request does not limit what the watchdog began"
    _add(collection, title, "P.1", script, phase="advertisingAgain")


def _debts(collection: Collection) -> None:
    for milliseconds, effects in (
        (REPEAT_INTERVAL - 1, []),
        (REPEAT_INTERVAL, ["notify"]),
    ):
        script = peripheral("serving").publish(numbered(7))
        script.do("notificationRefused", central=1)
        script.publish(numbered(8), after=1000)
        script.publish(numbered(9), after=milliseconds - 1000)
        title = f"A publication {milliseconds} ms after a refusal"
        _add(collection, title, "P.8", script, effects=effects)
    script.do("notificationsReady")
    title = "Once it was notified of a publication, nothing is owed"
    _add(collection, title, "P.8", script, effects=[])
    script = peripheral("serving").publish(numbered(7))
    script.do("notificationRefused", central=1).publish(numbered(8), after=1000)
    script.do("notificationsReady", after=REPEAT_INTERVAL - 500)
    title = "A queue that is ready late: the newest object is notified"
    _add(collection, title, "P.8", script, effects=["notify"])
    script = peripheral("serving").publish(numbered(7)).do("notificationsReady")
    script.do("notificationRefused", central=1).publish(numbered(8))
    title = "The queue was ready before the refusal was told: a publication"
    _add(collection, title, "P.8", script, effects=[])
    script.wait(REPEAT_INTERVAL)
    title = "The queue was ready before the refusal was told: the repeat"
    _add(collection, title, "P.8", script, effects=["notify"])
    script.do("notificationsReady")
    title = "Once it was notified of a repeat, nothing is owed"
    _add(collection, title, "P.8", script, effects=[])
    script = peripheral("serving").publish(numbered(7))
    script.do("notificationRefused", central=1).publish(numbered(8), after=1000)
    script.do("notificationRefused", central=1)
    script.publish(numbered(9), after=REPEAT_INTERVAL - 1000)
    title = "A second refusal counts from when it was told"
    _add(collection, title, "P.8", script, effects=[])
    script = peripheral("serving").publish(numbered(7))
    script.do("notificationRefused", central=1).subscribe().do("notificationsReady")
    title = "Subscribed again, a queue that is ready changes nothing"
    _add(collection, title, "P.8", script, effects=[])


def _refusals(collection: Collection) -> None:
    script = peripheral("serving").publish(numbered(7))
    script.do("notificationRefused", central=1, after=REPEAT_INTERVAL)
    title = "A refusal leaves what is due to the next event"
    _add(collection, title, "P.8", script, effects=[])
    script.wait(0)
    title = "The next event does what was due at a refusal"
    _add(collection, title, "P.8", script, effects=["notify"])
    script = _four(peripheral("serving", notification="object"))
    script.publish(make_of_length("deployed", 30))
    for central in (3, 1, 4, 2):
        script.do("notificationRefused", central=central, after=0)
    script.publish(numbered(8))
    title = "All four refuse: a publication notifies nobody"
    _add(collection, title, "P.8", script, effects=[])
    script.do("notificationsReady", after=LOST_LINK_INTERVAL)
    title = "The most effects: four are owed, a repeat is due, and the watchdog fires"
    effects = ["notify"] * 4 + ["startAdvertising"] + ["notify"] * 4
    _add(collection, title, "P.8", script, effects=effects)
