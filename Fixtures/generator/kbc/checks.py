"""Checks of all fixture files together. Each yields one sentence for each fault."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from .documents import HAND_WRITTEN, load
from .evaluate import Json, evaluate, verdict
from .flags import FLAGS
from .pairing.flags import PAIRING_FLAGS
from .tables import gaps
from .topics import arrow
from .watch.session.flags import COMPANION_FLAGS
from .vectors import SUITE_VERSION, id_prefix, is_retired, number_after
from .wrong_answers import blind_vectors

MINIMUM_VECTOR_COUNT = 300
ARROW_VALUES = {*arrow.EDGES} | arrow.RESERVED
# As Docs/Conformance.md promises, in bytes. A request also has its name, and that of the operation.
LONGEST_INPUT = 65_536 - 256
LONGEST_INPUTS = {"watch": 131_072 - 256}
# Bugs that only a session can show. Sessions' vectors are never written by hand.
SESSION_FLAGS = ("notificationMixedWithRead", *PAIRING_FLAGS, *COMPANION_FLAGS)


def faults(documents: dict[Path, Json]) -> Iterator[str]:
    """Every fault in a set of files, given by path."""
    for path, content in documents.items():
        for fault in _faults_of_file(content):
            yield f"{path.parent.name}/{path.name}: {fault}"
    vectors = [
        vector for content in documents.values() for vector in content["vectors"]
    ]
    yield from _repeats((vector["id"] for vector in vectors), "the id")
    yield from _repeats(map(_meaning, vectors), "the input")
    yield from blind_vectors(vectors)
    yield from _gaps(documents, vectors)


def _faults_of_file(content: Json) -> Iterator[str]:
    vectors = content["vectors"]
    if content["count"] != len(vectors):
        yield f"count is {content['count']}, but there are {len(vectors)} vectors"
    used = {flag for vector in vectors for flag in vector["flags"]}
    if set(content["flags"]) != used:
        yield "flags declared and flags used differ"
    for name, entry in content["flags"].items():
        if FLAGS.get(name) != entry:
            yield f"flag {name} is not worded as in flags.py"
    prefix = id_prefix(content["layer"], content["topic"])
    longest = LONGEST_INPUTS.get(content["layer"], LONGEST_INPUT)
    for vector in vectors:
        yield from _faults_of_vector(vector, prefix)
        if len(json.dumps(vector["input"])) > longest:
            yield f"{vector['id']} needs a longer request than is promised"
    yield from _gaps_in_numbers(vector["id"] for vector in vectors)


def _gaps_in_numbers(ids: Iterable[str]) -> Iterator[str]:
    """Ids of each kind are numbered from 1, in the order of the file, without those that are retired."""
    counts: dict[str, int] = {}
    for id in ids:
        kind, _, number = id.rpartition("-")
        counts[kind] = number_after(counts.get(kind, 0), kind)
        if number != f"{counts[kind]:02d}":
            yield f"{id} is number {counts[kind]} of its kind"


def _version(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


def _faults_of_vector(vector: Json, prefix: str) -> Iterator[str]:
    if _version(vector["since"]) > _version(SUITE_VERSION):
        yield f"{vector['id']} is since {vector['since']}, but the suite is {SUITE_VERSION}"
    kind = verdict(vector["expected"])
    if not vector["id"].startswith(f"{prefix}/{kind}-"):
        yield f"{vector['id']} does not begin with {prefix}/{kind}-"
    answer = evaluate(vector["operation"], vector["input"])
    if answer != vector["expected"]:
        yield f"{vector['id']}: the reference codec answers {answer}"


def _meaning(vector: Json) -> str:
    return json.dumps([vector["operation"], vector["input"]], sort_keys=True)


def _repeats(values: Iterable[str], what: str) -> Iterator[str]:
    seen: set[str] = set()
    for value in values:
        if value in seen:
            yield f"{what} {value} occurs twice"
        seen.add(value)


def _gaps(documents: dict[Path, Json], vectors: list[Json]) -> Iterator[str]:
    if len(vectors) < MINIMUM_VECTOR_COUNT:
        yield f"only {len(vectors)} vectors"
    yield from gaps(vectors)
    decoded = {
        vector["expected"].get("arrow")
        for vector in vectors
        if vector["operation"] == "decode"
    }
    for value in sorted(ARROW_VALUES):
        if value not in decoded:
            yield f"arrow {value} is never decoded"
    by_hand = [
        content for content in documents.values() if content["topic"] == HAND_WRITTEN
    ]
    shown = {flag for content in by_hand for flag in content["flags"]}
    for flag in FLAGS:
        if flag not in shown and flag not in SESSION_FLAGS:
            yield f"no vector written by hand shows {flag}"


def reused_ids(path: Path, content: Json) -> Iterator[str]:
    """Ids that would change their input, or be lost though not retired, compared with the file on disk."""
    if not path.exists():
        return
    new = {vector["id"]: _meaning(vector) for vector in content["vectors"]}
    for vector in load(path)["vectors"]:
        is_gone = is_retired(vector["id"]) and vector["id"] not in new
        if not is_gone and new.get(vector["id"]) != _meaning(vector):
            yield f"{vector['id']} would change its meaning"
