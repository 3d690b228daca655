"""Every event in every phase of the phone's session."""

from functools import partial
from typing import Any

from .peripheral_script import numbered, peripheral
from .script import PHASES, Collection

EVENTS: dict[str, tuple[str, dict[str, Any]]] = {
    "startNavigation": ("P.1", {}),
    "stopNavigation": ("P.9", {}),
    "startAdvertising": ("P.1", {}),
    "publish": ("P.2", {"bytes": numbered(7).hex()}),
    "connected": ("P.10", {"central": 2, "mtu": 23}),
    "disconnected": ("P.10", {"central": 1}),
    "mtuChanged": ("P.10", {"central": 1, "mtu": 50}),
    "subscribed": ("P.5", {"central": 1}),
    "unsubscribed": ("P.10", {"central": 1}),
    "read": ("P.6", {"central": 1, "offset": 0}),
    "notificationRefused": ("P.8", {"central": 1}),
    "notificationsReady": ("P.8", {}),
    "radioOff": ("P.11", {}),
    "radioOn": ("P.11", {}),
}
STRANGERS = (
    "disconnected",
    "mtuChanged",
    "subscribed",
    "unsubscribed",
    "read",
    "notificationRefused",
)


def add_cells(collection: Collection) -> None:
    """Adds the cells, phase by phase."""
    for phase in PHASES["peripheral"]:
        for event, (clause, members) in EVENTS.items():
            script = peripheral(phase).do(event, **members)
            collection.add(f"{event} while {phase}", clause, script)
        for event in STRANGERS:
            clause, members = EVENTS[event]
            script = peripheral(phase).do(event, **(members | {"central": 9}))
            title = f"{event} while {phase}, of a central without a place"
            collection.add(title, clause, script)
        collection.add_time(phase, "P.3", partial(peripheral, phase))
