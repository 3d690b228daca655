"""Every arrow of the library has its own picture, at its own value."""

from __future__ import annotations

import re
import unittest
from xml.etree import ElementTree

from arrows import ARROWS, SIZES, UNKNOWN, drawn, module, reserved, spoken_names, values

SVG = "{http://www.w3.org/2000/svg}"


def names_in(text: str, pattern: str) -> list[str]:
    return re.findall(pattern, text, re.MULTILINE)


def listed(size: int) -> dict[str, list[str]]:
    """The names of the bitmaps in both files of a size, in their order."""
    header = (ARROWS / "c" / f"knav_arrows_{size}.h").read_text(encoding="utf-8")
    python = (ARROWS / "python" / f"knav_arrows_{size}.py").read_text(encoding="utf-8")
    return {
        "C": names_in(header, r"^    \{ /\* (\w+) \*/$"),
        "Python": names_in(python, r"^    # (\w+)$"),
    }


class Names(unittest.TestCase):
    def test_swift_declares_the_names_that_it_speaks(self):
        self.assertEqual(sorted(values()), sorted(spoken_names()))
        self.assertEqual(len(values()), 28)

    def test_two_reserved_values_have_a_meaning_in_the_vendors_kit(self):
        self.assertEqual(reserved(), {"reserved13": 13, "reserved14": 14})

    def test_each_name_has_a_picture_and_no_picture_is_left_over(self):
        pictures = {path.stem for path in (ARROWS / "svg").iterdir()}
        self.assertEqual(pictures, {*drawn(), UNKNOWN})
        self.assertEqual(len(pictures), 31)

    def test_each_value_has_the_bitmap_of_its_name(self):
        names = {value: name for name, value in drawn().items()}
        for size in SIZES:
            places = module(size)._INDEX
            for language, order in listed(size).items():
                with self.subTest(size=size, language=language):
                    self.assertEqual(sorted(order), sorted([*names.values(), UNKNOWN]))
                    self.assertEqual(len(places), max(names) + 1)
                    for value, place in enumerate(places):
                        self.assertEqual(order[place], names.get(value, UNKNOWN))

    def test_any_other_number_has_the_unknown_bitmap(self):
        for size in SIZES:
            lookup = module(size).bitmap
            for value in (-1, 0, 31, 32, 128, 255, 256):
                self.assertEqual(lookup(value), lookup(0), f"{size}: {value}")


class Pictures(unittest.TestCase):
    def test_each_picture_is_svg_with_a_title_in_the_colour_of_the_text(self):
        titles = set()
        for path in sorted((ARROWS / "svg").iterdir()):
            with self.subTest(path.name):
                root = ElementTree.parse(path).getroot()
                self.assertEqual(root.tag, f"{SVG}svg")
                self.assertEqual(root.get("viewBox"), "0 0 96 96")
                titles.add(root.findtext(f"{SVG}title"))
                paints = {
                    each.get(name)
                    for each in root.iter()
                    for name in ("fill", "stroke")
                }
                self.assertIn("currentColor", paints)
                self.assertLessEqual(paints, {"currentColor", "none", None})
        self.assertEqual(len(titles - {None, ""}), 31)

    def test_each_picture_names_its_licence(self):
        licence = (ARROWS.parents[1] / "LICENSE").read_text(encoding="utf-8")
        self.assertIn("Apache License", licence)
        for path in [*(ARROWS / "svg").iterdir(), ARROWS / "contact-sheet.svg"]:
            _, second, *_ = path.read_text(encoding="utf-8").splitlines()
            with self.subTest(path.name):
                self.assertEqual(second, "<!-- SPDX-License-Identifier: Apache-2.0 -->")

    def test_the_contact_sheet_shows_each_name(self):
        root = ElementTree.parse(ARROWS / "contact-sheet.svg").getroot()
        shown = {each.text for each in root.iter(f"{SVG}tspan")}
        self.assertLessEqual({*drawn(), UNKNOWN}, shown)


if __name__ == "__main__":
    unittest.main()
