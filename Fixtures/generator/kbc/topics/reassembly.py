"""How an object is put together from its chunks, and what ends it."""

from __future__ import annotations

from collections.abc import Iterator

from ..objects import make_of_length
from ..reassembly import ENDINGS
from ..reassembly_script import reading
from ..sessions.central_script import LONG
from ..vectors import Topic

LARGE_CHUNKS = (49, 182, 184, 255)


def topics() -> Iterator[Topic]:
    """reassembly/one-chunk.json, chunks.json and endings.json"""
    yield _one_chunk()
    yield _chunks()
    yield _endings()


def _one_chunk() -> Topic:
    topic = Topic("reassembly", "one-chunk")
    topic.reassembly("A read begins at offset 0", "8.3", reading())
    for length in (0, 1, 9, 18, 19):
        data = make_of_length("deployed", length)
        title = f"A first chunk of {length} bytes is the whole object"
        topic.reassembly(title, "8.4", reading().value(data))
    for length in (20, 21, 22, 23, 49, 511):
        data = make_of_length("deployed", length)
        title = f"A first chunk of {length} bytes may not be all"
        flags = [] if length == 22 else ["fixedChunkSize"]
        topic.reassembly(title, "8.4", reading().value(data), flags=flags)
    data = make_of_length("deployed", 512)
    title = "A first chunk of 512 bytes is the whole object"
    topic.reassembly(title, "8.4", reading().value(data))
    return topic


def _chunks() -> Topic:
    topic = Topic("reassembly", "chunks")
    title = "An object in chunks of 22 bytes"
    topic.reassembly(title, "8.3", reading().whole(LONG))
    flags = ["fixedChunkSize"]
    title = "An object in chunks of 20 bytes"
    topic.reassembly(title, "8.3", reading().whole(LONG, 20), flags=flags)
    for size in LARGE_CHUNKS:
        data = make_of_length("deployed", 2 * size + 7)
        title = f"An object in chunks of {size} bytes"
        topic.reassembly(title, "8.3", reading().whole(data, size), flags=flags)
    title = "A legacy object in chunks of 20 bytes"
    data = make_of_length("legacy", 90)
    topic.reassembly(title, "8.3", reading().whole(data, 20), flags=flags)
    for count in (2, 3, 10):
        data = make_of_length("deployed", 22 * count)
        title = f"An object of just {count} chunks ends with an empty one"
        topic.reassembly(title, "8.4", reading().whole(data))
    data = make_of_length("deployed", 512)
    title = "512 bytes in chunks of 22 bytes"
    topic.reassembly(title, "8.4", reading().whole(data))
    for size in (20, 256):
        title = f"512 bytes in chunks of {size} bytes"
        topic.reassembly(title, "8.4", reading().whole(data, size), flags=flags)
    title = "A later chunk that is longer than the first one is not the last"
    script = reading().value(data[:20]).value(data[20:42])
    topic.reassembly(title, "8.3", script, flags=flags)
    title = "A later chunk that is shorter than the first one is the last"
    script = reading().value(data[:22]).value(data[22:43]).value(data[:22])
    topic.reassembly(title, "8.4", script)
    title = "A later chunk of one byte is the last"
    script = reading().value(data[:22]).value(data[22:23]).value(data[:22])
    topic.reassembly(title, "8.4", script)
    title = "A chunk as long as the first is not the last, though a longer one came"
    script = reading().value(data[:20]).value(data[20:45]).value(data[45:65])
    topic.reassembly(title, "8.4", script, flags=flags, since="3.1.0")
    return topic


def _endings() -> Topic:
    topic = Topic("reassembly", "endings")
    flags = ["endingTakenAsError"]
    for size in (20, 22, 49):
        data = make_of_length("deployed", 2 * size)
        title = f"After two chunks of {size} bytes an empty one is the end"
        script = reading().chunk(data, size).chunk(data, size).value(b"")
        sizes = [] if size == 22 else ["fixedChunkSize"]
        topic.reassembly(title, "8.4", script, flags=sizes)
        for code in ENDINGS:
            title = f"After two chunks of {size} bytes the error {code:#04x} is the end"
            script = reading().chunk(data, size).chunk(data, size).error(code)
            topic.reassembly(title, "8.4", script, flags=flags)
            title = (
                f"An object of two chunks of {size} bytes that ends with {code:#04x}"
            )
            script = reading().chunk(data, size).chunk(data, size).error(code)
            topic.reassembly(title, "8.7", script.chunk(data, size), flags=flags)
    for code in ENDINGS:
        data = make_of_length("deployed", 22)
        title = f"An object of just one chunk ends with {code:#04x}"
        script = reading().chunk(data).error(code).chunk(data)
        topic.reassembly(title, "8.7", script, flags=flags)
        title = f"The error {code:#04x} at offset 0 fails the read"
        topic.reassembly(title, "8.6", reading().error(code))
        title = (
            f"The error {code:#04x} when the first chunk is read again fails the read"
        )
        script = reading().chunk(LONG).chunk(LONG).error(code)
        topic.reassembly(title, "8.6", script)
        title = f"The error {code:#04x} to a second whole read fails the read"
        topic.reassembly(title, "8.6", reading("wholeValues").value(LONG).error(code))
    data = make_of_length("deployed", 512)
    title = "At 512 bytes only the first chunk is read again"
    script = reading().chunk(data, 256).chunk(data, 256)
    topic.reassembly(title, "8.4", script)
    return topic
