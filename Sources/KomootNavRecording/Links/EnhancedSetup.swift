/// How two ends open channels for the Attribute Protocol beside the fixed one (EATT).
///
/// Source: Bluetooth Core Specification, Vol 3 Part A, 4.25 and 4.26 (signalling), and Part G, 5.3.1 (its SPSM).
struct EnhancedSetup: Sendable {
    private static let request: UInt8 = 0x17
    private static let response: UInt8 = 0x18
    private static let protocolNumber: UInt16 = 0x0027
    private static let headerSize = 4

    /// The identifiers of open requests, by who made them; an end has one open request at a time.
    private var identifierOfHost: UInt8?
    private var identifierOfPeer: UInt8?

    /// Takes a packet of the signalling channel.
    ///
    /// - Returns: whether it opens at least one such channel.
    mutating func handle(_ packet: Span<UInt8>, isSent: Bool) -> Bool {
        guard packet.count >= Self.headerSize else { return false }
        let identifier = packet[1]
        switch packet[0] {
        case Self.request where packet.count >= Self.headerSize + 2:
            guard packet.littleEndian16(at: Self.headerSize) == Self.protocolNumber else {
                return false
            }
            if isSent { identifierOfHost = identifier } else { identifierOfPeer = identifier }
            return false
        case Self.response where identifier == (isSent ? identifierOfPeer : identifierOfHost):
            if isSent { identifierOfPeer = nil } else { identifierOfHost = nil }
            // After MTU, MPS, credits and result come the channels; a refused one is 0.
            var place = Self.headerSize + 8
            while place + 2 <= packet.count {
                if packet.littleEndian16(at: place) != 0 { return true }
                place += 2
            }
            return false
        default: return false
        }
    }
}
