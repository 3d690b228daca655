"""A headless Chromium with a profile for each test, and the page for it to open."""

import asyncio
import os
import pathlib
import subprocess
import tempfile

from devtools import SECONDS, DevTools, Message, Page

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
#: The folder of the page, and its address on the disk.
PAGE = pathlib.Path(os.environ.get("PAGE", ROOT / ".build/browser")).absolute()
ON_DISK = (PAGE / "index.html").as_uri()
CHROMIUM = os.environ.get("CHROMIUM", "chromium")

FLAGS = (
    "--headless",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    # A test that measures or waits is not slowed down because nobody looks.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    # Nothing can leave this machine, even if a page tries.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)
#: Chromium uses bluetoothd on Linux only when told so.
BLUETOOTH_FLAGS = ("--enable-features=WebBluetooth",)


class Process:
    """A browser, which may go on after a test: to start one takes longer than most tests."""

    #: Those that no test uses.
    idle: "list[Process]" = []

    def __init__(self, *flags: str) -> None:
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        # Chromium reads commands from file 3, and writes answers to file 4.
        # The kernel ends it if this process dies before it can.
        command = 'exec "$@" 3<&0 4>&1 0< /dev/null 1>&2'
        self._process = subprocess.Popen(
            [
                *("setpriv", "--pdeathsig", "KILL", "bash", "-c", command, "bash"),
                *(CHROMIUM, *FLAGS, *flags, f"--user-data-dir={self._profile.name}"),
                *(["--no-sandbox"] if os.geteuid() == 0 else []),
                "about:blank",
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._begun = bytearray()

    def connect(self) -> DevTools:
        assert self._process.stdin is not None and self._process.stdout is not None
        files = self._process.stdout.fileno(), self._process.stdin.fileno()
        return DevTools(*files, self._begun)

    def end(self) -> None:
        with self._process:
            self._process.kill()
        self._profile.cleanup()


class Chromium:
    """A browser with a profile of its own, in which tests open pages.

    One with flags, or in which a test failed, ends with the test.
    """

    def __init__(self, *flags: str) -> None:
        self._flags = flags
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        #: Where files that pages save come to lie.
        self.downloads = pathlib.Path(self._folder.name)
        self.pages: list[Page] = []
        self._user_agent = ""

    async def __aenter__(self) -> "Chromium":
        is_shared = not self._flags and Process.idle
        self._process = Process.idle.pop() if is_shared else Process(*self._flags)
        self.devtools = self._process.connect()
        try:
            await self._begin()
        except BaseException:
            await self._leave(is_reusable=False)
            raise
        return self

    async def _begin(self) -> None:
        self.devtools.receive("", self._event)
        version = await self.devtools.send("Browser.getVersion")
        self._user_agent = version["userAgent"]
        created = await self.devtools.send("Target.createBrowserContext")
        self._profile = created["browserContextId"]
        await self.devtools.send(
            "Browser.setDownloadBehavior",
            behavior="allow",
            browserContextId=self._profile,
            downloadPath=str(self.downloads),
            eventsEnabled=True,
        )

    async def __aexit__(self, kind, value, trace) -> None:
        is_reusable = False
        try:
            if kind is None:
                for page in self.pages:
                    page.expect_no_errors()
                if not self._flags:
                    profile = {"browserContextId": self._profile}
                    await self.devtools.send("Target.disposeBrowserContext", **profile)
                    is_reusable = True
        finally:
            await self._leave(is_reusable)

    async def _leave(self, is_reusable: bool) -> None:
        self.devtools.close()
        if is_reusable:
            Process.idle.append(self._process)
        else:
            await asyncio.to_thread(self._process.end)
        self._folder.cleanup()

    async def page(self, address: str = "") -> Page:
        """Opens a page. When the browser is left without an error, the page must not have had any."""
        target = await self.devtools.send(
            "Target.createTarget", url="about:blank", browserContextId=self._profile
        )
        identifier = target["targetId"]
        attached = await self.devtools.send(
            "Target.attachToTarget", targetId=identifier, flatten=True
        )
        page = Page(self.devtools, attached["sessionId"], identifier, self._user_agent)
        await page.start()
        self.pages.append(page)
        if address:
            await page.open(address)
        return page

    async def saved(self, count: int = 1) -> list[pathlib.Path]:
        """Waits until so many files were saved in all."""
        end = asyncio.get_running_loop().time() + SECONDS
        while True:
            files = sorted(
                file
                for file in self.downloads.iterdir()
                if not file.name.endswith(".crdownload")
                and not file.name.startswith(".")
            )
            if len(files) >= count and self._complete >= count:
                return files
            if asyncio.get_running_loop().time() > end:
                raise AssertionError(f"{len(files)} of {count} files were saved")
            await asyncio.sleep(0.02)

    _complete = 0

    def _event(self, method: str, event: Message) -> None:
        if method == "Browser.downloadProgress" and event["state"] == "completed":
            self._complete += 1


class Served:
    """The page from a web server on loopback: the one that comes with it."""

    async def __aenter__(self) -> str:
        """The address."""
        self._process = await asyncio.create_subprocess_exec(
            *("setpriv", "--pdeathsig", "KILL"),
            *(ROOT / "Sources/Browser/serve.py", "--port", "0", PAGE),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        assert self._process.stdout is not None
        return (await self._process.stdout.readline()).decode().strip()

    async def __aexit__(self, kind, value, trace) -> None:
        self._process.kill()
        await self._process.wait()
