"""Checks all files of fixtures by their schemas, and that the schemas refuse each planted fault.

python3 Tests/Architecture/schemas.py

Also checks that the vectors and rules that the habits of sensors name exist. Needs the package jsonschema-rs: some
schemas take minutes in a validator that is written in Python.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import jsonschema_rs
from refusals import REFUSALS

REPOSITORY = Path(__file__).parents[2]
FIXTURES = REPOSITORY / "Fixtures"
BASE = "https://fixtures.invalid/"
SUFFIX = ".schema.json"
COMMON = "common"  # the schema that the others refer to; it has no folder


def read(path: Path) -> Any:
    """The JSON in a file."""
    return json.loads(path.read_text(encoding="utf-8"))


SCHEMAS = {
    path.name.removesuffix(SUFFIX): read(path)
    for path in sorted((FIXTURES / "schema").glob(f"*{SUFFIX}"))
}
REGISTRY = jsonschema_rs.Registry(
    [(BASE + name + SUFFIX, schema) for name, schema in SCHEMAS.items()]
)
VALIDATORS = {
    name: jsonschema_rs.Draft202012Validator(
        {"$ref": BASE + name + SUFFIX}, registry=REGISTRY
    )
    for name in SCHEMAS
}


def faults() -> list[str]:
    """What is wrong with the schemas, and with all fixtures."""
    found: list[str] = []
    for name, schema in SCHEMAS.items():
        jsonschema_rs.meta.validate(schema)
        folder = FIXTURES / name
        paths = sorted(folder.rglob("*.json"))
        if not paths and name != COMMON:
            found.append(f"{name}{SUFFIX}: no files in {folder}")
        found += [
            f"{path}: at /{'/'.join(map(str, error.instance_path))}: {error.message[:300]}"
            for path in paths
            for error in VALIDATORS[name].iter_errors(read(path))
        ]
    return found


def accepted() -> list[str]:
    """The planted faults that a schema does not refuse. Each is judged alone."""
    found: list[str] = []
    for refusal in REFUSALS:
        name = refusal.file.partition("/")[0]
        text = (FIXTURES / refusal.file).read_text(encoding="utf-8")
        # What is no longer JSON ends the check with an error: no schema has judged it.
        content = json.loads(text.replace(refusal.old, refusal.new))
        if VALIDATORS[name].is_valid(content):
            found.append(
                f"{name}{SUFFIX} accepts {refusal.what}, in a copy of {refusal.file}"
            )
    return found


def missing() -> list[str]:
    """The vectors and the rules that a habit names and that do not exist."""
    found: list[str] = []
    rules = (REPOSITORY / "Docs" / "Sensors.md").read_text(encoding="utf-8")
    vectors = {
        vector["id"]
        for path in (FIXTURES / "sensor").glob("*.json")
        for vector in read(path)["vectors"]
    }
    for path in sorted((FIXTURES / "habits").glob("*.json")):
        for habit in read(path)["habits"]:
            rule = habit["rule"]
            kind = "clause" if rule[0].isdigit() else "rule"
            if f'<a id="{kind}-{rule}"></a>' not in rules:
                found.append(f"{path}: no {kind} {rule} in Docs/Sensors.md")
            found += [
                f"{path}: no vector {vector}"
                for vector in habit["vectors"]
                if vector not in vectors
            ]
    return found


def main() -> int:
    """Prints what is wrong."""
    found = faults() + accepted() + missing()
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
