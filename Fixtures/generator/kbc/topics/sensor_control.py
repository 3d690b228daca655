"""Control points: every request, the responses, and a machine's statuses."""

from collections.abc import Iterator

from ..sensors import control
from ..sensors.control import Commands
from ..sensors.wire import SIZES, Fields
from ..vectors import Topic
from .sensor_measurements import SensorTopic, words

RESPONSE = "controlPointResponse"

ANY_REQUESTS = """
1.3 No op code
  read "" -> refused="truncated", offset=0
1.5 An op code without a meaning
  read "7e0102"
1.6 The longest parameter that is kept
  read "7f" + bytes(range(24)).hex()
1.6 A parameter that is too long to be kept
  read "7f" + bytes(range(24)).hex() + "ff" -> refused="oversized", offset=25
1.4 A byte after the request is left unread
  read f"{BARE:02x}09" -> unreadBytes=1
1.5 An op code without a meaning, written
  write kind="other", opCode=126, parameter=x("8102")
"""
WRONG_RESPONSES = """
1.3 {0|1|2} of 3 bytes are too short
  read "100101"[:2 * {0|1|2}] -> refused="truncated", offset={0|1|2}
1.6 A code of no control point
  read "400101" -> refused="unexpectedByte", offset=0
1.6 The longest parameter that is kept
  read "201002" + bytes(range(24)).hex()
1.6 A parameter that is too long to be kept
  read "201002" + bytes(range(24)).hex() + "ff" -> refused="oversized", offset=27
"""
NO_CONTROL_POINT = """
1.6 A code of no control point, and nothing after it
  read "40" -> refused="unexpectedByte", offset=0
"""


def topics() -> Iterator[Topic]:
    """sensor/csc-control.json, power-control.json, fitness-control.json, fitness-status.json and responses.json"""
    for name, value, commands, clause in (
        ("csc-control", "scControlPointRequest", control.CSC_CONTROL, "2.4"),
        ("power-control", "cyclingPowerRequest", control.POWER_CONTROL, "3.3"),
        ("fitness-control", "fitnessMachineCommand", control.MACHINE_CONTROL, "5.6"),
        ("fitness-status", "fitnessMachineStatus", control.MACHINE_STATUS, "5.7"),
    ):
        yield _requests(name, value, commands, clause)
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
    topic = SensorTopic(name, value)
    for title, fields in _samples(commands):
        title = title[0].upper() + title[1:]
        data = commands.encode(fields)
        flags = ["startIsSix"] if fields["kind"] == "startOrResume" else []
        topic.sensor_decode(title, clause, value, data, shows=fields, flags=flags)
        topic.sensor_encode(f"{title}, written", clause, value, fields, flags=flags)
        if len(data) > 1 and fields.get("width") != "wide":
            title = f"{title}, a byte too short"
            refused = "truncated", len(data) - 1
            topic.sensor_decode(title, "1.3", value, data[:-1], refused=refused)
    bare = next(code for code, row in commands.kinds.items() if not row[1])
    topic.add_table(ANY_REQUESTS, {"BARE": bare})
    return topic


def _responses() -> Topic:
    topic = SensorTopic("responses", RESPONSE)
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
        topic.read(title, clause, data)
    topic.add_table(WRONG_RESPONSES, {})
    for point in control.NAMES.values():
        title = f"A response of {words(point)} is written"
        fields = {"controlPoint": point, "requestOpCode": 4, "result": 1}
        topic.write(title, "1.6", **fields, parameter=b"\5\x86")
    topic.add_table(NO_CONTROL_POINT, {})
    return topic
