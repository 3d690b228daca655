"""Writes the vectors' input bytes as seeds for fuzzing."""

from __future__ import annotations

from pathlib import Path

from .documents import write_whole
from .evaluate import Json

FOLDERS = ("decode", "notification")


def write_corpus(directory: Path, documents: dict[Path, Json]) -> int:
    """One file for each distinct input, named after the first vector that has it; returns how many."""
    seen: set[tuple[str, str]] = set()
    for content in documents.values():
        for vector in content["vectors"]:
            operation = vector["operation"]
            seed = (operation, vector["input"].get("bytes", ""))
            if operation not in FOLDERS or seed in seen:
                continue
            seen.add(seed)
            name = vector["id"].replace("/", "-").lower()
            write_whole(directory / operation / name, bytes.fromhex(seed[1]))
    return len(seen)
