/// A number with so many digits after the point, rounded. Numbers of 10¹² and more are not rounded.
package func decimal(_ value: Double, digits: Int) -> String {
    let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
    guard value.magnitude < 1e12, digits <= 5 else { return "\(value)" }
    let number = Int64((value * Double(scale)).rounded())
    let whole = "\(number.magnitude / UInt64(scale))"
    let sign = number < 0 ? "-" : ""
    guard digits > 0 else { return sign + whole }
    let fraction = "\(number.magnitude % UInt64(scale))"
    let zeros = String(repeating: "0", count: digits - fraction.utf8.count)
    return "\(sign)\(whole).\(zeros)\(fraction)"
}

extension Double {
    /// The number with one decimal.
    package var inTenths: Double { (self * 10).rounded() / 10 }
}

/// Text with blanks before it, up to a width.
package func rightAligned(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}
