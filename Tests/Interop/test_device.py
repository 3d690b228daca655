"""Our device against a phone of Bumble's own."""

import contextlib
import unittest

from bumble import att
from instructions import HEAD, MTUS, instruction, sizes, street_of
from radio import until
from stage import Stage


class Reading(unittest.IsolatedAsyncioTestCase):
    """Instructions of every length come out as they went in."""

    async def exchange(self, mtu: int, whole_values: bool) -> None:
        async with Stage(mtu) as stage:
            phone = await stage.bumble_phone()
            device = await stage.our_device(whole_values=whole_values)
            for number, size in enumerate(sizes(mtu), start=1):
                await phone.publish(
                    instruction(number, street_of(size - HEAD, number), metres=size)
                )
                if number == 1:
                    await phone.advertise()
                    device.session.send("start")
                await until(
                    lambda: device.whole and device.whole[-1] == phone.object,  # noqa: B023
                    f"{size} bytes at MTU {mtu}",
                )
            self.assertEqual(device.whole, phone.published)
            self.assertEqual(device.faults, [])
            self.assertEqual(device.deliveries[-1].fields["identifier"], len(sizes(mtu)))

    async def test_offset_reads(self) -> None:
        for mtu in MTUS:
            with self.subTest(mtu=mtu):
                await self.exchange(mtu, whole_values=False)

    async def test_whole_values(self) -> None:
        for mtu in MTUS:
            with self.subTest(mtu=mtu):
                await self.exchange(mtu, whole_values=True)
