"""Faults in what the central's session makes of the MTU."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..sessions import central, central_base
from ..sessions.central import Central
from .central import SIDE
from .mutant import Mutant


def mutants(_: list[Json]) -> Iterator[Mutant]:
    """All faults of MTUs."""

    def always(changed: Any) -> Any:
        def change(session: Central, event: Json) -> None:
            if (
                session.phase in central_base.LINKED
                and event["mtu"] == session.reader.mtu
            ):
                session.link.is_discarded |= session.phase == "reading"
            changed(session, event)

        return change

    name = "the same MTU again makes it discard an answer"
    yield SIDE.around("_on_mtuChanged", name, always)

    def forgetting(changed: Any) -> Any:
        def change(session: Central, event: Json) -> None:
            session.reader.longest_chunk = 0
            changed(session, event)

        return change

    name = "the same MTU again forgets the chunk size"
    yield SIDE.around("_on_mtuChanged", name, forgetting)

    def as_smallest(handler: Any) -> Any:
        def handle(session: Central, event: Json) -> None:
            handler(session, event | {"mtu": event["mtu"] or 23})

        return handle

    for event in ("connected", "mtuChanged"):
        name = f"an unknown MTU is taken for 23 when {event}"
        yield SIDE.around(f"_on_{event}", name, as_smallest)

    def untold(set_mtu: Any) -> Any:
        def keep(session: Central, mtu: int | None) -> None:
            known = session.reader.mtu
            set_mtu(session, mtu)
            session.reader.mtu = known

        return keep

    yield SIDE.around("_set_mtu", "reassembly is not told the MTU", untold)

    def undone(changed: Any) -> Any:
        def change(session: Central, event: Json) -> None:
            was_discarded = session.link.is_discarded
            changed(session, event)
            session.link.is_discarded = session.link.is_discarded and not was_discarded

        return change

    name = "another change of the MTU makes an old answer good"
    yield SIDE.around("_on_mtuChanged", name, undone)
    yield from _bounds()


def _bounds() -> Iterator[Mutant]:
    """Which MTUs can't be one."""
    known = central._known_mtu
    wrongs: dict[str, Callable[[int], int | None]] = {
        "an MTU below 23 is believed": lambda mtu: min(mtu, 65535),
        "an MTU below 23 is believed unless it is 0": lambda mtu: (
            min(mtu, 65535) or None
        ),
        "an MTU of 22 is believed": lambda mtu: mtu if mtu == 22 else known(mtu),
        "an MTU of 23 counts as unknown": lambda mtu: (
            None if mtu == 23 else known(mtu)
        ),
        "an MTU below 23 counts as 23": lambda mtu: min(max(mtu, 23), 65535),
        "an MTU above 65535 is believed": lambda mtu: None if mtu < 23 else mtu,
        "an MTU above 65535 counts as unknown": lambda mtu: (
            None if mtu > 65535 else known(mtu)
        ),
        "an MTU above 65535 loses its high bits": lambda mtu: known(mtu & 0xFFFF),
        "an MTU of 65535 counts as 65534": lambda mtu: min(known(mtu) or 0, 65534)
        or None,
        "an MTU of 65535 counts as unknown": lambda mtu: (
            None if mtu >= 65535 else known(mtu)
        ),
    }
    for name, wrong in wrongs.items():

        def known_mtu(mtu: int | None, wrong: Any = wrong) -> int | None:
            return None if mtu is None else wrong(mtu)

        yield SIDE.mutant(name, Plant(central, "_known_mtu", known_mtu))

    def told(handler: Any) -> Any:
        def handle(session: Central, event: Json) -> None:
            handler(session, event)
            if (
                session.phase in central_base.LINKED
                and event["link"] == session.link.ticket
            ):
                session.reader.mtu = event["mtu"]

        return handle

    for event in ("connected", "mtuChanged"):
        name = f"reassembly is told any MTU when {event}"
        yield SIDE.around(f"_on_{event}", name, told)
