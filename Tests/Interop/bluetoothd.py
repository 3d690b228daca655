"""Stands in for bluetoothd on a private bus, with one adapter, and one phone in reach.

It does what BlueZ 5.87 does, as its sources say: see `bluez_device.py`. There is no radio: requests go to
the phone's session, one at a time, each with a short delay, so that the phone can go on meanwhile.
"""

import asyncio
import contextlib
import os
import socket
from typing import Any

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus
from knav_radio import CHARACTERISTIC, SERVICE
from pipe_phone import ATTError, PipePhone

ADAPTER_PATH = "/org/bluez/hci0"
DEVICE_PATH = f"{ADAPTER_PATH}/dev_F0_F1_F2_F3_F4_01"
SERVICE_PATH = f"{DEVICE_PATH}/service0010"
CHARACTERISTIC_PATH = f"{SERVICE_PATH}/char0011"
CCCD_PATH = f"{CHARACTERISTIC_PATH}/desc0013"

ADAPTER = "org.bluez.Adapter1"
DEVICE = "org.bluez.Device1"
GATT = "org.bluez.Gatt"
PROPERTIES = "org.freedesktop.DBus.Properties"
OBJECTS = "org.freedesktop.DBus.ObjectManager"

#: How long a request and its answer take.
REQUEST_SECONDS = 0.002
#: How often the phone advertises.
ADVERTISING_SECONDS = 0.02

LONGEST_VALUE = 512


class BusError(Exception):
    """What a call is answered with."""

    def __init__(self, name: str, text: str, prefix: str = "org.bluez.Error") -> None:
        super().__init__(name, text)
        self.name = f"{prefix}.{name}"
        self.text = text

    @classmethod
    def of_att(cls, code: int) -> "BusError":
        match code:
            case 0x02:
                return cls("NotPermitted", "Read not permitted")
            case 0x03:
                return cls("NotPermitted", "Write not permitted")
            case 0x05 | 0x0C | 0x0F:
                return cls("NotPermitted", "Not paired")
            case 0x06:
                return cls("NotSupported", "Operation is not supported")
            case 0x07:
                return cls("InvalidArguments", "Invalid offset")
            case 0x08:
                return cls("NotAuthorized", "Operation Not Authorized")
            case 0x0D:
                return cls("InvalidArguments", "Invalid Length")
            case _:
                text = f"Operation failed with ATT error: 0x{code:02x}"
                return cls("Failed", text)


class Bluetoothd:
    """The objects, and what becomes of calls to them."""

    def __init__(self, address: str, phone: PipePhone, mtu: int) -> None:
        self.phone = phone
        self.mtu = mtu
        self.is_near = True
        self.is_connected = False
        self.is_discovering = False
        #: Codes with which the next reads and subscriptions are refused, as if the phone did.
        self.read_errors: list[int] = []
        self.subscription_errors: list[int] = []
        #: As in 5.66: a refused `AcquireNotify` is never answered, and any further one is refused.
        self.forgets_refusals = False
        #: Not before 5.62.
        self.tells_mtu = True
        #: Whether the characteristic has the property `NotifyAcquired`.
        self.tells_acquired = True
        #: Whether another program holds the notifications, with `AcquireNotify` or with `StartNotify`.
        self.is_acquired_by_another = False
        self.is_started_by_another = False
        #: What the phone was asked for.
        self.offsets: list[int] = []
        self.links = 0
        #: How often the phone notified a subscriber.
        self.notifications = 0
        self.pairings = 0
        #: How many of the next connections fail.
        self.failing_connections = 0
        self.objects: dict[str, dict[str, dict[str, Variant]]] = {
            ADAPTER_PATH: {
                ADAPTER: {
                    "Address": Variant("s", "F0:F1:F2:F3:F4:00"),
                    "Powered": Variant("b", True),
                    "Roles": Variant("as", ["central", "peripheral"]),
                }
            }
        }
        self._value = b""
        self._read_at: int | None = None
        self._readers: list[Message] = []
        self._socket: socket.socket | None = None
        self._is_stuck = False
        self._notified: set[str] = set()
        self._link_end = asyncio.Event()
        self._one_request = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._bus = MessageBus(address, negotiate_unix_fd=True)

    async def start(self) -> None:
        """Takes bluetoothd's name on the bus."""
        await self._bus.connect()
        self._bus.add_message_handler(self._receive)
        self.phone.notified = self._notify
        self.phone.service_changed = self._export
        self._begin(self._advertise())
        await self._bus.request_name("org.bluez")

    async def close(self) -> None:
        # The phone goes on, and may notify.
        self.phone.notified = lambda _value: None
        self.phone.service_changed = lambda: None
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._release()
        self._bus.disconnect()
        with contextlib.suppress(Exception):
            await self._bus.wait_for_disconnect()

    def lose_link(self) -> None:
        """The link is lost; the phone is told as well."""
        if not self.is_connected:
            return
        self.is_connected = False
        self._link_end.set()
        self._release()
        self.phone.disconnect()
        no = Variant("b", False)
        self._change(DEVICE_PATH, DEVICE, ServicesResolved=no, Connected=no)

    def set_powered(self, is_powered: bool) -> None:
        if not is_powered:
            self.is_discovering = False
            self.lose_link()
        self._change(ADAPTER_PATH, ADAPTER, Powered=Variant("b", is_powered))

    def add_another_adapter(self, is_powered: bool) -> None:
        powered = Variant("b", is_powered)
        self._add("/org/bluez/hci7", ADAPTER, Powered=powered)

    def change_mtu(self, mtu: int) -> None:
        self.mtu = mtu
        self.phone.session.send("mtuChanged", central=self.phone.CENTRAL, mtu=mtu)
        name = f"{GATT}Characteristic1"
        self._change(CHARACTERISTIC_PATH, name, MTU=Variant("q", mtu))

    async def connections(self) -> int:
        """How many connections the bus has."""
        name = "org.freedesktop.DBus"
        reply = await self._bus.call(
            Message(
                destination=name,
                path="/org/freedesktop/DBus",
                interface=name,
                member="ListNames",
            )
        )
        return sum(found.startswith(":") for found in reply.body[0])

    # Calls

    def _receive(self, message: Message) -> bool:
        if message.message_type != MessageType.METHOD_CALL:
            return False
        self._begin(self._serve(message))
        return True

    def _begin(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, message: Message) -> None:
        try:
            if message.path not in self.objects and message.path != "/":
                raise BusError("UnknownObject", "", "org.freedesktop.DBus.Error")
            match message.member:
                case "GetManagedObjects":
                    self._reply(message, "a{oa{sa{sv}}}", self.objects)
                case "StartDiscovery" | "StopDiscovery":
                    self._discover(message.member == "StartDiscovery")
                    self._reply(message)
                case "SetDiscoveryFilter":
                    self._reply(message)
                case "Connect":
                    await self._connect()
                    self._reply(message)
                    await self._resolve()
                case "Disconnect":
                    self.lose_link()
                    self._reply(message)
                case "Pair":
                    self.pairings += 1
                    self._change(DEVICE_PATH, DEVICE, Paired=Variant("b", True))
                    self._reply(message)
                case "ReadValue":
                    await self._read(message)
                case "AcquireNotify":
                    await self._acquire(message)
                case "StartNotify":
                    if self._socket is not None:
                        raise BusError("NotPermitted", "Notify acquired")
                    await self._write_cccd(True)
                    self._notified.add(message.sender or "")
                    self._reply(message)
                case "StopNotify":
                    await self._stop(message.sender or "")
                    self._reply(message)
                case _:
                    raise BusError("NotSupported", "Operation is not supported")
        except BusError as error:
            self._refuse(message, error)

    def _reply(self, message: Message, signature: str = "", *body: Any) -> None:
        self._bus.send(Message.new_method_return(message, signature, list(body)))

    def _refuse(self, message: Message, error: BusError) -> None:
        self._bus.send(Message.new_error(message, error.name, error.text))

    # Objects

    def _change(self, path: str, interface: str, **changed: Variant) -> None:
        self.objects[path][interface].update(changed)
        self._signal(
            path, PROPERTIES, "PropertiesChanged", "sa{sv}as", interface, changed, []
        )

    def _add(self, path: str, interface: str, **properties: Variant) -> None:
        if path not in self.objects:
            self.objects[path] = {interface: properties}
            self._signal(
                "/", OBJECTS, "InterfacesAdded", "oa{sa{sv}}", path, self.objects[path]
            )

    def remove(self, path: str) -> None:
        if interfaces := self.objects.pop(path, None):
            self._signal(
                "/", OBJECTS, "InterfacesRemoved", "oas", path, list(interfaces)
            )

    def _signal(
        self, path: str, interface: str, member: str, signature: str, *body: Any
    ) -> None:
        self._bus.send(
            Message.new_signal(path, interface, member, signature, list(body))
        )

    def _export(self) -> None:
        """Shows the service of the phone, or takes it away."""
        if not self.is_connected:
            return
        if not self.phone.has_service:
            for path in (CCCD_PATH, CHARACTERISTIC_PATH, SERVICE_PATH):
                self.remove(path)
            return
        self._add(
            SERVICE_PATH,
            f"{GATT}Service1",
            UUID=Variant("s", SERVICE),
            Device=Variant("o", DEVICE_PATH),
            Primary=Variant("b", True),
        )
        has_cccd = self.phone.session.greeting["hasCCCD"]
        flags = ["read", "notify"] if has_cccd else ["read"]
        mtu = {"MTU": Variant("q", self.mtu)} if self.tells_mtu else {}
        tells_acquired = has_cccd and self.tells_acquired
        acquired = {"NotifyAcquired": Variant("b", False)} if tells_acquired else {}
        self._add(
            CHARACTERISTIC_PATH,
            f"{GATT}Characteristic1",
            UUID=Variant("s", CHARACTERISTIC),
            Service=Variant("o", SERVICE_PATH),
            Flags=Variant("as", flags),
            **mtu,
            **acquired,
        )
        if has_cccd:
            self._add(
                CCCD_PATH,
                f"{GATT}Descriptor1",
                UUID=Variant("s", "00002902-0000-1000-8000-00805f9b34fb"),
                Characteristic=Variant("o", CHARACTERISTIC_PATH),
            )

    # Scanning and connecting

    def _discover(self, is_discovering: bool) -> None:
        if not self.objects[ADAPTER_PATH][ADAPTER]["Powered"].value:
            raise BusError("NotReady", "Resource Not Ready")
        self.is_discovering = is_discovering

    async def _advertise(self) -> None:
        strength = -60
        while True:
            await asyncio.sleep(ADVERTISING_SECONDS)
            if not (self.is_discovering and self.is_near and self.phone.is_advertising):
                continue
            strength = -121 - strength
            if DEVICE_PATH in self.objects:
                self._change(DEVICE_PATH, DEVICE, RSSI=Variant("n", strength))
                continue
            self._add(
                DEVICE_PATH,
                DEVICE,
                Adapter=Variant("o", ADAPTER_PATH),
                Address=Variant("s", "F0:F1:F2:F3:F4:01"),
                Alias=Variant("s", "F0-F1-F2-F3-F4-01"),
                UUIDs=Variant("as", [SERVICE]),
                RSSI=Variant("n", strength),
                Paired=Variant("b", False),
                Connected=Variant("b", False),
                ServicesResolved=Variant("b", False),
            )

    async def _connect(self) -> None:
        if not self.objects[ADAPTER_PATH][ADAPTER]["Powered"].value:
            raise BusError("NotReady", "br-connection-adapter-not-powered")
        await asyncio.sleep(5 * REQUEST_SECONDS)
        if self.failing_connections or not self.is_near:
            self.failing_connections = max(0, self.failing_connections - 1)
            raise BusError("Failed", "Software caused connection abort")
        if not self.is_connected:
            self.is_connected = True
            self.links += 1
            self._link_end.clear()
            self.phone.connect(self.mtu)
            self._change(DEVICE_PATH, DEVICE, Connected=Variant("b", True))

    async def _resolve(self) -> None:
        await asyncio.sleep(5 * REQUEST_SECONDS)
        if self.is_connected:
            self._export()
            self._change(DEVICE_PATH, DEVICE, ServicesResolved=Variant("b", True))
            if self._notified:  # Programs need not ask again after a lost link.
                with contextlib.suppress(BusError):
                    await self._write_cccd(True)

    # Reading

    async def _read(self, message: Message) -> None:
        options = message.body[0]
        offset = options["offset"].value if "offset" in options else 0
        if not self.is_connected:
            raise BusError("Failed", "Not connected")
        if self._read_at is not None:
            if self._read_at != offset:
                raise BusError("InProgress", "In Progress")
            self._readers.append(message)
            return
        self._read_at, self._readers = offset, [message]
        try:
            part = await self._read_long(offset)
            if offset == 0:
                self._value = b""
            self._write(offset, part)
            if self._value and offset > len(self._value):
                raise BusError.of_att(0x07)
        except BusError as error:
            for reader in self._readers:
                self._refuse(reader, error)
        else:
            for reader in self._readers:
                self._reply(reader, "ay", self._value[offset:])
        finally:
            self._read_at = None

    async def _read_long(self, offset: int) -> bytes:
        """Asks for chunk after chunk while each is as long as the MTU allows."""
        value = b""
        while offset + len(value) < LONGEST_VALUE:
            self.offsets.append(offset + len(value))
            chunk = await self._request(
                self.phone.read(self.offsets[-1]), self.read_errors
            )
            value += chunk
            if len(chunk) < self.mtu - 1:
                break
        return value[: LONGEST_VALUE - offset]

    def _write(self, offset: int, part: bytes) -> None:
        """Writes over the value that is kept, which never gets shorter, and tells it."""
        if part:
            before = self._value[:offset].ljust(offset, b"\xee")
            self._value = before + part + self._value[offset + len(part) :]
        value = Variant("ay", self._value)
        self._change(CHARACTERISTIC_PATH, f"{GATT}Characteristic1", Value=value)

    async def _request(self, asked: Any, errors: list[int]) -> Any:
        """Lets the phone answer one request, after all before it."""
        work = asyncio.ensure_future(self._ask(asked, errors))
        end = asyncio.ensure_future(self._link_end.wait())
        try:
            await asyncio.wait((work, end), return_when=asyncio.FIRST_COMPLETED)
            if not work.done() or work.cancelled():
                raise BusError("Failed", "Operation failed")
            return work.result()
        except ATTError as error:
            raise BusError.of_att(error.code) from error
        finally:
            work.cancel()
            end.cancel()

    async def _ask(self, asked: Any, errors: list[int]) -> Any:
        try:
            async with self._one_request:
                await asyncio.sleep(REQUEST_SECONDS)
                if errors:
                    raise ATTError(errors.pop(0))
                return await asked
        finally:
            asked.close()

    # Notifications

    async def _write_cccd(self, wants: bool) -> None:
        async def subscribe() -> None:
            self.phone.subscribe(wants)

        await self._request(subscribe(), self.subscription_errors)

    async def _stop(self, program: str) -> None:
        if program not in self._notified:
            raise BusError("Failed", "No notify session started")
        self._notified.remove(program)
        if not self._notified:
            await self._write_cccd(False)

    async def _acquire(self, message: Message) -> None:
        if not self.is_connected:
            raise BusError("Failed", "Not connected")
        is_acquired = self._socket is not None or self.is_acquired_by_another
        if is_acquired or self._is_stuck:
            raise BusError("NotPermitted", "Notify acquired")
        if self.is_started_by_another:
            await self._write_cccd(True)
            self._notified.add("another program")
        if self._notified:
            raise BusError("InProgress", "In Progress")
        try:
            await self._write_cccd(True)
        except BusError:
            self._is_stuck = self.forgets_refusals
            if self._is_stuck:
                return
            raise
        kind = socket.SOCK_SEQPACKET | socket.SOCK_NONBLOCK
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, kind)
        asyncio.get_running_loop().add_reader(self._socket, self._hang_up)
        reply = Message.new_method_return(
            message, "hq", [0, self.mtu], [theirs.fileno()]
        )
        await self._bus.send(reply)
        theirs.close()

    def _hang_up(self) -> None:
        """The program has closed its end."""
        self._release()
        self._begin(self._unsubscribe())

    async def _unsubscribe(self) -> None:
        with contextlib.suppress(BusError):  # The link may end first.
            await self._write_cccd(False)

    def _release(self) -> None:
        ours, self._socket = self._socket, None
        if ours is not None:
            asyncio.get_running_loop().remove_reader(ours)
            ours.close()

    def _notify(self, value: bytes) -> None:
        if not self.is_connected:
            return
        if self._socket is not None:
            self.notifications += 1
            os.write(self._socket.fileno(), value)
        if self._notified:
            self.notifications += 1
            self._value = b""
            self._write(0, value)
