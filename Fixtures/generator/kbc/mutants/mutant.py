"""One fault and how a vector is judged under it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ..evaluate import Json, evaluate
from ..planting import Plant, planted


class Effect(Enum):
    """What a fault does to a vector."""

    NONE = 0
    SPOILT = 1  # a step before the last is wrong: the fault is caught, but not where the vector looks
    SHOWN = 2  # the answer, or of several steps the last and no other, is wrong


@dataclass(frozen=True)
class Mutant:
    """A fault: what it is in words, the operations that it can touch, and what it replaces."""

    name: str
    operations: tuple[str, ...]
    plants: tuple[Plant, ...]

    def effect_on(self, vector: Json) -> Effect:
        """What the fault does to a vector."""
        expected = vector["expected"]
        with planted(self.plants):
            try:
                answer = evaluate(vector["operation"], vector["input"])
            except Exception:  # noqa: BLE001  a fault may break anything
                return Effect.SPOILT if "steps" in expected else Effect.SHOWN
        if answer == expected:
            return Effect.NONE
        if "steps" not in expected:
            return Effect.SHOWN
        is_way_right = answer["steps"][:-1] == expected["steps"][:-1]
        return Effect.SHOWN if is_way_right else Effect.SPOILT


def replacing(target: Any, name: str, make: Callable[[Any], Any]) -> Plant:
    """A plant made from what it replaces."""
    return Plant(target, name, make(getattr(target, name)))
