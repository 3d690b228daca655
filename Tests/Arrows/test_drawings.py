"""No drawing is cut, and the check of the generated files finds what it should."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path
from unittest import mock

import arrows  # noqa: F401  makes the generator known
import generate
from generator.drawings import ARROWS, UNKNOWN
from generator.grid import SIDE, STEPS, Point
from generator.pen import SIZES, Pen


# How far the points lie apart that are tried on the frame's edge: half a unit.
PITCH = STEPS // 2
FAR = SIDE * STEPS
EDGE = [
    point
    for along in range(0, FAR + 1, PITCH)
    for point in (
        Point(along, 0),
        Point(along, FAR),
        Point(0, along),
        Point(FAR, along),
    )
]


class Drawings(unittest.TestCase):
    def test_no_shape_touches_the_edge_of_the_frame(self):
        self.assertEqual(SIZES, arrows.SIZES)
        for size in SIZES:
            for arrow in [*ARROWS, UNKNOWN]:
                for shape in arrow.draw(Pen(size)):
                    touched = any(map(shape.contains, EDGE))
                    self.assertFalse(touched, f"{size}: {arrow.name}: {shape}")


class Check(unittest.TestCase):
    EXPECTED = {"svg/a.svg": "a\n", "svg/b.svg": "b\n"}

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        patch = mock.patch.object(generate, "ROOT", self.root)
        patch.start()
        self.addCleanup(patch.stop)
        with mock.patch("builtins.print"):
            generate.write(self.EXPECTED)

    def faults(self) -> list[str]:
        return generate.differing(self.EXPECTED) + generate.left_over(self.EXPECTED)

    def test_what_was_written_passes(self):
        self.assertEqual(self.faults(), [])

    def test_a_changed_file_is_found(self):
        (self.root / "svg" / "a.svg").write_text("b\n", encoding="utf-8")
        self.assertEqual(self.faults(), ["svg/a.svg"])

    def test_a_missing_file_is_found(self):
        (self.root / "svg" / "b.svg").unlink()
        self.assertEqual(self.faults(), ["svg/b.svg"])

    def test_a_file_that_is_left_over_is_found(self):
        (self.root / "svg" / "c.svg").write_text("c\n", encoding="utf-8")
        self.assertEqual(self.faults(), ["svg/c.svg"])
        with self.assertRaises(SystemExit), mock.patch("builtins.print"):
            generate.check(self.EXPECTED)


if __name__ == "__main__":
    unittest.main()
