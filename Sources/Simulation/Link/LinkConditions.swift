/// What the links of a world are like.
public struct LinkConditions: Hashable, Sendable {
    /// The longest time that a PDU takes: 1 µs to an hour. The time of each one is drawn.
    public var connectionInterval: Duration
    /// The MTU of a new link, in bytes: 23 to 517 (``LinkFault/mtus``).
    public var mtu: Int
    /// The longest time between two chances to hear advertising: 1 µs to an hour.
    public var advertisingInterval: Duration

    /// Creates conditions. By default a PDU takes at most 30 ms, the MTU is ATT's default, and a
    /// chance to hear advertising comes at least every half second. A shorter interval than 1 µs counts as 1 µs.
    public init(
        connectionInterval: Duration = .milliseconds(30), mtu: Int = 23,
        advertisingInterval: Duration = .milliseconds(500)
    ) {
        self.connectionInterval = max(connectionInterval, Self.intervals.lowerBound)
        self.mtu = mtu
        self.advertisingInterval = max(advertisingInterval, Self.intervals.lowerBound)
    }

    private static let intervals: ClosedRange<Duration> = .microseconds(1) ... .seconds(3600)

    /// Traps if no link can be like this.
    func check() {
        precondition(LinkFault.mtus ~= mtu, "an MTU has 23 to 517 bytes")
        precondition(
            Self.intervals ~= connectionInterval && Self.intervals ~= advertisingInterval,
            "an interval takes 1 µs to an hour")
    }
}
