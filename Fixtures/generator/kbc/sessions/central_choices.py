"""What the rules of the central say where two rules meet, or where a sentence could be taken in two ways."""

from __future__ import annotations

from functools import partial

from ..objects import make
from ..timing import KEEP_ALIVE_READ_INTERVAL, STALE_INTERVAL
from .central_arrivals import STREETLESS
from .central_failures import DROPPED
from .central_reading import NO_OBJECT
from .central_script import HALF, LONG, OTHER, SHORT, CentralScript, central
from .script import Collection

SINCE = "3.1.0"
LEGACY = make("legacy", b"Am Park")
PUBLISHED = make("published", b"Am Park")
# As an object of 16 bytes, these are an identifier, an arrow, a distance and a street; alone, they could be a UUID.
LIKE_UUID = bytes.fromhex("0123456789ab4def8123456789abcdef")


def add_rules(collection: Collection) -> None:
    """Adds the vectors, all since version 3.1.0."""
    _late(collection)
    _changed(collection)
    _remembered(collection)
    _rows(collection)
    _stale(collection)
    _again(collection)
    _before_the_link(collection)
    _pairing(collection)
    _subscriptions(collection)
    _first_bytes(collection)
    _names(collection)


def _late(collection: Collection) -> None:
    script = central("ready").of_link(
        "mtuChanged", link=9, mtu=100, after=KEEP_ALIVE_READ_INTERVAL
    )
    title = "Another link's MTU comes when a read is due: it is late, and it reads"
    effects = ["fault", "read"]
    collection.add(title, "C.5", script, effects=effects, since=SINCE)


def _changed(collection: Collection) -> None:
    """Both the MTU and services change while a read is outstanding."""
    add = partial(collection.add, since=SINCE)
    orders = (("mtuChanged", "serviceChanged"), ("serviceChanged", "mtuChanged"))
    for order in orders:
        for answer in ("a value", "an error"):
            script = central("reading")
            for event in order:
                members = {"mtu": 100} if event == "mtuChanged" else {}
                script.of_link(event, **members)
            script = script.value(SHORT) if answer == "a value" else script.failed(0x0E)
            first = "The MTU" if order[0] == "mtuChanged" else "Services"
            title = (
                f"{first} changed first, then the other: after {answer} it discovers"
            )
            add(title, "C.10", script, effects=["discover"])
    script = central("reading").notified(OTHER[:4]).of_link("mtuChanged", mtu=100)
    script.failed(0x0E).value(SHORT)
    title = "A notification before the read began again is forgotten, after an error"
    add(title, "C.11", script, phase="ready")
    script = central("reading", maximumRestarts=1).chunk(LONG).chunk(LONG).chunk(OTHER)
    script.of_link("mtuChanged", mtu=100).chunk(OTHER)
    script.chunk(LONG).chunk(LONG).chunk(OTHER)
    title = "A read that begins again after another MTU may restart as often as any"
    add(title, "C.11", script, effects=["deliver", "read"])
    script = _ended().of_link("serviceChanged").discovered()
    title = "Services changed during the discovery: what it found does not count"
    add(title, "C.10", script, effects=["discover"])
    script = central("reading", radio="oneCallback").of_link("serviceChanged")
    script.arrived(SHORT)
    title = (
        "Services changed: with one callback an arrival is the answer, and discarded"
    )
    add(title, "C.10", script, effects=["discover"])


def _ended() -> CentralScript:
    """Navigation had ended, and a link came up since."""
    script = central("ready").of_link("serviceChanged").answer("notDiscovered")
    return script.do("found", peer=8).connected()


def _remembered(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = central("ready").do("radioOff").do("radioOn").do("found", peer=8)
    script.connected().discovered().answer("subscribed").value(SHORT)
    title = "Bluetooth was off: what was delivered last is not delivered again"
    add(title, "C.4", script, effects=["report"])
    script = central("reading").value(STREETLESS).value(b"").value(STREETLESS)
    title = "An object of 20 bytes that is whole is delivered as whole"
    add(title, "C.4", script, effects=["deliver"])
    script.rest().value(STREETLESS).value(b"").value(STREETLESS)
    title = "An object of 20 bytes that was delivered as whole is not delivered again"
    add(title, "C.4", script, effects=[])


def _rows(collection: Collection) -> None:
    """Rows of failures begin at nothing, and only progress ends them."""
    add = partial(collection.add, since=SINCE)
    script = central("ready").rest()
    for _ in range(2):
        script.failed(0x0E).pause()
    title = "After an object the third error in a row does not end the link"
    add(title, "C.7", script.failed(0x0E), effects=["fault"], phase="ready")
    script = central("ready").rest()
    for _ in range(7):
        script.value(NO_OBJECT).pause()
    title = "After an object the eighth unreadable one does not end the link"
    add(title, "C.8", script.value(NO_OBJECT), effects=["fault"], phase="ready")
    script = _unreadable().of_link("serviceChanged").value(SHORT)
    script.discovered().answer("subscribed").value(NO_OBJECT)
    title = "Another discovery does not end the row of unreadable objects"
    add(title, "C.8", script, effects=DROPPED)
    script = _unreadable().failed(0x05).rest().value(NO_OBJECT)
    title = "A demand for pairing does not end the row of unreadable objects"
    add(title, "C.8", script, effects=DROPPED)


def _unreadable() -> CentralScript:
    """Eight objects in a row were unreadable, and the next read is outstanding."""
    script = central("reading")
    for _ in range(8):
        script.value(NO_OBJECT).pause()
    return script


def _stale(collection: Collection) -> None:
    script = central("reading", maximumRestarts=0).chunk(LONG)
    script.chunk(LONG, after=STALE_INTERVAL // 2)
    script.chunk(OTHER, after=STALE_INTERVAL // 2)
    title = "An answer for which no restart is left gives no identifier: stale"
    effects = ["fault", "report"]
    collection.add(title, "C.13", script, effects=effects, since=SINCE)


def _again(collection: Collection) -> None:
    """What an object that changes does not forget, and a phone that is found once more."""
    add = partial(collection.add, since=SINCE)
    script = central("reading").notified(OTHER[:4]).chunk(LONG).chunk(LONG)
    script.chunk(HALF).chunk(HALF).chunk(HALF)
    title = "Notified during a read that has started again since: it reads once more"
    add(title, "C.5", script, effects=["deliver", "read"])
    script = central("ready").of_link("disconnected").do("found", peer=7)
    title = "The phone that was lost is found: it connects again"
    add(title, "C.1", script, effects=["stopScan", "connect"])


def _before_the_link(collection: Collection) -> None:
    """What comes from a phone before the radio has told that the link is up."""
    add = partial(collection.add, since=SINCE)
    for event in ("notified", "arrived"):
        script = central("connecting").of_link(event, bytes="07")
        title = f"A malformed notification is a fault before the link is up: {event}"
        add(title, "C.5", script, effects=["fault"], phase="connecting")
    script = central("connecting", radio="oneCallback").arrived(b"\x07")
    title = "With one callback an arrival before the link is up is nothing"
    add(title, "C.12", script, effects=[], phase="connecting")


def _pairing(collection: Collection) -> None:
    """What ends a demand for pairing."""
    add = partial(collection.add, since=SINCE)
    script = central("reading").failed(0x05).of_link("disconnected")
    script.do("found", peer=7).connected()
    title = "A new link begins without the last one's demand for pairing"
    add(title, "C.1", script, effects=["discover", "report"], phase="discovering")
    script = central("reading").failed(0x05).rest().value(bytes(513))
    title = "A value that is too long ends a demand for pairing, too"
    add(title, "C.13", script, effects=["fault", "report"], phase="ready")


def _subscriptions(collection: Collection) -> None:
    """Subscriptions that are refused, beside rows of failures and discoveries that count for nothing."""
    add = partial(collection.add, since=SINCE)
    script = central("subscribing").failed(0x03)
    for _ in range(2):
        script.failed(0x0E).pause()
    title = (
        "A refused subscription does not count: the third error does not end the link"
    )
    add(title, "C.7", script.failed(0x0E), effects=["fault"], phase="ready")
    script = central("reading")
    for _ in range(3):
        script.failed(0x0E).pause()
    script.of_link("serviceChanged").failed(0x0E).discovered().failed(0x03)
    title = "A refused subscription does not end the row of errors"
    add(title, "C.7", script.failed(0x0E), effects=DROPPED)
    script = central("subscribing").failed(0x05).failed(0x0A)
    script.of_link("serviceChanged").of_link("serviceChanged").discovered(False)
    title = "Found without a CCCD, but services changed since: the debt stays"
    add(title, "C.10", script, effects=["discover"])
    script = central("reading", trustsChunkSize=True).whole(LONG)
    script.of_link("serviceChanged").discovered(False).value(OTHER[:21])
    title = "Another discovery does not forget the chunk size"
    add(title, "C.11", script, effects=["deliver"], phase="ready")


def _first_bytes(collection: Collection) -> None:
    """Which bytes of a first answer are decoded: those that would be delivered."""
    add = partial(collection.add, since=SINCE)
    for radio in ("longReads", "wholeValues", "oneCallback"):
        script = central("reading", radio=radio, layout="auto").value(LEGACY)
        title = f"The first 20 bytes of a legacy object are no instruction: {radio}"
        add(title, "C.4", script, effects=["read"])
    script = central("reading", layout="auto").value(LEGACY[:21])
    title = "The first 21 bytes of a legacy object are one, if they are a chunk"
    add(title, "C.4", script, effects=["deliver", "read", "report"])
    script = central("reading", radio="longReads", layout="published")
    title = "The first 20 bytes of a published object are an instruction"
    add(title, "C.4", script.value(PUBLISHED), effects=["deliver", "read", "report"])


def _names(collection: Collection) -> None:
    """Identifiers: which layout's a notification carries, and those that are UUIDs."""
    add = partial(collection.add, since=SINCE)
    script = central("reading").notified(LIKE_UUID).value(LIKE_UUID)
    title = "With deployed configured, 16 bytes like a UUID begin the object read"
    add(title, "C.5", script, effects=["deliver", "report"], phase="ready")
    script = central("reading", layout="legacy")
    for _ in range(2):
        script.whole(LEGACY).rest()
    title = "The same UUID for six seconds is stale"
    add(title, "C.13", script.chunk(LEGACY), effects=["read", "report"])
    script = central("reading", layout="published")
    for _ in range(2):
        script.whole(PUBLISHED).rest()
    title = "A first chunk that is no instruction gives no identifier: stale"
    add(title, "C.13", script.chunk(LONG), effects=["read", "report"])
