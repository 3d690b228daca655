"""A device for the handlebar in a terminal: the session of `knav central`, with BlueZ as its radio.

    pip install dbus-fast
    python3 bluez_device.py knav

The arguments are the command that runs knav, for example `swift run -c release knav`. See Docs/Pipe.md.

It asks bluetoothd over D-Bus, because only so can a program read at offsets on Linux. What bluetoothd does
was read in the sources of BlueZ 5.66, 5.82 and 5.87 (`src/gatt-client.c`, `src/shared/gatt-client.c`,
`src/shared/gatt-db.c`):

- `ReadValue` takes an offset, and is a long read from there: Read at 0, else Read Blob; while a response
  has at least MTU - 1 bytes, another Read Blob. So an answer may hold several chunks. An empty response ends
  it well; any error response fails all of it, whatever came before.
- bluetoothd keeps the characteristic's value. A read at 0 replaces it; a read at an offset writes over it
  from there on, and is answered with what it now holds from there on. So an answer ends with older bytes if
  the value was longer.
- A read changes the property `Value`, and says so before it answers. A notification to a program that called
  `StartNotify` changes the same property in the same way: nobody can tell the two apart, and the value then
  holds bytes of a notification. `AcquireNotify` passes notifications through a socket instead, and leaves
  the value alone. So this program uses `AcquireNotify`: before each answer there are only its own reads.
- If the phone refuses the subscription, BlueZ 5.66 never answers `AcquireNotify`; 5.82 and 5.87 do.
- A program that acquires notifications keeps all others from getting any: they are refused with `Notify
  acquired`. If others have called `StartNotify`, `AcquireNotify` is refused with `In Progress`. This program
  then reads without a subscription; in the second case it ends when a notification comes, as below.
- Two calls that read at the same offset share one read. Another program's reads change the kept value too. So
  this program counts the changes of `Value`: each of its own reads makes at most one, and it hears of it before
  the answer. Any other change is another program's, and ends this one: its answers might be torn.
- Before 5.60, a read at an offset was answered from the beginning of the value that bluetoothd keeps
  (`ChangeLog`). `MTU`, a property of the characteristic, came with 5.62: a bluetoothd that lacks it may be
  one of these, and is refused.
"""

import asyncio
import os

from knav_pipe import Session
from knav_radio import CHARACTERISTIC, SERVICE, Radio, Unavailable, lacks, main

try:
    from dbus_fast import Message, Variant

    import bluez_bus
    from bluez_bus import ADAPTER, DEVICE, BlueZ, BlueZError, Properties
except ModuleNotFoundError as missing:
    if __name__ != "__main__":
        raise
    main(lacks("dbus-fast", missing))

#: What the session calls a radio that reads as `ReadValue` does (Docs/Protocol.md, 8.9).
RADIO = "longReads"

CCCD = "00002902-0000-1000-8000-00805f9b34fb"

#: A notification has at most 512 bytes.
LONGEST_VALUE = 512


class BlueZRadio(Radio):
    """Does what the session says, and tells it what happened."""

    def __init__(self, session: Session, bluez: BlueZ) -> None:
        super().__init__(session)
        self.bluez = bluez
        self._adapter = bluez.adapters[0]
        self._is_scanning = False
        # The paths of the phones that were found.
        self._peers: list[str] = []
        # The link that is up or being set up: the phone's path, the session's number, and whether the
        # services are known. The result is False if the link is lost before.
        self._phone: str | None = None
        self._link = 0
        self._is_resolved: asyncio.Future[bool] | None = None
        self._characteristic: str | None = None
        self._mtu: int | None = None
        self._notifications: int | None = None
        # Whether a read is under way that has not yet changed the value that bluetoothd keeps, and whether
        # only this program's reads have changed it.
        self._may_change = False
        self._is_alone = True
        bluez.changed = self._on_change
        bluez.removed = self._on_removal

    async def run(self) -> None:
        if not self._is_powered:
            self._tell_off()
        await super().run()

    async def start_scan(self) -> None:
        found = {
            "UUIDs": Variant("as", [SERVICE]),
            "Transport": Variant("s", "le"),
            "DuplicateData": Variant("b", True),
        }
        try:
            await self._ask_adapter("SetDiscoveryFilter", "a{sv}", found)
            await self._ask_adapter("StartDiscovery")
        except BlueZError as error:
            # If it is switched off, bluetoothd tells when it is on again.
            if self._is_powered:
                self.scan_later(f"bluetoothd can't scan: {error}.")
            return
        self._is_scanning = True
        for path in self.bluez.objects:
            self._see(path)

    async def stop_scan(self) -> None:
        self._is_scanning = False
        try:
            await self._ask_adapter("StopDiscovery")
        except BlueZError:
            pass  # Bluetooth is off, or was: there is no scan.

    async def connect(self, peer: int, link: int) -> None:
        phone = self._peers[peer]
        self._phone, self._link, self._mtu = phone, link, None
        self._is_resolved = asyncio.get_running_loop().create_future()
        try:
            await self.bluez.call(phone, DEVICE, "Connect")
        except BlueZError:
            self._lose()
            return
        if self.bluez.find(phone, DEVICE).get("ServicesResolved"):
            self._resolve(True)
        if await self._is_resolved:
            self._mtu = self._told_mtu()
            self.session.send("connected", link=link, mtu=self._mtu)

    async def disconnect(self) -> None:
        phone = self._phone
        if phone is None:
            return
        self._forget()
        try:
            await self.bluez.call(phone, DEVICE, "Disconnect")
        except BlueZError:
            pass  # It is gone already.

    async def discover(self, ticket: int) -> None:
        self._characteristic = path = self._find_characteristic()
        if path is None:
            self.session.send("notDiscovered", ticket=ticket)
        else:
            has_cccd = bool(self._below(path, bluez_bus.DESCRIPTOR, CCCD))
            self.session.send("discovered", ticket=ticket, hasCCCD=has_cccd)

    async def subscribe(self, ticket: int) -> None:
        try:
            reply = await self._ask_characteristic("AcquireNotify", {})
        except BlueZError as error:
            self._fail(ticket, error)
            return
        self._stop_listening()
        self._notifications = reply.unix_fds[reply.body[0]]
        asyncio.get_running_loop().add_reader(self._notifications, self._listen)
        self.session.send("subscribed", ticket=ticket)

    async def read(self, ticket: int, offset: int) -> None:
        options = {"offset": Variant("q", offset)}
        self._may_change = True
        try:
            reply = await self._ask_characteristic("ReadValue", options)
        except BlueZError as error:
            self._may_change = False
            self._fail(ticket, error)
        else:
            self._may_change = False
            await self._check_alone()
            self.session.send("answered", ticket=ticket, bytes=reply.body[0])

    async def _check_alone(self) -> None:
        """Makes sure that no other program has changed the value.

        Raises:
            Unavailable: One has.
        """
        if not self._is_alone:
            raise Unavailable(
                "Another program reads from the phone through BlueZ, or has called StartNotify:"
                " only one at a time can."
            )

    def _fail(self, ticket: int, error: BlueZError) -> None:
        """Ignores an error that comes from the end of the link: the end is reported separately."""
        if self._phone is not None:
            self.session.send("failed", ticket=ticket, attError=error.att_error)

    @property
    def _is_powered(self) -> bool:
        return bool(self.bluez.find(self._adapter, ADAPTER).get("Powered"))

    async def _ask_adapter(
        self, member: str, signature: str = "", *body: object
    ) -> Message:
        return await self.bluez.call(self._adapter, ADAPTER, member, signature, *body)

    async def _ask_characteristic(
        self, member: str, options: dict[str, Variant]
    ) -> Message:
        path = self._characteristic or "/"
        return await self.bluez.call(
            path, bluez_bus.CHARACTERISTIC, member, "a{sv}", options
        )

    def _on_change(self, path: str, interface: str, changed: Properties) -> None:
        if path == self._adapter and "Powered" in changed:
            self._forget()
            if changed["Powered"]:
                self.session.send("radioOn")
            else:
                self._tell_off()
        elif interface == DEVICE and "RSSI" in changed:
            self._see(path)
        elif path == self._characteristic:
            if "MTU" in changed:
                self._tell_mtu(changed["MTU"])
            if "Value" in changed:
                self._see_change()
        if path == self._phone and changed.get("Connected") is False:
            self._lose()
        elif path == self._phone and changed.get("ServicesResolved"):
            self._resolve(True)

    def _on_removal(self, path: str, interface: str) -> None:
        if path == self._adapter and interface == ADAPTER:
            self._forget()
            self.session.send("radioOff")
        elif path == self._phone and interface == DEVICE:
            self._lose()
        elif path == self._characteristic:
            self._characteristic = None
            self.session.send("serviceChanged", link=self._link)

    def _see_change(self) -> None:
        """Ends the program if another one has changed the value: once its own read has its answer."""
        if not self._may_change:
            self._is_alone = False
            self.begin(self._check_alone())
        self._may_change = False

    def _tell_off(self) -> None:
        self.say_waiting("Bluetooth is switched off: bluetoothctl power on.")
        self.session.send("radioOff")

    def _see(self, path: str) -> None:
        """Tells a phone that advertises the service."""
        phone = self.bluez.find(path, DEVICE)
        if self._is_scanning and "RSSI" in phone and SERVICE in phone.get("UUIDs", []):
            self._peers.append(path)
            self.session.send("found", peer=len(self._peers) - 1)

    def _find_characteristic(self) -> str | None:
        for service in self._below(self._phone, bluez_bus.SERVICE, SERVICE):
            for path in self._below(service, bluez_bus.CHARACTERISTIC, CHARACTERISTIC):
                return path
        return None

    def _below(self, path: str | None, interface: str, uuid: str) -> list[str]:
        """The objects below a path that are of this kind."""
        return [
            below
            for below in self.bluez.objects
            if below.startswith(f"{path}/")
            and self.bluez.find(below, interface).get("UUID") == uuid
        ]

    def _told_mtu(self) -> int | None:
        """The MTU; none without the characteristic.

        Raises:
            Unavailable: bluetoothd does not tell it.
        """
        path = self._find_characteristic()
        if path is None:
            return None
        mtu: int | None = self.bluez.find(path, bluez_bus.CHARACTERISTIC).get("MTU")
        if mtu is None:
            raise Unavailable(
                "BlueZ is older than 5.62: use bleak_device.py, which does not read at offsets."
            )
        return mtu

    def _tell_mtu(self, mtu: int) -> None:
        if mtu != self._mtu:
            self._mtu = mtu
            self.session.send("mtuChanged", link=self._link, mtu=mtu)

    def _resolve(self, is_resolved: bool) -> None:
        if self._is_resolved is not None and not self._is_resolved.done():
            self._is_resolved.set_result(is_resolved)

    def _lose(self) -> None:
        """Tells that the link is lost, unless the session knows."""
        if self._phone is not None:
            self._forget()
            self.session.send("disconnected", link=self._link)

    def _forget(self) -> None:
        self._phone = self._characteristic = None
        self._resolve(False)
        self._stop_listening()

    def _listen(self) -> None:
        assert self._notifications is not None
        value = os.read(self._notifications, LONGEST_VALUE)
        if value:
            self.session.send("notified", link=self._link, bytes=value)
        else:
            self._stop_listening()

    def _stop_listening(self) -> None:
        notifications, self._notifications = self._notifications, None
        if notifications is not None:
            asyncio.get_running_loop().remove_reader(notifications)
            os.close(notifications)


async def device() -> None:
    """Runs until the session ends.

    Raises:
        Unavailable: knav does not run, or BlueZ can't be used or has ended.
    """
    await bluez_bus.run_on_bluez(RADIO, BlueZRadio)


if __name__ == "__main__":
    main(device)
