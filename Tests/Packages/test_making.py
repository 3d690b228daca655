"""A package is written whole or not at all, and over nothing that its user has."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

import building

PORT = building.REPOSITORY / "Sources/Ports/C"
KINDS = ("arduino", "platformio", "esp-idf", "zephyr", "single-file")


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


class Making(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)
        self.made = self.work / "made"

    def refused(self, kind: str, reason: str) -> None:
        """It names the reason, and changes nothing."""
        before = contents(self.work)
        done = building.make(kind, self.made)
        self.assertEqual(done.returncode, 1)
        self.assertIn(reason, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertEqual(contents(self.work), before)

    def test_each_package_has_the_sources_of_the_port(self) -> None:
        listed = (PORT / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
        sources = next(
            line for line in listed.splitlines() if line.startswith("LIBRARY = ")
        ).split()[2:]
        self.assertGreater(len(sources), 5)
        for kind in ("arduino", "platformio", "esp-idf", "zephyr"):
            made = building.package(kind, self.work / kind)
            for name in (*sources, "internal.h", "central.h"):
                with self.subTest(kind=kind, name=name):
                    copies = list(made.rglob(name))
                    self.assertEqual(len(copies), 1)
                    self.assertEqual(copies[0].read_bytes(), (PORT / name).read_bytes())
            self.assertEqual(len(list(made.rglob("knav.h"))), 1)
            self.assertEqual(list(made.rglob("testee*")), [])

    def test_platformio_gets_the_sources_and_the_example_that_arduino_gets(
        self,
    ) -> None:
        packages = [
            contents(building.package(kind, self.work / kind))
            for kind in ("arduino", "platformio")
        ]
        for files, own in zip(
            packages, ("library.properties", "library.json"), strict=True
        ):
            self.assertIsNotNone(files.pop(own))
            self.assertIsNotNone(files.pop(".knav-package"))
        self.assertEqual(packages[0], packages[1])
        self.assertGreater(len(packages[0]), 15)

    def test_no_placeholder_is_left(self) -> None:
        for kind in KINDS:
            for name, content in contents(
                building.package(kind, self.work / kind)
            ).items():
                self.assertNotRegex(content.decode(), r"@[A-Z]+@", f"{kind}: {name}")

    def test_it_replaces_what_it_has_written(self) -> None:
        building.package("arduino", self.made)
        building.package("zephyr", self.made)
        self.assertTrue((self.made / "zephyr/module.yml").exists())
        self.assertFalse((self.made / "library.properties").exists())
        self.assertEqual([path.name for path in self.work.iterdir()], ["made"])

    def test_it_takes_an_empty_directory(self) -> None:
        self.made.mkdir()
        building.package("single-file", self.made)
        self.assertTrue((self.made / "knav.c").exists())

    def test_it_takes_a_directory_that_only_git_has_begun(self) -> None:
        (self.made / ".git").mkdir(parents=True)
        (self.made / ".git/HEAD").write_text("ref: refs/heads/main")
        building.package("arduino", self.made)
        self.assertEqual(contents(self.made)[".git/HEAD"], b"ref: refs/heads/main")
        self.assertTrue((self.made / "library.properties").exists())

    def test_it_refuses_a_directory_of_somebody_else(self) -> None:
        self.made.mkdir()
        (self.made / "thesis.txt").write_text("years of work")
        self.refused("arduino", "was not written by this script")

    def test_it_keeps_what_it_has_not_written(self) -> None:
        building.package("arduino", self.made)
        kept = {".git/HEAD": b"ref", ".DS_Store": b"\0", "src/mine.c": b"int mine;"}
        for name, content in kept.items():
            (self.made / name).parent.mkdir(exist_ok=True)
            (self.made / name).write_bytes(content)
        (self.made / "empty").mkdir()
        (self.made / "link").symlink_to("src/mine.c")
        building.package("single-file", self.made)
        found = contents(self.made)
        self.assertLessEqual(kept.items(), found.items())
        self.assertIn("knav.c", found)
        self.assertNotIn("src/port/codec.c", found)
        self.assertTrue((self.made / "empty").is_dir())
        self.assertTrue((self.made / "link").is_symlink())
        building.package("arduino", self.made)
        self.assertLessEqual(kept.items(), contents(self.made).items())
        self.assertEqual([path.name for path in self.work.iterdir()], ["made"])

    def test_it_refuses_to_replace_a_file_of_somebody_else(self) -> None:
        building.package("arduino", self.made)
        (self.made / "knav.c").write_text("int mine;")
        self.refused("single-file", "knav.c is in the way of a file")
        (self.made / "knav.c").unlink()
        (self.made / "knav.c").mkdir()
        self.refused("single-file", "knav.c is in the way of a file")

    def test_it_writes_through_no_link_and_into_no_file(self) -> None:
        building.package("arduino", self.made)
        elsewhere = self.work / "elsewhere"
        (self.made / "src").rename(elsewhere)
        (self.made / "src").symlink_to(elsewhere)
        self.refused("arduino", "src is in the way of a file")
        (self.made / "src").unlink()
        (self.made / "src").write_text("mine")
        self.refused("arduino", "src is in the way of a file")

    def test_it_refuses_a_file_that_was_changed(self) -> None:
        building.package("esp-idf", self.made)
        (self.made / "src/codec.c").write_text("int mine;")
        self.refused("esp-idf", "codec.c was changed")

    def test_it_refuses_a_file_in_the_place_of_the_directory(self) -> None:
        self.made.write_text("a file")
        self.refused("zephyr", "is not a directory")

    def test_it_says_how_it_is_used(self) -> None:
        done = building.make("spark", self.made)
        self.assertEqual(done.returncode, 64)
        self.assertIn("usage: make.py {arduino,", done.stderr)
        self.assertFalse(self.made.exists())
