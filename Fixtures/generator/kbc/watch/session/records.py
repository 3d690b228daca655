"""What the session keeps of each device and of each app, and when messages are due (clauses 8.5 to 8.11, 8.16)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ...reference import Refused
from .. import encoding
from ..wire import Limits

Json = dict[str, Any]

# Milliseconds.
SEND_TIMEOUT = 30_000  # 8.6
SEND_LIMIT = 120_000  # 8.6
RETRY_INTERVAL = 2000  # 8.7
NEWEST_INTERVAL = 1000  # 8.8
BATCH_INTERVAL = 10_000  # 8.16
STATUS_TIMEOUT = 10_000  # 8.9
OPEN_TIMEOUT = 30_000  # 8.9
READINESS_CHECK = 5000  # 8.17
READINESS_CHECK_LIMIT = 60_000  # 8.17
SILENT_COUNT = 2  # 8.9

APP_COUNT = 16  # 8.11
QUEUE_COUNT = 8  # 8.5
BATCHED_COUNT = 64  # 8.5
TURNS = ("inOrder", "batched", "newestOnly")  # 8.5
ATTEMPTS = 3  # 8.7
NOT_DELIVERED = ("deviceNotAvailable", "deviceIsBusy")  # 8.7
TEMPORARY = ("deviceNotAvailable", "deviceIsBusy", "timeout", "maximumRetries")  # 8.7


@dataclass
class Device:
    """A device that the user shares."""

    json: Json
    phase: str = "listed"
    status: str | None = None
    check_time: int | None = None  # when to ask it, while it waits for readiness
    check_failures: int = 0
    is_doubted: bool = False  # called away, but an app on it has sent a message since

    def wait_from(self, now: int | None) -> None:
        """It begins to wait for readiness, or ends."""
        self.check_time = None if now is None else now + READINESS_CHECK
        self.check_failures = 0
        self.is_doubted = False

    def fail_check(self, now: int) -> None:
        """It was asked in vain."""
        self.check_failures += 1
        interval = READINESS_CHECK << min(self.check_failures, 4)
        self.check_time = now + min(interval, READINESS_CHECK_LIMIT)

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
    kind: str
    attempts: int = 0  # how often it has been sent

    @property
    def is_newest(self) -> bool:
        """Whether only the newest counts."""
        return self.kind == "newestOnly"

    @property
    def messages(self) -> list[Message]:
        """Itself, as if it were a batch."""
        return [self]


@dataclass
class Batch:
    """Messages that are sent together."""

    messages: list[Message]
    attempts: int = 0
    kind: str = "batched"
    is_newest: bool = False

    @property
    def content(self) -> Any:
        """The array that is sent."""
        return array_of(self.messages)


def array_of(messages: list[Message]) -> list[Any]:
    """What a batch of these messages would be."""
    return [message.content for message in messages]


@dataclass
class Transfer:
    """A message, or a batch, that the transport sends."""

    message: Message | Batch
    ticket: int
    due: int
    limit: int
    sent: int = 0  # bytes, as the transport has told


@dataclass
class Request:
    """Somebody waits for the status of an app, or for it to open."""

    due: int
    ticket: int | None = None  # none before the question is asked
    is_own: bool = False  # nobody but the session waits


@dataclass
class App:
    """A registered app."""

    id: str
    device: str
    transfer: Transfer | None = None
    queue: list[Message] = field(default_factory=list)
    newest: Message | None = None
    batched: list[Message] = field(default_factory=list)
    batch: Batch | None = None  # one that is sent again
    pause_end: int = 0
    newest_end: int = 0
    batch_end: int = 0
    last_kind: str = TURNS[-1]
    limits: Limits = Limits()
    status: Request | None = None
    opening: Request | None = None
    given_up: int | None = None  # the ticket of the last question that was
    unanswered: int = 0  # questions in a row that a ready device has not answered

    @property
    def json(self) -> Json:
        """How an app is named."""
        return {"id": self.id, "device": self.device}

    @property
    def is_asked(self) -> bool:
        """Whether its device was asked for its status."""
        return self.status is not None and self.status.ticket is not None

    @property
    def phase(self) -> str:
        """What is being done for it."""
        if self.transfer:
            return "sending"
        return "waiting" if self._waiting() else "idle"

    def messages(self) -> list[Message]:
        """All messages that have not ended, in the order in which they would (8.4)."""
        sending = self.transfer.message.messages if self.transfer else []
        return sending + self._waiting()

    def _waiting(self) -> list[Message]:
        again = self.batch.messages if self.batch else []
        newest = [self.newest] if self.newest else []
        return self.queue + again + self.batched + newest

    def has_room(self, kind: str = "inOrder") -> bool:
        """Whether another message of a kind may wait (8.5)."""
        if kind == "batched":
            return len(self.batched) < BATCHED_COUNT
        return sum(message.attempts == 0 for message in self.queue) < QUEUE_COUNT

    def begin_time(self) -> int | None:
        """When the next message may begin, if its device is ready."""
        times = [self.begin_time_of(kind) for kind in TURNS]
        return min((time for time in times if time is not None), default=None)

    def begin_time_of(self, kind: str) -> int | None:
        """When the next message of a kind may begin, if its device is ready and it has its turn."""
        if self.transfer:
            return None
        if kind == "inOrder" and self.queue:
            return self.pause_end
        if kind == "batched" and (self.batch or self.batched):
            return max(self.pause_end, self.batch_end)
        if kind == "newestOnly" and self.newest:
            return max(self.pause_end, self.newest_end)
        return None

    def take(self, now: int) -> Message | Batch | None:
        """Takes out what may begin now."""
        after = TURNS.index(self.last_kind) + 1
        for kind in TURNS[after:] + TURNS[:after]:
            begin = self.begin_time_of(kind)
            if begin is not None and begin <= now:
                self.last_kind = kind
                return self._take_out(kind)
        return None

    def _take_out(self, kind: str) -> Message | Batch:
        if kind == "inOrder":
            return self.queue.pop(0)
        if kind == "newestOnly":
            message, self.newest = self.newest, None
            return message
        batch, self.batch = self.batch, None
        return batch or self.join()

    def join(self) -> Batch:
        """Puts a new batch together (8.16)."""
        count = self.count_that_fits()
        batch, self.batched = Batch(self.batched[:count]), self.batched[count:]
        return batch

    def count_that_fits(self) -> int:
        """How many of those that wait can be serialised together: one at least, as 8.5 has made sure."""
        fitting, too_many = 1, len(self.batched) + 1
        while too_many - fitting > 1:
            count = (fitting + too_many) // 2
            if self._fits(self.batched[:count]):
                fitting = count
            else:
                too_many = count
        return fitting

    def _fits(self, messages: list[Message]) -> bool:
        try:
            encoding.encode(array_of(messages), self.limits)
        except Refused:
            return False
        return True
