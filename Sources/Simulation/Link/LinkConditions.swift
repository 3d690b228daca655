/// What the links of a world are like.
public struct LinkConditions: Hashable, Sendable {
    /// The longest time that a PDU takes, in microseconds. The time of each one is drawn.
    public var connectionInterval: UInt64
    /// The MTU of a new link, in bytes.
    public var mtu: Int
    /// The longest time between two chances to hear advertising, in microseconds.
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
}
