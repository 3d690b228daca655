"""What an implementation with a field bug answers: the vectors' `wrongAnswers`.

A bug may change the answer to many vectors, even to those that are not about it. Where it reads or writes memory that
is not its own, no one knows what comes: then the wrong answer is a list of all that may come.
"""

from collections.abc import Callable, Iterator
from typing import Any

from . import reference
from .bugs import (
    BUGS,
    CODEC_BUGS,
    DISPLAY_BUGS,
    READERS,
    SHIFTS,
    TOGETHER,
    added_signed_bytes,
    shifted,
    swapped_names,
)
from .evaluate import Json, evaluate
from .pairing.bugs import PAIRING_BUGS
from .planting import Crash, Plant, planted
from .reading_bugs import ENDS_BELOW_FIXED_SIZE, READING_BUGS
from .sensors.bugs import SENSOR_BUGS
from .watch.bugs import WATCH_BUGS
from .watch.session.bugs import COMPANION_BUGS

CRASH = "crash"
HANG = "hang"
BREAKDOWN = [CRASH, HANG]
ANYTHING = "anything"
ANY = {"any": True}
RIGHT: Json = {}

Prediction = str | Json | list[Any]

# The operations whose answers the bugs can change.
FAMILIES: tuple[tuple[set[str], tuple[str, ...]], ...] = (
    (
        set(CODEC_BUGS),
        ("decode", "encode", "street", "notification", "distance", "centralSession"),
    ),
    (set(READING_BUGS), ("reassembly", "centralSession")),
    (set(SENSOR_BUGS), ("sensorDecode", "sensorEncode", "sensorRide")),
    (set(PAIRING_BUGS), ("pairingClient", "pairingServer")),
    (
        set(WATCH_BUGS),
        (
            "watchDecode",
            "watchEncode",
            "watchRequest",
            "watchAnswer",
            "watchNavigationEncode",
            "watchNavigationDecode",
        ),
    ),
    (set(COMPANION_BUGS), ("companionSession",)),
)

# All members of a decoded object.
OBJECT_MEMBERS = (
    "kind",
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


def wrong_answers(vector: Json) -> Json:
    """For each bug that changes the answer to a vector: what may come instead.

    A pair of bugs is named `one+other`, where they do together what can't be told from each alone.
    """
    alone = {
        bug: answer
        for bug in _bugs_of(vector["operation"])
        if (answer := _wrong_answer(bug, vector))
    }
    return alone | dict(_wrong_together(vector, alone))


# Where two bugs are looked at together: those of decoding, and those of what is displayed.
_OPERATIONS = (("decode", "notification"), ("distance",))


def _wrong_together(vector: Json, alone: Json) -> Iterator[tuple[str, Prediction]]:
    for (one, other), plants in TOGETHER.items():
        if vector["operation"] not in _OPERATIONS[one in DISPLAY_BUGS]:
            continue
        changes = _changes(plants, vector)
        crashes = changes == BREAKDOWN
        if other == "unterminatedStreet":
            if one in alone and other in alone:
                yield f"{one}+{other}", _more_from_elsewhere(vector)
        elif one == "byte21Trap":
            if one in alone and crashes != (other in alone):
                answer = UNCERTAIN[other](vector, changes) if crashes else alone[one]
                yield f"{one}+{other}", answer
        elif changes not in [alone[bug] for bug in (one, other) if bug in alone]:
            if changes or one in alone or other in alone:
                yield f"{one}+{other}", changes


def blind_vectors(vectors: list[Json]) -> Iterator[str]:
    """Vectors that an implementation answers correctly even with a bug that they name."""
    for vector in vectors:
        for bug in vector["flags"]:
            if bug not in vector.get("wrongAnswers", {}):
                yield f"{vector['id']} does not catch {bug}"


def _bugs_of(operation: str) -> Iterator[str]:
    for bugs, operations in FAMILIES:
        if operation in operations:
            yield from (bug for bug in BUGS if bug in bugs)


def _wrong_answer(bug: str, vector: Json) -> Prediction | None:
    if bug in SEVERAL:
        answer = SEVERAL[bug](vector)
    else:
        changes = _changes(BUGS[bug], vector)
        uncertain = changes and bug in UNCERTAIN
        answer = UNCERTAIN[bug](vector, changes) if uncertain else changes
    if answer or "steps" not in vector["expected"] or bug not in READERS:
        return answer
    return [RIGHT, CRASH] if _crashes(READERS[bug], vector) else None


def _changes(plants: list[Plant], vector: Json) -> Prediction | None:
    """The members of the answer that plants change, with null for those that are left out."""
    expected = vector["expected"]
    with planted(plants):
        try:
            answer = evaluate(vector["operation"], vector["input"])
        except (Crash, IndexError):  # a negative arrow indexes before the table
            return BREAKDOWN
        except (ValueError, OverflowError):  # what the bug cannot write at all
            return None
    if "steps" in expected:
        return _changed_step(expected["steps"], answer["steps"])
    changed = {
        name: value for name, value in answer.items() if expected.get(name) != value
    }
    return changed | {name: None for name in expected if name not in answer}


def _crashes(plants: list[Plant], vector: Json) -> bool:
    with planted(plants):
        try:
            evaluate(vector["operation"], vector["input"])
        except Crash:
            return True
    return False


def _changed_step(expected: list[Json], given: list[Json]) -> Json | None:
    """The first step that differs, by its number, counted from 1; the later ones follow from it."""
    for number, (right, wrong) in enumerate(zip(expected, given, strict=True), 1):
        if right != wrong:
            return {"steps": {str(number): wrong}}
    return None


# What may come where a bug does not decide it


def _picture_from_memory(_: Json, __: Any) -> Prediction:
    return [CRASH, RIGHT, {"arrowName": ANY}]


def _a_known_arrow(_: Json, __: Any) -> Prediction:
    # A reserved arrow is none that a display knows.
    names = [name for name in reference.ARROW_NAMES if not name.startswith("reserved")]
    return {"arrowName": {"among": names}}


def _object_from_memory(vector: Json, changes: Any) -> Prediction:
    expected = vector["expected"]
    if "steps" in expected:
        return ANYTHING
    members: Json = dict.fromkeys(OBJECT_MEMBERS, ANY)
    if vector["operation"] == "notification":
        members["kind"] = "instruction"
    if expected.get("kind") == "identifier":
        del members["identifier"]
    else:
        members["error"] = None
    # A longer layout that is asked for ends past these bytes too.
    return [CRASH, members, changes] if changes.get("error") else [CRASH, members]


def _street_with_more(vector: Json, _: Any) -> Prediction:
    expected = vector["expected"]
    street = bytes.fromhex(expected["streetBytes"])
    others = {"strictErrorOffset": ANY}
    if 0 in street:
        shown = street.split(b"\0")[0]
        text = reference.street_text(shown, "dropIncompleteTail")
        return {"streetBytes": shown.hex(), "street": text, **others}
    more = {
        "streetBytes": {"begins": expected["streetBytes"]},
        "street": {"beginsText": expected["street"]},
        **others,
    }
    return [CRASH, RIGHT, more]


def _street_from_elsewhere(vector: Json, changes: Any) -> Prediction:
    exact = {**changes, "strictErrorOffset": ANY}
    if len(vector["input"]["bytes"]) >= 2 * 21:
        return exact
    return [exact, CRASH, {"streetBytes": ANY, "street": ANY, "strictErrorOffset": ANY}]


def _more_from_elsewhere(vector: Json) -> Prediction:
    """What a street that begins at byte 21 and ends nowhere holds."""
    changes = _changes(BUGS["byte21Trap"], vector)
    elsewhere = _street_from_elsewhere(vector, changes)
    read = vector | {"expected": vector["expected"] | changes}
    more = _street_with_more(read, changes)
    return [
        CRASH,
        more if isinstance(more, dict) else more[-1],
        *(elsewhere[::2] if isinstance(elsewhere, list) else [elsewhere]),
    ]


def _refused(_: Json, changes: Any) -> Prediction:
    if "steps" in changes:
        refusals = [changes]
        effects = [it for step in changes["steps"].values() for it in step["effects"]]
        errors = [effect["error"] for effect in effects if "error" in effect]
    else:
        refusals = [changes, {**dict.fromkeys(OBJECT_MEMBERS), "error": ANY}]
        errors = [changes["error"]]
    # By its length alone, an object may be taken for a UUID, and be read all the same.
    is_like_a_uuid = any(error["offset"] == 16 for error in errors)
    if is_like_a_uuid:
        refusals = [RIGHT, *refusals]
    return refusals if len(refusals) > 1 else refusals[0]


def _shifted(vector: Json) -> Prediction | None:
    """One alternative for each constant."""
    answers = []
    for places in SHIFTS:
        changes = _changes(shifted(places), vector)
        if isinstance(changes, dict):
            answer = _with_memory(vector, changes, places)
            if answer and answer not in answers:
                answers.append(answer)
    if any(map(_has_memory, answers)):
        return [*answers, CRASH]
    return answers if len(answers) > 1 else next(iter(answers), None)


def _in_a_form_of(*forms: list[Plant]) -> Callable[[Json], Prediction | None]:
    """What a bug changes that has one of several forms."""

    def changes(vector: Json) -> Prediction | None:
        answers: list[Any] = []
        for plants in forms:
            answer = _changes(plants, vector) or RIGHT
            if answer not in answers:
                answers.append(answer)
        return answers if len(answers) > 1 else answers[0]

    return changes


def _with_memory(vector: Json, changes: Json, places: int) -> Json:
    """The changes, with any value for what is read past the end."""
    if "layout" not in vector["expected"]:
        return changes
    size = len(vector["input"]["bytes"]) // 2
    arrow = reference.IDENTIFIER_LENGTH[vector["expected"]["layout"]] + places
    if arrow + 5 <= size:
        return changes | {"strictErrorOffset": ANY} if changes else changes
    past: Json = {"strictErrorOffset": ANY, "distanceInMeters": ANY}
    if arrow >= size:
        past |= {"arrow": ANY, "arrowName": ANY}
    return changes | past


def _has_memory(changes: Json) -> bool:
    return changes.get("distanceInMeters") == ANY


UNCERTAIN: dict[str, Callable[[Json, Any], Prediction]] = {
    "byte21Trap": _street_from_elsewhere,
    "signedArrow": _picture_from_memory,
    "arrowTableOverrun": _picture_from_memory,
    "arrowTableOverrun32": _picture_from_memory,
    "arrowTableOverrun37": _picture_from_memory,
    "unknownArrowShown": _a_known_arrow,
    "identifierNotificationAsObject": _object_from_memory,
    "shortNotificationAccepted": _object_from_memory,
    "onlyIdentifierNotifications": _refused,
    "shortStreetLoops": lambda _, __: HANG,
    "unterminatedStreet": _street_with_more,
    **{bug: lambda _, __: ANYTHING for bug in CODEC_BUGS if bug.startswith("street")},
}

# Bugs that come in several forms.
SEVERAL: dict[str, Callable[[Json], Prediction | None]] = {
    "fieldsShifted": _shifted,
    # Signed bytes are put together with either operator.
    "signedDistanceBytes": _in_a_form_of(
        BUGS["signedDistanceBytes"], added_signed_bytes()
    ),
    # The arrow is right, and its name or picture is not.
    "arrows15And16Swapped": _in_a_form_of(
        BUGS["arrows15And16Swapped"], swapped_names()
    ),
    # What is shorter than the size is the end, but what is longer is taken as it is.
    "fixedChunkSize": _in_a_form_of(BUGS["fixedChunkSize"], ENDS_BELOW_FIXED_SIZE),
}
