/// A street's name. It keeps every byte as it came, even if it is not well-formed UTF-8.
///
/// Two streets are equal if their bytes are: `é` as one scalar and `é` as two are different
/// streets.
///
/// Source: `Docs/Protocol.md`, clauses 2.3 and 5.
public struct Street: Sendable {
    /// Well-formed bytes are always stored as text, so each street has only one representation.
    @usableFromInline enum Storage: Sendable {
        case text(String)
        case illFormed(ContiguousArray<UInt8>)
    }

    @usableFromInline let storage: Storage

    /// Creates a street from text.
    public init(_ text: String) {
        var text = text
        text.makeContiguousUTF8()
        storage = .text(text)
    }

    /// Creates a street from bytes, whatever they are.
    public init(_ bytes: Span<UInt8>) {
        if let text = String(wellFormed: bytes) {
            storage = .text(text)
        } else {
            storage = .illFormed(ContiguousArray(copying: bytes))
        }
    }

    /// Creates a street from the bytes of a view.
    @inlinable public init(_ view: StreetView) { self.init(view.bytes) }

    /// Whether the street has no bytes.
    @inlinable public var isEmpty: Bool { byteCount == 0 }

    /// The number of bytes.
    @inlinable public var byteCount: Int {
        switch storage {
        case .text(let text): text.utf8.count
        case .illFormed(let bytes): bytes.count
        }
    }

    /// Lends the street's bytes.
    public func withBytes<R, E: Error>(
        _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        switch storage {
        case .illFormed(let bytes):
            return try body(bytes.span)
        case .text(var text):
            // `withUTF8` rethrows untyped, so the closure returns its outcome as a value.
            let outcome = text.withUTF8 { buffer -> Result<R, E> in
                do throws(E) {
                    return .success(try body(unsafe Span(_unsafeElements: buffer)))
                } catch {
                    return .failure(error)
                }
            }
            return try outcome.get()
        }
    }

    /// The street as text.
    ///
    /// - Throws: ``KomootNavError/Code/invalidUTF8``, with ``StreetPolicy/strict`` only; the offset
    ///   counts from the street's first byte.
    public func text(_ policy: StreetPolicy) throws(KomootNavError) -> String {
        if case .text(let text) = storage { return text }
        return try withBytes { (bytes) throws(KomootNavError) in
            try StreetView(bytes).text(policy)
        }
    }
}

extension Street: Hashable {
    public static func == (left: Street, right: Street) -> Bool {
        switch (left.storage, right.storage) {
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.illFormed(let left), .illFormed(let right)): left == right
        case (.text, .illFormed), (.illFormed, .text): false
        }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(byteCount)
        withBytes { bytes in
            for position in bytes.indices { hasher.combine(bytes[position]) }
        }
    }
}

extension Street: CustomStringConvertible {
    /// The street as a rider should see it: ``StreetPolicy/dropIncompleteTail``.
    public var description: String {
        if case .text(let text) = storage { return text }
        return withBytes { StreetView($0).description }
    }
}

extension Street: ExpressibleByStringInterpolation {
    /// Creates a street from a literal, which may interpolate.
    public init(stringLiteral value: String) { self.init(value) }
}

/// What to do with a street's bytes that are not well-formed UTF-8.
///
/// Source: `Docs/Protocol.md`, clauses 5.2 to 5.4.
public enum StreetPolicy: String, Hashable, Sendable, CaseIterable {
    /// Refuse the street, and say where the first ill-formed sequence is.
    case strict
    /// Show U+FFFD in place of each maximal part of an ill-formed sequence.
    case repair
    /// Do as ``repair`` does, but leave out an incomplete last sequence, which a cut may cause.
    /// Nothing else is left out.
    case dropIncompleteTail
}

// Left out of Embedded Swift: where a character ends is in tables that firmware has no room for.
#if !hasFeature(Embedded)
    extension Street {
        /// The longest beginning that has at most this many bytes and ends where a character ends. If
        /// the bytes are not well-formed UTF-8, it ends where a sequence ends.
        ///
        /// ``InstructionLayout/maximumStreetByteCount`` is what a layout has room for.
        public func prefix(maximumByteCount limit: Int) -> Street {
            if byteCount <= limit { return self }
            guard let text = try? text(.strict) else {
                return withBytes { bytes in
                    Street(StreetView(bytes.extracting(..<max(limit, 0))).wholeCharacters)
                }
            }
            var count = 0
            let beginning = text.prefix { character in
                count += character.utf8.count
                return count <= limit
            }
            return Street(String(beginning))
        }
    }
#endif
