"""Kitchen-table dashboard: a Raspberry Pi Zero on the bars renders the next turn as a web page.

The BLE side (bleak) hands every value to `on_value` / `on_notify`; the page is plain HTML, no framework.
"""

import html

import kbc_harness

ICONS = {
    1: ("arrow-up", "straight"),
    2: ("flag", "start"),
    3: ("flag-checkered", "finish"),
    4: ("bear-left", "slightLeft"),
    5: ("arrow-left", "left"),
    6: ("hairpin-left", "sharpLeft"),
    7: ("hairpin-right", "sharpRight"),
    8: ("arrow-right", "right"),
    9: ("bear-right", "slightRight"),
    10: ("fork-right", "forkRight"),
    11: ("fork-left", "forkLeft"),
    12: ("u-turn", "uTurn"),
    15: ("exit-left", "roundaboutExitLeft"),
    16: ("exit-right", "roundaboutExitRight"),
    29: ("roundabout", "roundaboutFallback"),
    30: ("question", "outOfRoute"),
}

# The twelve numbered roundabouts share one SVG with two text slots.
SLOTS = ["1of1", "1of2", "1of3", "2of2", "2of3", "3of3"]
for i, slot in enumerate(SLOTS):
    ICONS[17 + i] = ("roundabout-ccw", "roundaboutCounterclockwise" + slot)
    ICONS[23 + i] = ("roundabout-cw", "roundaboutClockwise" + slot)

# One store, like in every front end. The template reads from here.
store = {"id": 0, "arrow": 0, "meters": 0, "street": ""}


def little(data):
    value = 0
    for byte in reversed(data):
        value = value * 256 + byte
    return value


def safe_text(raw):
    """What goes into the template."""
    return html.escape(raw.decode("utf-8", "ignore"))


def commit(data):
    store["id"] = little(data[0:4])
    store["arrow"] = data[4]
    store["meters"] = little(data[5:9]) or store["meters"]
    store["street"] = safe_text(data[9:])
    return store


def view(state):
    icon = ICONS.get(state["arrow"])
    return {
        "identifier": state["id"],
        "arrow": state["arrow"],
        "arrowName": icon[1] if icon else "none",
        "distanceInMeters": state["meters"],
        "street": state["street"],
    }


def on_value(data):
    if len(data) > 512:
        raise kbc_harness.Refused("oversized")
    if len(data) < 9:
        raise kbc_harness.Refused("truncated")
    return view(commit(data))


def on_notify(data):
    if len(data) == 4:
        return {"identifier": little(data)}
    if len(data) < 9:
        raise kbc_harness.Refused("malformedNotification")
    return on_value(data)


def label(meters, style):
    """("850", "m") or ("1.2", "km"); None is drawn as "Now"."""
    if meters <= 5:
        return None
    if style == "vendor" or meters < 995:
        return str(round(meters, -1)), "m"
    if meters < 9950:
        tenths = (meters + 50) // 100
        return "%d.%d" % (tenths // 10, tenths % 10), "km"
    return str((meters + 500) // 1000), "km"


kbc_harness.run(
    on_value,
    notification=on_notify,
    distance=label,
    styles=("vendor", "metric"),
    members=("identifier", "arrow", "arrowName", "distanceInMeters", "street"),
    name="pi dashboard",
)
