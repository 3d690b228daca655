"""Faults of the central's session."""

from collections.abc import Iterator

from ..evaluate import Json
from ..sessions import central_base, central_reads
from ..sessions.central import Central
from .mutant import Mutant
from .session import Side

SIDE = Side("central", Central, central_base)
READS = Side("central", Central, central_reads)


def mutants(vectors: list[Json]) -> Iterator[Mutant]:
    """All faults of the central's session."""
    yield from SIDE.common(vectors)
    yield from READS.constant("PAIRING_ERRORS", (0x05,), (0x0F,), (0x05, 0x0F, 0x0E))
    yield from SIDE.needless(vectors, "startScan")
    yield from SIDE.deaf(("mtuChanged", "serviceChanged", "notified"))
