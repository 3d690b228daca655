# Pico W, MicroPython, 24 characters of street on a 240x240 round LCD.

import kbc_harness

WIDTH = 24
LEFT_RIGHT = ("slightLeft", "left", "sharpLeft", "sharpRight", "right", "slightRight")
EXITS = ("1of1", "1of2", "1of3", "2of2", "2of3", "3of3")
OTHERS = {
    1: "straight",
    2: "start",
    3: "finish",
    10: "forkRight",
    11: "forkLeft",
    12: "uTurn",
    15: "roundaboutExitLeft",
    16: "roundaboutExitRight",
    29: "roundaboutFallback",
    30: "outOfRoute",
}


def arrow_name(a):
    if 4 <= a <= 9:
        return LEFT_RIGHT[a - 4]
    if 17 <= a <= 22:
        return "roundaboutCounterclockwise" + EXITS[a - 17]
    if 23 <= a <= 28:
        return "roundaboutClockwise" + EXITS[a - 23]
    return OTHERS.get(a)


def le(data, first, last):
    n = 0
    for i in range(last, first - 1, -1):
        n = n * 256 + data[i]
    return n


def street_of(raw):
    # the end may be incomplete: up to three bytes go
    for _ in range(3):
        if raw and raw[-1] > 127:
            raw = raw[:-1]
    try:
        return str(raw, "utf-8")
    except UnicodeError:
        return "".join([chr(c) if c < 128 else "?" for c in raw])


def format_distance(m):
    if m <= 5:
        return None
    if m < 995:
        return str((m + 5) // 10) + "0", "m"
    tenths = (m + 50) // 100
    return "%d.%d" % (tenths // 10, tenths % 10), "km"


# adapter


def decode(data):
    if len(data) < 9:
        raise kbc_harness.Refused("truncated")
    if len(data) > 512:
        raise kbc_harness.Refused("oversized")
    name = arrow_name(data[4])
    return {
        "identifier": le(data, 0, 3),
        "arrow": data[4],
        "arrowName": name or "reserved%d" % data[4],
        "distanceInMeters": le(data, 5, 8),
        "street": street_of(data[9 : 9 + WIDTH]),
    }


kbc_harness.run(
    decode,
    distance=lambda meters, style: format_distance(meters),
    styles=("metric",),
    members=("identifier", "arrow", "arrowName", "distanceInMeters", "street"),
    street_capacity=WIDTH,
    name="mpy pico",
)
