"""Checks the reference codec against Python's own functions."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import floor

from . import reference

# From each class of bytes in table 3-7, both ends and a byte between them.
TELLING_BYTES = bytes.fromhex(
    "00417f 808f909fa0bf c0c1c2df e0e1ecedeeef f0f1f3f4f5f7 f8fbfcfdfeff"
)
TELLING_LEADS = bytes.fromhex("c2e0e1edf0f1f4")
TELLING_CONTINUATIONS = bytes.fromhex("41808f909fa0bfc2e1f0ff")

METERS = [*range(20_000), 100_583, 100_584, *range(2**32 - 2_000, 2**32)]

# All proper prefixes of characters. Steps of 64 find them all, because 64 neighbouring code points differ
# only in the last byte.
PROPER_PREFIXES = {
    chr(code_point).encode()[:kept]
    for code_point in range(0x80, 0x110000, 64)
    if not 0xD800 <= code_point < 0xE000
    for kept in range(1, len(chr(code_point).encode()))
}


def check_reference() -> None:
    """Raises if the reference codec and Python disagree."""
    for data in _byte_strings():
        _check_utf8(data)
    for style in ("vendor", "metric", "imperial", "uk"):
        for meters in METERS:
            _check_display(meters, style)


def _byte_strings() -> Iterator[bytes]:
    for length in range(4):
        yield from map(bytes, product(TELLING_BYTES, repeat=length))
    for lead in TELLING_LEADS:
        for rest in product(TELLING_CONTINUATIONS, repeat=3):
            yield bytes([lead, *rest])
            yield bytes([lead, *rest, 0x62])


def _check_utf8(data: bytes) -> None:
    _require(
        reference.street_text(data, "repair") == data.decode("utf-8", "replace"), data
    )
    tail = next((size for size in (1, 2, 3) if data[-size:] in PROPER_PREFIXES), 0)
    without_tail = data[: len(data) - tail].decode("utf-8", "replace")
    _require(reference.street_text(data, "dropIncompleteTail") == without_tail, data)
    try:
        data.decode("utf-8")
        start = None
    except UnicodeDecodeError as error:
        start = error.start
    _require(reference.first_ill_formed_offset(data) == start, data)


def _check_display(meters: int, style: str) -> None:
    shown = reference.display(meters, style)
    _require((shown is None) == (meters <= 5), (meters, style))
    if shown is None:
        return
    size = {
        "m": Fraction(1),
        "km": Fraction(1000),
        "ft": Fraction("0.3048"),
        "yd": Fraction("0.9144"),
        "mi": Fraction("1609.344"),
    }[shown.unit]
    exact = meters / size
    if shown.unit in ("km", "mi"):
        step = Fraction(1, 10) if exact < Fraction("9.95") else Fraction(1)
        _require(("." in shown.value) == (step < 1), (meters, style))
    else:
        step = Fraction(10)
    _require(
        Fraction(shown.value) == floor(exact / step + Fraction(1, 2)) * step,
        (meters, style),
    )
    limits = {"m": 995, "ft": 995, "yd": 875}
    if style != "vendor" and shown.unit in limits:
        _require(exact < limits[shown.unit], (meters, style))


def _require(holds: bool, what: object) -> None:
    if not holds:
        raise ValueError(f"the reference codec is wrong for {what!r}")
