"""Distance display: the same distances in every style, and both sides of every change."""

from collections.abc import Iterator

from ..vectors import FIRST_VERSION, Topic
from .distance import DISTANCES

CLAUSES = {"vendor": "6.2", "metric": "6.3", "imperial": "6.4", "uk": "6.5"}

# Both sides of each change and of the roundings that matter, besides the distances that all styles share.
CHANGES = {
    "vendor": (24, 25, 104, 105, 9994, 9995),
    "metric": (104, 105, 1049, 1050, 1949, 1950, 9949, 9950, 10_499, 10_500),
    "imperial": (
        *(7, 8, 303, 402, 403, 1528, 1529, 15_852, 15_853, 16_012, 16_898, 16_899),
        *(100_583, 100_584),
    ),
    "uk": (
        *(13, 790, 791, 800, 885, 886, 1528, 1529, 15_852, 15_853, 16_012, 16_013),
        *(16_898, 16_899, 100_583, 100_584),
    ),
}

# Where feet and yards show by which number they are reckoned.
FACTORS = {"imperial": (32, 93, 157), "uk": (32, 489)}
# More kilometres than 16 bits hold.
WIDE = {"metric": (65_536_000,)}

# Worked out by hand, in distance/hand-written.json.
BY_HAND = {
    "vendor": (5, 6, 14, 15, 19, 2**32 - 1),
    "metric": (996, 1960),
    "imperial": (304, 1960, 16_013),
    "uk": (801, 1960),
}


def topics() -> Iterator[Topic]:
    """distance/vendor.json, metric.json, imperial.json and uk.json"""
    for style, clause in CLAUSES.items():
        topic = Topic("distance", style)
        first = sorted({*DISTANCES, *CHANGES[style]} - set(BY_HAND[style]))
        later = dict.fromkeys(FACTORS.get(style, ()), "8.2.0")
        later |= dict.fromkeys(WIDE.get(style, ()), "8.4.0")
        for meters in [*first, *later]:
            topic.distance(
                f"{meters} m in style {style}",
                clause,
                meters,
                style,
                level="required" if style == "vendor" else "recommended",
                flags=_flags(meters, style),
                shows={"now": meters <= 5},
                since=later.get(meters, FIRST_VERSION),
            )
        yield topic


def _flags(meters: int, style: str) -> list[str]:
    if style == "metric" and 995 <= meters < 1000:
        return ["thousandMetres"]
    if style in ("vendor", "metric") and 6 <= meters < 995 and meters % 10 >= 5:
        return ["roundedDown"]
    return []
