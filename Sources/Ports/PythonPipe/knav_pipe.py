"""A session that runs in a knav process, for asyncio programs. See Docs/Pipe.md for the lines.

session = await Session.start(["knav", "central", "--stdio", "--radio", "wholeValues"])
session.send("start")
async for effect in session.effects():
    ...
"""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

Line = dict[str, Any]

# The longest line is a delivery: 512 bytes as hexadecimal digits, three times.
LINE_LIMIT = 1 << 16


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
        """Starts the program, and waits for its greeting."""
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE_LIMIT,
        )
        assert process.stdin is not None and process.stdout is not None
        session = cls(process, process.stdout, process.stdin)
        session.greeting = json.loads(await process.stdout.readline())
        if session.greeting.get("pipe") != 1:
            raise RefusedLine(f"not version 1: {session.greeting}")
        return session

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
