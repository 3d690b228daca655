"""A phone of Bumble's own: its server keeps the object, cuts it and refuses what is behind it."""

import asyncio
from collections.abc import Callable

from bumble import att
from bumble.device import Connection, Device
from bumble.gatt import Characteristic, CharacteristicValue, Service
from radio import CHARACTERISTIC, SERVICE, advertisement


class BumblePhone:
    """Serves objects, and notifies their identifiers."""

    def __init__(self, device: Device, notifies: bool = True) -> None:
        self.device = device
        self.object = bytes(4 + 1 + 4)
        #: Called with the offset of each request that is answered, before it is.
        self.before_answer: Callable[[int], None] = lambda _: None
        #: What the next reads are refused with.
        self.refusals: list[int] = []
        self.published: list[bytes] = []
        self._is_here = False
        properties = Characteristic.Properties.READ
        if notifies:
            properties |= Characteristic.Properties.NOTIFY
        self.characteristic = Characteristic(
            CHARACTERISTIC,
            properties,
            Characteristic.READABLE,
            CharacteristicValue(read=self._value),
        )
        server = device.gatt_server
        device.add_service(Service(SERVICE, [self.characteristic]))
        device.on(device.EVENT_CONNECTION, self._advertise_on)
        for name in ("on_att_read_request", "on_att_read_blob_request"):
            setattr(server, name, self._observed(getattr(server, name)))

    def _observed(self, handler):
        def observe(bearer, request):
            if request.attribute_handle == self.characteristic.handle:
                self.before_answer(getattr(request, "value_offset", 0))
            return handler(bearer, request)

        return observe

    def _value(self, _connection: Connection) -> bytes:
        if self.refusals:
            raise att.ATT_Error(error_code=self.refusals.pop(0))
        return self.object

    async def leave(self) -> None:
        """Goes out of reach."""
        self._is_here = False
        await self.device.stop_advertising()
        for connection in list(self.device.connections.values()):
            await connection.disconnect()

    async def advertise(self) -> None:
        self._is_here = True
        await self.device.start_advertising(
            advertising_data=advertisement(),
            auto_restart=False,
            advertising_interval_min=20,
            advertising_interval_max=20,
        )

    def _advertise_on(self, _connection: Connection) -> None:
        """A connection ends advertising in the controller, and phones begin it anew."""
        if self._is_here:
            asyncio.ensure_future(self.advertise())

    def replace(self, instruction: bytes) -> None:
        """Has another object from now on, without a word."""
        self.object = instruction
        self.published.append(instruction)

    async def publish(self, instruction: bytes) -> None:
        """Has another object from now on, and notifies its identifier."""
        self.replace(instruction)
        await self.device.notify_subscribers(self.characteristic, instruction[:4])

    def publish_soon(self, instruction: bytes) -> None:
        """The same in the midst of something."""
        self.replace(instruction)
        asyncio.ensure_future(
            self.device.notify_subscribers(self.characteristic, instruction[:4])
        )
