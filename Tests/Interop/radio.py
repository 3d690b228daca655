"""A small world made with Bumble: virtual controllers on one link, each with a host of its own."""

import logging
import pathlib
from typing import BinaryIO

from bumble import snoop
from bumble.controller import Controller
from bumble.core import UUID, AdvertisingData
from bumble.device import Device
from bumble.hci import Address
from bumble.host import Host
from bumble.link import LocalLink

# Links that are lost on purpose are not worth a warning.
logging.disable(logging.WARNING)

SERVICE = UUID("71C1E128-D92F-4FA8-A2B2-0F171DB3436C")
CHARACTERISTIC = UUID("503DD605-9BCB-4F6E-B235-270A57483026")


class World:
    """One link, and the devices on it."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.link = LocalLink()
        self.folder = folder
        self.logs: dict[str, pathlib.Path] = {}
        self._hosts: list[Host] = []
        self._files: list[BinaryIO] = []

    async def device(self, name: str, number: int, mtu: int) -> Device:
        """A device whose host writes a log, and agrees to at most this MTU."""
        address = f"F0:F1:F2:F3:F4:{number:02X}"
        host = Host()
        host.controller = Controller(name, link=self.link, public_address=address)
        device = Device(name=name, address=Address(address), host=host)
        device.gatt_server.max_mtu = mtu
        self.logs[name] = self.folder / f"{name}.btsnoop"
        log = self.logs[name].open("wb")
        self._files.append(log)
        host.snooper = snoop.BtSnooper(log)
        self._hosts.append(host)
        await device.power_on()
        return device

    def close(self) -> None:
        """Writes what the logs still keep in memory."""
        for host in self._hosts:
            host.snooper = None
        for file in self._files:
            file.close()


def advertisement() -> bytes:
    """What a phone advertises: the service."""
    return bytes(
        AdvertisingData(
            [
                (
                    AdvertisingData.INCOMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS,
                    bytes(SERVICE),
                )
            ]
        )
    )
