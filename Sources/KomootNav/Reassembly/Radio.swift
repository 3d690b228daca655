extension ChunkReassembler {
    /// What the radio can read, and how it goes on by itself.
    ///
    /// All but ``offsetReads`` follow the specification's long-read procedure: after a response of
    /// ATT_MTU − 1 bytes they request the rest, within one call. <doc:Reading> names the calls of each
    /// stack, and the radio that each of them is.
    ///
    /// Source: `Docs/Protocol.md`, clause 8.9.
    public enum Radio: Hashable, Sendable, CaseIterable {
        /// One read at an offset at a time, as in ATT.
        case offsetReads
        /// A read gives the whole value in one call, which hides the requests. Two equal reads in a
        /// row are the proof.
        case wholeValues
        /// A read begins at an offset and goes on by itself, so an answer can hold several chunks.
        case longReads
        /// As ``wholeValues``; notifications arrive through the same callback. A value may be
        /// overwritten before it is told, or told twice. Tell the MTU before each arrival.
        case oneCallback
    }
}

extension ChunkReassembler.Radio {
    /// Whether it reads only from the beginning.
    package var readsWholeValues: Bool {
        switch self {
        case .offsetReads, .longReads: false
        case .wholeValues, .oneCallback: true
        }
    }

    /// Whether a read goes on by itself after a full response.
    package var goesOn: Bool {
        switch self {
        case .offsetReads: false
        case .longReads, .wholeValues, .oneCallback: true
        }
    }
}

extension ChunkReassembler.Radio {
    /// The name in fixtures, in pipes and on the command line. (Comparing a raw value as text would
    /// cost firmware more than a kilobyte.)
    public var name: String {
        switch self {
        case .offsetReads: "offsetReads"
        case .wholeValues: "wholeValues"
        case .longReads: "longReads"
        case .oneCallback: "oneCallback"
        }
    }

    /// Creates the radio with a name; `nil` for any other name.
    public init?(name: String) {
        guard let radio = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = radio
    }
}
