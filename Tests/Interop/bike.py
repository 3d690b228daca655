"""A bicycle on a trainer, made with Bumble and without our library: it serves CSC, FTMS or both."""

import asyncio
import struct

from bumble.core import AdvertisingData, UUID
from bumble.device import Connection, Device
from bumble.gatt import Characteristic, Service

CSC, CSC_MEASUREMENT, CSC_FEATURE = UUID(0x1816), UUID(0x2A5B), UUID(0x2A5C)
FTMS, INDOOR_BIKE_DATA, FTMS_FEATURE = UUID(0x1826), UUID(0x2AD2), UUID(0x2ACC)

#: The wheel's circumference in metres.
WHEEL = 2.105
TICKS = 1024


class Turning:
    """A wheel or a crank: how often it was round, and when it last was."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.event = 0.0
        self._phase = 0.0

    def turn(self, rate: float, start: float, seconds: float) -> None:
        """Turns at a rate of revolutions a second, from a moment on."""
        before = self._phase
        self._phase += rate * seconds
        whole = int(self._phase)
        if whole:
            self.event = start + (whole - before) / rate
            self.count += whole
            self._phase -= whole

    @property
    def ticks(self) -> int:
        return int(self.event * TICKS) & 0xFFFF


class BumbleBike:
    """Serves what a rider does."""

    def __init__(self, device: Device, services: tuple[str, ...], split: bool) -> None:
        self.device = device
        self.services = services
        #: Whether a record of FTMS comes in two notifications.
        self.split = split
        self.seconds = 0.0
        self.metres = 0.0
        #: Near the roll-overs, so that a ride crosses them.
        self.wheel = Turning(0xFFFF_FFF0)
        self.crank = Turning(0xFFF8)
        self._speed = self._cadence = 0.0
        self._power = 0
        self.subscribed: set[UUID] = set()
        self.characteristics: dict[UUID, Characteristic] = {}
        self._is_here = False
        if "csc" in services:
            self._serve(CSC, CSC_MEASUREMENT, CSC_FEATURE, struct.pack("<H", 3))
        if "ftms" in services:
            self._serve(
                FTMS, INDOOR_BIKE_DATA, FTMS_FEATURE, struct.pack("<II", 0x4006, 0)
            )
        device.on(device.EVENT_CONNECTION, self._on_connection)

    def _serve(self, service: UUID, notified: UUID, read: UUID, value: bytes) -> None:
        properties = Characteristic.Properties
        measurement = Characteristic(
            notified, properties.NOTIFY, Characteristic.READABLE, b""
        )
        feature = Characteristic(read, properties.READ, Characteristic.READABLE, value)
        self.characteristics[notified] = measurement
        self.device.add_service(Service(service, [feature, measurement]))

        def subscribe(
            _connection: Connection, notifies: bool, _indicates: bool
        ) -> None:
            (self.subscribed.add if notifies else self.subscribed.discard)(notified)

        measurement.on(measurement.EVENT_SUBSCRIPTION, subscribe)

    async def advertise(self) -> None:
        self._is_here = True
        uuids = b"".join(
            bytes(uuid)
            for name, uuid in (("csc", CSC), ("ftms", FTMS))
            if name in self.services
        )
        kind = AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS
        await self.device.start_advertising(
            advertising_data=bytes(AdvertisingData([(kind, uuids)])),
            auto_restart=False,
            advertising_interval_min=20,
            advertising_interval_max=20,
        )

    async def leave(self) -> None:
        """Goes out of reach."""
        self._is_here = False
        await self.device.stop_advertising()
        for connection in list(self.device.connections.values()):
            await connection.disconnect()

    def _on_connection(self, _connection: Connection) -> None:
        self.subscribed.clear()

    def is_ready(self) -> bool:
        """Whether somebody subscribed to everything."""
        return self.subscribed == set(self.characteristics)

    async def ride(
        self, seconds: int, speed: float, cadence: float, power: int, pace: float
    ) -> None:
        """Rides so many seconds: metres a second, revolutions a minute, watts."""
        self._speed, self._cadence, self._power = speed, cadence, power
        for _ in range(seconds):
            self.wheel.turn(speed / WHEEL, self.seconds, 1)
            self.crank.turn(cadence / 60, self.seconds, 1)
            self.metres += speed
            self.seconds += 1
            await self._notify()
            await asyncio.sleep(1 / pace)

    async def _notify(self) -> None:
        if CSC_MEASUREMENT in self.subscribed:
            wheel, crank = self.wheel, self.crank
            await self._send(
                CSC_MEASUREMENT,
                struct.pack(
                    "<BIHHH",
                    3,
                    wheel.count & 0xFFFF_FFFF,
                    wheel.ticks,
                    crank.count & 0xFFFF,
                    crank.ticks,
                ),
            )
        if INDOOR_BIKE_DATA in self.subscribed:
            speed = struct.pack("<H", round(self._speed * 360))
            metres = int(self.metres).to_bytes(3, "little")
            others = struct.pack("<H", round(self._cadence * 2)) + metres
            others += struct.pack("<h", self._power)
            if self.split:
                # Bit 0: more data follows, and the speed is in the last notification.
                await self._send(INDOOR_BIKE_DATA, struct.pack("<H", 0x55) + others)
                await self._send(INDOOR_BIKE_DATA, struct.pack("<H", 0) + speed)
            else:
                value = struct.pack("<H", 0x54) + speed + others
                await self._send(INDOOR_BIKE_DATA, value)

    async def _send(self, characteristic: UUID, value: bytes) -> None:
        await self.device.notify_subscribers(
            self.characteristics[characteristic], value
        )
