extension JSONValue {
    /// An integer as the fixtures write it: a text above ``greatestNumber``.
    package static func field(_ value: some FixedWidthInteger) -> JSONValue {
        value > greatestNumber ? .string(String(value)) : .number(Int64(value))
    }

    /// Bytes as forms write them: in hexadecimal.
    package static func bytes(_ bytes: Span<UInt8>) -> JSONValue {
        .string(HexBytes.encode(bytes))
    }

    /// Bytes as forms write them: in hexadecimal.
    package static func bytes(_ bytes: ContiguousArray<UInt8>) -> JSONValue { .bytes(bytes.span) }

    /// A size, an offset or a count.
    package static func size(_ value: Int) -> JSONValue { .number(Int64(value)) }

    /// A member that is bytes in hexadecimal; `nil` if it is something else.
    package func bytes(_ key: String) -> ContiguousArray<UInt8>? {
        self[key]?.string.flatMap { try? HexBytes.decode($0) }
    }

    /// A member that is a truth value.
    package func bool(_ key: String) -> Bool? {
        if case .bool(let value) = self[key] { return value }
        return nil
    }

    /// A member that is a size, an offset or a count.
    package func int(_ key: String) -> Int? { self[key]?.unsigned.map { Int($0) } }
}
