"""The script that builds the page: it writes a page whole, and nothing over what is not one."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Sources/Browser"))

import build  # noqa: E402


class Replacing(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.new = self.page("new", "new")

    def page(self, name: str, text: str) -> pathlib.Path:
        page = self.folder / name
        (page / "scripts").mkdir(parents=True)
        (page / "index.html").write_text(text)
        (page / "scripts/page.js").write_text(text)
        return page

    def replace(self, old: pathlib.Path) -> None:
        build.replace(old, self.new, self.folder / "aside")

    def test_nothing(self) -> None:
        self.replace(self.folder / "page")
        self.assertEqual((self.folder / "page/index.html").read_text(), "new")

    def test_a_page(self) -> None:
        old = self.page("page", "old")
        self.replace(old)
        self.assertEqual((old / "scripts/page.js").read_text(), "new")

    def test_a_site_of_somebody_else(self) -> None:
        old = self.page("site", "old")
        (old / "thesis.txt").write_text("years of work")
        with self.assertRaisesRegex(
            SystemExit, "thesis.txt; delete it, or give another folder"
        ):
            self.replace(old)
        self.assertEqual((old / "index.html").read_text(), "old")
        self.assertEqual((old / "thesis.txt").read_text(), "years of work")

    def test_a_file(self) -> None:
        old = self.folder / "file"
        old.write_text("text")
        with self.assertRaisesRegex(SystemExit, "give another folder"):
            self.replace(old)
        self.assertEqual(old.read_text(), "text")


class Squeezing(unittest.TestCase):
    def test_blanks(self) -> None:
        """Blanks go around signs, but not within texts and patterns, nor where a line has texts in one another."""
        for line, expected in (
            ("const { a } = b ? [1, 2] : c;", "const{a}=b?[1,2]:c;"),
            ("if (a / b > c / d) return - +e;", "if(a / b>c / d)return - +e;"),
            ("f('a = \\' b', \"c , d\");", "f('a = \\' b',\"c , d\");"),
            ("f(`a = ${b} , c`, `d : e`);", "f(`a = ${b} , c`,`d : e`);"),
            ("a = /b = ['\"] c/.test(d, ' = ');", "a=/b = ['\"] c/.test(d,' = ');"),
            ("f(`${g(`a , b`)} = c`, d);", "f(`${g(`a , b`)} = c`, d);"),
        ):
            self.assertEqual(build.squeezed(line), expected)


class Serving(unittest.TestCase):
    def test_no_page(self) -> None:
        serve = ROOT / "Sources/Browser/serve.py"
        with tempfile.TemporaryDirectory() as folder:
            told = subprocess.run(
                [sys.executable, serve, folder], capture_output=True, text=True
            )
        self.assertEqual(told.returncode, 2)
        self.assertIn("run Sources/Browser/build.py first", told.stderr)
