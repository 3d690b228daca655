"""The bitmaps can be told apart, are mirror images where they should be, and lie within the frame."""

from __future__ import annotations

import itertools
import math
import re
import unittest

from arrows import SIZES, Bitmap, bitmaps, module, other_side

# Any two arrows of 24 pixels differ in at least as many pixels, even if one is moved by a pixel.
LEAST_DIFFERENCE = 20
# Where a circle around the ring of a roundabout crosses the ways, in parts of the side.
CROSSING = 30 / 96


def difference(first: Bitmap, second: Bitmap) -> int:
    """In how many pixels two bitmaps differ."""
    pairs = zip(itertools.chain(*first), itertools.chain(*second))
    return sum(here != there for here, there in pairs)


def moved(bitmap: Bitmap, right: int, down: int) -> Bitmap:
    """A bitmap that lies elsewhere. What leaves the frame is lost; its edge is blank anyway."""
    side = range(len(bitmap))
    return [
        [
            bitmap[y - down][x - right] if y - down in side and x - right in side else 0
            for x in side
        ]
        for y in side
    ]


def least_difference(first: Bitmap, second: Bitmap) -> int:
    """In how many pixels two bitmaps differ where they lie best upon each other, moved by a pixel at most."""
    ways = itertools.product((-1, 0, 1), repeat=2)
    return min(difference(first, moved(second, *way)) for way in ways)


def mirrored(bitmap: Bitmap) -> Bitmap:
    return [row[::-1] for row in bitmap]


def directions(bitmap: Bitmap) -> list[float]:
    """Where the ways from a roundabout lead, in degrees: counterclockwise, that of the rider first."""
    side = len(bitmap)
    ink = []
    for degrees in range(-135, 225):  # from the lower left, where no way is
        radians = math.radians(degrees)
        x = side / 2 + math.cos(radians) * CROSSING * side
        y = side / 2 - math.sin(radians) * CROSSING * side
        ink.append((degrees, bitmap[int(y)][int(x)]))
    runs = [
        list(run) for is_set, run in itertools.groupby(ink, lambda e: e[1]) if is_set
    ]
    return [(run[0][0] + run[-1][0]) / 2 for run in runs]


def weight(bitmap: Bitmap, degrees: float) -> int:
    """How many pixels are set outside the ring, at most 22 degrees from a direction."""
    middle = (len(bitmap) - 1) / 2
    radians = math.radians(degrees)
    ahead = math.cos(radians), -math.sin(radians)
    count = 0
    for row, line in enumerate(bitmap):
        for column, is_set in enumerate(line):
            x, y = column - middle, row - middle
            distance = math.hypot(x, y)
            near = x * ahead[0] + y * ahead[1] >= math.cos(math.radians(22)) * distance
            count += is_set and near and distance > CROSSING * len(bitmap)
    return count


class Bitmaps(unittest.TestCase):
    def test_a_bitmap_has_as_many_bytes_as_its_size_asks_for(self):
        for size in SIZES:
            self.assertEqual(module(size).SIZE, size)
            self.assertEqual(module(size).ROW_BYTES, size // 8)
            for value in range(256):
                self.assertEqual(len(module(size).bitmap(value)), size * size // 8)

    def test_no_two_arrows_are_alike(self):
        pairs = itertools.combinations(bitmaps(24).items(), 2)
        distance, first, second = min(
            (least_difference(one[1], other[1]), one[0], other[0])
            for one, other in pairs
        )
        print(f"closest at 24 pixels: {first}, {second}: {distance} pixels")
        self.assertGreaterEqual(distance, LEAST_DIFFERENCE, f"{first}, {second}")

    def test_an_arrow_that_is_moved_by_a_pixel_stays_the_same(self):
        for name, bitmap in bitmaps(24).items():
            for way in itertools.product((-1, 0, 1), repeat=2):
                there = moved(bitmap, *way)
                self.assertEqual(least_difference(bitmap, there), 0, f"{name}: {way}")

    def test_left_mirrors_right_and_clockwise_counterclockwise(self):
        for size in SIZES:
            drawn = bitmaps(size)
            pairs = [(name, other_side(name)) for name in drawn]
            pairs = [(name, other) for name, other in pairs if name != other]
            self.assertEqual(len(pairs), 22)
            for name, other in pairs:
                self.assert_alike(drawn[name], mirrored(drawn[other]), size, name)

    def test_what_has_no_side_is_its_own_mirror_image(self):
        for size in SIZES:
            for name in ("straight", "start", "reserved13", "roundaboutFallback"):
                drawn = bitmaps(size)[name]
                self.assert_alike(drawn, mirrored(drawn), size, name)

    def assert_alike(self, first: Bitmap, second: Bitmap, size: int, name: str):
        # assertEqual would look for the shortest list of changes, which takes minutes.
        self.assertEqual(difference(first, second), 0, f"{size}: {name}")

    def test_the_outermost_pixels_are_blank(self):
        for size in SIZES:
            for name, drawn in bitmaps(size).items():
                edge = [*drawn[0], *drawn[-1]]
                edge += [pixel for row in drawn for pixel in (row[0], row[-1])]
                self.assertFalse(any(edge), f"{size}: {name}")

    def test_a_fork_has_two_branches_and_other_turns_have_one(self):
        for size in SIZES:
            for name in ("fork", "slight"):
                drawn = bitmaps(size)[f"{name}Left"]
                across = itertools.groupby(drawn[round(size * 0.22)])
                branches = sum(is_set for is_set, _ in across)
                self.assertEqual(
                    branches, 2 if name == "fork" else 1, f"{size}: {name}"
                )

    def test_each_roundabout_shows_which_exit_and_of_how_many(self):
        for size in SIZES:
            for name, drawn in bitmaps(size).items():
                match = re.fullmatch(r"roundabout(\w+wise)(\d)of(\d)", name)
                if match is None:
                    continue
                way, taken, exits = match[1], int(match[2]), int(match[3])
                upright = drawn if way == "Counterclockwise" else mirrored(drawn)
                with self.subTest(size=size, name=name):
                    _, *ways = directions(upright)
                    self.assertEqual(len(ways), exits)
                    weights = [weight(upright, each) for each in ways]
                    heaviest = weights.pop(taken - 1)
                    self.assertGreaterEqual(heaviest, 2 * max([1, *weights]))


if __name__ == "__main__":
    unittest.main()
