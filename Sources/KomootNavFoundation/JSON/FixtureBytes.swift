import KomootNav

/// A street's bytes as the fixtures write them: lowercase hexadecimal digits.
struct FixtureBytes: Codable {
    let street: Street

    init(_ street: Street) { self.street = street }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let digits = Array(try container.decode(String.self).utf8)
        var bytes: ContiguousArray<UInt8> = []
        for position in stride(from: 0, to: digits.count, by: 2) {
            guard position + 1 < digits.count, let high = Self.value(of: digits[position]),
                let low = Self.value(of: digits[position + 1])
            else {
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "no pair of lowercase hexadecimal digits at \(position)")
            }
            bytes.append(high << 4 | low)
        }
        street = Street(bytes.span)
    }

    /// The value of a digit; `nil` for an uppercase one, which the fixtures' schema forbids.
    private static func value(of digit: UInt8) -> UInt8? {
        UInt8(ascii: "A")...UInt8(ascii: "F") ~= digit ? nil : HexDigits.value(of: digit)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let text = street.withBytes { bytes in
            bytes.indices.map { HexDigits.lowercase(bytes[$0]) }.joined()
        }
        try container.encode(text)
    }
}
