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
