"""Random cases of each layer, made with the generator's models: mostly what a phone or a radio may do, and sometimes what it may not."""

from __future__ import annotations

from random import Random
from typing import Any

from kbc.evaluate import json_integer
from kbc.objects import LAYOUTS, UUID_IDENTIFIER, make, make_of_length
from kbc.reassembly_script import ReassemblyScript
from kbc.sessions.central_script import HALF, LONG, OTHER, SHORT, CentralScript
from kbc.sessions.peripheral_script import PeripheralScript, numbered
from kbc.timing import (
    ADVERTISING_LIMIT,
    KEEP_ALIVE_READ_INTERVAL,
    LOST_LINK_INTERVAL,
    POLL_INTERVAL,
    READ_TIMEOUT,
    REPEAT_INTERVAL,
    RETRY_INTERVAL,
    SETUP_TIMEOUT,
    SILENCE_INTERVAL,
)

Json = dict[str, Any]

RADIOS = ("offsetReads", "offsetReads", "longReads", "wholeValues", "oneCallback")
MTUS = (None, 10, 23, 23, 25, 50, 185, 517, 65536)
LINK_MTUS = (
    None,
    23,
    25,
    50,
    185,
    517,
)  # a reassembler is given only those that can be
CODES = (0x01, 0x05, 0x07, 0x0A, 0x0B, 0x0E, 0x0F)
LENGTHS = (0, 1, 4, 8, 9, 15, 16, 19, 20, 21, 22, 23, 24, 44, 60, 511, 512, 513, 600)
CHUNK_SIZES = (19, 20, 22, 22, 22, 23, 49, 184, 256, 512)
OBJECTS = (
    SHORT,
    LONG,
    OTHER,
    HALF,
    OTHER[:4] + LONG[4:],
    LONG[:20] + b"Weg",
    make_of_length("deployed", 20),
    make_of_length("deployed", 44),
    make_of_length("deployed", 60),
    make_of_length("deployed", 512),
    make_of_length("legacy", 90),
    b"\x01",
    b"",
)
STREETS = (
    b"",
    b"Hof",
    "Große Weinmeisterstraße".encode(),
    b"\0Hof",
    "\ufeffHof\ufffe".encode(),
    b"Hof\xf0\x9f\x9a",
    b"H\xc3of\xe2\x82\xacx",
)
PAUSES = (
    *(POLL_INTERVAL, RETRY_INTERVAL, KEEP_ALIVE_READ_INTERVAL, SILENCE_INTERVAL),
    *(READ_TIMEOUT, SETUP_TIMEOUT, REPEAT_INTERVAL),
    *(LOST_LINK_INTERVAL, ADVERTISING_LIMIT),
)


class Chance:
    """Draws cases: the same ones for each seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def case(self, operation: str) -> Json:
        """The input of a case of this operation."""
        return getattr(self, f"_{operation}")()

    def _one_in(self, count: int) -> bool:
        return self.random.randrange(count) == 0

    def _any(self, values: Any) -> Any:
        return self.random.choice(values)

    # The codec

    def _bytes(self) -> bytes:
        layout = self._any(LAYOUTS)
        data = bytearray(make(layout, self._any(STREETS)))
        if self._one_in(2):
            data = bytearray(make_of_length(layout, self._any(LENGTHS)))
        for _ in range(self.random.randrange(3)):
            if data:
                place = self.random.randrange(min(len(data), 24))
                data[place] = self._any((0, 1, 0x40, 0x4F, 0x80, 0xBF, 0xFF))
        if self._one_in(2):
            del data[self._any(LENGTHS) :]
        return bytes(data)

    def _decode(self) -> Json:
        extent = self._any(("whole", "possiblyCut"))
        layout = self._any(("auto", "auto", *LAYOUTS))
        return {"bytes": self._bytes().hex(), "layout": layout, "extent": extent}

    def _notification(self) -> Json:
        layout = self._any(("auto", "auto", *LAYOUTS))
        return {"bytes": self._bytes().hex(), "layout": layout}

    def _street(self) -> Json:
        pool = bytes.fromhex("004180909fa0bfc0c2e0e1edeff0f4f5ff") + b"Hof"
        size = self.random.randrange(12)
        data = bytes(self._any(pool) for _ in range(size)) + self._any(STREETS)
        policy = self._any(("strict", "repair", "dropIncompleteTail"))
        return {"bytes": data.hex(), "policy": policy}

    def _encode(self) -> Json:
        longest = self._any((0, 400, 490, 491, 492, 502, 503, 504, 600))
        street = self._any((self._any(STREETS), bytes([0x41]) * longest))
        return {
            "layout": self._any(LAYOUTS),
            "identifier": self._any((7, str(UUID_IDENTIFIER).upper())),
            "arrow": self._any((0, 5, 30, 31, 255)),
            "distanceInMeters": self._any((0, 6, 0x01020304, "2147483648")),
            "streetBytes": street.hex(),
        }

    def _distance(self) -> Json:
        power = 1 << self.random.randrange(33)
        near = self._any((5, 995, 9_950, 303, 800, 16_012, 16_013, power, power, power))
        meters = min(max(near + self.random.randrange(-6, 7), 0), 0xFFFFFFFF)
        style = self._any(("vendor", "metric", "imperial", "uk"))
        return {"distanceInMeters": json_integer(meters), "style": style}

    # Reassembly

    def _reassembly(self) -> Json:
        chosen: Json = {"maximumRestarts": self._any((0, 1, 2, 8))}
        if self._one_in(2):
            chosen["trustsChunkSize"] = True
        mtu = self._any(LINK_MTUS)
        if mtu is not None:
            chosen["mtu"] = mtu
        script = ReassemblyScript(self._any(RADIOS), **chosen)
        if not self._one_in(20):
            script.begin()
        data, size = self._any(OBJECTS), self._any(CHUNK_SIZES)
        for _ in range(self.random.randrange(1, 14)):
            if self._one_in(5):
                data, size = self._any(OBJECTS), self._any(CHUNK_SIZES)
            self._go_on_reading(script, data, size)
        return script.given

    def _go_on_reading(self, script: ReassemblyScript, data: bytes, size: int) -> None:
        if self._one_in(12):
            offset = self._any((0, 20, 22, 44, 65535))
            if self._one_in(2):
                script.value(bytes(self._any(LENGTHS)), at=offset)
            else:
                script.error(self._any(CODES), at=offset)
        elif self._one_in(16):
            script.do(self._any(("cancel", "forgetChunkSize", "begin")))
        elif script.model.awaits is None:
            script.begin()
        elif self._one_in(12):
            script.error(self._any(CODES))
        elif self._one_in(12):
            script.value(make_of_length("deployed", self._any(LENGTHS)))
        elif script.given["radio"] in ("wholeValues", "oneCallback"):
            script.value(data)
        else:
            script.chunk(data, size)

    # The sessions

    def _centralSession(self) -> Json:
        configuration: Json = {"radio": self._any(RADIOS)}
        configuration["layout"] = self._any(("deployed", "deployed", "auto"))
        if self._one_in(3):
            configuration["maximumRestarts"] = self._any((0, 1))
        if self._one_in(3):
            configuration["trustsChunkSize"] = True
        if self._one_in(4):
            configuration["subscribes"] = False
        if self._one_in(6):
            configuration["readTimeout"] = 30_000
        script = CentralScript(**configuration)
        phases = ("stopped", "connecting", "discovering", "subscribing", "reading")
        script.to(self._any((*phases, "reading", "ready", "ready")))
        phone: list[Any] = [self._any(OBJECTS), self._any(CHUNK_SIZES)]
        for _ in range(self.random.randrange(1, 24)):
            if self._one_in(6):
                phone = [self._any(OBJECTS), self._any(CHUNK_SIZES)]
            if self._one_in(4):
                self._disturb_central(script)
            else:
                self._serve_central(script, *phone)
        return {"configuration": script.configuration, "events": script.events}

    def _serve_central(self, script: CentralScript, data: bytes, size: int) -> None:
        """What happens next on a link that works, more or less."""
        phase = script.model.phase
        after = self._any((10, 10, 10, self._any(PAUSES)))
        if phase in ("discovering", "subscribing", "reading") and self._one_in(6):
            script.failed(self._any(CODES), after=after)
        elif phase == "stopped":
            script.do("start")
        elif phase == "radioOff":
            script.do("radioOn")
        elif phase == "scanning":
            script.do("found", peer=7)
        elif phase == "connecting":
            script.connected(self._any(MTUS))
        elif phase == "discovering" and self._one_in(8):
            script.answer("notDiscovered")
        elif phase == "discovering":
            script.discovered(not self._one_in(5))
        elif phase == "subscribing":
            script.answer("subscribed", after=after)
        elif phase == "ready":
            script.wait(self._any(PAUSES))
        elif script.configuration["radio"] in ("wholeValues", "oneCallback"):
            script.value(data, after=after)
        else:
            script.chunk(data, size, after=after)

    def _disturb_central(self, script: CentralScript) -> None:
        """Something that the session does not wait for."""
        after = self._any((0, 10, 10, self._any(PAUSES)))
        notified = self._any((self._any(OBJECTS)[:20], self._any(OBJECTS)[:4], b"\x07"))
        match self.random.randrange(12):
            case 0 | 1 | 2:
                script.notified(notified, after=after)
            case 3:
                script.arrived(self._any((notified, self._any(OBJECTS))), after=after)
            case 4:
                script.of_link("mtuChanged", mtu=self._any(MTUS), after=after)
            case 5 | 6:
                script.of_link("serviceChanged", after=after)
            case 7:
                script.of_link("disconnected", after=after)
            case 8:
                script.do(self._any(("radioOff", "radioOn")), after=after)
            case 9:
                script.do(self._any(("stop", "start")), after=after)
            case 10:
                script.value(self._any(OBJECTS), ticket=self.random.randrange(1, 9))
            case _:
                script.wait(self._any(PAUSES) + self._any((-1, 0, 0, 1)))

    def _peripheralSession(self) -> Json:
        configuration: Json = {
            "notification": self._any(("identifier", "object")),
            "retriedNotification": self._any(("identifier", "object")),
            "serving": self._any(("newestAlways", "snapshotPerRead")),
            "ending": self._any(("empty", "invalidOffset", "attributeNotLong")),
            "chunkSize": self._any(
                ("readPayload", "notificationPayload", "smallestPayload")
            ),
            "hasCCCD": not self._one_in(4),
            "lossDetection": self._any(("eachCentral", "sharedWatchdog")),
            "repeats": not self._one_in(4),
        }
        script = PeripheralScript(**configuration)
        if not self._one_in(8):
            script.do("startNavigation")
        for _ in range(self.random.randrange(1, 24)):
            self._disturb_phone(script)
        return {"configuration": script.configuration, "events": script.events}

    def _disturb_phone(self, script: PeripheralScript) -> None:
        central = self._any((1, 1, 1, 2, 2, 3, 4, 5, 6))
        after = self._any((0, 10, 10, 1000, self._any(PAUSES)))
        match self.random.randrange(20):
            case 0 | 1 | 2:
                data = self._any((SHORT, LONG, numbered(self.random.randrange(12))))
                script.publish(b"\x01" if self._one_in(9) else data, after=after)
            case 3 | 4 | 5:
                mtu = self._any((23, 23, 50, 185))
                script.connect(central, mtu, after=after)
            case 6 | 7 | 8:
                script.subscribe(central, after=after)
            case 9 | 10 | 11:
                offset = self._any((0, 0, 0, 16, 20, 22, 34, 40))
                named = {"identifier": self.random.randrange(12)}
                rest = named if self._one_in(5) else {}
                script.read(central, offset, after=after, **rest)
            case 12:
                script.do("disconnected", central=central, after=after)
            case 13:
                script.do("unsubscribed", central=central, after=after)
            case 14:
                script.do("notificationRefused", central=central, after=after)
            case 15:
                script.do("notificationsReady", after=after)
            case 16:
                event = self._any(("radioOff", "radioOn", "radioOn"))
                script.do(event, after=after)
            case 17:
                events = ("stopNavigation", "startNavigation", "startAdvertising")
                script.do(self._any(events), after=after)
            case 18:
                script.do("mtuChanged", central=central, mtu=50, after=after)
            case _:
                script.wait(self._any(PAUSES) + self._any((-1, 0, 0, 1)))
