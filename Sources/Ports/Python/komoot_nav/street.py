"""The street as text: clause 5.

Table 3-7 of the Unicode Standard (section 3.9) says what is well-formed. As that section recommends,
U+FFFD replaces each maximal part of an ill-formed sequence. This is done by hand because MicroPython's
decode() can't do that.
"""

from .error import NavigationError

REPLACEMENT = b"\xef\xbf\xbd"  # U+FFFD

# The leading bytes after which the second byte must be in a smaller range than 0x80 to 0xBF.
SECOND = {
    0xE0: (0xA0, 0xBF),
    0xED: (0x80, 0x9F),
    0xF0: (0x90, 0xBF),
    0xF4: (0x80, 0x8F),
}


def _expected(lead):
    """How many bytes a sequence has; 0 if its first byte can't begin one."""
    if lead < 0x80:
        return 1
    if lead < 0xC2 or lead > 0xF4:
        return 0
    return 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4


def _run(data, start):
    """Where the sequence at start ends, and "whole", "ill-formed" or "incomplete"."""
    expected = _expected(data[start])
    if expected == 0:
        return start + 1, "ill-formed"
    lowest, highest = SECOND.get(data[start], (0x80, 0xBF))
    end = start + 1
    while end < start + expected:
        if end == len(data):
            return end, "incomplete"
        if not lowest <= data[end] <= highest:
            return end, "ill-formed"
        lowest, highest = 0x80, 0xBF
        end += 1
    return end, "whole"


def first_fault(data):
    """Where the first sequence that is not whole begins; None if all are whole."""
    position = 0
    while position < len(data):
        end, kind = _run(data, position)
        if kind != "whole":
            return position
        position = end
    return None


def text(data, policy="dropIncompleteTail"):
    """The street as text.

    policy: "strict" raises NavigationError if the street is not well-formed. "repair" shows U+FFFD
    instead of ill-formed parts. "dropIncompleteTail" does the same, but leaves out a character that was
    cut at the end (clause 5.4).
    """
    shown = bytearray()
    position = 0
    while position < len(data):
        end, kind = _run(data, position)
        if kind == "whole":
            shown.extend(data[position:end])
        elif policy == "strict":
            raise NavigationError("invalidUTF8", position)
        elif kind == "ill-formed" or policy == "repair":
            shown.extend(REPLACEMENT)
        position = end
    return bytes(shown).decode("utf-8")
