"""Why bleak can't use Bluetooth: for now, or never for this program."""

from bleak.exc import (
    BleakBluetoothNotAvailableError,
    BleakBluetoothNotAvailableReason,
)

from knav_radio import EX_NOPERM, EX_UNAVAILABLE, Unavailable

#: Why Bluetooth is not there, and never will be for this program, with an exit status.
_NEVER = {
    BleakBluetoothNotAvailableReason.NO_BLUETOOTH: EX_UNAVAILABLE,
    BleakBluetoothNotAvailableReason.NO_BLE_CENTRAL_ROLE: EX_UNAVAILABLE,
    BleakBluetoothNotAvailableReason.DENIED_BY_USER: EX_NOPERM,
    BleakBluetoothNotAvailableReason.DENIED_BY_SYSTEM: EX_NOPERM,
    BleakBluetoothNotAvailableReason.DENIED_BY_UNKNOWN: EX_NOPERM,
}


def reason_to_wait(error: Exception) -> str:
    """Why the radio can't scan now.

    Raises:
        Unavailable: It never will.
    """
    if isinstance(error, BleakBluetoothNotAvailableError):
        if error.reason in _NEVER:
            raise Unavailable(
                f"Bluetooth can't be used: {error.args[0]}", _NEVER[error.reason]
            ) from error
        if error.reason == BleakBluetoothNotAvailableReason.POWERED_OFF:
            return "Bluetooth is switched off."
    if isinstance(error, ConnectionError | EOFError):
        # Only on Linux does bleak reach Bluetooth over a connection.
        raise Unavailable("bluetoothd has ended.") from error
    return f"Bluetooth can't scan: {str(error) or type(error).__name__}."
