"""What a notification during a read names or begins, and how such a read ends: rule C.5."""

from __future__ import annotations

from functools import partial

from ..objects import make, with_byte
from .central_script import IDENTIFIER, LONG, OTHER, SHORT, CentralScript, central
from .script import Collection

SINCE = "3.0.0"
NEARER = with_byte(SHORT, 5, 100)  # the same identifier, another distance
LEGACY = make("legacy", b"Am Park")
# What a radio that reads whole values gets of it at MTU 23 in chunks of 20: no whole distance.
LEGACY_BEGINNING = LEGACY[:20]


def add_rules(collection: Collection) -> None:
    """Adds the vectors, all since version 3.0.0."""
    _objects(collection)
    _no_object(collection)
    _beginnings(collection)
    _not_followed(collection)


def _objects(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = central("reading").notified(NEARER).value(SHORT)
    title = "An object with the same identifier and another distance: it reads again"
    add(title, "C.5", script, effects=["deliver", "read", "report"])
    script.value(NEARER)
    title = "The object that was notified is read: it rests"
    add(title, "C.5", script, effects=["deliver"], phase="ready")
    script = central("reading").notified(SHORT).value(SHORT)
    title = "The same short object was notified: it rests"
    add(title, "C.5", script, phase="ready")
    script = central("reading").notified(with_byte(LONG, 5, 1)[:20])
    script.chunk(LONG).chunk(LONG).chunk(LONG)
    title = "A cut object with the same identifier and another distance was notified"
    add(title, "C.5", script, effects=["deliver", "read"])
    script = central("reading").notified(with_byte(LONG, 19, 0x21)[:22])
    script.chunk(LONG).chunk(LONG).chunk(LONG)
    title = "The twentieth byte of a notified object counts"
    add(title, "C.5", script, effects=["deliver", "read"])
    script = central("reading").notified(with_byte(LONG, 20, 0x21)[:22]).whole(LONG)
    title = "The byte after the twentieth of a notified object does not count"
    add(title, "C.5", script, effects=["deliver"], phase="ready")
    script = central("reading").notified(LONG[:19])
    script.chunk(LONG).chunk(LONG).chunk(LONG)
    title = "19 bytes begin no longer object: it reads again"
    add(title, "C.5", script, effects=["deliver", "read"])
    script = central("reading").notified(LONG + b"x").whole(LONG)
    title = "A notified object may be longer than the one that was read"
    add(title, "C.5", script, effects=["deliver"], phase="ready")
    script = central("reading").notified(NEARER).notified(SHORT).value(SHORT)
    title = "The last of two notified objects counts: it rests"
    add(title, "C.5", script, phase="ready")
    script = central("reading").notified(SHORT).notified(NEARER).value(SHORT)
    title = "The last of two notified objects counts: it reads again"
    add(title, "C.5", script, phase="reading")
    script = central("reading").notified(NEARER).notified(IDENTIFIER).value(SHORT)
    title = "An identifier after an object counts: it rests"
    add(title, "C.5", script, phase="ready")
    script = central("reading", layout="legacy").notified(LEGACY[:20]).whole(LEGACY)
    title = "A malformed notification begins the object that was read: it rests"
    add(title, "C.5", script, effects=["deliver"], phase="ready")
    script = central("reading").notified(OTHER[:4]).value(SHORT).value(SHORT)
    title = "After one more read it rests"
    add(title, "C.5", script, effects=[], phase="ready")


def _no_object(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    for data, name in ((IDENTIFIER, "An identifier"), (OTHER[:20], "An object")):
        script = central("reading").notified(data).failed(0x0A)
        title = f"{name} notified during a read that finds no object: it reads again"
        add(title, "C.5", script, effects=["read"])
    script = central("reading").notified().failed(0x0A).failed(0x0A)
    title = "Once more no object: it rests"
    add(title, "C.5", script, effects=[], phase="ready")
    script = central("ready").rest().notified(IDENTIFIER).failed(0x0A)
    title = "The object that was notified is gone: it reads again"
    add(title, "C.5", script, effects=["read", "report"])
    for radio in ("longReads", "wholeValues", "oneCallback"):
        for code in (0x07, 0x0B):
            script = central("reading", radio=radio).notified().failed(code)
            title = f"Notified during a read that {code:#04x} fails: it reads again, {radio}"
            add(title, "C.7", script, effects=["fault", "read"])
    script = central("reading").notified().failed(0x07)
    title = "Notified during a read that 0x07 fails: it pauses, offsetReads"
    add(title, "C.7", script, effects=["fault"], phase="ready")


def _whole(layout: str = "deployed") -> CentralScript:
    return central("reading", radio="wholeValues", layout=layout)


def _beginnings(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    cut = LONG[:20]
    script = _whole().value(cut).notified(OTHER[:4]).value(cut)
    title = "Another object notified during a read of a beginning: it reads again"
    add(title, "C.5", script, effects=["read"])
    for data, name in ((cut, "begun"), (cut[:4], "named")):
        script = _whole().notified(data).value(cut).value(cut)
        title = f"The object whose beginning was read was {name}: it rests"
        add(title, "C.5", script, effects=[], phase="ready")
    script = _whole("legacy").value(LEGACY_BEGINNING)
    script.notified(LEGACY[:16]).value(LEGACY_BEGINNING)
    title = (
        "Notified during a read of a beginning that is no instruction: it reads again"
    )
    add(title, "C.8", script, effects=["fault", "read"])
    script = _whole("legacy").value(LEGACY_BEGINNING)
    script.notified(LEGACY_BEGINNING).value(LEGACY_BEGINNING)
    title = "A beginning that is no instruction was notified as well: it rests"
    add(title, "C.8", script, effects=["fault"], phase="ready")
    script = _whole().value(LONG).notified(with_byte(LONG, 5, 1)[:20]).value(LONG)
    title = "Another distance notified between two equal values: it reads again"
    add(title, "C.5", script, effects=["deliver", "read"])


def _not_followed(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    script = central("reading", maximumRestarts=0).notified(OTHER[:4])
    script.chunk(LONG).chunk(LONG).value(OTHER[:22])
    title = "Notified during a read in which the object changed too often: it pauses"
    add(title, "C.8", script, effects=["fault"], phase="ready")
    script = central("reading").notified(OTHER[:4]).failed(0x0E).pause().value(SHORT)
    title = "A notification during a read that failed does not count for the next"
    add(title, "C.5", script, effects=["deliver", "report"], phase="ready")


def add_unnamed(collection: Collection) -> None:
    """Adds what a notification says that names nothing and begins nothing."""
    script = _whole("legacy").value(LEGACY_BEGINNING)
    script.notified(LEGACY[:5]).value(LEGACY_BEGINNING)
    title = "Nothing was named during a read of a beginning that is no instruction"
    effects = ["fault", "read"]
    collection.add(title, "C.8", script, effects=effects, since=SINCE)
