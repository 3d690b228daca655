"""Answers the conformance suite with one JSON object a line: Docs/Conformance.md.

knav conformance run -- python3 testee.py
"""

import binascii
import json
import sys

from komoot_nav import arrow, codec, distance, notification, reassembly, street
from komoot_nav.error import NavigationError

DESCRIPTION = {
    "protocol": 1,
    "name": "komoot BLE Connect in Python",
    "version": "1.0",
    "layers": ["codec", "notification", "reassembly", "distance"],
    "features": [
        "encode",
        "street",
        "pinnedLayouts",
        "legacy",
        "offsetReads",
        "wholeValues",
        "longReads",
        "oneCallback",
        "trustsChunkSize",
        "vendor",
        "metric",
        "imperial",
        "uk",
    ],
}


EXTENTS = ("whole", "possiblyCut")
POLICIES = ("strict", "repair", "dropIncompleteTail")
RADIOS = ("offsetReads", "wholeValues", "longReads", "oneCallback")


def hex_of(data):
    return binascii.hexlify(data).decode()


def bytes_of(value):
    return binascii.unhexlify(value)


def integer(number):
    """Takes an integer, which is a string if it is large."""
    return number if number < 0x80000000 else str(number)


def shown_identifier(identifier):
    if len(identifier) == 4:
        return integer(codec.little_endian(identifier, 0))
    digits = hex_of(identifier).upper()
    parts = (digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:])
    return "-".join(parts)


def given_identifier(value):
    if isinstance(value, str) and "-" in value:
        return bytes_of(value.replace("-", ""))
    number = int(value)
    return bytes([number >> shift & 0xFF for shift in (0, 8, 16, 24)])


def choice(given, name, choices):
    """Takes one of a few words."""
    if given[name] not in choices:
        raise ValueError(given[name])
    return given[name]


def layout_of(given):
    return None if given["layout"] == "auto" else given["layout"]


def fields(instruction):
    shown = {
        "layout": instruction.layout,
        "extent": "whole" if instruction.is_whole else "possiblyCut",
        "identifier": shown_identifier(instruction.identifier),
        "arrow": instruction.arrow,
        "arrowName": arrow.name(instruction.arrow),
        "distanceInMeters": integer(instruction.distance_in_meters),
        "streetBytes": hex_of(instruction.street),
        "street": street.text(instruction.street),
    }
    fault = street.first_fault(instruction.street)
    if fault is not None:
        shown["strictErrorOffset"] = instruction.street_offset + fault
    return shown


def answer_decode(given):
    data = bytes_of(given["bytes"])
    return fields(
        codec.decode(
            data, layout_of(given), choice(given, "extent", EXTENTS) == "whole"
        )
    )


def answer_encode(given):
    encoded = codec.encode(
        given["layout"],
        given_identifier(given["identifier"]),
        given["arrow"],
        int(given["distanceInMeters"]),
        bytes_of(given["streetBytes"]),
    )
    return {"bytes": hex_of(encoded)}


def answer_street(given):
    return {
        "text": street.text(bytes_of(given["bytes"]), choice(given, "policy", POLICIES))
    }


def answer_notification(given):
    payload = notification.decode_notification(
        bytes_of(given["bytes"]), layout_of(given)
    )
    if isinstance(payload, bytes):
        return {"kind": "identifier", "identifier": shown_identifier(payload)}
    answer = fields(payload)
    answer["kind"] = "instruction"
    return answer


def answer_distance(given):
    shown = distance.display(int(given["distanceInMeters"]), given["style"])
    if shown is None:
        return {"now": True, "text": "Now"}
    value, unit = shown
    return {"now": False, "value": value, "unit": unit, "text": value + " " + unit}


def answer_step(reader, event):
    """The state after an event."""
    step = {}
    kind = event["event"]
    try:
        if kind == "begin":
            reader.begin()
        elif kind == "chunk":
            if reader.take_chunk(bytes_of(event["bytes"]), event["offset"]):
                step["partial"] = hex_of(reader.partial)
            elif reader.object is not None:
                step["object" if reader.is_whole else "beginning"] = hex_of(
                    reader.object
                )
        elif kind == "error":
            reader.take_error(event["attError"], event["offset"])
        elif kind == "cancel":
            reader.cancel()
        elif kind == "forgetChunkSize":
            reader.forget_chunk_size()
        else:
            raise ValueError(kind)
    except NavigationError as error:
        step["error"] = refusal(error)
    step["awaits"] = reader.awaited_offset
    step["restarts"] = reader.restarts
    return step


def answer_reassembly(given):
    reader = reassembly.Reassembler(
        choice(given, "radio", RADIOS),
        given.get("maximumRestarts", 8),
        given.get("trustsChunkSize", False),
        given.get("mtu"),
    )
    return {"steps": [answer_step(reader, event) for event in given["events"]]}


OPERATIONS = {
    "decode": answer_decode,
    "encode": answer_encode,
    "street": answer_street,
    "notification": answer_notification,
    "distance": answer_distance,
    "reassembly": answer_reassembly,
}


def refusal(error):
    shown = {"code": error.code, "offset": error.offset}
    if error.att_error is not None:
        shown["attError"] = error.att_error
    return shown


def answer_case(request):
    answer = {"id": request["id"]}
    name = request.get("operation")
    operation = OPERATIONS.get(name) if isinstance(name, str) else None
    if operation is None:
        answer["skip"] = "no such operation"
        return answer
    try:
        answer["answer"] = operation(request["input"])
    except NavigationError as error:
        answer["answer"] = {"error": refusal(error)}
    except (KeyError, TypeError, ValueError, OverflowError):
        answer["skip"] = "the input is not understood"
    return answer


def answer_line(line):
    try:
        request = json.loads(line)
    except (ValueError, RuntimeError):
        return {"error": "the line is not JSON"}
    if isinstance(request, dict):
        if request.get("request") == "describe":
            if request.get("protocol") != 1:
                return {"error": "only version 1 of the protocol is known"}
            return DESCRIPTION
        if request.get("request") == "case" and isinstance(request.get("id"), str):
            return answer_case(request)
    return {"error": "the request is not understood"}


def main():
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer_line(line)) + "\n")
        if hasattr(sys.stdout, "flush"):
            sys.stdout.flush()


if __name__ == "__main__":
    main()
