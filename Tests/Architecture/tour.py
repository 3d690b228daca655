"""The tour of the source in Docs/Changing.md: modules and their folders, lowest first."""

from __future__ import annotations

import re
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
SOURCES = REPOSITORY / "Sources"
PAGE = REPOSITORY / "Docs" / "Changing.md"

# The page's name for the files directly in a module's folder.
TOP = "."


def tour() -> dict[str, list[str]]:
    """Each module with its folders, in the order of the page."""
    section = re.search(
        r"^## The source, lowest first\n(.*?)(?=^## )",
        PAGE.read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    if section is None:
        raise SystemExit(f"{PAGE.name} has no tour")
    modules: dict[str, list[str]] = {}
    for module, body in re.findall(
        r"^### `(\w+)`.*?\n(.*?)(?=^### |\Z)", section[1], re.MULTILINE | re.DOTALL
    ):
        modules[module] = re.findall(r"^- `([^`]+)`: ", body, re.MULTILINE)
    return modules


# Has Swift that its own script builds, so it is not a module of the package, and not in the index.
BROWSER = "Browser"


def modules_with_swift() -> set[str]:
    """The folders of Sources that hold Swift of the package."""
    folders = {path.relative_to(SOURCES).parts[0] for path in SOURCES.rglob("*.swift")}
    return folders - {BROWSER}


def files_of(module: str) -> set[Path]:
    """A module's sources."""
    return set((SOURCES / module).rglob("*.swift"))


def folder_of(file: Path, module: str, folders: list[str]) -> str | None:
    """The folder of the tour that a file belongs to: the deepest that contains it."""
    place = file.parent.relative_to(SOURCES / module)
    candidates = [str(place), *(str(parent) for parent in place.parents)]
    # A file in a folder that the page leaves out does not count for the module's own folder.
    if place != Path(TOP):
        candidates.remove(TOP)
    return next((name for name in candidates if name in folders), None)
