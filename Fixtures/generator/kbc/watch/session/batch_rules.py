"""The rules of batches: what they are made of, and when they begin (clause 8.16)."""

from __future__ import annotations

from . import records
from .batch_end_rules import add_batch_ends
from .cells import add_state, happenings
from .script import (
    APP,
    BATCH_STATES,
    OTHER_APP,
    STATES,
    CompanionCollection,
    CompanionScript,
    away,
    many,
    ready,
    several,
)

PAUSE = records.BATCH_INTERVAL


def add_batches(collection: CompanionCollection) -> None:
    """Adds the rules, then every event while there are batched messages."""
    _add_joining(collection)
    _add_interval(collection)
    _add_limits(collection)
    _add_refusals(collection)
    _add_turns(collection)
    add_batch_ends(collection)
    for words, state in STATES.items():
        title = f"send batched while {words}"
        collection.add(title, "8.5", state().batched())
    for words, state in BATCH_STATES.items():
        for what, clause, happen in happenings():
            collection.add(f"{what} while {words}", clause, happen(state()))
        collection.add(f"send batched while {words}", "8.5", state().batched())
        add_state(collection, words, state)


def _add_joining(collection: CompanionCollection) -> None:
    bare = ["batchOfOneBare"]
    script = ready().batched()
    title = "The first batched message is sent at once, in an array"
    collection.add(title, "8.16", script, effects=["send"], flags=bare)
    script = away().batched(content=[1, 2]).connect()
    title = "A batch of one array is an array in an array"
    collection.add(title, "8.16", script, effects=["status", "send"], flags=bare)
    script = several()
    title = "Batched messages that waited for the device are sent together"
    collection.add(title, "8.16", script, effects=["status", "send"])
    script = ready().batched().batched().batched()
    title = "A batched message waits while a batch is being sent"
    collection.add(title, "8.16", script, effects=[])
    script.finish(after=PAUSE)
    title = "What was handed in while a batch was being sent goes together"
    collection.add(title, "8.16", script, effects=["ended", "send"])
    script = many(ready().batched().finish(), 2).newest().finish()
    title = "A newest message does not end the wait for a batch"
    collection.add(title, "8.16", script, effects=["ended"], flags=["batchTooOften"])
    script.until_due()
    title = "Batched messages that were handed in at different times go together"
    collection.add(title, "8.16", script, effects=["send"])
    script = many(away().do("registerApp", app=OTHER_APP), 2)
    script.batched(app=OTHER_APP).batched(app=OTHER_APP).connect()
    title = "Each app has batches of its own"
    collection.add(title, "8.16", script, effects=["status", "send", "send"])


def _add_interval(collection: CompanionCollection) -> None:
    often = ["batchTooOften"]
    script = several().finish().batched()
    title = "A batch waits if the last one began less than 10 s ago"
    collection.add(title, "8.16", script, effects=[], flags=often)
    script.until_due(early=1)
    title = "Batches do not begin less than 10 s apart"
    collection.add(title, "8.16", script, effects=[], flags=often)
    title = "Batches begin 10 s apart"
    script = several().finish().batched().batched().until_due()
    collection.add(title, "8.16", script, effects=["send"])
    script = several().finish(after=PAUSE).batched()
    title = "The interval of batches is counted from the beginning of the last one"
    flags = ["batchOfOneBare"]
    collection.add(title, "8.16", script, effects=["send"], flags=flags)
    script = several().finish().batched().status("notConnected").connect()
    title = "The interval of batches goes on when the connection ends"
    collection.add(title, "8.16", script, effects=["status"], flags=often)
    script = several().finish().do("unregisterApp", app=APP)
    script.do("registerApp", app=APP).batched()
    title = "An app that is registered again has no interval of before"
    collection.add(title, "8.16", script, effects=["send"])
    for delivery in ("inOrder", "newestOnly"):
        script = ready().send(delivery).finish().batched()
        title = f"A batch keeps no interval to another message, {delivery}"
        collection.add(title, "8.16", script, effects=["send"])
        script = several().finish().send(delivery)
        title = f"Another message keeps no interval to a batch, {delivery}"
        collection.add(title, "8.16", script, effects=["send"])
    script = several().finish().do("registerApp", app=OTHER_APP)
    title = "Each app has an interval of batches of its own"
    collection.add(title, "8.16", script.batched(app=OTHER_APP), effects=["send"])
    script = several(1).finish("appNotFound").batched()
    title = "A batch that failed begins the interval, too"
    collection.add(title, "8.16", script, effects=[], flags=often)


def _add_limits(collection: CompanionCollection) -> None:
    # An array has 13 bytes, a Number in it 5. A text has 5 more, and 11 with the head of the section, 3 and its own.
    large = ["batchTooLarge"]
    for words, configuration, contents, fits in (
        ("bytes", {"maximumByteCount": 23}, (1, 2), 2),
        ("bytes", {"maximumByteCount": 22}, (1, 2), 1),
        ("bytes of texts", {"maximumByteCount": 41}, ("ab", "cd"), 2),
        ("bytes of texts", {"maximumByteCount": 40}, ("ab", "cd"), 1),
        ("bytes of equal texts", {"maximumByteCount": 36}, ("ab", "ab"), 2),
        ("bytes of equal texts", {"maximumByteCount": 35}, ("ab", "ab"), 1),
        ("values", {"maximumValueCount": 5}, ([1], [2]), 2),
        ("values", {"maximumValueCount": 4}, ([1], [2]), 1),
    ):
        script = away(**configuration)
        for content in contents:
            script.batched(content=content)
        what = "have exactly as many" if fits == 2 else "have one too many"
        (limit,) = configuration.values()
        title = f"Two messages {what} {words}, {limit}"
        flags = [] if fits == 2 else [*large, "batchOfOneBare"]
        script.connect()
        collection.add(title, "8.16", script, flags=flags)
        if fits == 1:
            title = f"The message that did not fit goes with the next batch, {words}"
            script.finish(after=PAUSE)
            collection.add(title, "8.16", script, effects=["ended", "send"])
    order = [*large, "batchOrderLost"]
    script = away(maximumByteCount=40)
    for content in (1, "a long text", 3, 4):
        script.batched(content=content)
    title = "A small message does not overtake a large one that does not fit"
    collection.add(title, "8.16", script.connect(), flags=order)
    script.finish(after=PAUSE)
    title = "A large message goes before the small one that was handed in after it"
    effects = ["ended", "send"]
    collection.add(title, "8.16", script, effects=effects, flags=["batchOrderLost"])
    script = away(maximumDepth=3)
    for content in (1, [2], {"dictionary": [[3, 4]]}):
        script.batched(content=content)
    title = "All messages of a batch have the depth that one of them may have"
    collection.add(title, "8.16", script.connect(), effects=["status", "send"])
    script = many(ready().batched(), records.BATCHED_COUNT).finish(after=PAUSE)
    title = "A batch has 64 messages"
    collection.add(title, "8.16", script, effects=["ended", "send"])


def _add_refusals(collection: CompanionCollection) -> None:
    for member, limit, content, what in (
        ("maximumByteCount", 17, 1, "too large"),
        ("maximumDepth", 2, [1], "too deep"),
        ("maximumValueCount", 2, [1], "of too many values"),
    ):
        script = ready(**{member: limit}).batched(content=content)
        title = f"A message that is {what} in an array is refused"
        collection.add(title, "8.16", script, effects=["ended"])
        script = ready(**{member: limit}).send(content=content)
        title = f"A message that would be {what} in an array is sent without one"
        collection.add(title, "8.16", script, effects=["send"])
        script = ready(**{member: limit + 1}).batched(content=content)
        title = f"A message that is just not {what} in an array is sent"
        collection.add(title, "8.16", script, effects=["send"])
    script = ready().batched(content="a\0b")
    title = "A batched message with a zero byte in a text is refused"
    collection.add(title, "8.16", script, effects=["ended"])
    script = away().batched().batched(content="\0").batched().connect()
    title = "A batched message that was refused is in no batch"
    collection.add(title, "8.16", script, effects=["status", "send"])
    for count, effects in ((64, []), (65, ["ended"])):
        flags = ["batchedUnbounded"] if effects else []
        title = f"{count} messages wait for a batch"
        script = many(away(), count)
        collection.add(title, "8.5", script, effects=effects, flags=flags)
        title = f"{count} messages wait while a batch is being sent"
        script = many(ready(), count + 1)
        collection.add(title, "8.5", script, effects=effects, flags=flags)
        script = many(several(2).finish("deviceIsBusy"), count)
        title = f"{count} messages wait after a batch that is sent again"
        collection.add(title, "8.5", script, effects=effects, flags=flags)
    script = many(away(), records.BATCHED_COUNT).batched(content="\0")
    title = "One batched message too many that can't be serialised is refused for that"
    collection.add(title, "8.5", script, effects=["ended"])
    script = many(away(), records.BATCHED_COUNT).send()
    title = "A message in order does not count among those that are batched"
    collection.add(title, "8.5", script, effects=[])
    script = away()
    for _ in range(records.QUEUE_COUNT):
        script.send()
    title = "A batched message does not count among those in order"
    collection.add(title, "8.5", script.batched(), effects=[])
    script = ready().batched(app=OTHER_APP)
    title = "A batched message to an app that is not registered is refused"
    flags = ["sentUnregistered"]
    collection.add(title, "8.11", script, effects=["ended"], flags=flags)


def _add_turns(collection: CompanionCollection) -> None:
    starve = ["batchedStarve"]

    def all_kinds(script: CompanionScript) -> CompanionScript:
        return script.newest().batched().send()

    script = all_kinds(away()).connect()
    title = "A message in order goes before a batch"
    collection.add(title, "8.5", script, effects=["status", "send"])
    script.finish()
    title = "A batch goes after a message in order, before a newest one"
    collection.add(title, "8.5", script, effects=["ended", "send"], flags=starve)
    script.finish()
    title = "A newest message goes after a batch"
    collection.add(title, "8.5", script, effects=["ended", "send"])
    script = away().newest().batched().connect()
    title = "A batch goes before a newest message"
    collection.add(title, "8.5", script, effects=["status", "send"], flags=starve)
    script = all_kinds(ready().batched()).finish(after=PAUSE)
    title = "A newest message goes after a batch, though one in order waits"
    flags = ["newestStarves"]
    collection.add(title, "8.5", script, effects=["ended", "send"], flags=flags)
    script.newest().finish()
    title = "A message in order goes after a newest one, before a batch"
    collection.add(title, "8.5", script, effects=["ended", "send"])
    script = ready().batched().finish().send().batched().send().newest().finish()
    title = "A batch that may not begin yet misses its turn"
    collection.add(title, "8.5", script, effects=["ended", "send"])
    script = ready().batched().finish().send().batched().send().finish()
    title = "A batch that may not begin yet does not hold up messages in order"
    collection.add(title, "8.5", script, effects=["ended", "send"])
    script = ready().batched().finish().send().batched().send().finish(after=PAUSE)
    title = "A batch has its turn once it may begin"
    collection.add(title, "8.5", script, effects=["ended", "send"], flags=starve)
