"""One fault and how a vector is judged under it."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ..evaluate import Json, evaluate
from ..planting import Plant, planted


SECONDS_FOR_A_VECTOR = 2


class TooSlow(Exception):
    """A fault that makes a model run for ever."""


class Effect(Enum):
    """How a fault changes a vector's answer."""

    NONE = 0
    SPOILT = 1  # a step before the last is wrong: the fault is caught, but not in the step under test
    SHOWN = 2  # the answer is wrong; of several steps, only the last


@dataclass(frozen=True)
class Mutant:
    """A fault: its name, the operations that it can affect, and what it replaces."""

    name: str
    operations: tuple[str, ...]
    plants: tuple[Plant, ...]
    is_by_machine: bool = False  # it may be no fault at all, or break anything

    def effect_on(self, vector: Json) -> Effect:
        """How the fault changes a vector's answer."""
        expected = vector["expected"]
        with planted(self.plants):
            try:
                with limited():
                    answer = evaluate(vector["operation"], vector["input"])
            except TooSlow:
                return Effect.SPOILT
            except Exception as error:  # noqa: BLE001  a fault may break anything
                if _is_mistake(error) and not self.is_by_machine:
                    raise
                # A change that a machine makes may break every answer, which justifies no vector.
                return (
                    Effect.SPOILT
                    if self.is_by_machine or "steps" in expected
                    else Effect.SHOWN
                )
        if answer == expected:
            return Effect.NONE
        if "steps" not in expected:
            return Effect.SHOWN
        is_way_right = answer["steps"][:-1] == expected["steps"][:-1]
        return Effect.SHOWN if is_way_right else Effect.SPOILT


@contextmanager
def limited() -> Iterator[None]:
    """Ends what takes too much of the processor, where the system can."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS_FOR_A_VECTOR)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _stop(*_: object) -> None:
    raise TooSlow


def _is_mistake(error: Exception) -> bool:
    """Whether the fault itself is wrong, and would be caught whatever it changes."""
    is_call = isinstance(error, TypeError) and "positional argument" in str(error)
    return is_call or isinstance(error, (AttributeError, NameError))


def replacing(target: Any, name: str, make: Callable[[Any], Any]) -> Plant:
    """A plant whose replacement is made from the original."""
    return Plant(target, name, make(getattr(target, name)))
