"""Checks files of fixtures by their schemas.

python3 Tests/Architecture/schemas.py                 all schemas, and all files of their folders
python3 Tests/Architecture/schemas.py SCHEMA FILE     one file

Needs the package jsonschema-rs: some schemas take minutes in a validator that is written in Python.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import jsonschema_rs

FIXTURES = Path(__file__).parents[2] / "Fixtures"
BASE = "https://fixtures.invalid/"
SUFFIX = ".schema.json"
FAULTS = 3  # the exit code; Python ends with 1 when a program is wrong


def read(path: Path) -> Any:
    """The JSON in a file."""
    return json.loads(path.read_text(encoding="utf-8"))


SCHEMAS = {
    path.name: read(path) for path in sorted((FIXTURES / "schema").glob(f"*{SUFFIX}"))
}
REGISTRY = jsonschema_rs.Registry(
    [(BASE + name, schema) for name, schema in SCHEMAS.items()]
)


def faults(name: str, paths: list[Path]) -> list[str]:
    """What is wrong with files by a schema."""
    validator = jsonschema_rs.Draft202012Validator(
        {"$ref": BASE + name}, registry=REGISTRY
    )
    return [
        f"{path}: at /{'/'.join(map(str, error.instance_path))}: {error.message[:300]}"
        for path in paths
        for error in validator.iter_errors(read(path))
    ]


def all_faults() -> list[str]:
    """What is wrong with the schemas, and with all fixtures."""
    found: list[str] = []
    for name, schema in SCHEMAS.items():
        jsonschema_rs.meta.validate(schema)
        folder = FIXTURES / name.removesuffix(SUFFIX)
        # The common one has no folder: the others refer to it.
        paths = sorted(folder.rglob("*.json"))
        if not paths and name != f"common{SUFFIX}":
            found.append(f"{name}: no files in {folder}")
        found += faults(name, paths)
    return found


def main(words: list[str]) -> int:
    """Prints the faults."""
    found = faults(words[0], [Path(words[1])]) if words else all_faults()
    for fault in found:
        print(fault, file=sys.stderr)
    return FAULTS if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
