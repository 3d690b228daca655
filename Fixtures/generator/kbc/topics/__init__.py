"""The topics: one module for each theme, one generated file for each topic."""

import importlib
from collections.abc import Iterator

from ..vectors import Topic

MODULES = """
    layout length limits identifier arrow distance street utf8 detection encoding
    notification reassembly display session sensor_measurements sensor_others
    sensor_control sensor_fec sensor_rides pairing watch_values watch_refusals
    watch_details watch_orders watch_links watch_navigation watch_session
""".split()


def all_topics() -> Iterator[Topic]:
    """Every generated topic, in the order of the files."""
    for name in MODULES:
        yield from importlib.import_module(f".{name}", __package__).topics()
