"""BLE to MQTT gateway and ride logger. Polls the characteristic by offset, logs one JSON line an object. Knows all three layouts."""

import codecs
import uuid
from kbc_harness import Refused, run

HEADER = {"deployed": 9, "published": 21, "legacy": 21}
MAX_OBJECT = 512


def u32(data, offset):
    return int.from_bytes(data[offset : offset + 4], "little")


def street_text(data, policy):
    if policy == "strict":
        try:
            return bytes(data).decode("utf-8")
        except UnicodeDecodeError as problem:
            raise Refused("invalidUTF8", problem.start)
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    return decoder.decode(bytes(data), final=policy == "repair")


class Record:
    def __init__(self, data, layout, extent):
        self.data = bytes(data)
        self.cut = extent == "possiblyCut" and len(data) >= 20
        self.layout = self.detect() if layout == "auto" else layout
        self.check()

    def detect(self):
        data = self.data
        if len(data) >= (20 if self.cut else 21):
            if data[6] & 0xF0 == 0x40 and data[8] & 0x80:
                return "legacy"
            return "deployed" if any(data[9:21]) else "published"
        return "deployed"

    def check(self):
        if len(self.data) < (
            9 if self.cut and self.layout == "published" else HEADER[self.layout]
        ):
            raise Refused("truncated")
        if self.layout == "published":
            for offset, byte in enumerate(self.data[9:21], 9):
                if byte:
                    raise Refused("reservedNotZero", offset)

    def fields(self):
        data = self.data
        street = data[HEADER[self.layout] :]
        fixed = 16 if self.layout == "legacy" else 4
        line = {
            "layout": self.layout,
            "extent": "possiblyCut" if self.cut else "whole",
            "identifier": uuid.UUID(bytes_le=data[:16]).bytes
            if fixed == 16
            else u32(data, 0),
            "arrow": data[fixed],
            "distanceInMeters": u32(data, fixed + 1),
            "streetBytes": street,
            "street": street_text(street, "dropIncompleteTail"),
            "strictErrorOffset": None,
        }
        try:
            street_text(street, "strict")
        except Refused as problem:
            line["strictErrorOffset"] = 9 + problem.offset
        return line


def on_value(data, layout, extent):
    if len(data) > MAX_OBJECT:
        raise Refused("oversized")
    if len(data) < 9:
        raise Refused("truncated")
    return Record(data, layout, extent).fields()


class Poller:
    """One object by reads at growing offsets. `awaits` is the offset that is asked for next."""

    def __init__(self, max_restarts):
        self.max_restarts, self.restarts = max_restarts, 0
        self.awaits = self.chunk_size = None
        self.verifying = False

    def step(self, event):
        news = {}
        kind = event["event"]
        if kind == "begin":
            self.__init__(self.max_restarts)
            self.awaits = 0
        elif kind == "cancel":
            self.awaits = None
        elif kind in ("chunk", "error"):
            if event["offset"] != self.awaits:
                news["error"] = {"code": "unexpectedOffset", "offset": event["offset"]}
            elif kind == "chunk":
                news = self.on_chunk(event["bytes"])
            elif self.awaits and event["attError"] in (0x07, 0x0B):
                self.verify()
            else:
                news = self.failed("attError", self.awaits, attError=event["attError"])
        return dict(news, awaits=self.awaits, restarts=self.restarts)

    def failed(self, code, offset, **more):
        self.awaits = None
        return {"error": dict(more, code=code, offset=offset)}

    def verify(self):
        self.verifying, self.awaits = True, 0

    def on_chunk(self, chunk):
        if self.awaits + len(chunk) > MAX_OBJECT:
            return self.failed("oversized", MAX_OBJECT)
        if self.awaits == 0:
            return self.on_first(chunk)
        self.buffer += chunk
        self.awaits = len(self.buffer)
        if len(chunk) < self.chunk_size or len(self.buffer) == MAX_OBJECT:
            self.verify()
        return {}

    def on_first(self, chunk):
        if self.verifying:
            if chunk == self.first:
                self.awaits = None
                return {"object": self.buffer}
            if self.restarts == self.max_restarts:
                return self.failed("restartsExhausted", 0)
            self.restarts += 1
            self.verifying = False
        self.first = self.buffer = chunk
        self.chunk_size = self.chunk_size or len(chunk)
        if len(chunk) < 20 or len(chunk) == MAX_OBJECT:
            self.awaits = None
            return {"object": chunk}
        self.awaits = len(chunk)
        return {"partial": chunk}


run(
    on_value,
    street=street_text,
    reassembly=lambda radio, mtu, max_restarts, trusts: Poller(max_restarts).step,
    radios=("offsetReads",),
    members=(
        "layout",
        "extent",
        "identifier",
        "arrow",
        "distanceInMeters",
        "streetBytes",
        "street",
        "strictErrorOffset",
    ),
    published=True,
    legacy=True,
    pinned_layouts=True,
    name="ble gateway",
)
