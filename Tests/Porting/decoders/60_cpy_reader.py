"""CircuitPython on an nRF52840 with an AirLift: reads the navigation value piece by piece.

_bleio gives me one response per call, so the joining is done here. Runs on the desktop for the tests.
"""

import kbc_harness

LIMIT = 512
SMALL = 20  # fewer bytes than that always are the whole value
END_CODES = (0x07, 0x0B)


def u32(b):
    return b[0] | b[1] << 8 | b[2] << 16 | b[3] << 24


class Nav:
    """One instruction."""

    def __init__(self, data, cut):
        if len(data) > LIMIT:
            raise kbc_harness.Refused("oversized")
        if len(data) < 9:
            raise kbc_harness.Refused("truncated")
        gap = data[9:21]
        enough = 20 if cut else 21
        self.spec = len(data) >= enough and not any(gap)
        self.identifier = u32(data[0:4])
        self.arrow = data[4]
        self.meters = u32(data[5:9])
        self.street = data[21:] if self.spec else data[9:]

    def as_dict(self):
        return {
            "layout": "published" if self.spec else "deployed",
            "identifier": self.identifier,
            "arrow": self.arrow,
            "distanceInMeters": self.meters,
            "streetBytes": self.street,
        }


def decode(data, layout, extent):
    return Nav(data, extent == "possiblyCut").as_dict()


def notified(data, layout, extent):
    if len(data) == 4:
        return {"identifier": u32(data)}
    if len(data) < 9:
        raise kbc_harness.Refused("malformedNotification")
    return Nav(data, True).as_dict()


class Reader:
    """Joins the pieces. `awaits` is the offset to ask for next, None while nothing is asked."""

    def __init__(self, radio, mtu, maximum_restarts, trusts_chunk_size):
        self.maximum_restarts = maximum_restarts
        self.awaits = None
        self.checking = False
        self.value = b""
        self.first = None
        self.last_size = 0
        self.restarts = 0

    def __call__(self, event):
        news = getattr(self, "on_" + event["event"])(event) or {}
        news["awaits"] = self.awaits
        news["restarts"] = self.restarts
        return news

    def on_begin(self, event):
        self.start()
        self.restarts = 0

    def on_cancel(self, event):
        self.value = b""
        self.checking = False

    def on_forgetChunkSize(self, event):
        pass

    def start(self):
        self.awaits = 0
        self.checking = False
        self.value = b""
        self.first = None

    def stop(self, code, offset, att=None):
        self.awaits = None
        error = {"code": code, "offset": offset}
        if att is not None:
            error["attError"] = att
        return {"error": error}

    def finish(self):
        self.awaits = None
        return {"object": self.value}

    def check(self):
        """All there: is the beginning still the same?"""
        self.checking = True
        self.awaits = 0

    def on_chunk(self, event):
        offset, piece = event["offset"], event["bytes"]
        if offset != self.awaits:
            return {"error": {"code": "unexpectedOffset", "offset": offset}}
        if offset + len(piece) > LIMIT:
            return self.stop("oversized", LIMIT)
        if self.checking:
            if piece == self.first:
                return self.finish()
            if self.restarts > self.maximum_restarts:
                return self.stop("restartsExhausted", 0)
            self.restarts += 1
            self.start()  # it changed, once more from the top
            return None
        self.value += piece
        previous, self.last_size = self.last_size, len(piece)
        if offset == 0:
            self.first = piece
            if len(piece) < SMALL or len(piece) == LIMIT:
                return self.finish()
            self.awaits = len(piece)
            return {"partial": piece}
        if len(piece) < previous or len(self.value) == LIMIT:
            return self.check()
        self.awaits = len(self.value)
        return None

    def on_error(self, event):
        offset, code = event["offset"], event["attError"]
        if offset != self.awaits:
            return {"error": {"code": "unexpectedOffset", "offset": offset}}
        if offset > 0 and code in END_CODES:
            return self.check()
        return self.stop("attError", offset, code)


kbc_harness.run(
    decode,
    notification=notified,
    reassembly=Reader,
    radios=("offsetReads",),
    members=("layout", "identifier", "arrow", "distanceInMeters", "streetBytes"),
    published=True,
    name="itsy reader",
)
