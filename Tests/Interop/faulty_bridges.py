"""Bridges on bleak with one fault each, as people write them, for `judged_bridge.py`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from bleak_device import BleakRadio

#: The faults, each with the promises that it may break.
FAULTS: dict[str, tuple[type[BleakRadio], set[str]]] = {}


def breaks(*promises: str) -> Callable[[type[BleakRadio]], type[BleakRadio]]:
    """Notes the promises that a fault may break."""

    def note(bridge: type[BleakRadio]) -> type[BleakRadio]:
        FAULTS[bridge.__name__] = (bridge, set(promises))
        return bridge

    return note


class Told(BleakRadio):
    """A bridge whose events are changed on their way to its session."""

    def __init__(self, session: Any) -> None:
        super().__init__(session)
        send = session.send

        def changed(event: str, **members: Any) -> None:
            for new, values in self.change(event, members):
                send(new, **values)

        session.send = changed

    def change(self, event: str, members: dict) -> list[tuple[str, dict]]:
        raise NotImplementedError


@breaks("searchesAfterLoss", "recovers")
class NoticesNoLoss(Told):
    def change(self, event, members):
        return [] if event == "disconnected" else [(event, members)]


@breaks("searchesAfterLoss", "recovers")
class NoticesNoPower(BleakRadio):
    """It does what bleak does alone: a scan that Bluetooth ended is never begun again."""

    def power_off(self, is_another_on=False):
        pass

    async def _scan_again(self, scanner):
        pass


@breaks("recovers")
class ForgetsFound(Told):
    seen = 0

    def change(self, event, members):
        self.seen += event == "found"
        return [] if event == "found" and self.seen > 1 else [(event, members)]


@breaks("deliversWhatWasPublished", "recovers")
class KeepsTheFirstTwentyBytes(Told):
    def change(self, event, members):
        if event == "answered":
            members = {**members, "bytes": members["bytes"][:20]}
        return [(event, members)]


@breaks("deliversWhatWasPublished")
class GuessesTheMTU(Told):
    """With an MTU that is too great, a value that was cut looks whole."""

    def change(self, event, members):
        return [(event, {**members, "mtu": 517} if "mtu" in members else members)]


@breaks("deliversWhatWasPublished", "showsBeginnings", "recovers")
class TakesNotificationsForAnswers(Told):
    last: Any = None

    def change(self, event, members):
        if event == "notified":
            self.last = members["bytes"]
        if event == "answered" and self.last is not None:
            members = {**members, "bytes": self.last}
        return [(event, members)]


@breaks("deliversWhatWasPublished", "recovers")
class KeepsAnswers(Told):
    """It answers from a cache."""

    kept: Any = None

    def change(self, event, members):
        if event == "answered":
            self.kept = self.kept or members["bytes"]
            members = {**members, "bytes": self.kept}
        return [(event, members)]


@breaks("deliversWhatWasPublished", "neverRepeats")
class ShowsBeginningsAsAll(BleakRadio):
    def show(self, effect):
        super().show({**effect, "extent": "whole"} if "extent" in effect else effect)


@breaks("neverRepeats", "neverGoesBack")
class ShowsTwice(BleakRadio):
    def show(self, effect):
        super().show(effect)
        super().show(effect)


@breaks("showsBeginnings", "deliversWhatWasPublished")
class ShowsCharacters(BleakRadio):
    """It passes text where bytes belong."""

    def show(self, effect):
        if effect["effect"] == "deliver":
            text = bytes.fromhex(effect["bytes"]).decode(errors="replace")
            effect = {**effect, "bytes": text.encode().hex()}
        super().show(effect)


@breaks("goesOn", "endsUnansweredLinks", "endsFailingLinks")
class NeverDisconnects(BleakRadio):
    async def disconnect(self):
        self._client = None


@breaks("keepsAlive", "endsUnansweredLinks", "searchesAfterLoss")
class ReadsSlowly(BleakRadio):
    async def read(self, ticket, offset):
        await asyncio.sleep(4.5)
        await super().read(ticket, offset)


@breaks("asksOneAtATime")
class ReadsTwice(BleakRadio):
    async def read(self, ticket, offset):
        again = asyncio.ensure_future(self._client.read_gatt_char(self._characteristic))
        again.add_done_callback(lambda task: task.cancelled() or task.exception())
        await super().read(ticket, offset)


@breaks("endsFailingLinks")
class HidesErrors(Told):
    """It says that there is no instruction, whatever the phone refused."""

    def change(self, event, members):
        return [
            (event, {**members, "attError": 0x0A} if event == "failed" else members)
        ]


@breaks("goesOn")
class Raises(BleakRadio):
    async def subscribe(self, ticket):
        raise KeyError("CCCD")
