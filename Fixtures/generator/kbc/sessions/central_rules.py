"""Set-up, losses, time and the rider's status: the other rules of the central's session."""

from __future__ import annotations

from ..timing import (
    KEEP_ALIVE_READ_INTERVAL,
    READ_TIMEOUT,
    SETUP_TIMEOUT,
    SILENCE_INTERVAL,
    STALE_INTERVAL,
)
from .central_script import LONG, MTU, OTHER, SHORT, central
from .script import Collection


# From the keep-alive read to the report of silence, and to the report that the display is stale.
UNTIL_SILENT = SILENCE_INTERVAL - KEEP_ALIVE_READ_INTERVAL
UNTIL_STALE = STALE_INTERVAL - KEEP_ALIVE_READ_INTERVAL
# From the report of silence to the end of the time for a discovery or a subscription.
UNTIL_GIVEN_UP = SETUP_TIMEOUT - SILENCE_INTERVAL


def add_rules(collection: Collection) -> None:
    """Adds the vectors, rule by rule."""
    _set_up(collection)
    _subscription_refused(collection)
    _services_changed(collection)
    _mtu_changed(collection)
    _status(collection)
    _time(collection)
    _radio(collection)


def _set_up(collection: Collection) -> None:
    script = central("connecting").of_link("disconnected").do("found", peer=8)
    title = "After a loss the first phone found is connected to, with a new ticket"
    collection.add(title, "C.1", script, effects=["stopScan", "connect"])
    script.connected(link=1)
    title = "The connection of an earlier link is late"
    collection.add(title, "C.1", script, effects=["fault"], phase="connecting")
    script = central("discovering").discovered(False)
    title = "Without a CCCD it reads at once"
    collection.add(title, "C.2", script, effects=["read"])
    script.whole(SHORT).rest()
    title = "Without a subscription it polls"
    collection.add(title, "C.2", script, effects=["read"])
    script = central("discovering", subscribes=False).discovered()
    title = "If it is configured not to subscribe, it reads at once"
    collection.add(title, "C.2", script, effects=["read"])
    script = central("reading")
    ticket = script.model.request
    script.chunk(LONG).value(LONG, ticket=ticket)
    title = "The answer to an earlier request is late"
    collection.add(title, "C.5", script, effects=["fault"], phase="reading")
    script = central("ready").answer("answered", bytes=SHORT.hex())
    title = "A second answer to one request is late"
    collection.add(title, "C.5", script, effects=["fault"], phase="ready")


def _subscription_refused(collection: Collection) -> None:
    for code in (0x05, 0x0F):
        script = central("subscribing").failed(code)
        title = f"The subscription is refused with {code:#04x}: it asks for pairing, and reads"
        collection.add(title, "C.3", script, effects=["fault", "read", "report"])
    script = central("subscribing").failed(0x05).rest().chunk(LONG)
    title = "A first chunk does not yet ask for the subscription again"
    collection.add(title, "C.3", script, phase="reading")
    script.chunk(LONG).chunk(LONG)
    title = "A whole object does not yet ask for the subscription again"
    collection.add(title, "C.3", script, effects=["deliver"], phase="ready")
    script = central("subscribing").failed(0x05).rest().notified(OTHER[:4])
    script.value(SHORT)
    title = (
        "A notification after the refusal is followed by a read, and nothing is owed"
    )
    collection.add(title, "C.3", script, effects=["deliver", "read", "report"])
    script = central("subscribing").failed(0x01)
    title = "Invalid Handle to a subscription: it discovers again"
    collection.add(title, "C.3", script, phase="discovering")
    for code in (0x03, 0x0A, 0x0E):
        script = central("subscribing").failed(code)
        title = f"The subscription is refused with {code:#04x}: it reads without one"
        collection.add(title, "C.3", script, phase="reading")


def _services_changed(collection: Collection) -> None:
    def changed(phase: str):
        return central(phase).of_link("serviceChanged")

    for name, script in (
        ("succeeds", changed("discovering").discovered()),
        ("finds nothing", changed("discovering").answer("notDiscovered")),
        ("is refused", changed("discovering").failed(0x0E)),
    ):
        title = f"Services changed during a discovery that {name}: it discovers again"
        collection.add(title, "C.10", script, phase="discovering")
    for name, script in (
        ("accepted", changed("subscribing").answer("subscribed")),
        ("refused", changed("subscribing").failed(0x0E)),
        ("refused for pairing", changed("subscribing").failed(0x05)),
    ):
        title = (
            f"Services changed during a subscription that is {name}: it discovers again"
        )
        collection.add(title, "C.10", script, phase="discovering")
    for name, script in (
        ("a value", changed("reading").value(SHORT)),
        ("a first chunk", changed("reading").chunk(LONG)),
        ("no object", changed("reading").failed(0x0A)),
        ("Invalid Handle", changed("reading").failed(0x01)),
        ("a demand for pairing", changed("reading").failed(0x05)),
        ("an error", changed("reading").failed(0x0E)),
    ):
        title = (
            f"Services changed during a read answered with {name}: it discovers again"
        )
        collection.add(title, "C.10", script, phase="discovering")
    script = changed("reading").wait(READ_TIMEOUT - 10).wait(10)
    title = "Services changed during a read that is never answered: the link ends"
    collection.add(title, "C.10", script)
    script = changed("ready").discovered()
    title = "Found again: it subscribes again"
    collection.add(title, "C.10", script, phase="subscribing")
    script = changed("ready").answer("notDiscovered")
    title = "Not found again: navigation has ended"
    collection.add(title, "C.10", script, phase="scanning")
    script.do("found", peer=8).connected()
    title = "After navigation has ended, the status stays ended while it connects again"
    collection.add(title, "C.13", script, effects=["discover"])
    script.discovered()
    title = "Found on the next link: it waits for an instruction"
    collection.add(title, "C.13", script, phase="subscribing")
    script = central("discovering").answer("notDiscovered")
    title = "Not found at first: the link ends"
    collection.add(title, "C.10", script, phase="scanning")
    script = central("discovering").failed(0x0E)
    title = "An error to a discovery ends the link, but not navigation"
    collection.add(title, "C.10", script, phase="scanning")


def _mtu_changed(collection: Collection) -> None:
    script = central("reading").chunk(LONG).of_link("mtuChanged", mtu=50)
    title = "The MTU changed during a read: the answer is awaited"
    collection.add(title, "C.11", script, effects=[])
    script.chunk(LONG)
    title = "The MTU changed: the answer is not used, and the read begins again"
    collection.add(title, "C.11", script, effects=["read"])
    script = central("reading").of_link("mtuChanged", mtu=50)
    script.value(SHORT)
    title = "The MTU changed before the first answer: it is not used"
    collection.add(title, "C.11", script, effects=["read"])
    for code in (0x0A, 0x07, 0x0E, 0x05, 0x01):
        script = central("reading").chunk(LONG).of_link("mtuChanged", mtu=50)
        script.failed(code)
        title = f"The MTU changed, and the answer is the error {code:#04x}"
        collection.add(title, "C.11", script)
    script = central("reading").notified(OTHER[:4]).of_link("mtuChanged", mtu=50)
    script.value(SHORT).value(SHORT)
    title = "The MTU changed during a read in which the central was notified"
    collection.add(title, "C.11", script)


def _status(collection: Collection) -> None:
    script = central("ready").rest().wait(UNTIL_SILENT - 1)
    title = f"Nothing from the phone for {SILENCE_INTERVAL - 1} ms: not yet silent"
    collection.add(title, "C.13", script, effects=[])
    script.wait(1)
    title = f"Nothing from the phone for {SILENCE_INTERVAL} ms: silent"
    collection.add(title, "C.13", script, effects=["report"])
    script.notified()
    title = "A notification ends the silence"
    collection.add(title, "C.13", script, effects=["report"])
    script = central("reading").whole(SHORT).rest().whole(SHORT)
    script.wait(UNTIL_STALE - 10)
    script.notified().value(SHORT, after=0)
    title = f"The same identifier after {STALE_INTERVAL - 10} ms: not yet stale"
    collection.add(title, "C.13", script)
    script = central("ready")
    for wait in (KEEP_ALIVE_READ_INTERVAL, UNTIL_STALE - 20):
        script.wait(wait)
        if script.model.phase == "ready":
            script.notified(after=0)
        script.value(SHORT, after=10)
    title = f"The same identifier after {STALE_INTERVAL} ms: stale"
    collection.add(title, "C.13", script, effects=["report"])
    script.rest().value(OTHER[:19])
    title = "Another identifier: no longer stale"
    collection.add(title, "C.13", script, effects=["deliver", "report"])
    script = central("ready").rest().value(SHORT).rest().value(SHORT)
    script.do("stop").do("start")
    title = "After a stop and a start it searches"
    collection.add(title, "C.13", script, effects=["startScan", "report"])
    script.do("found", peer=8).connected().discovered().answer("subscribed")
    script.value(SHORT)
    title = "The same identifier after a stop and a start"
    collection.add(title, "C.13", script)
    script = central("ready").of_link("disconnected", after=7000).do("found", peer=8)
    script.connected().discovered().answer("subscribed").value(SHORT)
    title = "The same identifier on a new link is stale as well"
    collection.add(title, "C.13", script)
    script = central("reading").whole(LONG).rest().chunk(LONG, after=UNTIL_STALE + 500)
    title = "A first chunk with the same identifier is stale as well"
    collection.add(title, "C.13", script)
    script = central("reading").failed(0x05).rest().wait(UNTIL_SILENT)
    title = "Silence comes before pairing"
    collection.add(title, "C.13", script)


def _time(collection: Collection) -> None:
    script = central("ready").do("timePassed", after=-50)
    title = "A time before the latest seen counts as the latest seen"
    collection.add(title, "C.9", script, effects=[])
    script = central("ready")
    script.notified(after=-50)
    title = "An event in the past happens now"
    collection.add(title, "C.5", script, effects=["read"])
    script = central("reading", readTimeout=1500).wait(1499)
    title = "A read's time-out as configured, a millisecond before"
    collection.add(title, "C.9", script, effects=[])
    script.wait(1)
    title = "A read's time-out as configured ends the link"
    collection.add(title, "C.9", script, phase="scanning")
    script = central("reading").value(SHORT, after=READ_TIMEOUT)
    title = "An answer at the deadline is in time"
    collection.add(title, "C.9", script, phase="ready")
    script = central("connecting").connected(after=SETUP_TIMEOUT)
    title = "A connection at the deadline is in time"
    collection.add(title, "C.9", script, phase="discovering")
    script = central("discovering").wait(SILENCE_INTERVAL).wait(UNTIL_GIVEN_UP)
    title = f"A discovery that takes {SETUP_TIMEOUT / 1000:g} s ends the link"
    collection.add(title, "C.9", script, phase="scanning")
    script = central("subscribing").wait(SILENCE_INTERVAL).wait(UNTIL_GIVEN_UP - 1)
    title = f"A subscription that takes {SETUP_TIMEOUT - 1} ms may still be confirmed"
    collection.add(title, "C.9", script, effects=[])
    script.answer("subscribed", after=1)
    title = "A subscription confirmed at its deadline is in time"
    collection.add(title, "C.9", script, phase="reading")
    script = central("ready").of_link(
        "mtuChanged", mtu=MTU, after=KEEP_ALIVE_READ_INTERVAL
    )
    title = "A read that is due goes out with any event"
    collection.add(title, "C.5", script, effects=["read"])


def _radio(collection: Collection) -> None:
    script = central("stopped").do("radioOff").do("start")
    title = "A session that is started while Bluetooth is off waits"
    collection.add(title, "C.14", script, phase="radioOff")
    script.do("radioOn")
    title = "A session that waits starts to scan when Bluetooth is on"
    collection.add(title, "C.14", script, phase="scanning")
    script = central("reading").do("radioOff").do("radioOn").do("found", peer=8)
    script.connected().value(SHORT, ticket=4)
    title = "An answer from before Bluetooth was off is late"
    collection.add(title, "C.14", script, effects=["fault"], phase="discovering")
    script = central("radioOff").do("stop").do("radioOn")
    title = "A session that was stopped while Bluetooth was off stays stopped"
    collection.add(title, "C.14", script, effects=[], phase="stopped")
