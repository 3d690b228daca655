"""A model of the central's session: rules C.1 to C.14 of Docs/Sessions.md."""

from ..reassembly import DEFAULT_MTU
from ..timing import OLDEST_READ_INTERVAL
from .central_base import LINKED, Json, Link
from .central_reads import CentralReads

LARGEST_MTU = 65535


class Central(CentralReads):
    """Answers one event at a time with effects."""

    # What the app does

    def _on_start(self, _: Json) -> None:
        if self.phase == "stopped":
            self._forget_deliveries()
            self.has_ended = False
            self._search()

    def _on_stop(self, _: Json) -> None:
        if self.phase == "scanning":
            self._do("stopScan")
        elif self.phase == "connecting" or self.phase in LINKED:
            self._do("disconnect", link=self.link.ticket)
        self._enter("stopped", None)

    def _on_radioOff(self, _: Json) -> None:
        self.radio_on = False
        if self.phase != "stopped":
            self._enter("radioOff", None)

    def _on_radioOn(self, _: Json) -> None:
        self.radio_on = True
        if self.phase == "radioOff":
            self._search()

    def _on_timePassed(self, _: Json) -> None:
        pass

    # The link

    def _on_found(self, event: Json) -> None:
        if self.phase == "scanning":
            self._do("stopScan")
            self._connect(event["peer"])

    def _on_connected(self, event: Json) -> None:
        if self.phase != "connecting" or event["link"] != self.link.ticket:
            return self._late()
        self.link = Link(self.link.ticket, self.now)
        self.reader.least_mtu = None
        self._set_mtu(_known_mtu(event["mtu"]))
        self._discover()

    def _on_disconnected(self, event: Json) -> None:
        is_up = self.phase == "connecting" or self.phase in LINKED
        if not is_up or event["link"] != self.link.ticket:
            return self._late()
        self._search()

    def _on_mtuChanged(self, event: Json) -> None:
        mtu = _known_mtu(event["mtu"])
        if not self._is_of_link(event) or mtu == self.reader.mtu:
            return
        self._set_mtu(mtu)
        if self.phase == "reading":
            self.link.is_discarded = True
        if self._may_be_notified:
            self.link.earlier_mtu_ends = self.now + OLDEST_READ_INTERVAL
            if self.quiet is not None:
                self.reader.begin()

    def _set_mtu(self, mtu: int | None) -> None:
        self.reader.change_mtu(mtu)

    def _on_serviceChanged(self, event: Json) -> None:
        if not self._is_of_link(event):
            return
        self._hear()
        if self.phase == "ready":
            self._discover()
        else:
            self.link.services_changed = True

    # What it finds

    def _on_discovered(self, event: Json) -> None:
        if not self._is_answer(event, "discovering"):
            return self._late()
        if self.link.services_changed:
            return self._discover()
        self.has_ended = False
        self.link.is_subscribed = False
        self.link.must_subscribe = event["hasCCCD"] and self.configuration["subscribes"]
        if self.link.must_subscribe and not self._has_one_callback:
            self._subscribe()
        else:
            self.link.owes_subscription = False
            self._read_object()

    def _on_notDiscovered(self, event: Json) -> None:
        if not self._is_answer(event, "discovering"):
            return self._late()
        if self.link.services_changed:
            return self._discover()
        self.has_ended = True
        self._forget_deliveries()
        self._end_link()

    def _on_subscribed(self, event: Json) -> None:
        if not self._is_answer(event, "subscribing"):
            return self._late()
        self.link.owes_subscription = False
        self.link.is_subscribed = True
        if self.link.services_changed:
            self._discover()
        else:
            self._read_object()


def _known_mtu(mtu: int | None) -> int | None:
    """The MTU that a radio tells, as far as it can be one."""
    if mtu is None or mtu < DEFAULT_MTU:
        return None
    return min(mtu, LARGEST_MTU)
