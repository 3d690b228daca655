import KomootNavJSON
import PropertyTesting
import Testing

@testable import KomootNavConformance

@Suite("A habit of how streets are read")
struct StreetHabitTests {
    let suite: VectorSuite

    init() throws {
        suite = try GoldenFixtures.suite()
    }

    private func diagnosis(
        _ members: Set<InstructionMember>, streetCapacity: Int? = nil,
        _ change: (_ right: [String: JSONValue], _ object: String) -> [String: JSONValue]?
    ) -> Diagnosis {
        MadeUpReport.ofDecoder(suite, members, streetCapacity: streetCapacity, change)
    }

    /// The habits of a display of texts that makes another street of the right one and the object.
    private func habits(
        ofTexts change: (_ street: [UInt8], _ object: [UInt8]) -> [UInt8]
    ) -> [String] {
        let diagnosis = diagnosis([.arrow, .street]) { right, object in
            let object = MadeUpReport.bytes(object)
            guard let text = right["street"]?.string,
                let begin = [9, 21].first(where: { whole(object.dropFirst($0)) == Array(text.utf8) }
                )
            else { return nil }
            return [
                "street": CharacterMap.value(
                    change(Array(object.dropFirst(begin)), object), "street")
            ]
        }
        #expect(diagnosis.findings.isEmpty)
        return diagnosis.words
    }

    private func whole(_ street: some Sequence<UInt8>) -> [UInt8] {
        Array(ContiguousArray(street).shownText.utf8)
    }

    @Test("A habit of how streets are read is found in a street that is seen as text only")
    func texts() {
        let early = habits { whole($1.dropFirst(8)) }
        #expect(early == ["decode: the street is always read from byte 8"])
        let late = habits { whole($1.dropFirst(10)) }
        #expect(late == ["decode: the street is always read from byte 10"])
        let lost = habits { street, _ in whole(street.dropLast()) }
        #expect(lost == ["decode: the last byte of a street is always lost"])
    }

    /// What an implementation makes of a street's bytes.
    enum Text: CaseIterable {
        case repaired, asItCame, withHalfCharacter

        func bytes(_ street: ContiguousArray<UInt8>) -> [UInt8] {
            switch self {
            case .repaired: Array(street.shownText.utf8)
            case .asItCame: Array(street)
            case .withHalfCharacter: Array(String(decoding: street, as: UTF8.self).utf8)
            }
        }
    }

    /// What is said of a display that reads the street from a byte, keeps so many bytes of it, and makes such a text of
    /// today's.
    private func diagnosis(
        _ member: InstructionMember, from byte: Int, keeping capacity: Int?, _ text: Text
    ) -> Diagnosis {
        diagnosis([.layout, member], streetCapacity: capacity) { right, object in
            let street = ContiguousArray(
                MadeUpReport.bytes(object).dropFirst(byte).prefix(capacity ?? .max))
            return [
                "streetBytes": .bytes(street),
                "street": CharacterMap.value(
                    (right["layout"] == .string("deployed") ? text : .repaired).bytes(street),
                    "street"),
            ]
        }
    }

    @Test(
        "A habit of how streets are read says where a street begins of which a testee keeps a part",
        arguments: [(17, 31), (17, 4), (8, 31)], Text.allCases)
    func capacity(_ street: (byte: Int, capacity: Int), text: Text) {
        let found = diagnosis(.street, from: street.byte, keeping: street.capacity, text)
        #expect(found.words == ["decode: the street is always read from byte \(street.byte)"])
        #expect(found.findings.isEmpty && found.unexplained.isEmpty)
    }

    @Test(
        "A habit of how streets are read says where the bytes begin of which a testee keeps a part",
        arguments: [(17, 100), (8, 31)])
    func capacity(_ street: (byte: Int, capacity: Int)) {
        let found = diagnosis(
            .streetBytes, from: street.byte, keeping: street.capacity, .asItCame)
        #expect(found.words == ["decode: the street is always read from byte \(street.byte)"])
        #expect(found.findings.isEmpty && found.unexplained.isEmpty)
    }

    @Test(
        "A street that is read from byte 21 is a bug and no habit, whatever text is made of it",
        arguments: [nil, 31], Text.allCases)
    func byte21(capacity: Int?, text: Text) {
        let found = diagnosis(.street, from: 21, keeping: capacity, text)
        #expect(found.findings.map(\.flag) == ["byte21Trap"])
        #expect(found.certain == ["byte21Trap"])
        // What is not repaired is another fault: where what is kept is the same from both bytes, only that shows.
        if text == .repaired || text == .asItCame && capacity == nil {
            #expect(found.words == [])
            #expect(found.unexplained.map(\.vector.id) == [])
        }
    }

    @Test("A habit of how streets are read tells a text that is cut, not one that is old")
    func cut() {
        let cut = habits { street, _ in
            street.count > 63 ? Array(street.prefix(63)) : whole(street)
        }
        #expect(cut == ["decode: a street of more than 63 bytes is always cut"])
        // A character is not cut.
        let withRest = habits { street, _ in
            whole(street.prefix(63) + street.dropFirst(63).prefix { $0 & 0xC0 == 0x80 })
        }
        let wrong = "decode: street is wrong in all cases in which the street has"
        #expect(withRest == ["\(wrong) 64 bytes or more (63 is right)"])
        let withDots = habits { street, _ in
            let street = whole(street)
            return street.count > 30 ? street.prefix(28) + Array("..".utf8) : street
        }
        let dots = "a street of more than 30 characters is cut, with .. at the end"
        let all = [
            "decode: \(dots) in 65 of 75 cases", "\(wrong) 31 bytes or more (30 is right)",
        ]
        #expect(withDots == all)
    }
}
