/// A member of an instruction in the answers to `decode` and `notification`.
///
/// A testee that has only some of them names these in its description, and is not judged by the others.
///
/// Source: `Docs/Conformance.md`.
public enum InstructionMember: String, Hashable, Sendable, CaseIterable {
    /// Which layout it was.
    case layout
    /// Whether it was the whole object.
    case extent
    /// The identifier.
    case identifier
    /// The arrow's byte.
    case arrow
    /// The arrow's name.
    case arrowName
    /// The distance, in metres.
    case distanceInMeters
    /// The street's bytes.
    case streetBytes
    /// The street's text.
    case street
    /// Where the street is not UTF-8.
    case strictErrorOffset
}
