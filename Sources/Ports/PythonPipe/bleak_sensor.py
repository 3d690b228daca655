"""A bike computer in a terminal: the readings of `knav sensor live`, with bleak as its radio.

    pip install bleak
    python3 bleak_sensor.py knav

The arguments are the command that runs knav, for example `swift run -c release knav`. It takes the first
sensor or trainer that it finds. See Docs/Pipe.md.
"""

import asyncio
import contextlib
import sys

from knav_pipe import Line, Session
from knav_radio import RETRY_SECONDS, Unavailable, lacks, main, start_pipe

try:
    from bleak import BleakClient, BleakScanner
    from bleak.backends.characteristic import BleakGATTCharacteristic
    from bleak.exc import BleakError

    from bleak_reasons import reason_to_wait

    if sys.platform == "linux":
        from bluez_bus import BlueZ
except ModuleNotFoundError as missing:
    if __name__ != "__main__":
        raise
    main(lacks("bleak", missing), "A bike computer")

_BASE = "-0000-1000-8000-00805f9b34fb"

#: Cycling Speed and Cadence, Cycling Power, Fitness Machine, Heart Rate, FE-C.
SERVICES = [f"0000{number}{_BASE}" for number in ("1816", "1818", "1826", "180d")]
SERVICES.append("6e40fec1-b5a3-f393-e0a9-e50e24dcca9e")

#: What these services notify of a ride.
MEASUREMENTS = [f"0000{number}{_BASE}" for number in ("2a5b", "2a63", "2ad2", "2a37")]
MEASUREMENTS.append("6e40fec2-b5a3-f393-e0a9-e50e24dcca9e")

#: How bleak fails.
FAILURES = (BleakError, TimeoutError, OSError)


class BleakSensor:
    """Passes on what a sensor notifies, and looks for it again when its link is lost."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._told = ""
        self._failure: Unavailable | None = None

    async def run(self) -> None:
        """Runs until the session ends.

        Raises:
            Unavailable: Bluetooth can't be used, and never will.
        """
        listening = asyncio.create_task(self._listen())
        try:
            async for line in self.session.effects():
                self.show(line)
        finally:
            listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await listening
        if self._failure is not None:
            raise self._failure

    def show(self, line: Line) -> None:
        """Shows a reading, or why a value could not be read."""
        if "effect" in line:
            print(f"[{line['fault']} at byte {line['offset']}]", flush=True)
            return
        units = (
            ("speed", 0.0036, 1, "km/h"),
            ("cadence", 0.01, 0, "/min"),
            ("power", 1, 0, "W"),
            ("heartRate", 1, 0, "bpm"),
            ("distance", 1e-6, 3, "km"),
        )
        known = [
            f"{line[name] * factor:.{digits}f} {unit}"
            for name, factor, digits, unit in units
            if line[name] is not None
        ]
        if known:
            print("  ".join(known), flush=True)

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_once()
            except FAILURES as error:
                try:
                    self._tell(f"No sensor. {reason_to_wait(error)} Waiting.")
                except Unavailable as problem:
                    self._failure = problem
                    self.session.end()
                    return
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen_once(self) -> None:
        """Finds a sensor, and passes on its values until its link is lost."""
        if not self._told:
            self._tell("Looking for a sensor.")
        device = await BleakScanner.find_device_by_filter(
            lambda _, advertisement: bool(
                set(SERVICES) & set(advertisement.service_uuids)
            ),
            timeout=60,
            service_uuids=SERVICES,
        )
        if device is None:
            return
        is_lost = asyncio.Event()
        client = BleakClient(
            device, disconnected_callback=lambda _: is_lost.set(), services=SERVICES
        )
        async with client:
            self._tell(f"Connected to {device.name or device.address}.")
            self._told = ""
            for service in client.services:
                for characteristic in service.characteristics:
                    if characteristic.uuid in MEASUREMENTS:
                        await client.start_notify(characteristic, self._pass_on)
            await is_lost.wait()
        self.session.send("linkLost")

    def _pass_on(self, sender: BleakGATTCharacteristic, value: bytearray) -> None:
        self.session.send("notified", characteristic=sender.uuid, bytes=value)

    def _tell(self, text: str) -> None:
        """Tells the user something, once."""
        if text != self._told:
            self._told = text
            print(text, file=sys.stderr, flush=True)


async def check_bluetooth() -> None:
    """Looks for Bluetooth. Elsewhere than on Linux, bleak says why there is none.

    Raises:
        Unavailable: There is no bus, no bluetoothd or no adapter, or the user may not use it.
    """
    if sys.platform == "linux":
        bluez = await BlueZ.start()
        await bluez.close()


async def computer() -> None:
    """Runs until the session ends.

    Raises:
        Unavailable: knav does not run, or Bluetooth can't be used.
    """
    await check_bluetooth()
    session = await start_pipe("sensor", "live", "--stdio")
    try:
        await BleakSensor(session).run()
    finally:
        await session.close()


if __name__ == "__main__":
    main(computer, "A bike computer")
