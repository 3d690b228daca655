"""The topics: one module for each theme, one generated file for each topic."""

from __future__ import annotations

from collections.abc import Iterator

from ..vectors import Topic
from . import (
    arrow,
    detection,
    display,
    distance,
    encoding,
    identifier,
    layout,
    length,
    limits,
    notification,
    pairing,
    reassembly,
    reassembly_faults,
    reassembly_radios,
    sensor_control,
    sensor_fec,
    sensor_measurements,
    sensor_others,
    sensor_ride_cranks,
    sensor_ride_machines,
    sensor_ride_sources,
    sensor_ride_stops,
    sensor_ride_wheels,
    session,
    street,
    utf8,
    watch_details,
    watch_links,
    watch_navigation,
    watch_orders,
    watch_refusals,
    watch_session,
    watch_values,
)

MODULES = (
    layout,
    length,
    limits,
    identifier,
    arrow,
    distance,
    street,
    utf8,
    detection,
    encoding,
    notification,
    reassembly,
    reassembly_faults,
    reassembly_radios,
    display,
    session,
    sensor_measurements,
    sensor_others,
    sensor_control,
    sensor_fec,
    sensor_ride_wheels,
    sensor_ride_cranks,
    sensor_ride_stops,
    sensor_ride_sources,
    sensor_ride_machines,
    pairing,
    watch_values,
    watch_refusals,
    watch_details,
    watch_orders,
    watch_links,
    watch_navigation,
    watch_session,
)


def all_topics() -> Iterator[Topic]:
    """Every generated topic, in the order of the files."""
    for module in MODULES:
        yield from module.topics()
