"""A system bus of its own for a test: a dbus-daemon that ends with the test."""

import asyncio
import os
import pathlib
import tempfile
from unittest import mock

CONFIGURATION = """\
<busconfig>
  <listen>unix:path={socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/>
    <allow own="*"/>
    <allow send_destination="*"/>
    <allow receive_sender="*"/>
    {rule}
  </policy>
</busconfig>
"""


class PrivateBus:
    """While it runs, this process and those it starts take it for the system bus."""

    def __init__(self, rule: str = "") -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._rule = rule
        self.socket = pathlib.Path(self._folder.name) / "bus"
        self.address = f"unix:path={self.socket}"
        self._daemon: asyncio.subprocess.Process | None = None
        self._variable = mock.patch.dict(
            os.environ, DBUS_SYSTEM_BUS_ADDRESS=self.address
        )

    async def __aenter__(self) -> "PrivateBus":
        configuration = self.socket.with_name("bus.conf")
        configuration.write_text(
            CONFIGURATION.format(socket=self.socket, rule=self._rule)
        )
        # The kernel ends the daemon if this process dies before it can.
        self._daemon = await asyncio.create_subprocess_exec(
            *("setpriv", "--pdeathsig", "KILL", "dbus-daemon", "--nofork"),
            *("--nosyslog", "--print-address", f"--config-file={configuration}"),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        assert self._daemon.stdout is not None
        if not await self._daemon.stdout.readline():
            raise AssertionError("dbus-daemon does not run")
        self._variable.start()
        return self

    async def __aexit__(self, kind, value, trace) -> None:
        self._variable.stop()
        await self.end()
        self._folder.cleanup()

    async def end(self) -> None:
        """Ends the bus: every connection to it is lost."""
        daemon, self._daemon = self._daemon, None
        if daemon is not None:
            daemon.kill()
            await daemon.wait()
