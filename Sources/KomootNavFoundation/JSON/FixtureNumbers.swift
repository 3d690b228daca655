import KomootNav

/// An unsigned integer as the fixtures write it: above 2,147,483,647 it is a decimal string.
struct FixtureUInt32: Codable {
    static let greatestNumber = UInt32(Int32.max)

    let value: UInt32

    init(_ value: UInt32) { self.value = value }

    /// Reads a number, or a string with the same digits that ``encode(to:)`` would write.
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let text = try? container.decode(String.self) else {
            value = try container.decodeInteger()
            return
        }
        guard let value = UInt32(text), String(value) == text else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text)\" is not a number of 32 bits")
        }
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if value <= Self.greatestNumber {
            try container.encode(value)
        } else {
            try container.encode(String(value))
        }
    }
}

extension SingleValueDecodingContainer {
    /// Decodes an integer. If it has a fraction or is out of range, the error has the path, which
    /// the decoder's own error lacks.
    func decodeInteger<Integer: FixedWidthInteger & Decodable>() throws -> Integer {
        do {
            return try decode(Integer.self)
        } catch let error as DecodingError where error.isOfType {
            throw error
        } catch {
            throw DecodingError.dataCorruptedError(
                in: self, debugDescription: "not an integer from 0 to \(Integer.max)")
        }
    }
}

extension DecodingError {
    /// Whether a value is missing or of another type, which decoders report with the path.
    fileprivate var isOfType: Bool {
        switch self {
        case .typeMismatch, .valueNotFound, .keyNotFound: true
        case .dataCorrupted: false
        @unknown default: false
        }
    }
}

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
