"""The C headers compile alone and together, and hold what the Python modules hold."""

from __future__ import annotations

import subprocess
import tempfile
import unittest
from pathlib import Path

from arrows import ARROWS, SIZES, module

HEADERS = ARROWS / "c"
PROGRAM = Path(__file__).resolve().parent / "every_value.c"
C = ["cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
CPP = ["c++", "-x", "c++", "-Wall", "-Wextra", "-Werror"]
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


def run(command: list[str], text: str | None = None) -> str:
    result = subprocess.run(
        command, input=text, capture_output=True, text=True, check=False
    )
    if result.returncode != 0:
        raise AssertionError(f"{' '.join(command)} fails:\n{result.stderr}")
    return result.stdout


class Headers(unittest.TestCase):
    def test_each_header_compiles_alone(self):
        for size in SIZES:
            use = (
                f'#include "knav_arrows_{size}.h"\n'
                f'#include "knav_arrows_{size}.h"\n'
                "int first(unsigned char arrow);\n"
                "int first(unsigned char arrow) "
                f"{{ return knav_arrow_bitmap_{size}(arrow)[0]; }}\n"
            )
            include = f'#include "knav_arrows_{size}.h"\n'
            for text in (use, f"{include}typedef int not_empty;\n"):
                options = ["-I", str(HEADERS), "-fsyntax-only", "-"]
                with self.subTest(size=size):
                    run([*C, "-x", "c", *options], text)
                    run([*CPP, *options], text)

    def test_every_value_has_the_same_bitmap_in_c_and_in_python(self):
        expected = {
            f"{size} {value} {module(size).bitmap(value).hex()}"
            for size in SIZES
            for value in range(256)
        }
        for compiler in (C, CPP):
            with self.subTest(compiler[0]), tempfile.TemporaryDirectory() as folder:
                program = f"{folder}/every_value"
                options = ["-O1", *SANITIZERS, "-I", str(HEADERS), "-o", program]
                run([*compiler, *options, str(PROGRAM)])
                lines = run([program]).splitlines()
                self.assertEqual(len(lines), 256 * len(SIZES))
                wrong = sorted(expected - set(lines))
                self.assertFalse(wrong, f"{len(wrong)} differ, such as {wrong[:1]}")


if __name__ == "__main__":
    unittest.main()
