/// An offset table: where the fields of a data object are.
///
/// ```
/// published   0 identifier (4) │ 4 arrow │ 5 distance (4) │ 9 reserved, zero (12) │ 21 street …
/// deployed    0 identifier (4) │ 4 arrow │ 5 distance (4) │ 9 street …
/// legacy      0 identifier (16) │ 16 arrow │ 17 distance (4) │ 21 street …
/// ```
///
/// Bytes before the street that belong to no field are reserved: encoding writes them as zero, and
/// decoding refuses any other value.
///
/// Source: `Docs/Protocol.md`, clauses 2.5 to 2.8.
public struct InstructionLayout: Hashable, Sendable {
    /// How an identifier is stored.
    public enum IdentifierFormat: Hashable, Sendable {
        /// Four bytes, little-endian.
        case uint32
        /// Sixteen bytes in printed order.
        case uuid

        /// The number of bytes.
        @inlinable public var byteCount: Int {
            switch self {
            case .uint32: 4
            case .uuid: UUID128.byteCount
            }
        }
    }

    /// The layouts that phones and the vendor's simulator kit are known to write.
    public enum Known: String, Hashable, Sendable, CaseIterable {
        /// What the vendor's document says: the street from byte 21, after twelve reserved bytes.
        case published
        /// What phones send: the street from byte 9.
        case deployed
        /// What the vendor's simulator kit sent before 26 August 2016: a 16-byte identifier, the
        /// street from byte 21.
        case legacy
    }

    /// The number of bytes of the arrow.
    @inlinable static var arrowByteCount: Int { 1 }
    /// The number of bytes of the distance.
    @inlinable static var distanceByteCount: Int { 4 }

    /// Which of the known layouts this is; `nil` for a custom one.
    public let known: Known?
    /// How the identifier is stored.
    public let identifierFormat: IdentifierFormat
    // Offsets are at most 512. Two bytes each keep views small: every view carries its layout.
    @usableFromInline let identifierStart: UInt16
    @usableFromInline let arrowStart: UInt16
    @usableFromInline let distanceStart: UInt16
    @usableFromInline let streetStart: UInt16

    /// The first byte of the identifier.
    @inlinable public var identifierOffset: Int { Int(identifierStart) }
    /// The byte of the arrow.
    @inlinable public var arrowOffset: Int { Int(arrowStart) }
    /// The first byte of the distance.
    @inlinable public var distanceOffset: Int { Int(distanceStart) }
    /// The first byte of the street. It is also the length of the shortest whole object.
    @inlinable public var streetOffset: Int { Int(streetStart) }
    /// The most bytes that a street can have: what the other fields leave of 512.
    public var maximumStreetByteCount: Int { ATT.maximumValueLength - streetOffset }

    /// The end of the last field before the street.
    @inlinable var fieldsEnd: Int {
        max(
            identifierOffset + identifierFormat.byteCount, arrowOffset + Self.arrowByteCount,
            distanceOffset + Self.distanceByteCount)
    }

    /// The caller has checked that the fields fit.
    @inlinable init(
        _ known: Known?, _ format: IdentifierFormat, identifierAt identifier: Int,
        arrowAt arrow: Int,
        distanceAt distance: Int, streetAt street: Int
    ) {
        self.known = known
        identifierFormat = format
        identifierStart = UInt16(truncatingIfNeeded: identifier)
        arrowStart = UInt16(truncatingIfNeeded: arrow)
        distanceStart = UInt16(truncatingIfNeeded: distance)
        streetStart = UInt16(truncatingIfNeeded: street)
    }

    /// Creates a custom layout.
    ///
    /// - Throws: ``KomootNavError/Code/invalidLayout`` with the offset of the wrong field, if the
    ///   street begins beyond `ATT.maximumValueLength`, or if a field begins below zero, ends
    ///   after the street's beginning, or overlaps another field.
    public init(
        identifierFormat: IdentifierFormat, identifierOffset: Int, arrowOffset: Int,
        distanceOffset: Int, streetOffset: Int
    ) throws(KomootNavError) {
        guard streetOffset >= 0 && streetOffset <= ATT.maximumValueLength else {
            throw KomootNavError(.invalidLayout, at: streetOffset)
        }
        let fields = (
            Field(identifierOffset, identifierFormat.byteCount),
            Field(arrowOffset, Self.arrowByteCount), Field(distanceOffset, Self.distanceByteCount)
        )
        try fields.0.check(before: streetOffset, apartFrom: nil)
        try fields.1.check(before: streetOffset, apartFrom: fields.0)
        try fields.2.check(before: streetOffset, apartFrom: fields.0)
        try fields.2.check(before: streetOffset, apartFrom: fields.1)
        let own = InstructionLayout(
            nil, identifierFormat, identifierAt: identifierOffset, arrowAt: arrowOffset,
            distanceAt: distanceOffset, streetAt: streetOffset)
        self =
            Known.allCases.map { InstructionLayout($0) }.first { $0.hasSameFields(as: own) } ?? own
    }

    private func hasSameFields(as other: InstructionLayout) -> Bool {
        identifierFormat == other.identifierFormat && identifierStart == other.identifierStart
            && arrowStart == other.arrowStart && distanceStart == other.distanceStart
            && streetStart == other.streetStart
    }

    /// Creates a known layout.
    @inlinable public init(_ known: Known) {
        switch known {
        case .published:
            self.init(known, .uint32, identifierAt: 0, arrowAt: 4, distanceAt: 5, streetAt: 21)
        case .deployed:
            self.init(known, .uint32, identifierAt: 0, arrowAt: 4, distanceAt: 5, streetAt: 9)
        case .legacy:
            self.init(known, .uuid, identifierAt: 0, arrowAt: 16, distanceAt: 17, streetAt: 21)
        }
    }

    /// ``Known/published``.
    @inlinable public static var published: InstructionLayout { InstructionLayout(.published) }
    /// ``Known/deployed``.
    @inlinable public static var deployed: InstructionLayout { InstructionLayout(.deployed) }
    /// ``Known/legacy``.
    @inlinable public static var legacy: InstructionLayout { InstructionLayout(.legacy) }
}

/// A range of bytes that a layout gives to one field.
private struct Field {
    let offset: Int
    let byteCount: Int

    init(_ offset: Int, _ byteCount: Int) {
        self.offset = offset
        self.byteCount = byteCount
    }

    func check(before street: Int, apartFrom other: Field?) throws(KomootNavError) {
        // Once these checks hold, both numbers are small, and the sums below can't overflow.
        guard offset >= 0, byteCount <= street, offset <= street - byteCount else {
            throw KomootNavError(.invalidLayout, at: offset)
        }
        guard let other else { return }
        guard offset + byteCount <= other.offset || other.offset + other.byteCount <= offset else {
            throw KomootNavError(.invalidLayout, at: offset)
        }
    }
}

extension InstructionLayout {
    /// Whether a byte before the street belongs to no field.
    func isReserved(_ position: Int) -> Bool {
        let inIdentifier = position - identifierOffset
        let inDistance = position - distanceOffset
        return !(0..<identifierFormat.byteCount ~= inIdentifier) && position != arrowOffset
            && !(0..<Self.distanceByteCount ~= inDistance)
    }

    /// Checks that the reserved bytes are zero, as far as they are there (clause 2.5).
    ///
    /// - Throws: ``KomootNavError/Code/reservedNotZero`` at the first one that is not zero.
    func checkReserved(in bytes: Span<UInt8>) throws(KomootNavError) {
        // Without a gap between the fields there is nothing to check.
        let fieldBytes =
            identifierFormat.byteCount + Self.arrowByteCount + Self.distanceByteCount
        guard streetOffset > fieldBytes else { return }
        for position in 0..<min(streetOffset, bytes.count)
        where bytes[position] != 0 && isReserved(position) {
            throw KomootNavError(.reservedNotZero, at: position)
        }
    }
}

extension InstructionLayout: CustomStringConvertible {
    /// Creates a known layout from its name; `nil` for any other name.
    public init?(name: String) {
        guard let known = Known(rawValue: name) else { return nil }
        self.init(known)
    }

    /// The name: `published`, `deployed`, `legacy`, or `custom`.
    public var name: String { known?.rawValue ?? "custom" }

    /// The ``name``.
    public var description: String { name }
}

/// Whether bytes are a whole data object or only its beginning.
///
/// The bytes can't tell. Whoever received them knows, and must say so.
///
/// Source: `Docs/Protocol.md`, clause 3.5.
public enum ObjectExtent: String, Hashable, Sendable, CaseIterable {
    /// All of the object: what a completed read gave.
    case whole
    /// All of the object or its beginning: a notification, or the first chunk of a read.
    /// Fewer than `ATT.smallestPayload` bytes can't have been cut; they are treated as ``whole``.
    case possiblyCut

    /// What the caller said, corrected by what the length proves.
    @inlinable func resolved(forByteCount count: Int) -> ObjectExtent {
        count < ATT.smallestPayload ? .whole : self
    }
}
