"""How files write scripts that begin alike: the events and steps that an earlier vector has too are written once."""

import json
from collections.abc import Iterator
from typing import Any

from .evaluate import Json


def shared(vectors: list[Json]) -> Iterator[Json]:
    """The vectors of a file as it holds them: each session names the first vector that shares most of its beginning.

    The last event and its step, which the vector is about, are never left out, nor the wrong answers that it names.
    """
    firsts: dict[str, str] = {}
    whole: dict[str, Json] = {}
    for vector in vectors:
        whole[vector["id"]] = vector
        if not _is_session(vector):
            yield vector
            continue
        keys = list(_keys(vector["input"]))
        count = sum(key in firsts for key in keys[:-1])
        begins = {"as": firsts[keys[count - 1]], "events": count} if count else None
        for key in keys:
            firsts.setdefault(key, vector["id"])
        yield _rest(vector, whole[begins["as"]], begins) if begins else vector


def completed(vectors: list[Json]) -> list[Json]:
    """The vectors of a file, each with all its events, steps and wrong answers."""
    whole: dict[str, Json] = {}
    for vector in vectors:
        begins = vector.get("begins")
        if begins:
            vector = _with_beginning(vector, whole[begins["as"]], begins["events"])
        whole[vector["id"]] = vector
    return list(whole.values())


def _is_session(vector: Json) -> bool:
    steps = vector["expected"].get("steps")
    return bool(steps) and "phase" in steps[0]


def _keys(given: Json) -> Iterator[str]:
    """A key for each beginning of a script, the shortest first."""
    key = json.dumps(given["configuration"])
    for event in given["events"]:
        key += json.dumps(event)
        yield key


def _rest(vector: Json, other: Json, begins: Json) -> Json:
    count = begins["events"]
    taken = _beginning_of(other, count)
    answers = {
        bug: answer
        for bug, answer in vector.get("wrongAnswers", {}).items()
        if bug in vector["flags"] or taken.get(bug) != answer
    }
    rest: Json = {}
    for name, value in vector.items():
        match name:
            case "input":
                rest["begins"] = begins
                rest[name] = {"events": value["events"][count:]}
            case "expected":
                rest[name] = {"steps": value["steps"][count:]}
            case "wrongAnswers" if answers:
                rest[name] = answers
            case "wrongAnswers":
                pass
            case _:
                rest[name] = value
    if _with_beginning(rest, other, count) != vector:
        raise ValueError(f"{vector['id']} does not follow from {other['id']}")
    return rest


def _with_beginning(rest: Json, other: Json, count: int) -> Json:
    whole = {name: value for name, value in rest.items() if name != "begins"}
    events = other["input"]["events"][:count] + rest["input"]["events"]
    steps = other["expected"]["steps"][:count] + rest["expected"]["steps"]
    answers = _beginning_of(other, count) | rest.get("wrongAnswers", {})
    whole["input"] = other["input"] | {"events": events}
    whole["expected"] = {"steps": steps}
    return whole | {"wrongAnswers": answers} if answers else whole


def _beginning_of(vector: Json, count: int) -> Json:
    """The wrong answers that show in the first steps."""
    return {
        bug: answer
        for bug, answer in vector.get("wrongAnswers", {}).items()
        if _shows_within(answer, count)
    }


def _shows_within(answer: Any, count: int) -> bool:
    ways = answer if isinstance(answer, list) else [answer]
    return all(
        isinstance(way, dict) and "steps" in way and int(min(way["steps"])) <= count
        for way in ways
    )
