"""Lets the conformance suite judge your decoder. For a computer, not for the device.

Write a function that decodes, and give it to `run`:

    import kbc_harness

    def decode(data):
        return {"identifier": ..., "arrow": ..., "distanceInMeters": ..., "streetBytes": ...}

    kbc_harness.run(decode)

The program then speaks the testee protocol of Docs/Conformance.md on standard input and output.
Docs/Harness.md shows a whole one, and what the suite says about it.

CPython 3 and MicroPython run it. It ends with 0 at the end of its input, and otherwise, after a message on
standard error, with BAD_REQUEST or BAD_DEVICE. An exception of your own code ends it with a traceback.
"""

import binascii
import json
import sys

BAD_REQUEST = 65
BAD_DEVICE = 70
MAXIMUM_REQUEST = 65536

# The members of an answer that a function for objects can give.
MEMBERS = (
    "layout",
    "extent",
    "identifier",
    "arrow",
    "arrowName",
    "distanceInMeters",
    "streetBytes",
    "street",
    "strictErrorOffset",
)
USUAL_MEMBERS = ("identifier", "arrow", "distanceInMeters", "streetBytes")
LAYOUTS = ("auto", "published", "deployed", "legacy")
EXTENTS = ("whole", "possiblyCut")
POLICIES = ("strict", "repair", "dropIncompleteTail")
STYLES = ("vendor", "metric", "imperial", "uk")
RADIOS = ("offsetReads", "wholeValues", "longReads", "oneCallback")
EVENTS = ("begin", "chunk", "error", "cancel", "forgetChunkSize")
REFUSALS = (
    "truncated",
    "oversized",
    "malformedNotification",
    "invalidUTF8",
    "reservedNotZero",
    "identifierMismatch",
)
NEWS = ("partial", "object", "beginning", "error")

ARROWS = (
    "reserved0 straight start finish slightLeft left sharpLeft sharpRight right slightRight forkRight forkLeft "
    "uTurn reserved13 reserved14 roundaboutExitLeft roundaboutExitRight roundaboutCounterclockwise1of1 "
    "roundaboutCounterclockwise1of2 roundaboutCounterclockwise1of3 roundaboutCounterclockwise2of2 "
    "roundaboutCounterclockwise2of3 roundaboutCounterclockwise3of3 roundaboutClockwise1of1 "
    "roundaboutClockwise1of2 roundaboutClockwise1of3 roundaboutClockwise2of2 roundaboutClockwise2of3 "
    "roundaboutClockwise3of3 roundaboutFallback outOfRoute"
).split(" ")


# ---- What your functions may raise ---------------------------------------------------------------


class Refused(Exception):
    """Bytes that your code refuses.

    code: one of REFUSALS.
    offset: with the first three, the harness fills it in unless you give it.
    """

    def __init__(self, code, offset=None):
        super().__init__(code, offset)
        self.code = code
        self.offset = offset


class NotTaken(Exception):
    """Your code can't take this case, so it is skipped."""

    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason


class _Fault(Exception):
    """What ends the program: its exit code and a message."""

    def __init__(self, exit_code, message):
        super().__init__(exit_code, message)
        self.exit_code = exit_code
        self.message = message


class _NotUnderstood(Exception):
    """The input of a case does not have the form of its operation."""


# ---- UTF-8 ---------------------------------------------------------------------------------------


def _character(data, start):
    """The length of a character or of the longest part of one, and "wellFormed", "illFormed" or "cut"."""
    lead = data[start]
    if 0x80 <= lead < 0xC2 or lead > 0xF4:
        return 1, "illFormed"
    length = 1 + (lead >= 0xC2) + (lead >= 0xE0) + (lead >= 0xF0)
    least = {0xE0: 0xA0, 0xF0: 0x90}.get(lead, 0x80)
    most = {0xED: 0x9F, 0xF4: 0x8F}.get(lead, 0xBF)
    for place in range(1, length):
        if start + place == len(data):
            return place, "cut"
        if not least <= data[start + place] <= most:
            return place, "illFormed"
        least, most = 0x80, 0xBF
    return length, "wellFormed"


def _text_and_fault(data):
    """The text by the policy dropIncompleteTail, and where the first fault is, or None."""
    text = ""
    fault = None
    start = 0
    while start < len(data):
        length, kind = _character(data, start)
        if kind == "wellFormed":
            text += bytes(data[start : start + length]).decode("utf-8")
        else:
            fault = start if fault is None else fault
            text += "\ufffd" if kind == "illFormed" else ""
        start += length
    return text, fault


# ---- What goes out -------------------------------------------------------------------------------


def _bad_device(message):
    return _Fault(BAD_DEVICE, message)


def _hex(name, value):
    if not isinstance(value, (bytes, bytearray, memoryview)):
        raise _bad_device("'" + name + "' is not bytes")
    return binascii.hexlify(bytes(value)).decode()


def _integer(name, value, largest):
    if type(value) is not int or not 0 <= value <= largest:
        raise _bad_device("'" + name + "' is not an integer from 0 to " + str(largest))
    return value if value < 0x80000000 else str(value)


def _text(name, value):
    """A text. One that is not Unicode can't be in JSON: it is answered in a form that no case expects."""
    if not isinstance(value, str):
        raise _bad_device("'" + name + "' is not a text")
    for character in value:
        if 0xD800 <= ord(character) <= 0xDFFF:
            return {"notUnicode": [ord(each) for each in value]}
    return value


def _choice(name, value, choices):
    if value not in choices:
        raise _bad_device("'" + name + "' is none of " + ", ".join(choices))
    return value


def _identifier(value):
    """A number, or the 16 bytes of a UUID."""
    if type(value) is int:
        return _integer("identifier", value, 0xFFFFFFFF)
    if not isinstance(value, (bytes, bytearray)) or len(value) != 16:
        raise _bad_device(
            "'identifier' is neither an integer nor the 16 bytes of a UUID"
        )
    digits = _hex("identifier", value).upper()
    parts = (digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:])
    return "-".join(parts)


def _arrow_name(arrow):
    return ARROWS[arrow] if arrow < len(ARROWS) else "reserved" + str(arrow)


def _shown_arrow_name(name, arrow):
    """The name that the device gave. What lies past a table's end can't be meant as a name, and is judged as it is."""
    name = _text("arrowName", "none" if name is None else name)
    if name == "none" and arrow is not None and _arrow_name(arrow)[:8] == "reserved":
        return _arrow_name(arrow)
    if not isinstance(name, str) or name in ARROWS or name == "none":
        return name
    is_reserved = name[:8] == "reserved" and name[8:].isdigit()
    if is_reserved or any(ord(it) < 32 for it in name):
        return name
    raise _bad_device(
        "the arrowName '"
        + name
        + "' is none of ARROWS: give 'none' for what isn't an arrow"
    )


def _object(device, given, layout, extent):
    """The members that the device gave, and what follows from them."""
    shown = {"layout": layout, "extent": extent}
    if "layout" in device.members:
        shown["layout"] = _choice("layout", given["layout"], LAYOUTS[1:])
    if "extent" in device.members:
        shown["extent"] = _choice("extent", given["extent"], EXTENTS)
    if "identifier" in device.members:
        shown["identifier"] = _identifier(given["identifier"])
    if "arrow" in device.members:
        shown["arrow"] = _integer("arrow", given["arrow"], 255)
        shown["arrowName"] = _arrow_name(given["arrow"])
    if "arrowName" in device.members:
        shown["arrowName"] = _shown_arrow_name(given["arrowName"], shown.get("arrow"))
    if "distanceInMeters" in device.members:
        shown["distanceInMeters"] = _integer(
            "distanceInMeters", given["distanceInMeters"], 0xFFFFFFFF
        )
    fault = None
    if "streetBytes" in device.members:
        shown["streetBytes"] = _hex("streetBytes", given["streetBytes"])
        shown["street"], fault = _text_and_fault(given["streetBytes"])
        if fault is not None:
            fault += 9 if shown["layout"] == "deployed" else 21
    if "street" in device.members:
        shown["street"] = _text("street", given["street"])
    if "strictErrorOffset" in device.members:
        fault = given["strictErrorOffset"]
    if fault is not None:
        shown["strictErrorOffset"] = _integer("strictErrorOffset", fault, 512)
    return shown


def _check_names(given, needed, known):
    if not isinstance(given, dict):
        raise _bad_device("a function of the device did not return a dictionary")
    for name in needed:
        if name not in given:
            raise _bad_device("'" + name + "' is missing in what the device gave")
    for name in given:
        if name not in known:
            raise _bad_device(
                "the device gave '" + str(name) + "', which its 'members' do not name"
            )


# ---- What comes in -------------------------------------------------------------------------------


def _given(given, name, choices=None):
    if not isinstance(given, dict) or name not in given:
        raise _NotUnderstood()
    if choices is not None and given[name] not in choices:
        raise _NotUnderstood()
    return given[name]


def _given_bytes(given):
    value = _given(given, "bytes")
    if not isinstance(value, str):
        raise _NotUnderstood()
    try:
        return binascii.unhexlify(value)
    except ValueError:
        raise _NotUnderstood()


def _given_integer(given, name, largest, usual=None):
    """An integer, which is a string if it is large. With a usual value it may be missing or null."""
    value = given.get(name, usual) if isinstance(given, dict) else None
    if usual is not None and value is None:
        return usual
    if isinstance(value, str) and value and not value.strip("0123456789"):
        value = int(value)
    if type(value) is not int or not 0 <= value <= largest:
        raise _NotUnderstood()
    return value


# ---- Operations ----------------------------------------------------------------------------------


class _Device:
    """What `run` was given."""


def _decode(device, function, given, is_notification):
    data = _given_bytes(given)
    asked = _given(given, "layout", LAYOUTS)
    extent = "possiblyCut"
    if not is_notification:
        extent = _given(given, "extent", EXTENTS)
    # What has one layout need not heed it.
    if asked != "auto" and not device.pinned_layouts and [asked] != device.layouts:
        raise NotTaken("the device detects the layout")
    layout = asked if asked != "auto" else "deployed"
    if layout not in device.layouts:
        raise NotTaken("the device has no layout " + layout)
    if device.pinned_layouts or len(device.layouts) > 1:
        shown = function(data, asked, extent)
    else:
        shown = function(data)
    if is_notification and isinstance(shown, dict) and list(shown) == ["identifier"]:
        return {"kind": "identifier", "identifier": _identifier(shown["identifier"])}
    _check_names(shown, device.members, device.members)
    if len(data) < 20:
        extent = "whole"
    answer = _object(device, shown, layout, extent)
    if is_notification:
        answer["kind"] = "instruction"
    return answer


def _do_decode(device, given):
    return _decode(device, device.functions["decode"], given, False)


def _do_notification(device, given):
    return _decode(device, device.functions["notification"], given, True)


def _do_encode(device, given):
    identifier = _given(given, "identifier")
    if isinstance(identifier, str) and "-" in identifier:
        identifier = _given_bytes({"bytes": identifier.replace("-", "")})
    else:
        identifier = _given_integer(given, "identifier", 0xFFFFFFFF)
    encoded = device.functions["encode"](
        _given(given, "layout", LAYOUTS[1:]),
        identifier,
        _given_integer(given, "arrow", 0xFF),
        _given_integer(given, "distanceInMeters", 0xFFFFFFFF),
        _given_bytes({"bytes": _given(given, "streetBytes")}),
    )
    return {"bytes": _hex("bytes", encoded)}


def _do_street(device, given):
    policy = _given(given, "policy", POLICIES)
    shown = device.functions["street"](_given_bytes(given), policy)
    return {"text": _text("text", shown)}


def _do_distance(device, given):
    style = _given(given, "style", STYLES)
    meters = _given_integer(given, "distanceInMeters", 0xFFFFFFFF)
    shown = device.functions["distance"](meters, style)
    if shown is None:
        return {"now": True, "text": "Now"}
    if not isinstance(shown, (tuple, list)) or len(shown) != 2:
        raise _bad_device("a distance is neither None nor a value and a unit")
    for text in shown:
        if not isinstance(_text("a distance's value or unit", text), str):
            raise _bad_device("a distance's value or unit is not Unicode")
    value, unit = shown
    return {"now": False, "value": value, "unit": unit, "text": value + " " + unit}


def _event(given):
    """An event with its bytes as bytes."""
    kind = _given(given, "event", EVENTS)
    event = {"event": kind}
    if kind in ("chunk", "error"):
        event["offset"] = _given_integer(given, "offset", 0xFFFF)
    if kind == "chunk":
        event["bytes"] = _given_bytes(given)
    if kind == "error":
        event["attError"] = _given_integer(given, "attError", 0xFF)
    return event


def _step(given):
    _check_names(given, ("awaits", "restarts"), ("awaits", "restarts") + NEWS)
    step = {"awaits": None, "restarts": _integer("restarts", given["restarts"], 0xFFFF)}
    if given["awaits"] is not None:
        step["awaits"] = _integer("awaits", given["awaits"], 0xFFFF)
    for name in NEWS[:3]:
        if name in given:
            step[name] = _hex(name, given[name])
    if "error" in given:
        known = ("code", "offset", "attError")
        _check_names(given["error"], known[:2], known)
        step["error"] = {"code": _text("code", given["error"]["code"])}
        for name in known[1:]:
            if name in given["error"]:
                step["error"][name] = _integer(name, given["error"][name], 0xFFFF)
    return step


def _do_reassembly(device, given):
    radio = _given(given, "radio", RADIOS)
    mtu = min(_given_integer(given, "mtu", 0xFFFFFFFFFFFFFFFF, 0), 0xFFFF)
    maximum_restarts = _given_integer(given, "maximumRestarts", 0xFFFFFFFFFFFFFFFF, 8)
    trusts_chunk_size = given.get("trustsChunkSize", False)
    events = _given(given, "events")
    if not isinstance(trusts_chunk_size, bool) or not isinstance(events, list):
        raise _NotUnderstood()
    events = [_event(event) for event in events]
    step = device.functions["reassembly"](
        radio, mtu or None, maximum_restarts, trusts_chunk_size
    )
    return {"steps": [_step(step(event)) for event in events]}


OPERATIONS = {
    "decode": _do_decode,
    "encode": _do_encode,
    "street": _do_street,
    "notification": _do_notification,
    "distance": _do_distance,
    "reassembly": _do_reassembly,
}


# ---- Requests ------------------------------------------------------------------------------------


def _description(device):
    layers = []
    features = list(device.features)
    for name in ("decode", "encode", "street"):
        if name in device.functions and "codec" not in layers:
            layers.append("codec")
    for name in ("notification", "reassembly", "distance"):
        if name in device.functions:
            layers.append(name)
    for name in ("street", "encode"):
        if name in device.functions:
            features.append(name)
    description = {
        "protocol": 1,
        "name": device.name,
        "version": device.version,
        "layers": layers,
        "features": features,
        "members": list(device.members),
    }
    if device.street_capacity is not None:
        description["streetCapacity"] = device.street_capacity
    return description


def _refusal(refused, size):
    offset = refused.offset
    if refused.code not in REFUSALS:
        raise _bad_device("there is no error '" + str(refused.code) + "'")
    if offset is None and refused.code in REFUSALS[:3]:
        offset = 512 if refused.code == "oversized" else size
    offset = _integer("offset", offset, 0xFFFF)
    return {"error": {"code": refused.code, "offset": offset}}


def _do_case(device, request):
    reply = {"id": request["id"]}
    operation = request.get("operation")
    if not isinstance(operation, str) or operation not in device.functions:
        reply["skip"] = "the device has no such operation"
        return reply
    given = request.get("input")
    try:
        reply["answer"] = OPERATIONS[operation](device, given)
    except Refused as refused:
        reply["answer"] = _refusal(refused, len(given.get("bytes", "")) // 2)
    except NotTaken as case:
        reply["skip"] = case.reason
    except _NotUnderstood:
        reply["skip"] = "the input is not understood"
    return reply


def _reply(device, line):
    try:
        request = json.loads(line.decode("utf-8"))
    except (ValueError, RuntimeError, TypeError, MemoryError):
        raise _Fault(BAD_REQUEST, "the request is not JSON")
    if isinstance(request, dict):
        if request.get("request") == "describe":
            if request.get("protocol") != 1:
                raise _Fault(BAD_REQUEST, "only version 1 of the protocol is known")
            return _description(device)
        if request.get("request") == "case" and isinstance(request.get("id"), str):
            return _do_case(device, request)
    raise _Fault(BAD_REQUEST, "the request is neither 'describe' nor a case with an id")


def _serve(device):
    source = getattr(sys.stdin, "buffer", sys.stdin)
    while True:
        # One byte more than a line of the largest size, to notice one that is too long.
        line = source.readline(MAXIMUM_REQUEST + 2)
        if not line:
            return
        if len(line.rstrip(b"\n")) > MAXIMUM_REQUEST:
            raise _Fault(BAD_REQUEST, "the request is too long")
        sys.stdout.write(json.dumps(_reply(device, line)) + "\n")
        if hasattr(sys.stdout, "flush"):
            sys.stdout.flush()


def _check_device(device, styles, radios):
    for names, known, what in (
        (device.members, MEMBERS, "member"),
        (styles, STYLES, "style"),
        (radios, RADIOS, "radio"),
    ):
        for name in names:
            if name not in known:
                raise _bad_device("there is no " + what + " '" + str(name) + "'")
    if not device.members:
        raise _bad_device("'members' names nothing that could be judged")
    if not device.functions:
        raise _bad_device("the device has no function")
    if bool(styles) != ("distance" in device.functions):
        raise _bad_device("'distance' and 'styles' need each other")
    if bool(radios) != ("reassembly" in device.functions):
        raise _bad_device("'reassembly' and 'radios' need each other")
    if device.street_capacity is not None:
        if _integer("street_capacity", device.street_capacity, 512) == 0:
            raise _bad_device("'street_capacity' is a number of bytes from 1 to 512")
    if "notification" in device.functions and device.members == ("identifier",):
        raise _bad_device(
            "with 'notification', 'members' has more than the identifier: "
            "what has only that is the notification of an identifier"
        )
    if len(device.layouts) > 1 and "layout" not in device.members:
        raise _bad_device(
            "a device with several layouts must tell which it found: 'layout'"
        )


def run(
    decode=None,
    notification=None,
    encode=None,
    street=None,
    distance=None,
    styles=(),
    reassembly=None,
    radios=(),
    trusts_chunk_size=False,
    members=USUAL_MEMBERS,
    street_capacity=None,
    published=False,
    legacy=False,
    pinned_layouts=False,
    name="my display",
    version="1.0",
):
    """Answers requests until the input ends, and ends the program if it can't.

    decode(data), notification(data): a dictionary of all `members`, or for a notification of an identifier
        only that. Bytes are `bytes`; a UUID is its 16 bytes; the name of an arrow is one of ARROWS, "reserved7", or
        None or "none" if there is none. With `published`, `legacy` or `pinned_layouts`, both also get the layout
        ("auto": detect it) and the extent.
    encode(layout, identifier, arrow, distance_in_meters, street): the object's bytes.
    street(data, policy): the text.
    distance(meters, style): a value and a unit, such as ("1.2", "km"), or None if "Now" is shown.
    styles: those of STYLES that it has.
    reassembly(radio, mtu, maximum_restarts, trusts_chunk_size): a new reader, as a function. It gets an event
        and returns the state after it, in the form of Fixtures/README.md, "A read", with bytes as `bytes`. `mtu`
        is None if it is not known.
    radios, trusts_chunk_size: which readers it makes.
    members: those of MEMBERS that your functions give. The others are not judged: what the harness gives for
        them follows from those.
    street_capacity: the most bytes of a street that it keeps, 1 to 512; None: it keeps them all.
    published, legacy: it knows these layouts besides `deployed`; pinned_layouts: it heeds a layout that is given.
    """
    device = _Device()
    device.name = name
    device.version = version
    device.members = (members,) if isinstance(members, str) else tuple(members)
    device.street_capacity = street_capacity
    device.layouts = ["deployed"]
    device.features = list(styles) + list(radios)
    device.pinned_layouts = pinned_layouts
    if published:
        device.layouts.append("published")
        device.features.append("published")
    if legacy:
        device.layouts.append("legacy")
        device.features.append("legacy")
    if pinned_layouts:
        device.features.append("pinnedLayouts")
    if trusts_chunk_size:
        device.features.append("trustsChunkSize")
    device.functions = {}
    for operation, function in (
        ("decode", decode),
        ("notification", notification),
        ("encode", encode),
        ("street", street),
        ("distance", distance),
        ("reassembly", reassembly),
    ):
        if function is not None:
            device.functions[operation] = function
    try:
        _check_device(device, styles, radios)
        _serve(device)
    except _Fault as fault:
        sys.stderr.write("kbc_harness: " + fault.message + "\n")
        sys.exit(fault.exit_code)
