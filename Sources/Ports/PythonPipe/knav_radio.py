"""What every radio for the session of `knav central` does: it carries out the effects, one after another.

A subclass says how, and tells the session what happened.
"""

import asyncio
import io
import os
import re
import shutil
import sys
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, NoReturn, TextIO

from knav_pipe import Line, RefusedLine, Session

SERVICE = "71c1e128-d92f-4fa8-a2b2-0f171db3436c"
CHARACTERISTIC = "503dd605-9bcb-4f6e-b235-270a57483026"

#: How long to wait before scanning again when the radio can't scan, and when it was just switched on.
RETRY_SECONDS = 5.0
SOON_SECONDS = 0.2

USAGE = """\
usage: python3 {program} {options}[KNAV...]

{purpose} in a terminal. It runs until Ctrl-C.

KNAV is the command that runs knav, for example: swift run -c release knav
Without it, the program runs knav from the PATH. Docs/Pipe.md says more."""

# Exit statuses, as sysexits.h numbers them.
EX_USAGE = 64
EX_UNAVAILABLE = 69
EX_SOFTWARE = 70
EX_NOPERM = 77


#: What would change how a terminal shows the rest: control characters, line and paragraph separators, and
#: controls of the writing direction. A phone nearby chooses the street.
STEERING = re.compile("[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufffe\uffff]")


def say(*words: object, file: TextIO | None = None) -> None:
    """Prints a line, with U+FFFD for each character that would steer the terminal."""
    print(*(STEERING.sub("\ufffd", str(word)) for word in words), file=file, flush=True)


class Unavailable(Exception):
    """There is no radio; the message says why, and what to do."""

    def __init__(self, message: str, status: int = EX_UNAVAILABLE) -> None:
        super().__init__(message)
        self.status = status


class Radio:
    """Does what the session says, and tells it what happened."""

    def __init__(self, session: Session) -> None:
        self.session = session
        # The running tasks: requests, which end with their link, and all others.
        self._requests: set[asyncio.Task[None]] = set()
        self._others: set[asyncio.Task[None]] = set()
        self._failure: BaseException | None = None
        # The next try of a radio that can't scan, and in how many seconds another one would come.
        self._retry: asyncio.TimerHandle | None = None
        self._delay = RETRY_SECONDS
        # What the user was told last about a radio that can't be used now.
        self._told = ""
        # One effect at a time, in the session's order.
        self._turn = asyncio.Lock()

    async def start_scan(self) -> None:
        """Scans for the service, and tells each phone that is found."""
        raise NotImplementedError

    async def stop_scan(self) -> None:
        """Stops scanning."""
        raise NotImplementedError

    async def connect(self, peer: int, link: int) -> None:
        """Connects to the phone, or tells that the link was lost."""
        raise NotImplementedError

    async def disconnect(self) -> None:
        """Ends the link, even if it is still being set up."""
        raise NotImplementedError

    async def discover(self, ticket: int) -> None:
        """Looks for the characteristic."""
        raise NotImplementedError

    async def subscribe(self, ticket: int) -> None:
        """Asks for notifications."""
        raise NotImplementedError

    async def read(self, ticket: int, offset: int) -> None:
        """Reads from the characteristic."""
        raise NotImplementedError

    async def run(self) -> None:
        """Runs until the session ends, or the radio fails in a way that the session can't be told."""
        self.session.send("start")
        try:
            async for effect in self.session.effects():
                self._perform(effect)
        finally:
            tasks = self._requests | self._others
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.disconnect()
        if self._failure is not None:
            raise self._failure

    def _perform(self, effect: Line) -> None:
        match effect["effect"]:
            case "startScan":
                self.begin(self.start_scan())
            case "stopScan":
                self.begin(self.stop_scan())
            case "connect":
                self._begin_request(self.connect(effect["peer"], effect["link"]))
            case "disconnect":
                # The session no longer expects anything from this link.
                for task in self._requests:
                    task.cancel()
                self.begin(self.disconnect())
            case "discover":
                self._begin_request(self.discover(effect["ticket"]))
            case "subscribe":
                self._begin_request(self.subscribe(effect["ticket"]))
            case "read":
                self._begin_request(self.read(effect["ticket"], effect["offset"]))
            case _:
                self.show(effect)

    def show(self, effect: Line) -> None:
        """Shows what the session delivers and reports."""
        match effect["effect"]:
            case "deliver":
                instruction = effect.get("instruction", {})
                say(
                    instruction.get("arrowName", "?"),
                    f"{instruction.get('distanceInMeters', '?')} m",
                    instruction.get("street", ""),
                    "" if effect["extent"] == "whole" else "…",
                )
            case "report":
                say(f"[{effect['status']}]")

    def say_waiting(self, reason: str) -> None:
        """Tells the user once why the device waits for its radio."""
        if reason != self._told:
            self._told = reason
            say(f"{reason} Waiting.", file=sys.stderr)

    def scan_later(self, reason: str) -> None:
        """Tells that Bluetooth is off, as the radio can't scan, and lets the session try again in a while."""
        self.say_waiting(reason)
        self.session.send("radioOff")
        if self._retry is not None:
            self._retry.cancel()
        self._retry = asyncio.get_running_loop().call_later(self._delay, self._scan)
        self._delay = RETRY_SECONDS

    def scan_now(self) -> None:
        """Ends such a wait, because Bluetooth was switched on. What scans may learn of that a little later."""
        self._delay = SOON_SECONDS
        if self._retry is not None:
            self._retry.cancel()
            self._scan()

    def scans(self) -> None:
        """Notes that the radio scans."""
        self._delay = RETRY_SECONDS

    def _scan(self) -> None:
        self._retry = None
        self.session.send("radioOn")

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Does this as soon as all that was begun before is done."""
        self._add(work, self._others)

    def _begin_request(self, work: Coroutine[Any, Any, None]) -> None:
        self._add(work, self._requests)

    def _add(
        self, work: Coroutine[Any, Any, None], tasks: set[asyncio.Task[None]]
    ) -> None:
        task = asyncio.ensure_future(self._in_turn(work))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        task.add_done_callback(self._finish)

    def _finish(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            self._failure = task.exception()
            self.session.end()

    async def _in_turn(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            async with self._turn:
                await work
        finally:
            work.close()


async def start_session(radio: str) -> Session:
    """Starts a session of `knav central`, for a radio of this kind.

    With one callback it only reads: a program that is told values through a loop of its own can't promise what a
    subscription asks for (Docs/Protocol.md, 8.9).

    Raises:
        Unavailable: knav does not run.
    """
    words = ["--no-subscription"] if radio == "oneCallback" else []
    return await start_pipe("central", "--stdio", "--radio", radio, *words)


async def start_pipe(*words: str) -> Session:
    """Starts knav with these arguments, by the command in the program's arguments.

    Raises:
        Unavailable: knav does not run.
    """
    name, *arguments = _knav()
    try:
        return await Session.start([name, *arguments, *words])
    except OSError as error:
        raise Unavailable(f"{name} does not run: {error.strerror}.") from error
    except ValueError as error:
        raise Unavailable(
            f"{name} does not run: it did not greet. The arguments are the command that runs knav."
        ) from error


def lacks(package: str, missing: ModuleNotFoundError) -> Callable[..., Awaitable[None]]:
    """A device that can't run, because a package is missing."""

    async def device(**_: int) -> None:
        raise Unavailable(
            f"The Python package {missing.name} is missing: pip install {package}"
        )

    return device


def main(
    device: Callable[..., Awaitable[None]],
    purpose: str = "A device for the handlebar",
    options: Sequence[str] = (),
) -> NoReturn:
    """Runs the device until it is interrupted, or can't go on: then says why, and exits with a status.

    The arguments come first: they are checked before the device looks for Bluetooth.

    Args:
        device: Is given the options' numbers, by their names.
        purpose: What it is, for people.
        options: The names of its options, each with a number.
    """
    numbers: dict[str, int] = {}

    async def run() -> None:
        await device(**numbers)

    for stream in (sys.stdout, sys.stderr):
        # A locale may lack the characters of a street.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    program = os.path.basename(sys.argv[0])
    while sys.argv[1:] and sys.argv[1].startswith("-"):
        option, *rest = sys.argv[1:]
        if option in ("-h", "--help"):
            usage = "".join(f"[--{name} N] " for name in options)
            print(USAGE.format(program=program, purpose=purpose, options=usage))
            sys.exit()
        if option.removeprefix("--") not in options:
            say(f"There is no option {option}: see {program} --help", file=sys.stderr)
            sys.exit(EX_USAGE)
        if not rest or not rest[0].isdecimal():
            print(f"{option} needs a number", file=sys.stderr)
            sys.exit(EX_USAGE)
        numbers[option.removeprefix("--")] = int(rest[0])
        del sys.argv[1:3]
    try:
        _check_knav()
        asyncio.run(run())
    except KeyboardInterrupt:
        pass
    except Unavailable as problem:
        say(problem, file=sys.stderr)
        sys.exit(problem.status)
    except RefusedLine as refusal:
        say(f"knav did not understand this program: {refusal}", file=sys.stderr)
        sys.exit(EX_SOFTWARE)
    sys.exit()


def _knav() -> list[str]:
    return sys.argv[1:] or ["knav"]


def _check_knav() -> None:
    name = _knav()[0]
    if shutil.which(name) is None:
        raise Unavailable(
            f"{name} does not run: there is no such program. "
            "The arguments are the command that runs knav."
        )
