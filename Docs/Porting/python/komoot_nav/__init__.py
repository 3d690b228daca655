"""The device's end of komoot BLE Connect, for Python and MicroPython.

Rules: Docs/Protocol.md, by the numbers of its clauses. No module needs another than those that it
imports; import the ones that a device uses.
"""
