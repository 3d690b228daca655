/// The other end of a connection, as its address names it.
///
/// Two connections with the same address are with the same device. The reverse does not hold: a device may change its
/// address every few minutes.
///
/// Source: Bluetooth Core Specification, Vol 4 Part E, 7.7.65.1, 7.7.65.10 and 7.7.65.41; Vol 6 Part B, 1.3.
public struct LinkPeer: Hashable, Sendable {
    /// The controller by which it was reached, if the log has several.
    public let controller: UInt16
    /// Whether the address is random, and not public.
    public let isRandom: Bool
    /// The 48 bits of the address.
    public let address: UInt64

    /// Takes the address from an event that tells of a new connection; `nil` if none is there. Logs that were
    /// made to be published have only zeros.
    init?(connectionComplete packet: Span<UInt8>, controller: UInt16) {
        let typePlace = 7
        let addressPlace = 8
        let addressSize = 6
        guard packet.count >= addressPlace + addressSize else { return nil }
        var address: UInt64 = 0
        for position in (0..<addressSize).reversed() {
            address = address << 8 | UInt64(packet[addressPlace + position])
        }
        guard address != 0 else { return nil }
        self.controller = controller
        // 2 and 3 are a public and a random identity, which the controller has resolved.
        isRandom = packet[typePlace] & 1 == 1
        self.address = address
    }
}
