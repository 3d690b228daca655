"""How an object is put together from its pieces, and what ends it."""

from __future__ import annotations

from collections.abc import Iterator

from ..objects import make_of_length
from ..reassembly import ENDINGS
from ..reassembly_script import reading
from ..sessions.central_script import LONG
from ..vectors import Topic

LARGE_PIECES = (49, 182, 184, 255)


def topics() -> Iterator[Topic]:
    """reassembly/one-piece.json, pieces.json and endings.json"""
    yield _one_piece()
    yield _pieces()
    yield _endings()


def _one_piece() -> Topic:
    topic = Topic("reassembly", "one-piece")
    topic.reassembly("A read begins at offset 0", "8.3", reading())
    for length in (0, 1, 9, 18, 19):
        data = make_of_length("deployed", length)
        title = f"A first piece of {length} bytes is the whole object"
        topic.reassembly(title, "8.4", reading().value(data))
    for length in (20, 21, 22, 23, 49, 511):
        data = make_of_length("deployed", length)
        title = f"A first piece of {length} bytes may not be all"
        flags = [] if length == 22 else ["fixedPieceSize"]
        topic.reassembly(title, "8.4", reading().value(data), flags=flags)
    data = make_of_length("deployed", 512)
    title = "A first piece of 512 bytes is the whole object"
    topic.reassembly(title, "8.4", reading().value(data))
    return topic


def _pieces() -> Topic:
    topic = Topic("reassembly", "pieces")
    title = "An object in pieces of 22 bytes"
    topic.reassembly(title, "8.3", reading().whole(LONG))
    flags = ["fixedPieceSize"]
    title = "An object in pieces of 20 bytes"
    topic.reassembly(title, "8.3", reading().whole(LONG, 20), flags=flags)
    for size in LARGE_PIECES:
        data = make_of_length("deployed", 2 * size + 7)
        title = f"An object in pieces of {size} bytes"
        topic.reassembly(title, "8.3", reading().whole(data, size), flags=flags)
    title = "A legacy object in pieces of 20 bytes"
    data = make_of_length("legacy", 90)
    topic.reassembly(title, "8.3", reading().whole(data, 20), flags=flags)
    for count in (2, 3, 10):
        data = make_of_length("deployed", 22 * count)
        title = f"An object of just {count} pieces ends with an empty one"
        topic.reassembly(title, "8.4", reading().whole(data))
    data = make_of_length("deployed", 512)
    title = "512 bytes in pieces of 22 bytes"
    topic.reassembly(title, "8.4", reading().whole(data))
    for size in (20, 256):
        title = f"512 bytes in pieces of {size} bytes"
        topic.reassembly(title, "8.4", reading().whole(data, size), flags=flags)
    title = "A later piece that is longer than the first one is not the last"
    script = reading().value(data[:20]).value(data[20:42])
    topic.reassembly(title, "8.3", script, flags=flags)
    title = "A later piece that is shorter than the first one is the last"
    script = reading().value(data[:22]).value(data[22:43]).value(data[:22])
    topic.reassembly(title, "8.4", script)
    title = "A later piece of one byte is the last"
    script = reading().value(data[:22]).value(data[22:23]).value(data[:22])
    topic.reassembly(title, "8.4", script)
    return topic


def _endings() -> Topic:
    topic = Topic("reassembly", "endings")
    flags = ["endingTakenAsError"]
    for size in (20, 22, 49):
        data = make_of_length("deployed", 2 * size)
        title = f"After two pieces of {size} bytes an empty one is the end"
        script = reading().piece(data, size).piece(data, size).value(b"")
        sizes = [] if size == 22 else ["fixedPieceSize"]
        topic.reassembly(title, "8.4", script, flags=sizes)
        for code in ENDINGS:
            title = f"After two pieces of {size} bytes the error {code:#04x} is the end"
            script = reading().piece(data, size).piece(data, size).error(code)
            topic.reassembly(title, "8.4", script, flags=flags)
            title = (
                f"An object of two pieces of {size} bytes that ends with {code:#04x}"
            )
            script = reading().piece(data, size).piece(data, size).error(code)
            topic.reassembly(title, "8.7", script.piece(data, size), flags=flags)
    for code in ENDINGS:
        data = make_of_length("deployed", 22)
        title = f"An object of just one piece ends with {code:#04x}"
        script = reading().piece(data).error(code).piece(data)
        topic.reassembly(title, "8.7", script, flags=flags)
        title = f"The error {code:#04x} at offset 0 is no end"
        topic.reassembly(title, "8.6", reading().error(code))
        title = f"The error {code:#04x} when the first piece is read again is no end"
        script = reading().piece(LONG).piece(LONG).error(code)
        topic.reassembly(title, "8.6", script)
        title = f"The error {code:#04x} to a second whole read is no end"
        topic.reassembly(title, "8.6", reading("wholeValues").value(LONG).error(code))
    data = make_of_length("deployed", 512)
    title = "At 512 bytes only the first piece is read again"
    script = reading().piece(data, 256).piece(data, 256)
    topic.reassembly(title, "8.4", script)
    return topic
