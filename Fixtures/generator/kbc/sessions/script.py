"""Scripts of events. Each runs the model as it is built, so that it knows the tickets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from ..table import Names, Step, played, rows
from ..vectors import Topic

PHASES = {
    session: tuple(names.split())
    for session, names in {
        "central": (
            "stopped radioOff scanning connecting discovering subscribing ready reading"
        ),
        "peripheral": "stopped radioOff advertising advertisingAgain serving",
        "pairingClient": (
            "stopped loading unreadable naming idle waiting scanning connecting "
            "settingUp connected releasing"
        ),
        "pairingServer": (
            "stopped loading unreadable naming unpaired waiting claimed pairing "
            "paired takingOver unpairing"
        ),
        "companionSession": "stopped loading running",
    }.items()
}

# What the operation of each session is called.
OPERATIONS = {
    "central": "centralSession",
    "peripheral": "peripheralSession",
    "pairingClient": "pairingClient",
    "pairingServer": "pairingServer",
    "companionSession": "companionSession",
}

# The events of each session, in the order of its vocabulary.
EVENTS = {
    session: tuple(names.split())
    for session, names in {
        "central": (
            "start stop radioOff radioOn found connected disconnected discovered "
            "notDiscovered subscribed answered failed notified arrived mtuChanged "
            "serviceChanged timePassed"
        ),
        "peripheral": (
            "startNavigation stopNavigation startAdvertising publish connected "
            "disconnected mtuChanged subscribed unsubscribed read notificationRefused "
            "notificationsReady radioOff radioOn timePassed"
        ),
        "pairingClient": (
            "start loaded loadFailed stored storeFailed discover connect disconnect "
            "unpair radioOff radioOn found connected disconnected discovered "
            "notDiscovered answered written failed pairedNameChanged servicesChanged "
            "timePassed"
        ),
        "pairingServer": (
            "start loaded loadFailed stored storeFailed unpair radioOff radioOn "
            "connected disconnected read write timePassed"
        ),
        "companionSession": (
            "start stop loaded loadFailed stored storeFailed chooseDevices "
            "showStorePage connectMobileMissing installConnectMobile urlOpened "
            "registerDevice unregisterDevice unregisterAllDevices statusChanged "
            "deviceReady registerApp unregisterApp unregisterAllApps requestAppStatus "
            "appStatusAnswered openApp openAnswered send progressed finished "
            "messageReceived timePassed"
        ),
    }.items()
}


class Script:
    """Events, each some milliseconds after the one before."""

    operation: str
    # Events that a table names without their link, or without their ticket.
    OF_LINK: tuple[str, ...] = ()
    ANSWERS: tuple[str, ...] = ()

    def __init__(self, model: Any, configuration: dict[str, Any]):
        self.model = model
        self.configuration = configuration
        self.events: list[dict[str, Any]] = []
        self.phase_before = "stopped"
        self.time = 0

    def do(self, event: str, *, after: int = 10, **members: Any) -> Script:
        """Adds an event."""
        self.time += after
        self.phase_before = self.place
        self.events.append({"at": self.time, "event": event, **members})
        self.step = self.model.handle(self.events[-1])
        return self

    @property
    def place(self) -> str:
        """The name of the file of a vector whose last event happens now: the phase."""
        return self.model.phase

    def take(self, given: Step) -> Script:
        """Takes a step of a table: a method's name, or an event's."""
        verb = given.verb
        if hasattr(type(self), verb):
            return given.call(getattr(self, verb))
        if verb in self.OF_LINK:
            return given.call(partial(self.of_link, verb))
        if verb in self.ANSWERS:
            return given.call(partial(self.answer, verb))
        return given.call(partial(self.do, verb))

    def wait(self, milliseconds: int) -> Script:
        """Lets time pass."""
        return self.do("timePassed", after=milliseconds)

    def until_due(self, early: int = 0) -> Script:
        """Waits for the next deadline, or until some milliseconds before it."""
        return self.wait(self.step["deadline"] - early - self.time)

    @property
    def effects(self) -> list[str]:
        """The names of the last event's effects."""
        return [effect["effect"] for effect in self.step["effects"]]


class Collection:
    """One topic for each phase. A script belongs to the phase in which its last event happens."""

    def __init__(self, operation: str, layer: str, phases: Iterable[str]) -> None:
        self.operation = operation
        self.seen: set[str] = set()
        self.topics = {phase: Topic(layer, file_name(phase)) for phase in phases}

    def add(
        self,
        title: str,
        clause: str,
        script: Script,
        *,
        effects: list[str] | None = None,
        phase: str | None = None,
        **intent: Any,
    ) -> None:
        """Adds a vector, unless one with its input exists. The last event must lead to `effects` and `phase`."""
        if effects is not None and effects != script.effects:
            raise ValueError(f"{title}: {script.step}")
        if phase is not None and phase != script.step["phase"]:
            raise ValueError(f"{title}: {script.step}")
        given = {"configuration": script.configuration, "events": [*script.events]}
        meaning = repr(given)
        if meaning in self.seen:
            return
        self.seen.add(meaning)
        topic = self.topics[script.phase_before]
        topic.add(self.operation, title, clause, given, **intent)

    def add_time(self, where: str, clause: str, script: Callable[[], Script]) -> None:
        """Adds what time does in a phase."""
        waiting = script()
        if not waiting.events or waiting.step["deadline"] is None:
            title = f"Time alone does nothing while {where}"
            return self.add(title, clause, waiting.wait(200_000), effects=[])
        title = f"timePassed while {where}, before"
        self.add(title, clause, waiting.until_due(early=1), effects=[])
        title = f"timePassed while {where}, at the deadline"
        self.add(title, clause, script().until_due())

    def add_table(
        self, text: str, names: Names, begin: Callable[..., Script], **common: Any
    ) -> None:
        """Adds the vectors of a table. A first step that is not among the names is a phase to `begin` with."""
        script = None
        for row in rows(text):
            script = played(row, script, begin, names)
            effects, _, phase = row.meant.partition("@")
            intent: dict[str, Any] = {"phase": phase or None}
            if effects:
                intent["effects"] = [
                    word for word in effects.split() if word != "nothing"
                ]
            self.add(row.title, row.clause, script, **intent, **row.intent, **common)

    def __iter__(self) -> Iterator[Topic]:
        return iter(self.topics.values())


def file_name(phase: str) -> str:
    """A phase's name in files and ids: `radioOff` is `radio-off`."""
    return re.sub("([A-Z])", r"-\1", phase).lower()
