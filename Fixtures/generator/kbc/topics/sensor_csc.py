"""Cycling Speed and Cadence: what a wheel and a crank send."""

from __future__ import annotations

from collections.abc import Iterator

from ..vectors import Topic

MEASUREMENT = "cscMeasurement"


def topics() -> Iterator[Topic]:
    """sensor/csc.json"""
    topic = Topic("sensor", "csc")
    for title, data in (
        ("Wheel and crank", "03393000007b0042001f01"),
        ("The wheel alone", "01393000007b00"),
        ("The crank alone", "0242001f01"),
        ("Flags alone announce nothing", "00"),
        ("Reserved flags are kept", "fc"),
    ):
        topic.sensor_decode(title, "2.1", MEASUREMENT, bytes.fromhex(data))
    for length in (0, 1, 4, 6, 7, 10):
        topic.sensor_decode(
            f"{length} of 11 bytes are too short",
            "1.3",
            MEASUREMENT,
            bytes.fromhex("03393000007b0042001f01")[:length],
            refused=("truncated", length),
        )
    topic.sensor_decode(
        "Two bytes after the fields are left unread",
        "1.4",
        MEASUREMENT,
        bytes.fromhex("0242001f01a5b6"),
        shows={"unreadBytes": 2},
    )
    crank = {"cumulativeRevolutions": 66, "lastEventTime": 287}
    topic.sensor_encode(
        "The crank alone is written, with a reserved flag",
        "2.1",
        MEASUREMENT,
        {"crank": crank, "otherFlags": 64},
    )
    yield topic
