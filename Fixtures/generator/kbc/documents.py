"""Fixture files: how they are built, laid out, read and written."""

import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import beginnings
from .evaluate import LAYERS, SCHEMAS, Json
from .flags import FLAGS
from .vectors import SUITE_VERSION, Topic, with_wrong_answers

SUITE = "KBC"
HAND_WRITTEN_LAYERS = (
    "codec",
    "notification",
    "reassembly",
    "distance",
    "sensor",
    "watch",
)
HAND_WRITTEN = "hand-written"


def document(topic: Topic) -> Json:
    """A topic as the content of its file."""
    used = {flag for vector in topic.vectors for flag in vector["flags"]}
    up = "../" * len(topic.layer.split("/"))
    return {
        "$schema": f"{up}schema/{SCHEMAS[topic.layer]}.schema.json",
        "suite": SUITE,
        "suiteVersion": SUITE_VERSION,
        "layer": topic.layer,
        "topic": topic.name,
        "count": len(topic.vectors),
        "flags": {name: entry for name, entry in FLAGS.items() if name in used},
        "vectors": topic.vectors,
    }


def render(content: Json) -> str:
    """The file's text: a line for each field of a vector, in ASCII, so that nothing can renormalise a street."""
    whole = content | {"vectors": list(beginnings.shared(content["vectors"]))}
    return _object(whole) + "\n"


def _object(fields: Json) -> str:
    lines = (f"{json.dumps(key)}: {_value(key, it)}" for key, it in fields.items())
    return "{\n" + ",\n".join(lines) + "\n}"


def _value(key: str, value: Any) -> str:
    if key == "vectors":
        return "[\n" + ",\n".join(map(_object, value)) + "\n]"
    if key == "flags" and isinstance(value, dict) and value:
        return _object(value)
    return json.dumps(value, separators=(",", ":"))


def path_of(fixtures: Path, topic: Topic) -> Path:
    """The path of a topic's file."""
    return fixtures / topic.layer / f"{topic.name}.json"


def load(path: Path) -> Json:
    """Reads one fixture file, with its vectors whole."""
    content = json.loads(path.read_text(encoding="utf-8"))
    return content | {"vectors": beginnings.completed(content["vectors"])}


def load_all(fixtures: Path) -> Iterator[Json]:
    """Reads all fixture files, layer by layer."""
    for layer in LAYERS:
        for path in sorted((fixtures / layer).glob("*.json")):
            yield load(path)


def load_hand_written(fixtures: Path) -> dict[Path, Json]:
    """The hand-written files, one for each layer that has one. None may be missing."""
    paths = [fixtures / layer / f"{HAND_WRITTEN}.json" for layer in HAND_WRITTEN_LAYERS]
    return {path: completed(load(path)) for path in paths}


def completed(content: Json) -> Json:
    """A hand-written file with its generated parts: the suite's version and the bugs' wrong answers."""
    vectors = [with_wrong_answers(vector) for vector in content["vectors"]]
    return content | {"suiteVersion": SUITE_VERSION, "vectors": vectors}


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file completely or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
