"""Our device against a phone made with Bumble."""

import asyncio
import pathlib
import subprocess
import unittest

from bumble import att
from common import KNAV, until
from instructions import HEAD, MTUS, instruction, sizes, street_of
from stage import Stage


async def begin(phone, device) -> None:
    """The rider starts both."""
    await phone.advertise()
    device.session.send("start")


async def shown(device, wanted: bytes, what: str) -> None:
    await until(lambda: device.whole and device.whole[-1] == wanted, what)


def is_known_whole(size: int, mtu: int) -> bool:
    """Whether a radio that reads whole values knows that it has all of an object (clause 8.9)."""
    return size not in (20, mtu - 3) and (size != 22 or mtu == 23)


class Lengths(unittest.IsolatedAsyncioTestCase):
    """Instructions of every length come out as they went in, and the logs say the same."""

    async def exchange(self, mtu: int, whole_values: bool) -> None:
        async with Stage(mtu) as stage:
            phone = await stage.bumble_phone()
            device = await stage.our_device(whole_values=whole_values)
            lengths = [
                size
                for size in sizes(mtu)
                if not whole_values or is_known_whole(size, mtu)
            ]
            for number, size in enumerate(lengths, start=1):
                street = street_of(size - HEAD, number)
                await phone.publish(instruction(number, street, metres=size))
                if number == 1:
                    await begin(phone, device)
                await shown(device, phone.object, f"{size} bytes at MTU {mtu}")
            self.assertEqual(device.whole, phone.published)
            self.assertEqual(device.faults, [])
            last = device.deliveries[-1].fields
            self.assertEqual(last["identifier"], len(lengths))
            self.assertEqual(last["street"], street)
            await phone.leave()
            await until(lambda: device.connection is None, "the end of the link")
            await stage.close()
            for log in (stage.world.logs["device"], stage.world.logs["phone"]):
                self.assertEqual(stage.instructions(log), device.whole, log.name)
            self.assertEqual(stage.instructions(stage.records["device"]), device.whole)
            self.look_at_copy(stage, stage.world.logs["device"])
            if not whole_values:
                # Two programs logged the same exchange.
                theirs = stage.events(stage.world.logs["device"])
                self.assertEqual(stage.events(stage.records["device"]), theirs)
                self.assertEqual(theirs[0]["event"], "connected")
                self.assertEqual(theirs[-1]["event"], "disconnected")

    def look_at_copy(self, stage: Stage, log: pathlib.Path) -> None:
        """A redacted copy of Bumble's log shows the same but for subscriptions, and none of its addresses."""
        copy = stage.folder / "copy.btsnoop"
        redact = [KNAV, "capture", "redact", str(log), str(copy)]
        told = subprocess.run(redact, check=True, capture_output=True, text=True).stdout
        self.assertIn("kept", told)
        events = [
            event for event in stage.events(log) if event["event"] != "subscribed"
        ]
        self.assertEqual(stage.events(copy), events)
        address = bytes.fromhex("F0F1F2F3F4")
        for part in (address, address[::-1]):
            self.assertIn(address[::-1], log.read_bytes())
            self.assertNotIn(part, copy.read_bytes())

    async def test_offset_reads(self) -> None:
        for mtu in MTUS:
            with self.subTest(mtu=mtu):
                await self.exchange(mtu, whole_values=False)

    async def test_whole_values(self) -> None:
        for mtu in MTUS:
            with self.subTest(mtu=mtu):
                await self.exchange(mtu, whole_values=True)

    async def test_doubted_values(self) -> None:
        """Bytes that could be a phone's first chunk are shown, but not as a whole object."""
        for mtu in MTUS:
            for size in {20, 22, mtu - 3}:
                if size > 512 or is_known_whole(size, mtu):
                    continue
                with self.subTest(mtu=mtu, size=size):
                    async with Stage(mtu) as stage:
                        phone = await stage.bumble_phone()
                        device = await stage.our_device(whole_values=True)
                        await phone.publish(instruction(1, street_of(size - HEAD, 1)))
                        await begin(phone, device)
                        await until(
                            lambda device=device, phone=phone: (
                                device.deliveries
                                and device.deliveries[-1].bytes == phone.object
                            ),
                            "all bytes",
                        )
                        await asyncio.sleep(1)
                        self.assertEqual(device.whole, [])
                        self.assertEqual(device.faults, [])


class Replacement(unittest.IsolatedAsyncioTestCase):
    """The phone has another object between two requests of one read."""

    async def replace(
        self, mtu: int, whole_values: bool, size: int, notifies: bool
    ) -> None:
        chunk = mtu - 1
        first = instruction(1, street_of(3 * chunk + 5 - HEAD, 1))
        for at in (chunk, 2 * chunk, 3 * chunk):
            async with Stage(mtu) as stage:
                phone = await stage.bumble_phone()
                device = await stage.our_device(whole_values=whole_values)
                phone.replace(first)
                second = instruction(2, street_of(size - HEAD, 2))
                done = False

                def act(offset: int) -> None:
                    nonlocal done
                    if offset == at and not done:  # noqa: B023
                        done = True
                        (phone.publish_soon if notifies else phone.replace)(second)  # noqa: B023

                phone.before_answer = act
                await begin(phone, device)
                await shown(device, second, f"{size} bytes, replaced before {at}")
                self.assertTrue(done)
                for whole in device.whole:
                    self.assertIn(whole, phone.published)

    async def test_offset_reads(self) -> None:
        for mtu, size in ((23, 71), (23, 12), (23, 120), (50, 152), (50, 9), (50, 400)):
            for notifies in (True, False):
                with self.subTest(mtu=mtu, size=size, notifies=notifies):
                    await self.replace(mtu, False, size, notifies)

    async def test_whole_values(self) -> None:
        for mtu, size in ((23, 71), (23, 12), (23, 120), (50, 152), (50, 400)):
            with self.subTest(mtu=mtu, size=size):
                await self.replace(mtu, True, size, notifies=True)

    async def test_every_request(self) -> None:
        """If the object changes with each request, no mixture is delivered as whole."""
        async with Stage(23) as stage:
            phone = await stage.bumble_phone()
            device = await stage.our_device()
            phone.replace(instruction(1, street_of(80, 1)))
            count = 1

            def act(_offset: int) -> None:
                nonlocal count
                if count < 40:
                    count += 1
                    phone.replace(instruction(count, street_of(80, count)))

            phone.before_answer = act
            await begin(phone, device)
            await until(lambda: count == 40, "40 objects")
            await shown(device, phone.object, "the last one")
            for whole in device.whole:
                self.assertIn(whole, phone.published)


class Refusals(unittest.IsolatedAsyncioTestCase):
    """Errors of all kinds, at the beginning and in the middle of a read."""

    async def test_errors(self) -> None:
        errors = (
            att.ATT_UNLIKELY_ERROR_ERROR,
            att.ATT_INVALID_OFFSET_ERROR,
            att.ATT_ATTRIBUTE_NOT_LONG_ERROR,
            att.ATT_INSUFFICIENT_AUTHENTICATION_ERROR,
            att.ATT_READ_NOT_PERMITTED_ERROR,
            0x80,
        )
        # Each case takes two seconds, after which a device reads again.
        cases = [(error, at) for error in errors for at in (0, 22, 44)]
        await asyncio.gather(*(self.refuse(error, at) for error, at in cases))

    async def refuse(self, error: int, at: int) -> None:
        async with Stage(23) as stage:
            phone = await stage.bumble_phone()
            device = await stage.our_device()
            phone.replace(instruction(7, street_of(60, 7)))
            count = 0

            def act(offset: int) -> None:
                nonlocal count
                if offset == at and count == 0:
                    count += 1
                    phone.refusals.append(error)

            phone.before_answer = act
            await begin(phone, device)
            await shown(device, phone.object, f"error {error} at {at}")
            self.assertEqual(count, 1)
            for whole in device.whole:
                # An error that means "this was all" makes a cut object whole: the phone's bytes, but
                # fewer of them. The protocol allows that.
                ends = error in (
                    att.ATT_INVALID_OFFSET_ERROR,
                    att.ATT_ATTRIBUTE_NOT_LONG_ERROR,
                )
                if ends and at > 0:
                    self.assertEqual(phone.object[: len(whole)], whole)
                else:
                    self.assertEqual(whole, phone.object)


class Links(unittest.IsolatedAsyncioTestCase):
    """Links are lost and come back, services come and go."""

    async def test_loss_in_the_midst_of_a_read(self) -> None:
        for whole_values in (False, True):
            with self.subTest(whole_values=whole_values):
                await self.lose(whole_values)

    async def lose(self, whole_values: bool) -> None:
        async with Stage(23) as stage:
            phone = await stage.bumble_phone()
            device = await stage.our_device(whole_values=whole_values)
            phone.replace(instruction(1, street_of(60, 1)))
            losses = 0

            def act(offset: int) -> None:
                nonlocal losses
                if offset == 44 and losses < 3:
                    losses += 1
                    for connection in phone.device.connections.values():
                        asyncio.ensure_future(connection.disconnect())
                    phone.replace(instruction(1 + losses, street_of(60, 1 + losses)))

            phone.before_answer = act
            await begin(phone, device)
            await until(lambda: losses == 3, "three losses")
            await shown(device, phone.object, "the last object")
            self.assertGreaterEqual(device.connections, 4)
            for whole in device.whole:
                self.assertIn(whole, phone.published)
            await stage.close()
            connections = {
                event["connection"]
                for event in stage.events(stage.world.logs["device"])
            }
            self.assertEqual(len(connections), device.connections)

    async def test_without_notifications(self) -> None:
        async with Stage(50) as stage:
            phone = await stage.bumble_phone(notifies=False)
            device = await stage.our_device()
            phone.replace(instruction(1, street_of(60, 1)))
            await begin(phone, device)
            await shown(device, phone.object, "the first object")
            phone.replace(instruction(2, street_of(90, 2)))
            await shown(device, phone.object, "the second one, found by polling")
            self.assertEqual(device.whole, phone.published)

    async def test_two_devices(self) -> None:
        async with Stage(50) as stage:
            phone = await stage.bumble_phone()
            devices = [
                await stage.our_device(name="one"),
                await stage.our_device(name="two", whole_values=True),
            ]
            phone.replace(instruction(1, street_of(100, 1)))
            await phone.advertise()
            for device in devices:
                device.session.send("start")
                await shown(device, phone.object, "the first object")
            for number in range(2, 8):
                await phone.publish(instruction(number, street_of(30 * number, number)))
                for device in devices:
                    await shown(device, phone.object, f"object {number}")
            for device in devices:
                self.assertEqual(device.whole, phone.published)
            await stage.close()
            log = stage.world.logs["phone"]
            self.assertEqual(
                {event["connection"] for event in stage.events(log)}, {1, 2}
            )


if __name__ == "__main__":
    unittest.main()
