"""The rules of messages: their kinds, their turns, and one at a time (clauses 8.5 and 8.6)."""

from __future__ import annotations

from . import records
from .script import (
    FIRST_TICKET,
    OTHER_APP,
    CompanionCollection,
    away,
    ready,
)


def add_message_rules(collection: CompanionCollection) -> None:
    """Adds the rules, in the order of the clauses."""
    _add_kinds(collection)
    _add_turns(collection)
    _add_one_at_a_time(collection)
    _add_progress(collection)


def _add_kinds(collection: CompanionCollection) -> None:
    queued = ["newestQueued"]
    script = ready().send().send()
    title = "A message waits while another is being sent"
    collection.add(title, "8.5", script, effects=[], flags=["twoAtATime"])
    script = ready().newest().newest()
    title = "A newest message waits while another is being sent"
    collection.add(title, "8.5", script, effects=[], flags=queued)
    script.newest()
    title = "A newer message replaces the one that waits"
    collection.add(title, "8.5", script, effects=["ended"], flags=queued)
    script = ready().newest().newest().newest().finish(after=records.NEWEST_INTERVAL)
    title = "Only the newest message is sent"
    collection.add(title, "8.5", script, effects=["ended", "send"], flags=queued)
    script = away().newest().newest().connect()
    title = "The newest of the messages that waited for the device is sent"
    collection.add(title, "8.5", script, effects=["status", "send"], flags=queued)
    script = ready().newest()
    title = "A newest message is sent as transient"
    collection.add(title, "8.5", script, effects=["send"], flags=queued)
    for count, effects in ((8, []), (9, ["ended"])):
        script = away()
        for _ in range(count):
            script.send()
        flags = ["queueUnbounded"] if count > records.QUEUE_COUNT else []
        title = f"{count} messages wait for one app"
        collection.add(title, "8.5", script, effects=effects, flags=flags)
        script = ready()
        for _ in range(count + 1):
            script.send()
        title = f"{count} messages wait while another is being sent"
        collection.add(title, "8.5", script, effects=effects, flags=flags)
    script = away().do("registerApp", app=OTHER_APP)
    for _ in range(records.QUEUE_COUNT):
        script.send()
    title = "Messages to another app wait apart"
    collection.add(title, "8.5", script.send(app=OTHER_APP), effects=[])
    title = "A newest message does not count among those in order"
    collection.add(title, "8.5", script.newest(), effects=[])
    for member, limit, content, what in (
        ("maximumByteCount", 12, 1, "too large"),
        ("maximumDepth", 1, [1], "too deep"),
        ("maximumValueCount", 1, [1], "of too many values"),
    ):
        script = ready(**{member: limit}).send(content=content)
        title = f"A message that is {what} is refused"
        collection.add(title, "8.5", script, effects=["ended"])
        script = ready(**{member: limit + 1}).send(content=content)
        title = f"A message that is just not {what} is sent"
        collection.add(title, "8.5", script, effects=["send"])
    script = ready().send(content="a\0b")
    title = "A message with a zero byte in a text is refused"
    collection.add(title, "8.5", script, effects=["ended"])
    script = ready().newest().newest().newest(content="\0")
    title = "A newest message that is refused replaces nothing"
    collection.add(title, "8.5", script, effects=["ended"], flags=queued)
    script = away()
    for _ in range(records.QUEUE_COUNT):
        script.send()
    title = "One message too many that can't be serialised is refused for that"
    collection.add(title, "8.5", script.send(content="\0"), effects=["ended"])


def _add_turns(collection: CompanionCollection) -> None:
    pause = records.NEWEST_INTERVAL
    starves = ["newestStarves"]
    script = away().newest().send().connect()
    title = "A message in order goes first"
    collection.add(title, "8.5", script, effects=["status", "send"])
    script = away().send().send().newest().connect().finish()
    title = "A newest message goes after one in order"
    collection.add(title, "8.5", script, effects=["ended", "send"], flags=starves)
    script = ready().newest().send().newest().finish(after=pause)
    title = "A message in order goes after a newest one, though a newer one waits"
    collection.add(title, "8.5", script, effects=["ended", "send"])
    script.send().finish()
    title = "A newest message has its turn before the next one in order"
    collection.add(title, "8.5", script, effects=["ended", "send"], flags=starves)
    script = ready().newest().finish().send().newest().send().finish()
    title = "A newest message that may not begin yet does not hold up one in order"
    collection.add(title, "8.5", script, effects=["ended", "send"])
    script = ready().newest().finish().send().newest().send().finish(after=pause)
    title = "A newest message has its turn once it may begin"
    collection.add(title, "8.5", script, effects=["ended", "send"], flags=starves)
    script = ready().send().send().send().finish()
    title = "Messages in order are sent in order"
    collection.add(title, "8.5", script, effects=["ended", "send"])


def _add_one_at_a_time(collection: CompanionCollection) -> None:
    endless, late = ["sendNeverEnds"], ["lateResultCounts"]
    script = ready().do("registerApp", app=OTHER_APP).send().send(app=OTHER_APP)
    title = "Messages to two apps are sent at a time"
    collection.add(title, "8.6", script, effects=["send"])
    script = ready().send().wait(records.SEND_TIMEOUT)
    title = "A message without a result fails after 30 s"
    collection.add(title, "8.6", script, effects=["ended"], flags=endless)
    script = ready().newest().wait(records.SEND_TIMEOUT)
    title = "A newest message without a result is sent again"
    collection.add(title, "8.6", script, effects=["retrying"], flags=endless)
    script = ready().send().progress(5, after=20_000).wait(records.SEND_TIMEOUT - 1)
    title = "Progress gives a message another 30 s"
    collection.add(title, "8.6", script, effects=[])
    script.wait(1)
    title = "A message without progress for 30 s fails"
    collection.add(title, "8.6", script, effects=["ended"], flags=endless)
    script = ready().send().send().wait(records.SEND_TIMEOUT).until_due()
    title = "The next message is sent after one without a result"
    collection.add(title, "8.6", script, effects=["send"], flags=endless)
    for result in ("success", "appNotFound", "deviceIsBusy"):
        script = ready().send().send().wait(records.SEND_TIMEOUT).until_due()
        script.finish(result, ticket=FIRST_TICKET)
        title = f"A late result counts for no other message, {result}"
        collection.add(title, "8.6", script, effects=["fault"], flags=late)
    script = (
        ready().send().finish("appNotFound").send().progress(20, ticket=FIRST_TICKET)
    )
    title = "Late progress counts for no other message"
    collection.add(title, "8.6", script, effects=["fault"])
    script = ready().send().finish().finish(ticket=FIRST_TICKET)
    title = "A second result of a message is late"
    collection.add(title, "8.6", script, effects=["fault"])
    script = ready().send().finish("appNotFound").finish(ticket=FIRST_TICKET)
    title = "Success after a failure is late"
    collection.add(title, "8.6", script, effects=["fault"])
    script = ready().send().do("registerApp", app=OTHER_APP).send(app=OTHER_APP)
    script.finish(ticket=FIRST_TICKET + 1)
    title = "A result ends the message with its ticket"
    collection.add(title, "8.6", script, effects=["ended"], flags=late)


def _add_progress(collection: CompanionCollection) -> None:
    for sent, total, effects, what in (
        (0, 20, [], "no byte yet"),
        (20, 20, ["progress"], "all bytes"),
        (21, 20, ["fault"], "more bytes than there are"),
        ("4294967295", "4294967295", ["progress"], "as many bytes as can be"),
        (20, 0, ["fault"], "bytes of none"),
    ):
        title = f"Progress of {what}"
        collection.add(
            title, "8.6", ready().send().progress(sent, total), effects=effects
        )
    script = ready().send().progress(10).progress(10, after=1000)
    title = "The same progress again is nothing new"
    collection.add(title, "8.6", script, effects=[])
    script.wait(records.SEND_TIMEOUT - 1000)
    title = "The same progress again gives a message no more time"
    collection.add(title, "8.6", script, effects=["ended"])
    script = ready().send().progress(10).progress(9, after=1000)
    title = "Progress does not go back"
    collection.add(title, "8.6", script, effects=["fault"])
    script.progress(10)
    title = "Progress that went back counts for nothing"
    collection.add(title, "8.6", script, effects=[])
    script = ready().send().progress(10).progress(11, 30)
    title = "Progress may have another total"
    collection.add(title, "8.6", script, effects=["progress"])
    script = ready().send().send().progress(10).finish().progress(5)
    title = "Progress begins again with the next message"
    collection.add(title, "8.6", script, effects=["progress"])
