import KomootNavPipe

extension Habit.Reading {
    /// The member that is read or shown in another way.
    var member: String {
        switch self {
        case .identifierInTwoBytes, .identifierReversed: "identifier"
        case .distanceInTwoBytes, .distanceRounded: Habit.Measure.distanceInMeters.member
        case .streetEndsAtZero, .streetInASCII, .questionMarkForByte, .questionMarkForCharacter,
            .streetInLatin1, .streetInCapitals:
            Observation.streetName
        }
    }

    /// What may become of a right answer's member; nothing if it has none.
    func values(insteadOf right: JSONValue) -> [JSONValue] {
        guard let value = value(insteadOf: right) else { return [] }
        guard self == .distanceRounded, let distance = right[member]?.unsigned,
            distance > UInt32.max - 5
        else { return [value] }
        // What comes then depends on the type that the testee rounds in.
        return [.integer(0), .integer(4), .integer(UInt32.max)]
    }

    private func value(insteadOf right: JSONValue) -> JSONValue? {
        switch self {
        case .identifierInTwoBytes, .distanceInTwoBytes: right.number(member) { $0 & 0xFFFF }
        case .identifierReversed:
            right.number(member) { UInt64(UInt32(truncatingIfNeeded: $0).byteSwapped) }
        case .distanceRounded: right.number(member) { ($0 + 5) / 10 * 10 }
        case .streetEndsAtZero: right.street { $0.prefix { $0 != 0 } }
        case .streetInASCII: right.street { $0.filter { $0 < 128 } }
        case .questionMarkForByte: right.street { $0.map { $0 < 128 ? $0 : questionMark } }
        case .questionMarkForCharacter:
            right.street { bytes in
                characters(of: bytes).map { $0.isASCII ? UInt8($0.value) : questionMark }
            }
        case .streetInLatin1:
            right.street { bytes in
                characters(of: bytes).map { UInt8(exactly: $0.value) ?? questionMark }
            }
        case .streetInCapitals:
            right.street { $0.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 } }
        }
    }

    private var questionMark: UInt8 { 0x3F }

    private func characters(of bytes: ContiguousArray<UInt8>) -> String.UnicodeScalarView {
        String(decoding: bytes, as: UTF8.self).unicodeScalars
    }
}

extension JSONValue {
    fileprivate func number(_ member: String, _ change: (UInt64) -> UInt64) -> JSONValue? {
        self[member]?.unsigned.map {
            .integer(UInt32(truncatingIfNeeded: change(UInt64($0))))
        }
    }

    fileprivate func street(
        _ change: (ContiguousArray<UInt8>) -> some Sequence<UInt8>
    ) -> JSONValue? {
        bytes(Observation.streetName).map { .bytes(ContiguousArray(change($0))) }
    }
}
