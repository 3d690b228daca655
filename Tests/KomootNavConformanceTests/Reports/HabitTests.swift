import KomootNavJSON
import Testing

@testable import KomootNavConformance

@Suite("A habit of a testee")
struct HabitTests {
    let suite: VectorSuite
    let layers: Set = ["codec", "notification"]

    init() throws {
        suite = try GoldenFixtures.suite()
    }

    private func wrong(_ vector: Vector, _ changes: [String: JSONValue?]) -> Verdict {
        MadeUpBug.wrong(vector, changes)
    }

    @Test("A habit of a testee blames what a testee always does, not a bug that does it sometimes")
    func habits() {
        let isDecoded: (Vector) -> Bool = {
            $0.operation == .decode && $0.expected["error"] == nil
        }
        let crashing = MadeUpReport.of(suite, layers: layers) {
            isDecoded($0) ? .crashed(.signalled(6), lastErrors: "") : nil
        }.diagnosis
        #expect(crashing.habits.map(\.kind) == [.noInstruction])
        #expect(crashing.habits.map(\.operations) == [[.decode]])
        #expect(crashing.findings.isEmpty)
        let distances = MadeUpReport.of(suite, layers: layers) {
            isDecoded($0) ? wrong($0, ["distanceInMeters": .number(7)]) : nil
        }.diagnosis
        let kind = Habit.Kind.constant(member: "distanceInMeters", .number(7))
        #expect(distances.habits.map(\.kind) == [kind])
        #expect(distances.habits.map(\.operations) == [[.decode]])
        #expect(distances.findings.isEmpty)
        let streets = MadeUpReport.of(suite, layers: layers) { vector in
            guard let street = vector.expected["streetBytes"]?.string, street.utf8.count > 62 else {
                return nil
            }
            let cut = JSONValue.string(String(street.prefix(62)))
            return wrong(vector, ["streetBytes": cut, "street": .string("cut")])
        }.diagnosis
        #expect(streets.habits.map(\.kind) == [.cutStreet(byteCount: 31)])
        #expect(streets.findings.isEmpty)
    }

    @Test(
        "A habit of a testee says for which arrow, and for which street, there is never an answer")
    func valuesWithoutAnswer() {
        func habits(_ member: String, _ value: JSONValue, _ verdict: Verdict) -> [Habit] {
            let diagnosis = MadeUpReport.of(suite, layers: layers) {
                $0.operation == .decode && $0.expected[member] == value ? verdict : nil
            }.diagnosis
            #expect(diagnosis.findings.isEmpty && diagnosis.unexplained.isEmpty)
            return diagnosis.habits
        }
        let arrow = habits("arrow", .number(12), .timedOut)
        #expect(arrow.map(\.kind) == [.noAnswerWith(member: "arrow", .number(12))])
        #expect(
            arrow.map(\.description) == ["decode: there is never a valid answer if arrow is 12"])
        let street = habits("streetBytes", .string(""), .malformed(reason: "boom"))
        #expect(street.map(\.kind) == [.noAnswerWith(member: "streetBytes", .string(""))])
    }

    @Test(
        "A habit of a testee says from which byte a street is read, and that it ends at a zero byte"
    )
    func streets() {
        func diagnosis(_ street: (_ object: String, _ right: String) -> String?) -> Diagnosis {
            MadeUpReport.of(suite, layers: ["codec"]) { vector in
                guard vector.operation == .decode, let object = vector.input["bytes"]?.string,
                    let right = vector.expected["streetBytes"]?.string,
                    let given = street(object, right), given != right
                else { return nil }
                return wrong(vector, ["streetBytes": .string(given), "street": .string(given)])
            }.diagnosis
        }
        for byte in [8, 10, 12] {
            let found = diagnosis { object, _ in String(object.dropFirst(2 * byte)) }
            #expect(found.habits.map(\.kind) == [.streetBegins(byte: byte)])
            #expect(found.findings.isEmpty && found.unexplained.isEmpty)
        }
        let atZero = diagnosis { _, right in
            let bytes = stride(from: 0, to: right.utf8.count, by: 2).map {
                right.dropFirst($0).prefix(2)
            }
            return bytes.prefix { $0 != "00" }.joined()
        }
        #expect(atZero.habits.map(\.kind) == [.otherReading(.streetEndsAtZero)])
        #expect(atZero.findings.isEmpty && atZero.unexplained.isEmpty)
    }

    @Test("A habit of a testee says that a member is always wrong, and takes that for no bug")
    func alwaysWrong() throws {
        let diagnosis = MadeUpReport.of(suite, layers: layers) { vector in
            guard vector.operation == .decode,
                case .number(let distance) = vector.expected["distanceInMeters"]
            else { return nil }
            return wrong(vector, ["distanceInMeters": .number(distance + 1)])
        }.diagnosis
        #expect(diagnosis.habits.first?.kind == .wrong(member: "distanceInMeters"))
        #expect(diagnosis.habits.count == 2)
        #expect(diagnosis.words.last?.hasPrefix("decode: distanceInMeters is 1 too great ") == true)
        #expect(diagnosis.findings.isEmpty)
        let tally = try #require(diagnosis.tallies.first)
        #expect(tally.member == "distanceInMeters")
        #expect(tally.wrongCount > 500 && tally.wrongCount <= tally.caseCount)
    }

    @Test("A habit of a testee is not denied by identifiers, which have no other member")
    func extent() {
        let diagnosis = MadeUpReport.of(suite, layers: layers) { vector in
            vector.operation == .notification && vector.expected["extent"] == .string("possiblyCut")
                ? wrong(vector, ["extent": .string("whole")]) : nil
        }.diagnosis
        #expect(diagnosis.words == [#"notification: extent is always "whole""#])
    }

    @Test("A habit of a testee says from which value on there is never an answer, or a wrong one")
    func limits() {
        func diagnosis(
            _ measure: Habit.Measure, _ least: Int, _ verdict: (Vector) -> Verdict
        ) -> Diagnosis {
            MadeUpReport.of(suite, layers: layers) { vector in
                guard vector.operation == .decode,
                    let value = measure.value(in: vector.expected), value >= least
                else { return nil }
                return verdict(vector)
            }.diagnosis
        }
        let crash = Verdict.crashed(.signalled(6), lastErrors: "")
        for (measure, least) in [
            (Habit.Measure.arrow, 63), (.distanceInMeters, 65536), (.streetSize, 50),
        ] {
            let crashing = diagnosis(measure, least) { _ in crash }
            let limit = Habit.Limit(measure: measure, side: .from, value: least)
            #expect(crashing.habits.map(\.kind) == [.noAnswerWithin(limit)])
            let others = diagnosis(measure, least) {
                // Another wrong value each time.
                wrong($0, [measure.member: .string("\($0.id)")])
            }
            #expect(others.habits.map(\.kind) == [.wrongWithin(limit)])
            for diagnosis in [crashing, others] {
                #expect(!diagnosis.findings.contains { $0.isCertain }, "\(measure)")
                #expect(diagnosis.unexplained.isEmpty, "\(measure)")
            }
        }
        let refusing = diagnosis(.streetSize, 50) { _ in
            .wrong(answer: .object(["error": .object(["code": .string("oversized")])]))
        }
        #expect(
            refusing.habits.map(\.description) == [
                "decode: there is never a valid answer if the street has 50 bytes or more (49 is right)"
            ])
    }

    @Test(
        "A habit of a testee says up to which value there is never an answer, and the nearest value with one"
    )
    func upperLimits() {
        let diagnosis = MadeUpReport.of(suite, layers: layers) { vector in
            guard vector.operation == .decode,
                let arrow = Habit.Measure.arrow.value(in: vector.expected), arrow <= 3
            else { return nil }
            return .crashed(.signalled(6), lastErrors: "")
        }.diagnosis
        #expect(
            diagnosis.habits.map(\.description) == [
                "decode: there is never a valid answer if arrow is 3 or less (4 is right)"
            ])
        #expect(diagnosis.findings.isEmpty && diagnosis.unexplained.isEmpty)
    }

    @Test(
        "A habit of a testee takes a line of a log for no memory that is shown",
        arguments: [13, 32])
    func logLines(size: Int) {
        func diagnosis(isMeantAsAnswer: Bool) -> Diagnosis {
            MadeUpReport.of(suite, layers: layers) { vector in
                guard vector.operation == .decode,
                    let street = Habit.Measure.streetSize.value(in: vector.expected), street >= size
                else { return nil }
                return .malformed(reason: "made up", isMeantAsAnswer: isMeantAsAnswer)
            }.diagnosis
        }
        let logging = diagnosis(isMeantAsAnswer: false)
        let limit = Habit.Limit(measure: .streetSize, side: .from, value: size)
        #expect(logging.habits.map(\.kind) == [.noAnswerWithin(limit)])
        #expect(logging.findings.isEmpty && logging.unexplained.isEmpty)
        let showing = diagnosis(isMeantAsAnswer: true)
        #expect(!showing.findings.isEmpty)
    }

    @Test(
        "A habit of a testee says which value is shown as another, and takes that for no constant")
    func replaced() {
        let diagnosis = MadeUpReport.of(suite, layers: layers) { vector in
            guard vector.operation == .decode, vector.expected["arrow"] == .number(5) else {
                return nil
            }
            return wrong(vector, ["arrow": .number(8)])
        }.diagnosis
        #expect(
            diagnosis.habits.map(\.kind) == [
                .replaced(member: "arrow", .number(5), by: .number(8))
            ])
        #expect(diagnosis.habits.map(\.description) == ["decode: arrow 5 is always shown as 8"])
        #expect(diagnosis.findings.isEmpty && diagnosis.unexplained.isEmpty)
    }

    @Test("A habit of a testee leaves a limit to the bug that has it")
    func knownLimit() {
        let diagnosis = MadeUpReport.of(suite, layers: layers) { vector in
            guard vector.operation == .decode,
                let size = Habit.Measure.streetSize.value(in: vector.expected), size >= 100
            else { return nil }
            return .crashed(.signalled(6), lastErrors: "")
        }.diagnosis
        #expect(diagnosis.habits.isEmpty)
        #expect(diagnosis.findings.map(\.flag) == ["streetOverflow100"])
        #expect(diagnosis.findings.first?.isCertain == true)
    }

    @Test(
        "A habit of a testee says how a member is read or shown instead",
        arguments: Habit.Reading.allCases)
    func readings(_ reading: Habit.Reading) {
        let diagnosis = MadeUpReport.of(suite, layers: ["codec"]) { vector in
            let result = CaseResult(
                vector: vector, layer: "codec", topic: "", verdict: .passed, expectedFailure: nil)
            guard vector.operation == .decode, let member = reading.member(of: vector.expected),
                let value = reading.values(insteadOf: result).first,
                value != vector.expected[member]
            else { return nil }
            return wrong(vector, [member: value])
        }.diagnosis
        #expect(diagnosis.habits.map(\.kind) == [.otherReading(reading)])
        #expect(diagnosis.findings.isEmpty && diagnosis.unexplained.isEmpty)
    }

    /// What a device that shows the arrow and the street's text always does; it has no other fault.
    private func habits(ofText verdict: (_ vector: Vector, _ text: String) -> Verdict?) -> [Habit] {
        let diagnosis = MadeUpReport.of(suite, layers: layers, members: [.arrow, .street]) {
            vector in
            guard vector.operation == .decode, let text = vector.expected["street"]?.string else {
                return nil
            }
            return verdict(vector, text)
        }.diagnosis
        #expect(diagnosis.findings.isEmpty && diagnosis.unexplained.isEmpty)
        return diagnosis.habits
    }

    @Test(
        "A habit of a testee says how a text is cut or shown instead, by a device that has no bytes"
    )
    func texts() {
        func habits(_ change: @escaping (String) -> String) -> [Habit.Kind] {
            self.habits { vector, text in
                let given = change(text)
                return given == text ? nil : wrong(vector, ["street": .string(given)])
            }.map(\.kind)
        }
        let cut = habits { String(String.UnicodeScalarView($0.unicodeScalars.prefix(31))) }
        #expect(cut == [.cutText(characterCount: 31, ending: "")])
        let dots = habits { text in
            guard text.unicodeScalars.count > 20 else { return text }
            return String(String.UnicodeScalarView(text.unicodeScalars.prefix(19))) + "…"
        }
        #expect(dots == [.cutText(characterCount: 20, ending: "…")])
    }

    @Test("A habit of a testee measures a street that a device shows as text only")
    func textSize() {
        let habits = habits { vector, text in
            // One text is long, though its street is short.
            let grown = String(repeating: "\u{FFFD}", count: 31)
            return text.utf8.count > 60 && text != grown
                ? .crashed(.signalled(6), lastErrors: "") : nil
        }
        let limits = habits.compactMap(\.kind.limit)
        #expect(limits.map(\.measure) == [.streetSize] && limits.map(\.side) == [.from])
    }

    @Test("A habit of a testee says how many bytes of every street are lost")
    func lost() {
        let diagnosis = MadeUpReport.of(suite, layers: layers) { vector in
            guard vector.operation == .decode,
                let street = vector.expected["streetBytes"]?.string, !street.isEmpty
            else { return nil }
            return wrong(vector, ["streetBytes": .string(String(street.dropLast(2)))])
        }.diagnosis
        #expect(
            diagnosis.habits.map(\.description) == [
                "decode: the last byte of a street is always lost"
            ])
        #expect(diagnosis.findings.isEmpty && diagnosis.unexplained.isEmpty)
    }

    @Test("A habit of a testee says which bytes follow every street")
    func followed() {
        let diagnosis = MadeUpReport.of(suite, layers: layers) { vector in
            guard vector.operation == .decode,
                let street = vector.expected["streetBytes"]?.string
            else { return nil }
            return wrong(vector, ["streetBytes": .string(street + "0d0a")])
        }.diagnosis
        #expect(
            diagnosis.habits.map(\.description) == ["decode: the street is always followed by 0d0a"]
        )
        #expect(diagnosis.findings.isEmpty && diagnosis.unexplained.isEmpty)
    }

    @Test("A habit of a testee counts where it is not quite always so")
    func nearlyAlways() throws {
        let diagnosis = MadeUpReport.of(suite, layers: layers) { vector in
            guard vector.operation == .decode,
                let distance = vector.expected["distanceInMeters"]?.unsigned,
                distance < 4_000_000_000
            else { return nil }
            return wrong(vector, ["distanceInMeters": .integer(distance ^ 1)])
        }.diagnosis
        let habit = try #require(diagnosis.habits.first)
        #expect(diagnosis.habits.count == 1)
        #expect(habit.shownCount < habit.caseCount)
        #expect(
            habit.description == "decode: distanceInMeters is wrong in \(habit.shownCount) "
                + "of \(habit.caseCount) cases, for example 1 instead of 0")
    }
}
