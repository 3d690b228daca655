"""How the central reads: rules C.4 to C.8, with clause 8."""

from __future__ import annotations

from ..objects import make, make_of_length
from ..timing import KEEP_ALIVE_READ_INTERVAL, RETRY_INTERVAL
from .central_script import HALF, LONG, OTHER, SHORT, CentralScript, central
from .script import Collection

NO_OBJECT = bytes.fromhex("0102030405")


def add_rules(collection: Collection) -> None:
    """Adds the vectors, rule by rule."""
    _endings(collection)
    _torn(collection)
    _delivered_once(collection)
    _errors(collection)
    _no_objects(collection)


def _endings(collection: Collection) -> None:
    for size in (20, 22):
        script = central("reading").chunk(LONG, size)
        title = f"A first chunk of {size} bytes is delivered as possibly cut"
        collection.add(title, "C.4", script, effects=["deliver", "read", "report"])
    script = central("reading").value(LONG[:19])
    collection.add("A first chunk of 19 bytes is a whole object", "C.4", script)
    script = central("reading").chunk(LONG).chunk(LONG)
    title = "A chunk that is shorter than the first ends the object"
    collection.add(title, "C.4", script, effects=["read"])
    script = central("reading").whole(LONG)
    title = "An object is delivered whole once its first chunk was read again"
    collection.add(title, "C.4", script, effects=["deliver"], phase="ready")
    exact = make_of_length("deployed", 44)
    script = central("reading").chunk(exact).chunk(exact).value(b"")
    collection.add("An empty chunk is the end", "C.4", script, effects=["read"])
    for code in (0x07, 0x0B):
        script = central("reading").chunk(exact).chunk(exact).failed(code)
        title = f"The error {code:#04x} at a later offset is the end"
        collection.add(title, "C.4", script, effects=["read"])
        script.chunk(exact)
        title = f"An object that ends with the error {code:#04x} is delivered"
        collection.add(title, "C.4", script, effects=["deliver"])
        script = central("reading").failed(code)
        title = f"The error {code:#04x} at offset 0 fails the read"
        collection.add(title, "C.7", script, effects=["fault"], phase="ready")
    full = make_of_length("deployed", 512)
    script = central("reading").chunk(full, 256).chunk(full, 256)
    collection.add("512 bytes in all are the end", "C.4", script, effects=["read"])
    script.chunk(full, 256)
    title = "An object of 512 bytes is delivered"
    collection.add(title, "C.4", script, effects=["deliver"])
    script = central("reading").value(full)
    title = "512 bytes in one chunk are a whole object"
    collection.add(title, "C.4", script, effects=["deliver", "report"])
    script = central("reading").chunk(full, 300).value(full[:213])
    title = "513 bytes in two chunks are not an object"
    collection.add(title, "C.8", script, effects=["fault"], phase="ready")
    script = central("reading").value(full + b"x")
    title = "513 bytes in one chunk are not an object"
    collection.add(title, "C.8", script, effects=["fault"], phase="ready")
    script = central("ready", trustsChunkSize=True).rest().whole(LONG, 30)
    script.rest().value(OTHER)
    title = "A first chunk shorter than another on the link is whole if chunk sizes are trusted"
    collection.add(title, "C.4", script, effects=["deliver"], phase="ready")
    script = central("ready").rest().whole(LONG, 30)
    script.rest().value(OTHER)
    title = "A first chunk shorter than another on the link may not be all otherwise"
    collection.add(title, "C.4", script, effects=["deliver", "read"])
    script = central("ready", trustsChunkSize=True).rest().whole(LONG, 30)
    script.of_link("mtuChanged", mtu=50).rest().value(OTHER)
    title = "A change of the MTU forgets the chunk size"
    collection.add(title, "C.11", script, effects=["deliver", "read"])


def _torn(collection: Collection) -> None:
    for other, name in ((OTHER, "one"), (HALF, "one as long as a chunk")):
        script = central("reading").chunk(LONG).value(other[22:]).value(other[:22])
        title = (
            f"Another object, {name}, has come: its first chunk starts the read again"
        )
        collection.add(title, "C.4", script, effects=["deliver", "read"])
        script.chunk(other).chunk(other)
        title = f"Another object, {name}, is delivered and never the splice"
        collection.add(title, "C.4", script, effects=["deliver"], phase="ready")
    script = central("reading", maximumRestarts=0)
    script.chunk(LONG).chunk(LONG).value(OTHER[:22])
    title = f"An object that changed during every attempt is read again after {RETRY_INTERVAL} ms"
    collection.add(title, "C.8", script, effects=["fault"], phase="ready")
    for _ in range(9):
        script.pause().chunk(LONG).chunk(LONG).value(OTHER[:22])
    title = "Objects that change during every attempt never end the link"
    collection.add(title, "C.8", script, effects=["fault"], phase="ready")
    script = central("reading", radio="wholeValues").value(LONG)
    title = "The first 20 bytes of a whole value are delivered as possibly cut"
    collection.add(title, "C.4", script, effects=["deliver", "read", "report"])
    script.value(LONG)
    title = "Two equal whole values are one object"
    collection.add(title, "C.4", script, effects=["deliver"], phase="ready")
    script = central("reading", radio="wholeValues").value(LONG).value(OTHER)
    title = "If two whole values differ, the second starts the read again"
    collection.add(title, "C.4", script, effects=["deliver", "read"])
    script = central("reading", radio="wholeValues").value(SHORT).value(SHORT)
    title = "A short whole value is read twice too"
    collection.add(title, "C.4", script, effects=["deliver"], phase="ready")


def _delivered_once(collection: Collection) -> None:
    script = central("ready").rest().value(SHORT)
    title = "The same whole object is not delivered twice"
    collection.add(title, "C.4", script, effects=[], phase="ready")
    script = central("reading").whole(LONG).rest().chunk(LONG)
    title = "The same first chunk is not delivered twice"
    collection.add(title, "C.4", script, effects=["read"])
    script.chunk(LONG).chunk(LONG)
    title = "The same object in chunks is not delivered twice"
    collection.add(title, "C.4", script, effects=[], phase="ready")
    longer = LONG[:22] + b"x" + LONG[22:]
    script = central("reading").whole(LONG).rest().whole(longer)
    title = "An object with the same first chunk is delivered whole"
    collection.add(title, "C.4", script, effects=["deliver"], phase="ready")
    script = central("reading").whole(LONG).rest().value(LONG[:20])
    title = "A first chunk of 20 bytes is the same as one of 22"
    collection.add(title, "C.4", script, effects=["read"])
    script = central("reading").whole(LONG).rest().chunk(OTHER).failed(0x0E)
    script.pause().chunk(LONG)
    title = "A first chunk is delivered again if another was shown between"
    collection.add(title, "C.4", script, effects=["deliver", "read"])
    script.chunk(LONG).chunk(LONG)
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
    title = f"No object yet: the next read is due after {KEEP_ALIVE_READ_INTERVAL / 1000:g} s"
    collection.add(title, "C.6", script, phase="ready")
    script = central("reading").chunk(LONG).failed(0x0A)
    title = "No object any more at a later offset"
    collection.add(title, "C.6", script, phase="ready")
    for code in (0x05, 0x0F):
        script = central("reading").failed(code)
        title = f"The error {code:#04x} to a read asks for pairing"
        collection.add(title, "C.7", script, phase="ready")
        script.rest().value(SHORT)
        title = f"A value ends pairingRequired after the error {code:#04x}"
        collection.add(title, "C.13", script, effects=["deliver", "report"])
    script = central("reading").failed(0x05).rest().failed(0x0A)
    title = "No object ends pairingRequired too"
    collection.add(title, "C.13", script, phase="ready")
    script = central("reading").failed(0x01)
    title = "Invalid Handle to a read: it discovers again"
    collection.add(title, "C.7", script, phase="discovering")
    script = central("reading").chunk(LONG).failed(0x01)
    title = "Invalid Handle at a later offset: it discovers again"
    collection.add(title, "C.7", script, phase="discovering")
    script = central("reading").failed(0x0E)
    for count in (2, 3):
        script.pause().failed(0x0E)
        title = f"Error {count} in a row: again after {RETRY_INTERVAL} ms"
        collection.add(title, "C.7", script, effects=["fault"], phase="ready")
    script.pause().failed(0x0E)
    title = "The fourth error in a row ends the link"
    collection.add(title, "C.7", script, phase="scanning")
    script = _failed_three_times().pause().value(SHORT).rest().failed(0x0E)
    title = "An object resets the count of errors"
    collection.add(title, "C.7", script, effects=["fault"], phase="ready")
    script = _failed_three_times().pause().value(LONG[:22]).failed(0x0E)
    title = "A first chunk does not reset the count of errors"
    collection.add(title, "C.7", script, phase="scanning")
    script = _failed_three_times().pause().failed(0x0A).rest().failed(0x0E)
    title = "No object resets the count of errors"
    collection.add(title, "C.7", script, effects=["fault"], phase="ready")
    script = _failed_three_times().pause().failed(0x05).rest().failed(0x0E)
    title = "A refusal because pairing is required does not reset the count of errors"
    collection.add(title, "C.7", script, phase="scanning")


def _failed_three_times() -> CentralScript:
    script = central("reading").failed(0x0E)
    return script.pause().failed(0x0E).pause().failed(0x0E)


def _no_object_eight_times() -> CentralScript:
    script = central("reading").value(NO_OBJECT)
    for _ in range(7):
        script.pause().value(NO_OBJECT)
    return script


def _no_objects(collection: Collection) -> None:
    script = central("reading").value(NO_OBJECT)
    title = (
        f"Bytes that are not an instruction are read again after {RETRY_INTERVAL} ms"
    )
    collection.add(title, "C.8", script, effects=["fault"], phase="ready")
    for _ in range(7):
        script.pause().value(NO_OBJECT)
    title = "After the eighth in a row that is not an instruction it reads again"
    collection.add(title, "C.8", script, effects=["fault"], phase="ready")
    script.pause().value(NO_OBJECT)
    title = "The ninth in a row that is not an instruction ends the link"
    collection.add(title, "C.8", script, phase="scanning")
    script = _no_object_eight_times().pause().value(SHORT).rest().value(NO_OBJECT)
    title = "A whole instruction resets the count of failures"
    collection.add(title, "C.8", script, effects=["fault"], phase="ready")
    script = _no_object_eight_times().pause().value(LONG[:22]).failed(0x0E)
    script.pause().value(NO_OBJECT)
    title = "A first chunk does not reset the count of failures"
    collection.add(title, "C.8", script, phase="scanning")
    script = central("reading").value(b"")
    title = "An empty first chunk is not an object"
    collection.add(title, "C.8", script, effects=["fault"], phase="ready")
    script = central("reading", layout="published").chunk(LONG)
    title = "A first chunk of another layout is not delivered, but the read goes on"
    collection.add(title, "C.4", script, effects=["read"])
    script.chunk(LONG).chunk(LONG)
    title = "A whole object of another layout is not delivered"
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
