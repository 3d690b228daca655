"""Reads the table of Core Bluetooth's declarations."""

import csv
import re
from pathlib import Path

SYSTEMS = ["iOS", "macOS", "tvOS", "watchOS"]
NEVER = (1 << 16, 0)
# Apple's framework checks whether a delegate has an optional method; the stand-ins have protocols for that.
RESTORATION = {
    "CentralRestorationDelegate": "CBCentralManagerDelegate",
    "PeripheralRestorationDelegate": "CBPeripheralManagerDelegate",
}


def number(cell):
    """`–` says that a system does not have it."""
    return NEVER if cell == "–" else tuple(map(int, (cell + ".0").split(".")[:2]))


def split(cell):
    """What is declared, and the labels "with" which it is."""
    declared, _, needed = cell.partition(" with ")
    return declared, needed


class Table:
    """The first versions of each declaration."""

    def __init__(self, path):
        self.rows = []
        for row in csv.DictReader(Path(path).read_text().splitlines()):
            if not re.match(r"[\d–]", row["iOS"]):
                continue
            versions = {system: number(row[system]) for system in SYSTEMS}
            tokens, needed = (
                set(re.findall(r"`([^`]+)`", each))
                for each in split(row["declaration"])
            )
            self.rows.append((tokens, needed, versions))

    def versions(self, path):
        """Those of a declaration's own row; without one, those of its type's."""
        own = self.find(path)
        return own if own is not None or len(path) == 1 else self.versions(path[:-1])

    def find(self, path):
        if len(path) > 1:
            path = [RESTORATION.get(path[0], path[0]), *path[1:]]
        elif path[0] in RESTORATION:
            return self.find([path[0], "manager(_:willRestoreState:)"])
        # A delegate's method is known by the label that says what happened.
        is_told = path[0].endswith("Delegate")
        name, labels = path[-1], set(re.findall(r"(\w+):", path[-1]) if is_told else [])
        base = name.split("(")[0]
        inner = {name, base} | labels
        whole = {".".join(path), f"{path[0]}.{base}"}
        own = [
            (tokens, versions)
            for tokens, needed, versions in self.rows
            if needed <= labels
        ]
        for tokens, versions in own:
            if whole & tokens or path[0] in tokens and inner & tokens:
                return versions
        for tokens, versions in own:
            names_a_type = any(token.startswith("CB") for token in tokens)
            if len(path) > 1 and inner & tokens and not names_a_type:
                return versions
        return None
