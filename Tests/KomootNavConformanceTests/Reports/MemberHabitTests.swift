import KomootNavJSON
import PropertyTesting
import Testing

@testable import KomootNavConformance

@Suite("A habit of how members are read")
struct MemberHabitTests {
    let suite: VectorSuite

    init() throws {
        suite = try GoldenFixtures.suite()
    }

    private func diagnosis(
        _ members: Set<InstructionMember>? = nil,
        _ change: (_ right: [String: JSONValue], _ object: String) -> [String: JSONValue]?
    ) -> Diagnosis {
        MadeUpReport.ofDecoder(suite, members, change)
    }

    private func number(_ bytes: ArraySlice<UInt8>) -> JSONValue {
        .integer(bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }

    @Test("A habit of how members are read says that all are read too early", arguments: [1, 2, 4])
    func early(count: Int) {
        let diagnosis = diagnosis { right, object in
            guard right["layout"] == .string("deployed") else { return nil }
            let bytes = MadeUpReport.bytes(object)
            let street = ContiguousArray(bytes[(9 - count)...])
            return [
                "arrow": .number(Int64(bytes[4 - count])),
                "distanceInMeters": number(bytes[(5 - count)..<(9 - count)]),
                "streetBytes": .bytes(street), "street": .string(street.shownText),
            ]
        }
        #expect(diagnosis.habits.map(\.kind) == [.fieldsEarly(byteCount: count)])
        #expect(diagnosis.certain == [])
    }

    @Test("A habit of how members are read says from which byte the distance is read")
    func distance() {
        let diagnosis = diagnosis { _, object in
            let bytes = MadeUpReport.bytes(object)
            return bytes.count < 10 ? nil : ["distanceInMeters": number(bytes[6..<10])]
        }
        #expect(diagnosis.habits.map(\.kind) == [.memberBegins("distanceInMeters", byte: 6)])
        #expect(diagnosis.certain == [])
    }

    @Test("A habit of how members are read says that a street is filled up with blanks")
    func padded() {
        let ofBytes = diagnosis { right, _ in
            guard let street = right["streetBytes"]?.string else { return nil }
            let more = max(0, 32 - street.utf8.count / 2)
            return ["streetBytes": .string(street + String(repeating: "20", count: more))]
        }
        #expect(ofBytes.habits.map(\.kind) == [.streetPadded(count: 32)])
        let ofText = diagnosis([.arrow, .street]) { right, _ in
            guard let street = right["street"]?.string else { return nil }
            let more = max(0, 16 - street.unicodeScalars.count)
            return ["street": .string(street + String(repeating: " ", count: more))]
        }
        #expect(ofText.habits.map(\.kind) == [.streetPadded(count: 16)])
        #expect(ofBytes.findings.isEmpty && ofText.findings.isEmpty)
    }

    @Test("A habit of how members are read says which text ends a street", arguments: [", ", "("])
    func ended(end: String) {
        let diagnosis = diagnosis([.arrow, .street]) { right, _ in
            guard let street = right["street"]?.string, let place = street.firstRange(of: end)
            else {
                return nil
            }
            return ["street": .string(String(street[..<place.lowerBound]))]
        }
        #expect(diagnosis.habits.count == 1 && diagnosis.findings.isEmpty)
        #expect(diagnosis.habits.map(\.kind) == [.streetEndsBefore(end)])
        #expect(diagnosis.unexplained.isEmpty)
    }

    @Test("A habit of how members are read says which known arrows are shown as others")
    func arrows() {
        let names = suite.vectors.reduce(into: [Int: JSONValue]()) { names, vector in
            if let arrow = vector.expected.int("arrow"), let name = vector.expected["arrowName"] {
                names[arrow] = name
            }
        }
        // The table lacks its first entry.
        let diagnosis = diagnosis { right, _ in
            guard let arrow = JSONValue.object(right).int("arrow"), (1...12).contains(arrow),
                let name = names[arrow + 1]
            else { return nil }
            return ["arrowName": name]
        }
        #expect(diagnosis.habits.count == 1)
        guard case .otherArrows(let member, let others) = diagnosis.habits.first?.kind else {
            Issue.record("\(diagnosis.habits)")
            return
        }
        #expect(member == "arrowName" && others.count == 12)
        #expect(diagnosis.certain == [] && diagnosis.unexplained.isEmpty)
    }

    @Test(
        "One arrow that is missing in a table is named, and what is shown for arrows of no phone is not its habit"
    )
    func oneArrow() {
        func diagnosis(without arrows: [Int]) -> Diagnosis {
            self.diagnosis { right, _ in
                guard let arrow = JSONValue.object(right).int("arrow"), arrows.contains(arrow)
                else { return nil }
                return ["arrowName": .string(arrow == 30 ? "reserved30" : "uTurn")]
            }
        }
        let missing = diagnosis(without: [30])
        #expect(
            missing.habits.map(\.words)
                == [#"arrowName "outOfRoute" is always shown as "reserved30""#])
        #expect(missing.certain == [] && missing.unexplained.isEmpty)
        for habit in diagnosis(without: [13, 14]).habits {
            if case .otherArrows = habit.kind { Issue.record("\(habit)") }
        }
    }

    @Test("A habit of how members are read says what name all arrows of no phone have")
    func sameName() {
        func diagnosis(_ name: JSONValue) -> Diagnosis {
            self.diagnosis { right, _ in
                JSONValue.object(right).int("arrow").flatMap { $0 > 30 ? ["arrowName": name] : nil }
            }
        }
        for (name, words) in [
            ("reserved0", ": give \"none\" for what isn't an arrow"), ("none", ""),
        ] {
            let one = diagnosis(.string(name))
            #expect(
                one.words == [
                    "decode: arrowName is always \"\(name)\" if arrow is 31 or more (30 is right)\(words)"
                ])
            #expect(one.findings.isEmpty && one.unexplained.isEmpty)
        }
        // A picture from memory after the table is a bug of its own.
        let memory = diagnosis(.object(["notUTF8": .string("ff")]))
        #expect(!memory.words.contains { $0.contains("31 or more") }, "\(memory.words)")
        let known = diagnosis(.string("left"))
        #expect(!known.words.contains { $0.contains("31 or more") }, "\(known.words)")
    }

    @Test("A habit of how members are read says what becomes of a street that is not UTF-8")
    func illFormed() {
        let refusing = MadeUpReport.of(suite, layers: ["codec"]) { vector in
            guard vector.operation == .decode, vector.expected["strictErrorOffset"] != nil else {
                return nil
            }
            return .wrong(answer: .object(["error": .object(["code": .string("invalidUTF8")])]))
        }.diagnosis
        #expect(refusing.habits.map(\.kind) == [.noAnswerIfIllFormed])
        #expect(refusing.certain == [])
        for (earlier, members) in [
            (.instruction, instruction), (.street, street),
        ] as [(Habit.Earlier, Set<String>)] {
            var last: [String: JSONValue] = [:]
            let keeping = diagnosis { right, _ in
                guard right["strictErrorOffset"] == nil else { return last }
                last = right.filter { members.contains($0.key) }
                return nil
            }
            #expect(keeping.habits.map(\.kind) == [.earlierIfIllFormed(earlier)])
            #expect(keeping.findings.isEmpty)
        }
    }

    private let street: Set = ["streetBytes", "street"]
    private let instruction: Set = [
        "identifier", "arrow", "arrowName", "distanceInMeters", "streetBytes", "street",
    ]

    /// The part that is the same, and what is kept then.
    private static let alike: [(String, Habit.Earlier)] = [
        ("identifier", .instruction), ("arrow", .street), ("distanceInMeters", .instruction),
    ]
    private static let otherAlike: [(String, Habit.Earlier)] = [
        ("identifier", .street), ("arrow", .instruction), ("distanceInMeters", .street),
    ]

    @Test(
        "A habit of how members are read says that the object before is kept if a part is the same",
        arguments: alike + (asksForMore ? otherAlike : []))
    func earlier(part: String, earlier: Habit.Earlier) {
        var last: [String: JSONValue] = [:]
        let diagnosis = diagnosis { right, _ in
            let kept = earlier == .street ? street : instruction
            var shown = right.filter { instruction.contains($0.key) }
            if shown[part] == last[part] {
                shown.merge(last.filter { kept.contains($0.key) }) { $1 }
            }
            last = shown
            return shown
        }
        #expect(diagnosis.habits.map(\.kind) == [.earlierIfAlike(earlier, .members([part]))])
        #expect(diagnosis.findings.isEmpty)
    }

    @Test(
        "A habit of how members are read says that the street before is kept if objects begin alike"
    )
    func earlierStreet() {
        var last: (object: String, street: [String: JSONValue])?
        let diagnosis = diagnosis { right, object in
            var street = right.filter { ["streetBytes", "street"].contains($0.key) }
            if let last, last.object.count >= 40, object.prefix(40) == last.object.prefix(40) {
                street = last.street
            }
            last = (object, street)
            return street
        }
        guard case .earlierIfAlike(.street, .beginning(let count)) = diagnosis.habits.first?.kind
        else {
            Issue.record("\(diagnosis.habits)")
            return
        }
        #expect((17...23).contains(count) && diagnosis.habits.count == 1)
        #expect(diagnosis.certain == [])
    }

    @Test(
        "A habit of how members are read says that a part and the size of what is kept are the same"
    )
    func earlierOfSameSize() {
        var last: (size: Int, shown: [String: JSONValue])?
        let diagnosis = diagnosis { right, object in
            let shown = right.filter { instruction.contains($0.key) }
            if let last, last.size == object.count,
                last.shown["identifier"] == shown["identifier"]
            {
                return last.shown
            }
            last = (object.count, shown)
            return shown
        }
        let kind = Habit.Kind.earlierIfAlike(
            .instruction, .members(["identifier", "the number of bytes"]))
        #expect(diagnosis.habits.map(\.kind) == [kind])
    }

    @Test(
        "A habit of how members are read says all that is the same where the object before is kept")
    func earlierOfSameMembers() {
        let parts = ["identifier", "distanceInMeters"]
        var last: [String: JSONValue] = [:]
        let diagnosis = diagnosis { right, _ in
            let shown = right.filter { instruction.contains($0.key) }
            if parts.contains(where: { shown[$0] != last[$0] }) { last = shown }
            return last
        }
        let kind = Habit.Kind.earlierIfAlike(.instruction, .members(parts))
        #expect(diagnosis.habits.map(\.kind) == [kind])
        let words = diagnosis.habits.first?.words
        #expect(
            words
                == "the instruction before is always shown if identifier and distanceInMeters are the same"
        )
    }

    @Test("A habit of how members are read says in how many cases another value came")
    func denied() {
        let diagnosis = diagnosis { right, _ in
            let isDeployed = right["layout"] == .string("deployed")
            let isOther = isDeployed && right["distanceInMeters"] == .number(120)
            return ["layout": .string(isOther ? "legacy" : "deployed")]
        }
        #expect(
            diagnosis.habits.contains {
                $0.words.wholeMatch(of: /layout is "deployed" in \d+ of \d+ cases/) != nil
            }, "\(diagnosis.habits)")
    }
}
