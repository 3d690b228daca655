"""Our device: a central session in a knav process, with one of Bumble's hosts as its radio."""

import asyncio
from typing import Any

from bumble import att
from bumble.core import AdvertisingData, ProtocolError
from bumble.device import Advertisement, Connection, Device, Peer
from bumble.gatt_client import CharacteristicProxy
from knav_pipe import Session
from radio import CHARACTERISTIC, SERVICE

UNLIKELY_ERROR = 0x0E


class Instruction:
    """Something that the session delivered."""

    def __init__(self, effect: dict[str, Any]) -> None:
        self.extent: str = effect["extent"]
        self.bytes = bytes.fromhex(effect["bytes"])
        self.fields: dict[str, Any] = effect.get("instruction", {})


class OurDevice:
    """Does what the session says, and tells it what happened."""

    def __init__(
        self, device: Device, session: Session, whole_values: bool, mtu: int
    ) -> None:
        self.device = device
        self.session = session
        self.whole_values = whole_values
        self.mtu = mtu
        self.deliveries: list[Instruction] = []
        self.statuses: list[str] = []
        self.faults: list[dict[str, Any]] = []
        #: What went wrong in the radio; a test fails if there is anything.
        self.failures: list[BaseException | None] = []
        self.connections = 0
        self.read_requests = 0
        self.connection: Connection | None = None
        self._link = 0
        self._peer: Peer | None = None
        self._characteristic: CharacteristicProxy | None = None
        self._addresses: list[Any] = []
        self._is_looking = False
        self._work: set[asyncio.Task] = set()
        device.on(device.EVENT_ADVERTISEMENT, self._on_advertisement)

    @property
    def whole(self) -> list[bytes]:
        """The objects that were delivered as whole."""
        return [one.bytes for one in self.deliveries if one.extent == "whole"]

    async def run(self) -> None:
        """Runs until the session ends."""
        async for effect in self.session.effects():
            self._perform(effect)

    def _perform(self, effect: dict[str, Any]) -> None:
        match effect["effect"]:
            case "startScan":
                self._is_looking = True
                self._begin(self.device.start_scanning())
            case "stopScan":
                self._is_looking = False
                self._begin(self.device.stop_scanning())
            case "connect":
                self._begin(self._connect(effect["peer"], effect["link"]))
            case "disconnect":
                self._begin(self._disconnect())
            case "discover":
                self._begin(self._discover(effect["ticket"]))
            case "subscribe":
                self._begin(self._subscribe(effect["ticket"]))
            case "read":
                self.read_requests += 1
                self._begin(self._read(effect["ticket"], effect["offset"]))
            case "deliver":
                self.deliveries.append(Instruction(effect))
            case "report":
                self.statuses.append(effect["status"])
            case "fault":
                self.faults.append(effect)

    def _begin(self, work) -> None:
        task = asyncio.ensure_future(work)
        self._work.add(task)
        task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task) -> None:
        self._work.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.failures.append(task.exception())

    def _on_advertisement(self, advertisement: Advertisement) -> None:
        kinds = (
            AdvertisingData.INCOMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS,
            AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS,
        )
        lists = [found for kind in kinds for found in advertisement.data.get_all(kind)]
        if not self._is_looking or not any(SERVICE in found for found in lists):
            return
        self._is_looking = False
        self._addresses.append(advertisement.address)
        self.session.send("found", peer=len(self._addresses) - 1)

    async def _connect(self, peer: int, link: int) -> None:
        try:
            connection = await self.device.connect(self._addresses[peer])
        except (ProtocolError, TimeoutError, asyncio.CancelledError):
            self.session.send("disconnected", link=link)
            return
        self.connections += 1
        self.connection = connection
        self._link = link

        def lose(reason: int) -> None:
            if self.connection is connection:
                self.connection = None
                self.session.send("disconnected", link=link, reason=reason)

        connection.on(connection.EVENT_DISCONNECTION, lose)
        self._peer = Peer(connection)
        if self.mtu > att.ATT_DEFAULT_MTU:
            await self._peer.request_mtu(self.mtu)
        self.session.send("connected", link=link, mtu=connection.att_mtu)

    async def _disconnect(self) -> None:
        connection, self.connection = self.connection, None
        if connection is not None:
            await connection.disconnect()

    async def _discover(self, ticket: int) -> None:
        assert self._peer is not None
        services = await self._peer.discover_service(SERVICE)
        if not services:
            return self.session.send("notDiscovered", ticket=ticket)
        found = await services[0].discover_characteristics([CHARACTERISTIC])
        if not found:
            return self.session.send("notDiscovered", ticket=ticket)
        self._characteristic = found[0]
        descriptors = await found[0].discover_descriptors()
        has_cccd = any(one.type.to_hex_str() == "2902" for one in descriptors)
        found[0].descriptors_discovered = True
        self.session.send(
            "discovered", ticket=ticket, hasCCCD=has_cccd, handle=found[0].handle
        )

    async def _subscribe(self, ticket: int) -> None:
        assert self._characteristic is not None
        link = self._link

        def notified(value: bytes) -> None:
            self.session.send("notified", link=link, bytes=value)

        try:
            await self._characteristic.subscribe(notified)
        except ProtocolError as error:
            return self.session.send("failed", ticket=ticket, attError=error.error_code)
        self.session.send("subscribed", ticket=ticket)

    async def _read(self, ticket: int, offset: int) -> None:
        assert self._peer is not None and self._characteristic is not None
        client = self._peer.gatt_client
        handle = self._characteristic.handle
        try:
            if self.whole_values:
                value = await client.read_value(handle)
                return self.session.send("answered", ticket=ticket, bytes=value)
            request: att.ATT_PDU
            if offset == 0:
                request = att.ATT_Read_Request(attribute_handle=handle)
            else:
                request = att.ATT_Read_Blob_Request(
                    attribute_handle=handle, value_offset=offset
                )
            response = await client.send_request(request)
        except ProtocolError as error:
            return self.session.send("failed", ticket=ticket, attError=error.error_code)
        except (asyncio.CancelledError, TimeoutError):
            return None  # The link is gone, which the session hears separately.
        if isinstance(response, att.ATT_Error_Response):
            self.session.send("failed", ticket=ticket, attError=response.error_code)
        elif isinstance(response, att.ATT_Read_Response):
            self.session.send("answered", ticket=ticket, bytes=response.attribute_value)
        elif isinstance(response, att.ATT_Read_Blob_Response):
            self.session.send(
                "answered", ticket=ticket, bytes=response.part_attribute_value
            )
