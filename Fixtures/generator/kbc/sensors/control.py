"""Control points: requests, responses and statuses (clauses 1.6, 2.4, 3.3, 4.3, 5.6, 5.7)."""

from dataclasses import dataclass

from ..reference import Refused
from .wire import Fields, Reader, parameter, put

Parameters = tuple[tuple[str, str], ...]


def _value(kind: str) -> Parameters:
    return (("value", kind),)


# Op codes: what is asked, and the parameter.
CSC_REQUESTS: dict[int, tuple[str, Parameters]] = {
    1: ("setCumulativeValue", _value("u32")),
    2: ("startSensorCalibration", ()),
    3: ("updateSensorLocation", _value("u8")),
    4: ("requestSupportedSensorLocations", ()),
}
POWER_REQUESTS: dict[int, tuple[str, Parameters]] = {
    1: ("setCumulativeValue", _value("u32")),
    2: ("updateSensorLocation", _value("u8")),
    3: ("requestSupportedSensorLocations", ()),
    4: ("setCrankLength", _value("u16")),
    5: ("requestCrankLength", ()),
    6: ("setChainLength", _value("u16")),
    7: ("requestChainLength", ()),
    8: ("setChainWeight", _value("u16")),
    9: ("requestChainWeight", ()),
    10: ("setSpanLength", _value("u16")),
    11: ("requestSpanLength", ()),
    12: ("startOffsetCompensation", ()),
    13: ("maskMeasurement", _value("u16")),
    14: ("requestSamplingRate", ()),
    15: ("requestFactoryCalibrationDate", ()),
    16: ("startEnhancedOffsetCompensation", ()),
}
MACHINE_REQUESTS: dict[int, tuple[str, Parameters]] = {
    0: ("requestControl", ()),
    1: ("reset", ()),
    7: ("startOrResume", ()),
    8: ("stopOrPause", _value("u8")),
    19: ("spinDown", _value("u8")),
}
MACHINE_STATUSES: dict[int, tuple[str, Parameters]] = {
    1: ("reset", ()),
    2: ("stoppedOrPausedByUser", _value("u8")),
    3: ("stoppedBySafetyKey", ()),
    4: ("startedOrResumedByUser", ()),
    0x14: ("spinDown", _value("u8")),
    0xFF: ("controlPermissionLost", ()),
}
# The targets of a machine, by the op code of the request; then their op codes in the status.
TARGETS: dict[int, tuple[str, Parameters]] = {
    2: ("speed", _value("u16")),
    3: ("inclination", _value("s16")),
    4: ("resistance", ()),
    5: ("power", _value("s16")),
    6: ("heartRate", _value("u8")),
    9: ("expendedEnergy", _value("u16")),
    10: ("stepCount", _value("u16")),
    11: ("strideCount", _value("u16")),
    12: ("distance", _value("u24")),
    13: ("trainingTime", _value("u16")),
    14: ("timeInTwoZones", (("fatBurn", "u16"), ("fitness", "u16"))),
    15: ("timeInThreeZones", (("light", "u16"), ("moderate", "u16"), ("hard", "u16"))),
    16: (
        "timeInFiveZones",
        (
            ("veryLight", "u16"),
            ("light", "u16"),
            ("moderate", "u16"),
            ("hard", "u16"),
            ("maximum", "u16"),
        ),
    ),
    17: (
        "indoorBikeSimulation",
        (
            ("windSpeed", "s16"),
            ("grade", "s16"),
            ("rollingResistance", "u8"),
            ("windResistance", "u8"),
        ),
    ),
    18: ("wheelCircumference", _value("u16")),
    20: ("cadence", _value("u16")),
}
STATUS_OF_TARGET = {
    2: 5,
    3: 6,
    4: 7,
    5: 8,
    6: 9,
    9: 10,
    10: 11,
    11: 12,
    12: 13,
    13: 14,
    14: 15,
    15: 16,
    16: 17,
    17: 18,
    18: 19,
    20: 21,
}
NAMES = {0x10: "speedAndCadence", 0x20: "cyclingPower", 0x80: "fitnessMachine"}
SUCCESS = 1


@dataclass(frozen=True)
class Commands:
    """Op codes with parameters; `targets` names the kind that sets or reports a target, and has their op codes."""

    kinds: dict[int, tuple[str, Parameters]]
    target_kind: str = ""
    targets: tuple[tuple[int, int], ...] = ()  # op codes here, and in TARGETS

    def decode(self, reader: Reader) -> Fields:
        """Reads an op code and its parameter; one that is not known keeps its bytes."""
        code = reader.take("u8")
        if code in self.kinds:
            kind, table = self.kinds[code]
            return {"kind": kind} | _parameters(table, reader)
        target = dict(self.targets).get(code)
        if target is not None:
            return {"kind": self.target_kind} | _target(target, reader)
        kept = parameter(reader)
        return {"kind": "other", "opCode": code, "parameter": kept}

    def encode(self, fields: Fields) -> bytes:
        """Writes an op code and its parameter."""
        if fields["kind"] == "other":
            kept = bytes.fromhex(fields["parameter"])
            return put(fields["opCode"], "u8") + kept
        if fields["kind"] == self.target_kind:
            return self._encode_target(fields)
        for code, (kind, table) in self.kinds.items():
            if kind == fields["kind"]:
                return put(code, "u8") + _written(table, fields)
        raise ValueError(f"no op code for {fields}")

    def _encode_target(self, fields: Fields) -> bytes:
        for code, target in self.targets:
            name, table = TARGETS[target]
            if name == fields["target"]:
                if name == "resistance":
                    kind = "u8" if fields["width"] == "narrow" else "s16"
                    table = _value(kind)
                return put(code, "u8") + _written(table, fields)
        raise ValueError(f"no op code for {fields}")


def _parameters(table: Parameters, reader: Reader) -> Fields:
    return {name: reader.take(kind) for name, kind in table}


def _written(table: Parameters, fields: Fields) -> bytes:
    return b"".join(put(fields[name], kind) for name, kind in table)


def _target(target: int, reader: Reader) -> Fields:
    name, table = TARGETS[target]
    if name != "resistance":
        return {"target": name} | _parameters(table, reader)
    # In the width that the length tells (clause 9.4).
    is_wide = reader.left >= 2
    value = reader.take("s16" if is_wide else "u8")
    return {"target": name, "width": "wide" if is_wide else "narrow", "value": value}


CSC_CONTROL = Commands(CSC_REQUESTS)
POWER_CONTROL = Commands(POWER_REQUESTS)
MACHINE_CONTROL = Commands(
    MACHINE_REQUESTS, "set", tuple((code, code) for code in TARGETS)
)
MACHINE_STATUS = Commands(
    MACHINE_STATUSES,
    "changed",
    tuple((status, code) for code, status in STATUS_OF_TARGET.items()),
)


def decode_response(reader: Reader) -> Fields:
    """A response of any control point, and what the parameter means to the request."""
    code = reader.take("u8")
    if code not in NAMES:
        raise Refused("unexpectedByte", 0)
    request, result = reader.take("u8"), reader.take("u8")
    kept = parameter(reader)
    found: Fields = {
        "controlPoint": NAMES[code],
        "requestOpCode": request,
        "result": result,
        "parameter": kept,
    }
    if result != SUCCESS:
        return found
    try:
        return found | _answer(NAMES[code], request, Reader(kept))
    except Refused:
        return found


def encode_response(fields: Fields) -> bytes:
    """A response."""
    codes = {name: code for code, name in NAMES.items()}
    head = codes[fields["controlPoint"]], fields["requestOpCode"], fields["result"]
    return bytes(head) + bytes.fromhex(fields["parameter"])


DATE: Parameters = (
    ("year", "u16"),
    ("month", "u8"),
    ("day", "u8"),
    ("hour", "u8"),
    ("minute", "u8"),
    ("second", "u8"),
)
# Requests whose answer is one number.
ANSWERS = {
    5: ("lengthOrWeight", "u16"),
    7: ("lengthOrWeight", "u16"),
    9: ("lengthOrWeight", "u16"),
    11: ("lengthOrWeight", "u16"),
    12: ("offset", "s16"),
    14: ("samplingRate", "u8"),
}
LOCATION_REQUESTS = {"speedAndCadence": 4, "cyclingPower": 3}
SPIN_DOWN = 19


def _answer(point: str, request: int, reader: Reader) -> Fields:
    if LOCATION_REQUESTS.get(point) == request:
        return {"supportedSensorLocations": list(reader.rest())}
    if point == "cyclingPower":
        return _power_answer(request, reader)
    if point == "fitnessMachine" and request == SPIN_DOWN:
        low, high = reader.take("u16"), reader.take("u16")
        if low <= high:
            return {"spinDownSpeeds": {"low": low, "high": high}}
    return {}


def _power_answer(request: int, reader: Reader) -> Fields:
    if request in ANSWERS:
        name, kind = ANSWERS[request]
        return {name: reader.take(kind)}
    if request == 15:
        return {"factoryCalibrationDate": _parameters(DATE, reader)}
    if request == 16:
        raw, company = reader.take("u16"), reader.take("u16")
        count = reader.take("u8")
        data = bytes(reader.take("u8") for _ in range(count))
        found = {"rawOffset": raw, "companyIdentifier": company, "dataBytes": data}
        return {"enhancedOffset": found}
    return {}
