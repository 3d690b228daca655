"""A subscription that is owed, because only pairing is missing: rules C.3 and C.13."""

from __future__ import annotations

from functools import partial

from ..timing import KEEP_ALIVE_READ_INTERVAL, SETUP_TIMEOUT, SILENCE_INTERVAL
from .central_script import LONG, OTHER, SHORT, CentralScript, central
from .script import Collection

SINCE = "3.0.0"
ASKED_AGAIN = KEEP_ALIVE_READ_INTERVAL


def add_rules(collection: Collection) -> None:
    """Adds the vectors, all since version 3.0.0."""
    _whole_story(collection)
    _asked_again(collection)
    _when_asked(collection)
    _services_changed(collection)
    _reads_refused_too(collection)


def _owed() -> CentralScript:
    """The subscription is refused, and an object was read."""
    return central("subscribing").failed(0x05).value(SHORT)


def _whole_story(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = _owed()
    title = "Only the subscription wants pairing: the object is delivered all the same"
    add(title, "C.3", script, effects=["deliver"], phase="ready")
    script.rest()
    title = "When the next read is due, the subscription is asked for again first"
    add(title, "C.3", script, effects=["subscribe"])
    script.failed(0x05)
    title = "Still not paired: it reads on, and has told the rider already"
    add(title, "C.3", script, effects=["fault", "read"])
    script.value(SHORT).rest()
    title = "The subscription is asked for a third time"
    add(title, "C.3", script, effects=["subscribe"])
    script.answer("subscribed")
    title = "Paired at last: the subscription is accepted, and it reads"
    add(title, "C.3", script, effects=["read", "report"])
    script.value(SHORT)
    title = "After the subscription was accepted it rests after an object"
    add(title, "C.3", script, effects=["report"], phase="ready")
    script.rest()
    title = "A subscription that was accepted is not asked for again"
    add(title, "C.3", script, effects=["read"])


def _asked_again(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = _owed().rest().failed(0x0F)
    title = "The owed subscription is refused with 0x0f: it is still owed"
    add(title, "C.3", script, effects=["fault", "read"])
    script = _owed().rest().failed(0x0E)
    title = "The owed subscription is refused for another reason: nothing is owed"
    add(title, "C.3", script, effects=["fault", "read", "report"])
    script.value(SHORT).rest()
    title = "A subscription refused for another reason is not asked for again"
    add(title, "C.3", script, effects=["read"])
    script = _owed().rest().failed(0x01)
    title = "The owed subscription is refused with Invalid Handle: it discovers again"
    add(title, "C.3", script, effects=["fault", "discover"])
    script = _owed().rest().wait(SILENCE_INTERVAL)
    script.wait(SETUP_TIMEOUT - SILENCE_INTERVAL)
    title = "The owed subscription is never answered: the link ends"
    add(title, "C.9", script, phase="scanning")
    script = _owed().of_link("disconnected").do("found", peer=8).connected()
    title = "A new link owes no subscription"
    add(title, "C.3", script, effects=["discover", "report"])


def _when_asked(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = _owed().notified(OTHER[:4])
    title = "Notified though the subscription is owed: it reads, and owes nothing"
    add(title, "C.3", script, effects=["read", "report"])
    script = central("subscribing").failed(0x05).failed(0x0E).pause()
    title = "The pause after an error ends: the owed subscription comes first"
    add(title, "C.3", script, effects=["subscribe"])
    script = central("subscribing").failed(0x05).failed(0x0A).rest()
    title = "There was no object: the owed subscription comes before the next read"
    add(title, "C.3", script, effects=["subscribe"])
    script = _owed().of_link("mtuChanged", mtu=100, after=ASKED_AGAIN)
    title = "An owed subscription that is due goes out with any event"
    add(title, "C.3", script, effects=["subscribe"])
    script = central("subscribing").failed(0x05).chunk(LONG).chunk(LONG)
    title = "Chunks are read one after the other though the subscription is owed"
    add(title, "C.3", script, effects=["read"])
    script = central("subscribing").failed(0x05).wait(ASKED_AGAIN)
    title = "A read is outstanding: no time makes another one due"
    add(title, "C.3", script, effects=[])


def add_notified(collection: Collection) -> None:
    """A notification shows that there is a subscription."""
    add = partial(collection.add, since=SINCE)
    script = _owed().notified(SHORT[:4]).value(SHORT).rest()
    title = "After a notification the owed subscription is not asked for again"
    add(title, "C.3", script, effects=["read"])
    script = _owed().notified(OTHER[:3])
    title = "A malformed notification shows a subscription, too"
    add(title, "C.3", script, effects=["fault", "read", "report"])
    script = central("subscribing").failed(0x05).notified(OTHER[:4])
    title = "Notified during the read after the refusal: nothing is owed"
    add(title, "C.3", script, effects=["report"], phase="reading")
    script = _owed().rest().notified(OTHER[:4])
    title = "Notified while the owed subscription is asked for: nothing is owed"
    add(title, "C.3", script, effects=["report"], phase="subscribing")
    script.failed(0x05)
    title = "Notified, and then refused: the subscription is owed again"
    add(title, "C.3", script, effects=["fault", "read", "report"])
    script = _owed().of_link("serviceChanged").notified(OTHER[:4])
    title = "Notified during the discovery: nothing is owed"
    add(title, "C.3", script, effects=["report"], phase="discovering")


def _services_changed(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = _owed().of_link("serviceChanged")
    title = "Services changed: the subscription is still owed"
    add(title, "C.3", script, effects=["discover"])
    script.discovered(False)
    title = "Found again without a CCCD: nothing is owed, and it reads"
    add(title, "C.3", script, effects=["read", "report"])
    script.value(SHORT).rest()
    title = "Found again without a CCCD: the subscription is not asked for again"
    add(title, "C.3", script, effects=["read"])
    script = _owed().of_link("serviceChanged").discovered().failed(0x05)
    title = "Found again, the subscription is refused again: it is still owed"
    add(title, "C.3", script, effects=["fault", "read"])
    script = _owed().of_link("serviceChanged").discovered().answer("subscribed")
    title = "Found again, the subscription is accepted: nothing is owed"
    add(title, "C.3", script, effects=["read", "report"])
    script = _owed().of_link("serviceChanged").discovered().failed(0x0E)
    title = "Found again, the subscription is refused for another reason"
    add(title, "C.3", script, effects=["fault", "read", "report"])
    script = _owed().rest().of_link("serviceChanged").failed(0x05)
    title = "Services changed while the owed subscription was asked for"
    add(title, "C.10", script, effects=["fault", "discover"])
    script = _owed().rest().failed(0x01).discovered(False)
    title = "After Invalid Handle found again without a CCCD: nothing is owed"
    add(title, "C.3", script, effects=["read", "report"])
    script = _owed().rest().of_link("serviceChanged").answer("subscribed")
    title = "Services changed while the owed subscription was asked for and accepted"
    add(title, "C.10", script, effects=["discover", "report"])


def _reads_refused_too(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = central("subscribing").failed(0x05).failed(0x05)
    title = "The read wants pairing too: it rests"
    add(title, "C.3", script, effects=["fault"], phase="ready")
    script.rest().answer("subscribed")
    title = "The subscription is accepted, but no read was answered yet"
    add(title, "C.13", script, effects=["read"])
    script.value(SHORT)
    title = "The read is answered with a value too: no pairing is required any more"
    add(title, "C.13", script, effects=["deliver", "report"])
    script = central("reading").failed(0x05).rest()
    title = "Only the read wants pairing: it reads again"
    add(title, "C.7", script, effects=["read"])
    script = central("subscribing").failed(0x0F).failed(0x0A)
    title = "No object does not clear the debt of a subscription"
    add(title, "C.13", script, effects=[], phase="ready")
