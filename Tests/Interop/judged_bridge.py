"""The bridge on bleak as a device that `knav judge` judges, in virtual time.

    knav judge -- python3 judged_bridge.py KNAV [FAULT]

Bleak is a stand-in whose radio is the judge: it reads the judge's events, and writes what bleak would do. The bridge's
session is a process of KNAV. FAULT is one of `faulty_bridges.py`.
"""

from __future__ import annotations

import asyncio
import json
import os
import selectors
import subprocess
import sys
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import bleak_device
import knav_radio
from bleak.exc import (
    BleakBluetoothNotAvailableError,
    BleakBluetoothNotAvailableReason,
    BleakError,
    BleakGATTProtocolError,
)
from faulty_bridges import FAULTS
from knav_pipe import Line
from knav_radio import CHARACTERISTIC, EX_SOFTWARE, SERVICE


class Session:
    """A session that answers at once, in the judge's time: in place of `knav_pipe.Session`."""

    def __init__(self, knav: str, air: Air) -> None:
        words = ["--stdio", "--clock", "given", "--radio", bleak_device.RADIO]
        self._process = subprocess.Popen(
            [knav, "central", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._air = air
        self._effects: asyncio.Queue[Line] = asyncio.Queue()
        self.state: Line = self._read()

    @property
    def deadline(self) -> int | None:
        deadline = self.state.get("deadline")
        return None if deadline is None else int(deadline)

    def send(self, event: str, **members: Any) -> None:
        for name, value in members.items():
            if isinstance(value, (bytes, bytearray)):
                members[name] = value.hex()
        line = json.dumps({"at": self._air.now, "event": event, **members})
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()
        while "phase" not in (line := self._read()):
            assert "refused" not in line, line
            self._effects.put_nowait(line)
        self.state = line

    def _read(self) -> Line:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())

    async def effects(self) -> AsyncIterator[Line]:
        while True:
            yield await self._effects.get()

    def end(self) -> None:
        os._exit(EX_SOFTWARE)  # The bridge gave up.


class Judge(selectors.SelectSelector):
    """What the event loop waits for: when nothing is left to do, the judge's next event."""

    def __init__(self, air: Air) -> None:
        super().__init__()
        self._air = air

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None or timeout > 0:
            self._air.exchange(timeout)
        return []


class Loop(asyncio.SelectorEventLoop):
    """An event loop in the judge's time."""

    def __init__(self, air: Air) -> None:
        super().__init__(Judge(air))
        self._air = air

    def time(self) -> float:
        # It asks before the air is known.
        return self._air.now / 1000 if hasattr(self, "_air") else 0


class Air:
    """What the judge tells and is told."""

    def __init__(self) -> None:
        self.now = 0
        self.has_begun = False
        self.is_on = True
        self.scanner: Scanner | None = None
        self.client: Client | None = None
        #: The requests without an answer so far.
        self.open: dict[int, asyncio.Future[Line]] = {}
        self.last_number = 0
        self.run: asyncio.Task[None] | None = None

    def prepare(self, knav: str, bridge: type[bleak_device.BleakRadio]) -> None:
        self.session = Session(knav, self)
        knav_radio.Radio.show = lambda _, effect: self.show(effect)
        knav_radio.Radio.say_waiting = lambda _, reason: None
        self.bridge = bridge(self.session)

    def number(self) -> int:
        self.last_number += 1
        return self.last_number

    def do(self, effect: str, **members: Any) -> None:
        print(json.dumps({"effect": effect, **members}))

    async def ask(self, request: str, **members: Any) -> Line:
        number = self.number()
        self.do(request, ticket=number, **members)
        return await self.answer(number)

    async def answer(self, number: int) -> Line:
        self.open[number] = asyncio.get_running_loop().create_future()
        try:
            event = await self.open[number]
        finally:
            del self.open[number]
        if event["event"] == "disconnected":
            raise BleakError("disconnected")
        if event["event"] == "failed":
            raise BleakGATTProtocolError(event["attError"])
        return event

    def show(self, effect: Line) -> None:
        members = ("effect", "extent", "bytes", "status")
        if effect["effect"] != "fault":
            self.do(**{name: effect[name] for name in members if name in effect})

    def exchange(self, timeout: float | None) -> None:
        deadlines = [] if self.session.deadline is None else [self.session.deadline]
        if timeout is not None:
            deadlines.append(self.now + round(timeout * 1000))
        if self.has_begun:
            print(json.dumps({"deadline": min(deadlines, default=None)}), flush=True)
        self.has_begun = True
        line = sys.stdin.readline()
        if not line:
            os._exit(0)
        event = json.loads(line)
        self.now = event["at"]
        self.take(event)

    def take(self, event: Line) -> None:
        match event["event"]:
            case "start":
                self.run = asyncio.ensure_future(self.bridge.run())
            case "timePassed":
                if (
                    self.session.deadline is not None
                    and self.session.deadline <= self.now
                ):
                    self.session.send("timePassed")
            case "found" if self.scanner is not None:
                advertisement = SimpleNamespace(service_uuids=[SERVICE])
                self.scanner.found(event["peer"], advertisement)
            case "notified" if self.client is not None:
                self.client.notify(event)
            case "mtuChanged" if self.client is not None:
                self.client.mtu = event["mtu"]
            case "disconnected" if self.client is not None:
                self.client.lose(event["link"])
            case "radioOff":
                self.is_on = False
                self.scanner = None
                if self.client is not None:
                    self.client.lose(self.client.link)
                self.bridge.power_off()
            case "radioOn":
                self.is_on = True
                self.bridge.scan_now()
            case _:
                number = event.get("ticket", event.get("link"))
                if number in self.open and not self.open[number].done():
                    self.open[number].set_result(event)


AIR = Air()


class Scanner:
    """In place of `BleakScanner`."""

    def __init__(self, found: Any, _services: list[str]) -> None:
        self.found = found

    async def start(self) -> None:
        if not AIR.is_on:
            raise BleakBluetoothNotAvailableError(
                "Bluetooth is off", BleakBluetoothNotAvailableReason.POWERED_OFF
            )
        AIR.scanner = self
        AIR.do("startScan")

    async def stop(self) -> None:
        if AIR.scanner is self:
            AIR.scanner = None
            AIR.do("stopScan")


class Client:
    """In place of `BleakClient`, with the characteristic in place of all services."""

    def __init__(self, peer: int, disconnected_callback: Any) -> None:
        self._peer = peer
        self._lost = disconnected_callback
        self._notified: Any = None
        self._is_connected = False
        self.services = self
        self.link = AIR.number()
        self.mtu: int | None = None
        self.properties = ["read"]

    async def connect(self) -> None:
        if not AIR.is_on:
            raise BleakError("Bluetooth is off")
        AIR.client = self
        AIR.do("connect", peer=self._peer, link=self.link)
        self.mtu = (await AIR.answer(self.link)).get("mtu")
        found = await AIR.ask("discover")
        self._is_found = found["event"] == "discovered"
        self.properties = ["read", "notify"] if found.get("hasCCCD") else ["read"]
        self._is_connected = True

    def get_service(self, uuid: str) -> Client | None:
        assert uuid == SERVICE
        return self if self._is_found else None

    def get_characteristic(self, uuid: str) -> Client:
        assert uuid == CHARACTERISTIC
        return self

    @property
    def obj(self) -> tuple[str, dict[str, Any]]:
        return ("path", {"MTU": self.mtu, "NotifyAcquired": False})

    async def disconnect(self) -> None:
        if AIR.client is self:
            AIR.client = None
            AIR.do("disconnect", link=self.link)

    def lose(self, link: int) -> None:
        if link != self.link:
            return
        AIR.client = None
        for answer in AIR.open.values():
            if not answer.done():
                answer.set_result({"event": "disconnected"})
        if self._is_connected:
            self._lost(self)

    def notify(self, event: Line) -> None:
        if event["link"] == self.link and self._notified is not None:
            self._notified(self, bytearray.fromhex(event["bytes"]))

    async def start_notify(
        self, _characteristic: Client, notified: Any, bluez: Any
    ) -> None:
        self._notified = notified
        await AIR.ask("subscribe")

    async def read_gatt_char(self, _characteristic: Client) -> bytearray:
        return bytearray.fromhex((await AIR.ask("read", offset=0))["bytes"])


def main() -> None:
    knav, *fault = sys.argv[1:]
    bleak_device.BleakScanner, bleak_device.BleakClient = Scanner, Client
    loop = Loop(AIR)
    asyncio.set_event_loop(loop)
    AIR.prepare(knav, FAULTS[fault[0]][0] if fault else bleak_device.BleakRadio)
    print(json.dumps({"radio": bleak_device.RADIO}), flush=True)
    loop.run_until_complete(loop.create_future())


if __name__ == "__main__":
    main()
