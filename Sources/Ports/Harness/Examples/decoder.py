"""A decoder of today's objects: Docs/Porting.md, "Bytes"."""

import kbc_harness


def decode(data):
    if len(data) > 512:
        raise kbc_harness.Refused("oversized")
    if len(data) < 9:
        raise kbc_harness.Refused("truncated")
    return {
        "identifier": int.from_bytes(data[0:4], "little"),
        "arrow": data[4],
        "distanceInMeters": int.from_bytes(data[5:9], "little"),
        "streetBytes": data[9:],
    }


kbc_harness.run(decode)
