/// Reasons for the end of a link: HCI error codes.
///
/// Source: Bluetooth Core Specification, Vol 1 Part F, 1.3.
package enum LinkEndReason {
    /// Nothing came from the other end any more.
    package static let timeout: UInt8 = 0x08
    /// The host that keeps the log ended it.
    package static let byLocalHost: UInt8 = 0x16
    /// Nobody knows.
    package static let unspecified: UInt8 = 0x1F
}
