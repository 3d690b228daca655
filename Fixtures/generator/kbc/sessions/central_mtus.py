"""What the told MTU means: rules C.4 and C.11, with clause 8.9."""

from __future__ import annotations

from functools import partial

from ..objects import make_of_length
from ..reassembly import WHOLE_VALUES
from .central_radios import ONE_CALLBACK, SINCE, on_link
from .central_script import LONG, MTU, OTHER, SHORT, central
from .script import Collection

TOLD_MTU = 100
LARGEST_MTU = 65535
# No radio has them: they count as unknown.
TOO_SMALL = (0, 10, 22)
# 20 bytes are a possible chunk at any MTU, 21 only at MTU 22 and 24.
LENGTH = 21


def add_rules(collection: Collection) -> None:
    """Adds the vectors, all since version 3.0.0."""
    _least_mtu(collection)
    _unknown_from_the_beginning(collection)
    _unknown_later(collection)
    _no_change(collection)
    _changes(collection)
    _chunk_size(collection)


def _least_mtu(collection: Collection) -> None:
    """With one callback the MTU may be larger than the radio has told."""
    add = partial(collection.add, since=SINCE)
    lengths = {MTU: (182, 511), TOLD_MTU: (21, 22, 96, 97, 98, 512)}
    for radio in WHOLE_VALUES:
        for mtu, some in lengths.items():
            for length in some:
                data = make_of_length("deployed", length)
                script = on_link(radio, mtu).whole(data)
                title = f"{length} bytes twice at the told MTU {mtu}, {radio}"
                add(title, "C.4", script, phase="ready")
    data = make_of_length("deployed", 182)
    script = on_link(ONE_CALLBACK, MTU).whole(data)
    script.of_link("mtuChanged", mtu=185).rest().whole(data)
    title = "The MTU had grown before the radio told it: 182 bytes may still be cut"
    add(title, "C.4", script, effects=[], phase="ready")
    script = on_link(ONE_CALLBACK, MTU).whole(LONG)
    script.of_link("mtuChanged", mtu=TOLD_MTU).rest().whole(LONG)
    title = "The MTU turns out to be larger: what may have been cut is whole"
    add(title, "C.4", script, effects=["deliver"], phase="ready")


def _unknown_from_the_beginning(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    data = make_of_length("deployed", LENGTH)
    for mtu in TOO_SMALL:
        script = on_link("wholeValues", mtu).whole(data)
        title = f"Connected at MTU {mtu}, which counts as unknown: {LENGTH} bytes"
        add(title, "C.11", script, effects=["deliver"], phase="ready")
    script = on_link("wholeValues", LARGEST_MTU + 1).whole(data)
    title = f"Connected at MTU {LARGEST_MTU + 1}, which is known: {LENGTH} bytes"
    add(title, "C.11", script, effects=["deliver"], phase="ready")


def _unknown_later(collection: Collection) -> None:
    add = partial(collection.add, since=SINCE)
    data = make_of_length("deployed", LENGTH)
    for mtu in TOO_SMALL:
        script = central("ready", radio="wholeValues")
        script.of_link("mtuChanged", mtu=mtu).rest().whole(data)
        title = f"The MTU is {mtu} now, which counts as unknown: {LENGTH} bytes"
        add(title, "C.11", script, effects=["deliver"], phase="ready")
    script = on_link("wholeValues", None)
    script.of_link("mtuChanged", mtu=LARGEST_MTU + 1).value(SHORT).whole(data)
    title = f"The MTU is {LARGEST_MTU + 1} now, which is known: {LENGTH} bytes"
    add(title, "C.11", script, effects=["deliver"], phase="ready")


def _name(mtu: int | None) -> str:
    return "unknown" if mtu is None else str(mtu)


def _no_change(collection: Collection) -> None:
    for before, after in (
        (10, 22),
        (22, 0),
        (None, 0),
        (0, None),
        (None, 22),
        (LARGEST_MTU, LARGEST_MTU + 1),
        (LARGEST_MTU + 1, LARGEST_MTU),
        (LARGEST_MTU + 1, 2**31 - 1),
    ):
        script = on_link("wholeValues", before)
        script.of_link("mtuChanged", mtu=after).value(LONG)
        title = f"MTU {_name(before)} and then {_name(after)} during a read: no change"
        effects = ["deliver", "read", "report"]
        collection.add(title, "C.11", script, effects=effects, since=SINCE)
    script = on_link("wholeValues", MTU).of_link("mtuChanged", mtu=22).value(LONG)
    script.of_link("mtuChanged", mtu=10).value(LONG)
    title = "The MTU is too small, and later another one that is: the answer is used"
    effects = ["deliver", "read", "report"]
    collection.add(title, "C.11", script, effects=effects, since=SINCE)
    script = on_link("wholeValues", MTU)
    script.of_link("mtuChanged", mtu=LARGEST_MTU + 1).value(LONG)
    script.of_link("mtuChanged", mtu=LARGEST_MTU).value(LONG)
    title = "The MTU is too large, and later the largest: the answer is used"
    collection.add(title, "C.11", script, effects=effects, since=SINCE)


def _changes(collection: Collection) -> None:
    for before, after in (
        (20, MTU),
        (MTU, 22),
        (LARGEST_MTU - 1, LARGEST_MTU),
        (LARGEST_MTU - 1, LARGEST_MTU + 1),
        (LARGEST_MTU + 1, None),
        (LARGEST_MTU, 0),
    ):
        script = on_link("wholeValues", before)
        script.of_link("mtuChanged", mtu=after).value(LONG)
        title = f"MTU {_name(before)} and then {_name(after)} during a read: a change"
        collection.add(title, "C.11", script, effects=["read"], since=SINCE)


def _chunk_size(collection: Collection) -> None:
    """A first chunk that is shorter than an earlier one is whole, until the MTU changes."""
    add = partial(collection.add, since=SINCE)
    for before, after in ((0, 22), (LARGEST_MTU, LARGEST_MTU + 1)):
        script = on_link("offsetReads", before, trustsChunkSize=True).whole(LONG, 30)
        script.of_link("mtuChanged", mtu=after).rest().value(OTHER)
        title = f"MTU {before} and then {after}: the chunk size is not forgotten"
        add(title, "C.11", script, effects=["deliver"], phase="ready")
    for before, after in ((22, MTU), (MTU, 22)):
        script = on_link("offsetReads", before, trustsChunkSize=True).whole(LONG, 30)
        script.of_link("mtuChanged", mtu=after).rest().value(OTHER)
        title = f"MTU {before} and then {after}: the chunk size is forgotten"
        add(title, "C.11", script, effects=["deliver", "read"])
