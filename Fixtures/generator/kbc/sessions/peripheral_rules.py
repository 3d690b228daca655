"""Advertising, publications, notifications and places: the other rules of the phone's session."""

from __future__ import annotations

from ..objects import make, make_of_length
from ..timing import ADVERTISING_LIMIT, LOST_LINK_INTERVAL, REPEAT_INTERVAL
from .peripheral_script import PeripheralScript, numbered, peripheral
from .script import Collection


def add_rules(collection: Collection) -> None:
    """Adds the vectors, rule by rule."""
    _advertising(collection)
    _publications(collection)
    _repeats(collection)
    _watchdog(collection)
    _queue(collection)
    _places(collection)
    _endings(collection)


def _advertising(collection: Collection) -> None:
    script = peripheral("advertising").wait(ADVERTISING_LIMIT - 1)
    title = f"Advertising after {ADVERTISING_LIMIT - 1} ms"
    collection.add(title, "P.1", script, effects=[], phase="advertising")
    script.wait(1)
    title = f"Advertising ends after {ADVERTISING_LIMIT} ms"
    collection.add(title, "P.5", script, effects=["stopAdvertising"], phase="serving")
    script.do("startAdvertising")
    title = "The user may have it advertise again"
    collection.add(title, "P.1", script, effects=["startAdvertising"])
    script = peripheral("advertising").wait(ADVERTISING_LIMIT - 20_000)
    script.do("startAdvertising").wait(20_000)
    title = "The limit starts anew"
    collection.add(title, "P.1", script, effects=[], phase="advertising")
    script.wait(ADVERTISING_LIMIT - 20_000)
    title = "The new limit ends advertising"
    collection.add(title, "P.5", script, effects=["stopAdvertising"])
    script = (
        peripheral("advertisingAgain").do("startAdvertising").wait(ADVERTISING_LIMIT)
    )
    title = "Advertising without a limit stays without"
    collection.add(title, "P.1", script, phase="advertisingAgain")
    for phase in ("advertising", "advertisingAgain"):
        script = peripheral(phase)
        script.connect(2).subscribe(2)
        title = f"A subscription ends it while {phase}"
        collection.add(title, "P.5", script, effects=["stopAdvertising"])
        script = peripheral(phase).read()
        title = f"A read does not end it while {phase}"
        collection.add(title, "P.5", script, phase=phase)
    for offset, central in ((0, 1), (5, 1), (0, 9)):
        script = peripheral("advertising", hasCCCD=False).publish(numbered(1))
        script.read(central, offset=offset)
        title = (
            f"Without a CCCD a read at {offset} by central {central} ends advertising"
        )
        collection.add(title, "P.5", script, phase="serving")
    script = peripheral("advertising", hasCCCD=False).read()
    title = "Without a CCCD a read without an answer ends advertising too"
    collection.add(title, "P.5", script, phase="serving")
    script = peripheral("advertising", hasCCCD=False).subscribe()
    title = "Without a CCCD nobody can subscribe"
    collection.add(title, "P.5", script, effects=["fault"])
    script = peripheral("advertising").wait(ADVERTISING_LIMIT - LOST_LINK_INTERVAL)
    script.publish(numbered(1), after=0).without_read(LOST_LINK_INTERVAL)
    title = "Limit and watchdog in one event: the watchdog comes first"
    collection.add(title, "P.5", script, effects=[], phase="advertisingAgain")


def _publications(collection: Collection) -> None:
    for length in (0, 8, 513):
        script = peripheral("serving").publish(make_of_length("deployed", length))
        title = f"{length} bytes are refused"
        collection.add(title, "P.2", script, effects=["fault"])
    script.read()
    title = "After a refusal the last object stays"
    collection.add(title, "P.2", script, effects=["answer"])
    script = PeripheralScript(layout="published").connect().do("startNavigation")
    script.publish(make("deployed", b"Nordweg 10 A"))
    title = "An object of another layout is refused"
    collection.add(title, "P.2", script, effects=["fault"])
    script = peripheral("serving").connect(2).subscribe(2).publish(numbered(7))
    title = "Every subscribed central is notified"
    collection.add(title, "P.2", script, effects=["notify", "notify"])
    script.do("unsubscribed", central=1).publish(numbered(8))
    title = "A central that unsubscribed is not notified"
    collection.add(title, "P.2", script, effects=["notify"])
    script = peripheral("serving").do("disconnected", central=1).publish(numbered(7))
    title = "A central that is gone is not notified"
    collection.add(title, "P.2", script, effects=[])
    for mtu in (23, 50):
        script = peripheral("serving", notification="object").connect(2, mtu=mtu)
        script.subscribe(2).publish(make_of_length("deployed", 100))
        title = f"An object is notified cut to what fits at MTU {mtu}"
        collection.add(title, "P.2", script, effects=["notify", "notify"])
    script = peripheral("serving", notification="object").publish(numbered(7))
    title = "A short object is notified whole"
    collection.add(title, "P.2", script, effects=["notify"])
    script = PeripheralScript(layout="legacy").connect().do("startNavigation")
    script.subscribe().publish(make("legacy", b"Am Park"))
    title = "A legacy identifier is notified with 16 bytes"
    collection.add(title, "P.2", script, effects=["notify"])


def _repeats(collection: Collection) -> None:
    for milliseconds, effects in (
        (REPEAT_INTERVAL - 1, []),
        (REPEAT_INTERVAL, ["notify"]),
    ):
        script = peripheral("serving").publish(numbered(7)).wait(milliseconds)
        title = f"{milliseconds} ms after a publication"
        collection.add(title, "P.3", script, effects=effects)
    script.wait(REPEAT_INTERVAL - 1)
    title = f"{REPEAT_INTERVAL - 1} ms after a repeat"
    collection.add(title, "P.3", script, effects=[])
    script.wait(1)
    title = f"{REPEAT_INTERVAL} ms after a repeat"
    collection.add(title, "P.3", script, effects=["notify"])
    script.wait(2 * REPEAT_INTERVAL + 500)
    title = "A late deadline repeats once"
    collection.add(title, "P.3", script)
    script = peripheral("serving").publish(numbered(7)).wait(1500)
    script.publish(numbered(8)).wait(REPEAT_INTERVAL - 1)
    title = "A publication starts the interval anew"
    collection.add(title, "P.3", script, effects=[])
    script = peripheral("serving").publish(numbered(7)).publish(b"\x01")
    script.wait(REPEAT_INTERVAL - 10)
    title = "A refused publication does not start the interval anew"
    collection.add(title, "P.3", script, effects=["notify"])
    script = peripheral("serving").publish(numbered(7)).do("timePassed", after=-40)
    title = "A time before the latest seen counts as the latest seen"
    collection.add(title, "P.3", script, effects=[])
    script = peripheral("serving").publish(numbered(7))
    script.read(after=REPEAT_INTERVAL)
    title = "What is due is done with any event, after it"
    collection.add(title, "P.3", script, effects=["answer", "notify"])


def _watchdog(collection: Collection) -> None:
    for milliseconds, phase in (
        (LOST_LINK_INTERVAL - 1, "serving"),
        (LOST_LINK_INTERVAL, "advertisingAgain"),
    ):
        script = peripheral("serving").publish(numbered(7)).without_read(milliseconds)
        title = f"{milliseconds} ms without a read"
        collection.add(title, "P.4", script, phase=phase)
    script = script.without_read(LOST_LINK_INTERVAL)
    title = "Having fired it does not fire again"
    collection.add(title, "P.4", script, phase="advertisingAgain")
    for offset in (0, 5, 600):
        script = peripheral("serving").publish(numbered(7)).wait(REPEAT_INTERVAL)
        script = script.read(offset=offset).without_read(LOST_LINK_INTERVAL - 1)
        title = f"{LOST_LINK_INTERVAL - 1} ms after a read at {offset}"
        collection.add(title, "P.4", script, phase="serving")
        script.wait(1)
        title = f"{LOST_LINK_INTERVAL} ms after a read at {offset}"
        collection.add(title, "P.4", script, phase="advertisingAgain")
    script = peripheral("serving").read()
    script = script.without_read(LOST_LINK_INTERVAL)
    title = "A read arms a watchdog that is idle"
    collection.add(title, "P.4", script, phase="advertisingAgain")
    script = peripheral("serving").publish(numbered(7)).subscribe()
    script = script.without_read(LOST_LINK_INTERVAL + 1000)
    title = "A subscription makes it idle"
    collection.add(title, "P.4", script, phase="serving")
    script = script.publish(numbered(8)).without_read(LOST_LINK_INTERVAL)
    title = "The next publication arms it again"
    collection.add(title, "P.4", script, phase="advertisingAgain")
    script = peripheral("serving").publish(numbered(7)).wait(1500)
    script = script.publish(numbered(8)).without_read(LOST_LINK_INTERVAL - 1510)
    title = "A second publication does not put it off"
    collection.add(title, "P.4", script, phase="advertisingAgain")
    script = peripheral("advertising").publish(numbered(1))
    script = script.without_read(LOST_LINK_INTERVAL)
    script.wait(ADVERTISING_LIMIT - LOST_LINK_INTERVAL - 10)
    title = "Advertising goes on past the limit that the watchdog lifted"
    collection.add(title, "P.4", script, effects=[], phase="advertisingAgain")
    script.publish(numbered(2)).wait(REPEAT_INTERVAL).wait(REPEAT_INTERVAL)
    title = "Having fired, a publication does not arm it"
    collection.add(title, "P.4", script, phase="advertisingAgain")
    script = script.read().without_read(LOST_LINK_INTERVAL - 1)
    title = "Having fired, a read arms it"
    collection.add(title, "P.4", script, phase="advertisingAgain")


def _queue(collection: Collection) -> None:
    script = peripheral("serving").publish(numbered(7))
    script.do("notificationRefused", central=1).publish(numbered(8))
    title = "A central that is owed a notification is not notified"
    collection.add(title, "P.8", script, effects=[])
    for form, retried in (("identifier", "object"), ("object", "identifier")):
        script = peripheral(
            "serving", notification=form, retriedNotification=retried
        ).publish(numbered(7))
        script.do("notificationRefused", central=1).do("notificationsReady")
        title = f"The {form} was refused: the {retried} is notified, as configured"
        collection.add(title, "P.8", script, effects=["notify"])
    script = peripheral("serving").connect(2).subscribe(2).publish(numbered(7))
    script.do("notificationRefused", central=2).publish(numbered(8))
    title = "Others are notified while one is owed"
    collection.add(title, "P.8", script, effects=["notify"])
    script.do("notificationRefused", central=1).do("notificationsReady")
    title = "All that are owed are notified"
    collection.add(title, "P.8", script, effects=["notify", "notify"])
    script = peripheral("serving").publish(numbered(7))
    script.do("notificationRefused", central=1).do("unsubscribed", central=1)
    script.subscribe().do("notificationsReady")
    title = "Unsubscribed, nothing is owed"
    collection.add(title, "P.8", script, effects=[])


def _four(**configuration: str) -> PeripheralScript:
    script = peripheral("serving", **configuration)
    for central in (2, 3, 4):
        script.connect(central).subscribe(central)
    return script


def _places(collection: Collection) -> None:
    script = _four().publish(numbered(7))
    title = "Four centrals are notified"
    collection.add(title, "P.10", script, effects=["notify"] * 4)
    script = _four().connect(5).subscribe(5).publish(numbered(7))
    title = "A fifth takes the place of the one heard longest ago"
    collection.add(title, "P.10", script, effects=["notify"] * 4)
    script.subscribe(1)
    title = "A central that lost its place can't subscribe"
    collection.add(title, "P.10", script, effects=["fault"])
    script.read(1)
    title = "A central that lost its place can read"
    collection.add(title, "P.10", script, effects=["answer"])
    script = _four().read(1).connect(5).publish(numbered(7))
    title = "A read counts as heard: the second loses its place"
    collection.add(title, "P.10", script, effects=["notify"] * 3)
    script = _four().subscribe(1).connect(5).publish(numbered(7))
    title = "A subscription counts as heard: the second loses its place"
    collection.add(title, "P.10", script, effects=["notify"] * 3)
    script = _four().do("mtuChanged", central=1, mtu=50).connect(5).publish(numbered(7))
    title = "A changed MTU does not count as heard"
    collection.add(title, "P.10", script, effects=["notify"] * 3)
    script = peripheral("advertising")
    for central in (2, 3, 4):
        script.connect(central, after=0)
    for central in (4, 3, 2, 1):
        script.subscribe(central, after=0)
    script.connect(5).publish(numbered(7))
    title = "Of equal ones the one in the lowest place loses it"
    collection.add(title, "P.10", script, effects=["notify"] * 3)
    script = _four().do("disconnected", central=2).connect(5).subscribe(5)
    script.publish(numbered(7))
    title = "The lowest free place is taken"
    collection.add(title, "P.10", script, effects=["notify"] * 4)
    script = peripheral("serving").connect(1).publish(numbered(7))
    title = "Connected again, a central is not subscribed any more"
    collection.add(title, "P.10", script, effects=[])
    script = peripheral("serving").publish(make_of_length("deployed", 100))
    script.do("mtuChanged", central=9, mtu=185).read(9)
    title = "A central without a place reads as at MTU 23"
    collection.add(title, "P.10", script, effects=["answer"])


def _endings(collection: Collection) -> None:
    script = peripheral("serving").do("stopNavigation").do("startNavigation").read()
    title = "Stopped and started: there is no object"
    collection.add(title, "P.9", script, effects=["reject"])
    script.publish(numbered(7))
    title = "Stopped and started: nobody is subscribed"
    collection.add(title, "P.9", script, effects=[])
    script.subscribe().publish(numbered(8))
    title = "Stopped and started: the connection is still there"
    collection.add(title, "P.9", script, effects=["notify"])
    script = peripheral("stopped").do("radioOff").do("startNavigation")
    title = "Started while Bluetooth is off: it waits"
    collection.add(title, "P.11", script, effects=[], phase="radioOff")
    script.do("radioOn")
    title = "Started while Bluetooth was off: on, it serves and advertises"
    collection.add(title, "P.11", script, phase="advertising")
    script = peripheral("radioOff").publish(numbered(7)).do("radioOn").read()
    title = "What was published while Bluetooth was off is read"
    collection.add(title, "P.11", script, effects=["answer"])
    script = peripheral("radioOff").do("radioOn").connect().subscribe()
    script.wait(REPEAT_INTERVAL - 21)
    title = f"Bluetooth on again: {REPEAT_INTERVAL - 1} ms later"
    collection.add(title, "P.11", script, effects=[])
    script.wait(1)
    title = f"Bluetooth on again: the newest object is repeated {REPEAT_INTERVAL / 1000:g} s later"
    collection.add(title, "P.11", script, effects=["notify"])
    script = (
        peripheral("advertising").do("radioOff").do("radioOn").wait(LOST_LINK_INTERVAL)
    )
    title = "Bluetooth on again without an object: nothing is repeated"
    collection.add(title, "P.11", script, effects=[])
    script = peripheral("radioOff").do("radioOn").wait(LOST_LINK_INTERVAL)
    script.wait(ADVERTISING_LIMIT - LOST_LINK_INTERVAL)
    title = "Bluetooth on again: the watchdog is idle, and the limit ends advertising"
    collection.add(title, "P.11", script, phase="serving")
    script = peripheral("serving").do("radioOff").do("radioOn").publish(numbered(7))
    title = "Bluetooth on again: nobody is connected"
    collection.add(title, "P.11", script, effects=[])
    script = peripheral("radioOff").do("stopNavigation").do("radioOn")
    title = "Stopped while Bluetooth was off: it stays stopped"
    collection.add(title, "P.11", script, effects=[], phase="stopped")
