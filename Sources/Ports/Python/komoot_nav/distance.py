"""A distance as a rider reads it: clause 6.

The arithmetic is in integers of a tenth of a millimetre. Every unit is a whole number of those, so only
the last step rounds.
"""

NOW_LIMIT = 5  # metres, clause 6.2

METER = 10000
KILOMETER = 10000000
FOOT = 3048
YARD = 9144
MILE = 16093440

# For each style: the small unit and its length; the number of small units, rounded to ten, from which
# the large unit is used; the large unit and its length (clause 6.6).
STYLES = {
    "vendor": ("m", METER, None, None, None),
    "metric": ("m", METER, 1000, "km", KILOMETER),
    "imperial": ("ft", FOOT, 1000, "mi", MILE),
    "uk": ("yd", YARD, 880, "mi", MILE),
}


def _nearest(length, step):
    """The length divided by a step, rounded half up."""
    return (2 * length + step) // (2 * step)


def display(distance_in_meters, style):
    """The number as text, and the unit; None for "Now"."""
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
