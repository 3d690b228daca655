"""The DevTools protocol over a pipe, and one page that it drives.

Messages are JSON objects that end with NUL. Sessions are flat: each message names its own.
"""

import asyncio
import base64
import itertools
import json
import logging
import os
from collections import defaultdict
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

# Steps that take long on a busy machine are not worth a warning.
logging.getLogger("asyncio").setLevel(logging.ERROR)

Message = dict[str, Any]

#: How long an answer or an event may take.
SECONDS = 20


class Refused(Exception):
    """The browser answered a command with an error."""


class ScriptError(Exception):
    """A script that was evaluated threw."""


class DevTools:
    """A connection to a browser for one event loop; another one may have been there before."""

    _numbers = itertools.count(1)

    def __init__(self, output: int, input: int, begun: bytearray) -> None:
        """
        Args:
            output: The file descriptor that messages come from.
            input: The one that they go to.
            begun: The beginning of a message; what is left at the end is for the next connection.
        """
        self._output = output
        self._input = input
        self._begun = begun
        self._has_ended = False
        self._answers: dict[int, asyncio.Future[Message]] = {}
        self._receivers: dict[str, Callable[[str, Message], None]] = {}
        asyncio.get_running_loop().add_reader(output, self._read)

    async def send(self, method: str, session: str = "", **parameters: Any) -> Message:
        """Sends a command, and waits for its result.

        Raises:
            Refused: The browser says that the command failed, or has gone.
        """
        if self._has_ended:
            raise Refused(f"{method}: the browser has ended")
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        answer = asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._input, data) :]
        try:
            async with asyncio.timeout(SECONDS):
                return await answer
        except TimeoutError:
            raise AssertionError(f"no answer to {method}") from None

    def receive(self, session: str, receiver: Callable[[str, Message], None]) -> None:
        """Calls the receiver with every event of a session."""
        self._receivers[session] = receiver

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._output)

    def _read(self) -> None:
        data = os.read(self._output, 1 << 20)
        if not data:
            return self._end()
        first, *others = data.split(b"\0")
        self._begun += first
        for next in others:
            self._take(json.loads(self._begun))
            self._begun[:] = next

    def _end(self) -> None:
        self.close()
        self._has_ended = True
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(Refused("the browser has ended"))

    def _take(self, message: Message) -> None:
        if "id" not in message:
            receiver = self._receivers.get(message.get("sessionId", ""))
            if receiver is not None:
                receiver(message["method"], message.get("params", {}))
            return
        answer = self._answers.pop(message["id"], None)
        if answer is None or answer.done():
            return
        if "error" in message:
            answer.set_exception(Refused(message["error"]["message"]))
        else:
            answer.set_result(message["result"])


#: Keys that do something: their code for Windows, and the text that they type.
KEYS = {
    "Tab": (9, ""),
    "Enter": (13, "\r"),
    "Escape": (27, ""),
    " ": (32, " "),
    "End": (35, ""),
    "Home": (36, ""),
    "ArrowLeft": (37, ""),
    "ArrowUp": (38, ""),
    "ArrowRight": (39, ""),
    "ArrowDown": (40, ""),
    "Delete": (46, ""),
}
SHIFT = 8


class Page:
    """One page, what it complained of, and what it asked the network for."""

    def __init__(
        self, devtools: DevTools, session: str, target: str, user_agent: str
    ) -> None:
        self.devtools = devtools
        self.session = session
        self.target = target
        #: Uncaught errors, errors on the console, and violations of the policy.
        self.errors: list[str] = []
        #: All that scripts wrote on the console.
        self.console: list[str] = []
        #: The addresses of all requests.
        self.requests: list[str] = []
        #: Files that were saved: their names, once they are complete.
        self.saved: list[str] = []
        self._user_agent = user_agent
        self._waiting: dict[str, list[asyncio.Future[Message]]] = defaultdict(list)
        self._queues: dict[str, asyncio.Queue[Message]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        devtools.receive(session, self._event)

    async def start(self) -> None:
        for domain in ("Page", "Runtime", "Network", "Log", "DOM", "Audits"):
            await self.send(f"{domain}.enable")

    async def send(self, method: str, **parameters: Any) -> Message:
        return await self.devtools.send(method, self.session, **parameters)

    def event(self, method: str) -> asyncio.Future[Message]:
        """The next event of this name. Ask before doing what causes it."""
        event = asyncio.get_running_loop().create_future()
        self._waiting[method].append(event)
        return event

    def events(self, method: str) -> asyncio.Queue[Message]:
        """All events of this name from now on: several may come at once."""
        return self._queues.setdefault(method, asyncio.Queue())

    async def open(self, address: str) -> None:
        """Opens an address, and waits until all of it is loaded."""
        loaded = self.event("Page.loadEventFired")
        result = await self.send("Page.navigate", url=address)
        if "errorText" in result:
            raise AssertionError(f"{address}: {result['errorText']}")
        if "loaderId" not in result:
            loaded.cancel()  # Only the fragment is another.
            return
        async with asyncio.timeout(SECONDS):
            await loaded

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await self.devtools.send("Target.closeTarget", targetId=self.target)

    # Scripts

    async def evaluate(self, script: str, gesture: bool = False) -> Any:
        """The value of an expression; a promise is awaited.

        Args:
            script: What it does the page's policy must allow; it runs by itself even so.
            gesture: Whether it counts as if the user had clicked.

        Raises:
            ScriptError: It threw.
        """
        result = await self.send(
            "Runtime.evaluate",
            expression=script,
            awaitPromise=True,
            returnByValue=True,
            userGesture=gesture,
            allowUnsafeEvalBlockedByCSP=False,
        )
        if "exceptionDetails" in result:
            raise ScriptError(described(result["exceptionDetails"]))
        return result["result"].get("value")

    async def call(self, function: str, *arguments: Any) -> Any:
        """The value of a function in JavaScript for these arguments."""
        given = ", ".join(json.dumps(argument) for argument in arguments)
        return await self.evaluate(f"({function})({given})")

    async def until(self, condition: str, what: str = "", seconds: float = 30) -> Any:
        """Waits for an expression to be true, as JavaScript sees it, and returns its value."""
        script = (
            f"(async () => {{ const is = await ({condition}); return [!!is, is]; }})()"
        )
        end = asyncio.get_running_loop().time() + seconds
        while True:
            holds, value = await self.evaluate(script)
            if holds:
                return value
            if asyncio.get_running_loop().time() > end:
                told = "; ".join(self.errors + self.console[-5:])
                raise AssertionError(
                    f"not within {seconds} s: {what or condition} {told}"
                )
            await asyncio.sleep(0.02)

    # What a user does

    async def click(self, selector: str) -> None:
        """Clicks into the middle of an element, which is scrolled into view."""
        place = await self.call(
            """selector => {
                const element = document.querySelector(selector);
                if (!element) return null;
                element.scrollIntoView({block: 'center', behavior: 'instant'});
                const box = element.getBoundingClientRect();
                const x = box.x + box.width / 2, y = box.y + box.height / 2;
                const top = document.elementFromPoint(x, y);
                return {x, y, seen: !!top && (element.contains(top) || top.contains(element))};
            }""",
            selector,
        )
        if place is None or not place["seen"]:
            raise AssertionError(f"can't be clicked: {selector}")
        for kind in ("mousePressed", "mouseReleased"):
            await self.send(
                "Input.dispatchMouseEvent",
                type=kind,
                x=place["x"],
                y=place["y"],
                button="left",
                clickCount=1,
            )

    async def press(self, key: str, shift: bool = False) -> None:
        """Presses a key: one of `KEYS`, or a character."""
        code, text = KEYS.get(key, (ord(key[0].upper()), key))
        common = {
            "key": key,
            "code": "Space" if key == " " else key,
            "windowsVirtualKeyCode": code,
            "modifiers": SHIFT if shift else 0,
        }
        down = {"type": "keyDown", "text": text} if text else {"type": "rawKeyDown"}
        await self.send("Input.dispatchKeyEvent", **down, **common)
        await self.send("Input.dispatchKeyEvent", type="keyUp", **common)

    async def type(self, text: str) -> None:
        """Types text where the focus is, as an input method does: any character goes."""
        await self.send("Input.insertText", text=text)

    async def choose_files(self, selector: str, *paths: str) -> None:
        """Gives files to a file chooser."""
        found = await self.send(
            "Runtime.evaluate",
            expression=f"document.querySelector({json.dumps(selector)})",
        )
        if "objectId" not in found["result"]:
            raise AssertionError(f"not there: {selector}")
        await self.send(
            "DOM.setFileInputFiles",
            files=list(paths),
            objectId=found["result"]["objectId"],
        )

    # What a user has

    async def size(self, width: int, height: int = 800) -> None:
        await self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    async def prefer(self, scheme: str) -> None:
        """Prefers light or dark."""
        feature = {"name": "prefers-color-scheme", "value": scheme}
        await self.send("Emulation.setEmulatedMedia", features=[feature])

    async def language(self, language: str) -> None:
        """What the next page that is opened takes for the user's language: `de-DE`."""
        await self.send(
            "Network.setUserAgentOverride",
            userAgent=self._user_agent,
            acceptLanguage=language,
        )

    async def visible(self, is_visible: bool) -> None:
        """Hides the page, as another tab before it does, or shows it again."""
        state = "active" if is_visible else "frozen"
        await self.send("Page.setWebLifecycleState", state=state)

    # What a user gets

    async def tree(self) -> list[Message]:
        """What a screen reader is told, in its order: the accessibility tree without what is ignored."""
        result = await self.send("Accessibility.getFullAXTree")
        nodes = {node["nodeId"]: node for node in result["nodes"]}
        found = []
        ahead = [node for node in result["nodes"] if "parentId" not in node]
        while ahead:
            node = ahead.pop()
            if not node["ignored"]:
                found.append(node)
            children = reversed(node["childIds"])
            ahead += [nodes[child] for child in children if child in nodes]
        return found

    async def screenshot(self) -> bytes:
        """The whole page as PNG, from top to bottom."""
        result = await self.send("Page.captureScreenshot", captureBeyondViewport=True)
        return base64.b64decode(result["data"])

    # What happened

    def expect_no_errors(self) -> None:
        """Fails if anything went wrong, or a request left this machine."""
        left = [address for address in self.requests if not is_local(address)]
        wrong = list(dict.fromkeys(self.take_errors()))
        if left:
            wrong.append(f"requests left this machine: {left}")
        if wrong:
            raise AssertionError("errors in the page:\n" + "\n".join(wrong[:20]))

    def take_errors(self) -> list[str]:
        """The errors up to now, which were expected, and so were the requests."""
        errors, self.errors, self.requests = self.errors, [], []
        return errors

    def in_background(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _event(self, method: str, event: Message) -> None:
        match method:
            case "Runtime.exceptionThrown":
                self.errors.append(described(event["exceptionDetails"]))
            case "Runtime.consoleAPICalled":
                text = " ".join(shown(one) for one in event["args"])
                self.console.append(f"{event['type']}: {text}")
                if event["type"] in ("error", "assert"):
                    self.errors.append(f"console: {text}")
            case "Log.entryAdded":
                entry = event["entry"]
                if entry["level"] == "error":
                    self.errors.append(f"{entry['source']}: {entry['text']}")
            case "Audits.issueAdded":
                self._add_issue(event["issue"])
            case "Network.requestWillBeSent":
                self.requests.append(event["request"]["url"])
            case "Network.webSocketCreated" | "Network.webTransportCreated":
                self.requests.append(event["url"])
            case "Inspector.targetCrashed":
                self.errors.append("the page crashed")
            case "Page.javascriptDialogOpening":
                self.errors.append(f"a dialog: {event['message']}")
                self.in_background(
                    self.send("Page.handleJavaScriptDialog", accept=False)
                )
        if method in self._queues:
            self._queues[method].put_nowait(event)
        for waiting in self._waiting.pop(method, []):
            if not waiting.done():
                waiting.set_result(event)

    def _add_issue(self, issue: Message) -> None:
        details = issue["details"].get("contentSecurityPolicyIssueDetails")
        if details is not None:
            directive = details["violatedDirective"]
            what = (
                details.get("blockedURL")
                or details["contentSecurityPolicyViolationType"]
            )
            self.errors.append(f"policy: {directive} forbids {what}")


def is_local(address: str) -> bool:
    parts = urlsplit(address)
    if parts.scheme in ("file", "data", "blob", "about"):
        return parts.hostname is None
    return parts.hostname in ("127.0.0.1", "localhost", "::1")


def described(details: Message) -> str:
    """An exception in one line, or with its stack."""
    exception = details.get("exception", {})
    text = exception.get("description") or shown(exception) or details["text"]
    place = f"{details.get('url', '')}:{details.get('lineNumber', 0) + 1}"
    return f"{text} ({place})"


def shown(value: Message) -> str:
    """A value as the console shows it."""
    if "value" in value:
        return str(value["value"])
    return value.get("description", value.get("type", ""))
