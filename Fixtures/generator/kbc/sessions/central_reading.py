"""How the central reads: rules C.4 to C.8, and clause 8 behind them."""

from __future__ import annotations

from ..objects import make, make_of_length
from .central_script import HALF, LONG, OTHER, SHORT, CentralScript, central
from .script import Collection

NO_OBJECT = bytes.fromhex("0102030405")


def add_rules(collection: Collection) -> None:
    """Adds the rules, one after the other."""
    _endings(collection)
    _torn(collection)
    _delivered_once(collection)
    _errors(collection)
    _no_objects(collection)


def _endings(collection: Collection) -> None:
    for size in (20, 22):
        script = central("reading").piece(LONG, size)
        title = f"A first piece of {size} bytes is delivered as possibly cut"
        collection.add(title, "C.4", script, effects=["deliver", "read", "report"])
    script = central("reading").value(LONG[:19])
    collection.add("A first piece of 19 bytes is a whole object", "C.4", script)
    script = central("reading").piece(LONG).piece(LONG)
    title = "A piece that is shorter than the first ends the object"
    collection.add(title, "C.4", script, effects=["read"])
    script = central("reading").whole(LONG)
    title = "An object is delivered whole once its first piece was read again"
    collection.add(title, "C.4", script, effects=["deliver"], phase="ready")
    exact = make_of_length("deployed", 44)
    script = central("reading").piece(exact).piece(exact).value(b"")
    collection.add("An empty piece is the end", "C.4", script, effects=["read"])
    for code in (0x07, 0x0B):
        script = central("reading").piece(exact).piece(exact).failed(code)
        title = f"The error {code:#04x} at a later offset is the end"
        collection.add(title, "C.4", script, effects=["read"])
        script.piece(exact)
        title = f"An object that ends with the error {code:#04x} is delivered"
        collection.add(title, "C.4", script, effects=["deliver"])
        script = central("reading").failed(code)
        title = f"The error {code:#04x} at offset 0 is no end"
        collection.add(title, "C.7", script, effects=["fault"], phase="ready")
    full = make_of_length("deployed", 512)
    script = central("reading").piece(full, 256).piece(full, 256)
    collection.add("512 bytes in all are the end", "C.4", script, effects=["read"])
    script.piece(full, 256)
    title = "An object of 512 bytes is delivered"
    collection.add(title, "C.4", script, effects=["deliver"])
    script = central("reading").value(full)
    title = "512 bytes in one piece are a whole object"
    collection.add(title, "C.4", script, effects=["deliver", "report"])
    script = central("reading").piece(full, 300).value(full[:213])
    title = "513 bytes in two pieces are no object"
    collection.add(title, "C.8", script, effects=["fault"], phase="ready")
    script = central("reading").value(full + b"x")
    title = "513 bytes in one piece are no object"
    collection.add(title, "C.8", script, effects=["fault"], phase="ready")
    script = central("ready", trustsPieceSize=True).wait(4000).whole(LONG, 30)
    script.wait(4000).value(OTHER)
    title = "A first piece shorter than another on the link is whole if that is trusted"
    collection.add(title, "C.4", script, effects=["deliver"], phase="ready")
    script = central("ready").wait(4000).whole(LONG, 30)
    script.wait(4000).value(OTHER)
    title = "A first piece shorter than another on the link is read on otherwise"
    collection.add(title, "C.4", script, effects=["deliver", "read"])
    script = central("ready", trustsPieceSize=True).wait(4000).whole(LONG, 30)
    script.of_link("mtuChanged", mtu=50).wait(4000).value(OTHER)
    title = "A change of the MTU forgets the piece size"
    collection.add(title, "C.11", script, effects=["deliver", "read"])


def _torn(collection: Collection) -> None:
    for other, name in ((OTHER, "one"), (HALF, "one as long as a piece")):
        script = central("reading").piece(LONG).value(other[22:]).value(other[:22])
        title = (
            f"Another object, {name}, has come: its first piece starts the read again"
        )
        collection.add(title, "C.4", script, effects=["deliver", "read"])
        script.piece(other).piece(other)
        title = f"Another object, {name}, is delivered and never the splice"
        collection.add(title, "C.4", script, effects=["deliver"], phase="ready")
    script = central("reading", maximumRestarts=0)
    script.piece(LONG).piece(LONG).value(OTHER[:22])
    title = "An object that changed under every attempt is read again after 500 ms"
    collection.add(title, "C.8", script, effects=["fault"], phase="ready")
    for _ in range(9):
        script.wait(500).piece(LONG).piece(LONG).value(OTHER[:22])
    title = "Objects that change under every attempt never end the link"
    collection.add(title, "C.8", script, effects=["fault"], phase="ready")
    script = central("reading", radio="wholeValues").value(LONG)
    title = "Of a whole value the first 20 bytes are delivered as possibly cut"
    collection.add(title, "C.4", script, effects=["deliver", "read", "report"])
    script.value(LONG)
    title = "Two equal whole values are one object"
    collection.add(title, "C.4", script, effects=["deliver"], phase="ready")
    script = central("reading", radio="wholeValues").value(LONG).value(OTHER)
    title = "Of two whole values that differ the second starts the read again"
    collection.add(title, "C.4", script, effects=["deliver", "read"])
    script = central("reading", radio="wholeValues").value(SHORT).value(SHORT)
    title = "A short whole value is read twice as well"
    collection.add(title, "C.4", script, effects=["deliver"], phase="ready")


def _delivered_once(collection: Collection) -> None:
    script = central("ready").wait(4000).value(SHORT)
    title = "The same whole object is not delivered twice"
    collection.add(title, "C.4", script, effects=[], phase="ready")
    script = central("reading").whole(LONG).wait(4000).piece(LONG)
    title = "The same first piece is not delivered twice"
    collection.add(title, "C.4", script, effects=["read"])
    script.piece(LONG).piece(LONG)
    title = "The same object in pieces is not delivered twice"
    collection.add(title, "C.4", script, effects=[], phase="ready")
    longer = LONG[:22] + b"x" + LONG[22:]
    script = central("reading").whole(LONG).wait(4000).whole(longer)
    title = "An object with the same first piece is delivered whole"
    collection.add(title, "C.4", script, effects=["deliver"], phase="ready")
    script = central("reading").whole(LONG).wait(4000).value(LONG[:20])
    title = "A first piece of 20 bytes is the same as one of 22"
    collection.add(title, "C.4", script, effects=["read"])
    script = central("reading").whole(LONG).wait(4000).piece(OTHER).failed(0x0E)
    script.wait(500).piece(LONG)
    title = "A first piece is delivered again if another was shown between"
    collection.add(title, "C.4", script, effects=["deliver", "read"])
    script.piece(LONG).piece(LONG)
    title = "A whole object is delivered again if another was shown between"
    collection.add(title, "C.4", script)
    script = central("ready")
    script.of_link("disconnected").do("found", peer=8).connected().discovered()
    script.answer("subscribed").value(SHORT)
    title = "The same object is not delivered again on a new link"
    collection.add(title, "C.4", script, effects=["report"], phase="ready")
    script = central("ready").do("stop").do("start").do("found", peer=8)
    script.connected().discovered().answer("subscribed").value(SHORT)
    title = "Starting the session forgets what was delivered"
    collection.add(title, "C.4", script, effects=["deliver", "report"])
    script = central("ready").of_link("serviceChanged").answer("notDiscovered")
    script.do("found", peer=8).connected().discovered().answer("subscribed")
    script.value(SHORT)
    title = "The end of navigation forgets what was delivered"
    collection.add(title, "C.4", script, effects=["deliver", "report"])


def _errors(collection: Collection) -> None:
    script = central("reading").failed(0x0A)
    title = "No object yet: the next read is due after 4 s"
    collection.add(title, "C.6", script, phase="ready")
    script = central("reading").piece(LONG).failed(0x0A)
    title = "No object any more at a later offset"
    collection.add(title, "C.6", script, phase="ready")
    for code in (0x05, 0x0F):
        script = central("reading").failed(code)
        title = f"The error {code:#04x} to a read asks for pairing"
        collection.add(title, "C.7", script, phase="ready")
        script.wait(4000).value(SHORT)
        title = f"A value ends pairingRequired after the error {code:#04x}"
        collection.add(title, "C.13", script, effects=["deliver", "report"])
    script = central("reading").failed(0x05).wait(4000).failed(0x0A)
    title = "No object ends pairingRequired too"
    collection.add(title, "C.13", script, phase="ready")
    script = central("reading").failed(0x01)
    title = "Invalid Handle to a read: it discovers again"
    collection.add(title, "C.7", script, phase="discovering")
    script = central("reading").piece(LONG).failed(0x01)
    title = "Invalid Handle at a later offset: it discovers again"
    collection.add(title, "C.7", script, phase="discovering")
    script = central("reading").failed(0x0E)
    for count in (2, 3):
        script.wait(500).failed(0x0E)
        title = f"Error {count} in a row: again after 500 ms"
        collection.add(title, "C.7", script, effects=["fault"], phase="ready")
    script.wait(500).failed(0x0E)
    title = "The fourth error in a row ends the link"
    collection.add(title, "C.7", script, phase="scanning")
    for event, name in ((SHORT, "A value"), (LONG[:22], "A first piece")):
        script = _failed_three_times().wait(500).value(event)
        if script.model.phase == "ready":
            script.wait(4000)
        script.failed(0x0E)
        title = f"{name} ends the row of errors"
        collection.add(title, "C.7", script, effects=["fault"], phase="ready")
    script = _failed_three_times().wait(500).failed(0x0A).wait(4000).failed(0x0E)
    title = "No object ends the row of errors"
    collection.add(title, "C.7", script, effects=["fault"], phase="ready")
    script = _failed_three_times().wait(500).failed(0x05).wait(4000).failed(0x0E)
    title = "A refusal for want of pairing does not end the row of errors"
    collection.add(title, "C.7", script, phase="scanning")


def _failed_three_times() -> CentralScript:
    script = central("reading").failed(0x0E)
    return script.wait(500).failed(0x0E).wait(500).failed(0x0E)


def _no_objects(collection: Collection) -> None:
    script = central("reading").value(NO_OBJECT)
    title = "What is no instruction is read again after 500 ms"
    collection.add(title, "C.8", script, effects=["fault"], phase="ready")
    for _ in range(7):
        script.wait(500).value(NO_OBJECT)
    title = "The eighth object that is none is read again"
    collection.add(title, "C.8", script, effects=["fault"], phase="ready")
    script.wait(500).value(NO_OBJECT)
    title = "The ninth object in a row that is none ends the link"
    collection.add(title, "C.8", script, phase="scanning")
    for first, name in (
        (SHORT, "A whole instruction"),
        (LONG[:22], "A cut instruction"),
    ):
        script = central("reading").value(NO_OBJECT)
        for _ in range(7):
            script.wait(500).value(NO_OBJECT)
        script.wait(500).value(first)
        if script.model.phase == "reading":
            script.failed(0x0E).wait(500).value(NO_OBJECT)
        else:
            script.wait(4000).value(NO_OBJECT)
        title = f"{name} ends the row of objects that are none"
        collection.add(title, "C.8", script, effects=["fault"], phase="ready")
    script = central("reading").value(b"")
    title = "An empty first piece is no object"
    collection.add(title, "C.8", script, effects=["fault"], phase="ready")
    script = central("reading", layout="published").piece(LONG)
    title = "A first piece of another layout is not delivered, but read on"
    collection.add(title, "C.4", script, effects=["read"])
    script.piece(LONG).piece(LONG)
    title = "A whole object of another layout is none"
    collection.add(title, "C.8", script, effects=["fault"], phase="ready")
    for layout in ("published", "legacy"):
        data = make(layout, b"Am Park")
        script = central("reading", layout="auto").whole(data)
        title = f"A {layout} object is detected"
        collection.add(title, "C.4", script, effects=["deliver"], phase="ready")
    data = make("legacy", b"Am Park")
    script = central("reading", layout="legacy").value(data[:20])
    title = "A legacy object cut below 21 bytes is not delivered yet"
    collection.add(title, "C.4", script, effects=["read"])
