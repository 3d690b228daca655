#!/usr/bin/env python3
"""Finds the references between the folders of each module, and fails if one points to a later folder.

    references.py INDEX [--dot | --table] [MODULE…]

INDEX is the index of a debug build (`swift build --show-bin-path`, with /index/store). Docs/Changing.md
gives the order of the folders: a folder may use only what the folders before it in the list declare. The
compiler's index says what a reference is: a type, a member or a free function, even one that an extension
in another folder adds.

A command of knav refers to no other command, and the program stays thin: its logic is in libraries.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from index_store import DEFINITION, REFERENCE, IndexStore, Occurrence
from tour import REPOSITORY, SOURCES, files_of, folder_of, modules_with_swift, tour


@dataclass(frozen=True)
class Reference:
    """A place in one folder that uses what another declares."""

    source: str
    target: str
    name: str
    place: str


class Module:
    """A module's folders, lowest first, and the references between them."""

    def __init__(
        self, name: str, folders: list[str], occurrences: Iterable[Occurrence]
    ) -> None:
        self.name = name
        self.folders = folders
        self.occurrences = list(occurrences)
        self.references = list(self._references(self.occurrences))

    def _references(self, occurrences: list[Occurrence]) -> Iterator[Reference]:
        defined = {
            occurrence.symbol: self._folder(occurrence.file)
            for occurrence in occurrences
            if occurrence.roles & DEFINITION
        }
        for occurrence in occurrences:
            target = defined.get(occurrence.symbol)
            source = self._folder(occurrence.file)
            if target and source != target and occurrence.roles & REFERENCE:
                file = occurrence.file.relative_to(REPOSITORY)
                place = f"{file}:{occurrence.line}"
                yield Reference(source, target, occurrence.name, place)

    def _folder(self, file: Path) -> str:
        folder = folder_of(file, self.name, self.folders)
        assert folder is not None, file
        return folder

    def upward(self, folders: list[str]) -> Iterator[Reference]:
        """The references to a folder that comes later in a list."""
        rank = {folder: place for place, folder in enumerate(folders)}
        for reference in self.references:
            if rank[reference.target] > rank[reference.source]:
                yield reference

    def table(self) -> Iterator[str]:
        """For each folder, the folders that it uses, and how often."""
        counts = self._counts()
        yield self.name
        for source in self.folders:
            used = [
                f"{target} {counts[source, target]}"
                for target in self.folders
                if counts[source, target]
            ]
            yield f"  {source:<20} {', '.join(used) or '-'}"

    def dot(self) -> Iterator[str]:
        """The same for Graphviz."""
        yield f'  subgraph "cluster_{self.name}" {{ label="{self.name}"'
        for folder in self.folders:
            yield f'    "{self.name}/{folder}" [label="{folder}"]'
        for (source, target), count in self._counts().items():
            arrow = f'"{self.name}/{source}" -> "{self.name}/{target}"'
            yield f'    {arrow} [label="{count}"]'
        yield "  }"

    def _counts(self) -> Counter[tuple[str, str]]:
        return Counter((each.source, each.target) for each in self.references)


def faults_of_tour(modules: dict[str, list[str]]) -> Iterator[str]:
    """The differences between the page and the folders."""
    for name in sorted(modules_with_swift() ^ set(modules)):
        yield f"{name} is either a module or in the tour, but not both"
    for name, folders in modules.items():
        used = set()
        for file in sorted(files_of(name)):
            folder = folder_of(file, name, folders)
            used.add(folder)
            if folder is None:
                yield f"{file.relative_to(REPOSITORY)} is not in a folder of the tour"
        for folder in folders:
            if folder not in used:
                yield f"{name} has no Swift in the folder {folder}"
        if len(set(folders)) < len(folders):
            yield f"{name} has a folder twice"


def faults(module: Module) -> Iterator[str]:
    """References to a later folder; and a fault if the check would not notice one."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for each in module.upward(module.folders):
        key = (each.source, each.target, each.name)
        found.setdefault(key, []).append(each.place)
    for (source, target, name), places in found.items():
        more = f" (and {len(places) - 1} more)" if len(places) > 1 else ""
        yield f"{places[0]}: {source} uses {name} of {target}{more}"
    if len(module.folders) > 1 and not any(module.upward(module.folders[::-1])):
        yield f"{module.name}: even in reverse order it has no fault, so nothing is checked"


# Where each verb of knav has a file, and those that all verbs share: what a verb is, and the list of them.
COMMANDS = SOURCES / "knav" / "Commands"
SHARED = {COMMANDS / "Command.swift", COMMANDS / "CommandList.swift"}
# The longest file of a verb, which is mostly help, the program without its verbs, and all of it: in lines.
LONGEST_COMMAND = 170
LONGEST_REST = 3300
LONGEST_PROGRAM = 6000


def faults_of_commands(occurrences: list[Occurrence]) -> Iterator[str]:
    """References from one verb to another; and a fault if the check would not notice one."""
    verbs = {
        occurrence.symbol: occurrence.file
        for occurrence in occurrences
        if occurrence.roles & DEFINITION and COMMANDS in occurrence.file.parents
    }
    listed = 0
    for occurrence in occurrences:
        verb = verbs.get(occurrence.symbol)
        if not occurrence.roles & REFERENCE or verb in {None, occurrence.file, *SHARED}:
            continue
        if occurrence.file in SHARED:
            listed += 1
        elif COMMANDS in occurrence.file.parents:
            place = f"{occurrence.file.relative_to(REPOSITORY)}:{occurrence.line}"
            yield f"{place}: a command uses {occurrence.name} of {verb.stem}"
    if not listed:
        yield "the list of commands refers to none, so nothing is checked"


def faults_of_size() -> Iterator[str]:
    """Verbs, or what is around them, that have become more than a thin program."""
    rest = whole = 0
    for file in sorted(files_of("knav")):
        lines = len(file.read_text(encoding="utf-8").splitlines())
        whole += lines
        if COMMANDS not in file.parents:
            rest += lines
        elif lines > LONGEST_COMMAND:
            name = file.relative_to(REPOSITORY)
            yield f"{name} has {lines} lines, more than {LONGEST_COMMAND}: its logic belongs in a library"
    if rest > LONGEST_REST:
        yield f"knav has {rest} lines beside its commands, more than {LONGEST_REST}: move logic to a library"
    if whole > LONGEST_PROGRAM:
        yield f"knav has {whole} lines, more than {LONGEST_PROGRAM}: move logic to a library"


def main() -> int:
    parser = argparse.ArgumentParser(description="Checks the order of the folders.")
    parser.add_argument("index", type=Path)
    parser.add_argument("modules", nargs="*", metavar="MODULE")
    drawing = parser.add_mutually_exclusive_group()
    drawing.add_argument("--dot", action="store_true")
    drawing.add_argument("--table", action="store_true")
    arguments = parser.parse_intermixed_args()

    order = tour()
    found = list(faults_of_tour(order))
    if found:
        print("\n".join(f"references: {fault}" for fault in found), file=sys.stderr)
        return 1
    for name in arguments.modules:
        if name not in order:
            sys.exit(f"references: the tour has no module {name}")
    store = IndexStore(arguments.index)
    modules = [
        Module(name, folders, store.occurrences(files_of(name)))
        for name, folders in order.items()
        if name in (arguments.modules or order)
    ]
    if arguments.dot:
        print("digraph {")
        print("\n".join(line for module in modules for line in module.dot()))
        print("}")
    elif arguments.table:
        print("\n".join(line for module in modules for line in module.table()))
    else:
        found = [fault for module in modules for fault in faults(module)]
        for module in modules:
            if module.name == "knav":
                found += [*faults_of_commands(module.occurrences), *faults_of_size()]
        for fault in found:
            print(f"references: {fault}", file=sys.stderr)
        count = sum(len(module.references) for module in modules)
        print(f"references: {count} between folders, faults: {len(found)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
