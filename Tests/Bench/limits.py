"""Fails if the library has become slower than the limits below allow, or takes more memory.

    limits.py BENCH INSTRUCTIONS [--extra PERCENT] [codec] [instructions] [captures] [pairs]

BENCH is a release build of knav-bench, and INSTRUCTIONS is built from Tests/Bench/Instructions. The limits are ratios to something
that is measured in the same run, so that they hold on a slow machine too. A limit that is exceeded is tried again,
twice at most, because other programs disturb a measurement.

With --extra, this much more of the measured work is done. Then the limits on ratios must be exceeded, and the exit
code says whether all were.
"""

import argparse
import json
import re
import subprocess
import sys

ATTEMPTS = 3

WEG, MIXED, ASCII = (
    '"Weg"',
    '"Lennéstraße am Großen Wäldchen"',
    '"Alte Poststrasse hinter dem Bahnhof 123"',
)

# Instructions are counted by valgrind, and their number does not change from run to run: these limits are a twentieth
# above it, and a loss of a tenth shows. Times of decoding differ by a fifth on a busy machine. Their limits are about
# a third above what was measured. They catch what instructions don't tell, if it doubles the time. How long a look at
# every byte takes, beside reading a log, differs by half between processors; these limits have room for that.
LIMITS = {
    "codec": {
        f"{WEG}: borrowed view / C99 port": 0.5,
        f"{MIXED}: borrowed view / C99 port": 0.3,
        f"{ASCII}: borrowed view / C99 port": 0.16,
        f"{WEG}: owned instruction / its String": 2.3,
        f"{MIXED}: owned instruction / its String": 1.45,
    },
    "instructions": {
        f"{WEG}: borrowed view / C99 port": 0.485,
        f"{MIXED}: borrowed view / C99 port": 0.318,
        f"{ASCII}: borrowed view / C99 port": 0.211,
        f"{WEG}: owned instruction / its String": 1.81,
        f"{MIXED}: owned instruction / its String": 1.04,
        f"{ASCII}: owned instruction / its String": 1.48,
    },
    "captures": {
        "small packets in btsnoop: records / looking at every byte": 3,
        "small packets in btsnoop: navigation / looking at every byte": 11.5,
        "small packets in btsnoop: reads / looking at every byte": 17.5,
        "small packets in btsnoop: statistics / looking at every byte": 38,
        "small packets in pcapng: reads / looking at every byte": 17,
        "usual mix in pcapng: reads / looking at every byte": 1.5,
        "usual mix in pcapng: statistics / looking at every byte": 2.1,
        "air: reads / looking at every byte": 33,
    },
    "pairs": {"a link event among 10000 pairs / among 100": 2.6},
}
# These are not ratios: more work does not change them.
MEMORY = {
    "captures": {"megabytes at most": 64},
    "pairs": {"bytes a pair": 4200},
}
OPTIONS = {"codec": [], "captures": ["--captures"], "pairs": ["--pairs"]}


def codec(report):
    return {
        f"{each['workload']} / {each['peer'].rpartition(': ')[2]}": each["ratio"]
        for each in report["ratios"]
    }


def instructions(program, limits, extra):
    """The instructions of each workload that has a limit, divided by those of its peer."""
    listing = subprocess.run([program], check=True, capture_output=True, text=True)
    comparisons = [line.split("\t") for line in listing.stdout.splitlines()]
    start = count(program, comparisons[0][0], 0)

    def work(name, extra):
        return count(program, name, REPETITIONS * (100 + extra) // 100) - start

    titles = {
        f"{name} / {peer.rpartition(': ')[2]}": (name, peer)
        for name, peer in comparisons
    }
    return {
        title: work(name, extra) / work(peer, 0)
        for title, (name, peer) in titles.items()
        if title in limits
    }


def count(program, name, repetitions):
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no"]
    command += ["--cachegrind-out-file=/dev/null", program, name, str(repetitions)]
    result = subprocess.run(command, check=True, capture_output=True, text=True)
    return int(re.search(r"I +refs: +([\d,]+)", result.stderr)[1].replace(",", ""))


def captures(report):
    speeds = {each["name"]: each["megabytesPerSecond"] for each in report["workloads"]}
    peer = "looking at every byte"
    values = {f"{name} / {peer}": speeds[peer] / speeds[name] for name in speeds}
    return values | {"megabytes at most": report["peakMegabytes"]}


def pairs(report):
    return {
        "a link event among 10000 pairs / among 100": report["ratio"],
        "bytes a pair": report["rounds"][0]["bytesPerPair"],
    }


# So many that the program's start hardly counts.
REPETITIONS = 10000
VALUES = {"codec": codec, "captures": captures, "pairs": pairs}


def measure(programs, group, limits, extra):
    if group == "instructions":
        return instructions(programs.instructions, limits, extra)
    command = [programs.bench, "--json", "--extra", str(extra), *OPTIONS[group]]
    result = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    return VALUES[group](json.loads(result.stdout))


def lowest(programs, group, limits, extra):
    """The lowest value of each limit: of one attempt, or of all if one exceeds its limit."""
    values = {}
    for _ in range(ATTEMPTS):
        measured = measure(programs, group, limits, extra)
        values = {
            name: min(measured[name], values.get(name, measured[name]))
            for name in limits
        }
        if all(values[name] <= limits[name] for name in limits):
            break
    return values


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("bench")
    parser.add_argument("instructions")
    parser.add_argument("groups", nargs="*", metavar="group")
    parser.add_argument("--extra", type=int, default=0)
    arguments = parser.parse_intermixed_args()
    wrong = [group for group in arguments.groups if group not in LIMITS]
    if wrong:
        parser.error(f"no such group: {wrong[0]}")
    failed = False
    for group in arguments.groups or LIMITS:
        limits = dict(LIMITS[group])
        if not arguments.extra:
            limits |= MEMORY.get(group, {})
        values = lowest(arguments, group, limits, arguments.extra)
        for name, limit in limits.items():
            is_exceeded = values[name] > limit
            verdict = "EXCEEDED" if is_exceeded else "holds"
            print(f"{name}: {values[name]:.3f}, limit {limit}: {verdict}", flush=True)
            failed |= is_exceeded != bool(arguments.extra)
    if failed and arguments.extra:
        print(f"limits.py: {arguments.extra} % more work is not seen", file=sys.stderr)
    elif failed:
        print("limits.py: something has become slower, or larger", file=sys.stderr)
    sys.exit(failed)


main()
