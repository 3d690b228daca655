"""Our phone, read by Bumble's own client and by our device."""

import asyncio
import unittest

from bumble import att
from bumble.device import Device, Peer
from common import until
from instructions import HEAD, MTUS, instruction, sizes, street_of
from our_phone import OurPhone
from radio import CHARACTERISTIC, SERVICE
from stage import PROFILES, Stage

ENDINGS = {
    "empty": None,
    "invalidOffset": att.ATT_INVALID_OFFSET_ERROR,
    "attributeNotLong": att.ATT_ATTRIBUTE_NOT_LONG_ERROR,
}


class Reader:
    """Bumble's own client, connected to a phone."""

    def __init__(self, device: Device, peer: Peer) -> None:
        self.device = device
        self.peer = peer
        self.notified: list[bytes] = []

    @classmethod
    async def connect(cls, device: Device, phone: OurPhone, mtu: int) -> "Reader":
        await until(lambda: phone.is_advertising, "advertising")
        connecting = device.connect(phone.device.random_address)
        connection = await asyncio.wait_for(connecting, 30)
        reader = cls(device, Peer(connection))
        if mtu > att.ATT_DEFAULT_MTU:
            await reader.peer.request_mtu(mtu)
        services = await reader.peer.discover_service(SERVICE)
        found = await services[0].discover_characteristics([CHARACTERISTIC])
        reader.characteristic = found[0]
        await found[0].subscribe(reader.notified.append)
        return reader

    async def read(self) -> bytes:
        """Bumble's long read."""
        return await self.peer.gatt_client.read_value(self.characteristic.handle)

    async def request(self, offset: int) -> att.ATT_PDU:
        """One request: Read at 0, else Read Blob."""
        handle = self.characteristic.handle
        return await self.peer.gatt_client.send_request(
            att.ATT_Read_Blob_Request(attribute_handle=handle, value_offset=offset)
            if offset
            else att.ATT_Read_Request(attribute_handle=handle)
        )


class Serving(unittest.IsolatedAsyncioTestCase):
    """Bumble's client gets what was published."""

    async def test_lengths(self) -> None:
        for mtu in MTUS:
            for ending in ENDINGS:
                with self.subTest(mtu=mtu, ending=ending):
                    await self.exchange(mtu, ending)

    async def exchange(self, mtu: int, ending: str) -> None:
        async with Stage(mtu) as stage:
            phone = await stage.our_phone(
                "--profile", "ios", "--ending", ending, "--chunks", "readPayload"
            )
            phone.session.send("startNavigation")
            reader = await Reader.connect(await stage.bumble_device(), phone, mtu)
            for number, size in enumerate(sizes(mtu), start=1):
                phone.publish(instruction(number, street_of(size - HEAD, number)))
                # On a busy machine the phone may have repeated the object before.
                identifier = phone.published[-1][:4]
                await until(lambda: identifier in reader.notified[-1:], "its name")  # noqa: B023
                self.assertEqual(await reader.read(), phone.published[-1])
                await self.look_behind_the_end(reader, phone.published[-1], mtu, ending)
            await reader.peer.connection.disconnect()
            await stage.close()
            for log in (stage.world.logs["phone"], stage.world.logs["device"]):
                self.assertEqual(stage.instructions(log), phone.published, log.name)
            self.assertEqual(
                stage.events(stage.records["phone"]),
                stage.events(stage.world.logs["phone"]),
            )

    async def look_behind_the_end(
        self, reader: Reader, instruction: bytes, mtu: int, ending: str
    ) -> None:
        at_end = await reader.request(len(instruction))
        if ENDINGS[ending] is None:
            self.assertEqual(at_end.part_attribute_value, b"")
        else:
            self.assertEqual(at_end.error_code, ENDINGS[ending])
        behind = await reader.request(len(instruction) + 1)
        self.assertIn(
            behind.error_code,
            (att.ATT_INVALID_OFFSET_ERROR, att.ATT_ATTRIBUTE_NOT_LONG_ERROR),
        )
        inside = await reader.request(len(instruction) - 1)
        self.assertEqual(inside.part_attribute_value, instruction[-1:])

    async def test_replacement(self) -> None:
        first = instruction(1, street_of(60, 1))
        for size in (12, 69, 100):
            second = instruction(2, street_of(size - HEAD, 2))
            for serving, source in (
                ("newestAlways", second),
                ("snapshotPerRead", first),
            ):
                with self.subTest(size=size, serving=serving):
                    async with Stage() as stage:
                        phone = await stage.our_phone(
                            "--serving",
                            serving,
                            "--ending",
                            "empty",
                            "--profile",
                            "ios",
                        )
                        phone.session.send("startNavigation")
                        reader = await Reader.connect(
                            await stage.bumble_device(), phone, 23
                        )
                        phone.publish(first)
                        begin = await reader.request(0)
                        self.assertEqual(begin.attribute_value, first[:22])
                        phone.publish(second)
                        await until(
                            lambda: len(reader.notified) == 2, "two notifications"
                        )  # noqa: B023
                        rest = await reader.request(22)
                        if len(source) < 22:
                            self.assertEqual(
                                rest.error_code, att.ATT_INVALID_OFFSET_ERROR
                            )
                        else:
                            self.assertEqual(rest.part_attribute_value, source[22:44])
                        self.assertEqual(await reader.read(), second)

    async def test_two_centrals(self) -> None:
        async with Stage(50) as stage:
            phone = await stage.our_phone(
                "--serving", "snapshotPerRead", "--ending", "empty", "--profile", "ios"
            )
            phone.session.send("startNavigation")
            one = await Reader.connect(await stage.bumble_device("one"), phone, 50)
            phone.session.send("startAdvertising")
            two = await Reader.connect(await stage.bumble_device("two"), phone, 23)
            for number in range(1, 20):
                phone.publish(instruction(number, street_of(20 * number, number)))
                identifier = phone.published[-1][:4]
                # A repeat may come between, so they are not counted.
                await until(
                    lambda: identifier in (each[:4] for each in two.notified),  # noqa: B023
                    "a notification",
                )
                values = await asyncio.gather(one.read(), two.read())
                self.assertEqual(values, [phone.published[-1]] * 2)
            await one.peer.connection.disconnect()
            phone.publish(instruction(99, street_of(200, 99)))
            self.assertEqual(await two.read(), phone.published[-1])

    async def test_return_after_a_loss(self) -> None:
        async with Stage() as stage:
            phone = await stage.our_phone("--profile", "ios", "--ending", "empty")
            phone.session.send("startNavigation")
            device = await stage.bumble_device()
            for number in range(1, 4):
                reader = await Reader.connect(device, phone, 23)
                phone.publish(instruction(number, street_of(70, number)))
                self.assertEqual(await reader.read(), phone.published[-1])
                await reader.peer.connection.disconnect()
                phone.session.send("startAdvertising")

    async def test_advertises_when_nobody_reads(self) -> None:
        async with Stage() as stage:
            phone = await stage.our_phone("--profile", "ios", "--ending", "empty")
            phone.session.send("startNavigation")
            reader = await Reader.connect(await stage.bumble_device(), phone, 23)
            await until(lambda: not phone.is_advertising, "the end of advertising")
            phone.publish(instruction(1, street_of(70, 1)))
            await until(lambda: len(reader.notified) >= 3, "repetitions")
            self.assertEqual(set(reader.notified), {phone.published[-1][:4]})
            await until(lambda: phone.is_advertising, "advertising again")


class Pairs(unittest.IsolatedAsyncioTestCase):
    """Our device and our phone, with two of Bumble's stacks between them."""

    async def test_profiles(self) -> None:
        cases = [
            (profile, mtu, whole_values)
            for profile in PROFILES
            for mtu in MTUS
            for whole_values in (False, True)
            # A radio that stops at the first short chunk can't read a phone that sends such chunks.
            if not (whole_values and profile.startswith("android"))
        ]
        await asyncio.gather(*(self.ride(*case) for case in cases))

    async def ride(self, profile: str, mtu: int, whole_values: bool) -> None:
        async with Stage(mtu) as stage:
            phone = await stage.our_phone(
                "--profile", profile, "--mtu", str(mtu), "--seed", "3"
            )
            device = await stage.our_device(whole_values=whole_values)
            device.session.send("start")
            phone.session.send("startNavigation")
            for number in range(1, 6):
                street = street_of(40 * number - 37, number)
                phone.session.send(
                    "publish",
                    instruction={
                        "identifier": number,
                        "arrow": "left",
                        "distanceInMeters": 10 * number,
                        "street": street,
                    },
                )
                await until(
                    lambda: device.whole
                    and device.deliveries[-1].fields["street"] == street,  # noqa: B023
                    f"{profile}, MTU {mtu}, instruction {number}",
                )
            self.assertEqual(device.deliveries[-1].fields["distanceInMeters"], 50)
            self.assertEqual(phone.faults, [])


if __name__ == "__main__":
    unittest.main()
