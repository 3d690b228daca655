"""The bugs of a plain implementation, put into the models."""

from ..mutants.edits import edited
from ..planting import Plant
from .client import Client
from .server import Server

EDITS = """
secondClaimantAccepted
  _write_name: => if self.phase == "claimed": return self._claim(name, link, request)
claimOutlivesItsLink
  _drop_claim: => self.client = None; return
claimTold
  _read_name: => is_claim = self.phase in ("claimed", "pairing") and place.link != self.client;;
    if is_claim: return self._answer_name(self.name, place.link, request)
answeredBeforeStored
  _read_claim: finally => if self.held: self.held = None; self._answer_name(self.name, link, request)
toldBeforeStored
  _read_name: => if self.phase == "unpairing": return self._answer_name(UNPAIRED, place.link, request)
namedBeforeStored
  _on_read: => value = self.own if event["characteristic"] == "serverName" else UNPAIRED;;
    if self.phase == "naming": return self._answer(value, event["offset"], event["request"])
  _on_discover: => if self.phase == "naming": return self._search(True)
failedStoreCounts
  _on_storeFailed: => is_answer = self.store is not None and event["ticket"] == self.store;;
    if is_answer: return self._on_stored(event)
noReadBack
  _on_written: => link = self.link; is_claim = link and link.step == "claiming";;
    if is_claim and link.request == event["ticket"]: return self._remember(link)
connectedOnceAccepted
  _on_written: => link = self.link; is_claim = link and link.step == "claiming";;
    if is_claim and link.request == event["ticket"]:;;
        self.keep(link.server); self.phase = link.step = "connected";;
        self.search_end, self.is_discovery = None, False;;
        return self._renew(link, end.CHECK_INTERVAL)
forgetsOnError
  _on_failed: => link = self.link; is_known = self.phase == "settingUp" and self.peer is not None;;
    if link and is_known and link.request == event["ticket"]: return self._forget(link)
neverLooksAgain
  _read_after: finally => link.due, link.lease_end = None, 1 << 40
noLease
  _meet_lease: => if self._is_due(link.lease_end) and link.request is not None: return;;
    return self._ask(link, "readPairedName", "connected")
claimNotHeldBack
  _claim: => self.name, self.client = name, link; self._refuse_held(); return self._accept_claim(request)
noWaitAfterLaunch
  _begin: finally => self.told, self.free_at = None, self.now
copyAccepted
  _is_elsewhere: => return False
anybodyUnpairs
  _write_unpaired: => if self.phase in ("claimed", "paired"): self.client = link
linksTakenForOne
  _begin_anew: => return
chunksOfTwoValues
  _on_read: => is_later = event["characteristic"] == "pairedClientName" and event["offset"] > 0;;
    value = UNPAIRED if self.phase in ("unpaired", "waiting") else self.name;;
    if self.phase not in CLOSED and is_later: return self._answer(value, event["offset"], event["request"])
"""

PAIRING_BUGS: dict[str, list[Plant]] = dict(edited(EDITS, Server, Client))
