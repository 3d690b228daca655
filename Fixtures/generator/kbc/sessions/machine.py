"""What the models of sessions share that answer each event with effects: time, effects and tickets."""

from typing import Any

Json = dict[str, Any]


class Machine:
    """Takes one event at a time."""

    def __init__(self) -> None:
        self.phase = "stopped"
        self.now = 0
        self.tickets = 0
        self.effects: list[Json] = []  # those of the last event

    def handle(self, event: Json) -> Json:
        """Takes an event; returns the step that it leads to."""
        self.now = max(self.now, event["at"])
        self.effects = []
        self._take(event)
        return self.step()

    def _take(self, event: Json) -> None:
        getattr(self, f"_on_{event['event']}")(event)

    def step(self) -> Json:
        """What an event has led to."""
        raise NotImplementedError

    def _on_timePassed(self, _: Json) -> None:
        pass

    # The session's actions

    def do(self, effect: str, **members: Any) -> None:
        """Adds an effect."""
        self.effects.append({"effect": effect, **members})

    def late(self) -> None:
        """Reports an event that belongs to nothing that is under way."""
        self.fault("lateArrival")

    def fault(self, name: str, **members: Any) -> None:
        """Reports something that should not happen."""
        self.do("fault", fault=name, **members)

    def new_ticket(self) -> int:
        """The next number."""
        self.tickets += 1
        return self.tickets
