#!/usr/bin/env python3
"""Checks the harness in Sources/Ports/Harness and its page.

    harness.py KNAV

KNAV is the built command; `cc`, `c++` and `micropython` must be there too. Does what Docs/Harness.md says in a folder
of its own, and compares what is printed with what the page shows. Plants a bug in each example. Gives the
examples requests that are strange, broken or not requests at all, and the harness devices that are wrong.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
PAGE = REPOSITORY / "Docs" / "Harness.md"
HARNESS = REPOSITORY / "Sources" / "Ports" / "Harness"
EXAMPLES = HARNESS / "Examples"
FIXTURES = REPOSITORY / "Fixtures"
sys.dont_write_bytecode = True
sys.path.insert(0, str(FIXTURES / "generator"))

from kbc.documents import load_all  # noqa: E402

WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Werror".split()
SANITIZERS = "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all".split()
BAD_REQUEST, BAD_DEVICE, NO_OUTPUT = 65, 70, 74

# What each example gets wrong with a bug in one of its lines.
BUG = "distanceByteDropped"
BUGS = {
    "decoder.c": ("number_at(bytes + 5)", "number_at(bytes + 5) & 0xFFFFFF"),
    "decoder.cpp": ("number(bytes + 5, 4)", "number(bytes + 5, 3)"),
    "decoder.py": ("data[5:9]", "data[5:8]"),
}

# Nothing is allocated, so nothing can leak; the leak detector needs ptrace.
LEAKS = {"ASAN_OPTIONS": "detect_leaks=0"}
ENVIRONMENT = {
    **os.environ,
    **LEAKS,
    "PYTHONPATH": str(HARNESS),
    "PYTHONDONTWRITEBYTECODE": "1",
    "MICROPYPATH": str(HARNESS),
}

faults: list[str] = []


def check(is_right: bool, fault: str) -> None:
    if not is_right:
        faults.append(fault)
        print(f"harness: {fault}", file=sys.stderr)


def run(*command: object, **options: object) -> subprocess.CompletedProcess:
    words = [str(word) for word in command]
    options = {"capture_output": True, "env": ENVIRONMENT, "timeout": 300, **options}
    return subprocess.run(words, **options)


# ---- The page --------------------------------------------------------------------------------------


def blocks(page: str) -> Iterator[tuple[str, str, str]]:
    """The language of each block, its text, and the paragraph before it."""
    for match in re.finditer(r"^```(\w+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        before = page[: match.start()].rstrip().rpartition("\n\n")[2]
        yield match[1], match[2], before


def lacking(shown: str, printed: str) -> str | None:
    """The first line of a block that was not printed after those before it."""
    lines = iter(printed.splitlines())
    for line in shown.splitlines():
        if line != "…" and line not in lines:
            return line
    return None


def changed(text: str, difference: str) -> str:
    """A text with the one line that a block of the language `diff` changes."""
    old, new = (
        "".join(re.findall(rf"^\{sign}(.*\n)", difference, re.MULTILINE))
        for sign in "-+"
    )
    check(text.count(old) == 1, f"the page changes a line that is not there: {old}")
    return text.replace(old, new)


def follow(folder: Path) -> None:
    """Does what the page says, and compares."""
    saved: dict[str, str] = {}
    mended: tuple[Path, str] | None = None
    printed = ""
    commands = 0
    for language, text, before in blocks(PAGE.read_text(encoding="utf-8")):
        if language in ("c", "cpp", "python"):
            name = re.findall(r"`(my_decoder\.\w+)`", before)[-1]
            saved[name] = text
            (folder / name).write_text(text, encoding="utf-8")
        elif language in ("diff", "sh"):
            commands += 1
            if language == "diff":
                path = folder / list(saved)[-1]
                mended = (path, path.read_text(encoding="utf-8"))
                path.write_text(changed(mended[1], text), encoding="utf-8")
            else:
                script = text.replace("CLONE=$HOME/komoot-nav", ":")
            done = run(
                *("bash", "-uc", script),
                cwd=folder,
                env={**os.environ, **LEAKS, "CLONE": str(REPOSITORY)},
                timeout=1500,
            )
            printed = done.stdout.decode()
            check(done.returncode in (0, 1), f"{text}\n{done.stderr.decode()}")
        elif language == "text":
            line = lacking(text, printed)
            check(line is None, f"the page shows a line that is not printed: {line}")
            if mended:
                mended[0].write_text(mended[1], encoding="utf-8")
                mended = None
    check(commands == 7 and len(saved) == 3, "the page has other blocks than expected")
    for example in EXAMPLES.glob("decoder.*"):
        on_page = saved.get(f"my_{example.name}")
        check(
            on_page == example.read_text(encoding="utf-8"),
            f"the page and {example.name} differ",
        )


# ---- The examples ----------------------------------------------------------------------------------


def compiled(folder: Path, source: Path, compiler: str, *options: str) -> Path:
    """A sanitized program, compiled without a warning."""
    program = folder / f"{source.stem}-{len(list(folder.iterdir()))}"
    words = (*compiler.split(), *WARNINGS, *SANITIZERS, *options)
    done = run(*words, "-I", HARNESS, source, "-o", program)
    check(done.returncode == 0, f"{compiler} {source.name}:\n{done.stderr.decode()}")
    return program


def programs(folder: Path, name: str, source: Path) -> Iterator[tuple[object, ...]]:
    """The commands that run a source."""
    if name.endswith(".py"):
        yield ("python3", source)
        yield ("micropython", source)
    else:
        yield (compiled(folder, source, "c++ -std=c++11", "-x", "c++"),)
        if name.endswith(".c"):
            yield (compiled(folder, source, "cc -std=c99"),)


def judge(knav: str, *command: object) -> dict:
    done = run(
        *(knav, "conformance", "run", "--fixtures", FIXTURES),
        *("--layer", "codec", "--format", "json", "--", *command),
    )
    check(done.returncode in (0, 1), f"{command}: {done.stderr.decode()}")
    return json.loads(done.stdout)


def check_example(
    knav: str, folder: Path, name: str
) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Judges an example, and the same with a bug. Gives the commands that run it."""
    source = EXAMPLES / name
    text = source.read_text(encoding="utf-8")
    right, wrong = BUGS[name]
    check(text.count(right) == 1, f"{name}: there is no {right}")
    broken = folder / f"broken_{name}"
    broken.write_text(text.replace(right, wrong), encoding="utf-8")
    for command in programs(folder, name, source):
        report = judge(knav, *command)
        check(report["conforms"], f"{command} does not conform")
        check(report["counts"]["passed"] >= 250, f"{command} takes too few cases")
        yield name, command
    *_, command = programs(folder, name, broken)
    report = judge(knav, *command)
    named = {finding["flag"] for finding in report["findings"] if finding["isCertain"]}
    check(not report["conforms"], f"{command} conforms, with a bug")
    check(BUG in named, f"{command}: the bug is not named")


# ---- Requests --------------------------------------------------------------------------------------

DESCRIBE = b'{"request":"describe","protocol":1,"suite":"KBC","suiteVersion":"10.0.0"}'
OBJECT = "0403020105d20000004b6c65652022c3a4"

NOT_REQUESTS = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"describe"',
    b"{} {}",
    b'{"request":"describe"}',
    b'{"request":"describe","protocol":2}',
    b'{"request":"describe","protocol":"x"}',
    b'{"request":"other","id":"a"}',
    b'{"request":"case"}',
    b'{"request":"case","id":1}',
    b'{"request":"case","id":"\xff"}',
    b'{"request":"case","id":"a\\',
    b"[" * 60000,
    b'{"a":' * 10000,
    b" " * 65537,
    DESCRIBE + b" " * 65536,
]
# These are not JSON, but MicroPython takes them.
NOT_QUITE_JSON = [
    b'{"request":"case","id":"a","operation":"decode","input":{}',
    b'{"request":"case","id":"\xed\xa0\x80"}',
]
# These are not JSON, but CPython takes some of them too.
NOT_JSON = [
    b'{"request":"case","id":"\\ud800"}',
    b'{"request":"case","id":"\\ud800\\u0041"}',
    b'{"request":"case","id":"\\udc00"}',
    b'{"request":"case","id":"\\u12"}',
    b'{"request":"case","id":"\\x"}',
    b'"unfinished',
    b'{"request":"case","id":"a",}',
    b'{"request":"case","id":"a" "b"}',
    b'{"request":"case","id":"a","b":01}',
    b'{"request":"case","id":"a","b":1.}',
    b'{"request":"case","id":"a","b":+1}',
    b'{"request":"case","id":"a","b":1e}',
    b'{"request":"case","id":"a","b":tru}',
    b'{"request":"case","id":"a","b":[1,]}',
    b'{"request":"case","id":"a","b":[1 2]}',
    b'{"request":"case","id":"a\n"}',
    b'{"request":"case","id":"a\t"}',
    b'{"request":"case","id":"\0"}',
    b'{"request":"case","id":"\\\0"}',
    b"[" * 40 + b"]" * 40,
]


def case(given: object, operation: object = "decode") -> bytes:
    return json.dumps(
        {"request": "case", "id": "x", "operation": operation, "input": given}
    ).encode()


USUAL = {"bytes": OBJECT, "layout": "auto", "extent": "whole"}
SKIPPED = [
    case(USUAL, "fly"),
    case(USUAL, ["decode"]),
    case(USUAL, None),
    case({**USUAL, "bytes": "0"}),
    case({**USUAL, "bytes": "0g"}),
    case({**USUAL, "bytes": "ää"}),
    case({**USUAL, "bytes": 12}),
    case({**USUAL, "layout": "legacy"}),
    case({**USUAL, "layout": "other"}),
    case({**USUAL, "layout": ["auto"]}),
    case({**USUAL, "extent": "half"}),
    case({"bytes": OBJECT}),
    case({}),
    case([]),
    case(None),
    b'{"request":"case","id":"x"}',
]
ANSWERED = [
    case(USUAL),
    b' { "input" : { "extent":"whole", "x":[{"bytes":"y"},-1.5e+3,true,null,{}], "layout":"\\u0061uto",'
    b' "bytes":"'
    + OBJECT.encode()
    + b'"},"operation":"d\\u0065code","id":"x","request":"case"}\t\r',
    case({**USUAL, "bytes": OBJECT.upper()}),
    case({**USUAL, "layout": "deployed"}),
]
ANSWER = {
    "layout": "deployed",
    "extent": "whole",
    "identifier": 16909060,
    "arrow": 5,
    "arrowName": "left",
    "distanceInMeters": 210,
    "streetBytes": "4b6c65652022c3a4",
    "street": 'Klee "ä',
}


def say(command: tuple[object, ...], *lines: bytes) -> tuple[int, list, str]:
    """Gives lines to a program: its exit code, its answers and its standard error."""
    done = run(*command, input=b"\n".join(lines) + b"\n")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return done.returncode, answers, done.stderr.decode()


def check_requests(command: tuple[object, ...]) -> None:
    what = Path(str(command[0])).name
    not_requests = NOT_REQUESTS[:]
    if what != "micropython":
        not_requests += NOT_QUITE_JSON
    if what not in ("micropython", "python3"):
        not_requests += NOT_JSON
    code, answers, _ = say(command, DESCRIBE, *SKIPPED)
    check(code == 0 and len(answers) == 1 + len(SKIPPED), f"{what}: {code}")
    for line, answer in zip(SKIPPED, answers[1:]):
        check(set(answer) == {"id", "skip"}, f"{what}: {line!r} gives {answer}")
    members = ["arrow", "distanceInMeters", "identifier", "streetBytes"]
    check(sorted(answers[0]["members"]) == members, f"{what}: {answers[0]['members']}")
    # Python has no char.
    is_python = what in ("micropython", "python3")
    check(("signedChar" in answers[0]) != is_python, f"{what}: {answers[0]}")

    _, answers, _ = say(command, *ANSWERED)
    for answer in answers:
        check(answer == {"id": "x", "answer": ANSWER}, f"{what}: {answer}")
    check(len(answers) == len(ANSWERED), f"{what}: not every case is answered")

    identifier = 'a"\\ä\u2028😀\t'
    # MicroPython does not join the two halves of an escaped character.
    for ascii_only in (False,) if what == "micropython" else (False, True):
        line = json.dumps(
            {"request": "case", "id": identifier}, ensure_ascii=ascii_only
        )
        code, answers, _ = say(command, line.encode())
        check(answers[0]["id"] == identifier, f"{what}: {answers}")

    # Without an end of line, and without any line.
    done = run(*command, input=DESCRIBE)
    check(done.returncode == 0 and done.stdout.endswith(b"}\n"), f"{what}: no answer")
    check(run(*command, input=b"").returncode == 0, f"{what}: no input is a fault")

    for line in not_requests:
        code, answers, complaint = say(command, DESCRIBE, line, DESCRIBE)
        check(
            (code, len(answers)) == (BAD_REQUEST, 1)
            and complaint.startswith("kbc_harness: ")
            and complaint.count("\n") == 1,
            f"{what}: {line[:60]!r} gives {code}, {complaint}",
        )


def check_junk(command: tuple[object, ...], runs: int, layers: list[str]) -> None:
    """Gives a program requests that are damaged at random: it answers, or it says that they are none."""
    what = Path(str(command[0])).name
    vectors = [
        vector
        for document in load_all(FIXTURES)
        if document["layer"] in layers
        for vector in document["vectors"]
    ]
    requests = [case(vector["input"], vector["operation"]) for vector in vectors]
    requests += ANSWERED + NOT_REQUESTS[-8:-4]
    choices = random.Random(what)
    ends = set()
    for _ in range(runs):
        line = bytearray(choices.choice(requests))
        for _ in range(choices.choice([1, 1, 1, 2, 5])):
            place = choices.randrange(len(line) + 1)
            other = choices.choice(requests)
            match choices.randrange(5):
                case 0:
                    line[place : place + 1] = bytes([choices.randrange(256)])
                case 1:
                    line[place:place] = choices.choice(
                        b'"\\{}[],:0e-u\0\xff'
                    ).to_bytes()
                case 2:
                    del line[place : place + choices.randrange(20)]
                case 3:
                    del line[place:]
                case _:
                    line[place:place] = other[choices.randrange(len(other)) :]
        line = line.replace(b"\n", b" ")
        done = run(*command, input=line + b"\n")
        ends.add(done.returncode)
        answer = json.loads(done.stdout) if done.stdout else {}
        is_answered = done.returncode == 0 and set(answer) in (
            {"id", "answer"},
            {"id", "skip"},
        )
        is_refused = done.returncode == BAD_REQUEST and not answer
        if line.find(b"describe") >= 0:
            continue
        check(
            is_answered or is_refused,
            f"{what}: {bytes(line)!r} gives {done.returncode}, {done.stderr.decode()}",
        )
    check(ends == {0, BAD_REQUEST}, f"{what}: the junk ends only with {ends}")


# ---- Devices ---------------------------------------------------------------------------------------

C_DEVICE = """
#include "kbc_harness.h"
#include <stdlib.h>
static int number;
static kbc_result decode(const uint8_t *bytes, size_t size, kbc_instruction *shown)
{
    (void)bytes;
    (void)size;
    switch (number) {
%s
    }
    return KBC_OK;
}
int main(int count, char **words)
{
    kbc_device device = kbc_device_with(decode);
    number = count > 1 ? atoi(words[1]) : 0;
    switch (number) {
%s
    }
    return kbc_run(&device);
}
"""
# What the decoder does, what is set in the device, and how it ends: an exit code, or a member of the answer.
C_DEVICES = [
    ("shown->street = bytes; shown->street_size = (size_t)0 - 12;", "", BAD_DEVICE),
    ("shown->street_size = 1;", "", BAD_DEVICE),
    # The sanitizer notices that this byte is not one of the object's.
    ("shown->arrow = bytes[size];", "", 1),
    ("return (kbc_result)99;", "", BAD_DEVICE),
    ("return KBC_ATT_ERROR;", "", BAD_DEVICE),
    ("return KBC_RESERVED_NOT_ZERO;", "", BAD_DEVICE),
    (
        "shown->layout = (kbc_layout)9;",
        "device.members |= KBC_HAS_LAYOUT;",
        BAD_DEVICE,
    ),
    ("", "device.legacy = true;", BAD_DEVICE),
    ("", "device.decode = NULL;", BAD_DEVICE),
    ("", "device.name = NULL;", BAD_DEVICE),
    ("", "device.styles = KBC_METRIC;", BAD_DEVICE),
    ("", "device.radios = KBC_OFFSET_READS;", BAD_DEVICE),
    ("", "device.street_capacity = 513;", BAD_DEVICE),
    ("", "device.street_capacity = -1;", BAD_DEVICE),
    ("", "device.reset = (kbc_reassembler_reset *)1;", BAD_DEVICE),
    ("return KBC_INVALID_UTF8;", "", BAD_DEVICE),
    (
        "shown->error_offset = 7; return KBC_INVALID_UTF8;",
        "",
        {"error": {"code": "invalidUTF8", "offset": 7}},
    ),
    (
        'shown->arrow_name = "Links";',
        "device.members |= KBC_HAS_ARROW_NAME;",
        BAD_DEVICE,
    ),
    (
        'shown->arrow_name = "reservedNotZero";',
        "device.members |= KBC_HAS_ARROW_NAME;",
        BAD_DEVICE,
    ),
    # Nobody would judge them.
    ('shown->arrow_name = "left";', "", BAD_DEVICE),
    ('shown->street_text = "Weg";', "", BAD_DEVICE),
    (
        'shown->arrow = 200; shown->arrow_name = "none";',
        "device.members = KBC_HAS_ARROW | KBC_HAS_ARROW_NAME;",
        {
            "layout": "deployed",
            "extent": "whole",
            "arrow": 200,
            "arrowName": "reserved200",
        },
    ),
    (
        'shown->arrow = 5; shown->arrow_name = "none";',
        "device.members = KBC_HAS_ARROW | KBC_HAS_ARROW_NAME;",
        {"layout": "deployed", "extent": "whole", "arrow": 5, "arrowName": "none"},
    ),
    (
        'shown->arrow = 40; shown->arrow_name = "\\x16#";',
        "device.members = KBC_HAS_ARROW | KBC_HAS_ARROW_NAME;",
        {
            "layout": "deployed",
            "extent": "whole",
            "arrow": 40,
            "arrowName": "\x16#",
        },
    ),
    ("return KBC_TRUNCATED;", "", {"error": {"code": "truncated", "offset": 17}}),
    ("return KBC_OVERSIZED;", "", {"error": {"code": "oversized", "offset": 512}}),
    ('shown->reason = "no"; return KBC_NOT_TAKEN;', "", "no"),
    (
        'shown->street_text = "a\\xE4"; shown->street_text_size = 2;',
        "device.members = KBC_HAS_STREET_TEXT;",
        {
            "layout": "deployed",
            "extent": "whole",
            "street": {"notUTF8": "61e4"},
        },
    ),
    (
        "shown->arrow = 250; shown->distance_in_meters = UINT32_MAX;",
        "device.members = KBC_HAS_ARROW | KBC_HAS_DISTANCE;",
        {
            "layout": "deployed",
            "extent": "whole",
            "arrow": 250,
            "arrowName": "reserved250",
            "distanceInMeters": "4294967295",
        },
    ),
]

PYTHON_DEVICE = """
import kbc_harness
def decode(data):
    {}
kbc_harness.run({})
"""
WHOLE = '{"identifier": 1, "arrow": 5, "distanceInMeters": 7, "streetBytes": b""}'
PYTHON_DEVICES = [
    ("pass", "decode", BAD_DEVICE),
    ("return {}", "decode", BAD_DEVICE),
    (f"return dict({WHOLE}, arow=1)", "decode", BAD_DEVICE),
    (f"return dict({WHOLE}, arrow=256)", "decode", BAD_DEVICE),
    (f"return dict({WHOLE}, arrow=1.0)", "decode", BAD_DEVICE),
    (
        "return {'arrowName': 'reservedNotZero'}",
        "decode, members=('arrowName',)",
        BAD_DEVICE,
    ),
    (f"return dict({WHOLE}, arrow=-1)", "decode", BAD_DEVICE),
    (f"return dict({WHOLE}, identifier=b'1')", "decode", BAD_DEVICE),
    (f"return dict({WHOLE}, streetBytes='')", "decode", BAD_DEVICE),
    ("raise kbc_harness.Refused('no')", "decode", BAD_DEVICE),
    ("raise kbc_harness.Refused('invalidUTF8')", "decode", BAD_DEVICE),
    ("pass", "", BAD_DEVICE),
    (f"return {WHOLE}", "decode, styles=('metric',)", BAD_DEVICE),
    ("return {'arow': 1}", "decode, members=('arow',)", BAD_DEVICE),
    (f"return {WHOLE}", "decode, legacy=True", BAD_DEVICE),
    (f"return {WHOLE}", "decode, street_capacity=0", BAD_DEVICE),
    (f"return {WHOLE}", "decode, street_capacity=513", BAD_DEVICE),
    (f"return {WHOLE}", "decode, street_capacity='31'", BAD_DEVICE),
    ("return [][0]", "decode", 1),
    (
        "raise kbc_harness.Refused('truncated')",
        "decode",
        {"error": {"code": "truncated", "offset": 17}},
    ),
    ("raise kbc_harness.NotTaken('no')", "decode", "no"),
    (
        "return {'arrow': 5, 'arrowName': 'Links'}",
        "decode, members=('arrow', 'arrowName')",
        BAD_DEVICE,
    ),
    (
        "return {'arrow': 200, 'arrowName': 'none'}",
        "decode, members=('arrow', 'arrowName')",
        {
            "layout": "deployed",
            "extent": "whole",
            "arrow": 200,
            "arrowName": "reserved200",
        },
    ),
    (
        "return {'arrow': 200, 'arrowName': None}",
        "decode, members=('arrow', 'arrowName')",
        {
            "layout": "deployed",
            "extent": "whole",
            "arrow": 200,
            "arrowName": "reserved200",
        },
    ),
    (
        "return {'street': 'a' + chr(0xD800)}",
        "decode, members=('street',)",
        {
            "layout": "deployed",
            "extent": "whole",
            "street": {"notUnicode": [0x61, 0xD800]},
        },
    ),
    (
        "return {'arrow': 250, 'distanceInMeters': 0xFFFFFFFF}",
        "decode, members=('arrow', 'distanceInMeters')",
        {
            "layout": "deployed",
            "extent": "whole",
            "arrow": 250,
            "arrowName": "reserved250",
            "distanceInMeters": "4294967295",
        },
    ),
]


def check_port(folder: Path) -> None:
    """Junk for the C port, which has all that the harness can be given."""
    port = REPOSITORY / "Sources" / "Ports" / "C"
    copy = folder / "port"
    shutil.copytree(port, copy, ignore=shutil.ignore_patterns("testee", "testee-*"))
    done = run(
        *("make", "-s", "-C", copy, "sanitized", "CFLAGS=-O1", f"HARNESS={HARNESS}"),
        f"INCLUDE={REPOSITORY / 'Sources' / 'CKnav' / 'include'}",
    )
    check(done.returncode == 0, done.stderr.decode())
    layers = ["notification", "reassembly", "distance", "session/central", "codec"]
    check_junk((copy / "testee-sanitized",), 400, layers)


def check_session(folder: Path) -> None:
    """The session that the page has judged, with sanitizers and junk, as C and C++."""
    port, interface = REPOSITORY / "Sources/Ports/C", REPOSITORY / "Sources/CKnav"
    folders = (f"-I{port}", f"-I{interface / 'include'}")
    for compiler in ("cc -std=c99", "c++ -std=c++11 -x c++"):
        program = compiled(folder, EXAMPLES / "session.c", compiler, *folders)
        check_junk((program,), 100, ["session/central"])


def check_device(command: tuple[object, ...], device: str, expected: object) -> None:
    done = run(*command, input=case({**USUAL, "bytes": OBJECT}) + b"\n")
    complaint = done.stderr.decode()
    if isinstance(expected, int):
        is_told = complaint.startswith("kbc_harness: ") and complaint.count("\n") == 1
        is_right = done.returncode == expected and (is_told or expected == 1)
    else:
        member = "skip" if isinstance(expected, str) else "answer"
        wanted = {"id": "x", member: expected}
        is_right = done.returncode == 0 and json.loads(done.stdout) == wanted
    check(is_right, f"{device}: {done.returncode}, {done.stdout!r}, {complaint}")


def check_chars(folder: Path) -> None:
    """The greeting says whether a char is signed."""
    for option, is_signed in (("-fsigned-char", True), ("-funsigned-char", False)):
        for compiler in ("cc -std=c99", "c++ -std=c++11 -x c++"):
            program = compiled(folder, EXAMPLES / "decoder.c", compiler, option)
            _, answers, _ = say((program,), DESCRIBE)
            check(answers[0]["signedChar"] is is_signed, f"{option}: {answers[0]}")


def check_devices(folder: Path) -> None:
    source = folder / "device.c"
    parts = (
        "\n".join(
            f"    case {place}: {device[part]} break;"
            for place, device in enumerate(C_DEVICES)
        )
        for part in (0, 1)
    )
    source.write_text(C_DEVICE % tuple(parts))
    program = compiled(folder, source, "cc -std=c99")
    for place, (body, setting, expected) in enumerate(C_DEVICES):
        check_device((program, place), body + setting, expected)
    for body, arguments, expected in PYTHON_DEVICES:
        source = folder / "device.py"
        source.write_text(PYTHON_DEVICE.format(body, arguments))
        for python in ("python3", "micropython"):
            check_device((python, source), f"{python}: {body}, {arguments}", expected)


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    knav = sys.argv[1]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "scratch").mkdir()
        follow(folder / "scratch")
        print("harness: the page is followed")
        for example in BUGS:
            for name, command in check_example(knav, folder, example):
                check_requests(command)
                check_junk(command, 200 if name != "decoder.py" else 40, ["codec"])
                with open("/dev/full", "wb") as full:
                    done = run(
                        *command,
                        input=DESCRIBE,
                        stdout=full,
                        capture_output=False,
                        stderr=subprocess.DEVNULL,
                    )
                wanted = (NO_OUTPUT,) if name != "decoder.py" else (1, 120)
                check(done.returncode in wanted, f"{command}: {done.returncode}")
            print(f"harness: {example} is judged, with a bug and with junk")
        check_port(folder)
        check_session(folder)
        print("harness: the C port and the session get junk")
        check_chars(folder)
        check_devices(folder)
        print("harness: devices that are wrong are told so")
        # .ci/porting judges it with CPython.
        testee = REPOSITORY / "Sources" / "Ports" / "Python" / "testee.py"
        done = run(
            *(knav, "conformance", "run", "--fixtures", FIXTURES),
            *("--", "micropython", testee),
        )
        check(done.returncode == 0, f"the Python port:\n{done.stdout.decode()}")
        print("harness: MicroPython runs the Python port")
    print(f"harness: faults: {len(faults)}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
