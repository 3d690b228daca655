#!/usr/bin/env python3
"""Raspberry Pi 4, bleak, and a page in a browser in kiosk mode (flask)."""

import html
import struct
import uuid
from dataclasses import dataclass

import kbc_harness


@dataclass
class Update:
    layout: str
    identifier: object
    arrow: int
    distance: int
    street: str


class TooShort(Exception):
    pass


def guess_layout(value, cut):
    least = 20 if cut else 21
    if len(value) >= least:
        if value[8] & 0xC0 == 0x80 and value[6] & 0xF0 == 0x40:
            return "legacy"
        if not any(value[9:21]):
            return "published"
    return "deployed"


def readable(raw):
    street = raw.decode("utf-8", "replace")
    street = street.rstrip("\ufffd")  # a letter that was cut
    # capital letters at the start of each word look better
    street = street.title()
    return html.escape(street)


def parse(value, cut=False):
    cut = cut and len(value) >= 20
    layout = guess_layout(value, cut)
    start = 9 if layout == "deployed" else 21
    need = 9 if layout == "published" and cut else start
    if len(value) < need:
        raise TooShort()
    if layout == "legacy":
        identifier = uuid.UUID(bytes_le=bytes(value[:16]))
        arrow, distance = struct.unpack_from("<BI", value, 16)
    else:
        identifier, arrow, distance = struct.unpack_from("<IBI", value)
    return Update(layout, identifier, arrow, distance, readable(bytes(value[start:])))


def decode(data, layout, extent):
    if len(data) > 512:
        raise kbc_harness.Refused("oversized")
    try:
        update = parse(data, extent == "possiblyCut")
    except TooShort:
        raise kbc_harness.Refused("truncated")
    identifier = update.identifier
    return {
        "layout": update.layout,
        "identifier": identifier.bytes
        if isinstance(identifier, uuid.UUID)
        else identifier,
        "arrow": update.arrow,
        "distanceInMeters": update.distance,
        "street": update.street,
    }


kbc_harness.run(
    decode,
    members=("layout", "identifier", "arrow", "distanceInMeters", "street"),
    published=True,
    legacy=True,
    name="flask dashboard",
)
