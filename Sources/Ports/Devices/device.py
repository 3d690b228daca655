#!/usr/bin/env python3
"""A whole device that reads at offsets, for `knav judge`. Docs/Judge.md explains it."""

import json
import sys


class Device:
    """Answers events with effects. Times are in milliseconds."""

    def __init__(self):
        self.number = 0  # the last one that a link or a request got
        self.shown, self.is_whole = b"", False
        self.is_on = False
        self.forget()

    def forget(self):
        """Forgets the link."""
        self.link = self.open = self.deadline = None
        self.is_scanning = self.has_news = self.is_stale = False
        self.todo, self.pause, self.failures = "discover", 1000, 0
        self.value = self.first = b""
        self.is_read = False

    def handle(self, event):
        """Takes an event, and returns its effects and the state."""
        self.effects, self.now = [], event["at"]
        name, ticket, link = event["event"], event.get("ticket"), event.get("link")
        # Another request or link than the newest is late news.
        if ticket in (None, self.open) and link in (None, self.link):
            getattr(self, "on_" + name, lambda event: None)(event)
        return [*self.effects, {"at": self.now, "deadline": self.deadline}]

    def do(self, effect, **members):
        self.effects.append({"effect": effect, **members})

    def scan(self, event=None):
        self.forget()
        if self.is_on:
            self.is_scanning = True
            self.do("startScan")

    on_radioOn = on_disconnected = scan

    def on_start(self, event):
        self.is_on = True
        self.scan()

    def on_stop(self, event):
        self.is_on = False
        if self.is_scanning:
            self.do("stopScan")
        self.leave()

    def on_radioOff(self, event):
        self.forget()

    def on_found(self, event):
        if self.is_scanning:
            self.is_scanning = False
            self.number += 1
            self.link = self.number
            self.do("stopScan")
            self.do("connect", peer=event["peer"], link=self.link)
            # Until it is connected, nothing else can be asked for.
            self.open, self.deadline = "connect", self.now + 10_000

    def leave(self, event=None):
        if self.link is not None:
            self.do("disconnect", link=self.link)
        self.scan()

    def ask(self, request, limit, **members):
        self.number += 1
        self.open, self.asked = self.number, (request, members.get("offset"))
        self.deadline = self.now + limit
        self.do(request, ticket=self.open, **members)

    def act(self, event=None):
        """Asks for what is next: the characteristic, the subscription, or a value."""
        if self.is_stale:
            self.todo = "discover"
        self.has_news = self.is_stale = False
        if self.todo == "read":
            self.ask("read", 5000, offset=0)
        else:
            self.ask(self.todo, 10_000)

    on_connected = act

    def wait(self):
        self.open, self.is_read = None, False
        self.deadline = self.now + self.pause
        if self.has_news or self.is_stale:
            self.act()

    def on_timePassed(self, event):
        if self.deadline is not None and self.now >= self.deadline:
            self.leave() if self.open else self.act()

    def on_serviceChanged(self, event):
        self.is_stale = True
        if self.open is None:
            self.act()

    def on_notified(self, event):
        self.has_news = True
        if self.open is None:
            self.act()

    def on_discovered(self, event):
        self.todo = "subscribe" if event["hasCCCD"] else "read"
        self.act()

    on_notDiscovered = leave

    def on_subscribed(self, event):
        self.todo, self.pause = "read", 3000
        self.act()

    def on_failed(self, event):
        error, (request, offset) = event["attError"], self.asked
        if request == "read" and offset > 0 and error in (0x07, 0x0B):
            self.end()  # nothing is left to read
        elif request == "read" and error == 0x0A:
            self.is_whole = False  # the phone has no instruction
            self.done()
        else:
            if request == "subscribe":
                self.todo = "read"
            self.failures += 1
            self.leave() if self.failures == 4 else self.wait()

    def on_answered(self, event):
        chunk = bytes.fromhex(event["bytes"])
        if self.asked[1] > 0:
            self.value += chunk
            self.end() if len(chunk) < 20 or len(self.value) >= 512 else self.go_on()
        elif self.is_read and chunk == self.first:
            self.finish()
        else:
            self.begin(chunk)

    def begin(self, chunk):
        self.first = self.value = chunk
        self.is_read = False
        if self.is_whole and self.shown.startswith(chunk):
            self.done()  # nothing new
        elif len(chunk) < 20:
            self.finish()  # no phone's chunks are shorter
        else:
            self.show("possiblyCut", chunk)
            self.go_on()

    def go_on(self):
        self.ask("read", 5000, offset=len(self.value))

    def end(self):
        """Reads the beginning again: it differs if the instruction has changed meanwhile."""
        self.is_read = True
        self.ask("read", 5000, offset=0)

    def finish(self):
        self.show("whole", self.value)
        self.done()

    def done(self):
        self.failures = 0
        self.wait()

    def show(self, extent, value):
        self.shown, self.is_whole = value, extent == "whole"
        self.do("deliver", extent=extent, bytes=value.hex())


def run(device):
    greeting = {"pipe": 1, "role": "central", "clock": "given", "radio": "offsetReads"}
    print(json.dumps(greeting), flush=True)
    for line in sys.stdin:
        answer = device.handle(json.loads(line))
        print("\n".join(map(json.dumps, answer)), flush=True)


if __name__ == "__main__":
    run(Device())
