"""What the faults of the session of a companion app have in common."""

from collections.abc import Iterator
from typing import Any

from ..evaluate import Json, does_nothing
from ..watch.session import records
from ..watch.session.model import Companion
from ..watch.session.script import PLACES, place_of
from .mutant import Mutant
from .session import Side


class CompanionSide(Side):
    """The session, whose phases are those of its first device and its first app, too."""

    def _ignored_events(self, vectors: list[Json]) -> Iterator[Mutant]:
        for event, place in sorted(self._cells(vectors, silent=False)):
            if event == "timePassed" or (event == "start" and place != "stopped"):
                continue

            def make(handle: Any, event: str = event, place: str = place) -> Any:
                def ignore(session: Companion, given: Json) -> Json:
                    is_here = place_of(session) == place and given["event"] == event
                    heard = {"event": "timePassed"} if is_here else {}
                    return handle(session, given | heard)

                return ignore

            yield self.around("handle", f"{event} is ignored while {place}", make)

    def needless(self, vectors: list[Json], effect: str) -> Iterator[Mutant]:
        for event, place in sorted(self._cells(vectors, silent=True)):

            def make(handle: Any, event: str = event, place: str = place) -> Any:
                def act(session: Companion, given: Json) -> Json:
                    is_here = place_of(session) == place and given["event"] == event
                    step = dict(handle(session, given))
                    if is_here and not step["effects"]:
                        step["effects"] = [{"effect": effect}]
                    return step

                return act

            name = f"{event} needlessly leads to {effect} while {place}"
            yield self.around("handle", name, make)

    def _cells(self, vectors: list[Json], *, silent: bool) -> set[tuple[str, str]]:
        """The last events of vectors, and their files: those without an effect, or those that do something."""
        found = {
            (vector["input"]["events"][-1]["event"], vector["id"].split("/")[2].lower())
            for vector in vectors
            if vector["operation"] == self.operation and silent == _is_silent(vector)
        }
        # One file has vectors of all places.
        return {(event, place) for event, place in found if place in PLACES}


def _is_silent(vector: Json) -> bool:
    expected = vector["expected"]
    has_effects = bool(expected["steps"][-1]["effects"])
    return not has_effects and (
        does_nothing(expected) or "send" in str(vector["input"])
    )


SIDE = CompanionSide("companionSession", Companion, records)
