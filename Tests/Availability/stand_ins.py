"""Compares the stand-ins for Apple's modules with what is known of them.

python3 stand_ins.py PLAN STAND-INS TOOLCHAIN PAGE HEADER DECLARATIONS…
python3 stand_ins.py --vendor STAND-INS DECLARATIONS…

PLAN is what plan.py prints.

STAND-INS and TOOLCHAIN are folders with symbol graphs: of the stand-ins for Foundation, Dispatch and
Core Bluetooth, and of the toolchain's Foundation and Dispatch, which keep many of Apple's
annotations. PAGE has the table of Core Bluetooth's declarations, and DECLARATIONS are the files of the
stand-in that the tests run on. Its enumerations, in HEADER, are used here too. They have no annotations, so the
table must say that all of the plan's platforms have them.

With --vendor, compares the stand-in for the vendor's library for watches with the one that the tests run on.
"""

import json
import re
import sys
from pathlib import Path

from declarations import NEVER, Table, number

PLATFORMS = ["iOS", "macOS", "tvOS", "watchOS"]
TABLE_NAMES = {platform.lower(): platform for platform in PLATFORMS}
FUNCTIONS = ("swift.method", "swift.type.method", "swift.init", "swift.func")
# What the compiler makes for a conformance: symbol graphs leave it out.
DERIVED = {"==(_:_:)", "hash(into:)", "encode(to:)", "Element"}


def version(entry):
    if entry.get("isUnconditionallyUnavailable"):
        return NEVER
    number = entry.get("introduced", {})
    return number.get("major", 0), number.get("minor", 0)


def declared(symbol):
    text = "".join(part["spelling"] for part in symbol["declarationFragments"])
    return re.sub(r"\s+", " ", text)


def symbols(folder, modules):
    """The symbols of the graphs, without those that a conformance makes."""
    for file in sorted(Path(folder).glob("*.symbols.json")):
        if file.name.split(".")[0].split("@")[0] not in modules:
            continue
        for symbol in json.loads(file.read_text())["symbols"]:
            if "::SYNTHESIZED::" not in symbol["identifier"]["precise"]:
                yield symbol


def availability(symbol):
    """The first version on each platform, as far as the symbol names one."""
    entries = symbol.get("availability", [])
    known = {
        each["domain"]: version(each)
        for each in entries
        if each.get("domain") in PLATFORMS
    }
    return {platform: known.get(platform, (0, 0)) for platform in PLATFORMS}


def shown(number):
    return "–" if number == NEVER else ".".join(map(str, number))


def check_toolchain(ours, theirs):
    """Finds what a stand-in has and the toolchain has not, or has as newer. Counts what it compared."""
    known, faults, count = {}, [], 0
    for symbol in symbols(
        theirs,
        [
            "Foundation",
            "FoundationXML",
            "FoundationEssentials",
            "FoundationInternationalization",
            "Dispatch",
        ],
    ):
        known.setdefault(".".join(symbol["pathComponents"]), []).append(symbol)
    for symbol in symbols(ours, ["Foundation", "Dispatch"]):
        name = ".".join(symbol["pathComponents"])
        candidates = known.get(name, [])
        same = [each for each in candidates if declared(each) == declared(symbol)]
        if not candidates and symbol["pathComponents"][-1] not in DERIVED:
            faults.append(f"{name}: the toolchain has no such declaration")
        for each in same or candidates:
            mine, real = availability(symbol), availability(each)
            count += max(real.values()) > (0, 0)
            faults += [
                f"{declared(symbol)} ({name}) is of {platform} {shown(real[platform])}, "
                f"and not {shown(mine[platform])}"
                for platform in PLATFORMS
                if mine[platform] < real[platform]
            ]
    return faults, count


def squeezed(declarations):
    return "".join(re.sub(r"\s+", "", Path(each).read_text()) for each in declarations)


def check_vendor(ours, declarations):
    """Finds functions and initialisers that the stand-in for tests declares differently. Counts them."""
    text, faults, count = squeezed(declarations), [], 0
    for symbol in symbols(ours, ["ConnectIQ"]):
        if symbol["kind"]["identifier"] in FUNCTIONS and "rawValue:" not in declared(
            symbol
        ):
            count += 1
            if re.sub(r"\s+", "", declared(symbol)) not in text:
                faults.append(
                    f"{declared(symbol)}: the tests' stand-in declares it differently"
                )
    return faults, count


def check_core_bluetooth(ours, table, declarations):
    """Finds what the stand-in has other than the table, or other than the one for tests."""
    text = squeezed(declarations)
    faults, count = [], 0
    for symbol in symbols(ours, ["CoreBluetooth"]):
        path = symbol["pathComponents"]
        name = ".".join(path)
        row, mine = table.versions(path), availability(symbol)
        if row is None:
            faults.append(f"{name}: the table has no such declaration")
        elif row != mine:
            of = ", ".join(f"{each} {shown(row[each])}" for each in PLATFORMS)
            faults.append(f"{name}: the table says {of}")
        if symbol["kind"]["identifier"] in FUNCTIONS:
            signature = re.sub(r"\s+", "", declared(symbol))
            if signature not in text:
                faults.append(
                    f"{declared(symbol)} ({name}): the tests' stand-in declares it differently"
                )
        count += 1
    return faults, count


def check_enumerations(plan, table, header):
    """Finds enumerations, and their values, that are newer than the platforms."""
    names = set(re.findall(r"^OPEN (\w+) :", Path(header).read_text(), re.MULTILINE))
    # In Swift the errors' enumerations are types in a structure.
    names = {name.removesuffix("Code") for name in names}
    faults = [
        f"{name}: the table has no such enumeration"
        for name in names
        if not table.find([name])
    ]
    for line in Path(plan).read_text().splitlines():
        kind, platform, *rest = line.split()
        if kind != "platform" or platform not in TABLE_NAMES:
            continue
        platform, least = TABLE_NAMES[platform], number(rest[0])
        for tokens, _, versions in table.rows:
            if versions[platform] > least:
                newer = {token for token in tokens if token.split(".")[0] in names}
                faults += [
                    f"{token}: {platform} {shown(least)} does not have it"
                    for token in newer
                ]
    return faults


def main():
    if sys.argv[1] == "--vendor":
        faults, count = check_vendor(sys.argv[2], sys.argv[3:])
        for fault in faults:
            print(f"Tests/Availability: {fault}", file=sys.stderr)
        sys.exit(bool(faults) or count < 15)
    plan, ours, theirs, listed, header, *declarations = sys.argv[1:]
    faults, annotated = check_toolchain(ours, theirs)
    table = Table(listed)
    more, bluetooth = check_core_bluetooth(ours, table, declarations)
    faults += more + check_enumerations(plan, table, header)
    if not (annotated and bluetooth):
        faults.append("nothing was compared")
    for fault in faults:
        print(f"Tests/Availability: {fault}", file=sys.stderr)
    print(
        f"{annotated} annotations are not older than the toolchain's, {bluetooth} are the table's"
    )
    sys.exit(bool(faults))


main()
