#!/usr/bin/env python3
"""Lets anything happen to the session of a companion app, and compares a testee with the generator's model.

    watches.py [--cases N] [--seed S] TESTEE

TESTEE is a command line, quoted as one word. Events, times and tickets are drawn at random, mostly such that the
session goes on. If an answer differs or the testee ends, prints the events up to there, and the exit code is 1. It is
1, too, if something never happens that can.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from walks import Json, Mark, compare

from kbc.watch.session.model import Companion

OPERATION = "companionSession"
IDS = [f"00000000-0000-0000-0000-{number:012X}" for number in range(40)]
DEVICES = [{"id": id, "model": "Edge", "name": f"{n}"} for n, id in enumerate(IDS[:3])]
APPS = [{"id": app, "device": device} for device in IDS[:3] for app in IDS[10:12]]
CROWD = [{"id": app, "device": IDS[0]} for app in IDS[12:30]]
RESULTS = ("success", "unknown", "deviceNotAvailable", "deviceIsBusy", "timeout")
STATUSES = ("notConnected", "bluetoothNotReady", "notFound", "invalidDevice")
CONTENTS = (1, "a", {"dictionary": [[0, 1]]}, [[[[1]]]], "x" * 40)
DELIVERIES = ("inOrder", "newestOnly", "batched", "batched")
CHOICES = (
    *("", "d0ID={0}", "d0ID={0}&d1ID={1}&d1Name=mine", "d1ID={1}&d5ID={2}"),
    *("d0ID={0}&d1ID={1}&d2ID={2}", "d4ID={2}&d6ID={0}&d8ID={1}"),
)
LIMITS = (
    ("maximumByteCount", (4, 40, 80, 200)),
    ("maximumDepth", (2, 4, 40)),
    ("maximumValueCount", (2, 4, 40)),
)
WRONG = ("rides://", "https://example.com", "rides://device-select-resp?d0ID=x")
ANYTIME = (
    *("start", "stop", "chooseDevices", "installConnectMobile"),
    *("unregisterAllDevices", "unregisterAllApps", "timePassed", "timePassed"),
)
SEEN: dict[str, tuple[str, ...]] = {
    "session": ("loading", "running", "stopped"),
    "device": ("listed", "away", "connected", "ready"),
    "app": ("idle", "waiting", "sending"),
    "effect": (
        *("load", "store", "openDeviceSelection", "openStorePage", "showInstallAlert"),
        *("openAppStore", "registerDevice", "unregisterDevice", "registerApp"),
        *("unregisterApp", "requestAppStatus", "openApp", "send", "devices"),
        *(
            "needsToInstallConnectMobile",
            "status",
            "appStatus",
            "noAppStatus",
            "opened",
        ),
        *("progress", "unresponsive"),
        *("retrying", "ended", "received", "refused", "fault"),
    ),
    "batch": ("sent", "progress", "retrying", "failed", "connectionEnded", "dropped"),
    "outcome": (
        *("sent", "failed", "connectionEnded", "replaced", "dropped", "refused"),
    ),
    "refusal": (
        *("notRunning", "unknownDevice", "deviceNotRegistered", "deviceNotReady"),
        *("appNotRegistered", "tooManyApps", "queueFull", "unencodable", "underWay"),
        *("notAsked",),
    ),
    "fault": (
        *("lateArrival", "unreadableStore", "storeFailed", "invalidLink"),
        *("untrustedLink", "unexpectedMessage", "invalidProgress"),
    ),
}


class Walk:
    """A session to which anything happens."""

    operation = OPERATION

    def __init__(self, random: Random) -> None:
        self.random = random
        self.configuration: Json = {
            "appName": "Rides",
            "bundleIdentifier": "com.example.rides",
            "urlScheme": "rides",
        }
        if random.random() < 0.3:
            self.configuration["overridesInstallAlert"] = random.random() < 0.8
        if random.random() < 0.3:
            limit, sizes = random.choice(LIMITS)
            self.configuration[limit] = random.choice(sizes)
        self.model = Companion(self.configuration)
        self.events: list[Json] = []
        self.time = 0
        self.message = 0
        self.deadline: int | None = None
        self.do("start")
        if random.random() < 0.8:
            ticket = self.ticket([self.model.load])
            self.do("loaded", devices=DEVICES[: random.randrange(4)], ticket=ticket)
        self.prepare()
        for _ in range(random.randrange(5, 90)):
            self.step()

    @property
    def given(self) -> Json:
        """The input of the case."""
        return {"configuration": self.configuration, "events": self.events}

    def chance(self, probability: float) -> bool:
        """Whether something happens."""
        return self.random.random() < probability

    def prepare(self) -> None:
        """Mostly registers devices and apps."""
        for device in DEVICES[:2]:
            if self.chance(0.8):
                self.do("registerDevice", device=device["id"])
            if self.chance(0.7):
                self.do("statusChanged", device=device["id"], status="connected")
                self.do("deviceReady", device=device["id"])
        crowd = CROWD if self.chance(0.05) else []
        for app in (*APPS[:3], *crowd):
            if crowd or self.chance(0.8):
                self.do("registerApp", app=app)

    def do(self, event: str, **members: Any) -> None:
        """Adds an event."""
        chance = self.random.random()
        if chance < 0.8:
            self.time += self.random.randrange(300)
        elif chance < 0.92 and self.deadline is not None:
            self.time = max(self.time, self.deadline + self.random.choice((-1, 0, 0)))
        elif chance < 0.95:
            self.time += self.random.choice((1000, 2000, 10_000, 30_000))
        at = max(0, self.time - (50 if self.chance(0.02) else 0))
        self.events.append({"at": at, "event": event, **members})
        self.deadline = self.model.handle(self.events[-1])["deadline"]

    def ticket(self, right: list[int | None]) -> int:
        """One of the awaited numbers, if there are any, or rarely any."""
        awaited = [ticket for ticket in right if ticket is not None]
        if awaited and self.chance(0.95):
            return self.random.choice(awaited)
        return self.random.randrange(self.model.tickets + 2)

    def is_awaited(self, right: list[int | None]) -> bool:
        """Whether there is a number to answer, or, rarely, not."""
        return any(ticket is not None for ticket in right) or self.chance(0.1)

    def step(self) -> None:
        """Something happens."""
        chance = self.random.random()
        if self.model.phase == "stopped" and chance < 0.8:
            self.do("start")
        elif self.model.phase == "loading" and chance < 0.8:
            self.load()
            self.prepare()
        elif chance < 0.04:
            self.do(self.random.choice(ANYTIME))
        elif chance < 0.12:
            self.step_of_store()
        elif chance < 0.22:
            self.step_of_device()
        elif chance < 0.6:
            self.step_of_app()
        else:
            self.answer()

    def load(self) -> None:
        """The store answers."""
        ticket = self.ticket([self.model.load])
        if self.chance(0.1):
            self.do("loadFailed", ticket=ticket)
        else:
            twice = DEVICES[:1] if self.chance(0.1) else []
            self.do("loaded", devices=DEVICES + twice, ticket=ticket)

    def step_of_store(self) -> None:
        """The store, or choosing."""
        model, random = self.model, self.random
        match random.randrange(6):
            case 0:
                twice = random.choice(([], [], DEVICES[:1]))
                lists = (None, DEVICES[: random.randrange(4)] + twice)
                ticket = self.ticket([model.load])
                event = {"devices": random.choice(lists), "ticket": ticket}
                self.do("loaded", **event)
            case 1 | 2:
                event = random.choice(("stored", "storeFailed"))
                self.do(event, ticket=self.ticket([model.store]))
            case 3:
                self.do("connectMobileMissing", ticket=self.ticket([model.opening]))
            case 4:
                store = random.choice((None, IDS[5]))
                self.do("showStorePage", app=random.choice(APPS), storeID=store)
            case _:
                query = random.choice(CHOICES).format(*IDS)
                url = f"rides://device-select-resp?{query}"
                if self.chance(0.3):
                    url = random.choice(WRONG)
                self.do("urlOpened", url=url, isTrusted=self.chance(0.9))

    def step_of_device(self) -> None:
        """Something happens to a device."""
        away = [device.id for device in self.model.devices if device.phase != "ready"]
        device = self.random.choice(away + IDS[:3])
        match self.random.randrange(12):
            case 0 | 1 | 2 | 3:
                self.do("registerDevice", device=device)
            case 4:
                self.do("unregisterDevice", device=device)
            case 5:
                status = self.random.choice(STATUSES)
                self.do("statusChanged", device=device, status=status)
            case 6 | 7 | 8:
                self.do("statusChanged", device=device, status="connected")
            case _:
                self.do("deviceReady", device=device)

    def step_of_app(self) -> None:
        """The phone's app, or the watch's, does something."""
        registered = [app.json for app in self.model.apps]
        app = self.random.choice(APPS)
        if registered and self.chance(0.8):
            app = self.random.choice(registered)
        event = self.random.choice(
            ("registerApp",) * 3
            + ("requestAppStatus", "openApp", "openApp", "messageReceived")
            + ("send",) * 15
            + ("unregisterApp",)
        )
        content = self.random.choice(CONTENTS)
        if event == "messageReceived":
            self.do(event, app=app, content=content)
        elif event != "send":
            self.do(event, app=app)
        else:
            delivery = self.random.choice(DELIVERIES)
            count = 1
            if self.chance(0.05):
                count = 10 if delivery == "inOrder" else self.random.randrange(2, 80)
            for _ in range(count):
                self.message += 1
                members = {"id": self.message, "content": content}
                self.do(event, app=app, **members, delivery=delivery)
                content = self.random.choice(CONTENTS)

    def answer(self) -> None:
        """The transport answers."""
        apps, random = self.model.apps, self.random
        sending = [app.transfer and app.transfer.ticket for app in apps]
        asking = [app.status and app.status.ticket for app in apps]
        opening = [app.opening and app.opening.ticket for app in apps]
        chance = random.random()
        if chance < 0.2 and self.is_awaited(asking):
            known = {"isInstalled": True, "version": random.randrange(65536)}
            status = random.choice((None, known))
            self.do("appStatusAnswered", ticket=self.ticket(asking), status=status)
        elif chance < 0.4 and self.is_awaited(opening):
            result = random.choice((*RESULTS, "promptNotDisplayed"))
            self.do("openAnswered", ticket=self.ticket(opening), result=result)
        elif chance < 0.6 and self.is_awaited(sending):
            sent = random.choice((0, 5, 10, 11, 20, 30))
            self.do("progressed", ticket=self.ticket(sending), sent=sent, total=20)
        elif self.is_awaited(sending):
            result = random.choice((*RESULTS, "success"))
            self.do("finished", ticket=self.ticket(sending), result=result)
        else:
            self.do("timePassed")


def together(step: Json) -> Iterator[str]:
    """What several messages to one app heard in a step, as only those of a batch do."""
    heard: Counter[tuple[str, str]] = Counter()
    for effect in step["effects"]:
        if effect["effect"] in ("progress", "retrying", "ended"):
            name = effect.get("outcome", effect["effect"])
            heard[name, str(effect["app"])] += 1
    return (name for (name, _), count in heard.items() if count > 1)


def marks(_: Walk, step: Json) -> list[Mark]:
    """What happened in a step, and the phases after it."""
    found = [("session", step["phase"])]
    for kind in ("device", "app"):
        found += [(kind, one["phase"]) for one in step[f"{kind}s"]]
    found += [("batch", name) for name in together(step)]
    for effect in step["effects"]:
        for name in ("effect", "outcome", "refusal", "fault"):
            if name in effect:
                found.append((name, effect[name]))
    return found


if __name__ == "__main__":
    everything = [(kind, name) for kind, names in SEEN.items() for name in names]
    sys.exit(compare(Walk, marks, everything))
