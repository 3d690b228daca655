"""Control points: every request, the responses, and a machine's statuses."""

from __future__ import annotations

from collections.abc import Iterator

from ..sensors import control
from ..sensors.control import Commands
from ..sensors.wire import SIZES, Fields
from ..vectors import Topic
from .sensor_measurements import words

RESPONSE = "controlPointResponse"


def topics() -> Iterator[Topic]:
    """sensor/csc-control.json, power-control.json, fitness-control.json, fitness-status.json and responses.json"""
    yield _requests("csc-control", "scControlPointRequest", control.CSC_CONTROL, "2.4")
    yield _requests(
        "power-control", "cyclingPowerRequest", control.POWER_CONTROL, "3.3"
    )
    machine = _requests(
        "fitness-control", "fitnessMachineCommand", control.MACHINE_CONTROL, "5.6"
    )
    yield machine
    yield _requests(
        "fitness-status", "fitnessMachineStatus", control.MACHINE_STATUS, "5.7"
    )
    yield _responses()


def _samples(commands: Commands) -> Iterator[tuple[str, Fields]]:
    """Every op code, with a parameter of which every byte is another one."""
    for kind, table in commands.kinds.values():
        yield words(kind), {"kind": kind} | _parameter(table)
    for _, target in commands.targets:
        name, table = control.TARGETS[target]
        fields: Fields = {"kind": commands.target_kind, "target": name}
        if name == "resistance":
            yield "resistance of one byte", fields | {"width": "narrow", "value": 200}
            yield "resistance of two bytes", fields | {"width": "wide", "value": -20}
        else:
            yield (
                f"{commands.target_kind}{words(' ' + name)}",
                fields | _parameter(table),
            )


def _parameter(table: control.Parameters) -> Fields:
    found: Fields = {}
    start = 0x81
    for name, kind in table:
        data = bytes(range(start, start + SIZES[kind]))
        signed = kind.startswith("s")
        found[name] = int.from_bytes(data, "little", signed=signed)
        start += SIZES[kind]
    return found


def _requests(name: str, value: str, commands: Commands, clause: str) -> Topic:
    topic = Topic("sensor", name)
    for title, fields in _samples(commands):
        data = commands.encode(fields)
        flags = ["startIsSix"] if fields["kind"] == "startOrResume" else []
        topic.sensor_decode(
            _capital(title), clause, value, data, shows=fields, flags=flags
        )
        topic.sensor_encode(
            f"{_capital(title)}, written", clause, value, fields, flags=flags
        )
        if len(data) > 1 and fields.get("width") != "wide":
            topic.sensor_decode(
                f"{_capital(title)}, a byte too short",
                "1.3",
                value,
                data[:-1],
                refused=("truncated", len(data) - 1),
            )
    topic.sensor_decode("No op code", "1.3", value, b"", refused=("truncated", 0))
    longest = bytes((0x7F, *range(24)))
    topic.sensor_decode("An op code without a meaning", "1.5", value, b"\x7e\1\2")
    topic.sensor_decode("The longest parameter that is kept", "1.6", value, longest)
    topic.sensor_decode(
        "A parameter that is too long to be kept",
        "1.6",
        value,
        longest + b"\xff",
        refused=("oversized", 25),
    )
    topic.sensor_decode(
        "A byte after the request is left unread",
        "1.4",
        value,
        bytes((next(code for code, row in commands.kinds.items() if not row[1]), 9)),
        shows={"unreadBytes": 1},
    )
    other = {"kind": "other", "opCode": 126, "parameter": b"\x81\2"}
    topic.sensor_encode("An op code without a meaning, written", "1.5", value, other)
    return topic


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _responses() -> Topic:
    topic = Topic("sensor", "responses")
    for title, clause, data in (
        ("CSC: success", "1.6", "100101"),
        ("CSC: the op code is not supported", "1.6", "100202"),
        ("CSC: the locations", "2.4", "1004010405060c"),
        ("CSC: no locations", "2.4", "100401"),
        ("CSC: an answer to another request", "1.6", "1003010102"),
        ("Power: the locations", "3.3", "200301050607"),
        ("Power: the crank length", "3.3", "2005015901"),
        ("Power: the chain length", "3.3", "200701e803"),
        ("Power: the chain weight", "3.3", "2009010181"),
        ("Power: the span length", "3.3", "200b0190ff"),
        ("Power: half a span length is none", "3.3", "200b0190"),
        ("Power: the offset", "3.3", "200c01feff"),
        ("Power: the offset could not be measured", "1.6", "200c04ffff"),
        ("Power: the sampling rate", "3.3", "200e01c8"),
        ("Power: the factory's date", "3.3", "200f01e0070c1f173b3a"),
        ("Power: a date that is too short is none", "3.3", "200f01e0070c1f173b"),
        ("Power: an offset with the maker's data", "3.3", "201001010259000281ff"),
        ("Power: an offset whose data are cut", "3.3", "2010010102590003ff81"),
        ("Power: an offset without data", "3.3", "201001010259000007"),
        ("Machine: control was not permitted", "1.6", "800505"),
        ("Machine: a reserved result", "1.5", "8005f0"),
        ("Machine: the speeds of a spin down", "5.6", "80130120037805"),
        ("Machine: speeds in the wrong order are none", "5.6", "80130178052003"),
        ("Machine: half of the speeds is none", "5.6", "801301200378"),
    ):
        topic.sensor_decode(title, clause, RESPONSE, bytes.fromhex(data))
    for size in (0, 1, 2):
        topic.sensor_decode(
            f"{size} of 3 bytes are too short",
            "1.3",
            RESPONSE,
            bytes.fromhex("100101")[:size],
            refused=("truncated", size),
        )
    topic.sensor_decode(
        "A code of no control point",
        "1.6",
        RESPONSE,
        bytes.fromhex("400101"),
        refused=("unexpectedByte", 0),
    )
    longest = bytes((0x20, 0x10, 2, *range(24)))
    topic.sensor_decode("The longest parameter that is kept", "1.6", RESPONSE, longest)
    topic.sensor_decode(
        "A parameter that is too long to be kept",
        "1.6",
        RESPONSE,
        longest + b"\xff",
        refused=("oversized", 27),
    )
    for point in control.NAMES.values():
        fields = {"controlPoint": point, "requestOpCode": 4, "result": 1}
        topic.sensor_encode(
            f"A response of {words(point)} is written",
            "1.6",
            RESPONSE,
            fields | {"parameter": b"\5\x86"},
        )
    topic.sensor_decode(
        "A code of no control point, and nothing after it",
        "1.6",
        RESPONSE,
        b"\x40",
        refused=("unexpectedByte", 0),
    )
    return topic
