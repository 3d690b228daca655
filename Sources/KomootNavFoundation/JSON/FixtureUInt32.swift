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
