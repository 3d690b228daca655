/// A watch or bike computer that the user shares with the phone's app.
///
/// Source: `Docs/Watch.md`, clauses 3.4 and 4.1.
public struct WatchDevice: Hashable, Sendable {
    /// Names the device; it stays the same.
    public let id: UUID128
    /// The product, as in `fenix 5`; empty if it was not given.
    public let model: String
    /// What its user calls it; empty if it was not given.
    public let name: String
    /// The product's part number in the vendor's catalogue; empty if it was not given. Connect Mobile gives it since its version
    /// 5.15.
    public let partNumber: String

    /// Creates a device.
    public init(id: UUID128, model: String = "", name: String = "", partNumber: String = "") {
        self.id = id
        self.model = model
        self.name = name
        self.partNumber = partNumber
    }
}

/// An app on one device. The same app on two devices is two of these.
///
/// Source: `Docs/Watch.md`, clause 4.4.
public struct WatchApp: Hashable, Sendable {
    /// The app's identifier, from its manifest.
    public let id: UUID128
    /// The device's identifier.
    public let device: UUID128

    /// Creates an app.
    public init(id: UUID128, device: UUID128) {
        self.id = id
        self.device = device
    }
}

/// What a device says of an app.
///
/// Source: `Docs/Watch.md`, clause 4.5.
public struct AppStatus: Hashable, Sendable {
    /// Whether the app is installed.
    public let isInstalled: Bool
    /// Its version; it means nothing if the app is not installed.
    public let version: UInt16

    /// Creates a status.
    public init(isInstalled: Bool, version: UInt16) {
        self.isInstalled = isInstalled
        self.version = version
    }
}
