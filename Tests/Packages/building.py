"""Makes packages as a user does, and builds their examples against the stand-ins."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
MAKE = REPOSITORY / "Sources/Ports/Packages/make.py"
TESTS = REPOSITORY / "Tests/Packages"
STANDINS = TESTS / "standins"
EXPECTED = (TESTS / "expected.txt").read_text(encoding="utf-8")
# The example for ESP-IDF asks for the object again when the link is lost.
AGAIN = "Bear left, 120 m, Straße des Siebzehnten Juni und der Schönen Aussicht"

STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
# Arduino's sketches are C++, in which a conversion in a call of Serial is the library's own affair.
STRICT_CPP = ["-Wall", "-Wextra", "-Werror"]
CHECKED = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


def expected(kind: str) -> str:
    """What a package's example prints."""
    if kind != "esp-idf":
        return EXPECTED
    before, navigating, after = EXPECTED.rpartition("(Navigating)\n")
    return f"{before}{AGAIN} ...\n{navigating}{AGAIN}\n{after}"


class BuildFailed(Exception):
    """A compiler or a build system refused."""


def make(
    kind: str, directory: Path, *language: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, MAKE, kind, directory, *language],
        capture_output=True,
        text=True,
        check=False,
    )


def package(kind: str, directory: Path, *language: str) -> Path:
    """A fresh package."""
    made = make(kind, directory, *language)
    if made.returncode != 0:
        raise BuildFailed(made.stderr)
    return directory


def run(*command: str | Path, environment: dict[str, str] | None = None) -> None:
    done = subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **(environment or {})},
    )
    if done.returncode != 0:
        raise BuildFailed(f"{command[0]}: {done.stdout}{done.stderr}")


def output(program: Path) -> str:
    """What an example prints while the phone's script runs."""
    try:
        done = subprocess.run(
            [program],
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
            errors="backslashreplace",
        )
    except subprocess.TimeoutExpired:
        return "it did not end"
    return done.stdout + done.stderr


def compile_all(sources: list[Path], work: Path, options: list[str]) -> list[Path]:
    """Compiles each source as C, two at a time, into objects in the same order."""
    objects = [work / f"{number}.o" for number, _ in enumerate(sources)]

    def compile_one(source: Path, made: Path) -> None:
        run("cc", "-std=gnu17", *options, "-c", source, "-o", made)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(compile_one, sources, objects))
    return objects


def arduino(library: Path, work: Path, name: str = "KomootDisplay") -> Path:
    """Builds as the Arduino builder does: every source below src and every one of the sketch's folder."""
    sketch = library / "examples" / name
    include = [
        f"-I{folder}"
        for folder in (
            library / "src",
            sketch,
            STANDINS / "nimble-arduino",
            STANDINS / "nimble",
            STANDINS,
        )
    ]
    sources = [*sorted((library / "src").rglob("*.c")), *sorted(sketch.glob("*.c"))]
    sources += [
        STANDINS / "world.c",
        STANDINS / "phone.c",
        STANDINS / "nimble/nimble_host.c",
    ]
    objects = compile_all(sources, work, [*STRICT, *CHECKED, *include])
    cpp = ["c++", "-std=gnu++17", *STRICT_CPP, *CHECKED, *include]
    run(
        *cpp,
        "-include",
        "Arduino.h",
        "-x",
        "c++",
        "-c",
        sketch / f"{name}.ino",
        "-o",
        work / "sketch.o",
    )
    run(*cpp, "-c", STANDINS / "nimble-arduino/arduino.cpp", "-o", work / "arduino.o")
    program = work / "program"
    run(*cpp, *objects, work / "sketch.o", work / "arduino.o", "-o", program)
    return program


def with_cmake(
    project: Path, work: Path, environment: dict[str, str], *settings: str
) -> None:
    """Builds a project by its own CMakeLists.txt."""
    run(
        "cmake",
        *("-S", project, "-B", work),
        f"-DSTANDINS={STANDINS}",
        f"-DWARNINGS={';'.join(STRICT)}",
        f"-DCMAKE_C_FLAGS={' '.join(CHECKED)}",
        *settings,
        environment=environment,
    )
    run("cmake", "--build", work, "--parallel", "2")


def parts(kind: str, made: Path) -> tuple[list[str], list[Path]]:
    """The compiler's options for an example's folders, and all sources of its program."""
    if kind == "esp-idf":
        own, stack = made / "examples/display/main", STANDINS / "esp-idf"
        folders = [
            STANDINS / "nimble",
            stack / "bt",
            stack / "common",
            stack / "nvs_flash",
        ]
        sources = [
            STANDINS / "nimble/nimble_host.c",
            stack / "esp_idf.c",
            stack / "freertos.c",
        ]
    else:
        own = made / "samples/display/src"
        folders = [STANDINS / "zephyr"]
        sources = [STANDINS / "zephyr/zephyr.c"]
    sources += [
        STANDINS / "world.c",
        STANDINS / "phone.c",
        *own.glob("*.c"),
        *(made / "src").glob("*.c"),
    ]
    return [
        f"-I{folder}" for folder in (made / "include", own, STANDINS, *folders)
    ], sources


def esp_idf(component: Path, work: Path) -> Path:
    with_cmake(
        component / "examples/display", work, {"IDF_PATH": str(STANDINS / "esp-idf")}
    )
    return work / "program"


def zephyr(module: Path, work: Path) -> Path:
    with_cmake(
        module / "samples/display",
        work,
        {"ZEPHYR_BASE": str(STANDINS / "zephyr")},
        f"-DZEPHYR_EXTRA_MODULES={module}",
    )
    return work / "app"


BUILDERS = {
    "arduino": arduino,
    "esp-idf": esp_idf,
    "zephyr": zephyr,
}


def build(kind: str, made: Path, work: Path) -> Path:
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    return BUILDERS[kind](made, work)
