"""Reads the index that the compiler writes beside a debug build, with the toolchain's own library.

The library is libIndexStore, which editors use: what it calls a reference is what the compiler resolved,
so a name that two types share is never taken for the wrong one.
"""

from __future__ import annotations

import ctypes
import json
import subprocess
import sys
from collections.abc import Iterator
from ctypes import (
    CFUNCTYPE,
    POINTER,
    c_bool,
    c_char_p,
    c_int,
    c_int64,
    c_size_t,
    c_uint,
    c_uint64,
    c_void_p,
)
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DEFINITION = 1 << 1
REFERENCE = 1 << 2
RECORD_DEPENDENCY = 2


class StringRef(ctypes.Structure):
    """Bytes that the library lends."""

    _fields_ = [("data", c_void_p), ("length", c_size_t)]

    def __str__(self) -> str:
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


UnitCallback = CFUNCTYPE(c_bool, c_void_p, StringRef)
PointerCallback = CFUNCTYPE(c_bool, c_void_p, c_void_p)

SIGNATURES: dict[str, tuple[Any, ...]] = {
    "store_create": (c_void_p, c_char_p, POINTER(c_void_p)),
    "store_units_apply_f": (c_bool, c_void_p, c_uint, c_void_p, UnitCallback),
    "store_get_unit_modification_time": (
        c_bool,
        c_void_p,
        c_char_p,
        POINTER(c_int64),
        POINTER(c_int64),
        POINTER(c_void_p),
    ),
    "unit_reader_create": (c_void_p, c_void_p, c_char_p, POINTER(c_void_p)),
    "unit_reader_dispose": (None, c_void_p),
    "unit_reader_get_main_file": (StringRef, c_void_p),
    "unit_reader_dependencies_apply_f": (c_bool, c_void_p, c_void_p, PointerCallback),
    "unit_dependency_get_kind": (c_int, c_void_p),
    "unit_dependency_get_filepath": (StringRef, c_void_p),
    "unit_dependency_get_name": (StringRef, c_void_p),
    "record_reader_create": (c_void_p, c_void_p, c_char_p, POINTER(c_void_p)),
    "record_reader_dispose": (None, c_void_p),
    "record_reader_occurrences_apply_f": (
        c_bool,
        c_void_p,
        c_void_p,
        PointerCallback,
    ),
    "occurrence_get_symbol": (c_void_p, c_void_p),
    "occurrence_get_roles": (c_uint64, c_void_p),
    "occurrence_get_line_col": (None, c_void_p, POINTER(c_uint), POINTER(c_uint)),
    "symbol_get_name": (StringRef, c_void_p),
    "symbol_get_usr": (StringRef, c_void_p),
}


@dataclass(frozen=True)
class Occurrence:
    """A place where the source names a symbol."""

    symbol: str  # the compiler's own name, which is unique
    name: str
    file: Path
    line: int
    roles: int


class IndexStore:
    """The index of one build."""

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            sys.exit(f"{folder} is not there: swift build writes it")
        library = ctypes.CDLL(str(_library()))
        for name, (result, *arguments) in SIGNATURES.items():
            function = getattr(library, f"indexstore_{name}")
            function.restype = result
            function.argtypes = arguments
        self._api = library
        self._store = library.indexstore_store_create(str(folder).encode(), None)
        if not self._store:
            sys.exit(f"the index in {folder} can't be read")

    def occurrences(self, files: set[Path]) -> Iterator[Occurrence]:
        """The occurrences in the newest index of each of these files."""
        records = self._records(files)
        missing = sorted(str(file) for file in files if file not in records)
        if missing:
            sys.exit(f"the index knows nothing of {', '.join(missing)}")
        for file in sorted(records):
            yield from self._occurrences_in(file, records[file][1])

    def _records(self, files: set[Path]) -> dict[Path, tuple[int, str]]:
        """For each file the time and the name of its newest record."""
        found: dict[Path, tuple[int, str]] = {}
        for unit in self._units():
            reader = self._api.indexstore_unit_reader_create(self._store, unit, None)
            if not reader:
                continue
            main = Path(str(self._api.indexstore_unit_reader_get_main_file(reader)))
            if main in files:
                time = self._modification_time(unit)
                for path, record in self._dependencies(reader):
                    if path == main and (time, record) > found.get(main, (-1, "")):
                        found[main] = (time, record)
            self._api.indexstore_unit_reader_dispose(reader)
        return found

    def _units(self) -> list[bytes]:
        names: list[bytes] = []

        def add(_: Any, name: StringRef) -> bool:
            names.append(str(name).encode())
            return True

        self._api.indexstore_store_units_apply_f(
            self._store, 0, None, UnitCallback(add)
        )
        return names

    def _modification_time(self, unit: bytes) -> int:
        seconds, nanoseconds = c_int64(), c_int64()
        self._api.indexstore_store_get_unit_modification_time(
            self._store, unit, seconds, nanoseconds, None
        )
        return seconds.value * 10**9 + nanoseconds.value

    def _dependencies(self, unit: Any) -> list[tuple[Path, str]]:
        found: list[tuple[Path, str]] = []

        def add(_: Any, dependency: Any) -> bool:
            if (
                self._api.indexstore_unit_dependency_get_kind(dependency)
                == RECORD_DEPENDENCY
            ):
                path = Path(
                    str(self._api.indexstore_unit_dependency_get_filepath(dependency))
                )
                found.append(
                    (
                        path,
                        str(self._api.indexstore_unit_dependency_get_name(dependency)),
                    )
                )
            return True

        self._api.indexstore_unit_reader_dependencies_apply_f(
            unit, None, PointerCallback(add)
        )
        return found

    def _occurrences_in(self, file: Path, record: str) -> list[Occurrence]:
        found: list[Occurrence] = []
        line, column = c_uint(), c_uint()

        def add(_: Any, occurrence: Any) -> bool:
            symbol = self._api.indexstore_occurrence_get_symbol(occurrence)
            self._api.indexstore_occurrence_get_line_col(occurrence, line, column)
            found.append(
                Occurrence(
                    str(self._api.indexstore_symbol_get_usr(symbol)),
                    str(self._api.indexstore_symbol_get_name(symbol)),
                    file,
                    line.value,
                    self._api.indexstore_occurrence_get_roles(occurrence),
                )
            )
            return True

        reader = self._api.indexstore_record_reader_create(
            self._store, record.encode(), None
        )
        if not reader:
            sys.exit(f"the index has no record {record}")
        self._api.indexstore_record_reader_occurrences_apply_f(
            reader, None, PointerCallback(add)
        )
        self._api.indexstore_record_reader_dispose(reader)
        return found


def _library() -> Path:
    """The toolchain's library: it lies beside the folder of Swift's own libraries."""
    shown = subprocess.run(
        ["swiftc", "-print-target-info"], capture_output=True, text=True, check=True
    )
    resources = Path(json.loads(shown.stdout)["paths"]["runtimeResourcePath"])
    for name in ("libIndexStore.so", "libIndexStore.dylib"):
        if (resources.parent / name).exists():
            return resources.parent / name
    sys.exit(f"the toolchain has no libIndexStore in {resources.parent}")
