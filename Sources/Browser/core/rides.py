"""The rides of `Fixtures/rides`, packed for the page: a JSON object of ride files by name, as gzip in base64.

Columns that no reader looks at are left empty, and so are icons that say nothing; times count from the ride's first one. The rest
stays as it is: the page reads the files by the same rules as a rider's own file. A line that does not have 14 columns is kept,
because readers have to skip it.
"""

import base64
import csv
import gzip
import io
import json
import pathlib

COLUMN_COUNT = 14
#: Street, distance, icon, arrow and time, as Fixtures/rides/README.md numbers them.
READ = range(8, 13)
ICON, ARROW, TIME = 10, 11, 12
#: The arrow of every roundabout: only there the icon says more.
ROUNDABOUT = "14"


def packed(folder: pathlib.Path) -> str:
    """What `Knav.packedRides` is."""
    files = {path.stem: compact(path) for path in sorted(folder.glob("*.csv"))}
    if not files:
        raise ValueError(f"{folder}: there is no ride")
    text = json.dumps(files, ensure_ascii=False).encode()
    return base64.b64encode(gzip.compress(text, 9, mtime=0)).decode()


def compact(path: pathlib.Path) -> str:
    """A ride file that plays as this one does."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.reader(file) if row]
    start = min(milliseconds(row) for row in rows if len(row) == COLUMN_COUNT)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for row in rows:
        if len(row) == COLUMN_COUNT:
            time = str(milliseconds(row) - start)
            row = [cell if column in READ else "" for column, cell in enumerate(row)]
            row[TIME] = time
            if row[ARROW] != ROUNDABOUT:
                row[ICON] = ""
        writer.writerow(row)
    return text.getvalue()


def milliseconds(row: list[str]) -> int:
    return int(row[TIME].partition(".")[0])
