"""The device's end of komoot BLE Connect, for Python and MicroPython.

Clause numbers refer to Docs/Protocol.md. Each module needs only those that it imports, so import just
the ones that your device uses.
"""
