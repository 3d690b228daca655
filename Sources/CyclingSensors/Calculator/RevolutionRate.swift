/// How fast something turns, exactly as two measurements say: a number of revolutions in a number of
/// ticks.
///
/// Source: `Docs/Sensors.md`, rule S.1.
public struct RevolutionRate: Hashable, Sendable {
    /// The revolutions; zero at a standstill.
    public let revolutions: UInt64
    /// The ticks that they took; never zero.
    public let ticks: UInt64
    /// The ticks of a second.
    public let ticksPerSecond: UInt64

    /// Creates a rate. Zero ticks are taken as one.
    init(revolutions: UInt64, ticks: UInt64, ticksPerSecond: UInt64) {
        self.revolutions = revolutions
        self.ticks = max(ticks, 1)
        self.ticksPerSecond = ticksPerSecond
    }

    /// The rate of something that does not turn.
    static func standstill(ticksPerSecond: UInt64) -> RevolutionRate {
        RevolutionRate(revolutions: 0, ticks: 1, ticksPerSecond: ticksPerSecond)
    }

    /// Revolutions per minute.
    public var revolutionsPerMinute: Double {
        60 * Double(revolutions) * Double(ticksPerSecond) / Double(ticks)
    }

    /// The speed of a wheel in millimetres per second, rounded.
    ///
    /// - Parameter circumference: the wheel's circumference in millimetres.
    public func speed(circumference: UInt16) -> UInt32 {
        Self.quotient(revolutions, ticksPerSecond * UInt64(circumference), ticks)
    }

    /// The cadence in hundredths of a revolution per minute, rounded.
    public var cadence: UInt32 { Self.quotient(revolutions, ticksPerSecond * 6000, ticks) }

    /// `one` times `other` by `divisor`, rounded; the largest number if it is larger.
    private static func quotient(_ one: UInt64, _ other: UInt64, _ divisor: UInt64) -> UInt32 {
        let product = one.multipliedFullWidth(by: other)
        guard product.high < divisor else { return .max }
        let (quotient, remainder) = divisor.dividingFullWidth(product)
        let rounded = remainder >= divisor - remainder ? quotient &+ 1 : quotient
        return UInt32(clamping: rounded)
    }
}
