"""The errors with which bluetoothd answers a call, as codes of ATT.

Only some errors keep their code. The names and texts are those of `create_gatt_dbus_error` in BlueZ's
`src/gatt-client.c`, the same in 5.66, 5.82 and 5.87.
"""

import re

#: The ATT error Request Not Supported.
REQUEST_NOT_SUPPORTED = 0x06

#: The ATT error Unlikely Error, for failures to which the system gives no code.
UNLIKELY_ERROR = 0x0E

# By the end of the error's name, which begins with org.bluez.Error, and its text; without a text, any
# text will do. The three security errors 0x05, 0x0C and 0x0F all become Not paired.
_CODES = {
    ("NotPermitted", "Read not permitted"): 0x02,
    ("NotPermitted", "Write not permitted"): 0x03,
    ("NotPermitted", "Not paired"): 0x05,
    ("NotSupported", None): 0x06,
    ("InvalidArguments", "Invalid offset"): 0x07,
    ("InvalidOffset", None): 0x07,
    ("NotAuthorized", None): 0x08,
    ("InvalidArguments", "Invalid Length"): 0x0D,
    ("ImproperlyConfigured", None): 0xFD,
}

_CODE_IN_TEXT = re.compile(r"Operation failed with ATT error: 0x([0-9a-f]{2})")


def att_error(name: str, text: str) -> int:
    """The code of the ATT error response that made bluetoothd answer with this D-Bus error.

    Returns:
        The code, or 0x0E (Unlikely Error) if the error does not come from the phone.
    """
    prefix, _, kind = name.rpartition(".")
    if prefix != "org.bluez.Error":
        return UNLIKELY_ERROR
    if kind == "Failed" and (found := _CODE_IN_TEXT.match(text)):
        return int(found[1], 16)
    return _CODES.get((kind, text)) or _CODES.get((kind, None)) or UNLIKELY_ERROR
