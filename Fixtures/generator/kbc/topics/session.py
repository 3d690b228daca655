"""The two sessions: every event in every phase, and every sentence of their rules."""

from __future__ import annotations

from collections.abc import Iterator

from ..sessions import (
    central_arrivals,
    central_cells,
    central_choices,
    central_discarded,
    central_edges,
    central_failures,
    central_mixed,
    central_mtus,
    central_notified,
    central_pairing,
    central_radios,
    central_reading,
    central_rules,
    central_status,
    central_replaced,
    central_uncounted,
    peripheral_cells,
    peripheral_changed,
    peripheral_choices,
    peripheral_edges,
    peripheral_losses,
    peripheral_lost,
    peripheral_missing,
    peripheral_off,
    peripheral_reads,
    peripheral_rules,
)
from ..sessions.script import PHASES, Collection
from ..vectors import Topic


def topics() -> Iterator[Topic]:
    """session/central/*.json and session/peripheral/*.json"""
    central = Collection("centralSession", "session/central", PHASES["central"])
    central_cells.add_cells(central)
    central_reading.add_rules(central)
    central_arrivals.add_rules(central)
    central_rules.add_rules(central)
    central_mixed.add_rules(central)
    central_edges.add_rules(central)
    central_pairing.add_rules(central)
    central_notified.add_rules(central)
    central_failures.add_rules(central)
    central_radios.add_rules(central)
    central_status.add_rules(central)
    central_notified.add_unnamed(central)
    central_mtus.add_rules(central)
    central_discarded.add_rules(central)
    central_uncounted.add_rules(central)
    central_discarded.add_pairing(central)
    central_pairing.add_notified(central)
    central_replaced.add_rules(central)
    central_choices.add_rules(central)
    yield from central
    peripheral = Collection(
        "peripheralSession", "session/peripheral", PHASES["peripheral"]
    )
    peripheral_cells.add_cells(peripheral)
    peripheral_reads.add_rules(peripheral)
    peripheral_rules.add_rules(peripheral)
    peripheral_edges.add_rules(peripheral)
    peripheral_losses.add_rules(peripheral)
    peripheral_changed.add_rules(peripheral)
    peripheral_missing.add_rules(peripheral)
    peripheral_off.add_rules(peripheral)
    peripheral_lost.add_rules(peripheral)
    peripheral_choices.add_rules(peripheral)
    yield from peripheral
