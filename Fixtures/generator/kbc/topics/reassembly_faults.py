"""What can go wrong while an object is put together, and radios that read whole values."""

from __future__ import annotations

from collections.abc import Iterator

from ..objects import make_of_length, with_byte
from ..reassembly_script import ReassemblyScript, reading
from ..sessions.central_script import HALF, LONG, OTHER, SHORT
from ..vectors import Topic

SINCE = "3.1.0"  # vectors that were added to what is older
OTHER_ERRORS = (0x01, 0x05, 0x08, 0x0A, 0x0E, 0x0F, 0x80)
WHOLE = "wholeValues"


def topics() -> Iterator[Topic]:
    """reassembly/torn.json, errors.json, unexpected.json, chunk-size.json, whole-values.json, interrupted.json"""
    yield _torn()
    yield _errors()
    yield _unexpected()
    yield _chunk_size()
    yield _whole_values()
    yield _interrupted()


def _torn() -> Topic:
    topic = Topic("reassembly", "torn")
    equal = OTHER[:4] + LONG[4:]
    longer = make_of_length("legacy", 90)
    whole_chunks = make_of_length("deployed", 44)
    scripts = {
        "Chunks of two objects are not put together": reading()
        .chunk(LONG)
        .chunk(OTHER)
        .chunk(OTHER),
        "A first chunk that differs begins the next attempt": reading()
        .chunk(LONG)
        .chunk(OTHER)
        .chunk(OTHER)
        .whole(OTHER),
        "An end that is another object's does not make half an object whole": reading()
        .chunk(whole_chunks)
        .value(b"")
        .chunk(longer),
        "Another object of the same length and street": reading()
        .chunk(LONG)
        .chunk(equal)
        .chunk(equal)
        .whole(equal),
        "A short object in place of a long one is whole at once": reading()
        .chunk(LONG)
        .chunk(LONG)
        .value(SHORT),
        "A longer object in place of a shorter one": reading()
        .chunk(LONG)
        .whole(longer),
        "A first chunk that has become shorter is another one": reading()
        .chunk(LONG)
        .chunk(LONG)
        .value(LONG[:20]),
        "A first chunk that has become longer is another one": reading()
        .chunk(LONG)
        .chunk(LONG)
        .value(LONG[:23]),
        "The last byte of the first chunk counts": reading()
        .chunk(LONG)
        .chunk(LONG)
        .value(with_byte(LONG[:22], 21, 0x21)),
        "The first byte of the first chunk counts": reading()
        .chunk(LONG)
        .chunk(LONG)
        .value(with_byte(LONG[:22], 0, 0x21)),
        "An object that has gone is not completed": reading()
        .chunk(LONG)
        .chunk(LONG)
        .value(b""),
        "An end given as an error does not make half an object whole": reading()
        .chunk(whole_chunks)
        .error(0x07)
        .chunk(longer),
    }
    for title, script in scripts.items():
        topic.reassembly(title, "8.7", script, flags=["splicedObjects"])
    for limit in (0, 1, 8):
        title = f"After {limit} restarts one more change ends the read"
        topic.reassembly(title, "8.11", _changing(limit), flags=["splicedObjects"])
    title = "The last attempt that is allowed may succeed"
    script = reading(maximumRestarts=1).chunk(LONG).chunk(LONG).chunk(OTHER)
    topic.reassembly(title, "8.11", script.whole(OTHER), flags=["splicedObjects"])
    _add_exhausted(topic)
    return topic


def _add_exhausted(topic: Topic) -> None:
    """Without a restart that is left, an answer that differs ends the read, whatever it is."""
    flags = ["splicedObjects"]
    full = make_of_length("legacy", 512)
    for data, what in ((SHORT, "short"), (b"", "empty"), (full, "full")):
        script = reading(maximumRestarts=0).chunk(LONG).chunk(LONG).value(data)
        title = f"With no restart left, an answer that is {what} ends the read, too"
        topic.reassembly(title, "8.11", script, flags=flags, since=SINCE)
    script = reading(maximumRestarts=0, trustsChunkSize=True).chunk(LONG)
    script.chunk(LONG).value(OTHER[:21])
    title = "With no restart left, an answer below the known size ends the read, too"
    topic.reassembly(
        title, "8.11", script, flags=flags, level="recommended", since=SINCE
    )
    script = reading(maximumRestarts=0).chunk(LONG).chunk(LONG).value(full + b"x")
    title = "With no restart left, an answer of 513 bytes is too long"
    topic.reassembly(title, "8.11", script, flags=flags, since=SINCE)
    script = reading(WHOLE, maximumRestarts=0).value(LONG).value(full + b"x")
    title = "With no restart left, a second value of 513 bytes is too long"
    topic.reassembly(title, "8.11", script, flags=flags, since=SINCE)


def _changing(limit: int) -> ReassemblyScript:
    """Objects that change more often than a read may restart."""
    script = reading() if limit == 8 else reading(maximumRestarts=limit)
    script.chunk(LONG)
    for turn in range(limit + 1):
        script.chunk(LONG).value((HALF, LONG)[turn % 2][:22])
    return script


def _errors() -> Topic:
    topic = Topic("reassembly", "errors")
    for code in OTHER_ERRORS:
        title = f"The error {code:#04x} to the first request ends the read"
        topic.reassembly(title, "8.6", reading().error(code))
        title = f"The error {code:#04x} at a later offset ends the read"
        topic.reassembly(title, "8.6", reading().chunk(LONG).error(code))
    title = "The error 0x0e when the first chunk is read again ends the read"
    script = reading().chunk(LONG).chunk(LONG).error(0x0E)
    topic.reassembly(title, "8.7", script)
    full = make_of_length("deployed", 512)
    title = "A first chunk of 513 bytes is too long"
    topic.reassembly(title, "8.11", reading().value(full + b"x"))
    title = "A later chunk that exceeds 512 bytes in all is too long"
    script = reading().value(full[:300]).value(full[:213])
    topic.reassembly(title, "8.11", script, flags=["fixedChunkSize"])
    title = "A chunk of 513 bytes when the first is read again is too long"
    script = reading().chunk(LONG).chunk(LONG).value(full + b"x")
    topic.reassembly(title, "8.11", script, flags=["splicedObjects"])
    title = "After an error a new read begins from nothing"
    script = reading().chunk(LONG).error(0x0E).begin().value(SHORT)
    topic.reassembly(title, "8.6", script)
    title = "After a value that is too long a new read begins from nothing"
    script = reading().value(full + b"x").begin().value(SHORT)
    topic.reassembly(title, "8.11", script)
    title = "After too many restarts a new read may start again"
    script = _changing(0).begin().chunk(LONG)
    topic.reassembly(title, "8.11", script)
    title = "A read that an error has ended keeps its count of restarts"
    script = reading().chunk(LONG).chunk(LONG).chunk(OTHER).error(0x0E)
    topic.reassembly(title, "8.11", script, since=SINCE)
    title = "A read that a value too long has ended keeps its count of restarts"
    script = reading().chunk(LONG).chunk(LONG).chunk(OTHER).value(full)
    topic.reassembly(title, "8.11", script, since=SINCE)
    return topic


def _unexpected() -> Topic:
    topic = Topic("reassembly", "unexpected")
    states = {
        "before a read": (ReassemblyScript(), 0),
        "for another offset than the first": (reading(), 22),
        "for the first chunk again": (reading().chunk(LONG), 0),
        "for an offset that is too small by one": (reading().chunk(LONG), 21),
        "for an offset that is too great by one": (reading().chunk(LONG), 23),
        "for a later offset when the first is awaited again": (
            reading().chunk(LONG).chunk(LONG),
            33,
        ),
        "after an object": (reading().value(SHORT), 0),
        "after an error": (reading().error(0x0E), 0),
        "for a second offset of a whole value": (reading(WHOLE).value(LONG), 22),
    }
    for title, (script, offset) in states.items():
        given, events = script.given, [*script.given["events"]]
        script.value(SHORT, at=offset)
        topic.reassembly(f"A chunk {title} changes nothing", "8.11", script)
        again = ReassemblyScript(given["radio"], **_configuration(given))
        for event in events:
            again.do(**event)
        again.error(0x07, at=offset)
        topic.reassembly(f"An error {title} changes nothing", "8.11", again)
    title = "After an answer that was not expected the read goes on"
    script = reading().chunk(LONG).value(SHORT, at=44).whole(LONG)
    topic.reassembly(title, "8.11", script)
    too_long = make_of_length("deployed", 513)
    for what, script, offset in (
        ("before a read", ReassemblyScript(), 0),
        ("for another offset", reading().chunk(LONG), 0),
        ("after a cancelled read", reading().do("cancel"), 0),
    ):
        title = f"A chunk of 513 bytes {what} changes nothing"
        script.value(too_long, at=offset)
        topic.reassembly(title, "8.11", script, since=SINCE)
    return topic


def _configuration(given: dict[str, object]) -> dict[str, object]:
    return {
        name: value for name, value in given.items() if name not in ("radio", "events")
    }


def _chunk_size() -> Topic:
    topic = Topic("reassembly", "chunk-size")
    data = make_of_length("deployed", 60)
    short = make_of_length("deployed", 48)
    shorter = make_of_length("deployed", 30)
    trusting = {"trustsChunkSize": True}
    known = {"level": "recommended"}
    title = "A short first chunk is the whole object once a longer one was seen"
    script = reading(**trusting).whole(data, 49).begin().value(short)
    topic.reassembly(title, "8.5", script, **known)
    title = "A first chunk as long as the longest is not the whole object"
    script = reading(**trusting).whole(data, 49).begin().value(data[:49])
    topic.reassembly(title, "8.5", script, **known)
    title = "Before a longer chunk was seen a short one may not be all"
    topic.reassembly(title, "8.5", reading(**trusting).value(short), **known)
    title = "Without trust a short first chunk may not be all, whatever was seen"
    script = reading().whole(data, 49).begin().value(shorter)
    topic.reassembly(title, "8.5", script, flags=["fixedChunkSize"])
    title = "A chunk size is forgotten with its link"
    script = reading(**trusting).whole(data, 49).do("forgetChunkSize").begin()
    topic.reassembly(title, "8.5", script.value(short), **known)
    title = "A later chunk may be the longest that was seen"
    script = reading(**trusting).value(data[:20]).value(data[20:45])
    script.value(data[45:50]).value(data[:20]).begin().value(data[:24])
    topic.reassembly(title, "8.5", script, **known)
    _add_known_sizes(topic, data)
    return topic


def _add_known_sizes(topic: Topic, data: bytes) -> None:
    """Which chunks make the known size, and what forgets it."""
    known = {"level": "recommended", "since": SINCE}
    trusting = {"trustsChunkSize": True}
    full = make_of_length("legacy", 512)

    def seen(size: int = 49) -> ReassemblyScript:
        return reading(**trusting).whole(data, size)

    title = "The longest chunk is the known size, not the last"
    script = seen().begin().whole(make_of_length("legacy", 90), 22).begin()
    topic.reassembly(title, "8.5", script.value(data[:30]), **known)
    title = "A chunk with which the bytes exceed 512 does not make the known size"
    script = reading(**trusting).value(data[:22]).value(full).begin()
    topic.reassembly(title, "8.5", script.value(OTHER[:22]), **known)
    title = "An answer for which no restart is left does not make the known size"
    script = reading(maximumRestarts=0, **trusting).chunk(LONG).chunk(LONG)
    script.value(data[:49]).begin().value(OTHER[:22])
    topic.reassembly(title, "8.5", script, **known)
    title = "An answer that was not asked for does not make the known size"
    script = reading(**trusting).value(data[:49], at=22).value(OTHER[:22])
    topic.reassembly(title, "8.5", script, **known)
    title = "A read that is cancelled does not forget the known size"
    script = seen().begin().do("cancel").begin().value(data[:30])
    topic.reassembly(title, "8.5", script, **known)
    title = "An error does not forget the known size"
    script = seen().begin().error(0x0E).begin().value(data[:30])
    topic.reassembly(title, "8.5", script, **known)
    title = "A value that is too long does not forget the known size"
    script = seen().begin().value(full + b"x").begin().value(data[:30])
    topic.reassembly(title, "8.5", script, **known)
    title = "The known size counts for the first chunk of another attempt, too"
    script = reading(**trusting).value(data[:49]).value(data[49:]).value(OTHER[:22])
    topic.reassembly(title, "8.5", script, **known)
    title = "A read that goes on keeps the size of its own chunks"
    script = reading(**trusting).value(data[:49]).do("forgetChunkSize")
    topic.reassembly(title, "8.5", script.value(data[49:]), **known)
    title = "The check does not make the known size again once it is forgotten"
    script = reading(**trusting).value(data[:49]).value(data[49:])
    script.do("forgetChunkSize").value(data[:49]).begin().value(data[:30])
    topic.reassembly(title, "8.5", script, **known)


def _whole_values() -> Topic:
    topic = Topic("reassembly", "whole-values")
    flags = ["splicedObjects"]
    for data in (b"", SHORT, LONG, make_of_length("legacy", 512)):
        title = f"From a first value of {len(data)} bytes, at most 20 may be shown"
        topic.reassembly(title, "8.9", reading(WHOLE).value(data), flags=flags)
        title = f"Two equal values of {len(data)} bytes are an object"
        script = reading(WHOLE).value(data).value(data)
        topic.reassembly(title, "8.9", script, flags=flags)
    title = "Two values that differ are not an object"
    script = reading(WHOLE).value(LONG).value(OTHER)
    topic.reassembly(title, "8.9", script, flags=flags)
    title = "After two that differ, the second counts as the first"
    script = reading(WHOLE).value(LONG).value(OTHER).value(OTHER)
    topic.reassembly(title, "8.9", script, flags=flags)
    title = "An object that comes back after another has to be read twice again"
    script = reading(WHOLE).value(LONG).value(OTHER).value(LONG)
    topic.reassembly(title, "8.9", script, flags=flags)
    title = "The last byte of a value counts"
    script = reading(WHOLE).value(LONG).value(with_byte(LONG, len(LONG) - 1, 0x21))
    topic.reassembly(title, "8.9", script, flags=flags)
    title = "A beginning of the first value is another value"
    script = reading(WHOLE).value(LONG).value(LONG[:20])
    topic.reassembly(title, "8.9", script, flags=flags)
    title = "Values that go on changing end the read"
    script = reading(WHOLE, maximumRestarts=1).value(LONG).value(OTHER).value(LONG)
    topic.reassembly(title, "8.11", script, flags=flags)
    title = "A value of 513 bytes is too long"
    script = reading(WHOLE).value(make_of_length("deployed", 512) + b"x")
    topic.reassembly(title, "8.11", script)
    title = "The error 0x0a to a whole read ends it"
    topic.reassembly(title, "8.6", reading(WHOLE).error(0x0A))
    return topic


def _interrupted() -> Topic:
    topic = Topic("reassembly", "interrupted")
    for radio in ("offsetReads", WHOLE):
        name = "of chunks" if radio == "offsetReads" else "of whole values"
        title = f"A read {name} that is cancelled awaits nothing"
        topic.reassembly(title, "8.3", reading(radio).value(LONG[:22]).do("cancel"))
        title = f"A read {name} that begins again begins at offset 0"
        topic.reassembly(title, "8.3", reading(radio).value(LONG[:22]).begin())
        title = f"A read {name} that began again takes nothing from before"
        script = reading(radio).value(LONG[:22]).begin().value(OTHER[:22])
        topic.reassembly(title, "8.3", script)
    title = "Another read after an object"
    script = reading().value(SHORT).begin().whole(LONG)
    topic.reassembly(title, "8.3", script)
    title = "A read that begins again counts its restarts from zero"
    script = reading().chunk(LONG).chunk(LONG).chunk(OTHER).begin()
    topic.reassembly(title, "8.11", script)
    title = "A read that is cancelled before it began awaits nothing"
    topic.reassembly(title, "8.3", ReassemblyScript().do("cancel"))
    title = "A read that is cancelled keeps its count of restarts"
    script = reading().chunk(LONG).chunk(LONG).chunk(OTHER).do("cancel")
    topic.reassembly(title, "8.11", script, since=SINCE)
    return topic
