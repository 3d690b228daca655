/// What the links of a world are like.
public struct LinkConditions: Hashable, Sendable {
    /// The longest time that a PDU takes, in microseconds: at most an hour. The time of each one is drawn.
    public var connectionInterval: UInt64
    /// The MTU of a new link, in bytes: 23 to 517 (``LinkFault/mtus``).
    public var mtu: Int
    /// The longest time between two chances to hear advertising, in microseconds: at most an hour.
    public var advertisingInterval: UInt64

    /// Creates conditions. By default a PDU takes at most 30 ms, the MTU is ATT's default, and a
    /// chance to hear advertising comes at least every half second.
    public init(
        connectionInterval: UInt64 = 30_000, mtu: Int = 23, advertisingInterval: UInt64 = 500_000
    ) {
        self.connectionInterval = max(connectionInterval, 1)
        self.mtu = mtu
        self.advertisingInterval = max(advertisingInterval, 1)
    }

    private static let intervals: ClosedRange<UInt64> = 1...3_600_000_000

    /// Traps if no link can be like this.
    func check() {
        precondition(LinkFault.mtus ~= mtu, "an MTU has 23 to 517 bytes")
        precondition(
            Self.intervals ~= connectionInterval && Self.intervals ~= advertisingInterval,
            "an interval takes 1 µs to an hour")
    }
}
