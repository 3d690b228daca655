#!/usr/bin/env python3
"""Builds the page: static files that work from a disk and from any server.

    Sources/Browser/build.py [DIRECTORY]

The directory is .build/browser if none is given. Needs a Swift toolchain and Python 3.11, and nothing else. The page is
written whole or not at all.
"""

import argparse
import base64
import gzip
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE / "core"))

import drawings  # noqa: E402
import layout  # noqa: E402
import rides  # noqa: E402
import words  # noqa: E402

TARGET = "wasm32-unknown-none-wasm"


def toolchain() -> pathlib.Path:
    """The folder of the Swift toolchain's own programs."""
    told = subprocess.run(
        ["swiftc", "-print-target-info"], capture_output=True, text=True, check=True
    )
    resources = json.loads(told.stdout)["paths"]["runtimeResourcePath"]
    return pathlib.Path(resources).parent.parent / "bin"


def script(name: str, value: object) -> str:
    """A script that gives the page a value: pages from a disk can't fetch files."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return f"Knav.{name} = {text};\n"


def packed(module: pathlib.Path) -> str:
    """A module as the page unpacks it."""
    return base64.b64encode(gzip.compress(module.read_bytes(), 9, mtime=0)).decode()


def build(page: pathlib.Path, work: pathlib.Path) -> None:
    subprocess.run([ROOT / "Sources/Ports/BareMetal/build", TARGET, work], check=True)
    subprocess.run([HERE / "log/build", work], check=True)
    include = ROOT / "Sources/CKnav/include"
    made = {
        "core-module": script("coreModule", packed(work / "knav.wasm")),
        "core-layout": script(
            "coreLayout",
            {
                "structures": layout.structures(include, str(toolchain() / "clang")),
                "enumerations": layout.enumerations(include),
            },
        ),
        "drawings": script("drawings", drawings.drawings(ROOT / "Sources/Arrows/svg")),
        "rides": script("packedRides", rides.packed(ROOT / "Fixtures/rides")),
        "words": script("words", words.words(ROOT / "Docs/Texts.md")),
    }
    for path in sorted((HERE / "page/scripts").iterdir()):
        lines = without_comments(path).splitlines()
        made[path.stem] = "".join(f"{squeezed(line)}\n" for line in lines)
    text = (HERE / "page/index.html").read_text()
    tags = re.findall(r'<script src="scripts/([^"]+)\.js"></script>\n', text)
    if set(tags) != set(made):
        odd = sorted(set(tags) ^ set(made))
        raise SystemExit(f"build: index.html and the scripts differ: {odd}")
    (page / "scripts").mkdir(parents=True)
    first, rest = text.split(f'<script src="scripts/{tags[0]}.js"></script>\n')
    last = rest.split(f'<script src="scripts/{tags[-1]}.js"></script>\n')[1]
    tag = '<script src="scripts/page.js"></script>\n'
    (page / "index.html").write_text(first + tag + last)
    style = without_comments(HERE / "page/style.css")
    (page / "style.css").write_text(without_blanks(style))
    # One file for all scripts: it loads faster than forty, and compresses better.
    (page / "scripts/page.js").write_text("".join(made[name] for name in tags))
    # The page loads this one when it is first needed.
    log = script("logModule", packed(work / "log.wasm"))
    (page / "scripts/log-module.js").write_text(log)


def without_comments(path: pathlib.Path) -> str:
    """A script or a style sheet without comments and without indentation.

    A comment at the end of a line may have no quotes, so that it can't be a part of a text: else it stays.

    A text in backquotes must not go over several lines, for this would change it.
    """
    text = path.read_text()
    if any(line.count("`") % 2 for line in text.splitlines()):
        raise SystemExit(f"build: {path}: a text in backquotes goes over several lines")
    text = re.sub(r"^ */\*.*?\*/$", "", text, flags=re.M | re.S)
    text = re.sub(r"(?<=[;{,)])  *// [^'\"`\n]*$", "", text, flags=re.M)
    lines = (line.strip() for line in text.splitlines())
    return "".join(f"{line}\n" for line in lines if line and not line.startswith("//"))


# A text or a pattern of a script. A `/` divides unless something comes before it that no value ends with.
LITERAL = re.compile(
    r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|(?:(?<=[(\[])|(?<=[,=:?] ))/(?:[^/\\]|\\.)+/)"""
)


def squeezed(line: str) -> str:
    """A line of a script without the blanks around signs. One with a text in backquotes in another stays as it is."""
    parts = LITERAL.split(line)
    if any(part.count("${") > part.count("}") for part in parts[1::2]):
        return line
    parts[::2] = [
        re.sub(r" ?([][{}()<>=,;:?&|!]+) ?", r"\1", one) for one in parts[::2]
    ]
    return "".join(parts)


def without_blanks(style: str) -> str:
    """A style sheet without the blanks that mean nothing. No text in it has punctuation."""
    style = re.sub(r"\s*([{};,])\s*", r"\1", style)
    return style.replace(": ", ":").replace(";}", "}") + "\n"


# What file managers leave in any folder.
LEFT_BY_SYSTEMS = {pathlib.Path(".DS_Store"), pathlib.Path("Thumbs.db")}


def names(folder: pathlib.Path) -> set[pathlib.Path]:
    return {path.relative_to(folder) for path in folder.rglob("*") if not path.is_dir()}


def replace(old: pathlib.Path, new: pathlib.Path, aside: pathlib.Path) -> None:
    """Puts the new folder in the place of the old one, which must hold a page and nothing else."""
    if old.exists():
        foreign = (
            sorted(names(old) - names(new) - LEFT_BY_SYSTEMS) if old.is_dir() else [old]
        )
        if foreign:
            raise SystemExit(
                f"build: {old} holds what is not of the page: {foreign[0]}; delete it, or give another folder"
            )
        old.rename(aside)
    new.rename(old)


def main() -> None:
    parser = argparse.ArgumentParser(description="Builds the page.")
    parser.add_argument(
        "directory", nargs="?", type=pathlib.Path, default=ROOT / ".build/browser"
    )
    directory = parser.parse_args().directory.absolute()
    directory.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=directory.parent) as folder:
        work = pathlib.Path(folder)
        build(work / "page", work / "core")
        replace(directory, work / "page", work / "old")
    files = [path for path in directory.rglob("*") if path.is_file()]
    sizes = [
        (path.stat().st_size, len(gzip.compress(path.read_bytes(), 9)))
        for path in files
    ]
    print(
        f"{directory}: {len(files)} files, {sum(size for size, _ in sizes)} bytes,",
        end=" ",
    )
    print(f"{sum(size for _, size in sizes)} with gzip")


if __name__ == "__main__":
    main()
