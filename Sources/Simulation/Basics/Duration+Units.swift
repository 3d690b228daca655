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
