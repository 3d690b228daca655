extension JSONValue {
    /// Reads a line of JSON; `nil` if it is something else, nested more than 512 deep, or names a member twice.
    public init?(line: String) { self.init(bytes: ContiguousArray(line.utf8).span) }

    /// Reads JSON in UTF-8; `nil` if it is something else, nested more than 512 deep, or names a member twice.
    package init?(bytes: Span<UInt8>) {
        guard let value = try? JSONParser.value(of: bytes) else { return nil }
        self = value
    }

    /// Reads a line with an object; `nil` if it is something else.
    package init?(objectIn bytes: Span<UInt8>) {
        self.init(bytes: bytes)
        guard case .object = self else { return nil }
    }
}
