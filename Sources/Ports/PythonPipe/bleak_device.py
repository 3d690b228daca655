"""A device for the handlebar in a terminal: the session of `knav central`, with bleak as its radio.

    pip install bleak
    python3 bleak_device.py knav

The arguments are the command that runs knav, for example `swift run -c release knav`. See Docs/Pipe.md.
"""

import contextlib
import sys

from bleak import BleakClient, BleakScanner
from bleak.backends.characteristic import BleakGATTCharacteristic
from bleak.backends.device import BLEDevice
from bleak.backends.scanner import AdvertisementData
from bleak.exc import BleakDBusError, BleakError, BleakGATTProtocolError

from bluez_errors import UNLIKELY_ERROR, att_error
from knav_pipe import Session
from knav_radio import CHARACTERISTIC, SERVICE, Radio, main, start_session

#: What the session calls this radio (Docs/Protocol.md, 8.9). Core Bluetooth has one callback for
#: notifications and for the answers to reads.
RADIO = "oneCallback" if sys.platform == "darwin" else "wholeValues"

#: How bleak fails.
FAILURES = (BleakError, TimeoutError, OSError)


class BleakRadio(Radio):
    """Does what the session says, and tells it what happened. Bleak reads whole values."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._scanner: BleakScanner | None = None
        self._client: BleakClient | None = None
        self._characteristic: BleakGATTCharacteristic | None = None
        self._devices: list[BLEDevice] = []
        self._link = 0

    async def start_scan(self) -> None:
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
        except FAILURES:
            # Bluetooth is off, or there is none: try again in a while.
            self._scanner = None
            self.scan_later()

    async def stop_scan(self) -> None:
        scanner, self._scanner = self._scanner, None
        if scanner is not None:
            with contextlib.suppress(
                *FAILURES
            ):  # There is no scan if Bluetooth is off.
                await scanner.stop()

    async def connect(self, peer: int, link: int) -> None:
        def lost(client: BleakClient) -> None:
            if client is self._client:
                self._client = None
                self.session.send("disconnected", link=link)
                # Bleak keeps its connection to the system until it is told to disconnect.
                self.begin(_release(client))

        client = BleakClient(self._devices[peer], disconnected_callback=lost)
        self._client = client
        self._link = link
        try:
            await client.connect()
        except FAILURES:
            lost(client)
        if client is self._client:
            self.session.send("connected", link=link, mtu=_mtu(client))

    async def disconnect(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await _release(client)

    async def discover(self, ticket: int) -> None:
        if self._client is None:
            return
        self._characteristic = _characteristic(self._client)
        if self._characteristic is None:
            self.session.send("notDiscovered", ticket=ticket)
        else:
            notifies = "notify" in self._characteristic.properties
            self.session.send("discovered", ticket=ticket, hasCCCD=notifies)

    async def subscribe(self, ticket: int) -> None:
        link = self._link

        def notified(_sender: BleakGATTCharacteristic, value: bytearray) -> None:
            self.session.send("notified", link=link, bytes=value)

        if self._client is None or self._characteristic is None:
            return
        try:
            # By default bleak passes on the answers to reads as notifications, with BlueZ.
            await self._client.start_notify(
                self._characteristic, notified, bluez={"use_start_notify": False}
            )
        except BleakError as error:
            self._fail(ticket, error)
        else:
            self.session.send("subscribed", ticket=ticket)

    async def read(self, ticket: int, offset: int) -> None:
        if self._client is None or self._characteristic is None:
            return
        try:
            value = await self._client.read_gatt_char(self._characteristic)
        except BleakError as error:
            self._fail(ticket, error)
        else:
            self.session.send("answered", ticket=ticket, bytes=value)

    def _fail(self, ticket: int, error: BleakError) -> None:
        """Ignores an error that comes from the end of the link: the end is reported separately."""
        if self._client is None:
            return
        self.session.send("failed", ticket=ticket, attError=_code(error))


async def _release(client: BleakClient) -> None:
    with contextlib.suppress(*FAILURES):  # The link is gone already.
        await client.disconnect()


def _characteristic(client: BleakClient) -> BleakGATTCharacteristic | None:
    """The characteristic, if the phone has it. A client that is connected knows all services."""
    service = client.services.get_service(SERVICE)
    return service.get_characteristic(CHARACTERISTIC) if service else None


def _mtu(client: BleakClient) -> int | None:
    """The MTU of the link, if the system tells it.

    With BlueZ, bleak says 23 if it has not asked. The characteristic's properties have the MTU, from
    BlueZ 5.62 on.
    """
    if sys.platform != "linux":
        return client.mtu_size
    characteristic = _characteristic(client)
    mtu: int | None = characteristic.obj[1].get("MTU") if characteristic else None
    return mtu


def _code(error: BleakError) -> int:
    """The code of the ATT error response, or 0x0E if the system does not give it."""
    if isinstance(error, BleakGATTProtocolError):
        return int(error.code)
    if isinstance(error, BleakDBusError):
        return att_error(error.dbus_error, error.dbus_error_details or "")
    return UNLIKELY_ERROR


async def device() -> None:
    """Runs until the session ends."""
    session = await start_session(RADIO)
    await BleakRadio(session).run()


if __name__ == "__main__":
    main(device)
