"""The rules of the session, in the order of the clauses."""

from __future__ import annotations

from .choosing_rules import add_choosing_rules
from .connection_rules import add_connection_rules
from .failure_rules import add_failure_rules
from .list_rules import add_list_rules, add_registering_rules
from .message_rules import add_message_rules
from .script import CompanionCollection
from .store_rules import add_store_rules
from .time_rules import add_time_rules


def add_rules(collection: CompanionCollection) -> None:
    """Adds the rules, in the order of the clauses."""
    add_store_rules(collection)
    add_list_rules(collection)
    add_message_rules(collection)
    add_failure_rules(collection)
    add_connection_rules(collection)
    add_registering_rules(collection)
    add_choosing_rules(collection)
    add_time_rules(collection)
