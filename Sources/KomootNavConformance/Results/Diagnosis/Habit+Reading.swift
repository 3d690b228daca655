import KomootNav

extension Habit.Reading {
    /// The member of an answer that is read or shown in another way; `nil` if it has none.
    func member(of expected: JSONValue) -> String? {
        let names =
            switch self {
            case .identifierInTwoBytes, .identifierReversed: ["identifier"]
            case .distanceInTwoBytes, .distanceRounded: [Observation.distanceName]
            case .streetEndsAtZero: [Observation.streetName, Observation.streetTextName]
            }
        return names.first { expected[$0] != nil }
    }

    /// What may become of the right answer's member; nothing if it has none.
    func values(insteadOf result: CaseResult) -> [JSONValue] {
        let right = result.vector.expected
        guard let member = member(of: right) else { return [] }
        if self == .distanceRounded, let distance = right[member]?.unsigned,
            distance > UInt32.max - 5
        {
            // What comes then depends on the type that the testee rounds in.
            return [.integer(0), .integer(4), .integer(UInt32.max)]
        }
        guard let number = right[member]?.unsigned else {
            guard let street = result.street else { return [] }
            let kept = ContiguousArray(street.prefix { $0 != 0 })
            return [member == Observation.streetName ? .bytes(kept) : .string(kept.shownText)]
        }
        return value(insteadOf: number).map { [.integer(UInt32(truncatingIfNeeded: $0))] } ?? []
    }

    private func value(insteadOf number: UInt32) -> UInt64? {
        let number = UInt64(number)
        return switch self {
        case .identifierInTwoBytes, .distanceInTwoBytes: number & 0xFFFF
        case .identifierReversed: UInt64(UInt32(truncatingIfNeeded: number).byteSwapped)
        case .distanceRounded: (number + 5) / 10 * 10
        case .streetEndsAtZero: nil
        }
    }
}

extension CaseResult {
    /// The bytes of the street that the testee shows: all that are known, if it shows the text only.
    var street: ContiguousArray<UInt8>? {
        let expected = vector.expected
        if let bytes = expected.bytes(Observation.streetName) { return bytes }
        guard let text = expected[Observation.streetTextName]?.string else {
            return vector.operation == .street ? vector.input.bytes("bytes") : nil
        }
        let isWhole = right[Observation.streetTextName] == .string(text)
        return isWhole ? right.bytes(Observation.streetName) : ContiguousArray(text.utf8)
    }
}
