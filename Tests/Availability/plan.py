"""Says what .ci/availability has to check, from the manifest.

Reads what `swift package dump-package` prints. Prints one line for each platform, `platform macos
13.0`, and one for each module of a library product or a program, those first that others import:
`library KomootNav`, `program knav`, `c CKnav`. For each of Swift it writes the files
and the compiler's flags into a folder, as KomootNav.files and KomootNav.flags.
"""

import json
import sys
from pathlib import Path

# The flags of the manifest's settings.
FLAGS = {
    "swiftLanguageMode": "-swift-version {}",
    "enableUpcomingFeature": "-enable-upcoming-feature {}",
    "enableExperimentalFeature": "-enable-experimental-feature {}",
    "strictMemorySafety": "-strict-memory-safety",
    "treatAllWarnings": "-warnings-as-errors",
}
# On Apple's systems these are the system's own.
STAND_INS = {"CoreBluetooth", "CCoreBluetooth"}


def dependencies(target):
    names = [next(iter(each.values()))[0] for each in target["dependencies"]]
    return [name for name in names if name not in STAND_INS]


def in_order(roots, targets):
    """The targets that these need, and they themselves, each after what it imports."""
    order = []

    def visit(name):
        for each in dependencies(targets[name]):
            visit(each)
        if name not in order:
            order.append(name)

    for root in roots:
        visit(root)
    return order


def flags(target):
    lines = []
    for setting in target["settings"]:
        ((kind, value),) = setting["kind"].items()
        if kind not in FLAGS or "condition" in setting:
            sys.exit(
                f"{target['name']}: Tests/Availability/plan.py does not know {setting}"
            )
        lines += FLAGS[kind].format(value.get("_0")).split()
    return lines


def folder_of(target):
    return Path(target.get("path") or f"Sources/{target['name']}")


def sources(target):
    folder = folder_of(target)
    below = [folder / each for each in target.get("sources", ["."])]
    files = [
        file
        for each in below
        for file in ([each] if each.is_file() else each.rglob("*"))
    ]
    return sorted(str(file) for file in files if file.suffix == ".swift")


def write(path, lines):
    path.write_text("".join(f"{line}\n" for line in lines))


def main():
    manifest, folder = json.load(sys.stdin), Path(sys.argv[1])
    targets = {target["name"]: target for target in manifest["targets"]}
    for platform in manifest["platforms"]:
        print("platform", platform["platformName"], platform["version"])
    roots = {"library": [], "executable": []}
    for product in manifest["products"]:
        if product["name"] != "SimulatedApps":  # Only on Linux.
            roots[next(iter(product["type"]))] += product["targets"]
    libraries = in_order(roots["library"], targets)
    for name in in_order(roots["library"] + roots["executable"], targets):
        target = targets[name]
        files = sources(target)
        if not files:
            # Without headers of its own, nothing imports it.
            if (folder_of(target) / "include").is_dir():
                print("c", name)
            continue
        print("library" if name in libraries else "program", name)
        write(folder / f"{name}.files", files)
        write(folder / f"{name}.flags", flags(target))


main()
