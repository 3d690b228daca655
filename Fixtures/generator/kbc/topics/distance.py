"""Distances on the wire, in every layout, with the layout detected."""

from collections.abc import Iterator

from ..objects import LAYOUTS, make
from ..vectors import Topic

STREET = b"Uferpromenade"
DISTANCES = (
    *(0, 5, 6, 9, 14, 15, 94, 95, 255, 256, 994, 995, 996, 999, 1000, 1960, 9999),
    *(65_535, 65_536, 16_777_215, 16_777_216, 2**31 - 1, 2**31, 2**32 - 1),
)
SHOWN_BUGS = {
    255: ["signedDistanceBytes"],
    256: ["bigEndianDistance"],
    65_536: ["bigEndianDistance"],
    16_777_216: ["distanceByteDropped", "bigEndianDistance"],
    2**31: ["distanceByteDropped"],
}


def topics() -> Iterator[Topic]:
    """codec/distance.json"""
    topic = Topic("codec", "distance")
    for layout in LAYOUTS:
        for distance in DISTANCES:
            topic.decode(
                f"{distance} m, {layout}",
                "6.1",
                make(layout, STREET, distance=distance),
                flags=SHOWN_BUGS.get(distance, []),
                shows={"layout": layout, "street": "Uferpromenade"},
            )
    yield topic
