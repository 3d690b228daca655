/// Why an app can't use Bluetooth, where only its user can do something about it.
public enum BluetoothObstacle: String, Hashable, Sendable, CaseIterable, Codable {
    /// The system has no Bluetooth Low Energy.
    case unsupported
    /// The user does not let the app use Bluetooth.
    case unauthorized
}
