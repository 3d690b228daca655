"""FE-C: frames, the pages of a trainer, and the pages to it."""

from collections.abc import Iterable, Iterator
from functools import partial

from ..objects import with_byte
from ..sensors import fec
from ..sensors.wire import Fields
from ..vectors import Topic
from .sensor_measurements import SensorTopic, words

FRAME = "fecFrame"
MESSAGES = {True: 0x4E, False: 0x4F}  # from the trainer, to the trainer
GENERAL_DATA = 16
COMMANDS = (48, 49, 50, 51, 55, 70)
SUM_BUGS = ["checksumAdds", "checksumWithoutFirstByte"]

WRONG_FRAMES = """
6.1 {0|1|2|12} of 13 bytes are too short
  read WHOLE[:2 * {0|1|2|12}] -> refused="truncated", offset={0|1|2|12}
6.1 Another {first byte|length}
  read changed({0|1}, 1) -> refused="unexpectedByte", offset={0|1}
6.2 A bit of byte {2|3|4|11|12} is wrong
  read changed({2|3|4|11|12}, 0x10) -> refused="checksumMismatch", offset=12
"""
WRONG_BEGINNINGS = """
6.1 Byte {0|1} is wrong and the last one
  read "{a5|a408}" -> refused="unexpectedByte", offset={0|1}
"""


def topics() -> Iterator[Topic]:
    """sensor/fec.json and fec-frames.json"""
    yield _pages()
    yield _frames()


def frame(page: bytes | Fields, message: int = 0x4E, channel: int = 5) -> bytes:
    """A frame with a page."""
    fields = {"kind": "other", "bytes": page.hex()} if isinstance(page, bytes) else page
    return fec.encode_frame({"message": message, "channel": channel, "page": fields})


def _pages() -> Topic:
    topic = Topic("sensor", "fec")
    for number, (name, parts) in fec.PAGES.items():
        clause = "6.4" if number in COMMANDS else "6.3"
        message = MESSAGES[number not in COMMANDS]
        # No two neighbouring bytes are alike, and none is 0 or FF.
        page = bytes((number, 0x81, 0x92, 0xA3, 0xB4, 0xC5, 0xD6, 0xE7))
        inverted = bytes((number, *(byte ^ 0xFF for byte in page[1:])))
        title = words(name)
        title = title[0].upper() + title[1:]
        _add(topic, title, clause, frame(page, message))
        _add(topic, f"{title}, other bits", clause, frame(inverted, message))
        if any(part.none is not None for part in parts):
            absent = {"kind": name} | _least(parts)
            data = frame(absent, message)
            _add(topic, f"{title}, nothing available", clause, data)
            given = {"message": message, "channel": 5, "page": absent}
            _write(topic, f"{title}, nothing available, written", clause, given)
        fields = fec.decode_page(page)
        given = {"message": message, "channel": 5, "page": fields}
        _write(topic, f"{title}, written", clause, given)
    for state in range(8):
        page = bytes((16, 25, 1, 2, 3, 4, 70, state << 4))
        _add(topic, f"State {state}", "6.3", frame(page))
    for title, name, changes in (
        ("A power above 4094 W is written as 4094", "trainerData", {"power": 4095}),
        ("A grade of -200 % is the lowest", "trackResistance", {"grade": -30000}),
        ("A grade of 455.34 % is the highest", "trackResistance", {"grade": 50000}),
        ("A wind of 127 km/h is the strongest", "windResistance", {"windSpeed": 200}),
        (
            "A wind of -127 km/h, from behind, is the strongest",
            *("windResistance", {"windSpeed": -200}),
        ),
    ):
        number = next(number for number, row in fec.PAGES.items() if row[0] == name)
        page = {"kind": name} | _least(fec.PAGES[number][1]) | changes
        given = {"message": 0x4F, "channel": 5, "page": page}
        _write(topic, title, "6.4" if number in COMMANDS else "6.3", given)
    return topic


def _add(topic: Topic, title: str, clause: str, data: bytes) -> None:
    topic.sensor_decode(title, clause, FRAME, data, flags=_bugs(data))


def _write(topic: Topic, title: str, clause: str, given: Fields) -> None:
    flags = _sum_bugs(fec.encode_frame(given))
    topic.sensor_encode(title, clause, FRAME, given, flags=flags)


def _bugs(data: bytes) -> list[str]:
    """What a frame shows that is read."""
    number, equipment, last = data[4], data[5], data[11]
    bugs = _sum_bugs(data)
    if number == GENERAL_DATA and equipment & 0x10:
        bugs = [*bugs, "fourBitEquipment"]
    if number in fec.BLANK_LAST_BYTE and last & 0x40:
        bugs = [*bugs, "twoBitState"]
    return bugs


def _sum_bugs(data: bytes) -> list[str]:
    """The wrong checksums that differ from the right one."""
    is_sum = sum(data[1:12]) & 0xFF == data[12]
    return SUM_BUGS[1:] if is_sum else SUM_BUGS


def _least(parts: Iterable[fec.Part]) -> Fields:
    """The least values of a page's fields, without those that may be absent."""
    return {
        part.name: False if part.is_flag else part.words[0] if part.words else 0
        for part in parts
        if part.none is None
    }


def _frames() -> Topic:
    topic = SensorTopic("fec-frames", FRAME)
    whole = frame(bytes((16, 25, 246, 46, 122, 12, 255, 52)))
    names = {"WHOLE": whole.hex(), "changed": partial(_changed, whole)}
    topic.add_table(WRONG_FRAMES, names)
    nothing = bytes((16, 25, 0, 0, 0, 0, 255, 36))
    for title, data in (
        ("Channel 0", frame(nothing, channel=0)),
        ("A message without a meaning", frame(nothing, 0x50)),
        ("The maker's page 252", frame(bytes((252, 0, 0, 0, 0, 1, 100, 0)), 0x4F)),
    ):
        _add(topic, title, "6.1", data)
    title = "Two bytes after the frame are left unread"
    _add(topic, title, "1.4", whole + b"\1\2")
    for title, data in (
        ("A wrong checksum is read if it is not looked at", _changed(whole, 12, 0xFF)),
        ("A right checksum is read if it is not looked at", whole.hex()),
    ):
        given = {"value": FRAME, "bytes": data, "verifiesChecksum": False}
        flags = ["fourBitEquipment"]
        topic.add("sensorDecode", title, "9.1", given, flags=flags, since="3.1.0")
    page = {"kind": "other", "bytes": "fc00000000016400"}
    given = {"message": 0x4F, "channel": 0, "page": page}
    _write(topic, "The maker's page 252, written", "6.1", given)
    topic.add_table(WRONG_BEGINNINGS, {})
    return topic


def _changed(data: bytes, place: int, bits: int) -> str:
    """Bytes of which one is another, in hex."""
    return with_byte(data, place, data[place] ^ bits).hex()
