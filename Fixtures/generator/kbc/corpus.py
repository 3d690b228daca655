"""Writes the vectors' input bytes as seeds for fuzzing."""

from collections.abc import Iterable
from pathlib import Path

from .documents import write_whole
from .evaluate import Json

# The folder of each operation's seeds. A byte before each says what the rest is, where a target takes several things.
FOLDERS = {
    "decode": ("decode", b""),
    "notification": ("notification", b""),
    "watchDecode": ("watch", b"\x02"),
    "watchNavigationDecode": ("watch", b"\x02"),
    "watchAnswer": ("watch", b"\x00"),
}


def write_corpus(directory: Path, documents: Iterable[Json]) -> int:
    """One file for each distinct input, named after the first vector that has it; returns how many."""
    seen: set[tuple[str, bytes]] = set()
    for content in documents:
        for vector in content["vectors"]:
            if vector["operation"] not in FOLDERS:
                continue
            folder, head = FOLDERS[vector["operation"]]
            seed = (folder, head + _input(vector["input"]))
            if seed in seen:
                continue
            seen.add(seed)
            name = vector["id"].replace("/", "-").lower()
            write_whole(directory / folder / name, seed[1])
    return len(seen)


def _input(given: Json) -> bytes:
    return given["url"].encode() if "url" in given else bytes.fromhex(given["bytes"])
