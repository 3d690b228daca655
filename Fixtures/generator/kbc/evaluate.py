"""Runs one vector's input through the reference codec: JSON in, JSON out."""

import sys
from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import UUID

from . import reference
from .reassembly import Reassembly
from .reference import Identifier, Instruction, Refused
from .pairing.client import Client
from .pairing.server import Server
from .sensors import values
from .sensors.calculator import ride
from .sessions.central import Central
from .sessions.peripheral import Peripheral
from .watch.answers import WATCH_ANSWERS
from .watch.session.model import Companion

Json = dict[str, Any]
Session = Reassembly | Central | Peripheral | Client | Server | Companion

LARGEST_JSON_NUMBER = 2**31 - 1  # above it, integers are decimal strings


def evaluate(operation: str, given: Json) -> Json:
    """What a correct implementation answers."""
    try:
        return OPERATIONS[operation].answer(given)
    except Refused as refused:
        return {"error": error_of(refused.code, refused.offset)}


def functions_run_by(vector: Json) -> set[int]:
    """The functions that answer a vector, by their code's identity."""
    run: set[int] = set()
    sys.setprofile(lambda frame, *_: run.add(id(frame.f_code)))
    try:
        evaluate(vector["operation"], vector["input"])
    finally:
        sys.setprofile(None)
    return run


def error_of(code: str, offset: int | None) -> Json:
    """An error as fixtures write it; some have no place."""
    return {"code": code} if offset is None else {"code": code, "offset": offset}


def json_integer(value: int) -> int | str:
    """An integer as fixtures write it."""
    return value if value <= LARGEST_JSON_NUMBER else str(value)


def json_identifier(identifier: Identifier) -> int | str:
    """An identifier as fixtures write it."""
    if isinstance(identifier, UUID):
        return str(identifier).upper()
    return json_integer(identifier)


def integer(value: int | str) -> int:
    """Reads an integer, which may have only one form."""
    number = int(value)
    if json_integer(number) != value:
        raise ValueError(f"integer in the wrong form: {value!r}")
    return number


def identifier(value: int | str) -> Identifier:
    """Reads an identifier, which may have only one form."""
    read = UUID(value) if isinstance(value, str) and "-" in value else integer(value)
    if json_identifier(read) != value:
        raise ValueError(f"identifier in the wrong form: {value!r}")
    return read


def instruction_fields(instruction: Instruction) -> Json:
    """A decoded object as fixtures write it."""
    street = instruction.street
    fields = {
        "layout": instruction.layout,
        "extent": instruction.extent,
        "identifier": json_identifier(instruction.identifier),
        "arrow": instruction.arrow,
        "arrowName": reference.arrow_name(instruction.arrow),
        "distanceInMeters": json_integer(instruction.distance_in_meters),
        "streetBytes": street.hex(),
        "street": reference.street_text(street, "dropIncompleteTail"),
    }
    ill_formed = reference.first_ill_formed_offset(street)
    if ill_formed is not None:
        street_offset = reference.STREET_OFFSET[instruction.layout]
        fields["strictErrorOffset"] = street_offset + ill_formed
    return fields


def _decode(given: Json) -> Json:
    data = bytes.fromhex(given["bytes"])
    return instruction_fields(
        reference.decode(data, given["layout"], given["extent"]),
    )


def _encode(given: Json) -> Json:
    data = reference.encode(
        given["layout"],
        identifier(given["identifier"]),
        given["arrow"],
        integer(given["distanceInMeters"]),
        bytes.fromhex(given["streetBytes"]),
    )
    return {"bytes": data.hex()}


def _street(given: Json) -> Json:
    data = bytes.fromhex(given["bytes"])
    return {"text": reference.street_text(data, given["policy"])}


def _notification(given: Json) -> Json:
    data = bytes.fromhex(given["bytes"])
    payload = reference.decode_notification(data, given["layout"])
    if isinstance(payload, Instruction):
        return {"kind": "instruction", **instruction_fields(payload)}
    return {"kind": "identifier", "identifier": json_identifier(payload)}


def _distance(given: Json) -> Json:
    shown = reference.display(integer(given["distanceInMeters"]), given["style"])
    if shown is None:
        return {"now": True, "text": "Now"}
    return {
        "now": False,
        "value": shown.value,
        "unit": shown.unit,
        "text": f"{shown.value} {shown.unit}",
    }


def _reassembly(given: Json) -> Json:
    return _steps(Reassembly(given), given)


def _session(model: Callable[[Json], Session]) -> Callable[[Json], Json]:
    """Answers the scripts of a session."""
    return lambda given: _steps(model(given["configuration"]), given)


def _sensor_decode(given: Json) -> Json:
    return json_value(values.decode_value(given))


def _sensor_encode(given: Json) -> Json:
    return {"bytes": values.encode_value(model_value(given)).hex()}


def _sensor_ride(given: Json) -> Json:
    return {"steps": json_value(ride(given))}


def json_value(value: Any) -> Any:
    """A model's value as fixtures write it: bytes in hex, large integers as texts."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, dict):
        return {name: json_value(member) for name, member in value.items()}
    if isinstance(value, list):
        return [json_value(member) for member in value]
    return value if isinstance(value, bool | str) else json_integer(value)


def model_value(value: Any, member: str = "") -> Any:
    """A fixture's value with integers for decimal texts. Bytes stay texts, whatever their digits."""
    if isinstance(value, dict):
        return {name: model_value(inner, name) for name, inner in value.items()}
    is_bytes = member == "parameter" or member.lower().endswith("bytes")
    is_large = isinstance(value, str) and value.isdecimal() and len(value) == 10
    if is_bytes or not is_large or int(value) <= LARGEST_JSON_NUMBER:
        return value
    return integer(value)


def _steps(session: Session, given: Json) -> Json:
    return {"steps": [session.handle(event) for event in given["events"]]}


def does_nothing(expected: Json) -> bool:
    """True for a session whose last event has no visible result."""
    *before, last = expected["steps"]
    if "apps" in last:
        is_same = _state(last) == _state(before[-1] if before else UNSTARTED)
        return is_same and all(map(_is_refusal, last["effects"]))
    phase = before[-1]["phase"] if before else "stopped"
    names = [effect.get("fault") for effect in last["effects"]]
    return last["phase"] == phase and names in ([], ["lateArrival"])


# What a companion app's session shows before its first event.
UNSTARTED: Json = {"phase": "stopped", "deadline": None, "devices": [], "apps": []}


def _state(step: Json) -> Json:
    return {name: step[name] for name in UNSTARTED}


def _is_refusal(effect: Json) -> bool:
    return effect["effect"] == "fault" or "refusal" in effect


def verdict(expected: Json) -> str:
    """An id's kind: BV for what must work, BI for what must be refused or ignored."""
    if "steps" in expected:
        last = expected["steps"][-1]
        if "phase" not in last:
            return verdict(last)
        return "BI" if does_nothing(expected) else "BV"
    return "BI" if "error" in expected else "BV"


class Operation(NamedTuple):
    """What the vectors of one kind ask for: who answers, the folder of the files, and their schema."""

    answer: Callable[[Json], Json]
    layer: str
    schema: str


# The layers are in the order of their first operations.
OPERATIONS = {
    "decode": Operation(_decode, "codec", "codec"),
    "encode": Operation(_encode, "codec", "codec"),
    "street": Operation(_street, "codec", "codec"),
    "notification": Operation(_notification, "notification", "notification"),
    "reassembly": Operation(_reassembly, "reassembly", "reassembly"),
    "distance": Operation(_distance, "distance", "distance"),
    "centralSession": Operation(_session(Central), "session/central", "session"),
    "peripheralSession": Operation(
        _session(Peripheral), "session/peripheral", "session"
    ),
    "sensorDecode": Operation(_sensor_decode, "sensor", "sensor"),
    "sensorEncode": Operation(_sensor_encode, "sensor", "sensor"),
    "sensorRide": Operation(_sensor_ride, "sensor", "sensor"),
    "pairingClient": Operation(_session(Client), "pairing/client", "pairing"),
    "pairingServer": Operation(_session(Server), "pairing/server", "pairing"),
    **{
        name: Operation(answer, "watch", "watch")
        for name, answer in WATCH_ANSWERS.items()
    },
    "companionSession": Operation(_session(Companion), "watch/session", "watch"),
}

# The schema of each layer's files.
SCHEMAS = {operation.layer: operation.schema for operation in OPERATIONS.values()}
LAYERS = tuple(SCHEMAS)
