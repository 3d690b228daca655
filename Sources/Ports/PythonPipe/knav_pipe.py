"""A session that runs in a knav process, for asyncio programs. See Docs/Pipe.md for the lines.

session = await Session.start(["knav", "central", "--stdio", "--radio", "wholeValues"])
session.send("start")
async for effect in session.effects():
    ...
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

Line = dict[str, Any]

# The longest line is a delivery: 512 bytes as hexadecimal digits, three times.
LINE_LIMIT = 1 << 16

# A program that is not a session may take so long to end by itself.
SECONDS_TO_END = 1


class RefusedLine(Exception):
    """The session did not understand a line."""


class Session:
    """A session in a process of its own."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        output: asyncio.StreamReader,
        input: asyncio.StreamWriter,
    ) -> None:
        self.process = process
        self.greeting: Line = {}
        #: The session's latest state: the line that ends the answer to each event.
        self.state: Line = {}
        self._output = output
        self._input = input
        self._is_read = False

    @classmethod
    async def start(cls, command: Sequence[str]) -> "Session":
        """Starts the program, and waits for its greeting. If that does not come, the program is ended.

        Raises:
            OSError: The program can't be started.
            ValueError: It does not greet.
            RefusedLine: It greets with another version than 1.
        """
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE_LIMIT,
        )
        assert process.stdin is not None and process.stdout is not None
        session = cls(process, process.stdout, process.stdin)
        try:
            await session._take_greeting()
        except BaseException:
            await session._give_up()
            raise
        return session

    async def _take_greeting(self) -> None:
        greeting = json.loads(await self._output.readline())
        if not isinstance(greeting, dict):
            raise ValueError(f"not a greeting: {greeting}")
        if greeting.get("pipe") != 1:
            raise RefusedLine(f"not version 1: {greeting}")
        self.greeting = greeting

    async def _give_up(self) -> None:
        """Ends a program that is not a session. One that outlived the event loop would make asyncio complain."""
        try:
            await asyncio.wait_for(self.close(), SECONDS_TO_END)
        except asyncio.TimeoutError:
            self.process.kill()
            # Programs that it started may live on, and hold its output open.
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self.close(), SECONDS_TO_END)

    def send(self, event: str, **members: Any) -> None:
        """Tells the session that something happened. Bytes are sent as hexadecimal digits."""
        if self._input.is_closing():
            return
        for name, value in members.items():
            if isinstance(value, (bytes, bytearray)):
                members[name] = value.hex()
        self._input.write(json.dumps({"event": event, **members}).encode() + b"\n")

    async def effects(self) -> AsyncIterator[Line]:
        """The effects to do, in order, until the session is closed."""
        self._is_read = True
        try:
            while text := await self._output.readline():
                line = json.loads(text)
                if "refused" in line:
                    raise RefusedLine(line["refused"])
                if "phase" in line:
                    self.state = line
                else:
                    yield line
        finally:
            self._is_read = False

    def end(self) -> None:
        """Tells the session that nothing more will happen: its effects end with the last ones."""
        self._input.close()

    async def close(self) -> int:
        """Ends the session. A reader of its effects still gets the last ones; without a reader they are lost.

        Returns:
            The exit status of its program.
        """
        self.end()
        if not self._is_read:
            while await self._output.read(LINE_LIMIT):
                pass
        return await self.process.wait()
