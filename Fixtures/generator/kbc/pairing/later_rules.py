"""Rules of both ends that came later. They come after the cells, so that the identifiers of those before stay."""

from __future__ import annotations

from . import end
from .client_rules import known, searching
from .end import UNPAIRED
from .script import (
    OTHER,
    OWN,
    PEER,
    ClientScript,
    PairingCollection,
    ServerScript,
    client,
    server,
)
from .server_rules import DEAF


def add_client_rules(collection: PairingCollection) -> None:
    """The client's, in the order in which they came."""
    _add_reports(collection)
    _add_refused_reads(collection)
    _add_early_ends(collection)


def add_server_rules(collection: PairingCollection) -> None:
    """The server's, in the order in which they came."""
    _add_answers_that_count(collection)
    _add_new_beginnings(collection)


def _avoiding(*peers: int) -> ClientScript:
    """A client that scans, and avoids these peers because they refused it, 40 ms one after the other."""
    script = searching()
    for peer in peers:
        script.meet(peer).answer("discovered").failed()
    return script


def _add_reports(collection: PairingCollection) -> None:
    """A radio that reports each peer once in each scan."""
    script = _avoiding(7).do("found", peer=7).until_due(early=1)
    title = "A peer that was reported while it was avoided is avoided for 5 s"
    collection.add(title, "4.11", script, effects=[], phase="scanning")
    script = _avoiding(7).do("found", peer=7).until_due()
    title = "A peer that was reported while it was avoided is connected to after 5 s"
    effects = ["stopScan", "connect"]
    collection.add(title, "4.11", script, effects=effects, phase="connecting")
    script = _avoiding(7).wait(end.AVOIDANCE)
    title = "A peer that was not reported while it was avoided is not connected to"
    collection.add(title, "4.11", script, effects=[], phase="scanning")
    script = _avoiding(7).do("found", peer=7).do("found", peer=8)
    script.of_link("disconnected").wait(end.AVOIDANCE)
    title = "What an earlier scan reported does not count"
    collection.add(title, "4.11", script, effects=[], phase="scanning")
    script = _avoiding(7).do("found", peer=7).do("radioOff").do("radioOn")
    title = "What was reported before Bluetooth was off does not count"
    script.wait(end.AVOIDANCE)
    collection.add(title, "4.11", script, effects=[], phase="scanning")
    for first, second in ((7, 8), (8, 7)):
        script = _avoiding(7, 8).do("found", peer=first).do("found", peer=second)
        title = f"The peer whose 5 s are over first is connected to, found {first}, {second}"
        collection.add(title, "4.11", script.until_due(), phase="connecting")
    script = searching()
    for peer in (7, 8):
        script.do("found", peer=peer, after=0).of_link("connected", after=0)
        script.answer("notDiscovered", after=0)
    script.do("found", peer=8).do("found", peer=7)
    title = "Of two peers whose 5 s end together the first is connected to"
    collection.add(title, "4.11", script.until_due(), phase="connecting")
    script = _avoiding(7).wait(27_000).meet(8).failed().do("found", peer=8).until_due()
    title = "A search ends although a peer is still avoided"
    collection.add(title, "4.11", script, phase="idle")


def _add_refused_reads(collection: PairingCollection) -> None:
    """A claimant that lost its link is refused because of its own claim."""
    for what, begin in (("its server", known), ("any server", client)):
        script = begin("pairedName").failed()
        title = f"A client that is refused to read writes its name, {what}"
        effects = ["fault", "writePairedName"]
        collection.add(title, "4.1", script, effects=effects, phase="settingUp")
        script = begin("pairedName").failed().failed()
        title = f"A client that is refused to write as well leaves, {what}"
        collection.add(title, "4.1", script, phase="scanning")
        script = begin("pairedName").failed(0x0E)
        title = f"A client whose first read fails otherwise leaves, {what}"
        collection.add(title, "4.1", script, phase="scanning")
    script = client("pairedName").failed().failed().do("found", peer=7)
    title = "A client that was refused twice avoids the peer"
    collection.add(title, "4.11", script, effects=[])
    script = client("pairedName").failed().answer("written").value(OWN)
    title = "A claimant that is back on another link stores the server's name"
    collection.add(title, "4.4", script, effects=["store"])
    script = client("pairedName").failed().answer("written")
    script.value(OWN, after=5000).until_due()
    title = "A claimant that is back has 20 s from its new write"
    collection.add(title, "4.14", script, phase="scanning")


def _add_early_ends(collection: PairingCollection) -> None:
    """The peers of links that ended before the client was connected."""
    script = client("claiming").until_due().read_names(PEER, OWN, peer=8)
    title = "The write's response is lost: the claim is written again"
    script.answer("written")
    collection.add(title, "3.2", script, effects=["readPairedName"])
    script = client("confirming").of_link("disconnected")
    script.read_names(PEER, UNPAIRED, peer=8)
    title = "The response before the store: a claim that ended is forgotten"
    collection.add(title, "3.4", script, effects=["store", "disconnect", "startScan"])
    for what, script in (
        ("whose link was lost", known("discovering").of_link("disconnected")),
        ("that was too slow", known("discovering").until_due()),
        ("whose claim was lost", client("claiming").of_link("disconnected")),
        ("whose services changed", client("claiming").of_link("servicesChanged")),
        ("whose server was forgotten", script),
        ("that Bluetooth lost", client("claiming").do("radioOff").do("radioOn")),
    ):
        peer = 8 if "forgotten" in what else 7
        script.do("found", peer=peer)
        title = f"A peer {what} while the client set up is avoided"
        collection.add(title, "4.11", script, effects=[], phase="scanning")
    script = client("claiming").of_link("disconnected").do("found", peer=7).until_due()
    title = "A peer whose link was lost while the client set up is tried after 5 s"
    collection.add(title, "4.11", script, phase="connecting")
    for event in ("disconnected", "servicesChanged"):
        script = client("connected").of_link(event).do("found", peer=7)
        title = f"The peer of a client that was connected is not avoided, {event}"
        collection.add(title, "4.11", script, phase="connecting")
    script = client("reading").value(UNPAIRED).stored().do("discover")
    title = "A server that was forgotten while connected is not avoided"
    collection.add(title, "4.11", script.do("found", peer=7), phase="connecting")
    script = known("pairedName").value(UNPAIRED).stored().do("discover")
    title = "A server that was forgotten in a search for it is not avoided"
    collection.add(title, "4.11", script.do("found", peer=7), phase="connecting")
    script = client("claiming").do("disconnect").do("discover").do("found", peer=7)
    title = "A peer that the user disconnects is not avoided"
    collection.add(title, "4.11", script, phase="connecting")
    script = client("connecting").of_link("disconnected").do("found", peer=7)
    title = "A peer to which no link came up is not avoided"
    collection.add(title, "4.11", script, phase="connecting")


def _paired_after(script: ServerScript) -> ServerScript:
    """The client pairs on link 1, whatever was before."""
    return script.claim().read().read().stored()


def _add_answers_that_count(collection: PairingCollection) -> None:
    """Who reads twice is the client only if both answers were its name."""
    script = _paired_after(server("unpaired").read(2)).lost().read(2)
    title = "Who has read UNPAIRED before may be anybody"
    collection.add(title, "4.5", script, effects=["answer"])
    script = _paired_after(server("unpaired").read(2)).lost().read(2).read(2)
    title = "Who has read UNPAIRED, and then the name twice, is the client"
    collection.add(title, "4.5", script, effects=["answer", "show"])
    script = server("unpaired").read(2).write(OTHER, 2).read(2).do("unpair")
    script = _paired_after(script).lost().read(2)
    title = "Who has read the name of its own claim before may be anybody"
    collection.add(title, "4.5", script, effects=["answer"])
    script = server("paired").read(2, after=end.HOLD).do("unpair").stored()
    script.write(OTHER, 3, after=end.HOLD).read(3).read(3).stored().lost(3).read(2)
    title = "Who has read an earlier client's name before may be anybody"
    collection.add(title, "4.5", script, effects=["answer"])
    script = _paired_after(server("unpaired").read(2)).read(2)
    title = "A stranger that has read UNPAIRED is told who is paired"
    collection.add(title, "4.8", script, effects=["answer"])
    script = _paired_after(server("unpaired").read(2)).read(2).read(2)
    title = "A stranger that has read UNPAIRED is told once who is paired"
    collection.add(title, "4.8", script, effects=["refuse"])
    script = server("claimed").read().do("unpair")
    script.claim(2).read(2).read(2).stored().read(1)
    title = "A copy that has read its name in a claim that ended is refused"
    collection.add(title, "4.8", script, effects=["refuse"])
    script = server("paired", **DEAF).read(2).read(2, characteristic="serverName")
    title = "A later chunk is refused on a link that may be new"
    collection.add(title, "4.15", script.read(2, offset=4), effects=["refuse"])


def _add_new_beginnings(collection: PairingCollection) -> None:
    """A server whose names were lost: a client may still be connected."""

    def start_over() -> ServerScript:
        return server("unreadable").do("start").do("loaded", names=None).stored()

    script = start_over().claim()
    title = "A claim is held back after the names could not be read"
    collection.add(title, "4.7", script, phase="waiting")
    script = start_over().claim().until_due()
    title = "A claim is held back for 7 s after the names could not be read"
    collection.add(title, "4.7", script, phase="claimed")
    script = start_over().claim(after=end.HOLD)
    title = "A claim is not held back long after the names could not be read"
    collection.add(title, "4.7", script, phase="claimed")
    script = server("loading").do("loaded", names=None).do("loadFailed").stored()
    title = "A failure that is late does not hold a claim back"
    collection.add(title, "4.7", script.claim(), phase="claimed")
