"""The two sessions: every event in every phase, and every sentence of their rules."""

from collections.abc import Iterator

from ..sessions import (
    central_cells,
    central_choices,
    central_discarded,
    central_failures,
    central_mtus,
    central_notified,
    central_pairing,
    central_radios,
    central_reading,
    central_replaced,
    central_rules,
    central_script,
    central_status,
    central_subscribed,
    peripheral_cells,
    peripheral_choices,
    peripheral_losses,
    peripheral_lost,
    peripheral_missing,
    peripheral_off,
    peripheral_reads,
    peripheral_rules,
    peripheral_script,
)
from ..sessions.script import PHASES, Collection
from ..vectors import Topic

# In the order in which they came, because identifiers stay.
CENTRAL = (
    central_reading.ROWS,
    central_rules.ARRIVALS,
    central_rules.ROWS,
    central_pairing.ROWS,
    central_notified.ROWS,
    central_failures.ROWS,
    central_radios.ROWS,
    central_status.ROWS,
    central_notified.UNNAMED,
    central_mtus.ROWS,
    central_discarded.ROWS,
    central_pairing.NOTIFIED,
    central_replaced.ROWS,
    central_choices.ROWS,
    central_subscribed.ROWS,
    central_status.LOST,
    central_subscribed.LATER,
    central_status.FORGOTTEN,
)
# Those that begin with one watchdog for all devices, and with one for each.
PERIPHERAL = (
    (peripheral_reads.ROWS, peripheral_script.peripheral),
    (peripheral_rules.ROWS, peripheral_script.peripheral),
    (peripheral_losses.ROWS, peripheral_script.own),
    (peripheral_missing.ROWS, peripheral_script.own),
    (peripheral_off.ROWS, peripheral_script.own),
    (peripheral_lost.ROWS, peripheral_script.own),
    (peripheral_choices.ROWS, peripheral_script.peripheral),
)


def topics() -> Iterator[Topic]:
    """session/central/*.json and session/peripheral/*.json"""
    central = Collection("centralSession", "session/central", PHASES["central"])
    central_cells.add_cells(central)
    for table in CENTRAL:
        central.add_table(table, vars(central_script), central_script.central)
    yield from central
    peripheral = Collection(
        "peripheralSession", "session/peripheral", PHASES["peripheral"]
    )
    peripheral_cells.add_cells(peripheral)
    for table, begin in PERIPHERAL:
        peripheral.add_table(table, vars(peripheral_script), begin)
    yield from peripheral
