"""A device for the handlebar in a terminal: the session of `knav central`, with bleak as its radio.

    pip install bleak
    python3 bleak_device.py knav

The arguments are the command that runs knav, for example `swift run -c release knav`. See Docs/Pipe.md.
"""

import asyncio
import sys
from collections.abc import Coroutine
from typing import Any

from bleak import BleakClient, BleakScanner
from bleak.backends.characteristic import BleakGATTCharacteristic
from bleak.backends.device import BLEDevice
from bleak.backends.scanner import AdvertisementData
from bleak.exc import BleakError, BleakGATTProtocolError

from knav_pipe import Line, Session

SERVICE = "71c1e128-d92f-4fa8-a2b2-0f171db3436c"
CHARACTERISTIC = "503dd605-9bcb-4f6e-b235-270a57483026"

#: The ATT error Unlikely Error, for failures to which bleak gives no number.
UNLIKELY_ERROR = 0x0E

#: How long to wait before scanning again when the radio can't scan.
RETRY_SECONDS = 5.0


class BleakRadio:
    """Does what the session says, and tells it what happened.

    Bleak reads whole values. If the system does not tell a notification from the answer to a read, as with
    Core Bluetooth (`one_callback`), it passes both on as `arrived`.
    """

    def __init__(self, session: Session, one_callback: bool) -> None:
        self.session = session
        self.one_callback = one_callback
        self._scanner: BleakScanner | None = None
        self._client: BleakClient | None = None
        self._characteristic: BleakGATTCharacteristic | None = None
        self._devices: list[BLEDevice] = []
        self._link = 0
        # The running tasks: requests, which end with their link, and all others.
        self._requests: set[asyncio.Task[None]] = set()
        self._others: set[asyncio.Task[None]] = set()
        # One effect at a time, in the session's order.
        self._turn = asyncio.Lock()

    async def run(self) -> None:
        """Runs until the session ends."""
        self.session.send("start")
        async for effect in self.session.effects():
            match effect["effect"]:
                case "startScan":
                    self._begin(self._start_scan(), self._others)
                case "stopScan":
                    self._begin(self._stop_scan(), self._others)
                case "connect":
                    self._begin(self._connect(effect["peer"], effect["link"]))
                case "disconnect":
                    # The session no longer expects anything from this link.
                    for task in self._requests:
                        task.cancel()
                    self._begin(self._disconnect(), self._others)
                case "discover":
                    self._begin(self._discover(effect["ticket"]))
                case "subscribe":
                    self._begin(self._subscribe(effect["ticket"]))
                case "read":
                    self._begin(self._read(effect["ticket"]))
                case _:
                    self.show(effect)

    def show(self, effect: Line) -> None:
        """Shows what the session delivers and reports."""
        match effect["effect"]:
            case "deliver":
                instruction = effect.get("instruction", {})
                print(
                    instruction.get("arrowName", "?"),
                    f"{instruction.get('distanceInMeters', '?')} m",
                    instruction.get("street", ""),
                    "" if effect["extent"] == "whole" else "…",
                )
            case "report":
                print(f"[{effect['status']}]")

    def _begin(
        self,
        work: Coroutine[Any, Any, None],
        tasks: set[asyncio.Task[None]] | None = None,
    ) -> None:
        tasks = self._requests if tasks is None else tasks
        task = asyncio.ensure_future(self._in_turn(work))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    async def _in_turn(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            async with self._turn:
                await work
        finally:
            work.close()

    async def _start_scan(self) -> None:
        is_found = False

        def found(device: BLEDevice, _advertisement: AdvertisementData) -> None:
            nonlocal is_found
            if not is_found:
                is_found = True
                self._devices.append(device)
                self.session.send("found", peer=len(self._devices) - 1)

        self._scanner = BleakScanner(found, [SERVICE])
        try:
            await self._scanner.start()
        except (BleakError, OSError):
            # Bluetooth is off, or there is none: try again in a while.
            self._scanner = None
            self.session.send("radioOff")
            asyncio.get_running_loop().call_later(
                RETRY_SECONDS, lambda: self.session.send("radioOn")
            )

    async def _stop_scan(self) -> None:
        scanner, self._scanner = self._scanner, None
        if scanner is not None:
            await scanner.stop()

    async def _connect(self, peer: int, link: int) -> None:
        def lost(client: BleakClient) -> None:
            if client is self._client:
                self._client = None
                self.session.send("disconnected", link=link)

        client = BleakClient(self._devices[peer], disconnected_callback=lost)
        self._client = client
        self._link = link
        try:
            await client.connect()
        except (BleakError, TimeoutError, OSError):
            lost(client)
            return
        self.session.send("connected", link=link, mtu=client.mtu_size)

    async def _disconnect(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await client.disconnect()

    async def _discover(self, ticket: int) -> None:
        # When bleak has connected, it has already discovered all services.
        if self._client is None:
            return
        service = self._client.services.get_service(SERVICE)
        self._characteristic = (
            service.get_characteristic(CHARACTERISTIC) if service else None
        )
        if self._characteristic is None:
            self.session.send("notDiscovered", ticket=ticket)
        else:
            notifies = "notify" in self._characteristic.properties
            self.session.send("discovered", ticket=ticket, hasCCCD=notifies)

    async def _subscribe(self, ticket: int) -> None:
        link = self._link
        event = "arrived" if self.one_callback else "notified"

        def notified(_sender: BleakGATTCharacteristic, value: bytearray) -> None:
            self.session.send(event, link=link, bytes=value)

        if self._client is None or self._characteristic is None:
            return
        try:
            await self._client.start_notify(self._characteristic, notified)
        except BleakError as error:
            self._fail(ticket, error)
        else:
            self.session.send("subscribed", ticket=ticket)

    async def _read(self, ticket: int) -> None:
        if self._client is None or self._characteristic is None:
            return
        try:
            value = await self._client.read_gatt_char(self._characteristic)
        except BleakError as error:
            self._fail(ticket, error)
        else:
            if self.one_callback:
                self.session.send("arrived", link=self._link, bytes=value)
            else:
                self.session.send("answered", ticket=ticket, bytes=value)

    def _fail(self, ticket: int, error: BleakError) -> None:
        """Ignores an error that comes from the end of the link: the end is reported separately."""
        if self._client is None:
            return
        code = (
            error.args[0]
            if isinstance(error, BleakGATTProtocolError)
            else UNLIKELY_ERROR
        )
        self.session.send("failed", ticket=ticket, attError=code)


async def main() -> None:
    """Runs until the program is interrupted."""
    command = [
        *(sys.argv[1:] or ["knav"]),
        "central",
        "--stdio",
        "--radio",
        "wholeValues",
    ]
    session = await Session.start(command)
    await BleakRadio(session, one_callback=sys.platform == "darwin").run()


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except KeyboardInterrupt:
        pass
