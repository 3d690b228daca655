"""Faults that all sessions can have."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..evaluate import Json
from ..planting import Plant
from ..sessions.script import OPERATIONS
from ..tables import NOTHING, cells
from .mutant import Mutant, replacing


class Side:
    """One of the sessions: its model, and its vectors' operation."""

    def __init__(self, name: str, model: Any, module: Any) -> None:
        self.name = name
        self.operation = OPERATIONS[name]
        self.model = model
        self.module = module

    def mutant(self, name: str, *plants: Plant) -> Mutant:
        """A fault of the state machine."""
        return Mutant(f"{self.name}: {name}", (self.operation,), plants)

    def around(
        self, method: str, name: str, change: Callable[[Any], Callable[..., Any]]
    ) -> Mutant:
        """A fault made by wrapping a method."""
        return self.mutant(name, replacing(self.model, method, change))

    def constant(self, name: str, *values: Any, module: Any = None) -> Iterator[Mutant]:
        """Other values for a constant of the session's module, or of another one."""
        for value in values:
            plant = Plant(module or self.module, name, value)
            yield self.mutant(f"{name} is {value}", plant)

    def common(self, vectors: list[Json]) -> Iterator[Mutant]:
        """Faults that any session can have."""
        yield from self._ignored_events(vectors)
        yield from self._effects(vectors)
        yield self._wrapped_steps("effects come in another order", _reversed)
        yield self._wrapped_steps("the deadline is 1 ms late", _later)
        yield self._wrapped_steps("the deadline is not reported", _without_deadline)
        yield self.around("handle", "an earlier time is believed", _believing)
        name = "an earlier time is the distant future"
        yield self.around("handle", name, _underflowing)

    def _ignored_events(self, vectors: list[Json]) -> Iterator[Mutant]:
        """Each event that does something in a phase is ignored there."""
        for (event, phase), outcomes in cells(vectors, self.name).items():
            if outcomes == {NOTHING} or event == "timePassed":
                continue

            def make(handler: Any, phase: str = phase) -> Any:
                def ignore(session: Any, given: Json) -> Any:
                    return None if session.phase == phase else handler(session, given)

                return ignore

            yield self.around(f"_on_{event}", f"{event} is ignored while {phase}", make)

    def needless(self, vectors: list[Json], effect: str) -> Iterator[Mutant]:
        """Each event that may do nothing in a phase has an effect there."""
        for (event, phase), outcomes in cells(vectors, self.name).items():
            if NOTHING not in outcomes:
                continue

            def make(handle: Any, event: str = event, phase: str = phase) -> Any:
                def act(session: Any, given: Json) -> Json:
                    before = session.phase
                    step = dict(handle(session, given))
                    idle = not step["effects"] and step["phase"] == before == phase
                    if idle and given["event"] == event:
                        step["effects"] = [{"effect": effect}]
                    return step

                return act

            name = f"{event} needlessly leads to {effect} while {phase}"
            yield self.around("handle", name, make)

    def deaf(self, events: Iterable[str]) -> Iterator[Mutant]:
        """Events that are ignored in every phase."""
        for event in events:
            plant = Plant(self.model, f"_on_{event}", lambda *_: None)
            yield self.mutant(f"{event} is ignored", plant)

    def _effects(self, vectors: list[Json]) -> Iterator[Mutant]:
        """Each effect is left out, and each member of an effect gets another value."""
        members: dict[str, set[str]] = {}
        for vector in vectors:
            if vector["operation"] == self.operation:
                for step in vector["expected"]["steps"]:
                    for effect in step["effects"]:
                        members.setdefault(effect["effect"], set()).update(effect)
        for effect, names in sorted(members.items()):
            yield self._wrapped_steps(
                f"the effect {effect} is left out", _without(effect)
            )
            for name in sorted(names - {"effect"}):
                what = f"the effect {effect} has another {name}"
                yield self._wrapped_steps(what, _changed(effect, name))

    def _wrapped_steps(self, name: str, change: Callable[[Json], Json]) -> Mutant:
        def make(handle: Any) -> Any:
            return lambda session, event: change(dict(handle(session, event)))

        return self.around("handle", name, make)


def _reversed(step: Json) -> Json:
    return step | {"effects": step["effects"][::-1]}


def _later(step: Json) -> Json:
    deadline = step["deadline"]
    return step | {"deadline": deadline and deadline + 1}


def _without_deadline(step: Json) -> Json:
    return step | {"deadline": None}


def _without(effect: str) -> Callable[[Json], Json]:
    def change(step: Json) -> Json:
        kept = [given for given in step["effects"] if given["effect"] != effect]
        return step | {"effects": kept}

    return change


def _changed(effect: str, member: str) -> Callable[[Json], Json]:
    def change(step: Json) -> Json:
        effects = [
            given | {member: "another"}
            if given["effect"] == effect and member in given
            else given
            for given in step["effects"]
        ]
        return step | {"effects": effects}

    return change


def _underflowing(handle: Any) -> Any:
    def underflow(session: Any, event: Json) -> Any:
        late = event["at"] + 2**32 if event["at"] < session.now else event["at"]
        return handle(session, event | {"at": late})

    return underflow


def _believing(handle: Any) -> Any:
    def believe(session: Any, event: Json) -> Any:
        session.now = min(session.now, event["at"])
        return handle(session, event)

    return believe
