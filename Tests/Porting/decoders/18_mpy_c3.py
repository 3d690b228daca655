# MicroPython on an ESP32-C3 SuperMini, aioble, SH1106.

import kbc_harness

PICTURES = {
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
    15: "roundaboutExitLeft",
    16: "roundaboutExitRight",
    17: "roundaboutCounterclockwise1of1",
    18: "roundaboutCounterclockwise1of2",
    19: "roundaboutCounterclockwise1of3",
    20: "roundaboutCounterclockwise2of2",
    21: "roundaboutCounterclockwise2of3",
    22: "roundaboutCounterclockwise3of3",
    23: "roundaboutClockwise1of1",
    24: "roundaboutClockwise1of2",
    25: "roundaboutClockwise1of3",
    26: "roundaboutClockwise2of2",
    27: "roundaboutClockwise2of3",
    28: "roundaboutClockwise3of3",
    29: "roundaboutFallback",
    30: "outOfRoute",
}

state = {"id": 0, "arrow": 0, "dist": 0, "street": ""}


def on_value(data):
    if len(data) < 9:
        return False
    state["id"] = int.from_bytes(data[0:4], "little")
    state["arrow"] = data[4]
    state["dist"] = int.from_bytes(data[5:8], "little")
    try:
        state["street"] = str(data[9:], "utf-8")
    except UnicodeError:
        state["street"] = ""
    return True


def dist_line(m):
    if m < 6:
        return "Now"
    return str((m + 5) // 10 * 10) + "m"


# test bench


def decode(data):
    if len(data) > 512:
        raise kbc_harness.Refused("oversized")
    if not on_value(data):
        raise kbc_harness.Refused("truncated")
    arrow = state["arrow"]
    return {
        "identifier": state["id"],
        "arrow": arrow,
        "arrowName": PICTURES.get(arrow, "reserved" + str(arrow)),
        "distanceInMeters": state["dist"],
        "street": state["street"],
    }


def distance(meters, style):
    line = dist_line(meters)
    return None if line == "Now" else (line[:-1], "m")


kbc_harness.run(
    decode,
    distance=distance,
    styles=("vendor",),
    members=("identifier", "arrow", "arrowName", "distanceInMeters", "street"),
    name="mpy c3",
)
