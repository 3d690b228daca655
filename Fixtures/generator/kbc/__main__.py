"""The command line: write the generated files, check all files, or write a fuzzing corpus."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from .bugs import BUGS

from .checks import faults, reused_ids
from .clauses import unknown
from .corpus import write_corpus
from .documents import (
    document,
    load_all,
    load_hand_written,
    path_of,
    render,
    write_whole,
)
from .evaluate import LAYERS, Json
from .mutants.check import all_mutants, mutation_faults
from .selfcheck import check_reference
from .tables import rewritten
from .topics import all_topics

FIXTURES = Path(__file__).resolve().parents[2]


def main() -> int:
    """Returns the exit code: 0 if all is well, 1 if something is wrong."""
    arguments = _arguments()
    if arguments.corpus is not None:
        count = write_corpus(arguments.corpus, load_all(FIXTURES))
        print(f"{count} seeds written")
        return 0
    check_reference()
    generated = {path_of(FIXTURES, topic): document(topic) for topic in all_topics()}
    documents = generated | load_hand_written(FIXTURES)
    if _report(faults(documents)):
        return 1
    vectors = [
        vector for content in documents.values() for vector in content["vectors"]
    ]
    if arguments.tables:
        for path, text in rewritten(FIXTURES.parent, vectors).items():
            write_whole(path, text.encode())
        return 0
    if arguments.check:
        mutants = all_mutants(vectors)
        of_mutants = mutation_faults(vectors, mutants, arguments.all)
        wrong = _report([*_differences(documents), *of_mutants])
        print(f"{len(mutants)} planted faults, {len(BUGS)} of them named")
    else:
        wrong = _write(documents)
    if not wrong:
        count = sum(content["count"] for content in documents.values())
        print(f"{count} vectors in {len(documents)} files")
    return int(wrong)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Writes the generated golden fixtures."
    )
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument(
        "--check",
        action="store_true",
        help="write nothing; fail if a file on disk differs or anything is wrong",
    )
    mode.add_argument(
        "--tables",
        action="store_true",
        help="rewrite only the sessions' tables, in their page and their sources, and Clauses.md",
    )
    mode.add_argument(
        "--corpus",
        type=Path,
        metavar="DIR",
        help="write only the inputs, as fuzzing seeds in DIR/decode, DIR/notification and DIR/watch",
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="with --check, find a fault that each required vector reveals, which takes minutes",
    )
    return parser.parse_args()


def _differences(documents: dict[Path, Json]) -> Iterable[str]:
    for path, content in documents.items():
        if not path.exists() or path.read_text(encoding="utf-8") != render(content):
            yield f"{path.parent.name}/{path.name} is not what the generator writes"
    vectors = [
        vector for content in documents.values() for vector in content["vectors"]
    ]
    for path, text in rewritten(FIXTURES.parent, vectors).items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            yield f"{path.name}: a table differs from the vectors"
    yield from unknown(FIXTURES.parent, vectors)
    for layer in LAYERS:
        for path in sorted((FIXTURES / layer).iterdir()):
            if path not in documents and path.is_file():
                yield f"{layer}/{path.name} does not belong to a topic"


def _write(documents: dict[Path, Json]) -> bool:
    reused = [
        fault
        for path, content in documents.items()
        for fault in reused_ids(path, content)
    ]
    if _report(reused):
        return True
    for path, content in documents.items():
        write_whole(path, render(content).encode("ascii"))
    return False


def _report(messages: Iterable[str]) -> bool:
    """Prints faults; true if there were any."""
    found = list(messages)
    for message in found:
        print(message, file=sys.stderr)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
