"""A model of the session: its apps and their messages (clauses 8.5 to 8.11, 8.16)."""

from typing import Any

from ...reference import Refused
from .. import encoding, wire
from . import records
from .devices import Devices
from .records import App, Batch, Json, Message, Request, Transfer, array_of


class Companion(Devices):
    """Answers one event at a time with effects."""

    def app(self, event: Json) -> App | None:
        """The registered app that an event is about."""
        return next((app for app in self.apps if app.json == event["app"]), None)

    def _phase_of_device(self, app: App) -> str:
        device = self.device(app.device)
        return device.phase if device else "unknown"

    def _go_on(self) -> None:
        super()._go_on()
        for app in self.apps:
            self._meet_deadlines(app)
            self._begin(app)
        for device in self.devices:
            self._check_readiness(device)

    def _times(self, app: App) -> list[int | None]:
        waits = (app.transfer, app.status, app.opening)
        times = [wait.due for wait in waits if wait]
        is_ready = self._phase_of_device(app) == "ready"
        return [*times, app.begin_time() if is_ready else None]

    def _meet_deadlines(self, app: App) -> None:
        if app.transfer and app.transfer.due <= self.now:
            self._end_transfer(app, "timeout")
        if app.status and app.status.due <= self.now:
            self._give_up_status(app)
        if app.opening and app.opening.due <= self.now:
            app.opening = None
            self.do("opened", app=app.json, result="timeout")

    # Registering (8.11)

    def _on_registerApp(self, event: Json) -> None:
        device = self.device(event["app"]["device"])
        if device is None:
            self.refuse("unknownDevice")
        elif not device.is_registered:
            self.refuse("deviceNotRegistered")
        elif self.app(event) is None:
            if len(self.apps) >= records.APP_COUNT:
                return self.refuse("tooManyApps")
            limits = wire.limits_of(self.configuration)
            self.apps.append(App(**event["app"], limits=limits))
            self.do("registerApp", app=event["app"])

    def _on_unregisterApp(self, event: Json) -> None:
        app = self.app(event)
        if app is None:
            return self.refuse("appNotRegistered")
        self._end_app(app)

    def _on_unregisterAllApps(self, _: Json) -> None:
        for app in list(self.apps):
            self._end_app(app)

    def _end_app(self, app: App) -> None:
        for message in app.messages():
            self._end(app, message, "dropped")
        self._end_requests(app, "unregistered")
        self.do("unregisterApp", app=app.json)
        self.apps.remove(app)

    # The status of an app, and opening it (8.9)

    def _on_requestAppStatus(self, event: Json) -> None:
        app = self.app(event)
        if app is None:
            return self.refuse("appNotRegistered")
        if app.status and not app.status.is_own:
            return
        phase = self._phase_of_device(app)
        if phase not in ("connected", "ready"):
            return self.do("noAppStatus", app=app.json, reason="away")
        if app.status:
            app.status.is_own = False
            return
        app.status = Request(self.now + records.STATUS_TIMEOUT)
        if phase == "ready":
            self._ask_status(app)

    def _ask_status(self, app: App) -> None:
        """Asks, if somebody waits for the status."""
        if app.status is None or app.status.ticket is not None:
            return
        app.status.ticket = self.new_ticket()
        app.status.due = self.now + records.STATUS_TIMEOUT
        self.do("requestAppStatus", app=app.json, ticket=app.status.ticket)

    def _on_appStatusAnswered(self, event: Json) -> None:
        for app in self.apps:
            if app.status and app.status.ticket == event["ticket"]:
                if event["status"] is None:
                    return self._give_up_status(app)
                is_own, app.status = app.status.is_own, None
                app.unanswered = 0
                self._hear_answer(app)
                if not is_own:
                    self.do("appStatus", app=app.json, status=event["status"])
                return
        self.late()
        self._hear_late_answer(event)

    def _hear_late_answer(self, event: Json) -> None:
        for app in self.apps:
            if app.given_up == event["ticket"] and event["status"]:
                self._hear_answer(app)

    def _give_up_status(self, app: App) -> None:
        question, app.status = app.status, None
        app.given_up = question.ticket
        is_ready = self._phase_of_device(app) == "ready"
        if not question.is_own:
            reason = "timeout" if is_ready else "notReady"
            self.do("noAppStatus", app=app.json, reason=reason)
        if not is_ready:
            if question.ticket is not None:
                self._readiness_check_failed(self.device(app.device), question.due)
        elif not question.is_own:
            app.unanswered += 1
            if app.unanswered == records.SILENT_COUNT:
                self.fault("silentApp", app=app.json)

    def _on_openApp(self, event: Json) -> None:
        app = self.app(event)
        if app is None:
            return self.refuse("appNotRegistered")
        if app.opening:
            return self.refuse("underWay")
        if self._phase_of_device(app) != "ready":
            return self.refuse("deviceNotReady")
        app.opening = Request(self.now + records.OPEN_TIMEOUT, self.new_ticket())
        self.do("openApp", app=app.json, ticket=app.opening.ticket)

    def _on_openAnswered(self, event: Json) -> None:
        for app in self.apps:
            if app.opening and app.opening.ticket == event["ticket"]:
                app.opening = None
                return self.do("opened", app=app.json, result=event["result"])
        self.late()

    # Messages (8.5 to 8.8, 8.10, 8.16)

    def _on_send(self, event: Json) -> None:
        app = self.app(event)
        message = Message(event["id"], event["content"], event["delivery"])
        is_batched = message.kind == "batched"
        if app is None:
            return self._refuse(event, "appNotRegistered")
        try:
            content = array_of([message]) if is_batched else message.content
            encoding.encode(content, wire.limits_of(self.configuration))
        except Refused as refused:
            error = {"code": refused.code, "offset": refused.offset}
            return self._refuse(event, "unencodable", error=error)
        if message.is_newest:
            if app.newest:
                self._end(app, app.newest, "replaced")
            app.newest = message
        elif not app.has_room(message.kind):
            self._refuse(event, "queueFull")
        else:
            (app.batched if is_batched else app.queue).append(message)

    def _refuse(self, event: Json, why: str, **members: Any) -> None:
        about = {"app": event["app"], "id": event["id"]}
        self.do("ended", **about, outcome="refused", refusal=why, **members)

    def _end(
        self, app: App, message: Message | Batch, outcome: str, **members: Any
    ) -> None:
        self._tell(app, message, "ended", outcome=outcome, **members)

    def _tell(
        self, app: App, message: Message | Batch, effect: str, **members: Any
    ) -> None:
        for one in message.messages:
            self.do(effect, app=app.json, id=one.id, **members)

    def _begin(self, app: App) -> None:
        if self._phase_of_device(app) != "ready":
            return
        message = app.take(self.now)
        if message is None:
            return
        message.attempts += 1
        if message.is_newest:
            app.newest_end = self.now + records.NEWEST_INTERVAL
        if message.kind == "batched":
            app.batch_end = self.now + records.BATCH_INTERVAL
        due, limit = self.now + records.SEND_TIMEOUT, self.now + records.SEND_LIMIT
        app.transfer = Transfer(message, self.new_ticket(), due, limit)
        self.do(
            "send",
            app=app.json,
            content=message.content,
            isTransient=message.is_newest,
            ticket=app.transfer.ticket,
        )

    def _sending(self, event: Json) -> App | None:
        """The app whose transfer an event is about."""
        for app in self.apps:
            if app.transfer and app.transfer.ticket == event["ticket"]:
                return app
        self.late()
        return None

    def _on_progressed(self, event: Json) -> None:
        app = self._sending(event)
        if app is None:
            return
        transfer, sent = app.transfer, wire_number(event["sent"])
        if sent < transfer.sent or sent > wire_number(event["total"]):
            self.fault("invalidProgress")
        elif sent > transfer.sent:
            transfer.sent = sent
            transfer.due = min(self.now + records.SEND_TIMEOUT, transfer.limit)
            given = {"sent": event["sent"], "total": event["total"]}
            self._tell(app, transfer.message, "progress", **given)

    def _on_finished(self, event: Json) -> None:
        app = self._sending(event)
        if app:
            self._end_transfer(app, event["result"])

    def _end_transfer(self, app: App, result: str) -> None:
        message = app.transfer.message
        app.transfer = None
        if result == "success":
            return self._end(app, message, "sent")
        if result not in records.TEMPORARY:
            return self._end(app, message, "failed", result=result)
        app.pause_end = self.now + records.RETRY_INTERVAL
        if not self._is_sent_again(app, message, result):
            return self._end(app, message, "failed", result=result)
        if message.is_newest:
            app.newest = message
        elif message.kind == "batched":
            app.batch = message
        else:
            app.queue.insert(0, message)
        self._tell(app, message, "retrying", result=result)

    def _is_sent_again(self, app: App, message: Message | Batch, result: str) -> bool:
        if message.attempts >= records.ATTEMPTS:
            return False
        if message.is_newest:
            return app.newest is None
        return result in records.NOT_DELIVERED

    def _end_transfer_with_connection(self, app: App) -> None:
        if app.transfer is None:
            return
        message = app.transfer.message
        app.transfer = None
        if message.is_newest and app.newest is None:
            message.attempts -= 1
            app.newest = message
        else:
            self._end(app, message, "connectionEnded")

    def _on_messageReceived(self, event: Json) -> None:
        app = self.app(event)
        if app is None:
            return self.fault("unexpectedMessage")
        self._hear_message(app)
        self.do("received", app=app.json, content=event["content"])


def wire_number(value: int | str) -> int:
    """A number of bytes, which is a text if it is large."""
    return int(value)
