"""Generator and reference codec of the KBC conformance suite (komoot BLE Connect)."""
