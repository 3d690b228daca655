"""The mutation check: each fault planted by hand is caught, and each required vector catches a fault."""

import importlib
import multiprocessing
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from ctypes import c_bool
from multiprocessing.sharedctypes import RawArray

from ..bugs import BUGS
from ..evaluate import Json, functions_run_by
from ..planting import replaced
from . import source_changes
from .mutant import Effect, Mutant

# Where the faults are.
MODULES = """
    codec reassembly reassembly_faults reassembly_readings central central_faults
    central_readings central_subscribed peripheral peripheral_faults peripheral_readings sensor_values
    sensor_tables sensor_pages sensor_rides sensor_counters pairing watch_values
    watch_orders watch_links watch_session watch_session_faults
""".split()


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
    return named + [
        mutant
        for name in MODULES
        for mutant in importlib.import_module(f".{name}", __package__).mutants(vectors)
    ]


def mutation_faults(
    vectors: list[Json], mutants: list[Mutant], looks_for_idle: bool
) -> Iterator[str]:
    """Faults that no vector catches, and if they are looked for, required vectors that reveal no fault.

    A vector tests its last step: a fault must show there, after steps that are right.
    """
    everything = [*mutants, *(source_changes.mutants() if looks_for_idle else ())]
    search = _Search(vectors, everything, looks_for_idle)
    for mutant, is_caught in zip(everything, search.caught(), strict=True):
        if not is_caught and not mutant.is_by_machine:
            yield f"no vector catches: {mutant.name}"
    for vector, is_idle in zip(vectors, search.idle, strict=True):
        if is_idle:
            yield f"{vector['id']} ({vector['title']}) reveals no planted fault"


class _Search:
    """Looks for vectors that catch the mutants, in as many processes as there are processors.

    An idle vector is run under every mutant of its operation until it reveals one, and any other vector
    only if those have not caught a mutant that must be caught. So the answer does not depend on the mutants' order.
    A vector that runs none of the functions that a mutant replaces can't catch it.
    """

    MUTANTS_AT_A_TIME = 8

    def __init__(
        self, vectors: list[Json], mutants: list[Mutant], looks_for_idle: bool
    ) -> None:
        self._vectors = vectors
        self._mutants = mutants
        # Shared by the processes: one that has not seen a change yet only runs a vector once more.
        self.idle = RawArray(
            c_bool, [looks_for_idle and v["level"] == "required" for v in vectors]
        )
        self._functions = [functions_run_by(vector) for vector in vectors]
        self._numbers: dict[str, list[int]] = defaultdict(list)
        for number, vector in enumerate(vectors):
            self._numbers[vector["operation"]].append(number)

    def caught(self) -> list[bool]:
        """Whether any vector catches each of the mutants; afterwards `idle` is complete."""
        indices = range(len(self._mutants))
        if "fork" not in multiprocessing.get_all_start_methods():
            return [self.is_caught(index) for index in indices]
        # A fault is made of functions, which no other way of starting a process can hand over.
        with ProcessPoolExecutor(
            mp_context=multiprocessing.get_context("fork"),
            initializer=_share,
            initargs=(self,),
        ) as processes:
            answers = processes.map(
                _is_caught, indices, chunksize=self.MUTANTS_AT_A_TIME
            )
            return list(answers)

    def is_caught(self, index: int) -> bool:
        """Whether any vector catches the mutant with this place in the list."""
        mutant = self._mutants[index]
        functions = replaced(mutant.plants)
        touched = [
            number
            for operation in mutant.operations
            for number in self._numbers[operation]
            if functions is None or not functions.isdisjoint(self._functions[number])
        ]
        is_caught = False
        for number in sorted(touched, key=lambda number: not self.idle[number]):
            if (is_caught or mutant.is_by_machine) and not self.idle[number]:
                continue
            effect = mutant.effect_on(self._vectors[number])
            is_caught = is_caught or effect != Effect.NONE
            if effect == Effect.SHOWN:
                self.idle[number] = False
        return is_caught


# The search of this process, if it is one of many: only it can be reached from a function without state.
_searches: list[_Search] = []


def _share(search: _Search) -> None:
    _searches.append(search)


def _is_caught(index: int) -> bool:
    return _searches[0].is_caught(index)
