"""A link as a sniffer hears it, made without our library: pcap files of LE's link layer.

python3 air.py FOLDER   writes one file for each form, all with the same packets

Source: Bluetooth Core Specification, Vol 6 Part B, 2 (packets), 3.1.1 (CRC), 4.5.9 (sequence numbers); the registry of
link types at tcpdump.org; for Nordic's, the description at the head of Wireshark's dissector for it.
"""

import dataclasses
import pathlib
import struct
import sys

from instructions import instruction, street_of

ADVERTISING = 0x8E89BED6
ACCESS_ADDRESS, CRC_INIT = 0x50655B1A, 0x17F3C9
SERVICE = bytes.fromhex("6c43b31d170fb2a2a84f2fd928e1c171")
CHARACTERISTIC = bytes.fromhex("263048570a2735b26e4fcb9b05d63d50")
PHONE, DEVICE = bytes.fromhex("010203040dc0"), bytes.fromhex("5a5b5c5d5ee4")
START = 1_700_000_000_000_000
INTERVAL = 30_000
INTERFRAME_SPACE = 150
CONTINUATION, BEGINNING, CONTROL = 1, 2, 3
CONNECT_IND, TERMINATE_IND, VERSION_IND = 0x05, 0x02, 0x0C
MTU = 50
OBJECT = instruction(0x01020304, street_of(100, 7))
OTHER = instruction(0x0A0B0C0D, "Hof")


def crc(pdu: bytes, register: int) -> bytes:
    """The shift register of the specification, bit for bit, as it is sent: position 23 first."""
    for byte in pdu:
        for place in range(8):
            feedback = register >> 23 ^ byte >> place & 1
            register = register << 1 & 0xFFFFFF
            if feedback:
                for tap in (0, 1, 3, 4, 6, 9, 10):
                    register ^= 1 << tap
    bits = [register >> 23 - place & 1 for place in range(24)]
    sent = sum(bit << place for place, bit in enumerate(bits))
    return sent.to_bytes(3, "little")


@dataclasses.dataclass
class Packet:
    """One packet: when it began, in microseconds; its channel; everything after the preamble."""

    time: int
    channel: int
    bytes: bytes
    from_central: bool | None = None  # None for advertising
    is_good: bool = True
    event: int = 0
    is_repeated: bool = False


@dataclasses.dataclass
class Side:
    sn: int = 0
    nesn: int = 0
    sent: int = 1  # the last packet's sequence number


class Air:
    """Who sends what when: `packets`, as the sniffer hears them; `said`, the Attribute Protocol's."""

    def __init__(self) -> None:
        self.packets: list[Packet] = []
        self.said: list[bytes] = []
        self.time = START
        self.central, self.peripheral = Side(), Side()
        self.event = 0

    def send(
        self, address: int, pdu: bytes, channel: int, from_central: bool | None = None,
        is_good: bool = True,
    ) -> None:  # fmt: skip
        init = CRC_INIT if address == ACCESS_ADDRESS else 0x555555
        checked = crc(pdu, init)
        if not is_good:
            pdu = pdu[:-1] + bytes([pdu[-1] ^ 0x10])
        body = struct.pack("<I", address) + pdu + checked
        packet = Packet(self.time, channel, body, from_central, is_good, self.event)
        self.packets.append(packet)
        self.time += (1 + len(body)) * 8 + INTERFRAME_SPACE

    def advertise(
        self, kind: int, payload: bytes, channel: int = 37, is_good: bool = True
    ) -> None:
        """A PDU of an advertising channel; every address is random."""
        flags = 0xC0 if kind in (0x03, CONNECT_IND) else 0x40
        self.send(
            ADVERTISING,
            bytes([kind | flags, len(payload)]) + payload,
            channel,
            is_good=is_good,
        )

    def connect(self) -> None:
        data = struct.pack("<I", ACCESS_ADDRESS) + CRC_INIT.to_bytes(3, "little")
        data += struct.pack("<BHHHH", 2, 5, INTERVAL // 1250, 0, 500)
        self.advertise(CONNECT_IND, DEVICE + PHONE + data + b"\xff\xff\xff\xff\x1f\x27")

    def exchange(
        self, central: tuple[int, bytes] = (1, b""), peripheral: tuple[int, bytes] = (1, b""),
        answer: str = "heard",
    ) -> None:  # fmt: skip
        """A connection event: a packet of the central and one of the peripheral, which is `heard` by all, `lost` to the
        central, or `garbled` for all. One that the central does not hear comes again in another exchange."""
        self.event += 1
        self.time = START + 1_000_000 + self.event * INTERVAL
        channel = self.event * 7 % 37
        one, other = self.central, self.peripheral
        for llid, payload in (central, peripheral):
            head = bytes([llid | one.nesn << 2 | one.sn << 3, len(payload)])
            is_central = one is self.central
            is_good = is_central or answer != "garbled"
            self.send(ACCESS_ADDRESS, head + payload, channel, is_central, is_good)
            self.packets[-1].is_repeated = one.sn == one.sent
            one.sent = one.sn
            if is_central or answer == "heard":
                if other.sn != one.nesn:
                    other.sn ^= 1
                if one.sn == other.nesn:
                    other.nesn ^= 1
            one, other = other, one

    def say(self, from_central: bool, att: bytes, answer: str = "heard") -> None:
        """A packet of the Attribute Protocol, in fragments of 27 bytes; `answer` is the fate of the last one."""
        self.said.append(att)
        frame = struct.pack("<HH", len(att), 4) + att
        fragments = [frame[place : place + 27] for place in range(0, len(frame), 27)]
        for place, fragment in enumerate(fragments):
            packet = (CONTINUATION if place else BEGINNING, fragment)
            if from_central:
                self.exchange(central=packet)
                continue
            if answer != "heard" and place == len(fragments) - 1:
                self.exchange(peripheral=packet, answer=answer)
            self.exchange(peripheral=packet)

    def read(self, value: bytes, last_answer: str = "heard") -> None:
        """Reads with offsets until an answer is not full; `last_answer` is its fate."""
        for offset in range(0, len(value) + 1, MTU - 1):
            request = struct.pack("<BHH", 0x0C, 0x12, offset)
            self.say(True, request if offset else b"\x0a\x12\x00")
            chunk = value[offset : offset + MTU - 1]
            answer = "heard" if len(chunk) == MTU - 1 else last_answer
            self.say(False, (b"\x0d" if offset else b"\x0b") + chunk, answer)


def link() -> Air:
    """A device finds the phone, subscribes, reads two instructions, and leaves."""
    air = Air()
    for channel in (37, 38, 39):
        air.advertise(0x00, PHONE + b"\x02\x01\x06\x11\x07" + SERVICE, channel)
    air.advertise(0x00, PHONE + b"\x02\x01\x06", is_good=False)
    air.advertise(0x03, DEVICE + PHONE)
    air.advertise(0x04, PHONE + b"\x06\x09Phone")
    air.connect()
    version = bytes([VERSION_IND, 9, 0x59, 0, 1, 0])
    air.exchange((CONTROL, version), (CONTROL, version))
    air.say(True, struct.pack("<BH", 0x02, MTU))
    air.say(False, struct.pack("<BH", 0x03, MTU))
    air.say(True, bytes.fromhex("060100ffff0028") + SERVICE)
    air.say(False, bytes.fromhex("0710001300"))
    air.say(True, bytes.fromhex("08100013000328"))
    air.say(False, bytes.fromhex("091511001a1200") + CHARACTERISTIC)
    air.say(True, bytes.fromhex("0413001300"))
    air.say(False, bytes.fromhex("050113000229"))
    air.say(True, bytes.fromhex("1213000100"))
    air.say(False, b"\x13")
    air.say(False, b"\x1b\x12\x00" + OBJECT[:20], "lost")
    air.exchange()
    air.read(OBJECT, "garbled")
    air.say(False, b"\x1b\x12\x00" + OTHER[:20])
    air.read(OTHER)
    air.exchange(central=(CONTROL, bytes([TERMINATE_IND, 0x13])))
    return air


def whitened(body: bytes, channel: int) -> bytes:
    """Everything after the access address, combined with the bits of the specification's register: its position 0 is 1,
    and 1 to 6 are the channel, most significant bit first."""
    register = [1] + [channel >> place & 1 for place in range(5, -1, -1)]
    changed = bytearray(body)
    for bit in range(8 * 4, 8 * len(body)):
        last = register.pop()
        register.insert(0, last)
        register[4] ^= last
        changed[bit // 8] ^= last << bit % 8
    return bytes(changed)


def ppi(packet: Packet) -> bytes:
    """What comes before a packet in link type 192, as Ubertooth's programs write it."""
    field = struct.pack("<HHBHBIbbbB", 30006, 12, 0, 2402, 0, 0, -50, -60, -55, 1)
    return struct.pack("<BBHI", 0, 0, 8 + len(field), 251) + field


def header(packet: Packet, is_told: bool) -> bytes:
    """What comes before a packet in link type 256. If nothing is told, the reader must find direction and CRC."""
    channel = packet.channel
    radio = {37: 0, 38: 12, 39: 39}.get(channel, channel + 1 + (channel > 10))
    flags = 0x0003
    if is_told:
        flags |= 0x0400 | packet.is_good * 0x0800
        if packet.from_central is not None:
            flags |= (2 if packet.from_central else 3) << 7
    return struct.pack("<BbbBIH", radio, -60, 0, 0, 0, flags)


def nordic(packet: Packet, count: int, version: int, since: int) -> bytes:
    """What comes before a packet in link type 272."""
    kind = 2 if version == 3 and packet.from_central is None else 6
    flags = packet.is_good | (packet.from_central is True) << 1
    time = packet.time & 0xFFFFFFFF if version == 3 else since
    size = 10 + len(packet.bytes)
    head = struct.pack("<BBBBHBB", 4, 6, size, 1, count, kind, 10)
    if version == 0:
        head = struct.pack("<BBBHHB", 0xBE, 0xEF, kind, count, 0, size - 1)
    elif version > 1:
        head = struct.pack("<BHBHBB", 4, size, version, count, kind, 10)
    return head + struct.pack("<BBBHI", flags, packet.channel, 60, packet.event, time)


FORMS = {
    "bare": 251,
    "header": 256,
    "untold": 256,
    "whitened": 256,
    "ppi": 192,
    "nordic0": 272,
    "nordic1": 272,
    "nordic2": 272,
    "nordic3": 272,
}


def pcap(form: str, packets: list[Packet]) -> bytes:
    """A file with the packets."""
    file = struct.pack("<IHHIIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, FORMS[form])
    last = START
    for count, packet in enumerate(packets):
        body = packet.bytes
        if form in ("header", "untold"):
            body = header(packet, form == "header") + body
        elif form == "whitened":
            head = bytearray(header(packet, True))
            head[8] &= 0xFE
            body = bytes(head) + whitened(body, packet.channel)
        elif form == "ppi":
            body = ppi(packet) + body
        elif form != "bare":
            body = nordic(packet, count, int(form[-1]), packet.time - last) + body
        last = packet.time + (1 + len(packet.bytes)) * 8
        file += (
            struct.pack("<IIII", *divmod(packet.time, 1_000_000), len(body), len(body))
            + body
        )
    return file


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    for name in FORMS:
        (folder / f"{name}.pcap").write_bytes(pcap(name, link().packets))
