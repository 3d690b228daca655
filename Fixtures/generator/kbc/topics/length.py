"""Lengths: every short one, the ones around each boundary in each layout, and the 512-byte bound."""

from collections.abc import Iterator

from ..objects import BUFFER_SIZES, LAYOUTS, make, make_of_length
from ..reference import FIELDS_END, STREET_OFFSET
from ..vectors import Topic

# 9 and 21: shortest objects. 16 and 17: the legacy identifier and arrow. 20 and 22: notification and
# read response at the default ATT_MTU of 23. 43 to 45: around two such chunks. 512: the longest value.
BOUNDARIES = (*range(8), 8, 9, 15, 16, 17, 19, 20, 21, 22, 23, 43, 44, 45, 511, 512)
CUT_LENGTHS = {
    "published": (19, 20, 21, 22, 512),
    "deployed": (8, 9, 19, 20, 22),
    "legacy": (19, 20, 21, 22, 44),
}
TWENTY = {layout: make(layout, b"Abzweig nach Golm")[:20] for layout in LAYOUTS}

TOO_LONG = """
2.2 513 bytes are more than a value can hold
  decode made(513) -> refused="oversized", offset=512
"""
CUT = """
2.2 513 bytes are too many for a cut object
  decode made(513), extent="possiblyCut" -> refused="oversized", offset=512
3.5 20 bytes of a {published|deployed} object, layout detected
  decode TWENTY["{published|deployed}"], extent="possiblyCut"
    -> layout="{published|deployed}", extent="possiblyCut"
3.5 20 bytes of a legacy object, layout detected
  decode TWENTY["legacy"], extent="possiblyCut" -> refused="truncated", offset=20
"""


def topics() -> Iterator[Topic]:
    """codec/length.json, codec/length-pinned.json and codec/length-cut.json"""
    yield _every_length()
    yield _pinned()
    yield _cut()


def _every_length() -> Topic:
    topic = Topic("codec", "length")
    for length in (*range(65), 511, 512):
        data = make_of_length("deployed", length)
        if length < STREET_OFFSET["deployed"]:
            title = f"{length} bytes are too short for any object"
            topic.decode(title, "2.9", data, refused=("truncated", length))
        else:
            title = f"{length} bytes: a street of {length - 9}"
            topic.decode(title, "2.3", data, shows={"streetBytes": data[9:].hex()})
    topic.add_table(TOO_LONG, {})
    for size in BUFFER_SIZES:
        data = make_of_length("deployed", size + 9)
        title = f"{size + 9} bytes: a street of {size}, about as long as a usual buffer"
        topic.decode(title, "2.3", data, shows={"streetBytes": data[9:].hex()})
    return topic


def _pinned() -> Topic:
    topic = Topic("codec", "length-pinned")
    for layout in LAYOUTS:
        for length in BOUNDARIES:
            data = make_of_length(layout, length)
            street_offset = STREET_OFFSET[layout]
            if length < street_offset:
                title = f"{length} bytes are too short for a whole {layout} object"
                topic.decode(title, "2.9", data, layout, refused=("truncated", length))
            else:
                title = (
                    f"{length} bytes, {layout}: a street of {length - street_offset}"
                )
                shows = {"streetBytes": data[street_offset:].hex()}
                topic.decode(title, "2.3", data, layout, shows=shows)
        topic.decode(
            f"513 bytes are too many, {layout}",
            "2.2",
            make_of_length(layout, 513),
            layout,
            refused=("oversized", 512),
        )
    return topic


def _cut() -> Topic:
    topic = Topic("codec", "length-cut")
    for layout in LAYOUTS:
        for length in CUT_LENGTHS[layout]:
            _add_cut(topic, layout, length)
    topic.add_table(CUT, {"TWENTY": TWENTY})
    return topic


def _add_cut(topic: Topic, layout: str, length: int) -> None:
    data = make_of_length(layout, length)
    extent = "whole" if length < 20 else "possiblyCut"
    needed = STREET_OFFSET[layout] if extent == "whole" else FIELDS_END[layout]
    if length < needed:
        title = f"{length} bytes that may be cut end before the distance does, {layout}"
        if extent == "whole":
            title = f"{length} bytes are never cut and too short, {layout}"
        topic.decode(
            title, "3.5", data, layout, "possiblyCut", refused=("truncated", length)
        )
        return
    title = f"{length} bytes that may be cut, {layout}"
    if extent == "whole":
        title = f"{length} bytes are never cut: reported as whole, {layout}"
    shows = {"extent": extent, "streetBytes": data[STREET_OFFSET[layout] :].hex()}
    topic.decode(title, "3.5", data, layout, "possiblyCut", shows=shows)
