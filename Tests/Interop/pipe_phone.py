"""Our phone on any radio: a peripheral session in a knav process, asked as a GATT server is."""

import asyncio
from collections import deque
from collections.abc import Callable

from common import KNAV
from knav_pipe import Line, Session


class ATTError(Exception):
    """The phone refused a request."""

    def __init__(self, code: int) -> None:
        super().__init__(f"ATT error 0x{code:02x}")
        self.code = code


class PipePhone:
    """Serves one central. The session decides every answer's bytes and every error."""

    CENTRAL = 1

    def __init__(self, session: Session) -> None:
        self.session = session
        self.published: list[bytes] = []
        self.is_advertising = False
        self.has_service = False
        self.notified: Callable[[bytes], None] = lambda _value: None
        self.service_changed: Callable[[], None] = lambda: None
        self._reads: deque[asyncio.Future[bytes]] = deque()
        self._running = asyncio.create_task(self._run())

    @classmethod
    async def start(cls, *arguments: str) -> "PipePhone":
        """Starts a phone that navigates."""
        phone = cls(await Session.start([KNAV, "peripheral", "--stdio", *arguments]))
        phone.session.send("startNavigation")
        return phone

    async def close(self) -> None:
        status = await self.session.close()
        await self._running
        assert status == 0, f"the phone's session ended with {status}"

    def publish(self, instruction: bytes) -> None:
        self.published.append(instruction)
        self.session.send("publish", bytes=instruction)

    def connect(self, mtu: int) -> None:
        self.session.send("connected", central=self.CENTRAL, mtu=mtu)

    def disconnect(self) -> None:
        self.session.send("disconnected", central=self.CENTRAL)

    def subscribe(self, wants: bool) -> None:
        name = "subscribed" if wants else "unsubscribed"
        self.session.send(name, central=self.CENTRAL)

    async def read(self, offset: int) -> bytes:
        """The phone's answer to one request.

        Raises:
            ATTError: The phone refused it.
        """
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._reads.append(answer)
        self.session.send("read", central=self.CENTRAL, offset=offset)
        return await answer

    async def _run(self) -> None:
        async for effect in self.session.effects():
            match effect["effect"]:
                case "addService" | "removeService":
                    self.has_service = effect["effect"] == "addService"
                    self.service_changed()
                case "startAdvertising" | "stopAdvertising":
                    self.is_advertising = effect["effect"] == "startAdvertising"
                case "notify":
                    self.notified(bytes.fromhex(effect["bytes"]))
                case "answer" | "reject":
                    self._finish(self._reads.popleft(), effect)

    def _finish(self, read: asyncio.Future[bytes], effect: Line) -> None:
        if read.done():
            return  # The link was lost first.
        if effect["effect"] == "answer":
            read.set_result(bytes.fromhex(effect["bytes"]))
        else:
            read.set_exception(ATTError(effect["attError"]))
