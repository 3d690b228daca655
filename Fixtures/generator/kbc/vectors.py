"""Vectors and the topics that collect them."""

from collections import Counter
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from .bugs import caught
from .evaluate import (
    Json,
    error_of,
    evaluate,
    json_identifier,
    json_integer,
    json_value,
    verdict,
)
from .reassembly_script import ReassemblyScript
from .sensors.script import RideScript
from .table import Names, rows, step
from .watch.bugs import WATCH_BUGS
from .wrong_answers import wrong_answers

SUITE_VERSION = "10.0.0"
FIRST_VERSION = "0.1.0"
OTHER_LINKS_SINCE = {"since": "3.1.0"}  # the layers beyond komoot's link
INTENTS = ("flags", "level", "refused", "shows", "since")  # of a vector, see `add`

# Numbers of vectors whose rule has changed, or that caught nothing that others do not. They are not given again.
RETIRED = {
    # Version 10.0.0: reserved arrows at which no table ends.
    "KBC/CODEC/ARROW-RESERVED/BV": (
        *range(9, 15),
        *range(18, 31),
        *range(34, 63),
        66,
        *range(70, 94),
        *range(96, 125),
        *range(128, 157),
        *range(160, 165),
        *range(168, 189),
        *range(192, 219),
    ),
    # Version 3.1.0: peers that are met at once after their link ended while the client set up.
    "KBC/PAIRING-CLIENT/SCANNING/BV": (7, 8),
    "KBC/PAIRING-CLIENT/SETTING-UP/BV": (2, 4),
    # Version 3.0.0: arrivals in which notifications and answers were told apart, a subscription that
    # was asked for again after an object, and polls after an object that could not be read.
    # Version 5.0.0: when an instruction is stale.
    "KBC/SESSION-CENTRAL/READING/BI": (38, 39),
    "KBC/SESSION-CENTRAL/READING/BV": (
        *range(90, 92),
        *range(94, 106),
        107,
        109,
        110,
        113,
        116,
        118,
        135,
        *range(149, 152),
        337,
        *range(345, 355),
        414,
        415,
        473,
        485,
        486,
    ),
    "KBC/SESSION-CENTRAL/READY/BI": (23, 29),
    "KBC/SESSION-CENTRAL/READY/BV": (40,),
    "KBC/SESSION-CENTRAL/SUBSCRIBING/BI": (25,),
    "KBC/SESSION-CENTRAL/SUBSCRIBING/BV": (11, 12, 13, 41),
    # Version 3.0.0: the phone's limit and debts, and the devices that it misses. Version 5.0.0: what arms the one
    # watchdog, and Bluetooth that comes back on while that is armed.
    "KBC/SESSION-PERIPHERAL/ADVERTISING-AGAIN/BV": (14, 64, 65),
    "KBC/SESSION-PERIPHERAL/ADVERTISING/BI": (17, 21),
    "KBC/SESSION-PERIPHERAL/ADVERTISING/BV": (29, 31, 32, 75),
    "KBC/SESSION-PERIPHERAL/SERVING/BI": (23, 24, 26, 28),
    "KBC/SESSION-PERIPHERAL/SERVING/BV": (68, 73, 74, 75, 106, 131),
    # Version 3.1.0: how far a counter can have turned, with half a roll-over for late notifications.
    "KBC/SENSOR/RIDE-CRANK/BV": (8, 9),
    "KBC/SENSOR/RIDE-WHEEL/BV": (17, 18),
    # Version 6.0.0: values that are cut are not refused any more.
    "KBC/SENSOR/INDOOR-BIKE/BI": (4, 5, 6, 7, 8, 9),
    "KBC/SENSOR/POWER/BI": (4, 5, 6, 7, 8, 9, 10),
    # Version 7.0.0: how far a repeat bounds the rate, and what makes a wheel the source of the distance.
    "KBC/SENSOR/RIDE-GAPS/BV": (14,),
    "KBC/SENSOR/RIDE-SOURCES/BV": (17, 18),
    "KBC/SENSOR/RIDE-STOPS/BV": (3, 5, 22),
    # Version 8.0.0: a watch that nobody calls ready is asked, so time alone does something; and its time for an answer
    # begins when it is asked.
    "KBC/WATCH-SESSION/IDLE/BI": (65, 86),
    "KBC/WATCH-SESSION/IDLE/BV": (24, 26),
    "KBC/WATCH-SESSION/WAITING/BI": (31, 110),
}


class Topic:
    """One generated file: vectors in order. New ones go at the end, so that ids keep their meaning."""

    def __init__(self, layer: str, name: str) -> None:
        self.layer = layer
        self.name = name
        self.vectors: list[Json] = []
        self._numbers: Counter[str] = Counter()

    def add(
        self,
        operation: str,
        title: str,
        clause: str,
        given: Json,
        *,
        level: str = "required",
        flags: Iterable[str] = (),
        refused: tuple[str, int | None] | None = None,
        shows: Json | None = None,
        since: str = FIRST_VERSION,
    ) -> None:
        """Adds a vector and lets the reference codec answer it.

        `refused` (error class and offset) or `shows` (some of the expected fields) is what the
        topic intends; it must agree with the reference codec.
        """
        expected = evaluate(operation, given)
        error = expected.get("error")
        meant = shows or {}
        if refused is not None:
            meant = {"error": error_of(*refused)}
        elif error is not None:
            raise ValueError(f"{title}: refused with {error}")
        if any(expected.get(name) != value for name, value in meant.items()):
            raise ValueError(f"{title}: intended {meant}, answered {expected}")
        vector = {
            "id": self._next_id(verdict(expected)),
            "title": title,
            "clause": clause,
            "level": level,
            "since": since,
            "provenance": "generated",
            "flags": list(flags),
            "operation": operation,
            "input": given,
            "expected": expected,
        }
        self.vectors.append(with_wrong_answers(vector))

    def _next_id(self, kind: str) -> str:
        prefix = f"{id_prefix(self.layer, self.name)}/{kind}"
        self._numbers[kind] = number_after(self._numbers[kind], prefix)
        return f"{prefix}-{self._numbers[kind]:02d}"

    def add_table(self, text: str, names: Names) -> None:
        """Adds the vectors of a table: a step is a method of this class, and its arguments after title and clause.

        Meant are the members of `shows`, or what is `refused`, with its `offset`.
        """
        for row in rows(text):
            if row.goes_on or len(row.steps) != 1:
                raise ValueError(f"not one step: {row.title}")
            given = step(row.steps[0], names)
            meaning = step(f"meant {row.meant}", names)
            if meaning.values:
                raise ValueError(f"not a member: {row.title} -> {row.meant}")
            meant = meaning.members
            if "refused" in meant:
                intent = {"refused": (meant["refused"], meant.get("offset"))}
            else:
                intent = {"shows": meant}
            add = getattr(self, given.verb)
            members = given.members | intent | row.intent
            add(row.title, row.clause, *given.values, **members)

    def decode(
        self,
        title: str,
        clause: str,
        data: bytes,
        layout: str = "auto",
        extent: str = "whole",
        **intent: Any,
    ) -> None:
        """Adds a data object to decode."""
        given = {"bytes": data.hex(), "layout": layout, "extent": extent}
        self.add("decode", title, clause, given, **intent)

    def encode(
        self,
        title: str,
        clause: str,
        layout: str,
        identifier: int | UUID,
        arrow: int,
        distance: int,
        street: bytes,
        **intent: Any,
    ) -> None:
        """Adds fields to encode."""
        given = {
            "layout": layout,
            "identifier": json_identifier(identifier),
            "arrow": arrow,
            "distanceInMeters": json_integer(distance),
            "streetBytes": street.hex(),
        }
        self.add("encode", title, clause, given, **intent)

    def street(
        self, title: str, clause: str, data: bytes, policy: str, **intent: Any
    ) -> None:
        """Adds a street's bytes to turn into text."""
        given = {"bytes": data.hex(), "policy": policy}
        self.add("street", title, clause, given, **intent)

    def notification(
        self, title: str, clause: str, data: bytes, layout: str = "auto", **intent: Any
    ) -> None:
        """Adds a notification to decode."""
        given = {"bytes": data.hex(), "layout": layout}
        self.add("notification", title, clause, given, **intent)

    def reassembly(
        self, title: str, clause: str, script: ReassemblyScript, **intent: Any
    ) -> None:
        """Adds a script of reads, since version 1.0.0 if no other is given."""
        version = {"since": "1.0.0"} | intent
        self.add("reassembly", title, clause, script.given, **version)

    def sensor_decode(
        self,
        title: str,
        clause: str,
        value: str,
        data: bytes,
        **intent: Any,
    ) -> None:
        """Adds a sensor's value to decode, since version 3.1.0 if no other is given."""
        given = {"value": value, "bytes": data.hex()}
        if "shows" in intent:
            intent["shows"] = json_value(intent["shows"])
        self.add("sensorDecode", title, clause, given, **OTHER_LINKS_SINCE | intent)

    def sensor_encode(
        self, title: str, clause: str, value: str, fields: Json, **intent: Any
    ) -> None:
        """Adds a sensor's value to encode, since version 3.1.0 if no other is given."""
        given = {"value": value, "fields": json_value(fields)}
        self.add("sensorEncode", title, clause, given, **OTHER_LINKS_SINCE | intent)

    def sensor_ride(
        self, title: str, clause: str, script: RideScript, **intent: Any
    ) -> None:
        """Adds packets and readings, since version 3.1.0 if no other is given.

        `shows` is what the topic intends for some members of the last step.
        """
        shown = intent.pop("shows", {})
        self.add(
            "sensorRide", title, clause, script.given, **OTHER_LINKS_SINCE | intent
        )
        last = self.vectors[-1]["expected"]["steps"][-1]
        if any(last.get(name) != value for name, value in shown.items()):
            raise ValueError(f"{title}: intended {shown}, answered {last}")

    def watch(
        self, operation: str, title: str, clause: str, given: Json, **intent: Any
    ) -> None:
        """Adds a message or a link for watches, since version 3.1.0 if no other is given.

        It names all bugs that it catches, those that the topic intends first.
        """
        operation = f"watch{operation}"
        meant = list(intent.pop("flags", ()))
        others = [
            bug for bug in caught(WATCH_BUGS, operation, given) if bug not in meant
        ]
        version = OTHER_LINKS_SINCE | intent
        self.add(operation, title, clause, given, flags=[*meant, *others], **version)

    def distance(
        self, title: str, clause: str, meters: int, style: str, **intent: Any
    ) -> None:
        """Adds a distance to display."""
        given = {"distanceInMeters": json_integer(meters), "style": style}
        self.add("distance", title, clause, given, **intent)


def with_wrong_answers(vector: Json) -> Json:
    """A vector, with the wrong answers of the bugs that change its answer."""
    bare = {name: value for name, value in vector.items() if name != "wrongAnswers"}
    answers = wrong_answers(bare)
    return bare | {"wrongAnswers": answers} if answers else bare


def id_prefix(layer: str, topic: str) -> str:
    """The prefix of the ids of a file's vectors."""
    return f"KBC/{layer.replace('/', '-')}/{topic}".upper()


def number_after(number: int, prefix: str) -> int:
    """The number of the next vector whose id begins with `prefix`."""
    number += 1
    while number in RETIRED.get(prefix, ()):
        number += 1
    return number


def is_retired(vector_id: str) -> bool:
    """Whether an id's number is no longer given."""
    prefix, _, number = vector_id.rpartition("-")
    return int(number) in RETIRED.get(prefix, ())
