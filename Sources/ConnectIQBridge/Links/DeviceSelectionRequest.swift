/// What asks Connect Mobile to let the user choose devices.
///
/// ```swift
/// let request = try DeviceSelectionRequest(
///     appName: "Rides", bundleIdentifier: "com.example.rides", urlScheme: "rides-4711")
/// print(request.url)
/// ```
///
/// The form of this URL is not documented: it was read off a public app (`Docs/Watch.md`, clause 3.2).
public struct DeviceSelectionRequest: Hashable, Sendable {
    /// The app's name, which Connect Mobile shows to the user.
    public let appName: String
    /// The app's bundle identifier.
    public let bundleIdentifier: String
    /// The URL scheme that the app registered, to which Connect Mobile answers.
    public let urlScheme: String
    /// The version of the vendor's library that the app says it has.
    public let libraryVersion: UInt32

    /// Creates a request.
    ///
    /// - Throws: ``LinkError``: `emptyName`, `invalidScheme` or `oversized`.
    public init(
        appName: String, bundleIdentifier: String, urlScheme: String,
        libraryVersion: UInt32 = DeviceSelection.libraryVersion
    ) throws(LinkError) {
        guard !appName.utf8.isEmpty && !bundleIdentifier.utf8.isEmpty else {
            throw LinkError(.emptyName, at: 0)
        }
        if let wrong = Self.firstWrongByte(ofScheme: urlScheme) {
            throw LinkError(.invalidScheme, at: wrong)
        }
        self.appName = appName
        self.bundleIdentifier = bundleIdentifier
        self.urlScheme = urlScheme
        self.libraryVersion = libraryVersion
        guard url.utf8.count <= DeviceSelection.maximumByteCount else {
            throw LinkError(.oversized, at: DeviceSelection.maximumByteCount)
        }
    }

    /// The URL to open.
    public var url: String {
        "\(DeviceSelection.connectMobileScheme)://\(DeviceSelection.requestHost)"
            + "?ciqApp=\(PercentEncoding.encoded(appName))"
            + "&ciqBundle=\(PercentEncoding.encoded(bundleIdentifier))"
            + "&ciqScheme=\(PercentEncoding.encoded(urlScheme))&ciqSdkVersion=\(libraryVersion)"
    }

    /// Source: RFC 3986, section 3.1.
    private static func firstWrongByte(ofScheme scheme: String) -> Int? {
        var position = 0
        for byte in scheme.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                break
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "."):
                if position == 0 { return 0 }
            default: return position
            }
            position += 1
        }
        return position == 0 ? 0 : nil
    }
}

/// The names and bounds of a device selection.
///
/// Source: `Docs/Watch.md`, clause 3.
public enum DeviceSelection {
    /// The URL scheme of Connect Mobile.
    public static let connectMobileScheme = "gcm-ciq"
    /// The bundle identifier of Connect Mobile.
    public static let connectMobileBundle = "com.garmin.connect.mobile"
    /// The version in the one request and the one answer that are known.
    public static let libraryVersion: UInt32 = 10_000
    /// The longest URL, in bytes.
    public static let maximumByteCount = 8192
    /// The largest number of devices.
    public static let maximumDeviceCount = 32

    static let requestHost = "device-select-req"
    static let responseHost = "device-select-resp"
}
