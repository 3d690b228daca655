extension Duration {
    /// The whole microseconds, which are the units of a world's clock: zero if it is negative.
    var wholeMicroseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0 && attoseconds >= 0 else { return 0 }
        let (product, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000)
        let fraction = UInt64(attoseconds / 1_000_000_000_000)
        return overflow || product > .max - fraction ? .max : product + fraction
    }

    /// In milliseconds, with decimals only if they are needed.
    var millisecondsText: String {
        let microseconds = wholeMicroseconds
        return microseconds % 1000 == 0
            ? "\(microseconds / 1000) ms" : "\(secondsText(microseconds, per: 1000)) ms"
    }
}
