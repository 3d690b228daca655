import KomootNav

extension Habit.Reading {
    /// The member of an answer that is read or shown in another way; `nil` if it has none.
    func member(of expected: JSONValue) -> String? {
        let names =
            switch self {
            case .identifierInTwoBytes, .identifierReversed: ["identifier"]
            case .distanceInTwoBytes, .distanceRounded: [Observation.distanceName]
            case .streetEndsAtZero, .streetInASCII, .questionMarkForByte, .questionMarkForCharacter,
                .streetInLatin1, .streetInCapitals, .faultsReplaced, .faultsLeftOut:
                [Observation.streetName, Observation.streetTextName]
            case .bytesAsCharacters: [Observation.streetTextName, Observation.textName]
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
            if self == .bytesAsCharacters {
                return [.string(String(String.UnicodeScalarView(street.map(Unicode.Scalar.init))))]
            }
            guard let other = bytes(insteadOf: street) else { return [] }
            if member == Observation.streetName { return [.bytes(other)] }
            return texts(insteadOf: street, other).map(JSONValue.string)
        }
        return value(insteadOf: number).map { [.integer(UInt32(truncatingIfNeeded: $0))] } ?? []
    }

    private func value(insteadOf number: UInt32) -> UInt64? {
        let number = UInt64(number)
        return switch self {
        case .identifierInTwoBytes, .distanceInTwoBytes: number & 0xFFFF
        case .identifierReversed: UInt64(UInt32(truncatingIfNeeded: number).byteSwapped)
        case .distanceRounded: (number + 5) / 10 * 10
        case .streetEndsAtZero, .streetInASCII, .questionMarkForByte, .questionMarkForCharacter,
            .streetInLatin1, .streetInCapitals, .bytesAsCharacters, .faultsReplaced, .faultsLeftOut:
            nil
        }
    }

    private func bytes(insteadOf street: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>? {
        switch self {
        case .identifierInTwoBytes, .identifierReversed, .distanceInTwoBytes, .distanceRounded,
            .bytesAsCharacters:
            nil
        case .streetEndsAtZero: ContiguousArray(street.prefix { $0 != 0 })
        case .streetInASCII: street.filter { $0 < 128 }
        case .questionMarkForByte: ContiguousArray(street.map { $0 < 128 ? $0 : questionMark })
        case .questionMarkForCharacter:
            ContiguousArray(
                characters(of: street).map { $0.isASCII ? UInt8($0.value) : questionMark })
        case .streetInLatin1:
            ContiguousArray(
                characters(of: street).map { UInt8(exactly: $0.value) ?? questionMark })
        case .faultsReplaced: ContiguousArray(String(decoding: street, as: UTF8.self).utf8)
        case .faultsLeftOut: withoutFaults(street)
        case .streetInCapitals:
            ContiguousArray(street.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 })
        }
    }

    /// The texts that may be shown if these are the other bytes.
    private func texts(
        insteadOf street: ContiguousArray<UInt8>, _ other: ContiguousArray<UInt8>
    ) -> [String] {
        switch self {
        // Other languages have capitals too.
        case .streetInCapitals: [other.shownText, street.shownText.uppercased()]
        case .streetInLatin1:
            [String(String.UnicodeScalarView(other.map(Unicode.Scalar.init)))]
        default: [other.shownText]
        }
    }

    /// What is not UTF-8 left out; a U+FFFD that was sent stays.
    private func withoutFaults(_ street: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
        let repaired = String(decoding: street, as: UTF8.self)
        guard !repaired.utf8.elementsEqual(street) else { return street }
        let kept = repaired.unicodeScalars.filter { $0 != "\u{FFFD}" }
        return ContiguousArray(String(String.UnicodeScalarView(kept)).utf8)
    }

    private var questionMark: UInt8 { 0x3F }

    private func characters(of bytes: ContiguousArray<UInt8>) -> String.UnicodeScalarView {
        String(decoding: bytes, as: UTF8.self).unicodeScalars
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
