"""The rules of what the server's end keeps for a while: claims held back, values that were read, links."""

from __future__ import annotations

from . import end
from .script import (
    OTHER,
    PairingCollection,
    ServerScript,
    server,
)


def add_rules(collection: PairingCollection) -> None:
    """Adds the rules, in the order of the clauses."""
    _add_holds(collection)
    _add_copies(collection)
    _add_links(collection)


def _add_holds(collection: PairingCollection) -> None:
    script = server("unpairing").stored().write(OTHER, 2)
    title = "A claim is held back after unpairing"
    flags = ["claimNotHeldBack"]
    collection.add(title, "4.7", script, phase="waiting", flags=flags)
    for early, title in (
        (1, "A claim is held back for 7 s after the name was last told"),
        (0, "A claim is accepted 7 s after the name was last told"),
    ):
        script = server("paired").read(after=3000).do("unpair").stored()
        script.write(OTHER, 2, after=1000).until_due(early=early)
        collection.add(title, "4.7", script)
    script = server("unpairing").read(2, after=2000).stored().write(OTHER, 2)
    title = "A name that is told to a stranger counts as told"
    collection.add(title, "4.7", script, phase="waiting")
    script = server("paired").wait(end.HOLD).do("unpair").stored().write(OTHER, 2)
    title = "A claim is not held back if the lease is over already"
    collection.add(title, "4.7", script, phase="claimed")
    script = ServerScript().launch().claim()
    title = "A claim is held back after a launch"
    flags = ["noWaitAfterLaunch"]
    collection.add(title, "4.7", script, phase="waiting", flags=flags)
    script = ServerScript().launch().write(OTHER, after=end.HOLD)
    title = "A claim is held back for 7 s after a launch"
    collection.add(title, "4.7", script, phase="claimed")
    script = server("away").do("unpair").stored().write(OTHER, 2)
    title = "A claim is held back after a launch, even if it was paired"
    collection.add(title, "4.7", script, phase="waiting", flags=flags)
    script = ServerScript().first_launch().claim()
    title = "No claim is held back after the first launch"
    collection.add(title, "4.7", script, phase="claimed")
    script = server("waiting").read()
    title = "A server that holds a claim back is unpaired"
    collection.add(title, "4.7", script, effects=["answer"])
    script = server("waiting").claim(2)
    title = "A claim that is held back moves to another link"
    collection.add(title, "4.1", script, effects=["refuse"])
    script = server("waiting").claim(2).until_due()
    title = "A claim that moved is accepted on its new link"
    collection.add(title, "4.1", script, phase="claimed")
    script = server("waiting").claim(2).lost(1).until_due()
    title = "A claim that moved does not end with its old link"
    collection.add(title, "4.1", script, phase="claimed")
    script = server("waiting").lost().write(OTHER, 2)
    title = "A claim that was held back ends with its link"
    collection.add(title, "4.1", script, phase="waiting")
    script = server("waiting").do("unpair").claim(2)
    title = "The user ends a claim that is held back, and the wait goes on"
    collection.add(title, "4.7", script, phase="waiting")


def _add_copies(collection: PairingCollection) -> None:
    script = server("paired").claim(2)
    title = "The client's name on another link waits"
    flags = ["copyAccepted"]
    collection.add(title, "4.8", script, effects=[], flags=flags)
    script = server("takingOver").until_due()
    title = "The client's other link is served when the lease is over"
    collection.add(title, "4.8", script, phase="paired")
    script = server("takingOver").read()
    title = "A copy is refused when the client is heard"
    collection.add(title, "4.8", script, effects=["refuse", "answer"])
    script = server("takingOver").lost()
    title = "The client's other link is served when the first is gone"
    collection.add(title, "4.8", script, phase="paired")
    script = server("takingOver").lost(2)
    title = "A copy that left is forgotten"
    collection.add(title, "4.8", script, phase="paired")
    script = server("takingOver").claim(3)
    title = "A third link of the client's name is refused"
    collection.add(title, "4.8", script, effects=["refuse"])
    script = server("takingOver").read(2)
    title = "Who waits may read the name once"
    collection.add(title, "4.8", script, effects=["answer"])
    script = server("takingOver").read(2).read(2)
    title = "Who waits may not read the name twice"
    collection.add(title, "4.8", script, effects=["refuse"])
    script = server("paired").read(2)
    title = "A stranger is told once who is paired"
    collection.add(title, "4.8", script, effects=["answer"])
    script = server("paired").read(2).read(2)
    title = "A stranger's second read is refused while the lease runs"
    collection.add(title, "4.8", script, effects=["refuse"], flags=flags)
    for after, what in ((end.HOLD - 1, "before"), (end.HOLD, "after")):
        script = server("paired").read(2).read(2, after=after - 10)
        title = f"A stranger's second read {what} the end of the lease"
        collection.add(title, "4.8", script)
        script = server("paired").claim(2, after=after)
        title = f"The client's name on another link {what} the end of the lease"
        collection.add(title, "4.8", script)
    script = server("paired").read(after=5000).claim(2, after=5000)
    title = "Each read of the client begins its lease again"
    collection.add(title, "4.8", script, phase="takingOver")
    script = server("paired").claim()
    title = "The client may write its name again"
    collection.add(title, "4.8", script, effects=["accept"])
    script = server("paired").claim(1, after=5000).claim(2, after=5000)
    title = "Each write of the client begins its lease again"
    collection.add(title, "4.8", script, phase="takingOver")
    script = server("paired").lost().claim(2)
    title = "A client that is back is served at once if its link's end was told"
    collection.add(title, "4.8", script, effects=["accept", "show"])
    script = server("unpairing").claim(2)
    title = "Nobody is taken for the client while it is being unpaired"
    collection.add(title, "4.6", script, effects=["refuse"])
    script = server("unpairing").read(2).read(2)
    title = "A stranger is told once while the client is being unpaired"
    collection.add(title, "4.8", script, effects=["refuse"])


def _add_links(collection: PairingCollection) -> None:
    script = server("unpaired").read(2).claim(1).read(2, offset=4)
    title = "A value that is read in chunks does not change between them"
    flags = ["chunksOfTwoValues"]
    collection.add(title, "4.12", script, effects=["answer"], flags=flags)
    script = server("paired").read().do("unpair").stored().read(offset=8)
    title = "A name that is read in chunks ends as it began"
    collection.add(title, "4.12", script, effects=["answer"], flags=flags)
    script = server("unpaired").read().claim().read().read(offset=8)
    title = "A later chunk is of the value that was read last from its beginning"
    collection.add(title, "4.12", script, effects=["answer"])
    for count, what in ((3, "Four links are told apart"), (4, "A fifth link")):
        script = server("unpaired").read(9)
        for link in range(1, count + 1):
            script.read(link)
        script.read(9, offset=4)
        title = f"{what} {'takes the oldest place' if count == 4 else ''}".strip()
        collection.add(title, "4.12", script)
    script = server("unpaired").read(9).read(1).read(9).read(2).read(3).read(4)
    script.read(9, offset=4)
    title = "A link that was heard again keeps its place"
    collection.add(title, "4.12", script, effects=["answer"])
    for phase in ("claimed", "paired", "unpairing"):
        script = server(phase)
        if phase == "claimed":
            script.read()
        for link in (2, 3, 4, 5, 6):
            script.do("connected", link=link)
        script.read(1, offset=4)
        title = f"The client's link keeps its place, {phase}"
        collection.add(title, "4.12", script, effects=["answer"])
    script = server("takingOver").read(2)
    for link in (3, 4, 5, 6):
        script.do("connected", link=link)
    title = "A waiting link keeps its place"
    collection.add(title, "4.12", script.read(2, offset=4), effects=["answer"])
    script = server("unpaired").read(1).lost(1).read(1, offset=4)
    title = "A link that is gone has no value"
    collection.add(title, "4.12", script, effects=["refuse"])
    script = server("unpaired").read(1).do("radioOff").do("radioOn").read(1, offset=4)
    title = "No link is left after Bluetooth was off"
    collection.add(title, "4.12", script, effects=["refuse"])
    script = server("unpaired").claim(after=-5)
    title = "An earlier time is taken for the latest"
    collection.add(title, "10.4", script, effects=["accept", "show"])
