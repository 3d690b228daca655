#!/usr/bin/env python3
# BlueZ over D-Bus, output on a 20x4 character display (PCF8574).
from collections import namedtuple
from struct import calcsize, unpack

import kbc_harness

HEAD = "<IBi"
Turn = namedtuple("Turn", "id arrow meters street")

SYMBOLS = {
    1: "straight",
    2: "start",
    3: "finish",
    4: "slightLeft",
    5: "left",
    6: "sharpLeft",
    7: "sharpRight",
    8: "right",
    9: "slightRight",
    10: "forkRight",
    11: "forkLeft",
    12: "uTurn",
    15: "roundaboutExitLeft",
    16: "roundaboutExitRight",
    29: "roundaboutFallback",
    30: "outOfRoute",
}
for n, exit_of in enumerate(["1of1", "1of2", "1of3", "2of2", "2of3", "3of3"]):
    SYMBOLS[17 + n] = "roundaboutCounterclockwise" + exit_of
    SYMBOLS[23 + n] = "roundaboutClockwise" + exit_of


def text(raw):
    # up to three bytes of the last letter may be missing their rest
    for cut in range(4):
        try:
            return raw[: len(raw) - cut].decode("utf-8")
        except UnicodeDecodeError:
            pass
    return raw.decode("latin-1")


def parse(value):
    raw = bytes(value)  # a dbus.Array
    size = calcsize(HEAD)
    if len(raw) < size:
        return "short"
    if len(raw) > 512:
        return "long"
    ident, arrow, meters = unpack(HEAD, raw[:size])
    return Turn(ident, arrow, max(meters, 0), text(raw[size:]))


def km(meters):
    tenths = (meters + 50) // 100
    return ("%d.%d" % (tenths // 10, tenths % 10)).rstrip("0").rstrip(".")


def show_distance(meters):
    if meters <= 5:
        return None
    if meters < 995:
        return str((meters + 5) // 10 * 10), "m"
    if meters < 9950:
        return km(meters), "km"
    return str((meters + 500) // 1000), "km"


# ---------------------------------------------------------------------------


def decode(data):
    turn = parse(data)
    if turn == "short":
        raise kbc_harness.Refused("truncated")
    if turn == "long":
        raise kbc_harness.Refused("oversized")
    return {
        "identifier": turn.id,
        "arrow": turn.arrow,
        "arrowName": SYMBOLS.get(turn.arrow, "reserved" + str(turn.arrow)),
        "distanceInMeters": turn.meters,
        "street": turn.street,
    }


kbc_harness.run(
    decode,
    distance=lambda meters, style: show_distance(meters),
    styles=("metric",),
    members=("identifier", "arrow", "arrowName", "distanceInMeters", "street"),
    name="rpi dbus",
)
