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
import shutil
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
    shutil.copytree(HERE / "page", page)
    scripts = page / "scripts"
    subprocess.run([ROOT / "Sources/Ports/BareMetal/build", TARGET, work], check=True)
    subprocess.run([HERE / "log/build", work], check=True)
    include = ROOT / "Sources/CKnav/include"
    made = {
        "core-module": script("coreModule", packed(work / "knav.wasm")),
        "log-module": script("logModule", packed(work / "log.wasm")),
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
    for name, text in made.items():
        (scripts / f"{name}.js").write_text(text)
    check_scripts(page)


# The page loads it when it is first needed.
LATER = {"scripts/log-module.js"}


def check_scripts(page: pathlib.Path) -> None:
    """Fails if the page names a script that is not there, or leaves one out."""
    named = set(re.findall(r'src="(scripts/[^"]+)"', (page / "index.html").read_text()))
    there = {f"scripts/{path.name}" for path in (page / "scripts").iterdir()}
    if named != there - LATER:
        raise SystemExit(
            f"build: index.html and scripts differ: {sorted(named ^ (there - LATER))}"
        )


def replace(old: pathlib.Path, new: pathlib.Path) -> None:
    """Puts the new folder in the place of the old one, which must be a page or nothing."""
    if old.exists():
        if not (old / "index.html").exists():
            raise SystemExit(
                f"build: {old} exists, and is not a page; give another folder"
            )
        shutil.rmtree(old)
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
        replace(directory, work / "page")
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
