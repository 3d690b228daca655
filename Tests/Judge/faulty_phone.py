#!/usr/bin/env python3
"""Phones with one fault each, for `knav judge --phone`: a good phone whose lines are changed on their way.

faulty_phone.py FAULT KNAV [OPTION...]   `knav peripheral --stdio --clock given OPTION...` with this fault
faulty_phone.py --list                   the faults, each with the promises that it may break
"""

import json
import subprocess
import sys

FAULTS = {}
# The last notification of each central.
sent = {}


def breaks(*promises):
    """Notes the promises that a fault may break."""

    def note(change):
        FAULTS[change.__name__] = (promises, change)
        return change

    return note


def each(effects, name, change):
    """The effects, with what comes in the place of those of a name."""
    return [
        new
        for effect in effects
        for new in (change(effect) if effect["effect"] == name else [effect])
    ]


@breaks("goesOn")
def AnswersTwice(event, effects):
    return each(effects, "answer", lambda effect: [effect, effect])


@breaks("answersEveryRead")
def AnswersNothing(event, effects):
    return each(effects, "answer", lambda effect: [])


@breaks("answersEveryRead")
def CutsChunks(event, effects):
    return each(
        effects, "answer", lambda effect: [{**effect, "bytes": effect["bytes"][:-2]}]
    )


@breaks("answersEveryRead")
def RefusesWithAnotherError(event, effects):
    return each(effects, "reject", lambda effect: [{**effect, "attError": 0x0E}])


@breaks("notifiesOnTime")
def NeverNotifies(event, effects):
    return each(effects, "notify", lambda effect: [])


@breaks("notifiesOnTime")
def NotifiesTwice(event, effects):
    return each(effects, "notify", lambda effect: [effect, effect])


@breaks("notifiesOnTime")
def NeverRepeats(event, effects):
    if event["event"] == "timePassed":
        return each(effects, "notify", lambda effect: [])
    return effects


@breaks("advertisesOnTime")
def AdvertisesForever(event, effects):
    return each(effects, "stopAdvertising", lambda effect: [])


@breaks("goesOn")
def ServesNothing(event, effects):
    return each(effects, "addService", lambda effect: [])


@breaks("goesOn")
def NotifiesNobody(event, effects):
    return each(effects, "notify", lambda effect: [{**effect, "central": 99}])


@breaks("goesOn")
def NotifiesAtOnceAgain(event, effects):
    for effect in effects:
        if effect["effect"] == "notify":
            sent[effect["central"]] = effect
    refused = event["event"] == "notificationRefused"
    return [*effects, sent[event["central"]]] if refused else effects


@breaks("goesOn")
def AddsItsServiceTwice(event, effects):
    return each(effects, "addService", lambda effect: [effect, effect])


@breaks("goesOn")
def KeepsItsService(event, effects):
    return each(effects, "removeService", lambda effect: [])


@breaks("goesOn")
def Crashes(event, effects):
    if event["event"] == "mtuChanged":
        sys.exit("out of memory")
    return effects


def main():
    if sys.argv[1:] == ["--list"]:
        for name, (promises, _) in FAULTS.items():
            print(name, *promises)
        return
    if len(sys.argv) < 3 or sys.argv[1] not in FAULTS:
        sys.exit(__doc__)
    change, (knav, *options) = FAULTS[sys.argv[1]][1], sys.argv[2:]
    phone = subprocess.Popen(
        [knav, "peripheral", "--stdio", "--clock", "given", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    print(phone.stdout.readline(), end="", flush=True)
    for line in sys.stdin:
        print(line, end="", file=phone.stdin, flush=True)
        effects = []
        while "effect" in (answer := json.loads(phone.stdout.readline())):
            effects.append(answer)
        for effect in change(json.loads(line), effects):
            print(json.dumps(effect))
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
