#!/usr/bin/env python3
"""Phones with one fault each, for `knav judge --phone`: a good phone whose lines are changed on their way.

faulty_phone.py FAULT KNAV [OPTION...]   `knav peripheral --stdio --clock given OPTION...` with this fault
faulty_phone.py Wild KNAV [OPTION...]    the same, but now and then it says anything
faulty_phone.py --list                   the faults, each with the promises that it may break
"""

import json
import random
import subprocess
import sys

FAULTS = {}
# The last notification of each central.
sent = {}


def each(effects, name, change):
    """The effects, with what comes in the place of those of a name."""
    return [
        new
        for effect in effects
        for new in (change(effect) if effect["effect"] == name else [effect])
    ]


def nothing(effect):
    return []


def twice(effect):
    return [effect, effect]


# What comes in place of each effect of a name, and the promises that this may break.
for fault, name, change, *promises in (
    ("AnswersTwice", "answer", twice, "goesOn"),
    ("AnswersNothing", "answer", nothing, "answersEveryRead"),
    (
        "CutsChunks",
        "answer",
        lambda answer: [{**answer, "bytes": answer["bytes"][:-2]}],
        "answersEveryRead",
    ),
    (
        "RefusesWithAnotherError",
        "reject",
        lambda answer: [{**answer, "attError": 0x0E}],
        "answersEveryRead",
    ),
    ("NeverNotifies", "notify", nothing, "notifiesOnTime"),
    ("NotifiesTwice", "notify", twice, "notifiesOnTime"),
    (
        "NotifiesNobody",
        "notify",
        lambda notification: [{**notification, "central": 99}],
        "goesOn",
    ),
    ("AdvertisesForever", "stopAdvertising", nothing, "advertisesOnTime"),
    ("ServesNothing", "addService", nothing, "goesOn"),
    ("AddsItsServiceTwice", "addService", twice, "goesOn"),
    ("KeepsItsService", "removeService", nothing, "goesOn"),
):
    FAULTS[fault] = (
        promises,
        lambda event, effects, name=name, change=change: each(effects, name, change),
    )


def breaks(*promises):
    """Notes the promises that a fault may break."""

    def note(change):
        FAULTS[change.__name__] = (promises, change)
        return change

    return note


@breaks("notifiesOnTime")
def NeverRepeats(event, effects):
    return (
        each(effects, "notify", nothing) if event["event"] == "timePassed" else effects
    )


@breaks("goesOn")
def NotifiesAtOnceAgain(event, effects):
    for effect in effects:
        if effect["effect"] == "notify":
            sent[effect["central"]] = effect
    refused = event["event"] == "notificationRefused"
    return [*effects, sent[event["central"]]] if refused else effects


@breaks("goesOn")
def Crashes(event, effects):
    if event["event"] == "mtuChanged":
        sys.exit("out of memory")
    return effects


class Wild:
    """Anything that a phone can say, now and then in place of what is right. It belongs to no promise."""

    NUMBERS = [-1, 0, 1, 2, 7, 20, 255, 1 << 31, (1 << 32) - 1, 1 << 53, (1 << 64) - 1]
    EFFECTS = [
        "addService",
        "removeService",
        "startAdvertising",
        "stopAdvertising",
        "notify",
        "answer",
        "reject",
    ]

    def __init__(self, seed):
        self.source = random.Random(seed)
        self.centrals = [0]

    def number(self):
        number = self.source.choice(self.NUMBERS)
        return str(number) if number >= 1 << 31 else number

    def effect(self):
        bytes = self.source.randbytes(self.source.choice([0, 1, 4, 20, 22, 512, 600]))
        return {
            "effect": self.source.choice(self.EFFECTS),
            "central": self.number()
            if self.source.random() < 0.1
            else self.source.choice(self.centrals),
            "attError": self.number(),
            "bytes": bytes.hex(),
        }

    def __call__(self, event, effects):
        if event["event"] == "subscribed":
            self.centrals.append(event["central"])
        if self.source.random() < 0.98:
            return effects
        effects = [effect for effect in effects if self.source.random() < 0.8]
        for _ in range(self.source.choice([0, 1, 1, 2, 30])):
            effects.insert(self.source.randrange(len(effects) + 1), self.effect())
        return effects

    def state(self, state):
        if self.source.random() < 0.99:
            return state
        deadline = self.source.choice(
            [None, self.number(), state["at"] + 1, str((1 << 64) - 2)]
        )
        return {**state, "deadline": deadline}


def main():
    if sys.argv[1:] == ["--list"]:
        for name, (promises, _) in FAULTS.items():
            print(name, *promises)
        return
    if len(sys.argv) < 3 or sys.argv[1] not in [*FAULTS, "Wild"]:
        sys.exit(__doc__)
    fault, knav, *options = sys.argv[1:]
    phone = subprocess.Popen(
        [knav, "peripheral", "--stdio", "--clock", "given", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    print(phone.stdout.readline(), end="", flush=True)
    change = FAULTS[fault][1] if fault != "Wild" else None
    for line in sys.stdin:
        # Each ride begins with something else.
        change = change or Wild(line)
        print(line, end="", file=phone.stdin, flush=True)
        effects = []
        while "effect" in (answer := json.loads(phone.stdout.readline())):
            effects.append(answer)
        for effect in change(json.loads(line), effects):
            print(json.dumps(effect))
        answer = change.state(answer) if fault == "Wild" else answer
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
