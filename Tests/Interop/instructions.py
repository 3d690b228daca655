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
    """A street with this number of bytes, different everywhere, so that mixed-up chunks are noticed."""
    text = "".join(f"{salt}.{place} " for place in range(size))
    return text[:size]


def sizes(mtu: int) -> list[int]:
    """The object lengths at which readers tend to go wrong with an MTU."""
    chunk = mtu - 1
    edges = {HEAD, HEAD + 1, 21, 22, LONGEST_OBJECT - 1, LONGEST_OBJECT}
    for count in (1, 2, 3, LONGEST_OBJECT // chunk):
        edges |= {count * chunk - 1, count * chunk, count * chunk + 1}
    return sorted(size for size in edges if HEAD <= size <= LONGEST_OBJECT)
