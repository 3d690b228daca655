"""Each declaration of the stand-ins' headers has a source: a header of the real stack, in versions that are named."""

from __future__ import annotations

import csv
import re
import unittest
from pathlib import Path

import building

DECLARATIONS = building.STANDINS / "declarations.csv"
VERSIONS = building.STANDINS / "versions.csv"
# Not a stack's: what the stand-ins have in common, and the strap that the sketch connects to.
OWN = ("world.h", "strap.h")

TOKEN = re.compile(r'"[^"]*"|[A-Za-z_]\w*|\d\w*|\.\.\.|::|\S')


def headers() -> list[Path]:
    return [
        path for path in sorted(building.STANDINS.rglob("*.h")) if path.name not in OWN
    ]


def declared(text: str) -> list[str]:
    """What a header declares: `name`, and `name.member` of a structure or a class."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.DOTALL)
    text = re.sub(r"\\\n", " ", text)
    names = re.findall(r"^#define (\w+)[ (]", text, re.MULTILINE)
    text = re.sub(r"^#.*$", "", text, flags=re.MULTILINE).replace('extern "C" {', "")
    text = re.sub(r"__attribute__\(\(.*?\)\)", "", text)
    return names + _of(TOKEN.findall(text), "")


def _statements(tokens: list[str]) -> list[list[str]]:
    """The tokens up to each semicolon that is not in brackets."""
    found, current, depth = [], [], 0
    for token in tokens:
        depth += (token in "{([") - (token in "})]")
        if depth < 0:
            break  # the end of extern "C"
        if token == ";" and depth == 0:
            found.append(current)
            current = []
        else:
            current.append(token)
    return found


def _of(tokens: list[str], scope: str) -> list[str]:
    return [
        name for statement in _statements(tokens) for name in _names(statement, scope)
    ]


def _names(tokens: list[str], scope: str) -> list[str]:
    while tokens[1:2] == [":"]:  # public:
        tokens = tokens[2:]
    if "{" not in tokens:
        if tokens[0] == "using":
            return []
        return [scope + name for name in _declarators(tokens)]
    start, end = tokens.index("{"), len(tokens) - 1 - tokens[::-1].index("}")
    before, inner, after = tokens[:start], tokens[start + 1 : end], tokens[end + 1 :]
    name = before[-1] if before[-1] not in ("struct", "union", "enum") else ""
    name = after[-1] if after else name
    names = [scope + name] if name else []
    if "enum" in before:
        return names + re.findall(r"(?:^|,) (\w+)", " ".join([",", *inner]))
    return names + _of(inner, f"{scope}{name}." if name else scope)


def _declarators(tokens: list[str]) -> list[str]:
    """The names in a declaration without braces."""
    if "(" in tokens:
        before = tokens[: tokens.index("(")]
        inside = tokens[len(before) + 1 :]
        if inside[0] == "*":  # a pointer to a function
            return [inside[1]]
        return [inside[0] if before == ["ATOMIC_DEFINE"] else before[-1]]
    found = []
    for part in " ".join(tokens).split(" , "):
        found.append(re.split(r" [:\[]", part)[0].split()[-1])
    return found


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def without_source(text: str) -> list[str]:
    sources = {row["declaration"] for row in rows(DECLARATIONS)}
    return [name for name in declared(text) if name not in sources]


class StandIns(unittest.TestCase):
    def test_each_declaration_has_a_source(self) -> None:
        for header in headers():
            with self.subTest(header.relative_to(building.STANDINS)):
                self.assertEqual(without_source(header.read_text(encoding="utf-8")), [])

    def test_each_source_is_of_a_declaration(self) -> None:
        names = [
            name
            for header in headers()
            for name in declared(header.read_text(encoding="utf-8"))
        ]
        listed = [row["declaration"] for row in rows(DECLARATIONS)]
        self.assertGreater(len(names), 250)
        self.assertEqual(sorted(listed), sorted(set(names)))

    def test_each_source_names_a_header_and_versions(self) -> None:
        versions = {row["stack"] for row in rows(VERSIONS)}
        for row in rows(VERSIONS):
            with self.subTest(row["version"]):
                self.assertRegex(row["commit"], r"^[0-9a-f]{40}$")
                self.assertRegex(row["repository"], r"^[\w.-]+/[\w.-]+$")
        for row in rows(DECLARATIONS):
            with self.subTest(row["declaration"]):
                if row["stack"] == "":  # the stand-in's own, which the note explains
                    self.assertNotEqual(row["note"], "")
                else:
                    self.assertIn(row["stack"], versions)
                    self.assertRegex(row["header"], r"\.h$")

    def test_a_declaration_without_source_is_found(self) -> None:
        for text in (
            "#define BLE_HS_ENEW 99\n",
            "int ble_gap_new(uint16_t connection, void (*callback)(int));",
            "typedef int ble_new_fn(uint16_t connection);",
            "typedef void (*bt_new_t)(int error);",
            "enum { BLE_GAP_EVENT_NEW = 99 };",
            "struct ble_gap_new;",
            "struct ble_gap_disc_desc { uint8_t fresh; };",
            "struct ble_gap_event { union { struct { int fresh; } connect; }; };",
            "class NimBLEDevice { public: static bool deinit(bool all); };",
            'extern "C" {\nextern struct ble_hs_cfg ble_hs_new;\n}',
        ):
            with self.subTest(text):
                self.assertEqual(len(without_source(text)), 1)
