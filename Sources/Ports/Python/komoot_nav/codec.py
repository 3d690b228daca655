"""Data objects: clauses 2 and 3.

published   0 identifier (4) | 4 arrow | 5 distance (4) | 9 reserved, zero (12) | 21 street
deployed    0 identifier (4) | 4 arrow | 5 distance (4) | 9 street
legacy      0 identifier (16) | 16 arrow | 17 distance (4) | 21 street

Integers are little-endian, the distance is in metres, the street runs to the end.
"""

from .error import NavigationError

MAXIMUM_SIZE = 512  # clause 2.2
SHORTEST_OBJECT = 9  # clause 2.9: deployed, without a street
SMALLEST_PAYLOAD = 20  # clause 8.1: a shorter value is never cut
UUID_SIZE = 16

# For each layout: the identifier's size, where the distance ends, and where the street begins.
LAYOUTS = {
    "published": (4, 9, 21),
    "deployed": (4, 9, 9),
    "legacy": (16, 21, 21),
}


class Instruction:
    """The fields of an object.

    identifier: 4 or 16 bytes, as on the wire. arrow: 0 to 255, see arrow.name. street: its bytes, as
    many as there are, see street.text. is_whole: whether the object was whole.
    """

    def __init__(
        self,
        layout,
        is_whole,
        identifier,
        arrow,
        distance_in_meters,
        street,
        street_offset,
    ):
        self.layout = layout
        self.is_whole = is_whole
        self.identifier = identifier
        self.arrow = arrow
        self.distance_in_meters = distance_in_meters
        self.street = street
        self.street_offset = street_offset


def is_random_uuid(data):
    """Whether the first 16 bytes have the version and the variant of a random UUID (RFC 9562)."""
    return len(data) >= UUID_SIZE and data[8] & 0xC0 == 0x80 and data[6] >> 4 == 4


def detect(data, is_whole):
    """The layout of an object of 9 bytes or more: clauses 3.2 to 3.5."""
    if len(data) < (21 if is_whole else SMALLEST_PAYLOAD):
        return "deployed"
    if is_random_uuid(data):
        return "legacy"
    for byte in data[9:21]:
        if byte != 0:
            return "deployed"
    return "published"


def decode(data, layout=None, is_whole=True):
    """Decodes an object; layout None detects it. Raises NavigationError."""
    size = len(data)
    if size > MAXIMUM_SIZE:
        raise NavigationError("oversized", MAXIMUM_SIZE)
    if size < SMALLEST_PAYLOAD:
        is_whole = True
    if layout is None:
        if size < SHORTEST_OBJECT:
            raise NavigationError("truncated", size)
        layout = detect(data, is_whole)
    identifier_size, fields_end, street_offset = LAYOUTS[layout]
    if size < (street_offset if is_whole else fields_end):
        raise NavigationError("truncated", size)
    for offset in range(fields_end, min(street_offset, size)):
        if data[offset] != 0:
            raise NavigationError("reservedNotZero", offset)
    return Instruction(
        layout,
        is_whole,
        bytes(data[:identifier_size]),
        data[identifier_size],
        little_endian(data, identifier_size + 1),
        bytes(data[street_offset:]),
        min(street_offset, size),
    )


def encode(layout, identifier, arrow, distance_in_meters, street):
    """Encodes an object: clause 3.7. The identifier must have the layout's 4 or 16 bytes."""
    identifier_size, fields_end, street_offset = LAYOUTS[layout]
    if len(identifier) != identifier_size:
        raise NavigationError("identifierMismatch", 0)
    if street_offset + len(street) > MAXIMUM_SIZE:
        raise NavigationError("oversized", MAXIMUM_SIZE)
    distance = bytes([distance_in_meters >> shift & 0xFF for shift in (0, 8, 16, 24)])
    reserved = bytes(street_offset - fields_end)
    return bytes(identifier) + bytes([arrow]) + distance + reserved + bytes(street)


def little_endian(data, offset):
    """Four bytes as a number, with the least significant byte first."""
    return (
        data[offset]
        | data[offset + 1] << 8
        | data[offset + 2] << 16
        | data[offset + 3] << 24
    )
