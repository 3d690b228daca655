"""Faults in how the phone's session answers reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..evaluate import Json
from ..sessions.peripheral import Peripheral
from .mutant import Mutant
from .peripheral_losses import SIDE


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of reads."""

    def beginning(read: Any) -> Any:
        def answer(session: Peripheral, event: Json) -> None:
            watchdog = session.watchdog
            read(session, event)
            if event["offset"]:
                session.watchdog = watchdog

        return answer

    name = "only a read at offset 0 arms the watchdog"
    yield SIDE.around("_on_read", name, beginning)

    def lifeless(read: Any) -> Any:
        def answer(session: Peripheral, event: Json) -> None:
            watchdog = session.watchdog
            read(session, event)
            session.watchdog = watchdog

        return answer

    yield SIDE.around("_on_read", "a read does not arm the watchdog", lifeless)

    def stopping(read: Any) -> Any:
        def answer(session: Peripheral, event: Json) -> None:
            read(session, event)
            session._stop_advertising()

        return answer

    yield SIDE.around("_on_read", "every read stops advertising", stopping)

    def any_identifier(found: Any) -> Any:
        def find(session: Peripheral, event: Json, place: Any) -> Any:
            bare = {name: event[name] for name in event if name != "identifier"}
            return found(session, bare, place)

        return find

    name = "a read by identifier gets the newest object"
    yield SIDE.around("_object_for", name, any_identifier)

    def oldest(found: Any) -> Any:
        def find(session: Peripheral, event: Json, place: Any) -> Any:
            if "identifier" not in event:
                return found(session, event, place)
            numbers = dict(session.objects)
            session.objects = dict(
                zip(sorted(numbers, reverse=True), sorted_values(numbers), strict=True)
            )
            data = found(session, event, place)
            session.objects = numbers
            return data

        return find

    name = "of two objects with one identifier the older is served"
    yield SIDE.around("_object_for", name, oldest)

    def frozen(found: Any) -> Any:
        def find(session: Peripheral, event: Json, place: Any) -> Any:
            data = found(session, event, place)
            if event["offset"] == 0 and place and "identifier" not in event:
                return place.__dict__.setdefault("first", data)
            return data

        return find

    name = "a read at 0 gets what the first one got"
    yield SIDE.around("_object_for", name, frozen)
    for shift in (-1, 1):

        def shifted(answer: Any, shift: int = shift) -> Any:
            def give(
                session: Peripheral, central: int, data: bytes, offset: int, mtu: int
            ) -> None:
                answer(session, central, data, max(offset + shift, 0), mtu)

            return give

        name = f"offsets are taken {shift:+d}"
        yield SIDE.around("_answer", name, shifted)

    def narrow(answer: Any) -> Any:
        return lambda session, central, data, offset, _: answer(
            session, central, data, offset, 23
        )

    yield SIDE.around("_answer", "every link has an MTU of 23", narrow)

    def empty(answer: Any) -> Any:
        def give(
            session: Peripheral, central: int, data: bytes, offset: int, mtu: int
        ) -> None:
            if offset > len(data):
                session._do("answer", central=central, bytes="")
            else:
                answer(session, central, data, offset, mtu)

        return give

    name = "a read past the end is answered with nothing"
    yield SIDE.around("_answer", name, empty)


def sorted_values(objects: dict[int, bytes]) -> list[bytes]:
    """The objects from the oldest to the newest."""
    return [objects[number] for number in sorted(objects)]
