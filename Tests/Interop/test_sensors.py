"""A Bumble bicycle, read by our bike computer."""

import pathlib
import unittest

from bike import WHEEL, BumbleBike
from bumble.hci import Address
from common import knav, tshark, until
from stage import Stage
from test_sensor_captures import raw_notifications

#: How many times as fast as a clock the rides are.
PACE = 20.0


class Rides(unittest.IsolatedAsyncioTestCase):
    """What comes out is what the bicycle rode."""

    async def asyncSetUp(self) -> None:
        self.stage = await Stage().__aenter__()
        self.addAsyncCleanup(self.stage.__aexit__, None, None, None)

    async def start(self, *services: str, split: bool = False) -> None:
        self.bike = BumbleBike(await self.stage.bumble_device("bike"), services, split)
        self.computer = await self.stage.our_computer(PACE)
        await self.join()

    async def join(self) -> None:
        await self.bike.advertise()
        await self.computer.connect(Address(str(self.bike.device.random_address)))
        await until(self.bike.is_ready, "subscriptions")

    async def ride(
        self, seconds: int, speed: float, cadence: float, power: int
    ) -> None:
        await self.bike.ride(seconds, speed, cadence, power, PACE)
        last = self.computer.readings
        expected = self.computer.values
        await until(lambda: len(last) >= expected, f"{expected} readings")

    def compare(self, speed: float, cadence: float, power: int | None) -> None:
        """The last reading: mm/s, hundredths of a revolution per minute, watts."""
        reading = self.computer.readings[-1]
        self.assertAlmostEqual(reading["speed"], speed * 1000, delta=speed * 10)
        self.assertAlmostEqual(reading["cadence"], cadence * 100, delta=cadence)
        self.assertEqual(reading["power"], power)
        self.assertEqual(self.computer.faults, [])

    async def test_csc(self) -> None:
        await self.start("csc")
        await self.ride(3, 5, 60, 0)
        first = self.computer.readings[0]["distance"]
        self.assertEqual(first, 0)
        await self.ride(75, 8.5, 87, 0)
        self.compare(8.5, 87, None)
        # The first value is after a second, in which 5 m were ridden.
        ridden = (self.bike.metres - 5) * 1000
        distance = self.computer.readings[-1]["distance"]
        self.assertAlmostEqual(distance, ridden, delta=WHEEL * 1000)
        # No spike at the roll-overs of both counters and both times.
        steady = self.computer.readings[10:]
        for reading in steady:
            self.assertAlmostEqual(reading["speed"], 8500, delta=200, msg=reading)

    async def test_ftms(self) -> None:
        for split in (False, True):
            with self.subTest(split=split):
                await self.start("ftms", split=split)
                await self.ride(6, 7.5, 81.5, 230)
                self.compare(7.5, 81.5, 230)
                await self.ride(6, 11.0, 95, -3)
                self.compare(11.0, 95, -3)
                ridden = (self.bike.metres - 7.5) * 1000
                distance = self.computer.readings[-1]["distance"]
                self.assertAlmostEqual(distance, ridden, delta=1000)

    async def test_both(self) -> None:
        await self.start("csc", "ftms", split=True)
        await self.ride(10, 9.0, 92, 250)
        self.compare(9.0, 92, 250)

    async def test_lost_link(self) -> None:
        await self.start("csc")
        await self.ride(6, 8.0, 90, 0)
        before = self.computer.readings[-1]["distance"]
        count = len(self.computer.readings)
        await self.bike.leave()
        await until(lambda: len(self.computer.readings) > count, "the lost link")
        reading = self.computer.readings[-1]
        self.assertIsNone(reading["speed"])
        self.assertIsNone(reading["cadence"])
        self.assertEqual(reading["distance"], before)
        await self.join()
        await self.ride(6, 8.0, 90, 0)
        self.compare(8.0, 90, None)
        ridden = (self.bike.metres - 8) * 1000
        distance = self.computer.readings[-1]["distance"]
        self.assertAlmostEqual(distance, ridden, delta=WHEEL * 1000)

    async def test_logs(self) -> None:
        """Bumble's logs of both ends have the values, and our own record has the readings."""
        await self.start("csc", "ftms")
        await self.ride(10, 9.0, 92, 250)
        await self.stage.close()
        ours = self.stage.records["computer"]
        self.assertEqual(notified(ours), notified(self.stage.world.logs["computer"]))
        self.assertEqual(notified(ours), notified(self.stage.world.logs["bike"]))
        self.assertEqual(len(notified(ours)), 20)
        live = self.computer.readings[-1]
        for log in (ours, *self.stage.world.logs.values()):
            replayed = knav("sensor", "replay", "--json", str(log))[-1]
            for member in ("distance", "power", "cadence"):
                self.assertEqual(replayed[member], live[member], log.name)
            self.assertAlmostEqual(replayed["speed"], live["speed"], delta=10)


def notified(log: pathlib.Path) -> list[tuple[str, str]]:
    """The notified values of a log, each with its characteristic, as tshark finds them."""
    rows = tshark(log, "btatt.uuid16", "frame.number", show="btatt.opcode == 0x1b")
    values = raw_notifications(log)
    return [(row[0], value.hex()) for row, (_, value) in zip(rows, values, strict=True)]


if __name__ == "__main__":
    unittest.main()
