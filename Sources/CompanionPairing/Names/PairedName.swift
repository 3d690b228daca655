/// A value of the characteristic *paired client name*: a client's name, or `UNPAIRED`.
///
/// Source: `Docs/Pairing.md`, clause 1.3.
public enum PairedName: Hashable, Sendable {
    /// The server accepts a client.
    case unpaired
    /// The server is paired with the client of this name.
    case name(PairingName)

    /// `UNPAIRED`.
    private static var unpairedText: StaticString { "UNPAIRED" }

    /// Reads a value; `nil` if it is not a name, because it has no bytes or more than 64.
    public init?(_ bytes: Span<UInt8>) {
        if Self.isUnpaired(bytes) {
            self = .unpaired
        } else if let name = PairingName(bytes) {
            self = .name(name)
        } else {
            return nil
        }
    }

    static func isUnpaired(_ bytes: Span<UInt8>) -> Bool {
        withUnpairedBytes { expected in
            guard bytes.count == expected.count else { return false }
            for position in expected.indices where bytes[position] != expected[position] {
                return false
            }
            return true
        }
    }

    private static func withUnpairedBytes<R, E: Error>(
        _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        let text = unsafe UnsafeBufferPointer(
            start: unpairedText.utf8Start, count: unpairedText.utf8CodeUnitCount)
        return try body(unsafe Span(_unsafeElements: text))
    }

    /// Lends the value's bytes.
    public func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
        switch self {
        case .unpaired: try Self.withUnpairedBytes(body)
        case .name(let name): try name.withBytes(body)
        }
    }

    /// The client's name, if there is one.
    public var name: PairingName? {
        switch self {
        case .unpaired: nil
        case .name(let name): name
        }
    }
}
