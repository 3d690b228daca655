"""What a notification carries: clause 7.

4 bytes                          an identifier (not with legacy pinned)
16 bytes, random UUID or pinned  a legacy identifier
0 to 3 and 5 to 8 bytes          nothing that a phone sends
anything else                    an object, perhaps cut

A notification is a reason to read. Never mix its fields with those of a later read (clause 7.5).
"""

from .codec import SHORTEST_OBJECT, UUID_SIZE, decode, is_random_uuid
from .error import NavigationError


def _is_identifier(data, layout):
    if layout == "legacy":
        return len(data) == UUID_SIZE
    if layout is None and len(data) == UUID_SIZE:
        return is_random_uuid(data)
    return len(data) == 4


def decode_notification(data, layout=None):
    """The identifier as bytes, or an Instruction. Raises NavigationError."""
    if _is_identifier(data, layout):
        return bytes(data)
    if len(data) < SHORTEST_OBJECT:
        raise NavigationError("malformedNotification", len(data))
    return decode(data, layout, is_whole=False)
