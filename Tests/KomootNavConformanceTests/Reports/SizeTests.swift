import KomootNavJSON
import Testing

@testable import KomootNavConformance

@Suite("The size of a table or a buffer")
struct SizeTests {
    let suite: VectorSuite

    init() throws {
        suite = try GoldenFixtures.suite()
    }

    private func diagnosis(_ verdict: (_ vector: Vector, _ arrow: Int) -> Verdict?) -> Diagnosis {
        MadeUpReport.of(suite, layers: ["codec", "notification"]) { vector in
            guard vector.operation == .decode, let arrow = vector.expected.int("arrow") else {
                return nil
            }
            return verdict(vector, arrow)
        }.diagnosis
    }

    private func named(_ vector: Vector, _ name: String) -> Verdict {
        MadeUpBug.wrong(vector, ["arrowName": .string(name)])
    }

    private let crash = Verdict.crashed(.signalled(11), lastErrors: "")

    @Test(
        "The size of a table that holds logos after the arrows is where it ends, not where they begin"
    )
    func logos() {
        let diagnosis = diagnosis { vector, arrow in
            guard arrow > 31 else { return nil }
            return arrow > 36 ? crash : named(vector, "logo \(arrow)")
        }
        #expect(diagnosis.certain == ["arrowTableOverrun37"])
    }

    @Test(
        "The size of a table that no known bug has is given as a limit, and no other size with certainty",
        arguments: [33, 35, 40])
    func otherTable(size: Int) {
        let crashing = diagnosis { _, arrow in arrow >= size ? crash : nil }
        #expect(crashing.certain == [])
        let limit = Habit.Limit(measure: .arrow, side: .from, value: size)
        #expect(crashing.habits.map(\.kind) == [.noAnswerWithin(limit)])
        let garbage = diagnosis { vector, arrow in
            arrow >= size ? named(vector, "\u{1}\(arrow)") : nil
        }
        #expect(garbage.certain == [])
    }

    @Test(
        "The size of a table is not what a display shows one picture for",
        arguments: ["unknown", "reserved0"])
    func constantName(name: String) {
        let diagnosis = diagnosis { vector, arrow in arrow > 30 ? named(vector, name) : nil }
        let limit = Habit.Limit(measure: .arrow, side: .from, value: 31)
        #expect(
            diagnosis.habits.map(\.kind) == [
                .sameWithin(limit, member: "arrowName", .string(name))
            ])
        #expect(diagnosis.findings.isEmpty && diagnosis.unexplained.isEmpty)
    }

    @Test("The size of a table can't be told from an arrow's byte, but what it becomes can")
    func byteAlone() {
        let diagnosis = MadeUpReport.of(suite, layers: ["codec"], members: [.arrow]) { vector in
            guard vector.operation == .decode, let arrow = vector.expected.int("arrow"), arrow > 30
            else { return nil }
            return MadeUpBug.wrong(vector, ["arrow": .number(30)])
        }.diagnosis
        #expect(
            diagnosis.habits.map(\.description) == [
                "decode: arrow is always 30 if arrow is 31 or more (30 is right)"
            ])
        #expect(diagnosis.findings.isEmpty && diagnosis.unexplained.isEmpty)
    }

    @Test(
        "The size of a buffer that no known bug has is given as a limit, and no other size with certainty",
        arguments: [12, 14, 23, 31, 33])
    func otherBuffer(size: Int) {
        let diagnosis = diagnosis { vector, _ in
            let street = Habit.Measure.streetSize.value(in: vector.expected)
            return street.map { $0 >= size } == true ? crash : nil
        }
        #expect(diagnosis.certain == [])
        let limit = Habit.Limit(measure: .streetSize, side: .from, value: size)
        #expect(diagnosis.habits.map(\.kind) == [.noAnswerWithin(limit)])
    }

    @Test("A table past whose end the first pictures happen to be right does not begin earlier")
    func lateTable() throws {
        let diagnosis = diagnosis { vector, arrow in
            guard arrow >= 47 else { return nil }
            return arrow < 49 ? .notRun(reason: "given up") : named(vector, "\u{1}\(arrow)")
        }
        let finding = try #require(diagnosis.findings.first)
        #expect(finding.flag.hasPrefix("arrowTableOverrun") && finding.remark == nil)
    }

    @Test("The size of a buffer is not certain if the one before was not run", arguments: [12, 13])
    func sizeNotRun(first: Int) throws {
        let diagnosis = diagnosis { vector, _ in
            let street = Habit.Measure.streetSize.value(in: vector.expected)
            guard let street, street >= first else { return nil }
            return street > 12 ? crash : .notRun(reason: "given up")
        }
        let finding = try #require(diagnosis.findings.first)
        #expect(finding.flag == "streetOverflow13" && finding.isCertain == (first == 13))
        #expect(
            finding.remark
                == (first == 13 ? nil : "it may begin earlier: streets of 12 bytes were not run"))
    }

    @Test("The size of a buffer explains whatever is answered, but no other layout")
    func otherLayout() {
        var members: [String: JSONValue?] = ["streetBytes": .string("61")]
        let street = Relation([.anything], to: .differs(members))
        #expect(street?.explains("streetBytes") == true)
        members["layout"] = .string("published")
        let layout = Relation([.anything], to: .differs(members))
        #expect(layout?.unexplained.isEmpty == true)
        members = ["extent": .string("whole")]
        let extent = Relation([.anything], to: .differs(members))
        #expect(extent?.unexplained.isEmpty == true)
    }

    @Test("The size of a buffer is known beside a picture that is wrong", arguments: [13, 32])
    func knownBuffer(size: Int) {
        let diagnosis = diagnosis { vector, arrow in
            let street = Habit.Measure.streetSize.value(in: vector.expected)
            if street.map({ $0 >= size }) == true { return crash }
            return arrow == 15 || arrow == 16
                ? MadeUpBug.wrong(vector, ["arrow": .number(Int64(31 - arrow))]) : nil
        }
        #expect(
            Set(diagnosis.certain).isSuperset(of: ["streetOverflow\(size)"]))
    }
}
