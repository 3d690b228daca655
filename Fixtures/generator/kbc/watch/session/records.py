"""What the session keeps of each device and of each app, and when messages are due (clauses 8.5 to 8.11)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

# Milliseconds.
SEND_TIMEOUT = 30_000  # 8.6
RETRY_INTERVAL = 2000  # 8.7
NEWEST_INTERVAL = 1000  # 8.8
STATUS_TIMEOUT = 10_000  # 8.9
OPEN_TIMEOUT = 30_000  # 8.9

APP_COUNT = 16  # 8.11
QUEUE_COUNT = 8  # 8.5
ATTEMPTS = 3  # 8.7
NOT_DELIVERED = ("deviceNotAvailable", "deviceIsBusy")  # 8.7
TEMPORARY = ("deviceNotAvailable", "deviceIsBusy", "timeout", "maximumRetries")  # 8.7


@dataclass
class Device:
    """A device that the user shares."""

    json: Json
    phase: str = "listed"
    status: str | None = None

    @property
    def id(self) -> str:
        """Its identifier."""
        return self.json["id"]

    @property
    def is_registered(self) -> bool:
        """Whether the transport reports it."""
        return self.phase != "listed"


@dataclass
class Message:
    """A message that was handed in."""

    id: int
    content: Any
    is_newest: bool
    attempts: int = 0  # how often it has been sent


@dataclass
class Transfer:
    """A message that the transport sends."""

    message: Message
    ticket: int
    due: int
    sent: int = 0  # bytes, as the transport has told


@dataclass
class Request:
    """Somebody waits for the status of an app, or for it to open."""

    due: int
    ticket: int | None = None  # none before the question is asked


@dataclass
class App:
    """A registered app."""

    id: str
    device: str
    transfer: Transfer | None = None
    queue: list[Message] = field(default_factory=list)
    newest: Message | None = None
    pause_end: int = 0
    newest_end: int = 0
    was_in_order: bool = False
    status: Request | None = None
    opening: Request | None = None

    @property
    def json(self) -> Json:
        """How an app is named."""
        return {"id": self.id, "device": self.device}

    @property
    def phase(self) -> str:
        """What is being done for it."""
        if self.transfer:
            return "sending"
        return "waiting" if self.queue or self.newest else "idle"

    def messages(self) -> list[Message]:
        """All messages that have not ended, in the order in which they would (8.4)."""
        sending = [self.transfer.message] if self.transfer else []
        return sending + self.queue + ([self.newest] if self.newest else [])

    def has_room(self) -> bool:
        """Whether another message in order may wait (8.5)."""
        return sum(message.attempts == 0 for message in self.queue) < QUEUE_COUNT

    def begin_time(self) -> int | None:
        """When the next message may begin, if its device is ready."""
        if self.transfer:
            return None
        times = [self.pause_end] if self.queue else []
        if self.newest:
            times.append(max(self.pause_end, self.newest_end))
        return min(times, default=None)

    def take(self, now: int) -> Message | None:
        """Takes out the message that may begin now."""
        begin = self.begin_time()
        if begin is None or begin > now:
            return None
        is_newest_allowed = self.newest is not None and self.newest_end <= now
        if is_newest_allowed and (self.was_in_order or not self.queue):
            message, self.newest = self.newest, None
        else:
            message = self.queue.pop(0)
        self.was_in_order = not message.is_newest
        return message
