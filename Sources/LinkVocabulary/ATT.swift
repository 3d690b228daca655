/// The sizes that the Attribute Protocol fixes.
///
/// Source: Bluetooth Core Specification, Vol 3, Part F, sections 3.2.8, 3.2.9 and 3.4;
/// `Docs/Protocol.md`, clause 8.1.
public enum ATT {
    // Computed, so that a caller in another module has the number itself.

    /// The MTU of a link on which the two ends exchanged none, in bytes.
    @inlinable public static var defaultMTU: Int { 23 }
    /// The largest MTU that two ends can exchange, in bytes: it is sent as 16 bits.
    @inlinable public static var maximumMTU: Int { 65_535 }
    /// The longest value that an attribute may have, in bytes.
    @inlinable public static var maximumValueLength: Int { 512 }
    /// The smallest payload with which a phone fills a response or notification, in bytes. A
    /// shorter one is always the whole value.
    @inlinable public static var smallestPayload: Int { 20 }

    /// The most bytes of a value that one Read or Read Blob response carries: `mtu` − 1.
    ///
    /// - Parameter mtu: the link's MTU in bytes; less than ``defaultMTU`` counts as ``defaultMTU``.
    public static func readPayload(mtu: Int) -> Int { max(mtu, defaultMTU) - 1 }

    /// The most bytes of a value that one notification carries: `mtu` − 3.
    ///
    /// - Parameter mtu: the link's MTU in bytes; less than ``defaultMTU`` counts as ``defaultMTU``.
    public static func notificationPayload(mtu: Int) -> Int { max(mtu, defaultMTU) - 3 }
}
