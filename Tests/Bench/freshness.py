"""Fails if the screen of a simulated device is less fresh than the limits below allow.

    freshness.py FOLDER [--write]

FOLDER has release builds of knav and, where the system has no Core Bluetooth, of core-bluetooth-campaign. Nothing goes
wrong in the rides, and the seeds are fixed, so the figures change only if something changes what happens in a ride.
With --write, the limits are set anew: to the figures of now, and a little room.
"""

import json
import pathlib
import re
import subprocess
import sys

DEVICES = [
    (
        None,
        "knav",
        [
            "campaign",
            "--seeds",
            "0..<2800",
            "--faults",
            "none",
            "--every-second",
            "--json",
        ],
    ),
    ("NavigationDevice", "core-bluetooth-campaign", ["--freshness"]),
]

# At least how much of the time the newest instruction is on the screen, and how many of those that can be read to
# their ends become whole, in percent; at most how long it takes to show half of them, in milliseconds, how many reads
# go out in a second, and how much of the time the phone advertises, in percent.
TITLES = "newest", "whole", "median", "reads", "advertised"
LIMITS = {
    "23 blueZ android": (93, 93, 58, 2.2, 3),
    "23 blueZ androidNoCCCD": (10, 20, 573, 0.6, 3),
    "23 blueZ ios": (77, 91, 80, 7.1, 3),
    "23 blueZ published": (63, 90, 186, 8.8, 3),
    "23 blueZOffsets android": (93, 97, 58, 6.7, 3),
    "23 blueZOffsets androidNoCCCD": (12, 21, 520, 1.4, 3),
    "23 blueZOffsets ios": (74, 90, 98, 9.4, 3),
    "23 blueZOffsets published": (60, 91, 221, 10.5, 3),
    "23 coreBluetooth android": (46, 87, 538, 2.1, 23),
    "23 coreBluetooth androidNoCCCD": (46, 85, 538, 2.1, 3),
    "23 coreBluetooth ios": (36, 23, 573, 5.8, 47),
    "23 coreBluetooth published": (27, 0, 608, 8.0, 46),
    "23 offsetReads android": (93, 97, 58, 5.1, 3),
    "23 offsetReads androidNoCCCD": (11, 21, 520, 1.6, 3),
    "23 offsetReads ios": (93, 97, 58, 5.2, 3),
    "23 offsetReads published": (93, 97, 58, 6.6, 3),
    "23 wholeValues android": (93, 94, 58, 2.2, 3),
    "23 wholeValues androidNoCCCD": (10, 20, 538, 0.6, 3),
    "23 wholeValues ios": (86, 91, 84, 6.7, 3),
    "23 wholeValues published": (68, 89, 186, 10.4, 3),
    "185 blueZ android": (92, 94, 58, 2.4, 3),
    "185 blueZ androidNoCCCD": (10, 21, 520, 0.6, 3),
    "185 blueZ ios": (91, 95, 60, 2.6, 3),
    "185 blueZ published": (88, 96, 93, 2.5, 3),
    "185 blueZOffsets android": (93, 97, 58, 3.4, 3),
    "185 blueZOffsets androidNoCCCD": (11, 21, 538, 1.0, 3),
    "185 blueZOffsets ios": (90, 97, 62, 3.3, 3),
    "185 blueZOffsets published": (83, 97, 128, 3.8, 3),
    "185 coreBluetooth android": (46, 86, 538, 2.2, 19),
    "185 coreBluetooth androidNoCCCD": (46, 84, 538, 2.2, 3),
    "185 coreBluetooth ios": (45, 77, 538, 2.6, 47),
    "185 coreBluetooth published": (40, 74, 573, 2.6, 49),
    "185 offsetReads android": (93, 97, 58, 3.4, 3),
    "185 offsetReads androidNoCCCD": (11, 21, 520, 1.0, 3),
    "185 offsetReads ios": (93, 97, 58, 2.7, 3),
    "185 offsetReads published": (93, 97, 58, 3.4, 3),
    "185 wholeValues android": (92, 95, 60, 2.6, 3),
    "185 wholeValues androidNoCCCD": (10, 21, 538, 0.6, 3),
    "185 wholeValues ios": (92, 95, 62, 2.7, 3),
    "185 wholeValues published": (89, 95, 93, 2.5, 3),
    "23 NavigationDevice android": (45, 83, 555, 2.1, 25),
    "23 NavigationDevice androidNoCCCD": (45, 83, 555, 2.1, 3),
    "23 NavigationDevice ios": (36, 29, 573, 5.3, 45),
    "23 NavigationDevice published": (25, 0, 643, 7.7, 43),
    "185 NavigationDevice android": (44, 78, 555, 2.2, 27),
    "185 NavigationDevice androidNoCCCD": (44, 81, 555, 2.2, 3),
    "185 NavigationDevice ios": (43, 75, 555, 2.5, 42),
    "185 NavigationDevice published": (39, 75, 573, 2.4, 49),
}


def measured(folder):
    """The figures of each MTU, radio and phone; the stand-in for Core Bluetooth has NavigationDevice."""
    found = {}
    for device, program, arguments in DEVICES:
        if not (folder / program).exists():
            continue
        output = subprocess.run(
            [folder / program, *arguments], check=True, capture_output=True
        ).stdout
        for row in json.loads(output)["freshness"]:
            found[f"{row['mtu']} {device or row['radio']} {row['profile']}"] = (
                100 * row["newestShare"],
                100 * row.get("possibleWholeShare", 1),
                row.get("medianMilliseconds", 1e6),
                row["readsPerSecond"],
                100 * row["advertisedShare"],
            )
    return found


def faults(found):
    devices = {name.split()[1] for name in found}
    expected = {name for name in LIMITS if name.split()[1] in devices}
    for name in sorted(found.keys() ^ expected):
        yield f"{name}: " + ("no limits" if name in found else "not measured")
    for name in sorted(found.keys() & expected):
        for number, (title, figure, limit) in enumerate(
            zip(TITLES, found[name], LIMITS[name], strict=True)
        ):
            if figure < limit if number < 2 else figure > limit:
                word = "less" if number < 2 else "more"
                yield f"{name}: {title} is {figure:.1f}, {word} than {limit}"


def with_room(newest, whole, median, reads, advertised):
    return (
        max(0, int(newest - 2)),
        max(0, int(whole - 2)),
        int(median * 1.1) + 10,
        round(reads * 1.1, 1),
        min(100, int(advertised + 3)),
    )


def write(found):
    path = pathlib.Path(__file__)
    lines = [
        f'    "{name}": {with_room(*figures)},\n' for name, figures in found.items()
    ]
    text = re.sub(
        r"(?<=^LIMITS = \{\n).*?(?=^\}\n)",
        lambda _: "".join(lines),
        path.read_text(encoding="utf-8"),
        count=1,
        flags=re.DOTALL | re.MULTILINE,
    )
    path.write_text(text, encoding="utf-8")


def main():
    folder, *options = sys.argv[1:]
    found = measured(pathlib.Path(folder))
    if options == ["--write"]:
        return write(found)
    failures = list(faults(found))
    for failure in failures:
        print(f"freshness: {failure}", file=sys.stderr)
    if failures:
        sys.exit(1)
    print(f"freshness: {len(found)} pairs of a phone and a device within their limits")


if __name__ == "__main__":
    main()
