"""The examples and the numbers of Docs/Arrows.md are true."""

from __future__ import annotations

import re
import sys
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

from arrows import ARROWS, REPOSITORY, SIZES, module, unpacked
from test_headers import C, HEADERS, run

PAGE = (REPOSITORY / "Docs" / "Arrows.md").read_text(encoding="utf-8")
# The examples draw the slight left turn at 2, 3.
ARROW, LEFT, TOP, SIZE = 4, 2, 3, 48
PROGRAM = """#include <stdint.h>
#include <stdio.h>
void show_arrow(uint8_t arrow, int left, int top);
static void set_pixel(int x, int y, int is_set) { printf("%d %d %d\\n", x, y, is_set); }
"""
MAIN = f"\nint main(void) {{ show_arrow({ARROW}, {LEFT}, {TOP}); return 0; }}\n"


def example(language: str) -> str:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0]


class Examples(unittest.TestCase):
    def test_the_c_example_draws_the_arrow(self):
        with tempfile.TemporaryDirectory() as folder:
            source, program = Path(folder) / "example.c", f"{folder}/example"
            source.write_text(PROGRAM + example("c") + MAIN, encoding="utf-8")
            run([*C, "-I", str(HEADERS), "-o", program, str(source)])
            drawn = run([program]).splitlines()
        rows = unpacked(module(SIZE).bitmap(ARROW), SIZE)
        expected = [
            f"{LEFT + x} {TOP + y} {pixel}"
            for y, row in enumerate(rows)
            for x, pixel in enumerate(row)
        ]
        self.assertTrue(drawn == expected)

    def test_the_micropython_example_draws_the_arrow(self):
        framebuf = types.ModuleType("framebuf")
        framebuf.MONO_HLSB = "rows, the most significant bit left"
        framebuf.FrameBuffer = lambda *values: values
        screen, names = mock.Mock(), {}
        with mock.patch.dict(sys.modules, framebuf=framebuf):
            exec(example("python"), names)
        names["show_arrow"](screen, ARROW, LEFT, TOP)
        data = module(SIZE).bitmap(ARROW)
        picture = (bytearray(data), SIZE, SIZE, framebuf.MONO_HLSB)
        screen.blit.assert_called_once_with(picture, LEFT, TOP)


class Numbers(unittest.TestCase):
    def test_the_sizes_in_bytes_are_those_of_the_headers(self):
        rows = re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
        stated = [tuple(map(int, row)) for row in rows]
        actual = []
        for size in SIZES:
            name = f"knav_arrows_{size}.h"
            header = (ARROWS / "c" / name).read_text(encoding="utf-8")
            data = len(re.findall(r"\b0x[0-9a-f]{2}\b", header))
            actual.append((size, len(module(size).bitmap(0)), data))
        self.assertEqual(stated, actual)

    def test_the_bytes_of_the_format_are_those_of_straight(self):
        self.assertIn("`00 18 00`, so the pixels 11 and 12 are set", PAGE)
        self.assertEqual(module(24).bitmap(1)[6:9], bytes([0x00, 0x18, 0x00]))


if __name__ == "__main__":
    unittest.main()
