"""komoot on a 2.13" e-paper, MicroPython on an ESP32-S2... well, now an S3.

The panel has one line of 24 characters for the street and a big number above it.
Partial refresh takes 300 ms, so everything is formatted before the panel is touched.
"""

import struct

import kbc_harness

HEADER = struct.Struct("<IBI") if hasattr(struct, "Struct") else None
HEADER_SIZE = 9
LINE = 24
VALUE_MAX = 512

ICONS = (
    None,
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
    None,
    None,
    "roundaboutExitLeft",
    "roundaboutExitRight",
)


def _roundabouts():
    for way in ("Counterclockwise", "Clockwise"):
        for exits in (1, 2, 3):
            for nth in range(exits, 4):
                yield "roundabout%s%dof%d" % (way, exits, nth)


ICONS += tuple(_roundabouts()) + ("roundaboutFallback", "outOfRoute")


def icon(arrow):
    """The name of the bitmap on the flash."""
    name = ICONS[arrow] if arrow < len(ICONS) else None
    return name or "reserved%d" % arrow


def line(raw):
    """What fits on the street line."""
    text = raw.decode("utf-8", "ignore")
    return text[:LINE]


def header(data):
    if HEADER is not None:
        return HEADER.unpack_from(data, 0)
    return struct.unpack_from("<IBI", data, 0)


class Screen:
    """The last thing that was drawn."""

    def __init__(self):
        self.identifier = 0
        self.arrow = 0
        self.meters = 0
        self.street = ""

    def update(self, data):
        if len(data) > VALUE_MAX:
            raise kbc_harness.Refused("oversized")
        if len(data) < HEADER_SIZE:
            raise kbc_harness.Refused("truncated")
        self.identifier, self.arrow, self.meters = header(data)
        self.street = line(data[HEADER_SIZE:])

    def answer(self):
        return {
            "identifier": self.identifier,
            "arrow": self.arrow,
            "arrowName": icon(self.arrow),
            "distanceInMeters": self.meters,
            "street": self.street,
        }


screen = Screen()


def decode(data):
    screen.update(data)
    return screen.answer()


def big_number(meters, style):
    """The number and its unit; None while turning."""
    if meters <= 5:
        return None
    if style == "vendor" or meters < 995:
        return str(round(meters / 10) * 10), "m"
    if meters < 9950:
        tenths = (meters + 50) // 100
        return "%d.%d" % (tenths // 10, tenths % 10), "km"
    return str((meters + 500) // 1000), "km"


kbc_harness.run(
    decode,
    distance=big_number,
    styles=("vendor", "metric"),
    members=("identifier", "arrow", "arrowName", "distanceInMeters", "street"),
    street_capacity=LINE,
    name="e-paper 2.13",
)
