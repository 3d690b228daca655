"""A phone made with Bumble: its server keeps the object, cuts it and refuses reads after its end."""

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
        #: Called with the offset of each request, before the request is answered.
        self.before_answer: Callable[[int], None] = lambda _: None
        #: The errors with which the next reads are refused.
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
        """A controller stops advertising when a connection begins; a phone then starts it again."""
        if self._is_here:
            asyncio.ensure_future(self.advertise())

    def replace(self, instruction: bytes) -> None:
        """Has another object from now on, and does not notify it."""
        self.object = instruction
        self.published.append(instruction)

    async def publish(self, instruction: bytes) -> None:
        """Has another object from now on, and notifies its identifier."""
        self.replace(instruction)
        await self.device.notify_subscribers(self.characteristic, instruction[:4])

    def publish_soon(self, instruction: bytes) -> None:
        """Has another object from now on, and notifies its identifier a little later."""
        self.replace(instruction)
        asyncio.ensure_future(
            self.device.notify_subscribers(self.characteristic, instruction[:4])
        )
