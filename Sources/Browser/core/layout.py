"""Where the members of the C interface's structures are in a WebAssembly memory, and what its numbers are called.

The page speaks to the module through `knav.h` and `knav_phone.h`. Nothing of them is written down a second time: clang says where
each member is, and the enumerations are read from the headers.
"""

import pathlib
import re
import subprocess

HEADERS = ("knav.h", "knav_phone.h")
#: What one letter of a member's type stands for: its size in bytes, or how it is read.
LETTERS = {
    "uint8_t": "1",
    "uint16_t": "2",
    "uint32_t": "4",
    "uint64_t": "8",
    "size_t": "4",
    "_Bool": "b",
    "const uint8_t *": "4",
}
#: A line of clang's dump. Members of members are indented further: their own structure's table has them.
MEMBER = r"^ +(\d+) \|   (\S.*?) (\w+)$"


def structures(include: pathlib.Path, clang: str) -> dict[str, dict[str, object]]:
    """Each structure's size and members: name, offset, and how to read it."""
    source = "\n".join(f'#include "{header}"' for header in HEADERS)
    dump = subprocess.run(
        [
            *(clang, "--target=wasm32-unknown-none-wasm", "-ffreestanding"),
            *("-fsyntax-only", "-Xclang", "-fdump-record-layouts-complete"),
            *("-I", str(include), "-x", "c", "-"),
        ],
        input=source,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found: dict[str, dict[str, object]] = {}
    for block in dump.split("*** Dumping AST Record Layout")[1:]:
        structure = re.search(r"0 \| struct knav_(\w+)\n", block)
        size = re.search(r"sizeof=(\d+)", block)
        if structure is None or size is None:
            continue
        members = {}
        for offset, kind, name in re.findall(MEMBER, block, re.M):
            member = camel_case(name.split("_"))
            if kind.startswith("struct knav_"):
                members[member] = [int(offset), kind.removeprefix("struct knav_")]
            elif (array := re.fullmatch(r"uint8_t\[(\d+)\]", kind)) is not None:
                members[member] = [int(offset), int(array[1])]
            elif member != "opaque":
                members[member] = [int(offset), LETTERS[kind]]
        found[structure[1]] = {"size": int(size[1]), "members": members}
    return found


def enumerations(include: pathlib.Path) -> dict[str, list[str]]:
    """The names of each enumeration, by number: `KNAV_EVENT_RADIO_OFF` of `knav_central_event_kind` is "radioOff"."""
    found = {}
    for header in HEADERS:
        text = re.sub(r"/\*.*?\*/", "", (include / header).read_text(), flags=re.S)
        for name, body in re.findall(r"enum knav_(\w+) \{(.*?)\}", text, re.S):
            constants = re.findall(r"KNAV_(\w+) = (\d+)", body)
            numbers = [int(number) for _, number in constants]
            if numbers != list(range(len(numbers))):
                raise ValueError(
                    f"{header}: the constants of {name} are not 0, 1, 2 and so on"
                )
            found[name] = words([constant for constant, _ in constants])
    return found


def words(constants: list[str]) -> list[str]:
    """The constants without what they begin with in common, as the pipe and the fixtures write them."""
    parts = [constant.split("_") for constant in constants]
    shared = 0
    while len(constants) > 1 and all(len(one) > shared + 1 for one in parts):
        if len({one[shared] for one in parts}) > 1:
            break
        shared += 1
    return [camel_case(one[shared:]) for one in parts]


def camel_case(parts: list[str]) -> str:
    first, *rest = (part.lower() for part in parts)
    text = first + "".join(part.capitalize() for part in rest)
    return text.replace("Utf8", "UTF8").replace("Mtu", "MTU").replace("Cccd", "CCCD")
