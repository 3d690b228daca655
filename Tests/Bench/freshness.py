"""Fails if the screen of a simulated device is less fresh than the limits below allow.

    freshness.py FOLDER [--write [--lower]]

FOLDER has release builds of knav and, where the system has no Core Bluetooth, of core-bluetooth-campaign. Nothing goes
wrong in the rides, and the seeds are fixed, so the figures change only if something changes what happens in a ride.
With --write, the limits are set anew: to the figures of now, and a little room. Each that changes is printed, old and
new. If one would allow a screen to be less fresh than before, nothing is written, unless --lower says that it is meant.
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
    "23 blueZ androidNoCCCD": (46, 86, 555, 2.1, 3),
    "23 blueZ ios": (76, 93, 93, 7.7, 3),
    "23 blueZ kit": (83, 92, 93, 8.3, 3),
    "23 blueZ published": (64, 91, 177, 9.1, 3),
    "23 blueZOffsets android": (93, 97, 58, 7.2, 3),
    "23 blueZOffsets androidNoCCCD": (46, 82, 538, 5.2, 3),
    "23 blueZOffsets ios": (77, 94, 89, 7.2, 3),
    "23 blueZOffsets kit": (84, 92, 89, 8.3, 3),
    "23 blueZOffsets published": (62, 94, 221, 9.5, 3),
    "23 coreBluetooth android": (95, 90, 28, 0.9, 3),
    "23 coreBluetooth androidNoCCCD": (44, 80, 555, 2.0, 3),
    "23 coreBluetooth ios": (72, 90, 124, 7.0, 3),
    "23 coreBluetooth kit": (83, 91, 102, 5.3, 3),
    "23 coreBluetooth published": (56, 93, 309, 8.8, 3),
    "23 offsetReads android": (93, 97, 58, 4.9, 3),
    "23 offsetReads androidNoCCCD": (46, 83, 538, 4.6, 3),
    "23 offsetReads ios": (93, 97, 58, 4.9, 3),
    "23 offsetReads kit": (93, 97, 58, 5.9, 3),
    "23 offsetReads published": (93, 97, 58, 6.1, 3),
    "23 wholeValues android": (93, 91, 58, 2.2, 3),
    "23 wholeValues androidNoCCCD": (46, 88, 538, 2.1, 3),
    "23 wholeValues ios": (83, 92, 98, 7.9, 3),
    "23 wholeValues kit": (80, 88, 89, 9.7, 3),
    "23 wholeValues published": (72, 94, 203, 8.9, 3),
    "185 blueZ android": (93, 96, 58, 2.3, 3),
    "185 blueZ androidNoCCCD": (46, 90, 555, 2.2, 3),
    "185 blueZ ios": (90, 97, 62, 2.8, 3),
    "185 blueZ kit": (92, 97, 60, 2.6, 3),
    "185 blueZ published": (87, 97, 93, 2.7, 3),
    "185 blueZOffsets android": (92, 97, 58, 4.7, 3),
    "185 blueZOffsets androidNoCCCD": (46, 85, 538, 3.8, 3),
    "185 blueZOffsets ios": (88, 97, 62, 3.3, 3),
    "185 blueZOffsets kit": (92, 97, 60, 3.1, 3),
    "185 blueZOffsets published": (84, 97, 128, 3.8, 3),
    "185 coreBluetooth android": (95, 96, 28, 0.4, 3),
    "185 coreBluetooth androidNoCCCD": (44, 85, 538, 2.0, 3),
    "185 coreBluetooth ios": (86, 97, 69, 1.9, 3),
    "185 coreBluetooth kit": (89, 96, 69, 1.8, 3),
    "185 coreBluetooth published": (87, 97, 69, 1.7, 3),
    "185 offsetReads android": (93, 97, 58, 3.7, 3),
    "185 offsetReads androidNoCCCD": (46, 86, 538, 3.5, 3),
    "185 offsetReads ios": (93, 97, 58, 2.7, 3),
    "185 offsetReads kit": (93, 97, 58, 2.7, 3),
    "185 offsetReads published": (93, 97, 58, 3.4, 3),
    "185 wholeValues android": (93, 97, 60, 2.4, 3),
    "185 wholeValues androidNoCCCD": (46, 89, 538, 2.4, 3),
    "185 wholeValues ios": (93, 97, 60, 2.5, 3),
    "185 wholeValues kit": (92, 97, 62, 2.8, 3),
    "185 wholeValues published": (89, 97, 93, 2.5, 3),
    "23 NavigationDevice android": (94, 92, 37, 0.9, 3),
    "23 NavigationDevice androidNoCCCD": (42, 84, 573, 1.1, 3),
    "23 NavigationDevice ios": (69, 88, 133, 7.8, 3),
    "23 NavigationDevice kit": (75, 86, 128, 8.6, 3),
    "23 NavigationDevice published": (55, 92, 291, 9.0, 3),
    "185 NavigationDevice android": (94, 96, 37, 0.5, 3),
    "185 NavigationDevice androidNoCCCD": (42, 88, 573, 1.2, 3),
    "185 NavigationDevice ios": (86, 98, 84, 1.6, 3),
    "185 NavigationDevice kit": (88, 97, 89, 2.1, 3),
    "185 NavigationDevice published": (86, 97, 89, 1.8, 3),
}


def measured(folder):
    """The figures of each MTU, radio and phone; the stand-in for Core Bluetooth has NavigationDevice."""
    found = {}
    for device, program, arguments in DEVICES:
        # Only the stand-in for Core Bluetooth may be missing, where the system has the original.
        if device and sys.platform == "darwin":
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


def is_worse(number, figure, limit):
    """Whether the screen is less fresh with a figure than with a limit, both of the title of this number."""
    return figure < limit if number < 2 else figure > limit


def faults(found):
    devices = {name.split()[1] for name in found}
    expected = {name for name in LIMITS if name.split()[1] in devices}
    for name in sorted(found.keys() ^ expected):
        yield f"{name}: " + ("no limits" if name in found else "not measured")
    for name in sorted(found.keys() & expected):
        for number, (title, figure, limit) in enumerate(
            zip(TITLES, found[name], LIMITS[name], strict=True)
        ):
            if is_worse(number, figure, limit):
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


def write(found, lowers):
    path = pathlib.Path(__file__)
    devices = {name.split()[1] for name in found}
    limits = {name: with_room(*figures) for name, figures in found.items()}
    limits |= {name: LIMITS[name] for name in LIMITS if name.split()[1] not in devices}
    worse = False
    for name in sorted(LIMITS.keys() | limits.keys()):
        if name not in LIMITS or name not in limits:
            print(f"{name}: " + ("new" if name in limits else "no longer measured"))
            worse |= name in LIMITS
            continue
        for number, (title, old, new) in enumerate(
            zip(TITLES, LIMITS[name], limits[name], strict=True)
        ):
            if new != old:
                word = ", which is worse" if is_worse(number, new, old) else ""
                print(f"{name}: {title} {old} -> {new}{word}")
                worse |= is_worse(number, new, old)
    if worse and not lowers:
        sys.exit("freshness: nothing is written; --lower allows screens less fresh")
    lines = [f'    "{name}": {row},\n' for name, row in limits.items()]
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
    if options not in ([], ["--write"], ["--write", "--lower"]):
        sys.exit("usage: freshness.py FOLDER [--write [--lower]]")
    found = measured(pathlib.Path(folder))
    if options:
        return write(found, "--lower" in options)
    failures = list(faults(found))
    for failure in failures:
        print(f"freshness: {failure}", file=sys.stderr)
    if failures:
        sys.exit(1)
    print(f"freshness: {len(found)} pairs of a phone and a device within their limits")


if __name__ == "__main__":
    main()
