#!/usr/bin/env python3
"""Makes the README's pictures from real runs of `knav`.

    swift build
    python3 Docs/Pictures/make.py           # writes the pictures beside this script
    python3 Docs/Pictures/make.py --check   # fails if they are not what knav draws today

ride.svg is what `knav ride` writes to a terminal, beside a device that shows one of its
lines, with the arrow's picture from Sources/Arrows. torn-light.svg is a chart as
`knav capture diagram --svg` draws it; torn-dark.svg is the same chart in colours for a
dark page. Runs are made in virtual time from fixed seeds, so the same code draws the same
bytes on every machine.
"""

import argparse
import os
import pty
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.sax.saxutils import escape

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
RIDE = "Fixtures/rides/city-loop.csv"

# The ride in the terminal: as many instructions are shown; the device shows the last one.
RIDE_ARGUMENTS = ["ride", RIDE, "--profile", "ios"]
SHOWN_INSTRUCTIONS = 10

# A ride on which a late answer lets the phone replace an object while it is being read.
# The window, in seconds, holds this read and the next.
TORN_ARGUMENTS = ["--profile", "ios", "--faults", "light", "--seed", "15"]
TORN_WINDOW = ("9.89", "13.82")

# Light colours of the chart, and what stands for them on a dark page.
DARK = {
    "#fff": "#0d1117",
    "#223": "#d1d7e0",
    "#667": "#9198a1",
    "#99a": "#656c76",
    "#36c": "#4493f8",
    "#2a7": "#3fb950",
    "#c33": "#f85149",
}

# The terminal: one font and a width for its characters, in the picture's units.
MONOSPACE = (
    "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
)
SANS = "-apple-system, 'Segoe UI', 'Noto Sans', Helvetica, Arial, 'DejaVu Sans', sans-serif"
FONT_SIZE = 13
COLUMN = 7.83
ROW = 20
COLUMNS = 70

# The picture of each arrow that a line of the ride may show, and how large the device draws it.
ARROWS = {
    "↑": "straight",
    "↗": "slightRight",
    "→": "right",
    "↘": "sharpRight",
    "↙": "sharpLeft",
    "←": "left",
    "↖": "slightLeft",
}
ARROW_FOLDER = ROOT / "Sources" / "Arrows" / "svg"
ARROW_SCALE = 1.3

# What a terminal's attributes look like (SGR: Select Graphic Rendition).
COLORS = {31: "#ff7b72", 36: "#56d4dd"}
PLAIN = "#d1d7e0"
DIM = "#8b949e"

# One escape sequence: its parameters and what it does.
ESCAPE = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])")
# Characters that some systems show as emoji unless told otherwise.
EMOJI = re.compile("([\u2194-\u21aa\u25b6\u25c0\u2934\u2935])")
TEXT_SELECTOR = "\ufe0e"


def terminal_output(command):
    """What a command writes to a terminal, as text with escape sequences."""
    environment = {**os.environ, "TERM": "xterm-256color", "NO_COLOR": ""}
    terminal, end = pty.openpty()
    with subprocess.Popen(command, stdout=end, stderr=end, env=environment) as process:
        os.close(end)
        output = b"".join(chunks(terminal))
    os.close(terminal)
    if process.returncode != 0:
        sys.exit(f"pictures: {' '.join(command)} fails:\n{output.decode()}")
    return output.decode()


def chunks(terminal):
    """What comes from a terminal until its other end is closed, which Linux calls an error."""
    while True:
        try:
            chunk = os.read(terminal, 65536)
        except OSError:
            return
        if not chunk:
            return
        yield chunk


def styled_lines(text):
    """Lines as lists of runs: text, colour, whether it is bold."""
    lines = []
    color, bold, dim = None, False, False
    for line in text.replace("\r", "").rstrip("\n").split("\n"):
        runs, start = [], 0
        for sequence in [*ESCAPE.finditer(line), None]:
            end = sequence.start() if sequence else len(line)
            if end > start:
                runs.append((line[start:end], color or (DIM if dim else PLAIN), bold))
            if sequence is None:
                break
            start = sequence.end()
            parameters, action = sequence.groups()
            if action == "m":
                for code in map(int, parameters.split(";")):
                    if code == 0:
                        color, bold, dim = None, False, False
                    elif code == 1:
                        bold = True
                    elif code == 2:
                        dim = True
                    else:
                        color = COLORS[code]
            elif parameters + action not in ("?7l", "?7h", "K"):
                sys.exit(f"pictures: unknown escape sequence {sequence[0]!r}")
        lines.append(runs)
    return lines


def words(text):
    """Text for XML, with arrows shown as text everywhere."""
    return EMOJI.sub(r"\1" + TEXT_SELECTOR, escape(text))


def text_of(line):
    return "".join(text for text, _, _ in line)


def draw_runs(line, left, baseline):
    """One line of a terminal, cut at the terminal's edge."""
    elements, column = [], 0
    for text, color, bold in line:
        shown = text[: max(0, COLUMNS - column)]
        blanks = len(shown) - len(shown.lstrip(" "))
        if shown.strip():
            weight = ' font-weight="bold"' if bold else ""
            x = left + (column + blanks) * COLUMN
            elements.append(
                f'<text x="{x:.1f}" y="{baseline}" fill="{color}"{weight}>'
                f"{words(shown.strip(' '))}</text>"
            )
        column += len(text)
    return elements


def ride_picture(knav):
    output = terminal_output([knav, *RIDE_ARGUMENTS])
    # How fresh the screen was stands in a line too long for the picture.
    header, *shown, _, summary = styled_lines(output)
    # Lines that begin with a dot say what the rider is told.
    statuses = [line for line in shown if text_of(line).startswith("·")]
    instructions = [line for line in shown if line not in statuses]
    if statuses != shown[: len(statuses)]:
        sys.exit("pictures: a status changes during the ride")
    if len(instructions) <= SHOWN_INSTRUCTIONS:
        sys.exit(f"pictures: {RIDE} has too few instructions")
    current = instructions[SHOWN_INSTRUCTIONS - 1]
    rest = len(instructions) - SHOWN_INSTRUCTIONS
    prompt = [("$ ", DIM, False)]
    prompt.append((f"swift run knav {' '.join(RIDE_ARGUMENTS)}", PLAIN, False))
    lines = [prompt, header, *statuses, *instructions[:SHOWN_INSTRUCTIONS]]
    lines += [[("⋮", DIM, False), (f"  {rest} more", DIM, False)], summary]

    left, padding, bar = 250, 16, 30
    width = left + round(COLUMNS * COLUMN) + 2 * padding
    height = bar + len(lines) * ROW + 2 * padding - 6
    elements = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">',
        "<title>A ride: what the handlebar shows, and the terminal</title>",
        f'<g font-family="{MONOSPACE}" font-size="{FONT_SIZE}" xml:space="preserve">',
        f'<rect x="{left + 0.5}" y="0.5" width="{width - left - 1}" height="{height - 1}" '
        'rx="10" fill="#161b22" stroke="#3d444d"/>',
    ]
    for number, color in enumerate(["#ff5f57", "#febc2e", "#28c840"]):
        elements.append(
            f'<circle cx="{left + 20 + number * 18}" cy="18" r="5.5" fill="{color}"/>'
        )
    for number, line in enumerate(lines):
        baseline = bar + padding + number * ROW + 8
        if line is current:
            elements.append(
                f'<rect x="{left + 8}" y="{baseline - 14.5}" width="{width - left - 16}" '
                f'height="{ROW}" rx="4" fill="#56d4dd" fill-opacity="0.16"/>'
            )
        elements += draw_runs(line, left + padding, baseline)
    elements += ["</g>", *draw_device(current, height), "</svg>"]
    return "".join(element + "\n" for element in elements)


def draw_device(line, height):
    """A device on a handlebar that shows one line of the ride: arrow, distance, street."""
    arrow, distance, street = text_of(line).split(maxsplit=2)
    if distance != "Now":
        unit, street = street.split(maxsplit=1)
        distance += " " + unit
    bottom = height - 44
    middle = 113
    return [
        '<defs><linearGradient id="tube" x2="0" y2="1"><stop stop-color="#6e7681"/>'
        '<stop offset="0.35" stop-color="#a5adb8"/><stop offset="1" stop-color="#3d444d"/>'
        "</linearGradient></defs>",
        f'<rect x="0" y="{height - 34}" width="226" height="30" rx="15" fill="url(#tube)"/>',
        f'<rect x="81" y="{bottom - 10}" width="64" height="50" rx="9" fill="#2d333b" '
        'stroke="#4b535d"/>',
        f'<rect x="16.5" y="0.5" width="193" height="{bottom - 1}" rx="26" fill="#22272e" '
        'stroke="#4b535d"/>',
        f'<rect x="30" y="14" width="166" height="{bottom - 28}" rx="14" fill="#eef2e6"/>',
        f'<g transform="translate({middle} 88) scale({ARROW_SCALE}) translate(-48 -48)" '
        'color="#14181d">',
        *arrow_shapes(ARROWS[arrow]),
        "</g>",
        f'<g font-family="{SANS}" text-anchor="middle" fill="#14181d">',
        f'<text x="{middle}" y="198" font-size="42" font-weight="bold">'
        f"{escape(distance)}</text>",
        '<line x1="48" y1="217" x2="178" y2="217" stroke="#c3cbb6" stroke-width="1.5"/>',
        f'<text x="{middle}" y="248" font-size="21">{escape(street)}</text>',
        "</g>",
    ]


def arrow_shapes(name):
    """What the picture of an arrow consists of."""
    picture = (ARROW_FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    return [
        line for line in picture.splitlines() if line.startswith(("<path", "<circle"))
    ]


def run(command):
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"pictures: {' '.join(command)} fails:\n{result.stderr}")


def torn_picture(knav):
    with tempfile.TemporaryDirectory() as folder:
        log, chart = f"{folder}/ride.btsnoop", f"{folder}/chart.svg"
        run([knav, "ride", RIDE, *TORN_ARGUMENTS, "--record", log])
        start, end = TORN_WINDOW
        window = ["--from", start, "--to", end]
        run([knav, "capture", "diagram", *window, "--svg", chart, log])
        picture = Path(chart).read_text(encoding="utf-8")
    if ">torn: " not in picture:
        sys.exit("pictures: no torn read in the window; choose another seed or window")
    return picture


def darkened(picture):
    return re.sub(r'"(#[0-9a-f]+)"', lambda color: f'"{DARK[color[1]]}"', picture)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    parser.add_argument(
        "--knav", default=".build/debug/knav", help="the program (%(default)s)"
    )
    arguments = parser.parse_args()
    os.chdir(ROOT)
    if not os.access(arguments.knav, os.X_OK):
        sys.exit(f"pictures: there is no {arguments.knav}; build it with 'swift build'")
    torn = torn_picture(arguments.knav)
    pictures = {
        "ride.svg": ride_picture(arguments.knav),
        "torn-light.svg": torn,
        "torn-dark.svg": darkened(torn),
    }
    different = []
    for name, picture in pictures.items():
        path = FOLDER / name
        if not arguments.check:
            path.write_text(picture, encoding="utf-8", newline="\n")
        elif not path.exists() or path.read_text(encoding="utf-8") != picture:
            different.append(name)
    if different:
        sys.exit(
            f"pictures: knav now draws something else for {', '.join(different)}; see what "
            "changed, then run 'python3 Docs/Pictures/make.py'"
        )
    print(
        f"pictures: {len(pictures)}", "are up to date" if arguments.check else "written"
    )


if __name__ == "__main__":
    main()
