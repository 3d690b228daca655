"""Bluetooth logs to give to the page: recorded rides, the same in other formats, damaged, hostile and large ones."""

import pathlib
import random
import struct
import subprocess

from chromium import ROOT
from common import KNAV

RIDES = ROOT / "Fixtures/rides"
FILE_HEADER_SIZE = 16
RECORD_HEADER_SIZE = 24
#: The beginning of 1970 in btsnoop's microseconds.
UNIX_EPOCH = 0x00DCDDB30F2F8000
COMMAND, ACL, EVENT = 1, 2, 4


def record(path: pathlib.Path, *arguments: str, ride: str = "city-loop") -> None:
    """A log of a simulated ride, as `knav ride` records it. The options are its own."""
    command = [KNAV, "ride", RIDES / f"{ride}.csv", "--record", path, *arguments]
    subprocess.run(command, check=True, capture_output=True)


def records(log: bytes) -> list[bytes]:
    """The records of a btsnoop file, with their headers."""
    found = []
    start = FILE_HEADER_SIZE
    while start < len(log):
        (size,) = struct.unpack_from(">I", log, start + 4)
        found.append(log[start : start + RECORD_HEADER_SIZE + size])
        start += RECORD_HEADER_SIZE + size
    return found


def time_of(record: bytes) -> int:
    """In btsnoop's microseconds."""
    return struct.unpack_from(">q", record, 16)[0]


def moved(record: bytes, microseconds: int) -> bytes:
    """The record at a later time."""
    time = struct.pack(">q", time_of(record) + microseconds)
    return record[:16] + time + record[RECORD_HEADER_SIZE:]


def packet_logger(log: bytes, order: str) -> bytes:
    """A btsnoop file (H4) as Apple's PacketLogger would have written it, in a byte order of `struct`."""
    written = b""
    for one in records(log):
        seconds, microseconds = divmod(time_of(one) - UNIX_EPOCH, 1_000_000)
        is_received = struct.unpack_from(">I", one, 8)[0] & 1
        kind = {COMMAND: 0, EVENT: 1, ACL: 2 + is_received}[one[RECORD_HEADER_SIZE]]
        packet = one[RECORD_HEADER_SIZE + 1 :]
        written += struct.pack(order + "III", 9 + len(packet), seconds, microseconds)
        written += bytes([kind]) + packet
    return written


#: Where a packet of the Attribute Protocol has its opcode, and an event that begins a connection the address.
ATT_OPCODE = RECORD_HEADER_SIZE + 9
ADDRESS = RECORD_HEADER_SIZE + 9
#: The opcodes by which a device finds services, characteristics and descriptors.
DISCOVERY = {*range(0x04, 0x0A), 0x10, 0x11}
LE_META_EVENT = bytes([EVENT, 0x3E])


def reconnected(log: bytes) -> bytes:
    """The log of a ride, and of the same ride with another phone, whose handles the device remembers from before."""
    ride = records(log)
    period = time_of(ride[-1]) - time_of(ride[0]) + 10_000_000
    again = []
    for one in ride:
        one = moved(one, period)
        packet = one[RECORD_HEADER_SIZE:]
        if packet[0] == ACL and one[ATT_OPCODE] in DISCOVERY:
            continue
        if packet.startswith(LE_META_EVENT):
            one = one[:ADDRESS] + bytes([one[ADDRESS] ^ 1]) + one[ADDRESS + 1 :]
        again.append(one)
    return log + b"".join(again)


ATT_CHANNEL, SIGNALLING_CHANNEL = 4, 5


def acl(like: bytes, channel: int, payload: bytes, is_sent: bool) -> bytes:
    """A record of an L2CAP packet, on the connection and at the time of another one."""
    handle = like[RECORD_HEADER_SIZE + 1] | (like[RECORD_HEADER_SIZE + 2] & 0xF) << 8
    first_fragment = 0 if is_sent else 0x2000
    sizes = struct.pack(
        "<HHHH", handle | first_fragment, len(payload) + 4, len(payload), channel
    )
    packet = bytes([ACL]) + sizes + payload
    header = struct.pack(">IIII", len(packet), len(packet), 0 if is_sent else 1, 0)
    return header + like[16:RECORD_HEADER_SIZE] + packet


def continued(log: bytes, *packets: tuple[int, bytes, bool]) -> bytes:
    """The log of a ride with more packets before the connection ends: channel, payload, and whether it is sent."""
    ride = records(log)
    last = max(
        place for place, one in enumerate(ride) if one[RECORD_HEADER_SIZE] == ACL
    )
    more = [acl(ride[last], *packet) for packet in packets]
    return log[:FILE_HEADER_SIZE] + b"".join(ride[: last + 1] + more + ride[last + 1 :])


def with_changed_services(log: bytes) -> bytes:
    """Everything changes, and the device reads the handle once more."""
    requests = (one for one in records(log) if one[RECORD_HEADER_SIZE] == ACL)
    read = next(one[ATT_OPCODE:] for one in requests if one[ATT_OPCODE] == 0x0A)
    return continued(
        log,
        (ATT_CHANNEL, bytes([0x1D, 8, 0, 1, 0, 0xFF, 0xFF]), False),
        (ATT_CHANNEL, read, True),
        (ATT_CHANNEL, b"\x0b\7\7\7", False),
    )


def with_enhanced_channel(log: bytes) -> bytes:
    """The phone opens a channel of EATT."""
    sizes = bytes([64, 0, 64, 0, 5, 0])
    request = bytes([0x17, 5, 10, 0, 0x27, 0]) + sizes + b"\x40\0"
    answer = bytes([0x18, 5, 10, 0]) + sizes + b"\0\0\x41\0"
    return continued(
        log, (SIGNALLING_CHANNEL, request, True), (SIGNALLING_CHANNEL, answer, False)
    )


def damaged(log: bytes, seed: int) -> bytes:
    """A log in which some bits, bytes or stretches changed, vanished or came in."""
    draws = random.Random(seed)
    changed = bytearray(log)
    for _ in range(draws.choice((1, 3, 20))):
        if len(changed) <= FILE_HEADER_SIZE + 1:
            break
        place = draws.randrange(FILE_HEADER_SIZE, len(changed))
        match draws.randrange(4):
            case 0:
                changed[place] ^= 1 << draws.randrange(8)
            case 1:
                changed[place] = draws.randrange(256)
            case 2:
                del changed[place : place + draws.randrange(1, 60)]
            case 3:
                changed[place:place] = draws.randbytes(draws.randrange(1, 40))
    return bytes(changed)


def repeated(path: pathlib.Path, log: bytes, size: int) -> None:
    """Writes a log of this size: a ride, over and over."""
    ride = records(log)
    period = time_of(ride[-1]) - time_of(ride[0]) + 10_000_000
    with path.open("wb") as file:
        file.write(log[:FILE_HEADER_SIZE])
        round = 0
        while file.tell() < size:
            file.write(b"".join(moved(one, round * period) for one in ride))
            round += 1


def junk(path: pathlib.Path, log: bytes, size: int) -> None:
    """Writes a file of this size that begins like a log, and goes on at random."""
    draws = random.Random(1)
    with path.open("wb") as file:
        file.write(log[:FILE_HEADER_SIZE])
        while file.tell() < size:
            file.write(draws.randbytes(1 << 20))


def countless_connections(path: pathlib.Path, log: bytes, size: int) -> None:
    """Writes a log of Linux's monitor in which connections begin, and none ends."""
    monitor = struct.pack(">I", 2001)
    start = time_of(records(log)[0])
    with path.open("wb") as file:
        file.write(log[: FILE_HEADER_SIZE - 4] + monitor)
        number = 0
        while file.tell() < size:
            handle = struct.pack("<H", number & 0xFFF)
            packet = bytes([0x3E, 19, 0x01, 0]) + handle + bytes(13)
            flags = (number >> 12 & 0xFFFF) << 16 | 3
            header = (len(packet), len(packet), flags, 0, start + 10 * number)
            file.write(struct.pack(">IIIIq", *header) + packet)
            number += 1
