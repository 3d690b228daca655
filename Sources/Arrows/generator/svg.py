"""Writes pictures and the contact sheet as SVG."""

from __future__ import annotations

from .drawings import ARROWS, UNKNOWN, Arrow
from .grid import SIDE
from .pen import SIZES, Pen

# The contact sheet, in pixels: a sheet of paper with two columns of cells.
MARGIN = 16
GAP = 10
TEXT = 30
COLUMNS = 2
CELL_WIDTH = SIDE + sum(SIZES) + GAP * len(SIZES) + 2 * MARGIN
CELL_HEIGHT = SIDE + TEXT + MARGIN
HEADING = 52

LICENCE = "<!-- SPDX-License-Identifier: Apache-2.0 -->"
FONT = "-apple-system, 'Segoe UI', 'Noto Sans', Helvetica, Arial, 'DejaVu Sans', sans-serif"
PAPER, EDGE, INK, FADED = "#f6f8f2", "#c3cbb6", "#14181d", "#57606a"


def picture(arrow: Arrow) -> str:
    """One arrow, in the colour of the text around it."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">',
        LICENCE,
        f"<title>{arrow.title}</title>",
        *shapes(arrow),
        "</svg>",
    ]
    return "".join(line + "\n" for line in lines)


def contact_sheet(bitmaps: dict[int, dict[str, list[list[bool]]]]) -> str:
    """All arrows, as pictures and as bitmaps of every size."""
    arrows = [*ARROWS, UNKNOWN]
    rows = -(-len(arrows) // COLUMNS)
    width, height = COLUMNS * CELL_WIDTH, HEADING + rows * CELL_HEIGHT + MARGIN
    sizes = ", ".join(map(str, sorted(SIZES, reverse=True)))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">',
        LICENCE,
        "<title>All arrows: value, name, picture and bitmaps</title>",
        f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="12" '
        f'fill="{PAPER}" stroke="{EDGE}"/>',
        f'<g font-family="{FONT}" font-size="13" fill="{FADED}" color="{INK}">',
        f'<text x="{MARGIN}" y="34">Each arrow as SVG, and as bitmaps of {sizes} pixels</text>',
    ]
    for number, arrow in enumerate(arrows):
        column, row = divmod(number, rows)
        x, y = MARGIN + column * CELL_WIDTH, HEADING + row * CELL_HEIGHT
        lines.append(f'<g transform="translate({x} {y})">')
        lines += _cell(arrow, {size: bitmaps[size][arrow.name] for size in SIZES})
        lines.append("</g>")
    lines += ["</g>", "</svg>"]
    return "".join(line + "\n" for line in lines)


def _cell(arrow: Arrow, bitmaps: dict[int, list[list[bool]]]) -> list[str]:
    value = "other" if arrow.value is None else arrow.value
    lines = [
        f'<text y="14"><tspan font-weight="bold" fill="{INK}">{value}</tspan>'
        f'<tspan dx="8">{arrow.name}</tspan></text>',
        f'<g transform="translate(0 {TEXT - 6})">',
        *shapes(arrow),
    ]
    x = SIDE + GAP
    for size in sorted(SIZES, reverse=True):
        lines.append(
            f'<path transform="translate({x} {SIDE - size})" fill="{INK}" '
            f'shape-rendering="crispEdges" d="{_dots(bitmaps[size])}"/>'
        )
        x += size + GAP
    return [*lines, "</g>"]


def shapes(arrow: Arrow) -> list[str]:
    """The elements of a picture."""
    return [shape.svg() for shape in arrow.draw(Pen(SIZES[-1]))]


def _dots(rows: list[list[bool]]) -> str:
    """A bitmap as a path: each rectangle is a run of set pixels that stays the same from row to row."""
    path: list[str] = []
    open_runs: dict[tuple[int, int], int] = {}
    for y, row in enumerate([*rows, [False] * len(rows)]):
        runs = _runs(row)
        for run in [each for each in open_runs if each not in runs]:
            top = open_runs.pop(run)
            path.append(f"M{run[0]} {top}h{run[1]}v{y - top}h-{run[1]}z")
        for run in runs:
            open_runs.setdefault(run, y)
    return "".join(path)


def _runs(row: list[bool]) -> list[tuple[int, int]]:
    """Runs of set pixels: where each begins, and how long it is."""
    runs: list[tuple[int, int]] = []
    for x, is_set in enumerate(row):
        if is_set and x and row[x - 1]:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        elif is_set:
            runs.append((x, 1))
    return runs
