/// A time as seconds with decimals.
///
/// - Parameters:
///   - time: the time, in parts of a second.
///   - parts: how many parts a second has: a power of ten, which sets the number of decimals.
func secondsText(_ time: UInt64, per parts: UInt64) -> String {
    // The added one keeps the leading zeros of the decimals.
    "\(time / parts).\(String(parts + time % parts).dropFirst())"
}
