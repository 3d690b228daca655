"""The races of clause 3, at each end."""

from __future__ import annotations

from . import end
from .client_rules import known
from .end import UNPAIRED
from .script import OTHER, OWN, PEER, PairingCollection, ServerScript, client, server


def add_client_races(collection: PairingCollection) -> None:
    """What the client's end does about them."""
    script = client("readingBack").value(OTHER)
    script.read_names(PEER, OTHER, peer=8)
    title = "Two claimants: the one that was slower leaves the server"
    collection.add(title, "3.1", script, phase="scanning")
    script = client("claiming").of_link("disconnected")
    title = "A claim without a claimant: nothing is remembered before the claim"
    collection.add(title, "3.3", script, effects=["startScan"])
    script = known("pairedName").value(UNPAIRED)
    title = "Unpaired while away: the client forgets when it is back"
    collection.add(title, "3.5", script, phase="idle")
    script = known("pairedName").value(OWN)
    title = "Unpaired too early: the client that still has its server claims it again"
    collection.add(title, "3.6", script, effects=["writePairedName"])
    script = client("connected").until_due().wait(end.LEASE)
    title = "Slow to leave: the client has left when its lease is over"
    collection.add(title, "3.7", script, phase="scanning", flags=["noLease"])
    script = known("claiming").failed()
    title = "A copied device: the copy is refused, and keeps its server"
    collection.add(title, "3.8", script, phase="scanning", flags=["forgetsOnError"])
    script = known("pairedName").value(OTHER)
    title = "A rotated name: the server's client of that name is another"
    collection.add(title, "3.9", script, phase="idle")
    script = known("serverName").value(OTHER)
    title = "The name before the store: a server with another name is another"
    collection.add(title, "3.10", script, phase="scanning")
    script = known("confirming").value(OWN)
    title = "A spoofed name: who has the server's name is taken for it"
    collection.add(title, "3.11", script, phase="connected")


def add_server_races(collection: PairingCollection) -> None:
    """What the server's end does about them."""
    script = server("unpaired").read(1).read(2).write(PEER, 1).write(OTHER, 2)
    title = "Two claimants: the second is refused"
    flags = ["secondClaimantAccepted"]
    collection.add(title, "3.1", script, effects=["refuse"], flags=flags)
    script = server("claimed").claim(2)
    title = "The write's response is lost: the claimant may claim again"
    collection.add(title, "3.2", script, effects=["accept"])
    script = server("claimed").lost().write(OTHER, 2)
    title = "A claim without a claimant: the next client may claim"
    flags = ["claimOutlivesItsLink"]
    collection.add(title, "3.3", script, phase="claimed", flags=flags)
    script = server("claimed").read().read(after=5000)
    title = "The response before the store: the second read waits"
    flags = ["answeredBeforeStored"]
    collection.add(title, "3.4", script, effects=["store"], flags=flags)
    script = server("away").do("unpair").stored().read(1)
    title = "Unpaired while away: the client is told when it is back"
    collection.add(title, "3.5", script, effects=["answer"])
    script = server("unpairing").store_fails().read()
    title = "Unpaired too early: the old name is told while the store fails"
    flags = ["toldBeforeStored"]
    collection.add(title, "3.6", script, effects=["answer"], flags=flags)
    script = server("unpairing").stored().write(OTHER, 2).wait(end.LEASE)
    title = "Slow to leave: the next claim waits for the lease"
    flags = ["claimNotHeldBack"]
    collection.add(title, "3.7", script, effects=[], flags=flags)
    script = server("paired").claim(2).read(1)
    title = "A copied device: the copy is refused while the original is there"
    flags = ["copyAccepted"]
    collection.add(title, "3.8", script, effects=["refuse", "answer"], flags=flags)
    script = server("away").write(OTHER, 1)
    title = "A rotated name: a client with a new name is a stranger"
    collection.add(title, "3.9", script, effects=["refuse"])
    script = ServerScript().do("start").do("loaded", names=None)
    script.read(characteristic="serverName")
    title = "The name before the store: nobody reads it before it is stored"
    flags = ["namedBeforeStored"]
    collection.add(title, "3.10", script, effects=["refuse"], flags=flags)
    script = server("away").write(PEER, 5)
    title = "A spoofed name: who writes the client's name is taken for it"
    collection.add(title, "3.11", script, phase="paired")
