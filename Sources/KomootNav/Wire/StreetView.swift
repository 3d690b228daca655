/// A street, read in place. It is UTF-8 up to the end of the object, without a terminator or a
/// length, and it need not be well-formed.
///
/// Source: `Docs/Protocol.md`, clauses 2.3 and 5.
public struct StreetView: ~Escapable {
    /// All bytes of the street, as they came.
    public let bytes: Span<UInt8>
    @usableFromInline let offsetInObject: Int

    @inlinable
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, offsetInObject: Int) {
        self.bytes = bytes
        self.offsetInObject = offsetInObject
    }

    /// Views bytes that are not part of an object; error offsets count from the first one.
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>) {
        self.init(bytes, offsetInObject: 0)
    }

    /// Whether the street has no bytes.
    @inlinable public var isEmpty: Bool { bytes.isEmpty }

    /// The street without an incomplete last sequence: the characters that a cut can't have
    /// changed.
    public var wholeCharacters: Span<UInt8> {
        @_lifetime(copy self)
        get { bytes.extracting(..<UTF8Sequence.incompleteTailStart(in: bytes)) }
    }

    /// Checks that the street is well-formed UTF-8. Allocates nothing.
    ///
    /// - Throws: ``KomootNavError/Code/invalidUTF8`` at the first byte of the first ill-formed
    ///   sequence.
    public func validate() throws(KomootNavError) {
        if let position = UTF8Sequence.check(bytes).illFormed {
            throw KomootNavError(.invalidUTF8, at: offsetInObject + position)
        }
    }

    /// The street as text.
    ///
    /// - Throws: ``KomootNavError/Code/invalidUTF8``, with ``StreetPolicy/strict`` only.
    public func text(_ policy: StreetPolicy) throws(KomootNavError) -> String {
        switch policy {
        case .strict:
            try validate()
            return String(repairing: bytes)
        case .repair:
            return String(repairing: bytes)
        case .dropIncompleteTail:
            return String(repairing: wholeCharacters)
        }
    }
}

extension StreetView {
    /// The street as a rider should see it: ``StreetPolicy/dropIncompleteTail``.
    public var description: String { String(repairing: wholeCharacters) }
}

extension String {
    /// Creates a string from well-formed bytes; `nil` if they are not.
    init?(wellFormed bytes: Span<UInt8>) {
        let (illFormed, isASCII) = UTF8Sequence.check(bytes)
        guard illFormed == nil else { return nil }
        if #available(macOS 26, iOS 26, watchOS 26, tvOS 26, visionOS 26, *) {
            // Unsafe only if the bytes were ill-formed.
            self.init(copying: unsafe UTF8Span(unchecked: bytes, isKnownASCII: isASCII))
        } else {
            self.init(repairing: bytes)
        }
    }

    /// Creates a string, with U+FFFD in place of each ill-formed part.
    init(repairing bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
