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

    /// The bytes of `UNPAIRED` as one number, the first most significant.
    private static var unpairedWord: UInt64 { 0x554E_5041_4952_4544 }

    static func isUnpaired(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count == 8 else { return false }
        var word: UInt64 = 0
        for position in bytes.indices { word = word << 8 | UInt64(bytes[position]) }
        return word == unpairedWord
    }

    /// The number of bytes of the value.
    public var byteCount: Int {
        switch self {
        case .unpaired: Self.unpairedText.utf8CodeUnitCount
        case .name(let name): name.byteCount
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
