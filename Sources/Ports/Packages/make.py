#!/usr/bin/env python3
"""Writes the C99 port as a library that a build system for firmware takes.

    make.py KIND DIRECTORY [LANGUAGE]

KIND is one of

    arduino       a library for the Arduino IDE
    platformio    a library for PlatformIO
    esp-idf       a component for ESP-IDF
    zephyr        a module for Zephyr and the nRF Connect SDK
    single-file   the headers and knav.c, for any other build

LANGUAGE is what the examples show: en, de, es, fr, it or nl. If there is none, it is that of the run before, or en.

DIRECTORY is written whole or not at all. In a directory that this script has written before, its files are replaced
and all others stay, such as `.git`; so does what you put into `url` of `library.properties`. It is refused if one of its
files was changed otherwise, or if a new one would take the place of another file. A directory that this script has not
written is refused unless it is empty but for `.git` and `.DS_Store`.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
PORT = HERE.parent / "C"
REPOSITORY = HERE.parents[2]
INTERFACE = REPOSITORY / "Sources/CKnav/include"
HEADERS = {
    "knav.h": INTERFACE,
    "knav_phone.h": INTERFACE,
    "knav_display.h": PORT,
}
# Has the language, the files of a package and their hashes, so that the next run knows what it may replace.
LIST = ".knav-package"
# What a new directory may have, and no package takes along.
OF_OTHER_TOOLS = (".git", ".DS_Store")
# What the author of a library fills in, and what stands there until then.
PROPERTIES = "library.properties"
ADDRESS = re.compile(rb"^url=([^\r\n]*)$", re.MULTILINE)
NO_ADDRESS = b"https://example.org/komoot-nav"
PRIVATE_HEADERS = ("internal.h", "layout.h", "central.h", "peripheral.h")
LOCAL_INCLUDE = re.compile(r'^#include "([^"]+)"\n', re.MULTILINE)

Files = dict[str, bytes]


class Refusal(Exception):
    """What the user asked for can't be done."""


@contextmanager
def trying(what: str, path: Path) -> Iterator[None]:
    """Says in words what the system refused, and why."""
    try:
        yield
    except OSError as error:
        raise Refusal(f"can't {what} {path}: {_reason(error)}") from error


def _reason(error: OSError) -> str:
    return error.strerror or str(error)


def _bytes(path: Path) -> bytes:
    with trying("read", path):
        return path.read_bytes()


def _text(path: Path) -> str:
    try:
        with trying("read", path):
            return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Refusal(f"{path} is not UTF-8") from error


def sources() -> list[str]:
    """The port's sources, as its Makefile lists them."""
    makefile = _text(PORT / "Makefile").replace("\\\n", " ")
    listed = re.search(r"^LIBRARY = (.*)$", makefile, re.MULTILINE)
    if not listed:
        raise Refusal(f"{PORT / 'Makefile'} does not list the sources")
    return listed[1].split()


def version() -> str:
    """The newest version of the changelog; 0.0.0 before the first."""
    changelog = _text(REPOSITORY / "CHANGELOG.md")
    released = re.search(r"^## \[(\d+\.\d+\.\d+)\]", changelog, re.MULTILINE)
    return released[1] if released else "0.0.0"


def library(public: str, private: str) -> Files:
    """The port, its headers in one folder and the rest in another."""
    files = {"LICENSE": _bytes(REPOSITORY / "LICENSE")}
    for name, folder in HEADERS.items():
        files[f"{public}/{name}"] = _bytes(folder / name)
    for name in (*PRIVATE_HEADERS, *sources()):
        files[f"{private}/{name}"] = _bytes(PORT / name)
    return files


def descriptors(kind: str) -> Files:
    """The files that describe the package to its build system."""
    values = {
        "VERSION": version(),
        "ADDRESS": NO_ADDRESS.decode(),
        "SOURCES": "\n    ".join(f"src/{name}" for name in sources()),
    }
    return {
        path.relative_to(HERE / kind).as_posix(): re.sub(
            r"@([A-Z]+)@",
            lambda name: values[name[1]],
            _text(path),
        ).encode()
        for path in _files(HERE / kind)
    }


def words(language: str) -> bytes:
    """What a rider reads, from the page that shows the library's texts, as a header."""
    page = _text(REPOSITORY / "Docs/Texts.md")
    section = re.search(
        rf"^## (.+)\n\nWith the locale `{re.escape(language)}[_`].*“(.+)”, “80 m”.*“1(.)2 km”",
        page,
        re.MULTILINE,
    )
    if not section:
        raise Refusal(f"there are no texts in the language {language}")
    name, now, point = section.groups()
    arrows = re.findall(r'^    "(\w*)\\0"', _text(PORT / "arrow.c"), re.MULTILINE)

    def rows(title: str) -> list[list[str]]:
        part = page.partition(f" {name}, {title}\n")[2].partition("\n#")[0]
        return [line.split(" | ") for line in part.splitlines() if " | " in line]

    def function(title: str, cases: list[tuple[str, str]], other: str) -> str:
        lines = "".join(f'    case {case}: return "{text}";\n' for case, text in cases)
        return (
            f"\nstatic const char *{title}(uint8_t value)\n{{\n    switch (value) {{\n"
            f'{lines}    default: return "{other}";\n    }}\n}}\n'
        )

    labels = {
        arrow: row[1]
        for row in rows("without a street")
        for arrow in re.findall(r"\w+", row[0].replace("all others", "other"))
    }
    statuses = [
        ("KNAV_STATUS_" + re.sub(r"(?=[A-Z])", "_", row[1].strip("`")).upper(), row[2])
        for row in rows("the connection")
        if row[0] == "| device"
    ]
    return (
        f"/*\n * What a rider reads, in {name}. Made from Docs/Texts.md by make.py.\n */\n"
        f'static const char now_word[] = "{now}";\n'
        f"static const char decimal_point = '{point}';\n"
        + function("status_words", statuses, "?")
        + function(
            "arrow_words",
            [
                (str(place), labels[arrow])
                for place, arrow in enumerate(arrows)
                if arrow
            ],
            labels["other"],
        )
    ).encode()


def example(language: str, folder: str, to: str, *shared: str) -> Files:
    """An example, and what it shares with others beside its C or C++ file."""
    files: Files = {}
    beside = to
    for path in _files(HERE / "examples" / folder):
        name = path.relative_to(HERE / "examples" / folder)
        files[f"{to}/{name.as_posix()}"] = _bytes(path)
        if path.suffix in (".c", ".ino"):
            beside = f"{to}/{name.parent.as_posix()}" if name.parent.name else to
    for name in shared:
        if name == WORDS:
            files[f"{beside}/{name}"] = words(language)
            continue
        path = HERE / "examples" / name
        files[f"{beside}/{path.name}"] = _bytes(path)
    return files


# Made for a language.
WORDS = "words.h"
TEXT = ("text/describe.h", "text/describe.c", WORDS)
NIMBLE = ("nimble/komoot_link.h", "nimble/komoot_link.c")
UI = ("freertos/ui_task.h", "freertos/ui_task.c")
STRAP = ("nimble/heart_rate.h", "nimble/heart_rate.c")


def arduino(language: str, descriptor: str = "arduino") -> Files:
    return {
        **library("src", "src/port"),
        **descriptors(descriptor),
        **example(language, "arduino", "examples/KomootDisplay", *TEXT, *NIMBLE),
        **example(
            language,
            "arduino-strap",
            "examples/KomootAndHeartRate",
            *TEXT,
            *NIMBLE,
            *STRAP,
        ),
    }


def platformio(language: str) -> Files:
    return arduino(language, "platformio")


def esp_idf(language: str) -> Files:
    return {
        **library("include", "src"),
        **descriptors("esp-idf"),
        **example(language, "esp-idf", "examples/display", *TEXT, *NIMBLE, *UI),
    }


def zephyr(language: str) -> Files:
    return {
        **library("include", "src"),
        **descriptors("zephyr"),
        **example(language, "zephyr", "samples/display", *TEXT),
    }


def single_file(_: str) -> Files:
    """The headers, and all of the port as one translation unit."""
    parts = [
        f"/*\n * knav.c: the C99 port of the headers below, version {version()}, as one file.\n"
        " *\n * Made from the port's sources. Change those, and make this file again.\n */\n"
        + "".join(f'#include "{name}"\n' for name in HEADERS)
    ]
    for name in (*PRIVATE_HEADERS, *sources()):
        text = _text(PORT / name)
        for included in LOCAL_INCLUDE.findall(text):
            if included not in (*HEADERS, *PRIVATE_HEADERS):
                raise Refusal(
                    f"{PORT / name} includes {included}, which has no place in one file"
                )
        parts.append(f"\n/* ==== {name} ==== */\n\n{LOCAL_INCLUDE.sub('', text)}")
    return {
        **{name: _bytes(folder / name) for name, folder in HEADERS.items()},
        "knav.c": "".join(parts).encode(),
        "LICENSE": _bytes(REPOSITORY / "LICENSE"),
    }


KINDS = {
    "arduino": arduino,
    "platformio": platformio,
    "esp-idf": esp_idf,
    "zephyr": zephyr,
    "single-file": single_file,
}


def _files(folder: Path) -> Iterator[Path]:
    for path in _everything(folder):
        if path.is_file() and path.name not in OF_OTHER_TOOLS:
            yield path


def _everything(folder: Path) -> list[Path]:
    """Files, links and folders. Unlike `rglob`, it does not leave out what can't be read."""

    def stop(error: OSError) -> None:
        raise Refusal(f"can't read {error.filename}: {_reason(error)}") from error

    return sorted(
        Path(place) / name
        for place, folders, files in os.walk(folder, onerror=stop)
        for name in (*folders, *files)
    )


def _hash(name: str, content: bytes) -> str:
    """Of a file but for what its author fills in."""
    if name == PROPERTIES:
        content = ADDRESS.sub(b"url=", content, count=1)
    return hashlib.sha256(content).hexdigest()


def _hashes(files: Files) -> str:
    return "".join(
        f"{_hash(name, content)}  {name}\n" for name, content in sorted(files.items())
    )


def _language(directory: Path) -> str:
    """What the run before has written."""
    listed = directory / LIST
    with trying("read", directory):
        before = listed.is_file() and re.match(r"language (\w+)\n", _text(listed))
    return before[1] if before else "en"


def _address(properties: bytes) -> bytes | None:
    """What the author has filled in."""
    found = ADDRESS.search(properties)
    return found[1] if found and found[1] not in (b"", NO_ADDRESS) else None


def others_in(directory: Path, files: Files) -> list[Path]:
    """What the directory holds that is not a package's, and stays there.

    Raises if the package's files can't be replaced without losing something.
    """
    with trying("read", directory):
        place = next(path for path in (directory, *directory.parents) if path.exists())
        if not place.is_dir():
            raise Refusal(f"{place} is not a directory")
        if place != directory:
            return []
        is_new = all(path.name in OF_OTHER_TOOLS for path in directory.iterdir())
    listed = directory / LIST
    if not is_new and not listed.is_file():
        raise Refusal(
            f"{directory} was not written by this script; choose another directory"
        )
    known = dict(
        reversed(line.split("  ", 1))
        for line in ("" if is_new else _text(listed)).splitlines()
        if "  " in line
    )
    others = []
    folders = {parent for name in files for parent in Path(name).parents}
    for path in _everything(directory):
        name = path.relative_to(directory).as_posix()
        is_file = path.is_symlink() or not path.is_dir()
        if name == LIST:
            continue
        if name not in known or not is_file:
            others.append(path)
            is_folder = path.is_dir() and not path.is_symlink()
            if name in files or (Path(name) in folders and not is_folder):
                raise Refusal(f"{path} is in the way of a file; move it away first")
            continue
        content = _bytes(path)
        is_lost = name not in files and name == PROPERTIES and _address(content)
        if known[name] != _hash(name, content) or is_lost:
            raise Refusal(f"{path} was changed; move it away first")
    return others


def filled_in(files: Files, directory: Path) -> Files:
    """The files with what the author filled in before."""
    before = directory / PROPERTIES
    if PROPERTIES not in files or not before.is_file():
        return files
    address = _address(_bytes(before))
    if address is None:
        return files
    line = b"url=" + address
    return {**files, PROPERTIES: ADDRESS.sub(lambda _: line, files[PROPERTIES], 1)}


def keep(others: list[Path], directory: Path, made: Path) -> None:
    """Copies what stays."""
    for path in others:
        copy = made / path.relative_to(directory)
        with trying("copy", path):
            if path.is_dir() and not path.is_symlink():
                copy.mkdir(parents=True, exist_ok=True)
            else:
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, copy, follow_symlinks=False)


def write(files: Files, directory: Path, language: str) -> None:
    """Writes a package beside its place, and moves it there when it is complete."""
    others = others_in(directory, files)
    files = filled_in(files, directory)
    with trying("make a folder in", directory.parent):
        directory.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=".knav-", dir=directory.parent))
    made, old = work / "made", work / "old"
    try:
        keep(others, directory, made)
        listed = f"language {language}\n{_hashes(files)}"
        for name, content in {**files, LIST: listed.encode()}.items():
            path = made / name
            with trying("write", directory / name):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        with trying("replace", directory):
            if directory.exists():
                directory.rename(old)
            try:
                made.rename(directory)
            except OSError as error:
                if old.exists():
                    restore(old, directory, error)
                raise
    finally:
        shutil.rmtree(made, ignore_errors=True)
        if directory.exists():
            shutil.rmtree(work, ignore_errors=True)


def restore(old: Path, directory: Path, error: OSError) -> None:
    """Moves the old package back to its place."""
    try:
        old.rename(directory)
    except OSError:
        raise Refusal(
            f"can't replace {directory}: {_reason(error)}; what it held is in {old}"
        ) from error


def main(arguments: list[str]) -> int:
    is_usual = len(arguments) in (2, 3) and not arguments[1].startswith("-")
    if not is_usual or arguments[0] not in KINDS:
        print(
            f"usage: make.py {{{','.join(KINDS)}}} DIRECTORY [LANGUAGE]",
            file=sys.stderr,
        )
        return 64
    kind, directory = arguments[0], Path(os.path.realpath(arguments[1]))
    try:
        with trying("make", Path(arguments[1])):
            language = arguments[2] if len(arguments) == 3 else _language(directory)
            files = KINDS[kind](language)
            has_texts = any(Path(name).name == WORDS for name in files)
            if len(arguments) == 3 and not has_texts:
                raise Refusal(f"{kind} has no example, and so no texts")
            write(files, directory, language)
    except Refusal as refusal:
        print(f"make.py: {refusal}", file=sys.stderr)
        return 1
    texts = f", with texts in {language}" if has_texts else ""
    print(f"make.py: {kind} is in {arguments[1]}{texts}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
