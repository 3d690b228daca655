"""The mutation check: each fault is caught, and each required vector catches one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ..bugs import BUGS
from ..evaluate import Json
from . import (
    central,
    central_debts,
    central_discarded,
    central_radios,
    central_rows,
    codec,
    distance,
    pairing,
    peripheral,
    reassembly,
    reassembly_radios,
    sensor_counters,
    sensor_pages,
    sensor_rides,
    sensor_tables,
    sensor_values,
    watch_links,
    watch_values,
)
from .mutant import Effect, Mutant

MODULES = (
    codec,
    distance,
    reassembly,
    reassembly_radios,
    central,
    central_debts,
    central_discarded,
    central_rows,
    central_radios,
    peripheral,
    sensor_values,
    sensor_tables,
    sensor_pages,
    sensor_rides,
    sensor_counters,
    pairing,
    watch_values,
    watch_links,
)


def all_mutants(vectors: list[Json]) -> list[Mutant]:
    """The named bugs, with the operations of the vectors that name them, and all small faults."""
    operations: dict[str, set[str]] = defaultdict(set)
    for vector in vectors:
        for flag in vector["flags"]:
            operations[flag].add(vector["operation"])
    named = [
        Mutant(flag, tuple(sorted(operations[flag])), tuple(plants))
        for flag, plants in BUGS.items()
    ]
    return named + [mutant for module in MODULES for mutant in module.mutants(vectors)]


def mutation_faults(vectors: list[Json], mutants: list[Mutant]) -> Iterator[str]:
    """Faults that no vector catches, and required vectors that reveal no fault.

    A vector tests its last step: a fault must show there, after steps that are right.
    """
    idle = {vector["id"]: vector for vector in vectors if vector["level"] == "required"}
    for mutant in mutants:
        touched = [
            vector for vector in vectors if vector["operation"] in mutant.operations
        ]
        is_caught = False
        for vector in sorted(touched, key=lambda vector: vector["id"] not in idle):
            if is_caught and vector["id"] not in idle:
                break
            effect = mutant.effect_on(vector)
            is_caught = is_caught or effect != Effect.NONE
            if effect == Effect.SHOWN:
                idle.pop(vector["id"], None)
        if not is_caught:
            yield f"no vector catches: {mutant.name}"
    for vector_id, vector in idle.items():
        yield f"{vector_id} ({vector['title']}) reveals no planted fault"
