#!/usr/bin/env python3
"""Devices with one fault each, for `knav judge`.

faulty_device.py FAULT     be the device with this fault
faulty_device.py --list    the faults, each with the promises that it may break
"""

import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.append(str(Path(__file__).resolve().parents[2] / "Sources/Ports/Devices"))

from device import Device, run  # noqa: E402

FAULTS = {}


def breaks(*promises):
    """Notes the promises that a fault may break."""

    def note(device):
        FAULTS[device.__name__] = (promises, device)
        return device

    return note


@breaks("deliversWhatWasPublished")
class SplicesInstructions(Device):
    """It does not look whether the first chunk has changed."""

    def end(self):
        self.finish()


@breaks("deliversWhatWasPublished", "showsBeginnings", "asksOneAtATime")
class TakesNotificationsForAnswers(Device):
    def on_notified(self, event):
        if self.open and self.asked[0] == "read":
            self.on_answered(event)
        else:
            super().on_notified(event)


@breaks("deliversWhatWasPublished", "neverRepeats")
class TakesBeginningsForAll(Device):
    def begin(self, chunk):
        self.value = chunk
        self.finish()


@breaks("showsBeginnings")
class ShowsAfterTheFirstByte(Device):
    def show(self, extent, value):
        super().show(extent, value[1:] if extent == "possiblyCut" else value)


@breaks("neverGoesBack", "neverRepeats")
class ShowsAnOlderOneAgain(Device):
    older = b""

    def finish(self):
        super().finish()
        if self.older:
            self.show("whole", self.older)
        self.older = self.value


@breaks("neverRepeats")
class ShowsTwice(Device):
    def finish(self):
        self.show("whole", self.value)
        super().finish()


@breaks("keepsAlive")
class ReadsEverySixSeconds(Device):
    def wait(self):
        self.pause = 6000
        super().wait()


@breaks("keepsAlive")
class StopsAfterOneFailure(Device):
    def on_failed(self, event):
        if self.asked[1] == 0:
            self.open = self.deadline = None
        else:
            super().on_failed(event)


@breaks("endsUnansweredLinks")
class WaitsForever(Device):
    def leave(self, event=None):
        if self.open and event is None:
            self.deadline = None
        else:
            super().leave()


@breaks("endsFailingLinks")
class NeverGivesUp(Device):
    def wait(self):
        self.failures = 0
        super().wait()


@breaks("searchesAfterLoss")
class NeverReconnects(Device):
    def on_disconnected(self, event):
        self.forget()


@breaks("searchesAfterLoss")
class IgnoresItsRadio(Device):
    def on_radioOn(self, event):
        pass


@breaks("recovers")
class TakesEndingsForFailures(Device):
    """It does not know the errors that end an instruction."""

    def on_failed(self, event):
        super().on_failed({"attError": 0x0E if event["attError"] in (7, 11) else 1})


@breaks("recovers")
class NeverShows(Device):
    def show(self, extent, value):
        pass


@breaks("asksOneAtATime")
class AsksForTwo(Device):
    def on_notified(self, event):
        self.act()


@breaks("tellsSilence")
class NeverTellsSilence(Device):
    def show(self, extent, value):
        super().show(extent, value)
        self.do("report", status="navigating")

    def on_failed(self, event):
        super().on_failed(event)
        self.do("report", status="waiting")


@breaks("tellsWaiting")
class AlwaysNavigates(Device):
    def on_failed(self, event):
        super().on_failed(event)
        self.do("report", status="navigating")


class Late(Device):
    """It behaves until it has had twenty events."""

    events = 0

    def handle(self, event):
        self.events += 1
        answer = super().handle(event)
        return answer if self.events <= 20 else self.fail(answer)


@breaks("goesOn")
class CrashesOnAnEmptyAnswer(Device):
    def on_answered(self, event):
        int(event["bytes"], 16)
        super().on_answered(event)


@breaks("goesOn")
class EndsEarly(Late):
    def fail(self, answer):
        sys.exit()


@breaks("goesOn")
class Hangs(Late):
    def fail(self, answer):
        time.sleep(1000)


@breaks("goesOn")
class WritesAWord(Late):
    def fail(self, answer):
        return ["Connected!", *answer]


@breaks("goesOn")
class WritesWithoutEnd(Late):
    def fail(self, answer):
        while True:
            sys.stdout.write("x" * 65536)


@breaks("goesOn")
class HasTooManyEffects(Late):
    def fail(self, answer):
        return [{"effect": "stopScan"}] * 10_000 + answer


@breaks("goesOn")
class LeavesOutTheState(Late):
    def fail(self, answer):
        return answer[:-1] + [{"effect": "stopScan"}]


@breaks("goesOn", "searchesAfterLoss")
class LeavesItsDeadline(Late):
    def fail(self, answer):
        return [{"at": self.now, "deadline": self.now}]


@breaks("goesOn")
class WritesAfterItsState(Late):
    """It answers an event before it has come."""

    def fail(self, answer):
        return [*answer, *answer]


@breaks("goesOn")
class ConnectsWithoutBluetooth(Device):
    peer = None

    def on_found(self, event):
        self.peer = event["peer"]
        super().on_found(event)

    def on_radioOff(self, event):
        super().on_radioOff(event)
        if self.peer is not None:
            self.is_scanning = True
            super().on_found({"peer": self.peer})


@breaks("goesOn")
class DiscoversOnce(Device):
    is_known = False

    def on_connected(self, event):
        if self.is_known:
            self.todo = "read"
        self.act()

    def on_discovered(self, event):
        self.is_known = True
        super().on_discovered(event)


@breaks("goesOn")
class NumbersAllRequestsAlike(Device):
    def ask(self, request, limit, **members):
        self.number = 6
        super().ask(request, limit, **members)


@breaks("goesOn")
class ConnectsToNobody(Device):
    def on_found(self, event):
        super().on_found({"peer": 77})


def main():
    if sys.argv[1:] == ["--list"]:
        for name, (promises, _) in FAULTS.items():
            print(name, *promises)
    elif len(sys.argv) == 2 and sys.argv[1] in FAULTS:
        run(FAULTS[sys.argv[1]][1]())
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
