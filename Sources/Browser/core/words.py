"""What the library says to riders, from the page that its tests keep true: Docs/Texts.md."""

import pathlib
import re

LANGUAGES = {"English": "en", "German": "de"}


def words(page: pathlib.Path) -> dict[str, dict[str, dict[str, str]]]:
    """For each language: the labels of arrows, and the texts of a device's and a phone's states."""
    sections = dict(
        re.findall(r"^##+ ([^\n]*)\n(.*?)(?=^##|\Z)", page.read_text(), re.M | re.S)
    )
    found = {}
    for title, language in LANGUAGES.items():
        labels = {}
        for arrows, label, *_ in rows(sections[f"{title}, with a street"]):
            for name in re.findall(r"`(\w+)`", arrows) or ["unknown"]:
                labels[name] = label
        states: dict[str, dict[str, str]] = {"device": {}, "phone": {}, "both": {}}
        for end, state, text, *_ in rows(sections[f"{title}, the connection"]):
            if end in states:
                states[end][state.strip("`")] = text
        found[language] = {"arrows": labels, **states}
    for kind in ("arrows", "device", "phone", "both"):
        if not found["en"][kind] or set(found["en"][kind]) != set(found["de"][kind]):
            raise ValueError(f"{page}: the languages have other {kind}")
    return found


def rows(section: str) -> list[list[str]]:
    """The cells of the section's table, without its header."""
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
