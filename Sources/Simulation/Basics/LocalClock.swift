package import LinkVocabulary

/// The clock of one end. It starts at a time of its own, and may run faster or slower than the
/// world's clock.
package struct LocalClock: Hashable, Sendable {
    /// What it shows when the world begins, in milliseconds.
    package var offset: UInt64 = 0
    /// How much faster it runs, in millionths; slower if negative.
    package var drift: Int64 = 0

    /// In microseconds: short enough to be multiplied by a drift without an overflow.
    private static let longestTime: UInt64 = 100 * 86_400_000_000

    package init(offset: UInt64 = 0, drift: Int64 = 0) {
        self.offset = offset
        self.drift = drift
    }

    /// What it shows when the world's clock stands at `microseconds`.
    package func time(at microseconds: UInt64) -> SessionTime {
        // Without `clamping:`, which takes long in a debug build: a world reads its clocks at every event.
        let world = microseconds > Int64.max ? Int64.max : Int64(microseconds)
        let local = UInt64(max(world + world * drift / 1_000_000, 0))
        return SessionTime(milliseconds: offset + local / 1000)
    }

    /// The first microsecond of the world at which it shows this time or a later one; the last one for a time in more
    /// than a hundred days, which no world sees.
    package func microseconds(of time: SessionTime) -> UInt64 {
        guard time.milliseconds > offset else { return 0 }
        guard time.milliseconds - offset < Self.longestTime / 1000 else { return .max }
        let local = Int64(time.milliseconds - offset) * 1000
        var guess = UInt64(clamping: local - local * drift / (1_000_000 + drift))
        guard guess < Self.longestTime else { return .max }
        while guess > 0 && self.time(at: guess - 1) >= time { guess -= 1 }
        while self.time(at: guess) < time { guess += 1 }
        return guess
    }
}

extension Duration {
    /// The whole microseconds, which are the units of a world's clock: zero if it is negative, and the
    /// largest number if there are more.
    var wholeMicroseconds: UInt64 {
        if self <= .zero { return 0 }
        if self >= .microseconds(UInt64.max) { return .max }
        let (seconds, attoseconds) = components
        return UInt64(seconds) * 1_000_000 + UInt64(attoseconds / 1_000_000_000_000)
    }

    /// In milliseconds, with decimals only if they are needed.
    var millisecondsText: String {
        if self < .zero { return "less than 0 ms" }
        let microseconds = wholeMicroseconds
        return microseconds % 1000 == 0
            ? "\(microseconds / 1000) ms" : "\(secondsText(microseconds, per: 1000)) ms"
    }
}

/// A time as seconds with decimals.
///
/// - Parameters:
///   - time: the time, in parts of a second.
///   - parts: how many parts a second has: a power of ten, which sets the number of decimals.
func secondsText(_ time: UInt64, per parts: UInt64) -> String {
    // The added one keeps the leading zeros of the decimals.
    "\(time / parts).\(String(parts + time % parts).dropFirst())"
}
