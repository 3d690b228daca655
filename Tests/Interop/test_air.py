"""Packets from the air that `air.py` writes, as Wireshark's dissector and knav read them."""

import pathlib
import tempfile
import unittest

from air import ACCESS_ADDRESS, FORMS, OBJECT, OTHER, link, pcap
from common import knav, tshark

#: What the dissector may say of a packet in this link.
EXPECTED = {
    "CRC unchecked, not all data available",
    "Reached ATT_MTU. Attribute value may be longer.",
    "Not acknowledged",
}
WITH_VALUE = (0x0B, 0x0D, 0x1B)


class Forms(unittest.TestCase):
    def setUp(self) -> None:
        self.air = link()
        self.wrong = {
            str(number)
            for number, packet in enumerate(self.air.packets, 1)
            if not packet.is_good
        }
        self.repeated = {
            str(number)
            for number, packet in enumerate(self.air.packets, 1)
            if packet.is_repeated
        }
        self.said = [
            (f"0x{att[0]:02x}", (att[3:] if att[0] == 0x1B else att[1:]).hex())
            for att in self.air.said
            if att[0] in WITH_VALUE
        ]

    def test_forms(self) -> None:
        """The dissector finds every packet of the Attribute Protocol, and the wrong checksums that are planted."""
        for form in FORMS:
            with self.subTest(form), tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder) / "air.pcap"
                file.write_bytes(pcap(form, self.air.packets))
                # The dissector takes no whitening away.
                if form != "whitened":
                    self.check_packets(file)
                    self.check_experts(file, form)
                reads = knav("capture", "show", "--json", str(file))
                self.assertEqual(
                    [read["bytes"] for read in reads], [OBJECT.hex(), OTHER.hex()]
                )

    def check_packets(self, file: pathlib.Path) -> None:
        found: list[tuple[str, str]] = []
        fields = ("frame.number", "btatt.opcode", "btatt.value")
        for number, opcode, value in tshark(file, *fields, show="btatt"):
            known = number in self.wrong or int(opcode, 16) not in WITH_VALUE
            if not known and found[-1:] != [(opcode, value)]:
                found.append((opcode, value))
        self.assertEqual(found, self.said)

    def check_experts(self, file: pathlib.Path, form: str) -> None:
        self.assertEqual(tshark(file, "frame.number", show="_ws.malformed"), [])
        marked, repeated = set(), set()
        for number, *said in tshark(
            file, "frame.number", "_ws.expert.message", show="_ws.expert"
        ):
            # The field's separator is a comma, which is in some of the messages too.
            text = ",".join(said)
            if "Retransmission" in text:
                repeated.add(number)
                text = text.replace("Retransmission", "")
            for message in EXPECTED:
                text = text.replace(message, "")
            if text.strip(","):
                marked.add(number)
        on_link = {
            number
            for number in self.wrong
            if self.air.packets[int(number) - 1].bytes[:4]
            == ACCESS_ADDRESS.to_bytes(4, "little")
        }
        # Without being told, the dissector checks only what has the checksum of advertising, and no order.
        is_told = form not in ("bare", "untold", "ppi")
        self.assertEqual(marked, self.wrong if is_told else self.wrong - on_link)
        self.assertEqual(repeated, self.repeated if is_told else set())
