/// Where the fields of a data object stand: an offset table.
///
/// ```
/// published   0 identifier (4) │ 4 arrow │ 5 distance (4) │ 9 reserved, zero (12) │ 21 street …
/// deployed    0 identifier (4) │ 4 arrow │ 5 distance (4) │ 9 street …
/// legacy      0 identifier (16) │ 16 arrow │ 17 distance (4) │ 21 street …
/// ```
///
/// Bytes before the street that belong to no field are reserved: they are written as zero and must
/// be read as zero.
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
        public var byteCount: Int {
            switch self {
            case .uint32: 4
            case .uuid: UUID128.byteCount
            }
        }
    }

    /// The number of bytes of the arrow.
    static let arrowByteCount = 1
    /// The number of bytes of the distance.
    static let distanceByteCount = 4

    /// How the identifier is stored.
    public let identifierFormat: IdentifierFormat
    // Offsets are at most 512; kept small, because every view carries its layout.
    private let identifierStart: UInt16
    private let arrowStart: UInt16
    private let distanceStart: UInt16
    private let streetStart: UInt16

    /// The first byte of the identifier.
    public var identifierOffset: Int { Int(identifierStart) }
    /// The byte of the arrow.
    public var arrowOffset: Int { Int(arrowStart) }
    /// The first byte of the distance.
    public var distanceOffset: Int { Int(distanceStart) }
    /// The first byte of the street, which is also the length of the shortest whole object.
    public var streetOffset: Int { Int(streetStart) }

    /// The first byte behind the last field before the street.
    var fieldsEnd: Int {
        max(
            identifierOffset + identifierFormat.byteCount, arrowOffset + Self.arrowByteCount,
            distanceOffset + Self.distanceByteCount)
    }

    /// The caller has checked that the fields fit.
    private init(
        _ format: IdentifierFormat, identifierAt identifier: Int, arrowAt arrow: Int,
        distanceAt distance: Int, streetAt street: Int
    ) {
        identifierFormat = format
        identifierStart = UInt16(truncatingIfNeeded: identifier)
        arrowStart = UInt16(truncatingIfNeeded: arrow)
        distanceStart = UInt16(truncatingIfNeeded: distance)
        streetStart = UInt16(truncatingIfNeeded: street)
    }

    /// Creates a layout of one's own.
    ///
    /// - Throws: ``KomootNavError/Code/invalidLayout`` with the offset of the field at fault, if the
    ///   street begins beyond ``ATT/maximumValueLength``, or a field does not end at or before the
    ///   street, begins below zero, or overlaps another one.
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
        self.init(
            identifierFormat, identifierAt: identifierOffset, arrowAt: arrowOffset,
            distanceAt: distanceOffset, streetAt: streetOffset)
    }

    /// What the vendor's document says: the street from byte 21, behind twelve reserved bytes.
    public static var published: InstructionLayout {
        InstructionLayout(.uint32, identifierAt: 0, arrowAt: 4, distanceAt: 5, streetAt: 21)
    }

    /// What phones send: the street from byte 9.
    public static var deployed: InstructionLayout {
        InstructionLayout(.uint32, identifierAt: 0, arrowAt: 4, distanceAt: 5, streetAt: 9)
    }

    /// What the vendor's simulator kit sent before 26 August 2016: a 16-byte identifier, the street
    /// from byte 21.
    public static var legacy: InstructionLayout {
        InstructionLayout(.uuid, identifierAt: 0, arrowAt: 16, distanceAt: 17, streetAt: 21)
    }
}

/// A run of bytes that a layout gives to one field.
private struct Field {
    let offset: Int
    let byteCount: Int

    init(_ offset: Int, _ byteCount: Int) {
        self.offset = offset
        self.byteCount = byteCount
    }

    func check(before street: Int, apartFrom other: Field?) throws(KomootNavError) {
        // The second comparison can't overflow: both numbers are small once the first holds.
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

    /// Checks that the reserved bytes that are there are zero (clause 2.5).
    ///
    /// - Throws: ``KomootNavError/Code/reservedNotZero`` at the first one that is not.
    func checkReserved(in bytes: Span<UInt8>) throws(KomootNavError) {
        // With no gap between the fields there is nothing to look at.
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
    /// Creates one of the three known layouts from its name; `nil` for any other name.
    public init?(name: String) {
        switch name {
        case "published": self = .published
        case "deployed": self = .deployed
        case "legacy": self = .legacy
        default: return nil
        }
    }

    /// The name: `published`, `deployed`, `legacy`, or `custom`.
    public var description: String {
        if self == .deployed { return "deployed" }
        if self == .published { return "published" }
        return self == .legacy ? "legacy" : "custom"
    }
}
