"""Our phone: a peripheral session in a knav process, with one of Bumble's servers as its radio.

It replaces Bumble's handlers for reads: the session decides every answer's bytes and every error.
"""

import asyncio
from collections import defaultdict, deque
from typing import Any

from bumble import att
from bumble.device import Connection, Device
from bumble.gatt import Characteristic, Service
from knav_pipe import Session
from radio import CHARACTERISTIC, SERVICE, advertisement


class OurPhone:
    """Does what the session says, and tells it what happened."""

    def __init__(self, device: Device, session: Session) -> None:
        self.device = device
        self.session = session
        self.published: list[bytes] = []
        self.faults: list[dict[str, Any]] = []
        self.is_advertising = False
        self._centrals: dict[Connection, int] = {}
        self._requests: dict[int, deque[Any]] = defaultdict(deque)
        self._wanted = False
        self._has_ended = False
        self._change = asyncio.Event()
        properties = Characteristic.Properties.READ
        if session.greeting["hasCCCD"]:
            properties |= Characteristic.Properties.NOTIFY
        self.characteristic = Characteristic(
            CHARACTERISTIC, properties, Characteristic.READABLE, b""
        )
        self.service = Service(SERVICE, [self.characteristic])
        server = device.gatt_server
        for name in ("on_att_read_request", "on_att_read_blob_request"):
            setattr(server, name, self._serving(getattr(server, name)))
        device.on(device.EVENT_CONNECTION, self._on_connection)

    def publish(self, instruction: bytes) -> None:
        self.published.append(instruction)
        self.session.send("publish", bytes=instruction)

    async def run(self) -> None:
        """Runs until the session ends."""
        advertising = asyncio.create_task(self._advertise())
        try:
            async for effect in self.session.effects():
                self._perform(effect)
        finally:
            # Not cancelled: asyncio.wait_for, in which Bumble waits, loses some cancellations (3.11).
            self._has_ended = True
            self._change.set()
            await advertising

    def _perform(self, effect: dict[str, Any]) -> None:
        match effect["effect"]:
            case "addService":
                if self.service not in self.device.gatt_server.services:
                    self.device.add_service(self.service)
                    self.characteristic.on(
                        self.characteristic.EVENT_SUBSCRIPTION, self._on_subscription
                    )
            case "startAdvertising" | "stopAdvertising":
                self._wanted = effect["effect"] == "startAdvertising"
                self._change.set()
            case "notify":
                self._send(
                    effect["central"],
                    att.ATT_Handle_Value_Notification(
                        attribute_handle=self.characteristic.handle,
                        attribute_value=bytes.fromhex(effect["bytes"]),
                    ),
                )
            case "answer":
                value = bytes.fromhex(effect["bytes"])
                request = self._requests[effect["central"]].popleft()
                self._send(
                    effect["central"],
                    att.ATT_Read_Blob_Response(part_attribute_value=value)
                    if isinstance(request, att.ATT_Read_Blob_Request)
                    else att.ATT_Read_Response(attribute_value=value),
                )
            case "reject":
                request = self._requests[effect["central"]].popleft()
                self._send(
                    effect["central"],
                    att.ATT_Error_Response(
                        request_opcode_in_error=request.op_code,
                        attribute_handle_in_error=request.attribute_handle,
                        error_code=effect["attError"],
                    ),
                )
            case "fault":
                self.faults.append(effect)

    async def _advertise(self) -> None:
        while True:
            await self._change.wait()
            self._change.clear()
            if self._has_ended:
                return
            if self._wanted:
                await self.device.start_advertising(
                    advertising_data=advertisement(),
                    auto_restart=True,
                    advertising_interval_min=20,
                    advertising_interval_max=20,
                )
            else:
                await self.device.stop_advertising()
            self.is_advertising = self._wanted

    def _serving(self, handler):
        def serve(bearer, request):
            if request.attribute_handle != self.characteristic.handle:
                return handler(bearer, request)
            central = self._centrals[bearer]
            self._requests[central].append(request)
            offset = getattr(request, "value_offset", 0)
            self.session.send("read", central=central, offset=offset)
            return None

        return serve

    def _send(self, central: int, pdu: att.ATT_PDU) -> None:
        for connection, number in self._centrals.items():
            if number == central:
                self.device.gatt_server.send_gatt_pdu(connection, bytes(pdu))

    def _on_connection(self, connection: Connection) -> None:
        central = connection.handle
        self._centrals[connection] = central
        # A controller stops advertising when a connection begins.
        self.is_advertising = False
        self._change.set()
        self.session.send(
            "connected",
            central=central,
            mtu=connection.att_mtu,
            handle=self.characteristic.handle,
        )

        def change_mtu() -> None:
            self.session.send("mtuChanged", central=central, mtu=connection.att_mtu)

        def lose(reason: int) -> None:
            self._centrals.pop(connection, None)
            self._requests.pop(central, None)
            self.session.send("disconnected", central=central, reason=reason)

        connection.on(connection.EVENT_CONNECTION_ATT_MTU_UPDATE, change_mtu)
        connection.on(connection.EVENT_DISCONNECTION, lose)

    def _on_subscription(
        self, connection: Connection, notifies: bool, _indicates: bool
    ) -> None:
        name = "subscribed" if notifies else "unsubscribed"
        self.session.send(name, central=self._centrals[connection])
