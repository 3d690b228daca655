/// A name by which a client and a server know each other: 1 to 64 bytes, compared byte by byte.
///
/// A name is random, unique to its device, and kept between launches. It is never the text
/// `UNPAIRED`. It is stored inline, without a heap.
///
/// Source: `Docs/Pairing.md`, clauses 1.2 to 1.4 and 2.2.
public struct PairingName: Sendable {
    /// The largest number of bytes.
    public static let maximumByteCount = 64
    /// The number of bytes of a name made from random bits. It fits into one response and one request at
    /// the smallest MTU.
    public static let randomByteCount = 16

    private struct Words: Hashable, Sendable {
        var first: UInt64 = 0
        var second: UInt64 = 0
        var third: UInt64 = 0
        var fourth: UInt64 = 0
        var fifth: UInt64 = 0
        var sixth: UInt64 = 0
        var seventh: UInt64 = 0
        var eighth: UInt64 = 0
    }

    /// The bytes in order; those after the name are zero.
    private var words = Words()
    /// The number of bytes, 1 to 64.
    public let byteCount: Int

    /// Creates a name from its bytes; `nil` if there are none, more than 64, or the bytes of `UNPAIRED`.
    public init?(_ bytes: Span<UInt8>) {
        guard 1...Self.maximumByteCount ~= bytes.count, !PairedName.isUnpaired(bytes) else {
            return nil
        }
        byteCount = bytes.count
        unsafe withUnsafeMutableBytes(of: &words) { storage in
            unsafe bytes.withUnsafeBytes { unsafe storage.copyMemory(from: $0) }
        }
    }

    /// Creates a name of 16 hexadecimal digits from random bits.
    ///
    /// - Parameter random: 64 bits of the system's generator. Draw them once, when there is no stored name.
    public init(random: UInt64) {
        byteCount = Self.randomByteCount
        unsafe withUnsafeMutableBytes(of: &words) { storage in
            for position in 0..<Self.randomByteCount {
                let digit = UInt8(truncatingIfNeeded: random >> UInt64(60 - 4 * position)) & 0xF
                unsafe storage[position] =
                    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
            }
        }
    }

    /// Lends the bytes.
    public func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
        try unsafe withUnsafeBytes(of: words) { (storage) throws(E) -> R in
            try unsafe storage.withMemoryRebound(to: UInt8.self) { (bytes) throws(E) -> R in
                let bytes = unsafe UnsafeBufferPointer(rebasing: bytes[..<byteCount])
                return try body(unsafe Span(_unsafeElements: bytes))
            }
        }
    }
}

extension PairingName: Hashable {
    public static func == (one: PairingName, other: PairingName) -> Bool {
        one.byteCount == other.byteCount && one.words == other.words
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(byteCount)
        hasher.combine(words)
    }
}

#if !hasFeature(Embedded)
    extension PairingName {
        /// Creates a name from text; `nil` if it has no bytes or more than 64 as UTF-8, or is `UNPAIRED`.
        public init?(_ text: String) {
            let bytes = ContiguousArray(text.utf8)
            self.init(bytes.span)
        }

        /// The bytes.
        public var bytes: ContiguousArray<UInt8> {
            withBytes { ContiguousArray(copying: $0) }
        }
    }

    extension PairingName: CustomStringConvertible {
        /// The name as text; what is not well-formed UTF-8 is replaced.
        public var description: String { String(decoding: bytes, as: UTF8.self) }
    }
#endif

/// What one end keeps between launches: its own name, and the name of the other end if they are paired.
///
/// Both are stored together, so that a program that ends at any moment leaves either the old names or
/// the new ones.
public struct PairingNames: Hashable, Sendable {
    /// The end's own name. It never changes.
    public let own: PairingName
    /// The other end's name; `nil` if it is paired with nobody.
    public var peer: PairingName?

    /// Creates the names of one end.
    public init(own: PairingName, peer: PairingName? = nil) {
        self.own = own
        self.peer = peer
    }
}

#if !hasFeature(Embedded)
    /// What happens to both ends alike: to the app, its store and its radio.
    package enum SharedPairingEvent: Hashable, Sendable {
        case start
        case loaded(PairingNames?)
        case loadFailed
        case stored(Ticket)
        case storeFailed(Ticket)
        case unpair
        case radioOff
        case radioOn
        case timePassed
    }
#endif
