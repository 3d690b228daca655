# Bike computer for our after-school club.
# Board: nRF52840 with a 240x240 colour display, CircuitPython, _bleio.
#
# Lesson plan:
#   1. bytes and struct
#   2. lists and loops (the arrow pictures)
#   3. formatting numbers
import struct

import kbc_harness

# ---------------------------------------------------------------
# Lesson 2: the pictures. One bitmap per name, in the order of the
# number that the phone sends.
# ---------------------------------------------------------------
PICTURES = [
    "none",
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
    "none",  # 13: nobody knows
    "none",  # 14
    "roundaboutExitLeft",
    "roundaboutExitRight",
]

# We let Python write the twelve roundabout names for us!
for direction in ("Counterclockwise", "Clockwise"):
    for exits in range(1, 4):
        for taken in range(1, exits + 1):
            PICTURES.append("roundabout{}{}of{}".format(direction, taken, exits))

PICTURES.append("roundaboutFallback")
PICTURES.append("outOfRoute")

# The big digits fit five times on the display.
LARGEST_SHOWN = 99999


class Instruction:
    """Lesson 1: what is in the packet."""

    HEADER = "<IBI"  # little-endian: 4 bytes, 1 byte, 4 bytes
    SIZE = struct.calcsize(HEADER)

    def __init__(self, packet):
        self.number, self.arrow, meters = struct.unpack_from(self.HEADER, packet)
        self.meters = min(meters, LARGEST_SHOWN)
        self.street = bytes(packet[self.SIZE :]).strip()

    def picture(self):
        if self.arrow < len(PICTURES):
            return PICTURES[self.arrow]
        return "none"


def read_packet(packet):
    if len(packet) > 512:
        raise kbc_harness.Refused("oversized")
    if len(packet) < Instruction.SIZE:
        raise kbc_harness.Refused("truncated")
    now = Instruction(packet)
    return {
        "identifier": now.number,
        "arrow": now.arrow,
        "arrowName": now.picture(),
        "distanceInMeters": now.meters,
        "streetBytes": now.street,
    }


# ---------------------------------------------------------------
# Lesson 3: nice numbers
# ---------------------------------------------------------------
def nice(meters, style):
    if meters <= 5:
        return None
    if style == "vendor" or meters < 995:
        # add 5, then cut off the last digit: that is rounding
        return ("{}0".format((meters + 5) // 10), "m")
    if meters < 9950:
        return ("{:.1f}".format(meters / 1000), "km")
    return (str((meters + 500) // 1000), "km")


kbc_harness.run(
    decode=read_packet,
    distance=nice,
    styles=("vendor", "metric"),
    members=("identifier", "arrow", "arrowName", "distanceInMeters", "streetBytes"),
    name="club bike computer",
    version="3",
)
