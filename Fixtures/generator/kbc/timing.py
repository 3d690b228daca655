"""The protocol's intervals, in milliseconds: the only place in the generator that has their values.

The names are those of the list in Docs/Sessions.md, in capitals; `.ci/pages` compares the two.
"""

KEEP_ALIVE_READ_INTERVAL = 4000
POLL_INTERVAL = 1000
QUIET_INTERVAL = 50
MARKER_TOLERANCE = 20
OLDEST_READ_INTERVAL = 30_000
REPEAT_INTERVAL = 2000
LOST_LINK_INTERVAL = 5000
ADVERTISING_LIMIT = 120_000
SILENCE_INTERVAL = 5000
READ_TIMEOUT = 5000
SETUP_TIMEOUT = 10_000
RETRY_INTERVAL = 500
