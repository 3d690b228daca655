"""Objects as phones send them, made without our library.

identifier (4 bytes), arrow (1), distance in metres (4), street (UTF-8); numbers little-endian.
"""

import struct

LONGEST_OBJECT = 512
HEAD = 9
MTUS = (23, 50, 185, 517)


def instruction(
    identifier: int, street: str = "", arrow: int = 3, metres: int = 120
) -> bytes:
    return struct.pack("<IBI", identifier, arrow, metres) + street.encode()


def street_of(size: int, salt: int) -> str:
    """A street of so many bytes, each with a place of its own, so that pieces can't be mixed up."""
    text = "".join(f"{salt}.{place} " for place in range(size))
    return text[:size]


def sizes(mtu: int) -> list[int]:
    """Lengths of objects around which readers go wrong with an MTU."""
    piece = mtu - 1
    edges = {HEAD, HEAD + 1, 21, 22, LONGEST_OBJECT - 1, LONGEST_OBJECT}
    for count in (1, 2, 3, LONGEST_OBJECT // piece):
        edges |= {count * piece - 1, count * piece, count * piece + 1}
    return sorted(size for size in edges if HEAD <= size <= LONGEST_OBJECT)
