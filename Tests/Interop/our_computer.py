"""Our bike computer: `knav sensor live`, with one of Bumble's hosts as its radio."""

import asyncio
from typing import Any

from bumble.device import Connection, Device, Peer
from bumble.hci import Address
from knav_pipe import Session

#: What it subscribes to, as it tells the session.
MEASUREMENTS = ("2A5B", "2A63", "2A37", "2AD2")


class OurComputer:
    """Passes on what a sensor notifies, with the times of a ride that is played at a pace."""

    def __init__(self, device: Device, session: Session, pace: float) -> None:
        self.device = device
        self.session = session
        self.pace = pace
        self.readings: list[dict[str, Any]] = []
        self.faults: list[dict[str, Any]] = []
        self.values = 0
        self._start = asyncio.get_running_loop().time()

    @property
    def now(self) -> int:
        """The ride's time in milliseconds."""
        seconds = asyncio.get_running_loop().time() - self._start
        return int(seconds * 1000 * self.pace)

    async def run(self) -> None:
        """Runs until the session ends."""
        async for line in self.session.effects():
            if line.get("effect") == "fault":
                self.faults.append(line)
            else:
                self.readings.append(line)

    async def connect(self, address: Address) -> Connection:
        """Connects to a sensor, and subscribes to all that it measures."""
        connection = await self.device.connect(address)

        def lose(_reason: int) -> None:
            self.session.send("linkLost", at=self.now)

        connection.on(connection.EVENT_DISCONNECTION, lose)
        peer = Peer(connection)
        await peer.discover_services()
        await peer.discover_characteristics()
        for service in peer.services:
            for characteristic in service.characteristics:
                name = characteristic.uuid.to_hex_str().upper()
                if name not in MEASUREMENTS:
                    continue
                await characteristic.discover_descriptors()
                await characteristic.subscribe(
                    lambda value, name=name: self._pass_on(name, value)
                )
        return connection

    def _pass_on(self, characteristic: str, value: bytes) -> None:
        self.values += 1
        self.session.send(
            "notified", characteristic=characteristic, bytes=value, at=self.now
        )
