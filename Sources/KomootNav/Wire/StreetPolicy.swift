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
