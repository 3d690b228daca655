"""Which devices the phone misses, and who ends the search for them: rule P.12."""

from __future__ import annotations

from functools import partial

from ..timing import ADVERTISING_LIMIT, LOST_LINK_INTERVAL, REPEAT_INTERVAL
from .peripheral_script import back, gone, numbered, own, subscribers
from .script import Collection

SINCE = "3.0.0"


def add_rules(collection: Collection) -> None:
    """Adds the vectors, all since version 3.0.0."""
    _counted(collection)
    _due_at_once(collection)
    _there_already(collection)
    _first_reads(collection)
    _lost_before(collection)
    _told_once_more(collection)
    _never_arrived(collection)
    _without_a_place(collection)
    _without_a_cccd(collection)
    _requests(collection)


def _counted(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = back(gone(subscribers(1, 2), 1, 2), 3)
    title = "Two devices are lost and one comes back: it advertises on"
    add(title, "P.12", script, effects=[], phase="advertisingAgain")
    script.read(3)
    title = "The read after a subscription is not another arrival"
    add(title, "P.12", script, phase="advertisingAgain")
    back(script, 4)
    title = "Two devices were lost and both are back: it ends"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = gone(subscribers(1, 2), 1, 2).connect(3).read(3)
    title = "Two devices are lost and one that comes back reads: it advertises on"
    add(title, "P.12", script, effects=["answer"], phase="advertisingAgain")
    script.subscribe(3)
    title = "The subscription after a read is not another arrival"
    add(title, "P.12", script, effects=[], phase="advertisingAgain")
    script.connect(4).read(4)
    title = "Two devices were lost and the second one reads: it ends"
    add(title, "P.12", script, effects=["answer", "stopAdvertising"])
    script = back(back(gone(subscribers(1, 2, 3), 1, 2, 3), 4), 5)
    title = "Three devices are lost and two come back: it advertises on"
    add(title, "P.12", script, effects=[], phase="advertisingAgain")
    script = back(gone(back(gone(subscribers(1, 2), 1), 3), 2), 4)
    title = "A device comes back before the next one is lost: each is counted"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = gone(subscribers(1, 2, 3), 2).connect(4)
    title = "A connection alone is no arrival"
    add(title, "P.12", script, effects=[], phase="advertisingAgain")
    script = gone(subscribers(1, 2, 3), 2, 3)
    title = "A second loss while it advertises without a limit"
    add(title, "P.12", script, effects=[], phase="advertisingAgain")


def _due_at_once(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = subscribers(1, 2).wait(LOST_LINK_INTERVAL)
    title = "Two watchdogs are due in one event: it advertises once"
    effects = ["startAdvertising", "notify", "notify"]
    add(title, "P.12", script, effects=effects, phase="advertisingAgain")
    script.read(1)
    title = "Two watchdogs were due in one event and one device reads: it advertises on"
    add(title, "P.12", script, effects=["answer"], phase="advertisingAgain")
    script.read(2)
    title = "Two watchdogs were due in one event and both devices read: it ends"
    add(title, "P.12", script, effects=["answer", "stopAdvertising"])
    script = subscribers(1, 2, 3).wait(LOST_LINK_INTERVAL).read(1).read(2)
    title = "Three watchdogs were due in one event and two devices read"
    add(title, "P.12", script, effects=["answer"], phase="advertisingAgain")
    for arrived, other, order in ((1, 2, "below"), (2, 1, "above")):
        script = own("advertising").publish(numbered(1)).connect(2)
        script.subscribe(arrived).wait(LOST_LINK_INTERVAL)
        script.read(other)
        title = f"Of two due in one event one had arrived, its place {order}: two are missing"
        add(title, "P.12", script, effects=["answer"], phase="advertisingAgain")
    script = subscribers(1).read(9).wait(LOST_LINK_INTERVAL).read(1)
    title = "One without a place is due in one event with a device that had arrived"
    add(title, "P.12", script, effects=["answer"], phase="advertisingAgain")
    script = subscribers(1, 2).read(9).wait(LOST_LINK_INTERVAL).read(1)
    title = "One without a place is due in one event with two devices"
    add(title, "P.12", script, effects=["answer"], phase="advertisingAgain")
    script = gone(subscribers(1, 2), 2).connect(3)
    script.read(3, after=LOST_LINK_INTERVAL)
    title = "The missing device arrives in the event in which another is lost"
    effects = ["answer", "stopAdvertising", "startAdvertising", "notify"]
    add(title, "P.12", script, effects=effects, phase="advertisingAgain")
    script = subscribers(1).read(after=LOST_LINK_INTERVAL)
    title = "A device reads when its watchdog is due: it is not lost"
    add(title, "P.12", script, effects=["answer", "notify"], phase="serving")


def _there_already(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    for phase, script in (
        ("advertising", subscribers(1).do("startAdvertising")),
        ("advertisingAgain", gone(subscribers(1, 2), 2)),
    ):
        script.subscribe(1)
        title = f"A device that is there subscribes once more while {phase}"
        add(title, "P.12", script, effects=[], phase=phase)
        script.read(1)
        title = f"A device that is there reads while {phase}"
        add(title, "P.12", script, effects=["answer"], phase=phase)
        script.do("unsubscribed", central=1).subscribe(1)
        title = f"A device that is there unsubscribed, and subscribes while {phase}"
        add(title, "P.12", script, effects=[], phase=phase)
    script = subscribers(1).connect(2).subscribe(2)
    script.read_on(LOST_LINK_INTERVAL, 1)
    script.subscribe(1)
    title = "One watchdog has fired and another device subscribes once more"
    add(title, "P.12", script, effects=[], phase="advertisingAgain")
    script = subscribers(1, 2)
    script.read_on(LOST_LINK_INTERVAL, 1)
    script.read(2).publish(numbered(7))
    title = "A lost device arrived again: it is notified, and nobody is missing"
    add(title, "P.12", script, effects=["notify", "notify"], phase="serving")
    script = subscribers(1, 2)
    script.read_on(LOST_LINK_INTERVAL, 1)
    script.connect(3).subscribe(3).publish(numbered(7)).wait(REPEAT_INTERVAL)
    script.read(1, after=0).read(3, after=0).wait(REPEAT_INTERVAL)
    title = "A publication does not arm the watchdog of a device that was lost"
    add(title, "P.12", script, phase="serving")


def _first_reads(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    for phase, script in (
        ("advertising", own("advertising").subscribe().do("startAdvertising")),
        ("advertisingAgain", gone(subscribers(1, 2), 2)),
    ):
        script.connect(3).read(3)
        title = f"With a CCCD the first read of a new device ends it while {phase}"
        add(title, "P.12", script, phase="serving")
        script.do("startAdvertising").read(3)
        title = f"With a CCCD its second read does not end it, after {phase}"
        add(title, "P.12", script, phase="advertising")
        script.subscribe(3)
        title = f"Its first subscription after a read does not end it, after {phase}"
        add(title, "P.12", script, effects=[], phase="advertising")
    for offset, effect in ((5, "answer"), (600, "reject")):
        script = gone(subscribers(1, 2), 2).connect(3).read(3, offset=offset)
        title = f"A new device's first read is at {offset}: it has arrived"
        add(title, "P.12", script, effects=[effect, "stopAdvertising"])
    script = own("advertising").read()
    title = "A device's first read before there is an object: it has arrived"
    add(title, "P.12", script, effects=["reject", "stopAdvertising"])
    script = gone(subscribers(1, 2, 3), 3)
    title = "Arrivals while nobody is missing: the next loss counts all the same"
    add(title, "P.12", script, effects=["startAdvertising"])
    script = back(gone(subscribers(1, 2, 3), 2, 3), 4)
    title = "Arrivals while nobody is missing: the next two losses count"
    add(title, "P.12", script, effects=[], phase="advertisingAgain")


def _lost_before(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = own("advertisingAgain").read()
    title = "A device whose watchdog fired reads: it arrives"
    add(title, "P.12", script, effects=["answer", "stopAdvertising"])
    script = own("advertisingAgain").subscribe()
    title = "A device whose watchdog fired subscribes: it arrives"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = own("advertisingAgain").connect()
    title = "A device whose watchdog fired connects: it has not arrived yet"
    add(title, "P.12", script, effects=[], phase="advertisingAgain")
    script.read()
    title = "A device whose watchdog fired connects and reads: it arrives"
    add(title, "P.12", script, effects=["answer", "stopAdvertising"])
    script = back(gone(own("advertisingAgain"), 1), 2)
    title = "A device whose watchdog fired disconnects: it is missing only once"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = own("advertisingAgain").connect().without_read(LOST_LINK_INTERVAL)
    script.subscribe()
    title = "A device's watchdog fires twice without an arrival: it is missing once"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = own("advertisingAgain").read().without_read(LOST_LINK_INTERVAL)
    title = "A device arrives, and its watchdog fires again"
    add(title, "P.12", script, phase="advertisingAgain")
    script = subscribers(1, 2).wait(LOST_LINK_INTERVAL).read(1)
    script.without_read(LOST_LINK_INTERVAL).read(1)
    title = "A device of two arrives and is lost again: both are missing"
    add(title, "P.12", script, phase="advertisingAgain")


def _told_once_more(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    for phase, script in (
        ("advertising", subscribers(1).do("startAdvertising")),
        ("advertisingAgain", gone(subscribers(1, 2), 2)),
    ):
        script.connect(1).subscribe(1)
        title = f"Connected once more and subscribed: it was there while {phase}"
        add(title, "P.12", script, effects=[], phase=phase)
        script.connect(1).read(1)
        title = f"Connected once more and read: it was there while {phase}"
        add(title, "P.12", script, effects=["answer"], phase=phase)
    script = back(gone(gone(subscribers(1, 2), 2).connect(1), 1), 3)
    title = "Connected once more, the end of its link counts"
    add(title, "P.12", script, effects=[], phase="advertisingAgain")
    script = gone(subscribers(1, 2), 2).connect(1)
    script = back(script.without_read(LOST_LINK_INTERVAL), 3)
    title = "Connected once more, its watchdog counts"
    add(title, "P.12", script, effects=[], phase="advertisingAgain")
    script = own("advertising").connect(1).subscribe(1)
    title = "Connected once more before it had arrived: it arrives"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = back(gone(subscribers(1), 1), 1)
    title = "Disconnected and connected: it arrives"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")


def _never_arrived(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = back(gone(subscribers(1), 1).connect(2).do("disconnected", central=2), 3)
    title = "One is missing, and one that never arrived disconnects: still one"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = gone(subscribers(1), 1).connect(2).without_read(LOST_LINK_INTERVAL)
    script.subscribe(2)
    title = (
        "One is missing, and the watchdog of one that never arrived fires: still one"
    )
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = gone(subscribers(1), 1)
    for central in (2, 3, 4):
        script.connect(central).do("disconnected", central=central)
    script = back(script, 5)
    title = "One is missing, and three that never arrived disconnect: still one"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    for count, effects in ((1, []), (2, ["stopAdvertising"])):
        script = gone(subscribers(1, 2), 1, 2).connect(3)
        script.do("disconnected", central=3)
        for central in range(4, 4 + count):
            script = back(script, central)
        title = f"Two are missing, one that never arrived is lost, {count} come back"
        add(title, "P.12", script, effects=effects)
    script = gone(own("serving").connect(2), 2)
    title = "Nobody is missing, and one that never arrived disconnects: it advertises"
    add(title, "P.12", script, effects=["startAdvertising"], phase="advertisingAgain")
    script = back(script, 3)
    title = "Nobody was missing, and one that never arrived was lost: one is missing"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = own("advertising").connect(2).publish(numbered(1))
    script.without_read(LOST_LINK_INTERVAL).subscribe(1)
    title = "Nobody was missing, and two that never arrived were lost: one is missing"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")


def _without_a_place(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = back(gone(subscribers(1), 9), 2)
    title = "One without a place disconnected: one is missing"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = back(gone(subscribers(1), 1, 9, 8), 2)
    title = "One is missing, and two without a place disconnect: still one"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = subscribers(1).read(9)
    script.read_on(LOST_LINK_INTERVAL, 1)
    script = back(script, 2)
    title = "The watchdog of those without a place fired: one is missing"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = gone(subscribers(1, 2), 2).read(9)
    script.read_on(LOST_LINK_INTERVAL, 1)
    script = back(script, 3)
    title = "One is missing, and the watchdog of those without a place fires: still one"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    for phase, script in (
        ("advertising", own("advertising")),
        ("advertisingAgain", gone(subscribers(1), 1)),
    ):
        script.read(9)
        title = f"A read without a place is no arrival while {phase}"
        add(title, "P.12", script, phase=phase)
        script.subscribe(9)
        title = f"A subscription without a place is no arrival while {phase}"
        add(title, "P.12", script, effects=["fault"], phase=phase)
    script = subscribers(1, 2, 3, 4).do("startAdvertising").connect(5).subscribe(5)
    title = "Who takes a place has not arrived before: its subscription ends it"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = back(gone(subscribers(1, 2, 3, 4).connect(5), 4, 1), 6)
    title = "A device that had arrived lost its place, and disconnects: still one"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = (
        subscribers(1, 2, 3, 4).connect(5).do("startAdvertising").connect(1).read(1)
    )
    title = "A device that lost its place gets one and reads: it arrives"
    add(title, "P.12", script, effects=["answer", "stopAdvertising"])


def _without_a_cccd(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = own("advertising", hasCCCD=False).subscribe()
    title = "Without a CCCD a subscription that is refused is no arrival"
    add(title, "P.12", script, effects=["fault"], phase="advertising")
    script.read()
    title = "Without a CCCD the read after a refused subscription is the arrival"
    add(title, "P.12", script, effects=["reject", "stopAdvertising"])
    script = own("advertising", hasCCCD=False).read().connect(2).read(2)
    script = gone(script, 1, 2).connect(3).read(3)
    title = "Without a CCCD two devices are lost and one comes back"
    add(title, "P.12", script, effects=["reject"], phase="advertisingAgain")
    script.connect(4).read(4)
    title = "Without a CCCD two devices were lost and both are back"
    add(title, "P.12", script, effects=["reject", "stopAdvertising"])


def _requests(collection: Collection) -> None:
    """The user has it advertise."""
    add = partial(collection.add, since=SINCE)
    script = gone(subscribers(1), 1).do("startAdvertising")
    title = "The user's request while a device is missing changes nothing"
    add(title, "P.12", script, effects=[], phase="advertisingAgain")
    script.wait(ADVERTISING_LIMIT)
    title = "The user's request while a device is missing sets no limit"
    add(title, "P.12", script, phase="advertisingAgain")
    script = back(script, 2)
    title = "After the user's request the missing device arrives: it ends"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = subscribers(1).do("startAdvertising").connect(2).subscribe(2)
    title = "The user has it advertise, and a new device arrives: it ends"
    add(title, "P.12", script, effects=["stopAdvertising"], phase="serving")
    script = gone(subscribers(1, 2).do("startAdvertising"), 2).wait(ADVERTISING_LIMIT)
    title = "A device is lost while the user's request lasts: the limit is gone"
    add(title, "P.12", script, phase="advertisingAgain")
