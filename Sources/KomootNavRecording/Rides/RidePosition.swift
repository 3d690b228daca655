/// Where a rider was, as a line of a ride file says.
package enum RidePosition: Hashable, Sendable {
    /// The line does not say it.
    case missing
    /// The line has something else there than a latitude and a longitude.
    case malformed
    /// In degrees, north and east.
    case known(latitude: Double, longitude: Double)

    init(latitude: String, longitude: String) {
        if latitude.isEmpty && longitude.isEmpty {
            self = .missing
        } else if let latitude = Self.degrees(latitude, upTo: 90),
            let longitude = Self.degrees(longitude, upTo: 180)
        {
            self = .known(latitude: latitude, longitude: longitude)
        } else {
            self = .malformed
        }
    }

    /// A decimal number such as `-13.046652`; `nil` for anything else.
    private static func degrees(_ text: String, upTo limit: Double) -> Double? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard digits.utf8.count <= 32, digits.utf8.first != UInt8(ascii: "."),
            digits.utf8.allSatisfy({
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".")
            }), let number = Double(text), number.magnitude <= limit
        else { return nil }
        return number
    }
}
