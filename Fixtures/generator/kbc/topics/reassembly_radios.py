"""Radios that go on by themselves: answers of several chunks, and values that may be cut."""

from __future__ import annotations

from collections.abc import Iterator

from ..objects import make_of_length, with_byte
from ..reassembly import ENDINGS
from ..reassembly_script import ReassemblyScript, reading
from ..sessions.central_script import HALF, LONG, OTHER, SHORT
from ..vectors import Topic

LONG_READS = "longReads"
WHOLE_VALUES = ("wholeValues", "oneCallback")
SINCE = "3.0.0"
SPLICED = ["splicedObjects"]
FULL = make_of_length("deployed", 512)
# An answer whose first chunk is one object's and whose second is another's.
TORN = LONG[:22] + OTHER[22:]


def topics() -> Iterator[Topic]:
    """reassembly/long-reads.json, long-reads-torn.json, extents.json and known-values.json"""
    yield _long_reads()
    yield _long_reads_torn()
    yield _extents()
    yield _known_values()


def _add(
    topic: Topic,
    title: str,
    clause: str,
    script: ReassemblyScript,
    *,
    level: str = "required",
    flags: list[str] | None = None,
) -> None:
    flags = flags or []
    topic.reassembly(title, clause, script, level=level, flags=flags, since=SINCE)


def _long() -> ReassemblyScript:
    return reading(LONG_READS)


def _long_reads() -> Topic:
    topic = Topic("reassembly", "long-reads")
    for length in (0, 1, 19):
        data = make_of_length("deployed", length)
        title = f"An answer of {length} bytes is one response, and the whole object"
        _add(topic, title, "8.9", _long().value(data))
    for length in (20, 21, 22, 23, 48, 511):
        data = make_of_length("deployed", length)
        title = f"An answer of {length} bytes may not be all; 20 of them may be shown"
        _add(topic, title, "8.9", _long().value(data))
    script = _long().value(FULL)
    _add(topic, "An answer of 512 bytes is the end, and is checked", "8.9", script)
    script = _long().value(FULL).value(FULL)
    title = "An answer of 512 bytes that comes again is the object"
    _add(topic, title, "8.9", script, flags=SPLICED)
    script = _long().value(LONG).value(b"")
    title = "After an answer with all chunks an empty one is the end"
    _add(topic, title, "8.4", script)
    script = _long().value(LONG).value(b"").value(LONG)
    title = "An answer of two chunks that comes again is the object"
    _add(topic, title, "8.9", script, flags=SPLICED)
    for code in ENDINGS:
        script = _long().value(LONG).error(code)
        title = f"After an answer with all chunks the error {code:#04x} is the end"
        _add(topic, title, "8.4", script, flags=["endingTakenAsError"])
        script = _long().value(LONG).error(code).value(LONG)
        title = f"An object that ends with {code:#04x} after all of its chunks"
        _add(topic, title, "8.9", script, flags=["endingTakenAsError"])
        title = f"The error {code:#04x} to an answer from the beginning fails the read"
        _add(topic, title, "8.6", _long().error(code))
        title = f"The error {code:#04x} to the check of an answer fails the read"
        _add(topic, title, "8.6", _long().value(LONG).value(b"").error(code))
    for code in (0x01, 0x0A, 0x0E):
        title = f"The error {code:#04x} at a later offset fails a long read"
        _add(topic, title, "8.6", _long().value(LONG).error(code))
    script = _long().chunk(LONG, 20).chunk(LONG, 20)
    title = "Answers of one chunk of 20 bytes: a shorter one is the last"
    _add(topic, title, "8.9", script, flags=["fixedChunkSize"])
    script = _long().chunk(LONG, 20).chunk(LONG, 20).chunk(LONG, 20)
    title = "Answers of one chunk of 20 bytes are an object"
    _add(topic, title, "8.9", script, flags=["fixedChunkSize"])
    script = _long().value(FULL[:20]).value(FULL[20:64])
    title = "A later answer that is longer than the first is not the last"
    _add(topic, title, "8.4", script, flags=["fixedChunkSize"])
    script = _long().value(FULL[:66]).value(FULL[66:131])
    title = "A later answer that is shorter than the first is the last"
    _add(topic, title, "8.4", script)
    script = _long().value(FULL[:20]).value(FULL[20:])
    title = "512 bytes in two answers are the end"
    _add(topic, title, "8.4", script, flags=["fixedChunkSize"])
    script = _long().value(FULL + b"x")
    _add(topic, "An answer of 513 bytes is too long", "8.11", script)
    script = _long().value(FULL[:300]).value(FULL[:213])
    title = "A later answer that exceeds 512 bytes in all is too long"
    _add(topic, title, "8.11", script)
    script = _long().value(LONG).value(b"", at=0)
    title = "An answer for the beginning is not expected while the rest is awaited"
    _add(topic, title, "8.11", script)
    script = _long().value(LONG).begin()
    title = "A long read that begins again begins at offset 0"
    _add(topic, title, "8.3", script)
    script = reading(LONG_READS, trustsChunkSize=True).value(LONG).value(b"")
    script.value(LONG).begin().value(OTHER)
    title = "A shorter answer is not trusted: a phone's chunks are not its answers"
    _add(topic, title, "8.9", script, level="recommended")
    return topic


def _long_reads_torn() -> Topic:
    topic = Topic("reassembly", "long-reads-torn")
    scripts = {
        "Torn between two chunks of one answer: the check finds it": _long()
        .value(TORN)
        .value(b"")
        .value(OTHER),
        "After a torn answer the new object is read to its end": _long()
        .value(TORN)
        .value(b"")
        .value(OTHER)
        .value(b"")
        .value(OTHER),
        "Torn between two answers: the check finds it": _long()
        .value(LONG)
        .value(OTHER[22:])
        .value(OTHER),
        "Torn between two answers of one chunk: the check finds it": _long()
        .chunk(LONG, 20)
        .chunk(OTHER, 20)
        .chunk(OTHER, 20),
        "Torn in the check itself: it is the next attempt's first answer": _long()
        .value(LONG)
        .value(b"")
        .value(TORN),
        "The last byte of an answer counts": _long()
        .value(LONG)
        .value(b"")
        .value(with_byte(LONG, len(LONG) - 1, 0x21)),
        "A beginning of the first answer is another answer": _long()
        .value(LONG)
        .value(b"")
        .value(LONG[:22]),
        "A short object in place of a long one is whole at once": _long()
        .value(LONG)
        .value(b"")
        .value(SHORT),
        "512 bytes in place of a shorter object are checked too": _long()
        .value(LONG)
        .value(b"")
        .value(FULL),
        "An answer of 512 bytes that is torn is not an object": _long()
        .value(LONG[:22] + FULL[22:])
        .value(FULL),
    }
    for title, script in scripts.items():
        _add(topic, title, "8.9", script, flags=SPLICED)
    script = reading(LONG_READS, maximumRestarts=0).value(LONG).value(b"").value(OTHER)
    title = "A torn answer ends the read if no restart is allowed"
    _add(topic, title, "8.11", script, flags=SPLICED)
    script = reading(LONG_READS, maximumRestarts=1).value(TORN).value(b"").value(HALF)
    script.value(b"").value(LONG)
    title = "A second torn answer ends the read if one restart is allowed"
    _add(topic, title, "8.11", script, flags=SPLICED)
    return topic


def _twice(
    data: bytes, mtu: int | None, radio: str = "wholeValues"
) -> ReassemblyScript:
    known = {} if mtu is None else {"mtu": mtu}
    return reading(radio, **known).value(data).value(data)


def _extents() -> Topic:
    topic = Topic("reassembly", "extents")
    _add_extents(
        topic,
        {
            None: (1, 19, 20, 21, 22, 182, 511, 512),
            23: (19, 20, 21, 22, 23, 44, 512),
            24: (20, 21, 22, 23),
            25: (21, 22, 23),
            185: (19, 20, 21, 22, 23, 181, 182, 183, 184, 185, 366, 512),
            515: (20, 511, 512),
            517: (20, 21, 512),
        },
    )
    _add_extents(
        topic,
        {
            23: (182, 300, 511),
            100: (19, 20, 21, 22, 23, 96, 97, 98, 182, 300, 511, 512),
            185: (97, 300, 511),
            26: (21, 22, 23),
        },
    )
    return topic


def _add_extents(topic: Topic, lengths: dict[int | None, tuple[int, ...]]) -> None:
    """Adds values that come twice, by the MTU."""
    for radio in WHOLE_VALUES:
        for mtu, some in lengths.items():
            for length in some:
                data = make_of_length("deployed", length)
                script = _twice(data, mtu, radio)
                extent = "whole" if "object" in script.step else "perhaps a beginning"
                name = "an unknown MTU" if mtu is None else f"MTU {mtu}"
                title = f"{length} bytes twice at {name}: {extent}"
                title += ", one callback" if radio == "oneCallback" else ""
                _add(topic, title, "8.9", script, flags=SPLICED)


def _known_values() -> Topic:
    topic = Topic("reassembly", "known-values")
    trusting = {"trustsChunkSize": True, "level": "recommended"}
    _known(topic, "A value shorter than an earlier one is whole", LONG, OTHER, trusting)
    title = "A value as long as the longest one may be cut"
    _known(topic, title, LONG, LONG, trusting)
    title = "A value longer than all earlier ones may be cut"
    _known(topic, title, OTHER, LONG, trusting)
    title = "A shorter value may be cut if nothing is trusted"
    _known(topic, title, LONG, OTHER, {})
    data = make_of_length("deployed", 184)
    title = "MTU - 3 bytes after a longer value are whole"
    _known(topic, title, data, data[:182], trusting | {"mtu": 185})
    title = "20 bytes after a longer value are whole"
    _known(topic, title, data[:21], data[:20], trusting | {"mtu": 185})
    script = reading("wholeValues", trustsChunkSize=True).value(LONG).value(OTHER)
    title = "The longer value may be of the same read"
    _add(topic, title, "8.9", script.value(OTHER), level="recommended", flags=SPLICED)
    script = reading("wholeValues", trustsChunkSize=True).value(LONG).value(LONG)
    script.do("forgetChunkSize").begin().value(OTHER).value(OTHER)
    title = "A longer value is forgotten with its link"
    _add(topic, title, "8.9", script, level="recommended", flags=SPLICED)
    script = reading("wholeValues", trustsChunkSize=True).value(LONG).error(0x0E)
    script.begin().value(OTHER).value(OTHER)
    title = "A longer value counts although its read failed"
    _add(topic, title, "8.9", script, level="recommended", flags=SPLICED)
    for radio in WHOLE_VALUES:
        script = reading(radio, mtu=23).value(LONG).value(TORN).value(OTHER)
        title = f"A torn value is never an object, {radio}"
        _add(topic, title, "8.9", script, flags=SPLICED)
        for code in (*ENDINGS, 0x0A):
            script = reading(radio, mtu=23).error(code)
            title = f"The error {code:#04x} fails the read, {radio}"
            _add(topic, title, "8.6", script)
    script = reading("oneCallback").value(LONG)
    title = "Of a first value only 20 bytes may be shown, oneCallback"
    _add(topic, title, "8.10", script, flags=SPLICED)
    script = reading("oneCallback").value(FULL + b"x")
    _add(topic, "A value of 513 bytes is too long, oneCallback", "8.11", script)
    script = _twice(LONG[:20], None).begin().value(LONG[:20])
    title = "After a beginning another read begins from nothing"
    _add(topic, title, "8.9", script, flags=SPLICED)
    script = _twice(LONG[:20], None).value(LONG)
    title = "After a beginning nothing is awaited"
    _add(topic, title, "8.11", script, flags=SPLICED)
    for mtu, length in ((100, 99), (100, 97), (23, 22)):
        title = f"{length} bytes after a longer value are whole at the told MTU {mtu}"
        _known(topic, title, data[:184], data[:length], trusting | {"mtu": mtu})
    for radio in WHOLE_VALUES:
        script = reading(radio, trustsChunkSize=True).value(LONG).value(LONG)
        script.begin().value(OTHER).do("forgetChunkSize").value(OTHER)
        title = f"A longer value is forgotten between two equal reads, {radio}"
        _add(topic, title, "8.9", script, level="recommended", flags=SPLICED)
    return topic


def _known(
    topic: Topic, title: str, earlier: bytes, data: bytes, given: dict[str, object]
) -> None:
    """Adds a read of `earlier` and one of `data` on the same link."""
    level = str(given.get("level", "required"))
    configuration = {name: value for name, value in given.items() if name != "level"}
    for radio in WHOLE_VALUES:
        script = reading(radio, **configuration).value(earlier).value(earlier)
        script.begin().value(data).value(data)
        _add(topic, f"{title}, {radio}", "8.9", script, level=level, flags=SPLICED)
