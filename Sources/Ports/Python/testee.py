"""Answers the conformance suite: the port, wrapped in the harness.

knav conformance run -- python3 testee.py
"""

import sys

sys.path.append((sys.path[0] or ".") + "/../Harness")

import kbc_harness
from kbc_harness import Refused
from komoot_nav import arrow, codec, distance, notification, reassembly, street
from komoot_nav.error import NavigationError


def refusing(function):
    """The same function, with the port's errors as those of the harness."""

    def refuse(*arguments):
        try:
            return function(*arguments)
        except NavigationError as error:
            raise Refused(error.code, error.offset)

    return refuse


def pinned(layout):
    return None if layout == "auto" else layout


def shown_identifier(identifier):
    return codec.little_endian(identifier, 0) if len(identifier) == 4 else identifier


def given_identifier(identifier):
    if not isinstance(identifier, int):
        return identifier
    return bytes([identifier >> shift & 0xFF for shift in (0, 8, 16, 24)])


def fields(instruction):
    fault = street.first_fault(instruction.street)
    return {
        "layout": instruction.layout,
        "extent": "whole" if instruction.is_whole else "possiblyCut",
        "identifier": shown_identifier(instruction.identifier),
        "arrow": instruction.arrow,
        "arrowName": arrow.name(instruction.arrow),
        "distanceInMeters": instruction.distance_in_meters,
        "streetBytes": instruction.street,
        "street": street.text(instruction.street),
        "strictErrorOffset": None
        if fault is None
        else instruction.street_offset + fault,
    }


def decode(data, layout, extent):
    return fields(codec.decode(data, pinned(layout), extent == "whole"))


def decode_notification(data, layout, extent):
    payload = notification.decode_notification(data, pinned(layout))
    if isinstance(payload, bytes):
        return {"identifier": shown_identifier(payload)}
    return fields(payload)


def encode(layout, identifier, arrow, distance_in_meters, street):
    return codec.encode(
        layout, given_identifier(identifier), arrow, distance_in_meters, street
    )


def reader(radio, mtu, maximum_restarts, trusts_chunk_size):
    """A reassembler as a function from events to states."""
    own = reassembly.Reassembler(radio, maximum_restarts, trusts_chunk_size, mtu)

    def state_after(event):
        kind = event["event"]
        state = {}
        try:
            if kind == "begin":
                own.begin()
            elif kind == "chunk":
                if own.take_chunk(event["bytes"], event["offset"]):
                    state["partial"] = own.partial
                elif own.object is not None:
                    state["object" if own.is_whole else "beginning"] = own.object
            elif kind == "error":
                own.take_error(event["attError"], event["offset"])
            elif kind == "cancel":
                own.cancel()
            else:
                own.forget_chunk_size()
        except NavigationError as error:
            state["error"] = {"code": error.code, "offset": error.offset}
            if error.att_error is not None:
                state["error"]["attError"] = error.att_error
        state["awaits"] = own.awaited_offset
        state["restarts"] = own.restarts
        return state

    return state_after


kbc_harness.run(
    name="komoot BLE Connect in Python",
    decode=refusing(decode),
    notification=refusing(decode_notification),
    encode=refusing(encode),
    street=refusing(street.text),
    distance=distance.display,
    styles=kbc_harness.STYLES,
    reassembly=reader,
    radios=kbc_harness.RADIOS,
    trusts_chunk_size=True,
    members=kbc_harness.MEMBERS,
    published=True,
    legacy=True,
    pinned_layouts=True,
)
