/// The bugs that decoders in the field have, by the names of the fixtures' flags.
///
/// Source: `Docs/Protocol.md`, clause 11.
enum FieldBug: String, CaseIterable, Sendable {
    case byte21Trap
    case bigEndianDistance
    case distanceByteDropped
    case signedDistanceBytes
    case signedArrow
    case arrowTableOverrun
    case arrows15And16Swapped
    case identifierNotificationAsObject
    case shortNotificationAccepted
    case streetOverflow11
    case streetOverflow13
    case streetOverflow22
    case streetOverflow32
    case streetOverflow100
    case unterminatedStreet
    case cutSequenceDropsStreet
    case shortStreetLoops
    case tenthsAsHundredths
    case thousandMetres
    case roundedDown

    /// The size of the buffer that the bug writes past.
    var streetCapacity: Int? {
        switch self {
        case .streetOverflow11: 11
        case .streetOverflow13: 13
        case .streetOverflow22: 22
        case .streetOverflow32: 32
        case .streetOverflow100: 100
        default: nil
        }
    }
}
