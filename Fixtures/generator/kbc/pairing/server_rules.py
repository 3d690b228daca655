"""The rules of the server's end: values, claims, confirmation, unpairing, and what it keeps."""

from __future__ import annotations

from . import server_keeping
from .end import UNPAIRED
from .script import (
    LONGEST,
    OTHER,
    OWN,
    PEER,
    PairingCollection,
    ServerScript,
    names,
    server,
)

DEAF = {"tellsDisconnections": False}


def add_rules(collection: PairingCollection) -> None:
    """Adds the rules, in the order of the clauses."""
    _add_values(collection)
    _add_claims(collection)
    _add_confirmations(collection)
    _add_plain(collection)
    _add_unpairing(collection)
    server_keeping.add_rules(collection)


def _add_values(collection: PairingCollection) -> None:
    for offset in (0, 5, len(OWN), len(OWN) + 1):
        script = server("unpaired")
        script.read(characteristic="serverName", offset=offset)
        collection.add(
            f"The server's name is read from byte {offset} on", "1.2", script
        )
    for offset in (1, 8, 9):
        script = server("unpaired").read().read(offset=offset)
        collection.add(f"UNPAIRED is read from byte {offset} on", "1.3", script)
    script = server("unpaired").read(offset=1)
    title = "A later chunk is refused if the beginning was not read"
    collection.add(title, "4.12", script)
    for size in (1, 64, 65, 512):
        script = server("unpaired").write((LONGEST * 8)[:size])
        collection.add(f"A name of {size} bytes is written", "2.2", script)
    script = server("unpaired").write(UNPAIRED.lower())
    collection.add("unpaired in lowercase is a name", "2.2", script, phase="claimed")
    for phase in ("claimed", "paired", "unpairing"):
        script = server(phase).write(LONGEST + b"x")
        collection.add(f"65 bytes are no name, {phase}", "2.2", script)
    script = server("naming").read()
    title = "Nobody is told anything before the own name is stored"
    collection.add(title, "4.9", script, flags=["namedBeforeStored"])
    script = server("naming").stored()
    title = "A server advertises when its own name is stored"
    collection.add(title, "4.9", script, phase="unpaired")
    script = server("naming").store_fails().until_due()
    title = "A server tries again to store its own name"
    collection.add(title, "4.10", script, effects=["store"])
    script = ServerScript().do("radioOff").do("start").do("loaded", **names(PEER))
    title = "A server advertises when Bluetooth is on"
    collection.add(title, "10.3", script, effects=["show"])
    collection.add(
        "A server advertises again when Bluetooth is on again",
        "10.3",
        server("paired").do("radioOff").do("radioOn"),
        effects=["startAdvertising"],
    )


def _add_claims(collection: PairingCollection) -> None:
    script = server("unpaired").claim()
    collection.add("A claim is accepted", "4.1", script, phase="claimed")
    script = server("claimed").write(OTHER, 2)
    title = "A second claimant is refused"
    flags = ["secondClaimantAccepted"]
    collection.add(title, "4.2", script, effects=["refuse"], flags=flags)
    script = server("claimed").write(OTHER, 1)
    title = "A claimant can't claim with another name"
    collection.add(title, "4.2", script, effects=["refuse"], flags=flags)
    script = server("claimed").read(2)
    title = "Nobody else is told of a claim"
    collection.add(title, "4.1", script, effects=["refuse"], flags=["claimTold"])
    script = server("claimed").lost()
    title = "A claim ends with its link"
    flags = ["claimOutlivesItsLink"]
    collection.add(title, "4.1", script, phase="unpaired", flags=flags)
    script = server("claimed").read().lost().write(OTHER, 2)
    title = "After a claim has ended another is accepted at once"
    collection.add(title, "4.1", script, phase="claimed", flags=flags)
    script = server("claimed").read().lost(2)
    title = "A claim does not end with another link"
    collection.add(title, "4.1", script, effects=[])
    script = server("claimed").read().claim(2)
    title = "A claim moves to another link of the same name"
    collection.add(title, "4.1", script, effects=["accept"])
    script = server("claimed").read().claim(2).read(2)
    title = "A claim that moved begins anew"
    collection.add(title, "4.1", script, effects=["answer"])
    script = server("claimed").wait(30_000).claim(2)
    title = "A claim that moved has its full time again"
    collection.add(title, "4.5", script, effects=["accept"])
    script = server("claimed").claim(2).lost(1)
    title = "A claim that moved does not end with its first link"
    collection.add(title, "4.1", script, effects=[])
    script = server("claimed").write(UNPAIRED)
    title = "A claimant takes its claim back"
    collection.add(title, "2.5", script, phase="unpaired")
    script = server("claimed").write(UNPAIRED, 2)
    title = "Nobody else takes a claim back"
    flags = ["anybodyUnpairs"]
    collection.add(title, "2.5", script, effects=["refuse"], flags=flags)
    for phase in ("waiting", "pairing", "paired", "takingOver", "unpairing"):
        script = server(phase).write(OTHER, 3)
        title = f"Another's name is refused, {phase}"
        collection.add(title, "4.2", script, effects=["refuse"])


def _add_confirmations(collection: PairingCollection) -> None:
    script = server("claimed").read()
    title = "The first read since the claim is answered with the name"
    collection.add(title, "4.3", script, effects=["answer"])
    script = server("claimed").read().read()
    title = "The second read has the claim stored, and waits"
    flags = ["answeredBeforeStored"]
    collection.add(title, "4.4", script, effects=["store"], flags=flags)
    script = server("claimed").read().read(offset=8)
    title = "Later chunks are not further reads"
    collection.add(title, "4.4", script, phase="claimed")
    script = server("claimed").read().read(characteristic="serverName")
    title = "Reads of the server name confirm nothing"
    collection.add(title, "4.4", script, phase="claimed")
    script = server("pairing").stored()
    title = "The read is answered when the claim is stored"
    collection.add(title, "4.4", script, phase="paired")
    script = server("pairing").store_fails()
    title = "A failed store confirms no claim"
    flags = ["failedStoreCounts"]
    collection.add(title, "4.10", script, phase="pairing", flags=flags)
    script = server("pairing").store_fails().until_due().stored()
    title = "A claim whose store is tried again is confirmed"
    collection.add(title, "4.10", script, phase="paired")
    script = server("pairing").read()
    title = "A read is refused while another waits for the store"
    collection.add(title, "4.4", script, effects=["refuse"])
    script = server("pairing").read(2)
    title = "Others are refused while a claim is being stored"
    collection.add(title, "4.1", script, effects=["refuse"], flags=["claimTold"])
    script = server("pairing").lost().stored()
    title = "A claim is stored although its link is gone"
    collection.add(title, "4.4", script, phase="paired")
    script = server("pairing").claim(2)
    title = "A claimant goes on on another link while its claim is being stored"
    collection.add(title, "4.1", script, effects=["refuse", "accept"])
    script = server("pairing").claim(2).stored()
    title = "A claimant's other link is served when its claim is stored"
    collection.add(title, "4.1", script, phase="paired")
    script = server("pairing").claim(2).read(2)
    title = "A read on a claimant's other link waits for the store"
    collection.add(title, "4.4", script, effects=[])
    script = server("pairing").lost().claim(2).lost(1).stored()
    title = "A claimant's other link does not end with the first"
    collection.add(title, "4.1", script, phase="paired")


def _add_plain(collection: PairingCollection) -> None:
    script = server("claimed").until_due(early=1)
    title = "A claim is not confirmed by time before 60 s"
    collection.add(title, "4.5", script, effects=[])
    script = server("claimed").until_due()
    title = "A claim is confirmed after 60 s if its link is up"
    collection.add(title, "4.5", script, effects=["store"])
    script = server("claimed").until_due().read()
    title = "A read waits while a claim is stored that time confirmed"
    collection.add(title, "4.5", script, effects=[])
    script = server("claimed").until_due().stored()
    title = "A client that never reads is paired when its claim is stored"
    collection.add(title, "4.5", script, phase="paired")
    script = server("claimed").read(after=20_000).read(after=20_000)
    title = "A slow second read confirms a claim"
    collection.add(title, "4.5", script, phase="pairing")
    script = server("claimed", **DEAF).until_due()
    title = "A claim ends after 60 s if the radio doesn't tell the ends of links"
    collection.add(title, "4.5", script, phase="unpaired")
    script = server("claimed", **DEAF).until_due().write(OTHER, 2)
    title = "After a claim that ended by time another is accepted"
    collection.add(title, "4.5", script, phase="claimed")
    for early, title in (
        (1, "A client counts as present for 7 s if the radio doesn't tell"),
        (0, "A client counts as away after 7 s if the radio doesn't tell"),
    ):
        script = server("paired", **DEAF).read(after=3000).until_due(early=early)
        collection.add(title, "4.7", script)
    script = server("away").read(1)
    title = "Who reads the name once may be anybody"
    collection.add(title, "4.5", script, effects=["answer"])
    script = server("away").read(1).read(1)
    title = "Who reads the name twice is the client"
    collection.add(title, "4.5", script, effects=["answer", "show"])
    script = server("away").read(1).lost(1).do("connected", link=1).read(1)
    title = "A link that comes up has read nothing"
    collection.add(title, "4.5", script, effects=["answer"])
    script = server("away").read(1).do("connected", link=1).read(1)
    title = "A link that comes up has read nothing, even if its end was not told"
    collection.add(title, "4.5", script, effects=["answer"])


def add_untold_ends(collection: PairingCollection) -> None:
    """Reads on links of which the radio does not tell that they are new."""

    def again(phase: str, **members: bool) -> ServerScript:
        return server(phase, **members).read().read(characteristic="serverName").read()

    flags = ["linksTakenForOne"]
    title = "A claimant that reads the server name again is on a new link, if the radio doesn't tell"
    script = again("claimed", **DEAF)
    collection.add(title, "4.15", script, phase="claimed", flags=flags)
    title = "Two reads after the server name confirm a claim"
    script = again("claimed", **DEAF).read()
    collection.add(title, "4.15", script, phase="pairing", flags=flags)
    title = "The server name does not end a claim, even if the radio doesn't tell"
    script = server("claimed", **DEAF).read(characteristic="serverName").write(OTHER, 2)
    collection.add(title, "4.15", script, effects=["refuse"])
    title = "A later chunk of the server name begins nothing"
    script = server("claimed", **DEAF).read()
    script.read(characteristic="serverName", offset=2).read()
    collection.add(title, "4.15", script, phase="pairing")
    title = "A radio that tells the ends of links tells a new link as well"
    collection.add(title, "4.15", again("claimed"), phase="pairing")
    title = "Who reads the name once on each of two links may be anybody"
    script = again("away", **DEAF)
    collection.add(title, "4.15", script, effects=["answer"], flags=flags)
    title = "A copy is told once on each of its links"
    script = (
        server("paired", **DEAF).read(2).read(2, characteristic="serverName").read(2)
    )
    collection.add(title, "4.15", script, effects=["answer"], flags=flags)


def _add_unpairing(collection: PairingCollection) -> None:
    script = server("paired").do("unpair").read()
    title = "The old name is told until UNPAIRED is stored"
    flags = ["toldBeforeStored"]
    collection.add(title, "4.6", script, effects=["answer"], flags=flags)
    script = server("unpairing").stored()
    title = "Clients are notified when UNPAIRED is stored"
    collection.add(title, "4.6", script, phase="unpaired")
    script = server("unpairing").stored().read()
    title = "UNPAIRED is told when it is stored"
    collection.add(title, "4.6", script, effects=["answer"])
    script = server("unpairing").store_fails().until_due()
    title = "UNPAIRED is stored again after a store that failed"
    collection.add(title, "4.10", script, effects=["store"])
    script = server("paired").write(UNPAIRED)
    title = "A client that unpairs waits until that is stored"
    collection.add(title, "4.6", script, effects=["store", "show"])
    script = server("paired").write(UNPAIRED).stored()
    title = "A client's unpairing is confirmed when it is stored"
    collection.add(title, "4.6", script, phase="unpaired")
    script = server("paired").write(UNPAIRED).lost().stored()
    title = "Nobody waits any more when a client's unpairing is stored"
    collection.add(title, "4.6", script, phase="unpaired")
    script = server("paired").write(UNPAIRED).do("radioOff").stored()
    title = "Nobody is answered after Bluetooth was off"
    collection.add(title, "10.3", script, phase="unpaired")
    script = server("paired").write(UNPAIRED, 2)
    title = "A stranger can't unpair"
    flags = ["anybodyUnpairs"]
    collection.add(title, "2.5", script, effects=["refuse"], flags=flags)
    script = server("away").write(UNPAIRED)
    title = "Nobody unpairs while the client is away"
    collection.add(title, "2.5", script, effects=["refuse"], flags=flags)
    script = server("pairing").write(UNPAIRED)
    title = "A claimant unpairs while its claim is being stored"
    collection.add(title, "2.5", script, phase="unpairing")
    script = server("pairing").write(UNPAIRED).stored()
    title = "The newest names are stored last"
    collection.add(title, "4.10", script, effects=["store"])
    script = server("pairing").write(UNPAIRED).stored().stored()
    title = "An unpairing that overtook a pairing is confirmed when it is stored"
    collection.add(title, "4.10", script, phase="unpaired")
    script = server("pairing").do("unpair")
    title = "The user unpairs while a claim is being stored"
    collection.add(title, "4.6", script, phase="unpairing")
    script = server("takingOver").write(UNPAIRED)
    title = "The client unpairs while another link waits"
    collection.add(title, "2.5", script, phase="unpairing")
