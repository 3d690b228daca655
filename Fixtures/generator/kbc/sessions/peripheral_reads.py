"""How the phone answers reads: rules P.6 and P.7."""

from __future__ import annotations

from ..objects import make, make_of_length
from .peripheral_script import PeripheralScript, numbered, peripheral
from .script import Collection

LONG = make_of_length("deployed", 100)
SHORT = numbered(7)  # 16 bytes


def add_rules(collection: Collection) -> None:
    """Adds the vectors, rule by rule."""
    _errors(collection)
    _endings(collection)
    _chunks(collection)
    _identifiers(collection)
    _serving(collection)


def _serving_phone(**configuration: str) -> PeripheralScript:
    return peripheral("serving", **configuration)


def _errors(collection: Collection) -> None:
    script = peripheral("advertising").read()
    title = "No object yet: Attribute Not Found"
    collection.add(title, "P.6", script, effects=["reject"])
    script = peripheral("advertising").read(offset=5)
    title = "No object yet at a later offset: Attribute Not Found"
    collection.add(title, "P.6", script, effects=["reject"])
    script = peripheral("advertising").do("stopNavigation").read(offset=5)
    title = "Not navigating any more: Invalid Handle"
    collection.add(title, "P.6", script, effects=["reject"])


def _endings(collection: Collection) -> None:
    for ending in ("empty", "invalidOffset", "attributeNotLong"):
        for offset, where in (
            (15, "before the end"),
            (16, "at the end"),
            (17, "past the end"),
            (600, "far past the end"),
        ):
            script = _serving_phone(ending=ending).publish(SHORT).read(offset=offset)
            title = f"A read {where}, configured {ending}"
            collection.add(title, "P.6", script)


def _chunks(collection: Collection) -> None:
    for size in ("readPayload", "notificationPayload", "smallestPayload"):
        for mtu in (0, 23, 50, 185):
            script = _serving_phone(chunkSize=size).publish(LONG)
            script.do("mtuChanged", central=1, mtu=mtu).read(offset=10)
            title = f"One answer at MTU {mtu}, configured {size}"
            collection.add(title, "P.6", script, effects=["answer"])
    script = _serving_phone().publish(LONG).read(offset=90)
    title = "The last chunk has what is left"
    collection.add(title, "P.6", script, effects=["answer"])
    full = make_of_length("deployed", 512)
    script = _serving_phone().connect(2, mtu=600).publish(full).read(2)
    title = "One answer carries 512 bytes if it can"
    collection.add(title, "P.6", script, effects=["answer"])
    script = _serving_phone().connect(2, mtu=50).publish(LONG).read(2)
    title = "Each central is answered with its own MTU"
    collection.add(title, "P.10", script, effects=["answer"])


def _published(count: int, **configuration: str) -> PeripheralScript:
    script = peripheral("advertising", **configuration)
    for number in range(1, count + 1):
        script.publish(numbered(number, b"Street %02d, and long enough" % number))
    return script


def _identifiers(collection: Collection) -> None:
    for count, number, what in (
        (10, 1, "the oldest of ten"),
        (11, 1, "the oldest of eleven, which is not kept"),
        (11, 2, "the oldest that is kept of eleven"),
        (11, 11, "the newest"),
        (11, 99, "one that never was"),
    ):
        script = _published(count).read(identifier=number)
        title = f"A read that names {what}"
        collection.add(title, "P.6", script)
    script = _published(3).read(offset=22, identifier=1)
    title = "A read that names an identifier at a later offset"
    collection.add(title, "P.6", script, effects=["answer"])
    script = peripheral("advertising").read(identifier=1)
    title = "A read that names an identifier when there is no object"
    collection.add(title, "P.6", script, effects=["reject"])
    script = _published(3, serving="snapshotPerRead").read(identifier=1)
    script.read(offset=22)
    title = "A read that names an identifier makes no snapshot"
    collection.add(title, "P.7", script, effects=["answer"])
    first, second = numbered(5, b"First"), numbered(5, b"Second")
    script = peripheral("advertising").publish(first).publish(second)
    script.read(identifier=5)
    title = "If two objects have the identifier, the newer one answers"
    collection.add(title, "P.6", script, effects=["answer"])
    layout = "legacy"
    script = peripheral("advertising", layout=layout).publish(make(layout, b"Am Park"))
    script.read(identifier="6F1C8D42-0B7E-4A93-9E5D-31474A72286B")
    title = "A read that names a legacy identifier"
    collection.add(title, "P.6", script, effects=["answer"])


def _serving(collection: Collection) -> None:
    a, b = LONG, make("deployed", b"Another street, and long enough", identifier=9)
    for serving in ("newestAlways", "snapshotPerRead"):
        script = _serving_phone(serving=serving).publish(a).read().publish(b)
        script.read(offset=22)
        title = f"A later offset after a publication, {serving}"
        collection.add(title, "P.7", script, effects=["answer"])
        script.read()
        title = f"Offset 0 after a publication, {serving}"
        collection.add(title, "P.7", script, effects=["answer"])
        script = _serving_phone(serving=serving).publish(a).read(offset=22)
        title = f"A later offset without a read at 0, {serving}"
        collection.add(title, "P.7", script, effects=["answer"])
        script.publish(b).read(offset=22)
        title = f"A later offset without a read at 0, after a publication, {serving}"
        collection.add(title, "P.7", script, effects=["answer"])
    for count in (9, 10):
        script = _serving_phone(serving="snapshotPerRead").publish(a).read()
        for number in range(count):
            script.publish(numbered(50 + number, b"One of ten streets, and long"))
        script.read(offset=22)
        title = f"The snapshot after {count} publications"
        collection.add(title, "P.7", script, effects=["answer"])
    script.publish(b).read(offset=22)
    title = "The newest is the snapshot once the snapshot has gone"
    collection.add(title, "P.7", script, effects=["answer"])
    script = _serving_phone(serving="snapshotPerRead").publish(a).connect(2).read()
    script.publish(b).read(2).read(offset=22)
    title = "Each central has its own snapshot"
    collection.add(title, "P.10", script, effects=["answer"])
    script = _serving_phone(serving="snapshotPerRead").publish(a).read(9).publish(b)
    script.read(9, offset=22)
    title = "A central without a place has no snapshot"
    collection.add(title, "P.10", script, effects=["answer"])
