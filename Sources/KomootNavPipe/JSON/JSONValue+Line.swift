import Foundation

extension JSONValue {
    /// Reads a line of JSON; `nil` if it is something else.
    public init?(line: String) { self.init(bytes: line.utf8) }

    /// Reads a line of JSON; `nil` if it is something else.
    init?(bytes: some Sequence<UInt8>) {
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
            return nil
        }
        self = value
    }

    /// Reads a line with an object; `nil` if it is something else.
    package init?(objectIn bytes: some Sequence<UInt8>) {
        // Decoding an object directly is faster: JSONValue would first try every other type.
        guard
            let members = try? JSONDecoder().decode(
                [String: JSONValue].self, from: Data(bytes))
        else { return nil }
        self = .object(members)
    }
}
