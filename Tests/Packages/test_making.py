"""A package is written whole or not at all, and over nothing that its user has."""

from __future__ import annotations

import os
import shutil
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
        self.assertNotRegex(done.stderr, "Errno|'utf-8'")
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
            for name in (
                *sources,
                "internal.h",
                "layout.h",
                "central.h",
                "peripheral.h",
            ):
                with self.subTest(kind=kind, name=name):
                    copies = list(made.rglob(name))
                    self.assertEqual(len(copies), 1)
                    self.assertEqual(copies[0].read_bytes(), (PORT / name).read_bytes())
            for name in ("knav.h", "knav_phone.h", "knav_display.h"):
                self.assertEqual(len(list(made.rglob(name))), 1)
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

    def test_it_takes_a_directory_that_only_git_and_the_finder_have_begun(self) -> None:
        kept = {".git/HEAD": b"ref: refs/heads/main", ".DS_Store": b"\0"}
        for name, content in kept.items():
            (self.made / name).parent.mkdir(parents=True, exist_ok=True)
            (self.made / name).write_bytes(content)
        building.package("arduino", self.made)
        self.assertLessEqual(kept.items(), contents(self.made).items())
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

    def fill_in(self, old: str, new: str) -> None:
        path = self.made / "library.properties"
        text = path.read_text(encoding="utf-8")
        self.assertEqual(text.count(old), 1)
        path.write_text(text.replace(old, new), encoding="utf-8")

    def test_it_keeps_the_address_that_the_author_fills_in(self) -> None:
        building.package("arduino", self.made)
        expected = contents(self.made)
        page = (building.REPOSITORY / "Docs/Packages.md").read_text(encoding="utf-8")
        self.assertIn("put your address into `url`", page)
        self.fill_in("url=https://example.org/komoot-nav", r"url=https://münchen.de/\1")
        expected["library.properties"] = contents(self.made)["library.properties"]
        for _ in range(2):  # also the next time
            building.package("arduino", self.made)
            self.assertEqual(contents(self.made), expected)
        self.fill_in("url=https", "url=ftp")
        building.package("arduino", self.made)
        self.assertIn(b"\nurl=ftp://", contents(self.made)["library.properties"])
        self.refused("zephyr", "library.properties was changed")

    def test_it_fills_in_an_address_that_the_author_has_emptied(self) -> None:
        building.package("arduino", self.made)
        expected = contents(self.made)
        self.fill_in("url=https://example.org/komoot-nav", "url=")
        building.package("arduino", self.made)
        self.assertEqual(contents(self.made), expected)
        building.package("zephyr", self.made)

    def test_it_refuses_other_changes_of_the_properties(self) -> None:
        for old, new in (
            ("name=knav", "name=mine"),
            ("url=", "url=https://a.example\nurl="),
            ("url=", "URL="),
            ("url=https://example.org/komoot-nav\n", ""),
        ):
            with self.subTest(new):
                shutil.rmtree(self.made, ignore_errors=True)
                building.package("arduino", self.made)
                self.fill_in(old, new)
                self.refused("arduino", "library.properties was changed")

    def test_it_refuses_a_file_in_the_place_of_the_directory(self) -> None:
        self.made.write_text("a file")
        self.refused("zephyr", "is not a directory")
        self.made = self.made / "deeper/knav"
        self.refused("zephyr", f"{self.work}/made is not a directory")

    def test_it_says_in_words_what_the_system_refuses(self) -> None:
        building.package("arduino", self.made)
        pipe = self.made / "src/pipe"
        os.mkfifo(pipe)
        self.refused("arduino", f"can't copy {pipe}: ")
        pipe.unlink()
        (self.made / ".knav-package").write_bytes(b"\xff")
        self.refused("arduino", ".knav-package is not UTF-8")
        self.made = self.work / "loop"
        self.made.symlink_to("loop")
        self.refused("arduino", f"can't replace {self.made}: Not a directory")
        self.made = self.work / ("a" * 300)
        self.refused("arduino", f"can't read {self.made}: File name too long")

    def test_it_keeps_the_language_and_says_what_it_wrote(self) -> None:
        for kind, language, texts in (
            ("arduino", [], ", with texts in en"),
            ("zephyr", ["de"], ", with texts in de"),
            ("single-file", [], ""),
            ("arduino", [], ", with texts in de"),
            ("arduino", ["fr"], ", with texts in fr"),
        ):
            done = building.make(kind, self.made, *language)
            self.assertEqual(done.stdout, f"make.py: {kind} is in {self.made}{texts}\n")
        self.assertIn("Tournez", next(self.made.rglob("words.h")).read_text())

    def test_it_refuses_a_language_that_nothing_shows(self) -> None:
        done = building.make("single-file", self.made, "de")
        self.assertEqual(done.returncode, 1)
        self.assertIn("single-file has no example", done.stderr)
        self.assertFalse(self.made.exists())

    def test_it_says_how_it_is_used(self) -> None:
        done = building.make("spark", self.made)
        self.assertEqual(done.returncode, 64)
        self.assertIn("usage: make.py {arduino,", done.stderr)
        self.assertFalse(self.made.exists())
        done = building.make("arduino", self.made, "xx")
        self.assertEqual(done.returncode, 1)
        self.assertIn("there are no texts in the language xx", done.stderr)
        self.assertFalse(self.made.exists())
