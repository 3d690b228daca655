"""What a rider reads for a distance: clause 6.

Integers in tenths of a millimetre, in which every unit is a whole number, so that nothing is lost before
rounding.
"""

NOW_LIMIT = 5  # metres, clause 6.2

METER = 10000
KILOMETER = 10000000
FOOT = 3048
YARD = 9144
MILE = 16093440

# Of each style: the small unit, its length, from how many of them, rounded to ten, the large unit is
# used, that one, its length (clause 6.6).
STYLES = {
    "vendor": ("m", METER, None, None, None),
    "metric": ("m", METER, 1000, "km", KILOMETER),
    "imperial": ("ft", FOOT, 1000, "mi", MILE),
    "uk": ("yd", YARD, 880, "mi", MILE),
}


def _nearest(length, step):
    """How many steps the length has, to the nearest, halves up."""
    return (2 * length + step) // (2 * step)


def display(distance_in_meters, style):
    """The number as text and the unit; None for "Now"."""
    if distance_in_meters <= NOW_LIMIT:
        return None
    small, small_length, limit, large, large_length = STYLES[style]
    length = distance_in_meters * METER
    number = 10 * _nearest(length, 10 * small_length)
    if limit is None or number < limit:
        return str(number), small
    tenths = _nearest(length, large_length // 10)
    if tenths < 100:
        return "%d.%d" % (tenths // 10, tenths % 10), large
    return str(_nearest(length, large_length)), large
