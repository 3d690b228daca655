import Foundation

extension JSONValue {
    /// Reads a line of JSON; `nil` if it is none.
    init?(line: String) { self.init(bytes: line.utf8) }

    /// Reads a line of JSON; `nil` if it is none.
    init?(bytes: some Sequence<UInt8>) {
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
            return nil
        }
        self = value
    }

    /// Reads a line with an object; `nil` if it is none.
    init?(objectIn bytes: some Sequence<UInt8>) {
        // Members are decoded as such at once, and not after it was tried whether they are something else.
        guard
            let members = try? JSONDecoder().decode(
                [String: JSONValue].self, from: Data(bytes))
        else { return nil }
        self = .object(members)
    }
}
