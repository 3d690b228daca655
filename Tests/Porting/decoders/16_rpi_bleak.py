#!/usr/bin/env python3
"""Raspberry Pi Zero 2 on the handlebar: bleak + pygame."""

import struct

import kbc_harness

ARROWS = [
    "unknown",
    "straight",
    "start",
    "finish",
    "slightLeft",
    "left",
    "sharpLeft",
    "sharpRight",
    "right",
    "slightRight",
    "forkRight",
    "forkLeft",
    "uTurn",
    "unknown",
    "roundaboutExitLeft",
    "roundaboutExitRight",
]
for way in ("Counterclockwise", "Clockwise"):
    for which in ("1of1", "1of2", "1of3", "2of2", "2of3", "3of3"):
        ARROWS.append("roundabout" + way + which)
ARROWS += ["roundaboutFallback", "outOfRoute"]


class Instruction:
    def __init__(self, payload):
        self.identifier, self.arrow, self.distance = struct.unpack_from("<IBI", payload)
        self.street = payload[9:].decode("utf-8", errors="ignore")

    @property
    def arrow_name(self):
        try:
            name = ARROWS[self.arrow]
        except IndexError:
            name = "unknown"
        return name


def pretty(meters):
    if meters <= 5:
        return None
    return str(round(meters, -1))


# --- harness ---


def decode(data):
    if len(data) > 512:
        raise kbc_harness.Refused("oversized")
    try:
        shown = Instruction(bytes(data))
    except struct.error:
        raise kbc_harness.Refused("truncated")
    name = shown.arrow_name
    return {
        "identifier": shown.identifier,
        "arrow": shown.arrow,
        "arrowName": name if name != "unknown" else "reserved%d" % shown.arrow,
        "distanceInMeters": shown.distance,
        "street": shown.street,
    }


def distance(meters, style):
    value = pretty(meters)
    return None if value is None else (value, "m")


kbc_harness.run(
    decode,
    distance=distance,
    styles=("vendor",),
    members=("identifier", "arrow", "arrowName", "distanceInMeters", "street"),
    name="rpi bleak",
)
