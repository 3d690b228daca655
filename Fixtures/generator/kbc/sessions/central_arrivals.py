"""When the central reads, and how it tells notifications from answers: rules C.5 and C.12."""

from __future__ import annotations

from ..objects import UUID_IDENTIFIER, make
from .central_script import IDENTIFIER, LONG, OTHER, SHORT, CentralScript, central
from .script import Collection

STREETLESS = make("deployed", b"Ab Bc Cd Da", identifier=0x11)  # 20 bytes


def add_rules(collection: Collection) -> None:
    """Adds the vectors, rule by rule."""
    _notifications(collection)
    _notified_during_a_read(collection)
    _offset_reads(collection)
    _whole_values(collection)
    _answers_between(collection)
    _nothing_outstanding(collection)


def _notifications(collection: Collection) -> None:
    for data, name in ((IDENTIFIER, "An identifier"), (OTHER[:20], "An object")):
        script = central("ready").notified(data)
        title = f"{name} notified: it reads at once"
        collection.add(title, "C.5", script, effects=["read"])
    for length in (0, 3, 5, 8):
        script = central("ready").notified(LONG[:length])
        title = f"{length} bytes notified are a fault, and a reason to read"
        collection.add(title, "C.5", script, effects=["fault", "read"])
    script = central("reading").failed(0x0E).notified()
    title = "Notified while an error's pause lasts: it reads at once"
    collection.add(title, "C.5", script, effects=["read"])
    script = central("reading").failed(0x0A).notified()
    title = "Notified while there was no object: it reads at once"
    collection.add(title, "C.5", script, effects=["read"])
    script = central("subscribing").notified().answer("subscribed")
    title = "Notified before the subscription was confirmed: set-up goes on"
    collection.add(title, "C.5", script, effects=["read"])
    script.value(OTHER[:19])
    title = "A notification before the read does not count as one during it"
    collection.add(title, "C.5", script, phase="ready")


def _notified_during_a_read(collection: Collection) -> None:
    script = central("reading").notified(IDENTIFIER).value(SHORT)
    title = "A notification during the read names the object that was read: it rests"
    collection.add(title, "C.5", script, phase="ready")
    script = central("reading").notified(OTHER[:4]).value(SHORT)
    title = "A notification during the read names another object: it reads again"
    collection.add(title, "C.5", script, phase="reading")
    script = central("reading").notified(OTHER[:4]).notified(IDENTIFIER).value(SHORT)
    title = "The last of two notifications during the read counts: it rests"
    collection.add(title, "C.5", script, phase="ready")
    script = central("reading").notified(IDENTIFIER).notified(OTHER[:4]).value(SHORT)
    title = "The last of two notifications during the read counts: it reads again"
    collection.add(title, "C.5", script, phase="reading")
    script = central("reading").notified(LONG[:20]).whole(LONG)
    title = "An object notified during the read names its identifier"
    collection.add(title, "C.5", script, phase="ready")
    script = central("reading").notified(b"").value(SHORT)
    title = "A notification that names nothing makes it read again"
    collection.add(title, "C.5", script, phase="reading")
    script = central("reading").notified(OTHER[:4]).chunk(LONG).chunk(LONG)
    title = "A notification does not interrupt a read"
    collection.add(title, "C.5", script, effects=["read"])
    script.chunk(LONG)
    title = "It also reads again after a long object"
    collection.add(title, "C.5", script, effects=["deliver", "read"])
    for code, name in (
        (0x0A, "no object"),
        (0x0E, "an error"),
        (0x05, "a demand for pairing"),
    ):
        script = central("reading").notified(OTHER[:4]).failed(code)
        title = f"Notified during a read that is answered with {name}"
        collection.add(title, "C.5", script)
    script = central("reading").notified(OTHER[:4]).value(b"\x01")
    title = "Notified during a read of bytes that are not an object"
    collection.add(title, "C.5", script)


def _offset_reads(collection: Collection) -> None:
    for data, name in ((SHORT, "an object"), (IDENTIFIER, "an identifier")):
        script = central("reading").arrived(data)
        title = f"A radio that reads at offsets: {name} of unknown kind is notified"
        collection.add(title, "C.12", script, effects=[])
        script.value(SHORT)
        title = f"A radio that reads at offsets: {name} names what was read"
        collection.add(title, "C.12", script, phase="ready")
    script = central("ready").arrived(LONG[:5])
    title = "A radio that reads at offsets: 5 bytes are a malformed notification"
    collection.add(title, "C.12", script, effects=["fault", "read"])
    script = central("ready").arrived(SHORT)
    title = "A radio that reads at offsets: any arrival is a reason to read"
    collection.add(title, "C.12", script, effects=["read"])


def _whole(
    phase: str, subscribes: bool = True, layout: str = "deployed"
) -> CentralScript:
    return central(phase, radio="wholeValues", subscribes=subscribes, layout=layout)


def _whole_values(collection: Collection) -> None:
    for length in (4, 5, 8):
        script = _whole("reading").arrived(LONG[:length])
        title = f"A radio that reads whole values: {length} bytes are a notification"
        collection.add(title, "C.12", script, phase="reading")
    for layout in ("auto", "legacy", "deployed"):
        script = _whole("reading", layout=layout).arrived(UUID_IDENTIFIER.bytes)
        title = f"16 bytes of unknown kind are a notification, layout {layout}"
        collection.add(title, "C.12", script)
    script = _whole("reading").value(STREETLESS)
    title = "A value of 20 bytes is an answer like any other"
    collection.add(title, "C.4", script, phase="reading")


def _answers_between(collection: Collection) -> None:
    script = central("reading").whole(LONG).rest().chunk(OTHER)
    script.value(b"").value(LONG[:22]).value(LONG[22:]).value(LONG[:22])
    title = "An object that comes back after another's beginning is delivered"
    collection.add(title, "C.4", script, phase="ready")


def _nothing_outstanding(collection: Collection) -> None:
    script = _whole("reading", subscribes=False).value(b"\x01").value(b"\x01")
    script.arrived(b"")
    title = "An empty arrival is a malformed notification, and a reason to read"
    collection.add(title, "C.12", script, effects=["fault", "read"])
    script = _whole("ready").arrived(LONG)
    title = "Another object is a reason to read"
    collection.add(title, "C.12", script, effects=["read"])
    script = _whole("ready").arrived(IDENTIFIER)
    title = "An identifier is a reason to read"
    collection.add(title, "C.12", script, effects=["read"])
    script = _whole("ready", subscribes=False).arrived(IDENTIFIER)
    title = "An identifier is a reason to read even without a subscription"
    collection.add(title, "C.12", script, effects=["read"])
    script = _whole("reading").arrived(SHORT[:4]).value(SHORT).value(SHORT)
    title = "An identifier of unknown kind that names what was read: it rests"
    collection.add(title, "C.12", script, phase="ready")
    script = _whole("reading").arrived(OTHER[:4]).value(SHORT).value(SHORT)
    title = "An identifier of unknown kind that names another object: it reads again"
    collection.add(title, "C.12", script, phase="reading")
    script = _whole("discovering").arrived(LONG)
    title = "An arrival before the first read does nothing"
    collection.add(title, "C.12", script, effects=[])
