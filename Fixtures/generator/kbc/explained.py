"""Reads the texts that explain field bugs."""

import re


def explained(text: str) -> dict[str, dict[str, str]]:
    """The flags of a text: on a line the name of each and the type of its bug, below it, indented, the effect."""
    found: dict[str, dict[str, str]] = {}
    for block in re.split(r"\n(?! )", text.strip("\n")):
        head, _, effect = block.partition("\n")
        name, bug_type = head.split(": ")
        found[name] = {"bugType": bug_type, "effect": " ".join(effect.split())}
    return found
