"""A bike computer in a terminal: the readings of `knav sensor live`, with bleak as its radio.

    pip install bleak
    python3 bleak_sensor.py --sensors 2 --target 150 knav

The arguments are the command that runs knav, for example `swift run -c release knav`. It takes the first
sensors and trainers that it finds: one, or as many as --sensors says. The first trainer is brought to the
power that --target says, in watts. See Docs/Pipe.md.
"""

import asyncio
import contextlib
import sys

from knav_pipe import Line, Session
from knav_radio import RETRY_SECONDS, Unavailable, lacks, main, say, start_pipe

#: Its options, each with a number.
OPTIONS = ("sensors", "target")

try:
    from bleak import BleakClient, BleakScanner
    from bleak.backends.characteristic import BleakGATTCharacteristic
    from bleak.backends.device import BLEDevice
    from bleak.exc import BleakError, BleakGATTProtocolError

    from bleak_reasons import reason_to_wait

    if sys.platform == "linux":
        from bluez_bus import BlueZ
except ModuleNotFoundError as missing:
    if __name__ != "__main__":
        raise
    main(lacks("bleak", missing), "A bike computer", OPTIONS)

_BASE = "-0000-1000-8000-00805f9b34fb"

#: Cycling Speed and Cadence, Cycling Power, Fitness Machine, Heart Rate, FE-C.
SERVICES = [f"0000{number}{_BASE}" for number in ("1816", "1818", "1826", "180d")]
SERVICES.append("6e40fec1-b5a3-f393-e0a9-e50e24dcca9e")

#: What these services notify of a ride.
MEASUREMENTS = [f"0000{number}{_BASE}" for number in ("2a5b", "2a63", "2ad2", "2a37")]
MEASUREMENTS.append("6e40fec2-b5a3-f393-e0a9-e50e24dcca9e")

#: What a fitness machine tells of what can be set, by its names in the pipe.
OFFERS = {
    name: f"0000{number}{_BASE}"
    for name, number in (
        ("feature", "2acc"),
        ("powerRange", "2ad8"),
        ("resistanceRange", "2ad6"),
    )
}

#: Where a trainer is controlled: a fitness machine, any other by FE-C.
MACHINE, FEC = f"00002ad9{_BASE}", "6e40fec3-b5a3-f393-e0a9-e50e24dcca9e"

#: What a fitness machine says of that.
ANSWERS = (MACHINE, f"00002ada{_BASE}")

#: Unlikely Error: what went wrong is not known.
UNLIKELY_ERROR = 0x0E

#: How bleak fails.
FAILURES = (BleakError, TimeoutError, OSError)


class BleakSensor:
    """Passes on what sensors notify, and looks for others when a link is lost."""

    def __init__(
        self, session: Session, sensors: int = 1, target: int | None = None
    ) -> None:
        self.session = session
        self._sensors = sensors
        self._target = target
        self._told = ""
        self._failure: Unavailable | None = None
        # One search at a time. The sensors that are taken, by their addresses.
        self._search = asyncio.Lock()
        self._taken: set[str] = set()
        # The trainer that is controlled, and its link.
        self._trainer: str | None = None
        self._link: BleakClient | None = None
        self._has_answers = False
        self._requests: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Runs until the session ends.

        Raises:
            Unavailable: Bluetooth can't be used, and never will.
        """
        tasks = [asyncio.create_task(self._listen()) for _ in range(self._sensors)]
        try:
            async for line in self.session.effects():
                if line.get("effect") in ("subscribe", "write"):
                    request = asyncio.create_task(self._perform(line))
                    self._requests.add(request)
                    request.add_done_callback(self._requests.discard)
                else:
                    self.show(line)
        finally:
            tasks.extend(self._requests)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if self._failure is not None:
            raise self._failure

    def show(self, line: Line) -> None:
        """Shows a reading, how the trainer does, or what is wrong."""
        if "effect" in line:
            place = f" at byte {line['offset']}" if "offset" in line else ""
            names = (line.get(name) for name in ("fault", "state", "spinDown"))
            say(f"[{next(filter(None, names))}{place}]")
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
            say("  ".join(known))

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
        async with self._search:
            if not self._told:
                self._tell("Looking for a sensor.")
            device = await BleakScanner.find_device_by_filter(
                lambda device, advertisement: (
                    device.address not in self._taken
                    and bool(set(SERVICES) & set(advertisement.service_uuids))
                ),
                timeout=60,
                service_uuids=SERVICES,
            )
            if device is None:
                return
            self._taken.add(device.address)
        try:
            await self._use(device)
        finally:
            self._taken.discard(device.address)

    async def _use(self, device: BLEDevice) -> None:
        """Passes on a sensor's values until its link is lost."""
        name = device.address
        is_lost = asyncio.Event()
        client = BleakClient(
            device, disconnected_callback=lambda _: is_lost.set(), services=SERVICES
        )
        async with client:
            self._tell(f"Connected to {device.name or name}.")
            self._told = ""
            try:
                for service in client.services:
                    for characteristic in service.characteristics:
                        if characteristic.uuid in MEASUREMENTS:
                            await self._subscribe(client, characteristic, name)
                if self._target is not None and self._trainer in (None, name):
                    await self._control(client, self._target, name)
                await is_lost.wait()
            finally:
                if self._trainer == name:
                    self._link = None
                self.session.send("linkLost", sensor=name)

    async def _subscribe(
        self, client: BleakClient, characteristic: BleakGATTCharacteristic, name: str
    ) -> None:
        def pass_on(sender: BleakGATTCharacteristic, value: bytearray) -> None:
            self.session.send(
                "notified", sensor=name, characteristic=sender.uuid, bytes=value
            )

        await client.start_notify(characteristic, pass_on)

    async def _control(self, client: BleakClient, target: int, name: str) -> None:
        """Tells what a trainer offers, if it is one, and what the rider wants of it."""
        offer: dict[str, str | bytes] = {}
        if client.services.get_characteristic(MACHINE):
            offer["service"] = "ftms"
            for member, uuid in OFFERS.items():
                if client.services.get_characteristic(uuid):
                    with contextlib.suppress(BleakGATTProtocolError):
                        offer[member] = bytes(await client.read_gatt_char(uuid))
        elif client.services.get_characteristic(FEC):
            offer["service"] = "fec"
        else:
            return
        self._trainer, self._link, self._has_answers = name, client, False
        self.session.send("target", sensor=name, power=target)
        self.session.send("connected", sensor=name, **offer)

    async def _perform(self, request: Line) -> None:
        """Does what the session asks of the trainer."""
        client, name = self._link, request["sensor"]
        if client is None:
            return
        answer = {"sensor": name, "ticket": request["ticket"]}
        try:
            if request["effect"] == "write":
                await self._write(client, request)
            elif self._has_answers:
                # It has forgotten the subscriptions: only a new link helps.
                await client.disconnect()
                return
            else:
                self._has_answers = True
                for uuid in ANSWERS:
                    if found := client.services.get_characteristic(uuid):
                        await self._subscribe(client, found, name)
            self.session.send("done", **answer)
        except BleakGATTProtocolError as error:
            self.session.send("failed", attError=int(error.code), **answer)
        except FAILURES:
            if client.is_connected:
                self.session.send("failed", attError=UNLIKELY_ERROR, **answer)

    async def _write(self, client: BleakClient, request: Line) -> None:
        """Writes what the trainer is to do, with a response if it can."""
        uuid = MACHINE if request["characteristic"] == "2AD9" else FEC
        characteristic = client.services.get_characteristic(uuid)
        assert characteristic is not None
        await client.write_gatt_char(
            characteristic,
            bytes.fromhex(request["bytes"]),
            response="write" in characteristic.properties,
        )

    def _tell(self, text: str) -> None:
        """Tells the user something, once."""
        if text != self._told:
            self._told = text
            say(text, file=sys.stderr)


async def check_bluetooth() -> None:
    """Looks for Bluetooth. Elsewhere than on Linux, bleak says why there is none.

    Raises:
        Unavailable: There is no bus, no bluetoothd or no adapter, or the user may not use it.
    """
    if sys.platform == "linux":
        bluez = await BlueZ.start()
        await bluez.close()


async def computer(sensors: int = 1, target: int | None = None) -> None:
    """Runs until the session ends.

    Raises:
        Unavailable: knav does not run, or Bluetooth can't be used.
    """
    await check_bluetooth()
    session = await start_pipe("sensor", "live", "--stdio")
    try:
        await BleakSensor(session, sensors, target).run()
    finally:
        await session.close()


if __name__ == "__main__":
    main(computer, "A bike computer", OPTIONS)
