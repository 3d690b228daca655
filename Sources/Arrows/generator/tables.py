"""Writes the bitmaps of one size as a C header and as a Python module."""

from __future__ import annotations

from collections.abc import Iterator

from .drawings import ARROWS, UNKNOWN, VALUES, positions

ORIGIN = "Made by Sources/Arrows/generate.py. Licensed under Apache-2.0."
IN_C = 16
IN_PYTHON = 16


def c_header(size: int, bitmaps: dict[str, bytes]) -> str:
    """A header for C99 and C++."""
    guard = f"KNAV_ARROWS_{size}_H"
    index = f"knav_arrow_index_{size}"
    table = f"knav_arrow_bitmaps_{size}"
    length = size * _row_bytes(size)
    lines = [
        f"/* Arrows of {size} x {size} pixels. {ORIGIN}",
        "   Rows from the top, each filled up to whole bytes; the most significant bit is left; 1 is ink. */",
        f"#ifndef {guard}",
        f"#define {guard}",
        "",
        "#include <stdint.h>",
        "",
        f"#define KNAV_ARROW_SIZE_{size} {size}",
        f"#define KNAV_ARROW_ROW_BYTES_{size} {_row_bytes(size)}",
        "",
        "/* The place of each arrow's bitmap, by its value. */",
        f"static const uint8_t {index}[{VALUES}] = {{",
        *_c_bytes(bytes(positions())),
        "};",
        "",
        f"static const uint8_t {table}[{len(bitmaps)}][{length}] = {{",
    ]
    for name in _names():
        lines += [
            f"    {{ /* {name} */",
            *_c_bytes(bitmaps[name], "        "),
            "    },",
        ]
    lines += [
        "};",
        "",
        "/* The bitmap of an arrow; of a value that has no meaning, the sign for an unknown one. */",
        f"static inline const uint8_t *knav_arrow_bitmap_{size}(uint8_t arrow)",
        "{",
        f"    return {table}[arrow < sizeof {index} ? {index}[arrow] : 0];",
        "}",
        "",
        "#endif",
    ]
    return "".join(line + "\n" for line in lines)


def python_module(size: int, bitmaps: dict[str, bytes]) -> str:
    """A module for Python and MicroPython."""
    lines = [
        f'"""Arrows of {size} × {size} pixels. {ORIGIN}',
        "",
        "Rows from the top, each filled up to whole bytes; the most significant bit is left; 1 is ink.",
        '"""',
        "",
        f"SIZE = {size}",
        f"ROW_BYTES = {_row_bytes(size)}",
        "",
        "# The place of each arrow's bitmap, by its value.",
        "_INDEX = (",
        *_python_bytes(bytes(positions())),
        ")",
        "",
        "_BITMAPS = (",
    ]
    for name in _names():
        first, *rest = list(_python_bytes(bitmaps[name]))
        lines += [f"    # {name}", first, *rest]
        lines[-1] += ","
    lines += [
        ")",
        "",
        "",
        "def bitmap(arrow):",
        '    """The bitmap of an arrow; of a number that has no meaning, the sign for an unknown one."""',
        "    return _BITMAPS[_INDEX[arrow] if 0 <= arrow < len(_INDEX) else 0]",
    ]
    return "".join(line + "\n" for line in lines)


def _names() -> list[str]:
    return [UNKNOWN.name, *(arrow.name for arrow in ARROWS)]


def _row_bytes(size: int) -> int:
    return (size + 7) // 8


def _c_bytes(data: bytes, indent: str = "    ") -> Iterator[str]:
    for start in range(0, len(data), IN_C):
        part = ", ".join(f"0x{byte:02x}" for byte in data[start : start + IN_C])
        yield f"{indent}{part},"


def _python_bytes(data: bytes) -> Iterator[str]:
    for start in range(0, len(data), IN_PYTHON):
        part = "".join(f"\\x{byte:02x}" for byte in data[start : start + IN_PYTHON])
        yield f'    b"{part}"'


def swift_table(pictures: dict[str, list[str]]) -> str:
    """The elements of each picture as a table in Swift."""
    lines = [
        "// Made by Sources/Arrows/generate.py. Change the drawings, not this file.",
        "// swift-format-ignore-file",
        "",
        "/// The pictures of the arrows: elements of SVG on a square of 96 units, in the colour of the text around them.",
        "enum ArrowDrawings {",
        "    /// By the arrow's name.",
        "    static let shapes: [String: String] = [",
    ]
    for name, shapes in pictures.items():
        text = "".join(shapes).replace('"', "'")
        lines.append(f'        "{name}": "{text}",')
    lines += ["    ]", "}"]
    return "".join(line + "\n" for line in lines)
