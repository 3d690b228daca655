"""bluetoothd's objects, as it describes them over D-Bus, and calls to it."""

import asyncio
import contextlib
import os
from collections.abc import Callable
from typing import Any

from dbus_fast import AuthError, BusType, InvalidAddressError, Message, MessageType
from dbus_fast.aio import MessageBus
from dbus_fast.unpack import unpack_variants

from bluez_errors import att_error
from knav_pipe import Session
from knav_radio import EX_NOPERM, Radio, Unavailable, start_session

BLUEZ = "org.bluez"
ADAPTER = "org.bluez.Adapter1"
DEVICE = "org.bluez.Device1"
SERVICE = "org.bluez.GattService1"
CHARACTERISTIC = "org.bluez.GattCharacteristic1"
DESCRIPTOR = "org.bluez.GattDescriptor1"

_DBUS = "org.freedesktop.DBus"
_OBJECTS = "org.freedesktop.DBus.ObjectManager"
_ACCESS_DENIED = "org.freedesktop.DBus.Error.AccessDenied"

#: How long the bus may take to let this program in. It answers at once if it works.
BUS_SECONDS = 10.0
#: How long bluetoothd may take to describe its objects: the bus may have to start it, and gives up
#: after 25 s.
BLUETOOTHD_SECONDS = 30.0

Properties = dict[str, Any]


class BlueZError(Exception):
    """bluetoothd, or the bus, answered a call with an error."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(f"{name}: {text}")
        self.name = name
        #: The code of the ATT error response, or 0x0E.
        self.att_error = att_error(name, text)


class BlueZ:
    """A copy of bluetoothd's objects that is kept up to date."""

    def __init__(self, bus: MessageBus) -> None:
        #: The properties of each object, by path and interface.
        self.objects: dict[str, dict[str, Properties]] = {}
        #: What to do when properties of an object changed or appeared: path, interface, the new values.
        self.changed: Callable[[str, str, Properties], None] = lambda *_: None
        #: What to do when an object lost an interface: path, interface.
        self.removed: Callable[[str, str], None] = lambda *_: None
        self._bus = bus
        self._bus_end: asyncio.Task[None] | None = None
        self._has_ended = asyncio.Event()

    @classmethod
    async def start(cls) -> "BlueZ":
        """Connects to the system bus, and asks for all objects.

        Raises:
            Unavailable: There is no bus, no bluetoothd or no adapter, or the user may not use it.
        """
        try:
            bus = MessageBus(bus_type=BusType.SYSTEM, negotiate_unix_fd=True)
        except InvalidAddressError as error:
            raise _no_bus(error) from error
        bluez = cls(bus)
        try:
            await bluez._start()
        except BaseException:
            await bluez.close()
            raise
        return bluez

    async def _start(self) -> None:
        try:
            async with asyncio.timeout(BUS_SECONDS):
                await self._enter()
        except TimeoutError as error:
            raise Unavailable(
                f"The system bus at {_address()} does not answer."
            ) from error
        try:
            async with asyncio.timeout(BLUETOOTHD_SECONDS):
                reply = await self.call("/", _OBJECTS, "GetManagedObjects")
        except TimeoutError as error:
            raise Unavailable("bluetoothd does not answer.") from error
        except BlueZError as error:
            if error.name == _ACCESS_DENIED:
                raise Unavailable(
                    f"Bluetooth is forbidden for {_user()}. On some systems only the "
                    "members of the group bluetooth may use it.",
                    EX_NOPERM,
                ) from error
            raise Unavailable(f"bluetoothd does not run: {error}") from error
        self.objects = unpack_variants(reply.body[0])
        if not self.adapters:
            raise Unavailable("There is no Bluetooth adapter.")

    async def _enter(self) -> None:
        """Joins the bus, and asks it for what bluetoothd tells."""
        try:
            await self._bus.connect()
        except (OSError, InvalidAddressError) as error:
            raise _no_bus(error) from error
        except AuthError as error:
            raise Unavailable(
                f"The system bus refuses {_user()}: {error}", EX_NOPERM
            ) from error
        self._bus_end = asyncio.create_task(self._wait_for_bus_end())
        self._bus.add_message_handler(self._receive)
        await self._watch(f"type='signal',sender='{BLUEZ}'")
        await self._watch(
            f"type='signal',sender='{_DBUS}',member='NameOwnerChanged',arg0='{BLUEZ}'"
        )

    @property
    def adapters(self) -> list[str]:
        """The adapters' paths, those that are powered first."""
        paths = [path for path in self.objects if self.find(path, ADAPTER)]
        return sorted(
            paths, key=lambda path: (not self.find(path, ADAPTER)["Powered"], path)
        )

    def find(self, path: str, interface: str) -> Properties:
        """The properties of an object; none if there is no such object."""
        return self.objects.get(path, {}).get(interface, {})

    async def call(
        self, path: str, interface: str, member: str, signature: str = "", *body: Any
    ) -> Message:
        """Calls a method and waits for the answer, however long it takes.

        Raises:
            BlueZError: The answer is an error.
        """
        return await self._call(BLUEZ, path, interface, member, signature, *body)

    async def wait_until_gone(self) -> None:
        """Waits until bluetoothd or the bus has ended."""
        await self._has_ended.wait()

    async def close(self) -> None:
        """Leaves the bus."""
        self._bus.disconnect()
        if self._bus_end is not None:
            await self._bus_end

    async def _wait_for_bus_end(self) -> None:
        with contextlib.suppress(Exception):
            # dbus-fast gives this method no types.
            await self._bus.wait_for_disconnect()  # type: ignore[no-untyped-call]
        self._has_ended.set()

    async def _watch(self, rule: str) -> None:
        await self._call(_DBUS, "/org/freedesktop/DBus", _DBUS, "AddMatch", "s", rule)

    async def _call(
        self,
        name: str,
        path: str,
        interface: str,
        member: str,
        signature: str,
        *body: Any,
    ) -> Message:
        message = Message(
            destination=name,
            path=path,
            interface=interface,
            member=member,
            signature=signature,
            body=list(body),
        )
        if not self._bus.connected:
            raise BlueZError(f"{_DBUS}.Error.Disconnected", "The bus has ended.")
        reply = await self._bus.call(message)
        if reply.message_type == MessageType.ERROR:
            text = str(reply.body[0]) if reply.body else ""
            raise BlueZError(reply.error_name or "", text)
        return reply

    def _receive(self, message: Message) -> None:
        if message.message_type != MessageType.SIGNAL:
            return
        match message.member:
            case "InterfacesAdded":
                path, interfaces = message.body
                for interface, properties in unpack_variants(interfaces).items():
                    self.objects.setdefault(path, {})[interface] = properties
                    self.changed(path, interface, properties)
            case "InterfacesRemoved":
                path, interfaces = message.body
                for interface in interfaces:
                    self.objects.get(path, {}).pop(interface, None)
                    self.removed(path, interface)
            case "PropertiesChanged":
                interface, changed, invalidated = message.body
                properties = self.find(message.path or "", interface)
                changed = unpack_variants(changed)
                properties.update(changed)
                for name in invalidated:
                    properties.pop(name, None)
                self.changed(message.path or "", interface, changed)
            case "NameOwnerChanged":
                if not message.body[2]:
                    self._has_ended.set()


async def run_on_bluez(kind: str, radio: Callable[[Session, BlueZ], Radio]) -> None:
    """Runs a device with a radio that needs bluetoothd, until the session ends.

    Args:
        kind: What the session calls the radio (Docs/Protocol.md, 8.9).
        radio: Makes it.

    Raises:
        Unavailable: knav does not run, or BlueZ can't be used or has ended.
    """
    session = await start_session(kind)
    try:
        bluez = await BlueZ.start()
        try:
            await _run_until_gone(radio(session, bluez), bluez)
        finally:
            await bluez.close()
    finally:
        await session.close()


async def _run_until_gone(radio: Radio, bluez: BlueZ) -> None:
    running = asyncio.ensure_future(radio.run())
    gone = asyncio.ensure_future(bluez.wait_until_gone())
    try:
        await asyncio.wait((running, gone), return_when=asyncio.FIRST_COMPLETED)
    finally:
        gone.cancel()
        running.cancel()
        await asyncio.wait((running, gone))
    if running.cancelled():
        raise Unavailable("bluetoothd has ended.")
    running.result()


def _no_bus(error: Exception) -> Unavailable:
    reason = error.strerror if isinstance(error, OSError) else None
    return Unavailable(f"There is no system bus at {_address()}: {reason or error}")


def _address() -> str:
    """Where dbus-fast looks for the system bus."""
    return os.environ.get("DBUS_SYSTEM_BUS_ADDRESS") or (
        "unix:path=/var/run/dbus/system_bus_socket"
    )


def _user() -> str:
    return f"the user with number {os.getuid()}"
