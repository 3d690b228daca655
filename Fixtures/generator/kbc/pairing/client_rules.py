"""The rules of the client's end: names, discovery, pairing, the lease, unpairing."""

from __future__ import annotations

from . import end
from .end import UNPAIRED
from .script import LONGEST, OTHER, OWN, PEER, ClientScript, PairingCollection, client


def searching(peer: bytes | None = PEER) -> ClientScript:
    """A client that searches: for its server if it has one."""
    script = client("pairedIdle") if peer else client("idle")
    return script.do("connect" if peer else "discover")


def known(step: str) -> ClientScript:
    """A client that connects to the server that it remembers."""
    script = searching().meet()
    for name, go in (
        ("discovering", lambda: script),
        ("serverName", lambda: script.answer("discovered")),
        ("pairedName", lambda: script.value(PEER)),
        ("claiming", lambda: script.value(OWN)),
        ("readingBack", lambda: script.answer("written")),
        ("confirming", lambda: script.value(OWN)),
        ("connected", lambda: script.value(OWN)),
        ("reading", lambda: script.until_due()),
    ):
        go()
        if name == step:
            return script
    raise ValueError(step)


KNOWN_STEPS = ("serverName", "pairedName", "claiming", "readingBack", "confirming")
READS = ("pairedName", "readingBack", "confirming")


def add_rules(collection: PairingCollection) -> None:
    """Adds the rules, in the order of the clauses."""
    _add_names(collection)
    _add_search(collection)
    _add_pairing(collection)
    _add_remembered(collection)
    _add_lease(collection)
    _add_unpairing(collection)
    _add_reading(collection)


def _add_names(collection: PairingCollection) -> None:
    for what, name in (("1 byte", b"x"), ("64 bytes", LONGEST)):
        title = f"A server's name has {what}"
        collection.add(title, "2.2", client("serverName").value(name))
        title = f"A paired client name has {what}"
        script = client("pairedName").value(name)
        collection.add(title, "2.2", script, phase="scanning")
    for what, name in (
        ("65 bytes", LONGEST + b"x"),
        ("512 bytes", LONGEST * 8),
        ("UNPAIRED", UNPAIRED),
    ):
        title = f"A server's name of {what} is none"
        script = client("serverName").value(name)
        collection.add(title, "2.2", script, phase="scanning")
    for step in READS:
        title = f"65 bytes are no paired client name, {step}"
        collection.add(title, "2.2", client(step).value(LONGEST + b"x"))
    lowercase = client("pairedName").value(UNPAIRED.lower())
    collection.add("unpaired in lowercase is a name", "2.2", lowercase)
    script = client("pairedName").value(OWN + b"0")
    collection.add("A name that begins with the own one is another", "2.2", script)


def _add_search(collection: PairingCollection) -> None:
    for what, script in (
        ("A discovery", searching(None)),
        ("A search for the server", searching()),
    ):
        collection.add(
            f"{what} goes on for 30 s", "1.7", script.until_due(early=1), effects=[]
        )
        script = searching(None if "discovery" in what else PEER)
        collection.add(f"{what} ends after 30 s", "1.7", script.until_due())
    script = client("discovering")
    script.wait(9000).answer("discovered").wait(9000).value(PEER).wait(9000)
    script.value(UNPAIRED).wait(3000).of_link("disconnected")
    title = "A discovery that is over does not go on after a lost link"
    collection.add(title, "1.7", script, phase="idle")
    script = searching(None).wait(29_000).do("radioOff").until_due()
    title = "A discovery ends after 30 s, even while Bluetooth is off"
    collection.add(title, "1.7", script, phase="idle")
    script = client("idle").do("connect")
    collection.add("Nobody is connected to without a name", "1.10", script, effects=[])
    script = client("pairedIdle").do("discover")
    collection.add("A paired client discovers nobody", "1.10", script, effects=[])
    script = client("connected").of_link("disconnected")
    title = "A client whose link is lost searches"
    collection.add(title, "2.4", script, phase="scanning")
    script = client("connected").of_link("disconnected").wait(3_600_000)
    title = "A client whose link was lost searches without a limit"
    collection.add(title, "2.4", script, effects=[], phase="scanning")
    script = client("pairedIdle").wait(3_600_000)
    title = "After a launch a paired client waits for its user"
    collection.add(title, "2.4", script, effects=[], phase="idle")
    script = searching(None).do("radioOff").do("radioOn")
    title = "A search goes on when Bluetooth is on again"
    collection.add(title, "10.3", script, phase="scanning")
    script = client("idle").do("radioOff").do("radioOn").do("discover")
    title = "A search begins when Bluetooth is on again"
    collection.add(title, "10.3", script, phase="scanning")
    script = client("idle").do("radioOff").do("discover")
    title = "A search waits for Bluetooth"
    collection.add(title, "10.3", script, phase="waiting")


def _add_pairing(collection: PairingCollection) -> None:
    script = client("pairedName").value(UNPAIRED)
    title = "A client claims a server that is unpaired"
    collection.add(title, "1.4", script, effects=["writePairedName"])
    script = client("pairedName").value(OWN)
    title = "A client claims a server that has its name"
    collection.add(title, "1.4", script, effects=["writePairedName"])
    script = client("pairedName").value(OTHER)
    title = "A client leaves a server that is paired with another"
    collection.add(title, "1.4", script, phase="scanning")
    script = client("claiming").answer("written")
    title = "A write that is accepted is read back"
    flags = ["noReadBack", "connectedOnceAccepted"]
    collection.add(title, "4.3", script, effects=["readPairedName"], flags=flags)
    for what, value in (("another's name", OTHER), ("UNPAIRED", UNPAIRED)):
        title = f"A client that reads {what} back is not paired"
        script = client("readingBack").value(value)
        collection.add(title, "4.3", script, phase="scanning")
    script = client("readingBack").value(OWN)
    title = "A client that reads its name back stores the server's"
    collection.add(title, "4.4", script, effects=["store"])
    script = client("remembering").stored()
    title = "A client reads once more when the server's name is stored"
    collection.add(title, "4.4", script, effects=["readPairedName"])
    script = client("confirming").value(OWN)
    title = "A client is connected when it has the second answer"
    collection.add(title, "4.4", script, phase="connected")
    script = known("readingBack").value(OWN)
    title = "A server that is remembered already is not stored again"
    collection.add(title, "4.4", script, effects=["readPairedName"])
    for title, script in (
        ("A server that was about to be remembered", client("remembering")),
        ("A server whose store has failed", client("remembering").store_fails()),
    ):
        title = f"{title} is forgotten when the link is lost"
        collection.add(title, "4.13", script.of_link("disconnected"))
    script = client("confirming").of_link("disconnected")
    title = "A server that is remembered stays so when the link is lost"
    collection.add(title, "4.13", script, phase="scanning")
    script = client("remembering")
    ticket = script.model.store
    script.of_link("disconnected").do("stored", ticket=ticket)
    title = "A store of a server that is forgotten by then is followed by another"
    collection.add(title, "4.13", script)
    script = client("remembering").store_fails().until_due()
    title = "A store that failed is tried again after 2 s"
    flags = ["failedStoreCounts"]
    collection.add(title, "4.10", script, effects=["store"], flags=flags)
    script = client("remembering").store_fails()
    title = "A failed store confirms nothing"
    collection.add(title, "4.10", script, effects=["fault"], flags=flags)
    script = client("naming").store_fails().until_due().stored()
    title = "A client whose name is stored at last can discover"
    collection.add(title, "4.9", script, phase="idle")
    script = client("naming").do("discover")
    title = "Nobody is discovered before the own name is stored"
    collection.add(title, "4.9", script, effects=[], flags=["namedBeforeStored"])


def _add_remembered(collection: PairingCollection) -> None:
    script = known("serverName").value(OTHER)
    title = "A client leaves a server that is not its own"
    collection.add(title, "1.5", script, phase="scanning")
    for step in READS:
        for what, value in (("UNPAIRED", UNPAIRED), ("another's name", OTHER)):
            title = f"A client forgets its server when it reads {what}, {step}"
            script = known(step).value(value)
            collection.add(title, "1.5", script, phase="idle")
    for step in KNOWN_STEPS:
        script = known(step).failed()
        title = f"A client that is refused keeps its server, {step}"
        flags = ["forgetsOnError"]
        phase = "settingUp" if step == "pairedName" else "scanning"
        collection.add(title, "4.11", script, phase=phase, flags=flags)
        script = known(step).of_link("disconnected")
        title = f"A client whose link is lost keeps its server, {step}"
        collection.add(title, "4.13", script, phase="scanning")
        script = known(step).until_due()
        title = f"A client that hears nothing keeps its server, {step}"
        collection.add(title, "4.13", script, phase="scanning")
    for step in ("serverName", *READS):
        script = known(step).value(b"")
        title = f"A value that is not a name makes no client forget, {step}"
        collection.add(title, "4.13", script, phase="scanning")
    for step in READS:
        script = client(step).value(OTHER).do("found", peer=7)
        title = f"A peer that was left is not tried at once, {step}"
        if step != "confirming":
            collection.add(title, "4.11", script, effects=[])
    _add_avoided(collection)


def _add_avoided(collection: PairingCollection) -> None:
    def refused(peer: int = 7) -> ClientScript:
        return searching().meet(peer).failed()

    script = refused().do("found", peer=7, after=end.AVOIDANCE - 1)
    collection.add("A peer that refused is avoided for 5 s", "4.11", script, effects=[])
    script = refused().do("found", peer=7, after=end.AVOIDANCE)
    title = "A peer that refused is tried again after 5 s"
    collection.add(title, "4.11", script, phase="connecting")
    script = refused().do("found", peer=8)
    title = "Another peer is not avoided"
    collection.add(title, "4.11", script, phase="connecting")
    for peer, what, phase in (
        (1, "The fifth peer that is avoided takes the place of the first", None),
        (2, "The last four peers are avoided", "scanning"),
    ):
        script = refused(1)
        for other in (2, 3, 4, 5):
            script.meet(other).failed()
        script.do("found", peer=peer)
        collection.add(what, "4.11", script, phase=phase or "connecting")


def _add_lease(collection: PairingCollection) -> None:
    script = client("reading").wait(end.LEASE - end.CHECK_INTERVAL)
    title = "A client whose reads are not answered searches when its lease is over"
    flags = ["noLease"]
    collection.add(title, "4.7", script, phase="scanning", flags=flags)
    script = client("reading").wait(3000).value(OWN).until_due()
    title = "A lease begins when the read was sent"
    collection.add(title, "4.7", script, effects=["readPairedName"])
    script = client("reading").wait(3000).value(OWN).until_due().until_due()
    title = "A slow answer renews the lease from when its read was sent"
    collection.add(title, "4.7", script, phase="scanning")
    script = client("confirming").value(OWN, after=end.LEASE - 1)
    title = "The second answer connects if it comes within a lease"
    collection.add(title, "4.7", script, phase="connected")
    script = client("confirming").value(OWN, after=end.LEASE)
    title = "The second answer proves nothing if it comes after a lease"
    collection.add(title, "4.7", script, effects=["readPairedName"])
    script = client("reading").failed()
    title = "A read that failed is repeated after 0.5 s"
    collection.add(title, "4.14", script, effects=["fault"])
    script = client("reading")
    for _ in range(7):
        script.failed(after=0).until_due()
    script.failed(after=0).until_due()
    title = "Reads that fail do not renew the lease"
    collection.add(title, "4.7", script, phase="scanning", flags=flags)
    script = client("reading").value(OTHER)
    title = "A connected client forgets a server that is paired with another"
    collection.add(title, "1.6", script, phase="idle")
    script = client("reading").value(UNPAIRED)
    title = "A connected client forgets a server that is unpaired"
    collection.add(title, "1.6", script, phase="idle")
    script = client("connected").until_due()
    title = "A connected client reads every 2 s"
    flags = ["neverLooksAgain"]
    collection.add(title, "2.3", script, effects=["readPairedName"], flags=flags)
    for step, limit in (("claiming", 20), ("readingBack", 20)):
        script = client(step)
        started = script.model.link.claimed
        if step == "claiming":
            script.answer("written", after=8000)
        script.value(OWN, after=3000).wait(started + 20_000 - script.time - 1)
        title = f"A client may take {limit} s from its write to remember, {step}"
        collection.add(title, "4.14", script, effects=[])
        script = client(step)
        if step == "claiming":
            script.answer("written", after=8000)
        script.value(OWN, after=3000).until_due()
        title = f"A client gives up {limit} s after its write, {step}"
        collection.add(title, "4.14", script, phase="scanning")
    script = client("claiming").answer("written", after=9990)
    script.value(OWN, after=9990).until_due()
    title = "A client that gives up hardly had time for its store"
    collection.add(title, "4.14", script, phase="scanning")
    for early in (1, 0):
        when = "before" if early else "after"
        script = client("connecting").until_due(early=early)
        title = f"A connection has 10 s: {when}"
        collection.add(title, "4.14", script)


def _add_unpairing(collection: PairingCollection) -> None:
    script = client("connected").do("unpair")
    title = "A client that unpairs tells the server first"
    collection.add(title, "2.5", script, phase="releasing")
    script = client("releasing").answer("written")
    title = "A client forgets when the server knows"
    collection.add(title, "2.5", script, phase="idle")
    script = client("reading").do("unpair")
    title = "Unpairing waits for the outstanding read"
    collection.add(title, "2.5", script, effects=[])
    for what, end_read in (
        ("its answer", lambda script: script.value(OWN)),
        ("an error", lambda script: script.failed()),
        ("a value that is not a name", lambda script: script.value(b"")),
    ):
        script = end_read(client("reading").do("unpair"))
        title = f"Unpairing goes on after {what}"
        collection.add(title, "2.5", script, phase="releasing")
    script = client("reading").do("unpair").value(UNPAIRED)
    title = "Nothing is left to unpair from a server that is unpaired"
    collection.add(title, "2.5", script, phase="idle")
    for event in ("disconnected", "servicesChanged"):
        script = client("reading").do("unpair").of_link(event)
        title = f"A client forgets its server if the link ends first, {event}"
        collection.add(title, "2.5", script, phase="idle")
    script = client("reading").do("unpair").do("disconnect")
    title = "A client forgets its server if its user is in a hurry"
    collection.add(title, "2.5", script, phase="idle")
    script = client("reading").do("unpair").do("radioOff")
    title = "A client forgets its server if Bluetooth is switched off first"
    collection.add(title, "2.5", script, phase="idle")
    script = client("reading").do("unpair").wait(end.LEASE)
    title = "A client forgets its server if the lease is over first"
    collection.add(title, "2.5", script, phase="idle")
    for step in ("serverName", "claiming", "confirming"):
        script = known(step).do("unpair")
        title = f"A client that is not connected unpairs at once, {step}"
        collection.add(title, "2.5", script, phase="idle")
    for what, script in (
        ("searching", searching()),
        ("connecting", searching().do("found", peer=7)),
        ("waiting", searching().do("radioOff")),
    ):
        title = f"A client that is away unpairs at once, {what}"
        collection.add(title, "2.5", script.do("unpair"), phase="idle")
    script = client("connected").do("disconnect")
    title = "A client that disconnects stays paired"
    collection.add(title, "1.10", script, phase="idle")


def _add_reading(collection: PairingCollection) -> None:
    script = client("connected").of_link("pairedNameChanged")
    title = "A notified client reads at once"
    collection.add(title, "2.3", script, effects=["readPairedName"])
    script = client("reading").of_link("pairedNameChanged")
    title = "A client that is notified during a read waits for its answer"
    collection.add(title, "2.3", script, effects=[])
    script = client("reading").of_link("pairedNameChanged").value(OWN)
    title = "A client that was notified during a read reads again at once"
    collection.add(title, "2.3", script, effects=["readPairedName"])
    script = client("reading").of_link("pairedNameChanged").failed()
    title = "A read that failed is repeated after 0.5 s, even after a notification"
    collection.add(title, "2.3", script, effects=["fault"])
    script = client("reading").of_link("pairedNameChanged").value(OWN).value(OWN)
    title = "A notification asks for one more read"
    collection.add(title, "2.3", script, effects=[])
    script = client("scanning").do("found", peer=7, after=-5)
    title = "An earlier time is taken for the latest"
    collection.add(title, "10.4", script, phase="connecting")
