"""What a test of our ends with Bumble needs: a world, and sessions in knav processes."""

import asyncio
import pathlib
import tempfile

from common import KNAV, knav
from device import OurDevice
from knav_pipe import Session
from our_computer import OurComputer
from our_phone import OurPhone
from phone import BumblePhone
from radio import World

# The phone profiles of knav.
PROFILES = ("published", "kit", "ios", "android", "androidNoCCCD")


class Stage:
    """A world in which phones are numbered from 1, and devices from 17."""

    def __init__(self, mtu: int = 23) -> None:
        self.mtu = mtu
        self._folder = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self._folder.name)
        self.world = World(self.folder)
        #: The logs that our sessions write, by device name.
        self.records: dict[str, pathlib.Path] = {}
        self._devices: list[OurDevice] = []
        self._sessions: list[Session] = []
        self._tasks: list[asyncio.Task] = []
        self._count = 0

    async def __aenter__(self) -> "Stage":
        return self

    async def __aexit__(self, kind, value, trace) -> None:
        await self.close()
        self._folder.cleanup()

    async def close(self) -> None:
        """Ends the sessions: a task that failed fails the test."""
        sessions, self._sessions = self._sessions, []
        statuses = [await session.close() for session in sessions]
        tasks, self._tasks = self._tasks, []
        await asyncio.gather(*tasks)
        self.world.close()
        failures = [failure for device in self._devices for failure in device.failures]
        if failures:
            raise AssertionError(f"in the radio: {failures}")
        if any(statuses):
            raise AssertionError(f"exit statuses of sessions: {statuses}")

    async def _session(self, role: str, name: str, *arguments: str) -> Session:
        record = self.folder / f"{name}.ours.btsnoop"
        session = await Session.start(
            [KNAV, *role.split(), "--stdio", "--record", str(record), *arguments]
        )
        self._sessions.append(session)
        self.records[name] = record
        return session

    async def bumble_phone(
        self, name: str = "phone", notifies: bool = True
    ) -> BumblePhone:
        self._count += 1
        return BumblePhone(
            await self.world.device(name, self._count, self.mtu), notifies
        )

    async def our_phone(self, *arguments: str, name: str = "phone") -> OurPhone:
        self._count += 1
        device = await self.world.device(name, self._count, self.mtu)
        session = await self._session("peripheral", name, *arguments)
        phone = OurPhone(device, session)
        self._tasks.append(asyncio.create_task(phone.run()))
        return phone

    async def our_device(
        self, *arguments: str, whole_values: bool = False, name: str = "device"
    ) -> OurDevice:
        self._count += 1
        host = await self.world.device(name, self._count + 16, self.mtu)
        radio = "wholeValues" if whole_values else "offsetReads"
        session = await self._session("central", name, "--radio", radio, *arguments)
        device = OurDevice(host, session, whole_values, self.mtu)
        self._devices.append(device)
        self._tasks.append(asyncio.create_task(device.run()))
        return device

    async def our_computer(self, pace: float) -> OurComputer:
        """A bike computer that is told times so many times as fast as a clock's."""
        self._count += 1
        host = await self.world.device("computer", self._count + 16, self.mtu)
        wheel = ("--clock", "given", "--wheel", "2105")
        session = await self._session("sensor live", "computer", *wheel)
        computer = OurComputer(host, session, pace)
        self._tasks.append(asyncio.create_task(computer.run()))
        return computer

    async def bumble_device(self, name: str = "device"):
        self._count += 1
        return await self.world.device(name, self._count + 16, self.mtu)

    def instructions(self, log: pathlib.Path) -> list[bytes]:
        """The whole objects that a log shows, without repeats."""
        objects: list[bytes] = []
        for read in knav("capture", "show", "--json", str(log)):
            if read["outcome"] == "complete" and read["integrity"] != "torn":
                instruction = bytes.fromhex(read["bytes"])
                if not objects or objects[-1] != instruction:
                    objects.append(instruction)
        return objects

    def events(self, log: pathlib.Path) -> list[dict]:
        """Everything that a log shows of the exchange, without the times."""
        events = knav("capture", "show", "--events", "--json", str(log))
        for event in events:
            del event["microseconds"]
        return events
