"""A device for the handlebar in a terminal: the session of `knav central`, with bleak as its radio.

    pip install bleak
    python3 bleak_device.py knav

The arguments are the command that runs knav, for example `swift run -c release knav`. See Docs/Pipe.md.
"""

import asyncio
import contextlib
import sys

from bluez_errors import REQUEST_NOT_SUPPORTED, UNLIKELY_ERROR, att_error
from knav_pipe import Session
from knav_radio import (
    CHARACTERISTIC,
    SERVICE,
    Radio,
    lacks,
    main,
    start_session,
)

try:
    from bleak import BleakClient, BleakScanner
    from bleak.backends.characteristic import BleakGATTCharacteristic
    from bleak.backends.device import BLEDevice
    from bleak.backends.scanner import AdvertisementData
    from bleak.exc import (
        BleakDBusError,
        BleakError,
        BleakGATTProtocolError,
    )

    from bleak_reasons import reason_to_wait

    if sys.platform == "linux":
        from bluez_bus import ADAPTER, BlueZ, Properties, run_on_bluez
except ModuleNotFoundError as missing:
    if __name__ != "__main__":
        raise
    main(lacks("bleak", missing))

#: What the session calls this radio (Docs/Protocol.md, 8.9). Core Bluetooth has one callback for
#: notifications and for the answers to reads.
RADIO = "oneCallback" if sys.platform == "darwin" else "wholeValues"

#: How long a scan may last. Bleak does not tell that one has ended, as it does when Bluetooth is switched off.
SCAN_SECONDS = 30.0

#: How bleak fails.
FAILURES = (BleakError, TimeoutError, OSError)


class BleakRadio(Radio):
    """Does what the session says, and tells it what happened. Bleak reads whole values.

    What bleak does was read in its version 3.1.0, and what the systems do in BlueZ 5.66 and in their makers'
    documentation:

    - BlueZ: `read_gatt_char` calls `ReadValue` without an offset. bluetoothd then replaces the value that it
      keeps and answers with it in one step, so the answer has only its own responses' bytes, whoever else
      reads or has called `StartNotify`. Each read also changes the property `Value`, which bleak passes on
      as a notification only after `StartNotify`; this program never lets it call that.
    - Core Bluetooth: one delegate method is told answers and notifications; bleak takes each value for the
      answer while a read is outstanding. So the session does not subscribe. `mtu_size` is derived from the
      longest write without response, and is at most the MTU.
    - WinRT: reads and notifications are apart, and reads are not answered from the cache. `mtu_size` is the
      session's `MaxPduSize`.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._scanner: BleakScanner | None = None
        self._client: BleakClient | None = None
        self._characteristic: BleakGATTCharacteristic | None = None
        self._devices: list[BLEDevice] = []
        self._link = 0
        self._mtu: int | None = None

    async def start_scan(self) -> None:
        is_found = False

        def found(device: BLEDevice, _advertisement: AdvertisementData) -> None:
            nonlocal is_found
            if not is_found:
                is_found = True
                self._devices.append(device)
                self.session.send("found", peer=len(self._devices) - 1)

        scanner = self._scanner = BleakScanner(found, [SERVICE])
        try:
            await scanner.start()
        except FAILURES as error:
            self._scanner = None
            self.scan_later(reason_to_wait(error))
        else:
            self.scans()
            asyncio.get_running_loop().call_later(
                SCAN_SECONDS, lambda: self.begin(self._scan_again(scanner))
            )

    async def _scan_again(self, scanner: BleakScanner) -> None:
        if scanner is self._scanner:
            await self.stop_scan()
            await self.start_scan()

    def power_off(self, is_another_on: bool = False) -> None:
        """Notes that an adapter was switched off, if the system tells it. Bleak tells if that ends a link."""
        if not is_another_on:
            self.begin(self.stop_scan())
            self.begin(self.disconnect())
            self.scan_later("Bluetooth is switched off.")
        elif self._scanner is not None:
            self.begin(self._scan_again(self._scanner))

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
            self._mtu = _mtu(client)
            self.session.send("connected", link=link, mtu=self._mtu)

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
        if not _tells_notifications(self._characteristic):
            self.session.send("failed", ticket=ticket, attError=REQUEST_NOT_SUPPORTED)
            return
        try:
            await self._client.start_notify(
                self._characteristic, notified, bluez={"use_start_notify": False}
            )
        except FAILURES as error:
            self._fail(ticket, error)
        else:
            self.session.send("subscribed", ticket=ticket)

    async def read(self, ticket: int, offset: int) -> None:
        if self._client is None or self._characteristic is None:
            return
        try:
            value = await self._client.read_gatt_char(self._characteristic)
        except FAILURES as error:
            self._fail(ticket, error)
        else:
            self._tell_mtu()
            self.session.send("answered", ticket=ticket, bytes=value)

    def _tell_mtu(self) -> None:
        """Tells the MTU if it has changed. Before each answer: with too small an MTU, a cut value looks whole."""
        if self._client is None or (mtu := _mtu(self._client)) == self._mtu:
            return
        self._mtu = mtu
        self.session.send("mtuChanged", link=self._link, mtu=mtu)

    def _fail(self, ticket: int, error: Exception) -> None:
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


def _tells_notifications(characteristic: BleakGATTCharacteristic) -> bool:
    """Whether notifications can be told from reads.

    With BlueZ, bleak calls `AcquireNotify` if asked to, but `StartNotify` if the characteristic lacks the
    property `NotifyAcquired`. Then it passes on each answer to a read as a notification too.
    """
    return sys.platform != "linux" or "NotifyAcquired" in characteristic.obj[1]


def _mtu(client: BleakClient) -> int | None:
    """The MTU of the link now, if the system tells it.

    With BlueZ, bleak says 23 if it has not asked. The characteristic's properties, which bleak keeps up to
    date, have the MTU, from BlueZ 5.62 on.
    """
    if sys.platform != "linux":
        return client.mtu_size
    characteristic = _characteristic(client)
    mtu: int | None = characteristic.obj[1].get("MTU") if characteristic else None
    return mtu


def _code(error: Exception) -> int:
    """The code of the ATT error response, or 0x0E if the system does not give it."""
    if isinstance(error, BleakGATTProtocolError):
        return int(error.code)
    if isinstance(error, BleakDBusError):
        return att_error(error.dbus_error, error.dbus_error_details or "")
    return UNLIKELY_ERROR


def _on_bluez(session: Session, bluez: "BlueZ") -> BleakRadio:
    """A radio that learns when an adapter is switched, which bleak does not tell."""
    radio = BleakRadio(session)

    def changed(_path: str, interface: str, values: "Properties") -> None:
        if interface != ADAPTER or "Powered" not in values:
            return
        if values["Powered"]:
            radio.scan_now()
        else:
            powers = [bluez.find(path, ADAPTER)["Powered"] for path in bluez.adapters]
            radio.power_off(is_another_on=any(powers))

    bluez.changed = changed
    return radio


async def device() -> None:
    """Runs until the session ends.

    Raises:
        Unavailable: knav does not run, or Bluetooth can't be used or, on Linux, has ended.
    """
    if sys.platform == "linux":
        await run_on_bluez(RADIO, _on_bluez)
    else:
        session = await start_session(RADIO)
        try:
            await BleakRadio(session).run()
        finally:
            await session.close()


if __name__ == "__main__":
    main(device)
