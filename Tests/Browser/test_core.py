"""The page's core in Chromium: the conformance suite's vectors, and its speed beside that of the native build."""

import asyncio
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from chromium import Chromium
from common import KNAV

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = pathlib.Path(os.environ.get("PAGE", ROOT / ".build/browser"))
HERE = pathlib.Path(__file__).parent

STREETS = (
    "Weg",
    "Lennéstraße am Großen Wäldchen",
    "A street of thirty-nine ASCII characters",
)
OBJECTS = [bytes.fromhex("0403020105d2000000") + street.encode() for street in STREETS]
ROUNDS = 300_000
#: How many times both are measured, in turn, at least and at most. The shortest time of each is the least
#: disturbed one; on a busy machine it takes more of them.
TIMES = (9, 40)
#: The page may take this many times as long.
LIMIT = 2.5

#: Nanoseconds for each decoding, for each object. The loop is a module of its own, which calls the page's.
MEASURE = """async (module, objects, rounds) => {
    const { exports, memory } = await Knav.core.load();
    const { instance } = await WebAssembly.instantiate(Uint8Array.from(module), {
        env: { memory: exports.memory, knav_decode: exports.knav_decode },
    });
    const instruction = memory.allocateStructure('instruction');
    const result = memory.allocateStructure('error');
    const room = memory.allocate(512);
    return objects.map((object) => {
        new Uint8Array(exports.memory.buffer).set(object, room);
        const start = performance.now();
        instance.exports.measure(rounds, room, object.length, result, instruction);
        const took = performance.now() - start;
        if (memory.read('error', result).code !== 0) throw new Error('not decoded');
        return took * 1e6 / rounds;
    });
}"""


class Core(unittest.IsolatedAsyncioTestCase):
    def test_the_vectors_pass_in_chromium(self) -> None:
        testee = [sys.executable, str(HERE / "testee.py"), str(PAGE)]
        told = subprocess.run(
            [KNAV, "conformance", "run", "--", *testee], capture_output=True, text=True
        )
        self.assertEqual(told.returncode, 0, told.stdout[-3000:] + told.stderr)
        self.assertRegex(told.stdout, r"conforms, as far as it was judged: 27\d\d of")

    @unittest.skipUnless(os.environ.get("KNAV_LONG") == "1", "it measures")
    async def test_decoding_takes_little_longer_than_natively(self) -> None:
        objects = [list(one) for one in OBJECTS]
        inside, native = [], []
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            program, module = build_native(folder), build_module(folder)
            async with Chromium() as chromium:
                page = await chromium.page((PAGE / "index.html").as_uri())
                for count in range(1, TIMES[1] + 1):
                    native.append(await asyncio.to_thread(measure_native, program))
                    measured = page.call(MEASURE, list(module), objects, ROUNDS)
                    inside.append(await measured)
                    if count >= TIMES[0] and max(ratios(inside, native)) <= LIMIT:
                        break
        for street, one, other, ratio in zip(
            STREETS,
            shortest(inside),
            shortest(native),
            ratios(inside, native),
            strict=True,
        ):
            print(
                f"{street}: page {one:.1f} ns, native {other:.1f} ns, {ratio:.2f} times"
            )
            self.assertLessEqual(ratio, LIMIT, street)


def shortest(times: list[list[float]]) -> list[float]:
    """The shortest time for each object."""
    return [min(one) for one in zip(*times, strict=True)]


def ratios(inside: list[list[float]], native: list[list[float]]) -> list[float]:
    return [
        one / other
        for one, other in zip(shortest(inside), shortest(native), strict=True)
    ]


def build_native(folder: pathlib.Path) -> pathlib.Path:
    """The core as machine code of this computer, with a program that measures it."""
    build = ROOT / "Sources/Ports/BareMetal/build"
    machine = os.uname().machine
    subprocess.run([build, f"{machine}-unknown-linux-gnu", folder / "core"], check=True)
    program = folder / "decode"
    subprocess.run(
        [
            *(
                "clang",
                "-std=c11",
                "-D_POSIX_C_SOURCE=200809L",
                "-O2",
                "-Wall",
                "-Wextra",
            ),
            *("-fno-pic", "-no-pie", f"-I{folder / 'core'}", str(HERE / "decode.c")),
            *(str(folder / "core/libknav.a"), "-o", str(program)),
        ],
        check=True,
    )
    return program


def build_module(folder: pathlib.Path) -> bytes:
    """The loop that calls the page's module, as a module of its own in the same memory."""
    module = folder / "decode.wasm"
    subprocess.run(
        [
            *(
                "clang",
                "--target=wasm32-unknown-none-wasm",
                "-std=c11",
                "-O2",
                "-nostdlib",
            ),
            *("-Wl,--no-entry", "-Wl,--import-memory", "-Wl,--allow-undefined"),
            *("-Wl,-z,stack-size=16", "-Wl,--export=measure"),
            *(str(HERE / "decode.c"), "-o", str(module)),
        ],
        check=True,
    )
    return module.read_bytes()


def measure_native(program: pathlib.Path) -> list[float]:
    told = subprocess.run(
        [program, str(ROUNDS), *(one.hex() for one in OBJECTS)],
        capture_output=True,
        text=True,
        check=True,
    )
    return [float(line) for line in told.stdout.split()]
