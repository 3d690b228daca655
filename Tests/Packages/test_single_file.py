"""The port as one file compiles as C99, and programs in C and in C++ use it."""

from __future__ import annotations

import subprocess
import tempfile
import unittest
from pathlib import Path

import building

SHOWN = "left, 210 m, Große Weinmeisterstraße\n"


class SingleFile(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)
        self.made = building.package("single-file", self.work / "made")
        self.object = self.work / "knav.o"
        building.run(
            "cc",
            "-std=c99",
            "-O2",
            *building.STRICT,
            "-c",
            self.made / "knav.c",
            "-o",
            self.object,
        )

    def shown_by(self, *compiler: str) -> str:
        program = self.work / "program"
        user = self.work / "user.o"
        building.run(
            *compiler,
            *building.STRICT,
            f"-I{self.made}",
            "-c",
            building.TESTS / "user.c",
            "-o",
            user,
        )
        building.run(compiler[0], user, self.object, "-o", program)
        return subprocess.run(
            [program], capture_output=True, text=True, check=True
        ).stdout

    def test_a_program_in_c_uses_it(self) -> None:
        self.assertEqual(self.shown_by("cc", "-std=c99"), SHOWN)

    def test_a_program_in_cpp_uses_it(self) -> None:
        self.assertEqual(self.shown_by("c++", "-std=c++11", "-x", "c++"), SHOWN)

    def test_it_has_to_be_compiled_as_c(self) -> None:
        as_cpp = ("c++", "-std=c++11", f"-I{self.made}", "-x", "c++")
        user = (building.TESTS / "user.c", "-o", self.work / "program")
        with self.assertRaisesRegex(building.BuildFailed, r"memset\(void\*, int, "):
            building.run(*as_cpp, self.made / "knav.c", *user)
        compiled = ("-x", "c", "-c", self.made / "knav.c", "-o", self.object)
        building.run("c++", f"-I{self.made}", *compiled)
        building.run(*as_cpp, user[0], "-x", "none", self.object, *user[1:])

    def test_the_program_on_the_page_works(self) -> None:
        page = (building.REPOSITORY / "Docs/Packages.md").read_text(encoding="utf-8")
        section = page.partition("## A single file")[2].partition("\n## ")[0]
        program = section.partition("```c\n")[2].partition("```")[0]
        printed = section.rpartition("It prints `")[2].partition("`")[0]
        (self.work / "turn.c").write_text(program, encoding="utf-8")
        building.run(
            *("cc", "-std=c99", *building.STRICT, f"-I{self.made}"),
            *(self.work / "turn.c", self.object, "-o", self.work / "turn"),
        )
        shown = subprocess.run(
            [self.work / "turn"], capture_output=True, text=True, check=True
        ).stdout
        self.assertEqual(shown, f"{printed}\n")

    def test_it_needs_the_public_headers_only(self) -> None:
        includes = {
            line
            for line in (self.made / "knav.c").read_text(encoding="utf-8").splitlines()
            if line.startswith("#include")
        }
        headers = ("knav.h", "knav_phone.h", "knav_display.h")
        self.assertEqual(includes, {f'#include "{name}"' for name in headers})

    def test_it_leaves_no_name_to_collide(self) -> None:
        listed = subprocess.run(
            ["nm", "--defined-only", "--extern-only", "--format=posix", self.object],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split("\n")
        names = [line.split()[0] for line in listed if line]
        self.assertIn("knav_decode", names)
        self.assertEqual([name for name in names if not name.startswith("knav_")], [])
